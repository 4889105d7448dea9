#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""300 searches over the bundled deck, each counted here without the program:
words and phrases drawn from its texts, alone and joined, and fields.

    search_check.py PROGRAM
"""
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))


def fold(text):
    """Case folding, NFD, combining marks left out."""
    text = unicodedata.normalize('NFD', text.casefold())
    text = unicodedata.normalize('NFD', text).casefold()
    return ''.join(c for c in text if unicodedata.category(c)[0] != 'M')


def texts_of(card):
    correct = card['correct']
    statements = (correct if isinstance(correct, list) else [correct]) + \
        card.get('distractors', [])
    found = [card['question'], card.get('short', ''), card.get('full', '')]
    for statement in statements:
        found += [statement['text'], statement.get('why', '')]
    return [fold(text) for text in found]


def load():
    cards = []
    for path in sorted(glob.glob(f'{ROOT}/decks/nca-aiio/cards/*.json')):
        with open(path, encoding='utf-8') as file:
            cards += json.load(file)['cards']
    return [(card, texts_of(card)) for card in cards]


def has(needle):
    needle = fold(needle)
    return lambda card, texts: any(needle in text for text in texts)


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'


def term(rng, cards):
    """A term as text, and what it means."""
    card, _ = rng.choice(cards)
    kind = rng.randrange(8)
    if kind == 0:
        value = rng.choice(card.get('tags') or ['none'])
        return f'tag:{value}', lambda c, t: value in c.get('tags', [])
    if kind == 1:
        value = card['objective']
        return f'objective:{value}', lambda c, t: c['objective'] == value
    if kind == 2:
        value = card['objective'].split('.')[0]
        return f'domain:{value}', \
            lambda c, t: c['objective'].split('.')[0] == value
    text = rng.choice([card['question'], card['short'], card['full']])
    words = text.split()
    if kind in (3, 4):
        start = rng.randrange(len(text))
        piece = text[start:start + rng.randint(2, 9)]
        if fold(piece):
            return quoted(rng.choice([piece, piece.upper()])), has(piece)
    if kind == 5:
        start = rng.randrange(len(words))
        phrase = ' '.join(words[start:start + 2])
        if phrase in text:
            return quoted(phrase), has(phrase)
    word = re.sub(r'[^\w]', '', rng.choice(words)) or 'gpu'
    word = 'x' + word if word.lower() in ('or', 'and') else word
    return word, has(word)


def query(rng, cards, depth=0):
    kind = rng.randrange(6) if depth < 3 else 0
    if kind == 1:
        text, mean = query(rng, cards, depth + 1)
        return f'-({text})', lambda c, t: not mean(c, t)
    if kind in (2, 3):
        (one, first), (two, second) = (query(rng, cards, depth + 1)
                                       for _ in range(2))
        if kind == 2:
            return f'({one}) or ({two})', \
                lambda c, t: first(c, t) or second(c, t)
        return f'({one}) ({two})', lambda c, t: first(c, t) and second(c, t)
    return term(rng, cards)


def main():
    home = tempfile.mkdtemp(prefix='aiio-search-')
    env = {'HOME': home, 'PATH': '/usr/bin:/bin', 'LC_ALL': 'C.UTF-8',
           'AIIO_STUDY_DECKS': home,
           'ASAN_OPTIONS': 'detect_leaks=0'}
    rng, cards, failures, some = random.Random(4711), load(), 0, 0

    def run(*arguments):
        return subprocess.run([PROGRAM, *arguments], env=env, check=False,
                              capture_output=True, text=True)
    try:
        run('import', f'{ROOT}/decks/nca-aiio')
        for _ in range(300):
            text, mean = query(rng, cards)
            wanted = [c['id'] for c, texts in cards if mean(c, texts)]
            done = run('browse', '--json', '--', text)
            try:
                found = [row['card'] for row in json.loads(done.stdout)]
            except ValueError:
                found = [done.stderr]
            some += 0 < len(wanted) < len(cards)
            if sorted(found) != sorted(wanted):
                failures += 1
                print(f'search: {text}: {len(found)}, expected {len(wanted)}')
    finally:
        shutil.rmtree(home)
    print(f'search: 300 queries, {some} of them with some cards and not all, '
          f'{failures} wrong')
    return failures > 0 or some < 200


sys.exit(main())
