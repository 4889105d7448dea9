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
    -Wdouble-promotion
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
.PHONY: all debug deps run check lint fuzz bench cover install uninstall dist \
    clean help unit

all: $(PROGRAM) ## build the program into build/release

$(PROGRAM): $(O)/main.o $(FRONT) $(LIB)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)

$(LIB): $(LIB_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(foreach d,$(PURE),$(eval $(O)/$(d)/%.o: ALL_CFLAGS += -include include/aiio/banned.h))

$(O)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(O)/unit/%: tests/unit/%.c $(FRONT) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit -MMD -MP -MF $@.d -o $@ $< $(FRONT) $(LIB) \
	    $(PKG_LIBS) -lcmocka

-include $(shell find $(O) -name '*.d' 2>/dev/null)

unit: $(UNIT_TESTS) ## build and run the unit tests of this variant
	@for t in $(UNIT_TESTS); do echo "== $$t"; $$t || exit 1; done
