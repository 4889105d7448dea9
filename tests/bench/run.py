#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs the measurements of `make bench` and prints them as a table and JSON.

    run.py BUILD [NAME…]      NAME: import check answer start memory fsrs frame
                         search
"""
import json
import os
import pty
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
NAMES = sys.argv[2:] or ['import', 'check', 'answer', 'start', 'memory', 'fsrs',
                         'frame', 'search']
BENCH = os.path.join(BUILD, 'bench', 'bench')
HELLO = os.path.join(BUILD, 'bench', 'hello')
PROGRAM = os.path.join(BUILD, 'aiio-study')
SIZES = [1000, 100000, 1000000]
rows = []


def bench(*arguments):
    done = subprocess.run([BENCH, *map(str, arguments)], check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout) if done.stdout.strip() else {}


def row(what, ours, limit, ratio, goal, met):
    rows.append({'what': what, 'measured': ours, 'yardstick': limit,
                 'ratio': round(ratio, 3) if ratio else None, 'goal': goal,
                 'met': bool(met)})


class Stores:
    """Decks and stores of each size, made once a run."""

    def __init__(self, folder):
        self.folder = folder

    def deck(self, size):
        path = os.path.join(self.folder, f'deck{size}')
        if not os.path.isdir(path):
            bench('deck', size, path)
        return path

    def store(self, size):
        path = os.path.join(self.folder, f'store{size}.db')
        if not os.path.exists(path):
            subprocess.run([PROGRAM, '--db', path, 'import', self.deck(size)],
                           check=True, capture_output=True)
            subprocess.run([PROGRAM, '--db', path, 'goal', 'none'], check=True,
                           capture_output=True)
        return path


def first_frame(command, wanted):
    """Seconds from exec to the first frame, on a terminal of 80 x 24."""
    start = time.monotonic()
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM='xterm', LINES='24', COLUMNS='80')
        os.execv(command[0], command)
    seen = b''
    while wanted not in seen:
        if not select.select([fd], [], [], 10)[0]:
            raise SystemExit(f'bench: no frame from {command}')
        seen += os.read(fd, 65536)
    spent = time.monotonic() - start
    os.write(fd, b'q')
    try:
        while os.read(fd, 65536):
            pass
    except OSError:
        pass
    os.waitpid(pid, 0)
    os.close(fd)
    return spent


def measure_import(stores):
    found = bench('import', stores.deck(100000), stores.folder)
    ratio = found['import_s'] / found['bare_s']
    row('import 100,000 cards', f"{found['import_s']:.2f} s",
        f"{found['bare_s']:.2f} s: cJSON parse and bare inserts", ratio,
        '<= 1.5', ratio <= 1.5)
    ratio = found['again_s'] / found['import_s']
    row('import the same again', f"{found['again_s']:.2f} s",
        f"{found['import_s']:.2f} s: the first", ratio, '<= 0.5',
        ratio <= 0.5 and not found['wrote_again'])


def measure_check(stores):
    """The lint of 100,000 cards; the yardstick parses the same JSON."""
    deck, spent = stores.deck(100000), []
    for _ in range(3):
        start = time.monotonic()
        subprocess.run([PROGRAM, 'check', deck], check=True,
                       capture_output=True)
        spent.append(time.monotonic() - start)
    start = time.monotonic()
    for folder, _, names in os.walk(deck):
        for name in names:
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                json.load(file)
    parse, mine = time.monotonic() - start, statistics.median(spent)
    row('check 100,000 cards', f'{mine:.2f} s',
        f"{parse:.2f} s: Python's json reads them", mine / parse, '3 s',
        mine <= 3)


def measure_answer(stores):
    times = {}
    for size in SIZES:
        found = bench('answer', stores.store(size))
        times[size] = found['answer_ms'] / found['commit_ms']
        row(f'next card and answer, {size:,} cards',
            f"{found['answer_ms']:.3f} ms",
            f"{found['commit_ms']:.3f} ms: a durable commit", times[size],
            '<= 1.3', times[size] <= 1.3)
    ratio = max(times.values()) / min(times.values())
    row('largest deck against smallest', '', '', ratio, '<= 1.2', ratio <= 1.2)


def measure_start(stores):
    store = stores.store(100000)
    ours, theirs = [], []
    for _ in range(21):
        ours.append(first_frame([PROGRAM, '--db', store], b'All domains'))
        theirs.append(first_frame([HELLO], b'All domains'))
    mine, limit = statistics.median(ours), statistics.median(theirs)
    row('start to first frame, 100,000 cards', f'{mine * 1e3:.2f} ms',
        f'{limit * 1e3:.2f} ms: curses hello', mine / limit, '<= 2',
        mine / limit <= 2)


def peak_kib(pid):
    with open(f'/proc/{pid}/status', encoding='utf-8') as file:
        for line in file:
            if line.startswith('VmHWM:'):
                return int(line.split()[1])
    return 0


def measure_memory(stores):
    command = [PROGRAM, '--db', stores.store(1000000), 'study', '--plain',
               '--new', '9999']
    run = subprocess.Popen(command, stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, text=True, bufsize=1)
    for _ in range(200):
        run.stdin.write('a\n\n')
    run.stdin.write('?\n')
    run.stdin.flush()
    for line in run.stdout:
        if line.startswith('a-h choose'):
            break
    mib = peak_kib(run.pid) / 1024
    run.stdin.close()
    run.stdout.read()
    run.wait()
    row('memory while studying 1,000,000 cards', f'{mib:.1f} MiB', '', None,
        '<= 32 MiB', mib <= 32)


def measure_fsrs(_):
    found = bench('fsrs')
    ratio = found['step_ns'] / found['calls_ns']
    row('one FSRS step', f"{found['step_ns']:.0f} ns",
        f"{found['calls_ns']:.0f} ns: its exp, log, pow", ratio, '<= 1.3',
        ratio <= 1.3)


def measure_frame(stores):
    found = bench('frame', stores.store(1000))
    row('a frame of the study screen', f"{found['view_us']:.0f} us CPU", '',
        None, '<= 1 ms', found['view_us'] <= 1000)


def measure_search(stores):
    for size, goal in ((10000, 10), (100000, 100)):
        found = bench('search', stores.store(size))
        for name, words in (('few', 'few have'), ('all', 'all have')):
            mine = found[f'{name}_ms']
            row(f'a text that {words}, in {size:,} cards', f'{mine:.1f} ms',
                '', None, f'<= {goal} ms', mine <= goal)


def main():
    folder = tempfile.mkdtemp(prefix='aiio-bench-')
    os.environ['AIIO_STUDY_DECKS'] = folder
    os.environ['XDG_CONFIG_HOME'] = folder
    os.environ['LC_ALL'] = 'C.UTF-8'
    try:
        for name in NAMES:
            globals()['measure_' + name](Stores(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print('| what | measured | yardstick in the same run | ratio | goal | met |')
    print('|---|---|---|---|---|---|')
    for r in rows:
        ratio = f"{r['ratio']:.2f}" if r['ratio'] else ''
        print(f"| {r['what']} | {r['measured']} | {r['yardstick']} | {ratio} "
              f"| {r['goal']} | {'yes' if r['met'] else 'no'} |")
    print()
    print(json.dumps(rows))


main()
