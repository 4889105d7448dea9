# SPDX-License-Identifier: MIT
# aiio-study: `make deps run` installs what is missing, builds and starts it,
# `make deps check` runs every test; `make help` lists the targets.

prefix      ?= /usr/local
bindir      ?= $(prefix)/bin
datadir     ?= $(prefix)/share
mandir      ?= $(datadir)/man
DESTDIR     ?=
VERSION     := 0.1.0

VARIANT     ?= release
BUILD       ?= build
O           := $(BUILD)/$(VARIANT)
PROGRAM     := $(O)/aiio-study

PACKAGES    := ncursesw sqlite3 libcjson libutf8proc
PKG_CFLAGS  := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
PKG_LIBS    := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lm

WARNINGS    := -Wall -Wextra -Wpedantic -Wconversion -Wshadow \
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wformat=2 -Wundef \
    -Wcast-qual -Wpointer-arith -Wwrite-strings -Wswitch-enum \
    -Wdouble-promotion -Wno-psabi
ifdef DEVELOPER
WARNINGS    += -Werror
endif

CFLAGS_release := -O2 -g
CFLAGS_asan    := -O1 -g -fsanitize=address,undefined \
    -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_debug   := -Og -g3
CFLAGS_cover   := -O0 -g --coverage
CFLAGS_fuzz    := -O1 -g -fsanitize=address,undefined,fuzzer-no-link \
    -fno-sanitize-recover=all
CFLAGS      ?= $(CFLAGS_$(VARIANT))
ALL_CFLAGS  := -std=c11 -fno-common $(WARNINGS) $(CFLAGS) -Iinclude -Isrc \
    $(PKG_CFLAGS) -DAIIO_VERSION='"$(VERSION)"' \
    -DAIIO_DECKS_INSTALLED='"$(datadir)/aiio-study/decks"' \
    -DAIIO_DECKS_BUILT='"$(CURDIR)/decks"'

# The pure core is compiled with what it may not call poisoned.
PURE        := text deck sched study
LIB_DIRS    ?= base text deck sched study store app
FRONT_DIRS  ?= cli tui

sources      = $(sort $(foreach d,$(1),$(wildcard src/$(d)/*.c)))
objects      = $(patsubst src/%.c,$(O)/%.o,$(call sources,$(1)))
LIB         := $(O)/libaiio.a
LIB_OBJECTS := $(call objects,$(LIB_DIRS))
FRONT       := $(call objects,$(FRONT_DIRS))
UNIT_TESTS  := $(foreach d,$(LIB_DIRS) $(FRONT_DIRS),\
    $(patsubst tests/unit/%.c,$(O)/unit/%,$(sort $(wildcard tests/unit/$(d)/test_*.c))))

.DEFAULT_GOAL := all
ifndef V
MAKEFLAGS   += --silent
say         = @printf '  %-6s %s\n' '$(1)' '$(2)'
endif
.PHONY: all debug deps run check lint fuzz trust bench cover install uninstall dist \
    clean help unit

# A make of its own: what deps has just installed is seen by it.
all: ## build the program into build/release
	@$(MAKE) --no-print-directory program

.PHONY: program
program: $(PROGRAM)

$(PROGRAM): $(O)/main.o $(FRONT) $(LIB)
	$(call say,LD,$@)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)

$(LIB): $(LIB_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(foreach d,$(PURE),$(eval $(O)/$(d)/%.o: ALL_CFLAGS += -include include/aiio/banned.h))

$(O)/%.o: src/%.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(O)/unit/%: tests/unit/%.c $(FRONT) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit -MMD -MP -MF $@.d -o $@ $< $(FRONT) $(LIB) \
	    $(PKG_LIBS) -lcmocka

# Where decks are looked for is compiled in: another prefix is another program.
$(O)/app/paths.o: $(O)/places.txt
$(O)/places.txt: FORCE
	@mkdir -p $(@D)
	@echo '$(datadir) $(CURDIR)' | cmp -s - $@ || echo '$(datadir) $(CURDIR)' >$@
.PHONY: FORCE
FORCE:

-include $(shell find $(O) -name '*.d' 2>/dev/null)

unit: $(UNIT_TESTS) ## build and run the unit tests of this variant
	@for t in $(UNIT_TESTS); do echo "== $$t"; $$t || exit 1; done

debug: ## build with -Og into build/debug
	$(MAKE) VARIANT=debug all

# ---- what a Debian system needs ---------------------------------------------

DEPS_BUILD := gcc make pkg-config libncurses-dev libsqlite3-dev libcjson-dev \
    libutf8proc-dev
DEPS_CHECK := libcmocka-dev clang tmux faketime tzdata python3 python3-jsonschema libclang-rt-14-dev \
    mandoc valgrind git locales
DEPS_LINT  := clang-format clang-tidy cppcheck

deps: ## install what is missing from Debian's packages (root or sudo)
	@sh tests/deps.sh $(DEPS_BUILD) $(if $(filter check lint cover,$(MAKECMDGOALS)),$(DEPS_CHECK)) $(if $(filter lint,$(MAKECMDGOALS)),$(DEPS_LINT))

run: ## build and start the trainer
	@$(MAKE) --no-print-directory all
	@$(PROGRAM)

# ---- tests -------------------------------------------------------------------

SCENARIO := $(O)/scenario/run
FUZZERS  := deck settings markup log reviews
REPLAYS  := $(foreach f,$(FUZZERS),$(O)/fuzz/replay_$(f))

# The scripted terminal stands in for tui/term.c: link time, no pointers.
$(SCENARIO): $(wildcard tests/scenario/*.[ch]) $(filter-out %/tui/term.o,$(FRONT)) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/scenario -o $@ $(filter-out %.h,$^) $(PKG_LIBS)

# A fuzz target with a main() that replays files: any compiler builds it.
$(O)/fuzz/replay_%: tests/fuzz/fuzz_%.c tests/fuzz/replay.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(PKG_LIBS)

$(O)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $^ $(PKG_LIBS)

check: ## every test, under ASan and UBSan
	@$(MAKE) --no-print-directory VARIANT=release DEVELOPER=1 all
	@$(MAKE) --no-print-directory VARIANT=asan DEVELOPER=1 check-variant
	@sh tests/run_all.sh $(BUILD)

.PHONY: check-variant
check-variant: $(PROGRAM) $(UNIT_TESTS) $(SCENARIO) $(REPLAYS)

lint: ## clang-format, clang-tidy, cppcheck, both compilers, the house rules
	@sh tests/lint.sh

trust: ## the proof that nothing is lost: all, or `make trust-T3 N=1000`
	@$(MAKE) --no-print-directory trust-all

trust-%:
	@$(MAKE) --no-print-directory VARIANT=release all
	@$(MAKE) --no-print-directory VARIANT=asan check-variant
	@N='$(N)' SEED='$(SEED)' /usr/bin/python3 tests/trust/run.py $(BUILD) $(filter-out all,$*)

FUZZ_RUNS ?= 100000
fuzz: ## libFuzzer on every target: FUZZ_RUNS=10000000
	@$(MAKE) --no-print-directory VARIANT=fuzz CC=clang FRONT_DIRS= fuzz-variant

.PHONY: fuzz-variant
fuzz-variant: export ASAN_OPTIONS ?= malloc_context_size=0:quarantine_size_mb=4
fuzz-variant: $(foreach f,$(FUZZERS),$(O)/fuzz/fuzz_$(f))
	@for f in $(FUZZERS); do \
	    mkdir -p $(O)/corpus/$$f; \
	    $(O)/fuzz/fuzz_$$f -runs=$(FUZZ_RUNS) -max_len=8192 -timeout=10 \
	        -print_final_stats=1 $(O)/corpus/$$f tests/fuzz/corpus/$$f || exit 1; \
	done

bench: all ## the table of speeds, each beside its yardstick
	@$(MAKE) --no-print-directory $(O)/bench/bench $(O)/bench/hello
	@/usr/bin/python3 tests/bench/run.py $(O) $(BENCH)

$(O)/bench/%: tests/bench/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(PKG_LIBS)

cover: ## line coverage of ranks 0 to 4 by unit tests, scenarios and cli
	@$(MAKE) --no-print-directory VARIANT=cover cover-variant

.PHONY: cover-variant
cover-variant: $(PROGRAM) $(UNIT_TESTS) $(SCENARIO)
	@find $(O) -name '*.gcda' -delete
	@for t in $(UNIT_TESTS); do $$t >/dev/null 2>&1 || exit 1; done
	@for f in tests/scenario/*.txt; do $(SCENARIO) $$f >/dev/null || exit 1; done
	@/usr/bin/python3 tests/cli/run.py $(PROGRAM)
	@/usr/bin/python3 tests/arch/coverage.py $(O)

# ---- installing ----------------------------------------------------------------

install: all ## install under DESTDIR and prefix
	install -d '$(DESTDIR)$(bindir)' '$(DESTDIR)$(mandir)/man1' \
	    '$(DESTDIR)$(mandir)/man5' '$(DESTDIR)$(datadir)/aiio-study/decks' \
	    '$(DESTDIR)$(datadir)/bash-completion/completions' \
	    '$(DESTDIR)$(datadir)/zsh/site-functions' \
	    '$(DESTDIR)$(datadir)/fish/vendor_completions.d'
	install -m 755 $(PROGRAM) '$(DESTDIR)$(bindir)/aiio-study'
	$(PROGRAM) man 1 > '$(DESTDIR)$(mandir)/man1/aiio-study.1'
	$(PROGRAM) man 5 > '$(DESTDIR)$(mandir)/man5/aiio-study-deck.5'
	$(PROGRAM) completion bash > '$(DESTDIR)$(datadir)/bash-completion/completions/aiio-study'
	$(PROGRAM) completion zsh > '$(DESTDIR)$(datadir)/zsh/site-functions/_aiio-study'
	$(PROGRAM) completion fish > '$(DESTDIR)$(datadir)/fish/vendor_completions.d/aiio-study.fish'
	cp -R decks/. '$(DESTDIR)$(datadir)/aiio-study/decks'

uninstall: ## remove what install put there
	rm -f '$(DESTDIR)$(bindir)/aiio-study' \
	    '$(DESTDIR)$(mandir)/man1/aiio-study.1' \
	    '$(DESTDIR)$(mandir)/man5/aiio-study-deck.5' \
	    '$(DESTDIR)$(datadir)/bash-completion/completions/aiio-study' \
	    '$(DESTDIR)$(datadir)/zsh/site-functions/_aiio-study' \
	    '$(DESTDIR)$(datadir)/fish/vendor_completions.d/aiio-study.fish'
	rm -rf '$(DESTDIR)$(datadir)/aiio-study'

dist: ## a source archive of the commit checked out
	@mkdir -p $(BUILD)
	git archive --prefix=aiio-study-$(VERSION)/ -o $(BUILD)/aiio-study-$(VERSION).tar.gz HEAD
	@echo $(BUILD)/aiio-study-$(VERSION).tar.gz

clean: ## remove build/
	rm -rf $(BUILD)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
