#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Line coverage of ranks 0 to 4, folder by folder, from gcov's own output."""
import collections
import gzip
import json
import os
import subprocess
import sys
import tempfile

FOLDERS = ['base', 'text', 'deck', 'sched', 'study', 'store', 'app']
GOAL = 90


def main():
    build = os.path.abspath(sys.argv[1])
    lines = collections.defaultdict(dict)
    with tempfile.TemporaryDirectory() as out:
        for folder in FOLDERS:
            objects = [os.path.join(build, folder, name)
                       for name in os.listdir(os.path.join(build, folder))
                       if name.endswith('.gcda')]
            subprocess.run(['gcov', '--json-format', *objects], cwd=out,
                           check=True, capture_output=True)
        for name in os.listdir(out):
            with gzip.open(os.path.join(out, name)) as file:
                for source in json.load(file)['files']:
                    if not source['file'].startswith('src/'):
                        continue
                    known = lines[source['file']]
                    for line in source['lines']:
                        number = line['line_number']
                        known[number] = known.get(number, 0) + line['count']
    total = covered = 0
    for folder in FOLDERS:
        mine = [count for file, known in lines.items()
                if file.split('/')[1] == folder for count in known.values()]
        hit = sum(1 for count in mine if count)
        total, covered = total + len(mine), covered + hit
        print(f'{folder:8} {100 * hit / max(1, len(mine)):5.1f} % of '
              f'{len(mine)} lines')
    share = 100 * covered / max(1, total)
    print(f'all      {share:5.1f} % of {total} lines, goal {GOAL} %')
    return 0 if share >= GOAL else 1


sys.exit(main())
