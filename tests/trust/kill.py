#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Kills the program while it answers cards: kill.py BUILD N [--control NAME]

A plain session answers as fast as it can and is killed with SIGKILL at a
random moment. What it had confirmed must be in the log exactly once, in its
order; at most one more answer, saved and not yet confirmed, may stand there.
The same store is killed again and again.

`--control lost` and `--control doubled` look at a copy of the store of which
one row of the log was deleted or repeated: the run must then fail.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

CARDS = 2000
KILLS_A_STORE = 100
DECK = 'kill'


def write_deck(path):
    cards = [{
        'id': 'c%04d' % i,
        'question': 'Question c%04d?' % i,
        'correct': {'text': 'yes %d' % i, 'why': 'it is'},
        'distractors': [{'text': 'no %d' % i, 'why': 'it is not'},
                        {'text': 'never %d' % i, 'why': 'it is not'}],
    } for i in range(CARDS)]
    with open(path, 'w') as file:
        json.dump({'format': 'aiio-deck', 'id': DECK, 'title': 'Kill',
                   'cards': cards}, file)


class Run:
    def __init__(self, program, seed):
        self.program = program
        self.random = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix='aiio-kill-')
        self.store = self.folder + '/study.db'
        self.environment = {
            'HOME': self.folder, 'PATH': os.environ.get('PATH', ''),
            'XDG_CONFIG_HOME': self.folder + '/config', 'TZ': 'UTC',
            'LANG': 'C.UTF-8', 'AIIO_STUDY_DECKS': self.folder + '/none'}
        self.lost = self.doubled = self.confirmed = self.unconfirmed = 0
        self.faults = []
        self.deck = self.folder + '/deck.json'
        write_deck(self.deck)
        self.new_store()
        shutil.copy(self.store, self.folder + '/empty.db')

    def run(self, *words):
        return subprocess.run([self.program, '--db', self.store, *words],
                              env=self.environment, check=True, timeout=60,
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE).stdout

    def new_store(self):
        self.known = 0
        for name in (self.store, self.store + '-journal'):
            if os.path.exists(name):
                os.unlink(name)
        if os.path.exists(self.folder + '/empty.db'):
            shutil.copy(self.folder + '/empty.db', self.store)
        else:
            self.run('import', self.deck)

    # ---- one kill ------------------------------------------------------------

    def answer_and_kill(self):
        """The cards whose answers were confirmed, in order."""
        child = subprocess.Popen(
            [self.program, '--db', self.store, 'study', '--plain', '--new',
             '9999', '--limit', '9999'], env=self.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        # Far more than it can take: it never waits for a line.
        child.stdin.write(b'a\n\nb\n\n' * 200)
        child.stdin.flush()
        first = b''
        if self.random.random() < 0.8:  # the rest dies while starting
            first = child.stdout.readline()
        end = time.monotonic() + self.random.uniform(0, 0.04)
        while time.monotonic() < end:
            time.sleep(0.0003)
        child.send_signal(signal.SIGKILL)
        text = first + child.stdout.read()
        child.wait()
        child.stdin.close()
        child.stdout.close()
        return confirmed_cards(text.decode())

    # ---- looking -------------------------------------------------------------

    def check(self, number, confirmed, control=None):
        self.run('decks')  # a start plays back what was left half-done
        path = self.store
        spoilt = 0
        if control:
            path = self.folder + '/copy.db'
            shutil.copy(self.store, path)
            spoilt = spoil(path, control)
        db = sqlite3.connect('file:%s?mode=ro' % path, uri=True)
        integrity = db.execute('PRAGMA integrity_check').fetchone()[0]
        logged = [row[0] for row in db.execute(
            "SELECT card FROM log WHERE kind = 'answer' ORDER BY place")]
        counted = db.execute('SELECT total(answers) FROM card').fetchone()[0]
        db.close()
        fresh = logged[self.known:]
        self.compare(number, confirmed, fresh)
        if integrity != 'ok':
            self.faults.append('kill %d: integrity: %s' % (number, integrity))
        if int(counted) != len(logged):
            self.faults.append('kill %d: %d answers in the log, %d with the '
                               'cards' % (number, len(logged), counted))
        self.known = len(logged) - spoilt
        self.confirmed += len(confirmed)
        self.unconfirmed += max(0, len(fresh) - len(confirmed))

    def compare(self, number, confirmed, fresh):
        lost = sum(max(0, confirmed.count(card) - fresh.count(card))
                   for card in set(confirmed))
        more = len(fresh) - (len(confirmed) - lost)
        self.lost += lost
        self.doubled += max(0, more - 1)
        if fresh[:len(confirmed)] != confirmed or more > 1:
            self.faults.append('kill %d: confirmed %s\n    in the log %s' %
                               (number, confirmed, fresh))


def confirmed_cards(text):
    cards, current = [], None
    for line in text.split('\n')[:-1]:  # the last one was cut
        if line.startswith('Question '):
            current = line.split()[1].rstrip('?')
        elif line.startswith(('Right.', 'Wrong.')):
            cards.append(current)
    return cards


def spoil(path, control):
    """Returns how many rows more there are now."""
    db = sqlite3.connect(path)
    for trigger in ('log_no_delete', 'log_no_update'):
        db.execute('DROP TRIGGER IF EXISTS ' + trigger)
    last = ("(SELECT id FROM log WHERE kind = 'answer'"
            ' ORDER BY place DESC LIMIT 1 OFFSET 1)')
    if control == 'lost':
        db.execute('DELETE FROM log WHERE id = ' + last)
    else:
        for _ in range(2):
            db.execute('INSERT INTO log SELECT (SELECT 1 + max(place) FROM log'
                       ' AS other WHERE other.tick = log.tick),'
                       ' randomblob(16), tick, at, day,'
                       ' offset_min, machine, kind, deck, card, refers_to,'
                       ' body FROM log WHERE id = ' + last)
    db.commit()
    db.close()
    return -1 if control == 'lost' else 2


def main():
    words = sys.argv[1:]
    control = None
    if '--control' in words:
        at = words.index('--control')
        control = words[at + 1]
        del words[at:at + 2]
    if len(words) != 2 or control not in (None, 'lost', 'doubled'):
        sys.exit(__doc__)
    kills = int(words[1])
    seed = int(os.environ.get('SEED') or 1)
    run = Run(os.path.join(os.path.abspath(words[0]),
                           'release/aiio-study'), seed)
    started = time.monotonic()
    try:
        for number in range(1, kills + 1):
            if number % KILLS_A_STORE == 0:
                run.new_store()
            confirmed = run.answer_and_kill()
            run.check(number, confirmed,
                      control if len(confirmed) > 2 else None)
    finally:
        shutil.rmtree(run.folder, ignore_errors=True)
    for fault in run.faults[:10]:
        print(fault)
    print('%d kills in %.0f s, seed %d: %d answers confirmed, %d saved and '
          'not yet confirmed' % (kills, time.monotonic() - started, seed,
                                 run.confirmed, run.unconfirmed))
    print('%d kills: %d answers lost, %d doubled, %d other faults' % (
        kills, run.lost, run.doubled, len(run.faults)))
    return 1 if run.lost or run.doubled or run.faults else 0


if __name__ == '__main__':
    sys.exit(main())
