#!/bin/sh
# SPDX-License-Identifier: MIT
# Format, static analysis, a second compiler, and the house rules.
set -eu
cd "$(dirname "$0")/.."

failed=0
say() { printf '== %s\n' "$1"; }
check() { "$@" || { echo "failed: $1"; failed=1; }; }

sources=$(git ls-files --cached --others --exclude-standard \
    'src/*.c' 'src/*.h' 'include/*.h' 'tests/*.c' 'tests/*.h')
code=$(printf '%s\n' $sources | grep '^src/.*\.c$')

say clang-format
# shellcheck disable=SC2086
check clang-format --dry-run --Werror $sources

say "clang, -Werror"
check make -s CC=clang BUILD=build/clang DEVELOPER=1 all

say cppcheck
# shellcheck disable=SC2086
check cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr \
    --enable=warning,performance,portability \
    --suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches \
    -Iinclude -Isrc -DAIIO_VERSION='""' -DAIIO_DECKS_INSTALLED='""' \
    -DAIIO_DECKS_BUILT='""' $code

say clang-tidy
mkdir -p build
flags="-std=c11 -Iinclude -Isrc $(pkg-config --cflags ncursesw sqlite3 libcjson libutf8proc)"
# shellcheck disable=SC2086
printf '%s\n' $code | xargs -P 2 -I '{}' clang-tidy --quiet '{}' -- $flags \
    '-DAIIO_VERSION=""' '-DAIIO_DECKS_INSTALLED=""' '-DAIIO_DECKS_BUILT=""' \
    >build/clang-tidy.txt 2>/dev/null || true
if grep -q 'error:\|warning:' build/clang-tidy.txt; then
    grep 'error:\|warning:' build/clang-tidy.txt
    failed=1
fi

say "house rules"
check /usr/bin/python3 tests/arch/house.py
[ "$failed" -eq 0 ] && echo "lint: clean"
exit "$failed"
