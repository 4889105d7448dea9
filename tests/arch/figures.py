#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The register of figures, numbers.md, against the cards, both ways round."""
import glob
import json
import os
import re
import sys

DECK = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                    '..', '..', 'decks', 'nca-aiio')
# A number before one of these is a figure that has to be accounted for.
UNITS = ('kB MB GB TB PB GB/s TB/s Mb/s Gb/s Tb/s GbE W kW MW Wh kWh MWh V kV '
         '°C % nm Hz MHz GHz TFLOPS PFLOPS ns µs ms kg U l/min km/h bit byte '
         'second millisecond minute hour day week month year watt '
         'kilowatt gigabyte').split()
WORDS = ('zero one two three four five six seven eight nine ten eleven twelve '
         'thirteen fourteen fifteen sixteen').split()
NEAR = 40  # characters between a value of the register and its unit
NUMBER = r'(?<![\w.])\d+(?:\.\d+)?'
UNIT = '(?:' + '|'.join(sorted(map(re.escape, UNITS), key=len,
                               reverse=True)) + ')(?![a-rt-zA-Z0-9/])'
# In "80 against 141 GB" and "18 to 27 °C" both numbers have the unit.
JOIN = r'(?: ?[–/]| to| and| or| against|,(?= [A-Z]| [\d.]+ (?:and|or)\b)) ?'
RUN = re.compile(rf'((?:{NUMBER}{JOIN}(?:[A-Z]+ )?)*)({NUMBER})[ -]?({UNIT})')

failures = []
fail = failures.append


def plain(text):
    """One spelling: 1000, not 1,000; %, not per cent; 8, not eight."""
    text = re.sub(r'(?<=\d),(?=\d{3}(?!\d))', '', text.replace('`', ''))
    text = re.sub(r'\bper cent\b', '%', re.sub(r'[\s│]+', ' ', text))
    return re.sub(r'\b(' + '|'.join(WORDS) + r')\b',
                  lambda word: str(WORDS.index(word.group().lower())), text,
                  flags=re.I)


def single(unit):
    return unit[:-1] if re.fullmatch('[a-z]{3,}s', unit) else unit


def read_cards():
    """Of each card the texts that teach it, and all of its texts."""
    cards = {}
    for path in sorted(glob.glob(os.path.join(DECK, 'cards', '*.json'))):
        with open(path, encoding='utf-8') as file:
            for card in json.load(file)['cards']:
                keys = card['correct']
                keys = keys if isinstance(keys, list) else [keys]
                figure = card.get('figure', {'alt': '', 'lines': []})
                teach = [key[part] for key in keys for part in ('text', 'why')]
                teach += [card['short'], card['full'], figure['alt'],
                          '\n'.join(figure['lines'])]
                rest = [wrong[part] for wrong in card.get('distractors', [])
                        for part in ('text', 'why')] + [card['question']]
                teach = list(map(plain, teach))
                cards[card['id']] = teach, teach + list(map(plain, rest))
    return cards


def read_rows():
    """The register's rows, and those of the section on worked examples."""
    register, worked, rows, size = [], [], None, 0
    with open(os.path.join(DECK, 'numbers.md'), encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if line.startswith('| value '):
                rows, size = register, 6
            elif line.startswith('| card '):
                rows, size = worked, 3
            elif line.startswith('| '):
                cells = [cell.strip() for cell in line.strip()[1:-1].split('|')]
                if len(cells) == size and all(cells):
                    rows.append((f'numbers.md:{number}', *cells))
                else:
                    fail(f'numbers.md:{number}: not {size} filled cells')
    return register, worked


def stands(value, unit, texts):
    """Is the value in a text, with its unit close by ("–": no unit)?"""
    value = rf'(?<![\w.]){re.escape(value)}(?![a-tv-z0-9]|\.\d)'
    if unit != '–':
        unit = re.escape(plain(unit).removesuffix('s'))
        value = f'{value}.{{0,{NEAR}}}{unit}|{unit}.{{0,{NEAR}}}{value}'
    return any(re.search(value, text, re.I) for text in texts)


def check_register(register, cards):
    """Each row is whole and true to its cards; what is known by it."""
    known = set()
    for where, value, unit, _, source, as_of, ids in register:
        value = plain(value)
        if 'https://' not in source and source != 'arithmetic':
            fail(f'{where}: no source')
        if not re.fullmatch(r'\d{4}-\d{2}|fixed', as_of):
            fail(f'{where}: as of {as_of}, neither a month nor "fixed"')
        for card in ids.replace('`', '').split(', '):
            if card not in cards:
                fail(f'{where}: no card {card}')
            elif not stands(value, unit, cards[card][1]):
                fail(f'{where}: {value} {unit} does not stand in {card}')
            known.add((card, value, single(unit)))
    return known


def figures(texts):
    return {(value, found[3]) for text in texts for found in RUN.finditer(text)
            for value in [*re.findall(NUMBER, found[1]), found[2]]}


def check_worked(worked, cards, registered):
    """Numbers made up for a card; "any" for one that has no real ones."""
    known = set()
    for where, card, values, _ in worked:
        card = card.strip('`')
        there = figures(cards.get(card, ([], []))[0])
        if not there:
            fail(f'{where}: no such card, or no figures in it: {card}')
        if values == 'any' and card in registered:
            fail(f'{where}: {card} has rows above, so name what is made up')
        named = there if values == 'any' else {
            (value, single(unit)) for value, _, unit in
            (plain(item).partition(' ') for item in values.split(', '))}
        for value, unit in sorted(named - there):
            fail(f'{where}: {value} {unit} does not stand in {card}')
        known |= {(card, *figure) for figure in named}
    return known


def main():
    cards = read_cards()
    register, worked = read_rows()
    known = check_register(register, cards)
    used = {card for card, _, _ in known}
    known |= check_worked(worked, cards, used)
    for card, (teach, _) in cards.items():
        for value, unit in sorted(figures(teach)):
            if (card, value, unit) not in known:
                fail(f'{card}: {value} {unit} is not in numbers.md')
    print('\n'.join(failures) or
          f'numbers: {len(register)} figures, {len(used)} cards in order')
    return 1 if failures else 0


sys.exit(main())
