#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds the READMEs against the program: keys, commands, rules, manual pages;
and the home screen against tests/scenario/readme_home.txt, which that test
holds against the program.

    readme.py PROGRAM            compares, status 1 where they differ
    readme.py PROGRAM --write    writes the generated parts
"""
import re
import shutil
import subprocess
import sys

PROGRAM = sys.argv[1]


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True,
                          capture_output=True, text=True).stdout


def keys():
    """One table: key and what it does, where the key means that."""
    seen = {}
    context = ''
    for line in program('keys').split('\n'):
        if line.startswith('  '):
            key, words = line[2:15].strip(), line[15:].strip()
            seen.setdefault((key, words), []).append(context)
        elif line:
            context = line
    rows = ['| key | does | where |', '|---|---|---|']
    for (key, words), contexts in seen.items():
        where = ', '.join(contexts) if len(contexts) <= 3 else \
            f'{contexts[0]} and {len(contexts) - 1} more'
        rows.append(f'| `{key}` | {words} | {where} |')
    return '\n'.join(rows)


def commands():
    text = program('--help')
    rows = ['| command | does |', '|---|---|']
    for name, words in re.findall(r'^  ([a-z]+) {2,}(.+)$', text, re.M):
        rows.append(f'| `{name}` | {words} |')
    return '\n'.join(rows)


def rules():
    """Name and first paragraph of each rule."""
    text = program('check', '--explain', 'all')
    rows = ['| rule | finds |', '|---|---|']
    for name, words in re.findall(r'^(\S+)\n((?:  .+\n)+)', text, re.M):
        rows.append(f"| `{name}` | {' '.join(words.split())} |")
    return '\n'.join(rows)


def part(text, name, content):
    pattern = rf'(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)'
    return re.sub(pattern, lambda m: m.group(1) + content + '\n' + m.group(2),
                  text, flags=re.S)


def home():
    """The screen of a scenario, its bars taken off."""
    with open('tests/scenario/readme_home.txt', encoding='utf-8') as file:
        return '```\n' + ''.join(
            line[1:] for line in file if line.startswith('|')) + '```'


def check_pages():
    bad = []
    for page in ('1', '5'):
        text = program('man', page)
        if shutil.which('mandoc'):
            done = subprocess.run(['mandoc', '-Tlint', '-Wwarning'],
                                  input=text, capture_output=True, text=True,
                                  check=False)
            if done.stdout.strip():
                bad.append(f'man {page}: {done.stdout.strip()}')
    for shell, check in (('bash', ['bash', '-n']), ('zsh', ['zsh', '-n']),
                         ('fish', ['fish', '-n'])):
        if not shutil.which(shell):
            continue
        script = program('completion', shell)
        done = subprocess.run(check, input=script, capture_output=True,
                              text=True, check=False)
        if done.returncode:
            bad.append(f'completion {shell}: {done.stderr.strip()}')
    return bad


def generated(path):
    """A file as it is, and with its generated parts as they should be."""
    with open(path, encoding='utf-8') as file:
        before = after = file.read()
    for name, content in (('home', home), ('keys', keys),
                          ('commands', commands), ('rules', rules)):
        after = part(after, name, content())
    return before, after


def main():
    bad = [] if '--write' in sys.argv else check_pages()
    for path in ('README.md', 'decks/README.md'):
        before, after = generated(path)
        if '--write' in sys.argv:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(after)
        elif before != after:
            bad.append(f'{path}: a generated part differs from the program; '
                       'tests/arch/readme.py PROGRAM --write writes it')
    print('\n'.join(bad) or 'readme: true')
    return 1 if bad else 0


sys.exit(main())
