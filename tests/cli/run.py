#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The command line: case files, and faults that a file cannot say.

    run.py PROGRAM [CASE…]

A case file is a list of commands, each in the store that the file began with:

    # a comment
    @ 2026-12-01 09:00:00      the clock from here on (libfaketime)
    $ log --json               the command
    % aiio-study log | wc -l   or a line for sh, in the fresh home; $DATA
                               is tests/data/cli, $ROOT the source tree
    ? command -v zsh           the rest of the file needs this
    < line                     standard input
    > line                     standard output, exactly, line by line
    >~ pattern                 or a line that matches
    >...                       or any lines
    2~ pattern                 a line of standard error that matches
    = 3                        exit status (0 unless said)

Without a > line standard output is not compared; "> nothing" wants none.
"""
import glob
import json
import os
import pty
import random
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
FAKETIME = next(iter(glob.glob('/usr/lib/*/faketime/libfaketime.so.1')), None)
passed, failures = 0, []


class Home:
    """A fresh home, and the program run in it."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix='aiio-cli-')
        self.time = None
        self.env = {'HOME': self.path, 'PATH': '/usr/bin:/bin', 'TZ': 'UTC',
                    'LC_ALL': 'C.UTF-8', 'TERM': 'dumb',
                    'AIIO_STUDY_DECKS': os.path.join(ROOT, 'tests/data/none'),
                    'ASAN_OPTIONS': 'detect_leaks=0:verify_asan_link_order=0'}
        self.store = os.path.join(self.path,
                                  '.local/share/aiio-study/study.db')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def run(self, arguments, text='', **options):
        env = dict(self.env)
        if self.time and FAKETIME:
            env['LD_PRELOAD'] = FAKETIME
            env['FAKETIME'] = self.time
            env['FAKETIME_DONT_FAKE_MONOTONIC'] = '1'
        options.setdefault('stdout', subprocess.PIPE)
        options.setdefault('stderr', subprocess.PIPE)
        if 'stdin' not in options:
            options['input'] = text
        done = subprocess.run([PROGRAM, *arguments], env=env, cwd=ROOT,
                              check=False, text=True, timeout=60, **options)
        return done


    def shell(self, line, text=''):
        """A line for sh in the home, with aiio-study on the PATH. Root keeps
        to the rights of files as everybody does."""
        tools = os.path.join(self.path, 'bin')
        wrapper = os.path.join(tools, 'aiio-study')
        clock = f'export LD_PRELOAD={FAKETIME} FAKETIME={shlex.quote(self.time)}' \
            if self.time and FAKETIME else ''
        os.makedirs(tools, exist_ok=True)
        with open(wrapper, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\n{clock}\nexec {shlex.quote(PROGRAM)} "$@"\n')
        os.chmod(wrapper, 0o755)
        env = dict(self.env, PATH=f'{tools}:{self.env["PATH"]}', ROOT=ROOT,
                   DATA=os.path.join(ROOT, 'tests/data/cli'),
                   FAKETIME_DONT_FAKE_MONOTONIC='1')
        drop = ['setpriv', '--bounding-set=-dac_override,-dac_read_search',
                '--inh-caps=-all'] if os.geteuid() == 0 and \
            shutil.which('setpriv') else []
        return subprocess.run([*drop, '/bin/sh', '-c', line], env=env,
                              cwd=self.path, input=text, check=False, text=True,
                              timeout=60, errors='replace',
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def judge(name, complaint):
    global passed
    if complaint:
        failures.append(f'{name}: {complaint}')
    else:
        passed += 1


# ---- case files -----------------------------------------------------------

def read_case(path):
    """Steps: (time, command, stdin, out, err, status)."""
    steps, time = [], None
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file.read().split('\n'), 1):
            mark, _, rest = line.partition(' ')
            if mark == '@':
                time = rest
            elif mark in ('$', '%', '?'):
                steps.append({'line': number, 'time': time, 'command': rest,
                              'mark': mark, 'in': [], 'out': [], 'err': [],
                              'status': 0})
            elif mark == '<':
                steps[-1]['in'].append(rest)
            elif mark in ('>', '>~', '>...'):
                steps[-1]['out'].append((mark, rest))
            elif mark == '2~':
                steps[-1]['err'].append(rest)
            elif mark == '=':
                steps[-1]['status'] = int(rest)
            elif line and not line.startswith('#'):
                raise SystemExit(f'{path}:{number}: not understood: {line}')
    return steps


def compare_out(step, text):
    if not step['out']:
        return None
    lines = text.split('\n')[:-1] if text.endswith('\n') else text.split('\n')
    if step['out'] == [('>', 'nothing')]:
        return f'expected no output, found {text!r}' if text else None
    # the numbers of lines that the expected ones so far can have taken
    taken = {0}
    for mark, wanted in step['out']:
        if mark == '>...':
            taken = set(range(min(taken), len(lines) + 1))
            continue
        last = max(taken)
        taken = {n + 1 for n in taken if n < len(lines) and (
            re.search(wanted, lines[n]) if mark == '>~'
            else wanted == lines[n])}
        if not taken:
            found = lines[last] if last < len(lines) else 'the end'
            return f'expected {wanted!r}\nfound    {found!r} in\n{text}'
    return None if len(lines) in taken else \
        f'more lines than expected:\n{text}'


def compare(step, done):
    if done.returncode != step['status']:
        return (f'status {done.returncode}, expected {step["status"]}\n'
                f'{done.stdout}{done.stderr}')
    for wanted in step['err']:
        if not re.search(wanted, done.stderr):
            return f'standard error lacks {wanted!r}:\n{done.stderr}'
    return compare_out(step, done.stdout)


def run_case(path):
    with Home() as home:
        for step in read_case(path):
            home.time = step['time']
            text = ''.join(line + '\n' for line in step['in'])
            done = home.run(shlex.split(step['command']), text) \
                if step['mark'] == '$' else home.shell(step['command'], text)
            if step['mark'] == '?' and done.returncode:
                print(f'{os.path.basename(path)}:{step["line"]}: not here: '
                      f'{step["command"]}')
                return
            if step['mark'] == '?':
                continue
            judge(f'{os.path.basename(path)}:{step["line"]}',
                  compare(step, done))


# ---- faults ---------------------------------------------------------------

COMMANDS = [['import', 'tests/data/cli/sums.json'],
            ['check', 'tests/data/cli/sums.json'], ['due'], ['log'],
            ['stats'], ['stats', '--json'], ['misconceptions', '--json'],
            ['card', 'two-and-two'], ['flag', 'two-and-two'], ['undo'],
            ['export'], ['goal'], ['decks'], ['settings'], ['keys'],
            ['completion', 'bash'], ['help'], ['help', 'deck'], ['man', '1'],
            ['man', '5'], ['study', '--plain'], ['--version'], ['--help']]


def prepared(home):
    home.run(['import', 'tests/data/cli/sums.json'])
    home.run(['study', '--plain'], 'a\n')


def test_full_device():
    """Output that does not go out is not success."""
    for command in COMMANDS:
        if command[0] == 'log':
            continue  # an empty log prints nothing, below one that is not
        with Home() as home, open('/dev/full', 'w', encoding='utf-8') as full:
            prepared(home)
            done = home.run(command, stdout=full)
            judge('/dev/full ' + ' '.join(command),
                  None if done.returncode == 1 and done.stderr
                  else f'status {done.returncode}: {done.stderr}')


def test_closed_descriptors():
    for closed in ('<&-', '>&-', '2>&-', '<&- >&- 2>&-'):
        with Home() as home:
            prepared(home)
            done = subprocess.run(f'exec {shlex.quote(PROGRAM)} decks {closed}',
                                  shell=True, env=home.env, check=False,
                                  capture_output=True)
            store = sqlite3.connect(home.store)
            fine = store.execute('PRAGMA integrity_check').fetchone()[0]
            store.close()
            judge(f'closed {closed}', None if fine == 'ok' and
                  done.returncode in (0, 1) else
                  f'{done.returncode} {fine} {done.stderr}')


def test_broken_pipe():
    with Home() as home:
        prepared(home)
        done = subprocess.run(
            f'{shlex.quote(PROGRAM)} keys | head -n 1', shell=True,
            env=home.env, check=False, capture_output=True, text=True)
        judge('broken pipe', None if not done.stderr else done.stderr)


def unusable(name, make, words, status):
    """A store that cannot be used: told in words, and left as it is."""
    with Home() as home:
        os.makedirs(os.path.dirname(home.store))
        make(home.store)
        before = b'' if os.path.isdir(home.store) else \
            open(home.store, 'rb').read()
        done = home.run(['due'])
        after = b'' if os.path.isdir(home.store) else \
            open(home.store, 'rb').read()
        fine = done.returncode == status and before == after and \
            re.search(words, done.stderr)
        judge(name, None if fine else
              f'status {done.returncode}, {done.stderr!r}, '
              f'{"unchanged" if before == after else "CHANGED"}')
        for command in (['--help'], ['--version']):
            done = home.run(command)
            judge(f'{name} {command[0]}',
                  None if done.returncode == 0 and done.stdout
                  else done.stderr)


def write_bytes(data):
    def make(path):
        with open(path, 'wb') as file:
            file.write(data)
    return make


def other_program(path):
    db = sqlite3.connect(path)
    db.execute('PRAGMA application_id=1234')
    db.execute('CREATE TABLE t(a)')
    db.commit()
    db.close()


def newer(path):
    with Home() as home:
        prepared(home)
        shutil.copy(home.store, path)
    db = sqlite3.connect(path)
    db.execute('PRAGMA user_version=99')
    db.commit()
    db.close()


def damaged(path):
    with Home() as home:
        prepared(home)
        data = bytearray(open(home.store, 'rb').read())
    data[4096:] = b'\xa5' * (len(data) - 4096)
    write_bytes(bytes(data))(path)


def test_stores():
    unusable('a folder in its place', os.mkdir, 'folder|directory', 1)
    unusable('no database', write_bytes(b'hello world ' * 400),
             'not a|no database|damaged', 5)
    unusable('another program', other_program, 'another program', 5)
    unusable('a newer version', newer, 'newer', 5)
    unusable('a damaged store', damaged, 'damaged', 5)


def test_environment():
    with Home() as home:
        del home.env['HOME']
        done = home.run(['--db', os.path.join(home.path, 'a.db'), 'decks'])
        judge('no HOME, --db', None if done.returncode == 0 else done.stderr)
        done = home.run(['--help'])
        judge('no HOME, --help', None if done.returncode == 0 else done.stderr)
    with Home() as home:
        home.env['XDG_DATA_HOME'] = 'relative'
        home.run(['decks'])
        judge('a relative XDG path is ignored',
              None if os.path.exists(home.store) else 'no store at home')
    with Home() as home:
        home.env['LC_ALL'] = 'no_SUCH.locale'
        prepared(home)
        done = home.run(['study', '--plain'], 'q\n')
        judge('no locale', None if done.returncode == 0 else done.stderr)
    with Home() as home:
        prepared(home)
        modes = [os.stat(path).st_mode & 0o777 for path in
                 (home.store, os.path.dirname(home.store))]
        judge('rights', None if modes == [0o600, 0o700] else oct(modes[0]))


def test_busy():
    with Home() as home:
        prepared(home)
        other = sqlite3.connect(home.store)
        other.execute('BEGIN EXCLUSIVE')
        done = home.run(['flag', 'two-and-two'])
        other.rollback()
        other.close()
        judge('busy', None if done.returncode == 4 and 'another program' in
              done.stderr else f'{done.returncode} {done.stderr}')


def test_unsaved():
    """An answer that is not saved is told, tried again, or left behind."""
    for line, status, answers in (('r', 0, 1), ('q', 1, 0), ('', 1, 0)):
        with Home() as home:
            home.run(['import', 'tests/data/cli/sums.json'])
            other = sqlite3.connect(home.store, isolation_level=None)
            with subprocess.Popen([PROGRAM, 'study', '--plain'], env=home.env,
                                  text=True, bufsize=1, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as program:
                wait_for(program, 'B  ')
                other.execute('BEGIN EXCLUSIVE')
                program.stdin.write('a\n')
                said = wait_for(program, 'Not saved: ')
                other.execute('ROLLBACK')
                program.stdin.write(line + '\n' if line else '')
                program.stdin.close()
                rest, err = program.stdout.read(), program.stderr.read()
            other.close()
            log = home.run(['log']).stdout.count('  answer  ')
            judge(f'unsaved, then {line or "the end of the input"}',
                  None if 'r tries again' in said and log == answers and
                  program.returncode == status and
                  (status == 0 or 'an answer was not saved' in err)
                  else f'{program.returncode} {log} {said}{rest}{err}')


def test_confirm():
    """A file that retires many cards asks on a terminal; only y goes on."""
    deck = {'format': 'aiio-deck', 'id': 'many', 'title': 'Many', 'cards': [
        {'id': f'c{i}', 'question': f'{i}?', 'correct': {'text': 'yes'}}
        for i in range(7)]}
    for typed, status, left in ((b'n\n', 1, 7), (b'\n', 1, 7), (b'\4', 1, 7),
                                (b'y\n', 0, 1), (None, 3, 7)):
        with Home() as home:
            path = os.path.join(home.path, 'many.json')
            for cards in (deck['cards'], deck['cards'][:1]):
                with open(path, 'w', encoding='utf-8') as file:
                    json.dump(dict(deck, cards=cards), file)
                if cards is deck['cards']:
                    home.run(['import', path])
            master, slave = pty.openpty()
            if typed is None:
                done = home.run(['import', path])
            else:
                os.write(master, typed)
                done = home.run(['import', path], stdin=slave)
            os.close(master)
            os.close(slave)
            found = home.run(['decks']).stdout.split()[1]
            judge(f'retiring many, {typed} typed', None
                  if done.returncode == status and found == str(left)
                  else f'{done.returncode} {found} {done.stderr}')


def test_hostile_log():
    """What another machine's log has never reaches the terminal."""
    with Home() as home:
        prepared(home)
        home.run(['flag', 'nine'])
        store = sqlite3.connect(home.store)
        store.execute("""INSERT INTO log SELECT place + 1024, randomblob(16),
            tick + 1, at, day, offset_min, machine,
            'k' || char(27) || '[31m', deck, card, NULL,
            '{"a":"' || char(0x202e) || '",\n"b":[1,{"c":null}]}'
            FROM log WHERE kind = 'flag'""")
        store.commit()
        store.close()
        for command in (['log'], ['log', '--json'], ['card', 'nine'],
                        ['card', 'nine', '--json']):
            done = home.run(command)
            judge('a hostile log: ' + ' '.join(command), None
                  if done.returncode == 0 and 'k' in done.stdout and
                  not re.search('[\x1b\u202e\r]', done.stdout)
                  else f'{done.returncode} {done.stdout!r} {done.stderr}')
        last = json.loads(home.run(['log', '--json']).stdout.split('\n')[-2])
        judge('a hostile log: JSON', None if last['a'] == '\u202e' and
              last['b'] == [1, {'c': None}] else repr(last))
        store = sqlite3.connect(home.store)
        for number in (1, 2):  # two undos that name each other
            store.execute("""INSERT INTO log SELECT place + 2048 + 1024 * :n,
                :id, tick + 2 + :n, at, day, offset_min, machine, 'undo',
                deck, card, :other, '{}' FROM log WHERE kind = 'flag'""",
                          {'n': number, 'id': bytes([number] * 16),
                           'other': bytes([3 - number] * 16)})
        store.commit()
        store.close()
        done = home.run(['undo', '02' * 16])
        judge('a hostile log: undos in a ring', None if done.returncode == 0
              else f'{done.returncode} {done.stdout!r} {done.stderr}')


def test_any_lines():
    """A session survives any lines, and the log holds what it said."""
    keys = random.Random(7)
    for _ in range(12):
        with Home() as home:
            home.run(['import', 'tests/data/cli/kinds.json',
                      'tests/data/cli/outlined.json'])
            lines = ''.join(keys.choice(
                ['', '', 'a', 'b', 'A', 'ab', 'cd', '0', '1', '3', '4', 'u',
                 'U', 'p', 't', 'w', 'f', '@', '-', '*', 'x', '?']) + '\n'
                for _ in range(120))
            done = home.run(['study', '--plain'], lines)
            rest = home.run(['log', '--json'])
            entries = [json.loads(line) for line in
                       rest.stdout.split('\n')[:-1]]
            judge('any lines', None if done.returncode == 0 and
                  not done.stderr and len({e['id'] for e in entries}) ==
                  len(entries) else f'{done.returncode} {done.stderr}\n{lines}')


def wait_for(program, beginning):
    """Reads lines up to one that begins so; '' when there is none."""
    for line in program.stdout:
        if line.startswith(beginning):
            return line
    return ''


def test_grade_of_an_answer_that_is_no_longer_the_last():
    """Two sessions show one card: a grade never lands on the other's answer."""
    with Home() as home:
        home.run(['import', 'tests/data/cli/one.json'])
        first = subprocess.Popen([PROGRAM, 'study', '--plain'], env=home.env,
                                 cwd=ROOT, stdin=subprocess.PIPE, text=True,
                                 stdout=subprocess.PIPE, bufsize=1)
        letter = None
        for line in first.stdout:
            found = re.match(r'([AB])  (four|five)', line)
            if found and found.group(2) == 'four':
                letter = found.group(1).lower()
            if found and found.group(1) == 'B':
                break
        first.stdin.write(letter + '\n')
        first.stdin.flush()
        for line in first.stdout:
            if line.startswith('Right.'):
                break
        home.run(['study', '--plain'], '\n0\nq\n')
        first.stdin.write('4\nq\n')
        first.stdin.close()
        said = first.stdout.read()
        first.wait()
        log = home.run(['log', '--json']).stdout
        fine = 'its grade stays' in said and '"kind":"grade"' not in log and \
            log.count('"kind":"answer"') == 2
        judge('a grade after another program has answered',
              None if fine else said + log)


def test_exam_killed_and_taken_up_again():
    """kill -9 in the middle of a mock exam loses no choice."""
    with Home() as home:
        home.run(['import', 'tests/data/cli/outlined.json'])
        exam = subprocess.Popen([PROGRAM, 'exam', '--plain'], env=home.env,
                                cwd=ROOT, stdin=subprocess.PIPE, text=True,
                                stdout=subprocess.PIPE, bufsize=1)
        exam.stdin.write('\na\nn\nb\nm\n')
        exam.stdin.flush()
        wait_for(exam, 'Marked.')
        exam.kill()
        exam.wait()
        killed = sqlite3.connect(home.store).execute(
            "SELECT count(*) FROM log WHERE kind = 'exam_choice'").fetchone()
        said = home.run(['exam', '--plain'], '\nH\ny\nq\n').stdout
        last = json.loads(home.run(['exam', '--json']).stdout)
        chosen = [question['chosen'] == question['shown'][i:i + 1]
                  for i, question in enumerate(last['questions'][:2])]
        fine = killed == (3,) and \
            said.startswith('Mock exam stopped at 2 of 3, ') and \
            'Question 2 of 3, marked' in said and chosen == [True, True] and \
            last['breaks'] == 1 and last['unanswered'] == 1 and \
            last['questions'][1]['marked']
        judge('a mock exam that was killed',
              None if fine else f'{killed}\n{said}\n{last}')


def main():
    chosen = sys.argv[2:]
    for path in chosen or sorted(glob.glob(os.path.join(
            ROOT, 'tests/cli/cases/*.txt'))):
        run_case(path)
    if not chosen:
        for name, test in sorted(globals().items()):
            if name.startswith('test_'):
                test()
    for failure in failures:
        print(failure)
    print(f'{passed} passed, {len(failures)} failed')
    return 1 if failures else 0


sys.exit(main())
