#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The proof that nothing is lost: run.py [--short] BUILD [T1 T6 …]

One row of TESTS is one promise. Each script is called as

    SCRIPT BUILD N [--control NAME]

BUILD holds the builds release and asan. It prints what it did and found; the
last line is its summary. Status 0: nothing found; 1: something was lost,
doubled or broken; anything else: it could not run. With a control something
is broken on purpose, and status 1 must come back: a test that cannot fail
proves nothing. N=… in the environment overrides the size, SEED=… the seed.
"""

import os
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Test:
    """size: of the full run; short: of `make check`, 0 is left out there."""

    def __init__(self, name, promise, words, size, short, *controls):
        self.name, self.promise, self.words = name, promise, words.split()
        self.size, self.short, self.controls = size, short, controls

    def call(self, build, size, *more):
        return subprocess.run(
            ['/usr/bin/python3', os.path.join(FOLDER, self.words[0]), build,
             str(size), *self.words[1:], *more], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors='replace')


TESTS = [
    Test('T1', 'an answer that was confirmed survives kill -9',
         'kill.py', 10000, 1000, 'lost', 'doubled'),
]


def last_line(text):
    lines = text.strip().split('\n')
    return lines[-1] if lines else ''


def run(test, build, size):
    """Whether it passed and each of its controls failed."""
    started = time.monotonic()
    done = test.call(build, size)
    good = done.returncode == 0
    print('%s  %s\n    %s' % (test.name, test.promise, last_line(done.stdout)))
    if not good:
        print(done.stdout)
    for control in test.controls:
        spoilt = test.call(build, min(size, test.short or size), '--control',
                           control)
        failed = spoilt.returncode == 1
        good = good and failed
        print('    control %s: %s' % (control, last_line(spoilt.stdout)
                                      if failed else 'NOT SEEN'))
        if not failed:
            print(spoilt.stdout)
    print('    %s, %.0f s' % ('passed' if good else 'FAILED',
                              time.monotonic() - started), flush=True)
    return good


def main():
    words = sys.argv[1:]
    short = '--short' in words
    words = [word for word in words if word != '--short']
    if not words:
        sys.exit(__doc__)
    names = words[1:] or [test.name for test in TESTS]
    unknown = set(names) - {test.name for test in TESTS}
    if unknown:
        sys.exit('no such test: %s' % ' '.join(sorted(unknown)))
    bad = []
    for test in TESTS:
        size = int(os.environ.get('N') or (test.short if short else test.size))
        if test.name not in names or not size:
            continue
        if not run(test, os.path.abspath(words[0]), size):
            bad.append(test.name)
    print('trust: %s' % ('failed: ' + ' '.join(bad) if bad else 'all passed'))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
