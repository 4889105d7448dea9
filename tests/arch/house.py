#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The house rules: layers, purity, globals, sizes, SQL in one place."""
import os
import re
import subprocess
import sys

RANK = {'base': 0, 'text': 1, 'deck': 2, 'sched': 2, 'study': 3, 'store': 3,
        'exchange': 3, 'sync': 3, 'app': 4, 'cli': 5, 'tui': 5, 'main': 6}
# Which folder a public header belongs to.
OWNER = {'error': 'base', 'mem': 'base', 'slice': 'base', 'buf': 'base',
         'file': 'base', 'rng': 'base', 'progress_report': 'base',
         'json_out': 'base', 'banned': 'base', 'styled': 'text',
         'width': 'text', 'sanitise': 'text', 'wrap': 'text', 'fmt': 'text',
         'deck': 'deck', 'lint': 'deck', 'card_texts': 'deck', 'fold': 'text',
         'day': 'sched', 'fsrs': 'sched', 'optimize': 'sched', 'steps': 'sched',
         'entry': 'sched', 'review': 'sched', 'queue': 'study',
         'session': 'study', 'forecast': 'study', 'stats': 'study',
         'misconceptions': 'study', 'insight': 'app', 'shuffle': 'study',
         'view': 'study', 'query': 'study',
         'exam': 'study', 'exam_view': 'study', 'examiner': 'app',
         'store': 'store', 'settings': 'app', 'actions': 'app',
         'browse': 'app', 'paths': 'app', 'clock': 'app', 'app': 'app', 'trainer': 'app',
         'insight_view': 'study'}
# sched reads the deck's limits, never its functions' files: both are rank 2.
ALLOWED = {('sched', 'deck')}
MUTABLE = {'term.o'}  # signal flags and the restore record
FILE_LINES, FUNCTION_LINES = 600, 60

failures = []


def fail(text):
    failures.append(text)


def sources():
    for folder, _, names in sorted(os.walk('src')):
        for name in sorted(names):
            if name.endswith(('.c', '.h')):
                yield os.path.join(folder, name)


def folder_of(path):
    part = path.split(os.sep)[1]
    return 'main' if part.startswith('main.') else part


def included_folder(path, name):
    if name.startswith('aiio/'):
        return OWNER.get(name[5:-2])
    if '/' in name:
        return name.split('/')[0]
    return folder_of(path)


def check_includes(path, text):
    own = folder_of(path)
    for name in re.findall(r'^#include "([^"]+)"', text, re.M):
        other = included_folder(path, name)
        if other is None:
            fail(f'{path}: {name} belongs to no folder of house.py')
        elif other != own and RANK[other] >= RANK[own] and \
                (own, other) not in ALLOWED:
            fail(f'{path}: {own} may not include {name} of {other}')
    if 'curses.h' in text and path != 'src/tui/term.c':
        fail(f'{path}: only src/tui/term.c includes curses')
    first = re.search(r'^#include (.+)$', text, re.M)
    header = os.path.splitext(os.path.basename(path))[0]
    known = [f'"{header}.h"', f'"aiio/{header}.h"']
    exists = os.path.exists(path[:-2] + '.h') or OWNER.get(header) == own
    if path.endswith('.c') and exists and first and \
            first.group(1) not in known:
        fail(f'{path}: its own header is not its first include')


def check_sizes(path, text):
    lines = text.split('\n')
    if len(lines) > FILE_LINES and 'table' not in os.path.basename(path):
        fail(f'{path}: {len(lines)} lines, at most {FILE_LINES}')
    start = None
    for number, line in enumerate(lines):
        if line == '{' and number and lines[number - 1].endswith(')'):
            start = number
        elif line.startswith('}') and start is not None:
            if number - start > FUNCTION_LINES:
                fail(f'{path}:{start}: a function of {number - start} lines')
            start = None


def check_text(path, text):
    if not text.startswith('/* SPDX-License-Identifier: MIT */'):
        fail(f'{path}: no SPDX line')
    for number, line in enumerate(text.split('\n'), 1):
        if '\t' in line or line.rstrip() != line:
            fail(f'{path}:{number}: a tab or trailing space')
        if re.search(r'\b(TODO|FIXME|XXX|HACK)\b', line):
            fail(f'{path}:{number}: left undone')
    sql = re.search(r'"\s*(SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE) ', text)
    if sql and path not in ('src/store/sql.h', 'src/store/schema.c'):
        fail(f'{path}: SQL outside of src/store/sql.h')


def objects(build):
    for folder, _, names in os.walk(build):
        for name in names:
            if name.endswith('.o') and 'unit' not in folder:
                yield os.path.join(folder, name)


def check_objects(build):
    """No mutable globals; nothing in the core that reaches outside."""
    outside = re.compile(
        r' U (time|localtime\w*|gmtime\w*|fopen\w*|open\w*|getenv|rand\w*|'
        r'srand|setlocale|clock_gettime|printf|puts|initscr|newterm|wrefresh|'
        r'sqlite3_\w+|read|write)$', re.M)
    for path in objects(build):
        table = subprocess.run(['objdump', '-t', path], capture_output=True,
                               text=True, check=True).stdout
        for line in table.split('\n'):
            found = re.search(r' O \.(data|bss)\s+\S+\s+(\S+)$', line)
            if found and os.path.basename(path) not in MUTABLE:
                fail(f'{path}: mutable global {found.group(2)}')
        core = os.path.relpath(path, build).split(os.sep)[0]
        if core in ('text', 'deck', 'sched', 'study'):
            names = subprocess.run(['nm', path], capture_output=True,
                                   text=True, check=True).stdout
            for found in outside.finditer(names):
                fail(f'{path}: the pure core calls {found.group(1)}')


def check_tour():
    """src/README.md names every file, and nothing else."""
    with open('src/README.md', encoding='utf-8') as file:
        named = set(re.findall(r'^\| `([\w/.]+)` \|', file.read(), re.M))
    there = {os.path.relpath(path, 'src') for path in sources()}
    for name in sorted(there - named):
        fail(f'src/README.md: does not name {name}')
    for name in sorted(named - there):
        fail(f'src/README.md: names {name}, which is not there')


def check_top():
    allowed = {'src', 'include', 'decks', 'tests', 'Makefile', 'README.md',
               'LICENSE'}
    names = subprocess.run(['git', 'ls-files'], capture_output=True, text=True,
                           check=True).stdout.split('\n')
    for top in {name.split('/')[0] for name in names if name}:
        if top not in allowed and not top.startswith('.'):
            fail(f'{top}: not one of the house\'s own at the top')


def main():
    for path in sources():
        with open(path, encoding='utf-8') as file:
            text = file.read()
        check_includes(path, text)
        check_sizes(path, text)
        check_text(path, text)
    if os.path.isdir('build/release'):
        check_objects('build/release')
    check_tour()
    check_top()
    print('\n'.join(failures) or 'house: in order')
    return 1 if failures else 0


sys.exit(main())
