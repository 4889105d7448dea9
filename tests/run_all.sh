#!/bin/sh
# SPDX-License-Identifier: MIT
# Every test, one after the other; the last line counts them. $1: build folder.
set -u
cd "$(dirname "$0")/.."
build=${1:-build}
asan=$build/asan
passed=0
failed=0

# leak checks need ptrace, which a container may forbid: the unit tests keep it
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0

run() {
    name=$1
    shift
    if "$@" >"$build/last.txt" 2>&1; then
        passed=$((passed + 1))
        printf 'ok    %s  %s\n' "$name" "$(tail -n 1 "$build/last.txt")"
    else
        failed=$((failed + 1))
        printf 'FAIL  %s\n' "$name"
        tail -n 60 "$build/last.txt"
    fi
}

for test in "$asan"/unit/*/test_*; do
    case $test in *.d) continue ;; esac
    run "unit/${test#"$asan"/unit/}" "$test"
done
for file in tests/scenario/*.txt; do
    run "$file" "$asan/scenario/run" "$file"
done
for replay in "$asan"/fuzz/replay_*; do
    name=${replay##*/replay_}
    run "fuzz corpus $name" "$replay" tests/fuzz/corpus/"$name"
done
run "cli" /usr/bin/python3 tests/cli/run.py "$asan/aiio-study"
run "cli search" /usr/bin/python3 tests/cli/search_check.py "$asan/aiio-study"
run "cli stats" /usr/bin/python3 tests/cli/stats_check.py "$asan/aiio-study"
run "cli schema" /usr/bin/python3 tests/cli/schema_check.py "$asan/aiio-study"
run "pty" /usr/bin/python3 tests/pty/run.py "$build/release/aiio-study"
for name in T1; do
    run "trust $name" /usr/bin/python3 tests/trust/run.py --short "$build" $name
done
run "arch/readme" /usr/bin/python3 tests/arch/readme.py "$build/release/aiio-study"
run "arch/figures" /usr/bin/python3 tests/arch/figures.py
run "arch/bots" /usr/bin/python3 tests/arch/bots.py decks/nca-aiio
run "arch/house" /usr/bin/python3 tests/arch/house.py

echo
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
