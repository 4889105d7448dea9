#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Statistics against SQL: the program studies for weeks under a false clock,
through the start of summer time and a journey over two oceans, with undo,
redo, other grades, a rename, a retired card and marks; then every number of
`stats --json` and `misconceptions --json` is worked out again by queries over
the log and the rows of cards that know nothing of our code.

    stats_check.py PROGRAM [SEED]
"""
import datetime
import glob
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
FAKETIME = next(iter(glob.glob('/usr/lib/*/faketime/libfaketime.so.1')), None)
EPOCH = datetime.date(1970, 1, 1)
BANDS = [0, 1, 2, 4, 8, 15, 31, 91]
DECAY = 0.1542  # w20 of the default parameters
checks, failures = 0, []

# day, zone, local time: Berlin's clocks go forward on 29 March 2026
JOURNEY = [(day, 'Europe/Berlin', time) for day in range(16, 31)
           for time in (('07:50', '21:10') if day != 29 else
                        ('01:30', '03:20', '22:00'))] + \
    [(day, 'America/New_York', '23:30') for day in range(31, 41)] + \
    [(day, 'Asia/Tokyo', '03:40') for day in range(42, 60)]


# ---- a deck, and weeks of study ------------------------------------------------

def card(number):
    """The right statement is pinned: it is always the last letter."""
    name = f'card-{number:02}'
    made = {'id': name, 'objective': f'{number % 3 + 1}.{number % 2 + 1}',
            'question': f'Question {number}?', 'cover': number % 4 != 0}
    if number % 11 == 5:  # a recall card
        return made | {'correct': {'id': 'r', 'text': f'right {number}'}}
    wrong = [{'id': f'w{i}', 'text': f'wrong {number}.{i}'} for i in range(3)]
    if number == 1:  # taken for another card
        wrong[0]['text'] = 'right 2'
    if number % 11 == 7:
        return made | {'distractors': wrong[:2], 'correct': [
            {'id': f'r{i}', 'text': f'right {number}.{i}', 'pin': True}
            for i in range(2)]}
    return made | {'distractors': wrong, 'correct': {
        'id': 'r', 'text': f'right {number}', 'pin': True}}


def deck(names):
    return {'format': 'aiio-deck', 'format_version': 1, 'id': 'weeks',
            'title': 'Weeks', 'outline': [
                {'id': str(d), 'title': f'Domain {d}', 'weight': 10 * d,
                 'objectives': [{'id': f'{d}.{o}', 'title': f'Objective {o}'}
                                for o in (1, 2)]} for d in (1, 2, 3)],
            'cards': [card(n) | {'id': names.get(n, card(n)['id'])} | (
                {'reserve': True} if n in (38, 39) else {})
                for n in range(40) if names.get(n) != 'gone']}


def keys(rng):
    """What a learner might type: mostly right, sometimes anything."""
    lines = []
    for _ in range(rng.randint(4, 16)):
        right = rng.random() < 0.75
        letters = rng.choice(['d', 'd', 'd', 'D']) if right else \
            rng.choice(['a', 'b', 'c', 'A', 'B', '0'])
        lines += ['', letters, 'cd' if right else 'ad',
                  rng.choice('1233334'), '']
        if rng.random() < 0.12:
            lines += rng.choice([['u'], ['u', 'U'], ['u', 'a'], ['u', 'u']])
    return lines


class Weeks:
    def __init__(self):
        self.home = tempfile.mkdtemp(prefix='aiio-stats-')
        self.store = os.path.join(self.home, '.local/share/aiio-study/study.db')

    def run(self, when, zone, *arguments, text='', speed=''):
        env = {'HOME': self.home, 'PATH': '/usr/bin:/bin', 'TZ': zone,
               'LC_ALL': 'C.UTF-8', 'LD_PRELOAD': FAKETIME,
               'FAKETIME': f'@{when}{speed}' if speed else when,
               'AIIO_STUDY_DECKS': '/nonexistent',
               'ASAN_OPTIONS': 'detect_leaks=0:verify_asan_link_order=0'}
        done = subprocess.run([PROGRAM, *arguments], env=env, input=text,
                              capture_output=True, text=True, timeout=120,
                              check=False)
        if done.returncode:
            raise SystemExit(f'{arguments}: {done.returncode} {done.stderr}')
        return done.stdout

    def import_deck(self, when, names, *options):
        path = os.path.join(self.home, 'deck.json')
        with open(path, 'w', encoding='utf-8') as file:
            json.dump(deck(names), file)
        self.run(when, 'UTC', 'import', '--yes', *options, path)

    def study(self):
        rng = random.Random(SEED)
        self.import_deck('2026-03-15 09:00:00', {})
        for n, (day, zone, time) in enumerate(JOURNEY):
            date = datetime.date(2026, 3, 1) + datetime.timedelta(days=day - 1)
            when = f'{date} {time}:00'
            # so much faster that answers take from seconds to minutes
            self.run(when, zone, 'study', '--plain', '--new', '6',
                     text='\n'.join(keys(rng)), speed=' x400000')
            if n == 20:
                self.import_deck(when, {3: 'renamed'}, '--rename',
                                 'card-03=renamed')
            if n == 25:
                self.run(when, zone, 'suspend', 'card-04', 'card-06')
                self.run(when, zone, 'reset', 'card-08', 'card-09')
            if n == 35:
                self.import_deck(when, {3: 'renamed', 10: 'gone'})


# ---- the same numbers by SQL ------------------------------------------------------

def load(db):
    """Table a: standing answers, schedule and grade in force, by today's
    names. What is void is found from the newest entry backwards."""
    void = set()
    for id_, kind, refers in db.execute(
            'SELECT id, kind, refers_to FROM log ORDER BY tick DESC, id DESC'):
        if kind == 'undo' and id_ not in void:
            void.add(refers)
    db.execute('CREATE TEMP TABLE void(id BLOB)')
    db.executemany('INSERT INTO void VALUES (?)', [(id_,) for id_ in void])
    db.execute('''
        CREATE TEMP TABLE a AS SELECT tick, id, at, day, offset_min, deck,
            coalesce((SELECT json_extract(r.body, '$.to') FROM log r WHERE
                r.kind = 'rename' AND r.card = log.card AND r.tick > log.tick),
                card) AS card,
            json_extract(body, '$.correct') AS correct,
            json_extract(body, '$.guess') AS guess,
            json_extract(body, '$.seen') AS seen,
            json_extract(body, '$.from') AS state_before,
            json_array_length(body, '$.shown') AS shown,
            json_array_length(body, '$.chosen') AS chosen,
            min(json_extract(body, '$.ms'), 60000) AS ms,
            body,
            coalesce((SELECT g.body FROM log g WHERE g.kind = 'grade' AND
                g.refers_to = log.id AND g.id NOT IN (SELECT id FROM void)
                ORDER BY g.tick DESC, g.id DESC LIMIT 1), body) AS in_force
        FROM log WHERE kind = 'answer' AND id NOT IN (SELECT id FROM void)''')
    db.execute('''
        CREATE TEMP TABLE r AS SELECT *, max(0, day - before) AS t,
            json_extract(in_force, '$.grade') <> 'again' AS recalled
        FROM (SELECT *,
            lag(day) OVER w AS before,
            lag(json_extract(in_force, '$.interval')) OVER w AS promised,
            lag(json_extract(in_force, '$.retention')) OVER w AS desired
            FROM a WINDOW w AS (PARTITION BY deck, card ORDER BY tick, id))
        WHERE state_before = 'review' AND NOT seen AND before IS NOT NULL''')


def rows(db, query, *values):
    return [tuple(row) for row in db.execute(query, values)]


def one(db, query, *values):
    return rows(db, query, *values)[0]


def near(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return a is not None and b is not None and \
            abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
    return a == b


def equal(name, found, wanted):
    global checks
    found, wanted = [tuple(row) for row in found], list(wanted)
    if len(found) != len(wanted):
        failures.append(f'{name}: {len(found)} rows, SQL has {len(wanted)}')
        return
    for row, right in zip(found, wanted):
        checks += len(right)
        if len(row) != len(right) or not all(map(near, row, right)):
            failures.append(f'{name}: {row}, SQL says {right}')


def values(dicts):
    return [tuple(item.values()) for item in dicts]


def number(day):
    return (datetime.date.fromisoformat(day) - EPOCH).days


def date(day):
    return str(EPOCH + datetime.timedelta(days=day))


def band(column):
    return ' '.join(['CASE'] + [f'WHEN {column} >= {low} THEN {i}'
                                for i, low in reversed(list(enumerate(BANDS)))]
                    + ['END'])


def check_answers(db, stats):
    equal('days', values(stats['days']), [
        (date(day), *rest) for day, *rest in rows(db, '''
            SELECT day, sum(NOT seen), sum(correct AND NOT seen), sum(seen),
                sum(ms) FROM a GROUP BY day ORDER BY day''')])
    equal('hours', values(stats['hours']), [(hour, *one(db, '''
        SELECT count(*), coalesce(sum(correct), 0) FROM a WHERE NOT seen AND
            (at / 60000 + offset_min) / 60 % 24 = ?''', hour))
        for hour in range(24)])
    equal('time', values(stats['time']), [(state, *one(db, '''
        SELECT count(*), coalesce(sum(ms), 0) FROM a WHERE state_before = ?''',
        state)) for state in ('new', 'learning', 'review', 'relearning')])
    equal('answered cards', [(stats['answered_cards'],)], rows(
        db, 'SELECT count(DISTINCT card) FROM a'))
    sure = '''SELECT count(*), coalesce(sum(correct), 0) FROM a
        WHERE NOT seen AND shown > 0 AND chosen > 0 AND guess = ?'''
    confidence = stats['confidence']
    equal('confidence', values([confidence['sure'], confidence['guess']]),
          [one(db, sure, 0), one(db, sure, 1)])
    equal('do not know', [(confidence['dont_know'],)], rows(
        db, 'SELECT count(*) FROM a WHERE NOT seen AND shown > 0 AND chosen = 0'))


def check_recall(db, stats):
    equal('retention', values(stats['retention']), [
        (low, (BANDS + [None])[i + 1] - 1 if i < 7 else None, *one(db, f'''
            SELECT count(*), coalesce(sum(recalled), 0), avg(desired) FROM r
            WHERE {band('t')} = ?''', i)) for i, low in enumerate(BANDS)])
    db.create_function('pow', 2, lambda x, y: x ** y)
    predicted = f'''SELECT *, pow(1 + (pow(desired, {-1 / DECAY}) - 1)
        * t / promised, {-DECAY}) AS p FROM r WHERE promised > 1'''
    equal('calibration', values(stats['calibration']), [
        (10 * i, 10 * i + 10, *one(db, f'''
            SELECT count(*), coalesce(sum(recalled), 0), avg(p)
            FROM ({predicted}) WHERE min(9, CAST(p * 10 AS INTEGER)) = ?''', i))
        for i in range(10)])
    wanted = rows(db, '''
        SELECT 'weeks', objective, sum(NOT retired), sum(NOT retired AND EXISTS
            (SELECT 1 FROM a WHERE a.card = c.id)),
            sum((SELECT count(*) FROM a WHERE a.card = c.id AND NOT seen AND
                state_before IN ('new', 'review'))) AS tries,
            sum((SELECT count(*) FROM a WHERE a.card = c.id AND NOT seen AND
                correct AND state_before IN ('new', 'review'))) AS right_ones,
            sum((SELECT count(*) FROM r WHERE r.card = c.id)),
            sum((SELECT coalesce(sum(recalled), 0) FROM r WHERE
                r.card = c.id)),
            sum((SELECT sum(desired) FROM r WHERE r.card = c.id)) /
            nullif(sum((SELECT count(*) FROM r WHERE r.card = c.id)), 0)
        FROM main.card c GROUP BY objective
        ORDER BY tries < 5, CASE WHEN tries >= 5 THEN 1.0 * right_ones / tries
            END, min(seq)''')
    equal('objectives', values(stats['objectives']), wanted)


def check_cards(db, stats):
    """The rows of cards are what the log promised; the counts are theirs."""
    equal('promises', rows(db, '''
        SELECT id, CASE state WHEN 1 THEN 'learning' WHEN 2 THEN 'review'
            ELSE 'relearning' END, CASE WHEN has_day THEN due_day END
        FROM card WHERE state > 0 ORDER BY id'''), [
        (name, state, number(due) if due else None)
        for name, state, due in rows(db, '''
            SELECT name, json_extract(in_force, '$.state'),
                json_extract(in_force, '$.due_day')
            FROM (SELECT *, card AS name, row_number() OVER
                (PARTITION BY card ORDER BY tick DESC, id DESC) AS n FROM a)
            WHERE n = 1 AND tick > (SELECT coalesce(max(tick), 0) FROM log
                WHERE kind = 'reset' AND log.card = name) ORDER BY name''')])
    cards = stats['cards']
    asked = 'NOT retired AND NOT suspended AND NOT reserve'
    equal('cards', [tuple(cards.values())], [tuple(
        one(db, f'SELECT count(*) FROM card WHERE {where}')[0] for where in
        [f'{asked} AND state = {state}' for state in range(4)] +
        ['NOT retired AND suspended',
         'NOT retired AND reserve AND NOT suspended'])])
    equal('stability', values(stats['stability']), [
        (low, (BANDS + [None])[i + 1], *one(db, f'''SELECT count(*) FROM card
            WHERE NOT retired AND state > 0 AND {band('stability')} = ?''', i))
        for i, low in enumerate(BANDS)])
    today = number(stats['day'])
    equal('due', values(stats['due']), [
        (date(today + i), one(db, f'''SELECT count(*) FROM card WHERE {asked}
            AND (state > 0 OR reset_day > 0) AND max(?, buried_until, CASE
                WHEN state = 0 THEN reset_day WHEN has_day THEN due_day ELSE 0
                END) = ?''', today, today + i)[0]) for i in range(30)])


def check_misconceptions(db, found):
    """Of the statements that are wrong by the deck as it is."""
    wanted = rows(db, '''
        WITH wrong AS (SELECT a.*, value AS statement
            FROM a, json_each(body, '$.chosen') WHERE NOT correct),
        falls AS (SELECT card, statement, count(*) AS times,
            sum(NOT guess) AS believed, max(tick) AS last FROM wrong
            GROUP BY card, statement),
        items AS (SELECT f.*, (SELECT day FROM a WHERE tick = last) AS last_day,
            (SELECT count(DISTINCT day) FROM a WHERE a.card = f.card AND
                correct AND tick > last) >= 2 AS overcome
            FROM falls f JOIN main.card c ON c.id = f.card
            WHERE NOT c.retired AND f.statement LIKE 'w%')
        SELECT 'weeks', card, statement, times, believed, last_day, overcome
        FROM items ORDER BY overcome, believed DESC, times DESC,
            last_day DESC, card, statement''')
    equal('misconceptions', [tuple(item.values())[:7] for item in found],
          [(deck_, name, statement, times, believed, date(day), bool(overcome))
           for deck_, name, statement, times, believed, day, overcome
           in wanted])
    equal('pairs', [(item['card'], item['statement'], item['pair'])
                    for item in found if item['pair']],
          [('card-01', 'w0', 'card-02') for item in found
           if (item['card'], item['statement']) == ('card-01', 'w0')])


def describe(db):
    """The log crosses what it is meant to cross."""
    offsets = {row[0] for row in rows(db, 'SELECT DISTINCT offset_min FROM a')}
    kinds = dict(rows(db, 'SELECT kind, count(*) FROM log GROUP BY kind'))
    answers, reviews = one(db, 'SELECT (SELECT count(*) FROM a), count(*) '
                               'FROM r')
    if not {60, 120, -240, 540} <= offsets or reviews < 100 or \
            min(kinds.get(kind, 0) for kind in
                ('undo', 'grade', 'rename', 'reset', 'suspend')) == 0 or \
            not one(db, 'SELECT count(*) FROM a WHERE seen')[0] or \
            not one(db, 'SELECT count(*) FROM a WHERE ms > 9000')[0]:
        failures.append(f'a log too tame: {offsets} {reviews} {kinds}')
    return f'{answers} answers, {reviews} reviews, {kinds["undo"]} undos, ' \
           f'{kinds["grade"]} grades'


def main():
    if not FAKETIME:
        print('not here: libfaketime')
        return
    weeks = Weeks()
    try:
        weeks.study()
        when = ('2026-04-30 12:00:00', 'UTC')
        stats = json.loads(weeks.run(*when, 'stats', '--json'))
        found = json.loads(weeks.run(*when, 'misconceptions', '--json'))
        db = sqlite3.connect(weeks.store)
        load(db)
        words = describe(db)
        check_answers(db, stats)
        check_recall(db, stats)
        check_cards(db, stats)
        check_misconceptions(db, found)
        db.close()
    finally:
        shutil.rmtree(weeks.home, ignore_errors=True)
    for failure in failures:
        print(failure)
    print(f'{checks} numbers compared over {words}, {len(failures)} differ')
    sys.exit(1 if failures else 0)


main()
