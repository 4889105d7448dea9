#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Cheating bots: they answer a deck's cards by form alone, and ought to fail.

Each card with one key is cut down to the key and 3 distractors, in every way
there is, so that a guess is right in 25 % of cases. Ties count in fractions.
"""
import copy
import glob
import hashlib
import itertools
import json
import math
import os
import re
import sys

LIMIT = 35.0  # per cent; a bot that reaches it has found a pattern
SPLITS, STEPS, RIDGE = 20, 4, 1.0
CLAUSE = ', which holds under the stated condition'

# A bot takes the option with the most (1) or the least (-1) of what it sees.
BOTS = [('longest', 'length', 1), ('shortest', 'length', -1),
        ('echo of the question', 'echo', 1), ('most shared', 'shared', 1),
        ('least shared', 'shared', -1), ('most qualified', 'qualified', 1),
        ('fewest absolutes', 'absolutes', -1), ('most digits', 'digits', 1)]
STOP = set('''a about all an and any are as at be been by can do does each for
from had has have how if in into is it its may more most must no not of on one
only or other s should so such than that the their them then there these they
this those to two was were what when where which while who whose why will with
would'''.split())
QUALIFIERS = set('''can could generally if likely may might mostly normally
often once possibly probably provided since so sometimes that though typically
unless until usually when where which while who whose'''.split())
ABSOLUTES = set('''all always any completely entirely every exactly guarantee
guaranteed guarantees impossible must never no none nothing only'''.split())


def words(text):
    return re.findall(r'[a-z0-9]+', text.lower())


def content(text):
    """The words that carry meaning, singular and plural taken as one."""
    return {word[:-1] if len(word) > 3 and word.endswith('s') else word
            for word in words(text) if word not in STOP}


def look(option, question, others):
    """What a bot sees of an option."""
    mine = content(option)
    held = sum(len(mine & content(other)) for other in others)
    return {
        'length': len(option),
        'echo': len(mine & content(question)),
        'shared': held / max(1, len(mine)),
        'qualified': len(re.findall(r'[,;:(]', option)) +
        sum(word in QUALIFIERS for word in words(option)),
        'absolutes': sum(word in ABSOLUTES for word in words(option)),
        'digits': sum(character.isdigit() for character in option)}


def pick(values):
    """The share of its choice that a bot gives to each option."""
    best = max(values)
    return [(value == best) / values.count(best) for value in values]


def scaled(values):
    """The values of a set, with mean 0 and deviation 1."""
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))
    return [(v - mean) / spread if spread else 0.0 for v in values]


def load(folder):
    cards = []
    for path in sorted(glob.glob(os.path.join(folder, 'cards', '*.json'))):
        with open(path, encoding='utf-8') as file:
            cards += json.load(file)['cards']
    return [card for card in cards if len(card.get('distractors', [])) >= 3
            and key_of(card)]


def key_of(card):
    """The one right option, or None where a card has several."""
    keys = card['correct']
    keys = keys if isinstance(keys, list) else [keys]
    return keys[0] if len(keys) == 1 else None


def sets_of(card):
    """For each choice of 3 distractors: its picks and rows; key first."""
    out = []
    wrong = [distractor['text'] for distractor in card['distractors']]
    for chosen in itertools.combinations(wrong, 3):
        options = [key_of(card)['text'], *chosen]
        seen = [look(option, card['question'], options[:i] + options[i + 1:])
                for i, option in enumerate(options)]
        picks = [pick([sign * each[what] for each in seen])
                 for _, what, sign in BOTS]
        columns = [scaled([each[what] for each in seen]) for what in seen[0]]
        # The picks for length: a key that is never extreme shows as well.
        out.append((picks, list(zip(*columns, *picks[:2]))))
    return out


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def solve(rows):
    """Gauss and Jordan; the right-hand side is the last column."""
    for i in range(len(rows)):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j, row in enumerate(rows):
            if j != i:
                rows[j] = [b - row[i] * a for a, b in zip(rows[i], row)]
    return [row[-1] for row in rows]


def fit(cards):
    """Weights of a softmax over the options of a set, by Newton's method."""
    size = range(len(cards[0][0][1][0]))
    weights = [0.0 for _ in size]
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE * (i == j) for j in size] for i in size]
        for sets in cards:
            for _, rows in sets:
                odds = [math.exp(dot(weights, row)) for row in rows]
                odds = [odd / sum(odds) for odd in odds]
                mean = [dot(odds, column) for column in zip(*rows)]
                for i in size:
                    slope[i] += (rows[0][i] - mean[i]) / len(sets)
                for odd, row in zip(odds, rows):
                    off = [a - b for a, b in zip(row, mean)]
                    for line, value in zip(bend, off):
                        part = odd * value / len(sets)
                        for j in size:
                            line[j] += part * off[j]
        step = solve([line + [s] for line, s in zip(bend, slope)])
        weights = [weight + change for weight, change in zip(weights, step)]
    return weights


def share(cards, bot):
    """The per cent of the cards, or parts of them, that a bot gets right."""
    return 100 * sum(sum(bot(picks, rows)[0] for picks, rows in sets)
                     / len(sets) for sets in cards) / len(cards)


def combination(cards, names):
    """Fitted on one half, scored on the other, over seeded splits."""
    total = 0.0
    for seed in range(SPLITS):
        order = sorted(range(len(cards)), key=lambda i: hashlib.sha256(
            f'{seed}:{names[i]}'.encode()).digest())
        weights = fit([cards[i] for i in order[::2]])
        total += share([cards[i] for i in order[1::2]], lambda picks, rows:
                       pick([round(dot(weights, row), 9) for row in rows]))
    return total / SPLITS


def scores(deck):
    cards = [sets_of(card) for card in deck]
    out = {name: share(cards, lambda picks, rows, at=at: picks[at])
           for at, (name, _, _) in enumerate(BOTS)}
    out['combination'] = combination(cards, [card['id'] for card in deck])
    return out


def spoilt(deck):
    """The same deck, with each key made the longest option."""
    deck = copy.deepcopy(deck)
    for card in deck:
        key = key_of(card)
        longest = max(len(wrong['text']) for wrong in card['distractors'])
        while len(key['text']) <= longest:
            key['text'] += CLAUSE
    return deck


def main():
    deck = load(sys.argv[1])
    found = scores(deck)
    print('bot                   score  cards')
    for name, score in found.items():
        print(f'{name:20} {score:4.1f} %  {len(deck):5}')
    control = scores(spoilt(deck))
    if min(control['longest'], control['combination']) < LIMIT:
        print('bots: control not seen: a deck with long keys passed')
        return 1
    caught = [name for name, score in found.items() if score >= LIMIT]
    print(f'bots: at {LIMIT:.0f} % or more: {", ".join(caught) or "none"}')
    return 1 if caught else 0


sys.exit(main())
