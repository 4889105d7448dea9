#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The program in a real terminal: run.py PROGRAM [WORD...]

Each test has a home of its own. With words, only the tests whose name holds
one of them are run.
"""

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pane import (Failure, Home, Pane, Raw, REPOSITORY, cpu_seconds,  # noqa
                  framed, is_alive, program_below, start_server,
                  status_field, tmux, wait_until, wrapped, wrapped_result)

PROGRAM = ''
TESTS = []
OPEN = []  # homes and terminals of the test that runs
GONE_SECONDS = 10
GONE_CPU = 1.0


def test(function):
    TESTS.append(function)
    return function


def home(**changes):
    made = Home(**changes)
    OPEN.append(made)
    return made


def pane(of, *command, cols=80, rows=24):
    made = Pane(of, *(command or (PROGRAM,)), cols=cols, rows=rows)
    OPEN.append(made)
    return made


def raw(of, *command, cols=80, rows=24):
    made = Raw(of, *(command or (PROGRAM,)), cols=cols, rows=rows)
    OPEN.append(made)
    return made


def close_all():
    for thing in reversed(OPEN):
        if isinstance(thing, Home):
            thing.release()
        else:
            thing.close()
    OPEN.clear()


def expect(condition, what, screen=None):
    if not condition:
        raise Failure(what if screen is None
                      else '%s\n%s' % (what, framed(screen)))


def equal(found, wanted, what):
    expect(found == wanted, '%s: %r, expected %r' % (what, found, wanted))


# ---- a deck whose answers the test knows ------------------------------------


def card(number, **more):
    made = {
        'id': 'card%d' % number,
        'question': 'Question %d?' % number,
        'correct': {'text': 'RIGHT one %d' % number, 'why': 'It holds.'},
        'distractors': [{'text': 'WRONG first', 'why': 'It fails here.'},
                        {'text': 'WRONG second', 'why': 'It fails there.'},
                        {'text': 'WRONG third', 'why': 'It fails twice.'}],
        'short': 'In one sentence.',
        'full': '\n'.join('Line %d of the full text.' % i for i in range(30)),
    }
    made.update(more)
    return made


def choose_two():
    return card(1, correct=[{'text': 'RIGHT one', 'why': 'It holds.'},
                            {'text': 'RIGHT two', 'why': 'It holds.'}],
                distractors=[{'text': 'WRONG one', 'why': 'It fails.'},
                             {'text': 'WRONG two', 'why': 'It fails.'}])


def prepared(cards=None, settings='', **changes):
    """A home with a deck of ours, and the exam day put off."""
    made = home(**changes)
    path = made.path + '/deck.json'
    with open(path, 'w') as file:
        json.dump({'format': 'aiio-deck', 'id': 'test', 'title': 'Test deck',
                   'cards': cards or [card(i) for i in range(1, 9)]}, file,
                  indent=1)
    os.makedirs(made.path + '/config/aiio-study')
    with open(made.path + '/config/aiio-study/config', 'w') as file:
        file.write(settings)
    made.run(PROGRAM, 'import', path)
    made.run(PROGRAM, 'goal', 'none')
    return made


def letters(screen, word):
    return [line.split()[0].lower() for line in screen.splitlines()
            if re.match(r'\s*[A-H]\s.*' + word, line)]


def choose(on, word):
    """Chooses a statement with that word; the answer is on the screen then."""
    screen = on.wait('RIGHT', 'WRONG', 'choose')
    on.type(letters(screen, word)[0])
    return on.wait('It fails' if word == 'WRONG' else 'It holds')


def studying(of, **size):
    on = pane(of, PROGRAM, 'study', **size)
    on.wait('Question')
    return on


# ---- screens ----------------------------------------------------------------


@test
def first_start_asks_the_exam_day_and_then_shows_home():
    of = home()
    on = pane(of)
    on.wait('When is your exam?', 'Exam day')
    on.text('2027')
    on.wait('2027-01-31): 2027')
    on.type('Enter')
    on.wait('that is no date')
    on.type(*['BSpace'] * 4)
    on.text('2099-01-31')
    on.type('Enter')
    screen = on.wait('All domains', 'Essential AI Knowledge', '? help')
    expect('exam in' in screen, 'the exam day is not shown', screen)
    equal(len(of.rows('goal')), 1, 'goals in the log')
    on.type('q')
    on.wait_dead()
    equal(on.exit_status(), 0, 'exit status')


@test
def second_start_shows_home_at_once():
    on = pane(prepared())
    on.wait('Test deck', 'All domains', 'q quit')


@test
def an_answer_is_told_right_or_wrong_and_is_in_the_log():
    of = prepared()
    on = studying(of)
    screen = choose(on, 'RIGHT')
    expect('Right' in screen, 'not told', screen)
    on.type('Enter')
    on.wait_gone('It holds')
    screen = choose(on, 'WRONG')
    expect('Wrong' in screen and 'your choice' in screen, 'not told', screen)
    rows = of.rows()
    equal([body['correct'] for _, body in rows], [True, False], 'the log')


@test
def the_bundled_deck_can_be_studied():
    of = home()
    of.run(PROGRAM, 'study', '--plain')  # the first start imports it
    of.run(PROGRAM, 'goal', 'none')
    on = pane(of, PROGRAM, 'study')
    on.wait("0 don't know")  # whatever kind of card comes first
    on.type('0')
    on.wait('u undo')
    equal(len(of.rows()), 1, 'answers in the log')


@test
def undo_and_redo_take_back_and_put_back():
    of = prepared()
    on = studying(of)
    choose(on, 'WRONG')
    on.type('u')
    on.wait('took back', 'RIGHT', 'choose')
    equal(json.loads(of.run(PROGRAM, 'due', '--json'))['learning'], 0,
          'learning cards after undo')
    on.type('U')
    on.wait('put back', 'It fails')
    equal(json.loads(of.run(PROGRAM, 'due', '--json'))['learning'], 1,
          'learning cards after redo')


@test
def choose_two_marks_and_hands_in():
    of = prepared([choose_two()])
    on = studying(of)
    first, second = letters(on.wait('RIGHT two', 'Enter hand in'), 'RIGHT')
    on.type(first)
    on.wait('*' + first.upper())
    on.type('Enter')
    on.settle()
    equal(of.rows(), [], 'answers with one mark')
    on.type(second)
    on.wait('*' + second.upper())
    on.type('Enter')
    on.wait('Right', 'It holds')
    equal(len(of.rows()), 1, 'answers')


# ---- sizes ------------------------------------------------------------------

SIZES = [(80, 24), (40, 12), (20, 6), (19, 5), (10, 3), (2, 2), (2, 1), (1, 1)]


@test
def starts_at_every_size():
    for cols, rows in SIZES:
        of = prepared()
        for words in ((), ('study',)):
            on = pane(of, PROGRAM, *words, cols=cols, rows=rows)
            on.settle_at(cols, rows)
            screen = on.same_after_redraw() if cols >= 20 else on.settle()
            if cols >= 20:
                expect(('Question' if words else 'All domains') in screen,
                       'at %dx%d' % (cols, rows), screen)
            elif cols > 1:  # curses leaves a last cell empty
                expect(screen.strip() and
                       'needs 20x6, q quits'.startswith(screen.strip()),
                       'at %dx%d' % (cols, rows), screen)
            on.type('q')
            on.wait_dead()
            equal(on.exit_status(), 0, 'exit status')
            on.close()


@test
def resizes_to_every_size_in_every_screen():
    of = prepared()
    on = pane(of)
    on.wait('All domains')
    for steps, text in (([], 'All'), (['Enter'], 'Question'), (['0'], 'know'),
                        (['?'], 'Keys')):
        for step in steps:
            on.type(step)
        on.wait(text)
        for cols, rows in SIZES + [(132, 50), (80, 24)]:
            on.resize(cols, rows)
            on.settle_at(cols, rows)
            if cols >= 20:
                on.same_after_redraw()
        on.wait(text)


@test
def a_storm_of_resizes_leaves_it_whole():
    chance = random.Random(7)
    of = prepared()
    on = pane(of)
    on.wait('All domains')
    keys = ['Enter', '0', 'a', 'b', 'f', 'Space', 'j', 'Down', 'PageUp', '?',
            'Escape', 'u', 'U', 'p', 'd', 'Enter', 'o', 'x', 'v', 'C-l', '*']
    words = []
    for _ in range(300):
        words += ['resize-window', '-t', on.target, '-x',
                  str(chance.randint(1, 200)), '-y',
                  str(chance.randint(1, 60)), ';', 'send-keys', '-t',
                  on.target, chance.choice(keys), ';']
        if len(words) > 60:
            tmux(*words)
            words = []
    for cols, rows in ((80, 24), (33, 9), (120, 40), (20, 6)):
        on.resize(cols, rows)
        on.settle_at(cols, rows)
        expect(not on.is_dead(), 'it ended: ' +
               on.ask('#{pane_dead_status} #{pane_dead_signal}'))
        on.same_after_redraw()


@test
def every_one_of_many_resizes_is_seen():
    """None may be slept over until the next key."""
    on = pane(prepared())
    on.wait('All domains')
    for i in range(12):
        cols = 60 + i * 3
        on.resize(cols, 20 + i)
        wait_until(lambda: on.has_size(cols, 20 + i), 'the size')
        on.wait('\u2500' * cols, deadline=5)


@test
def exported_lines_and_columns_do_not_freeze_the_size():
    on = pane(prepared(LINES='10', COLUMNS='30'))
    on.wait('\u2500' * 80)
    on.resize(100, 30)
    on.wait('\u2500' * 100)


# ---- stopping and going on --------------------------------------------------

SHELLS = [['bash', '--norc', '--noprofile', '--noediting', '-i'],
          ['dash', '-i'], ['zsh', '-f', '-i']]


def in_shell(of, shell, *words):
    of.environment['PS1'] = 'READY> '
    of.environment['ENV'] = ''
    on = pane(of, *shell)
    on.wait('READY>')
    on.text(' '.join((PROGRAM,) + words))
    on.type('Enter')
    return on


def wait_prompt(on):
    def look():
        lines = on.screen().rstrip('\n ').splitlines()
        return bool(lines) and lines[-1].strip() == 'READY>'
    try:
        wait_until(look, 'the prompt of the shell')
    except Failure as failure:
        raise Failure('%s\n%s' % (failure, framed(on.screen()))) from None


def stop_and_resume(shell, resized):
    of = prepared()
    on = in_shell(of, shell, 'study')
    on.wait('Question', 'RIGHT')
    pid = program_below(on.pid, PROGRAM)
    before = on.settle(pid)
    on.type('C-z')
    wait_prompt(on)
    equal(on.modes(), '0 1 0', 'modes while stopped')
    cols, rows = (60, 20) if resized else (80, 24)
    if resized:
        on.resize(cols, rows)
        wait_until(lambda: on.has_size(cols, rows), 'the size')
    on.text('fg')
    on.type('Enter')
    screen = on.wait('Question', 'RIGHT', 'help')
    on.wait('\u2500' * cols)
    screen = on.settle(pid)
    expect(resized or screen == before, 'another screen than before', screen)
    before = screen
    on.spoil()
    on.type('C-l')
    wait_until(lambda: on.screen() == before, 'the same after Ctrl-L')
    choose(on, 'RIGHT')
    equal(len(of.rows()), 1, 'answers')
    on.type('q')
    wait_prompt(on)


@test
def stops_and_resumes_under_the_shells():
    for shell in SHELLS:
        if shutil.which(shell[0]):
            stop_and_resume(shell, False)


@test
def resized_while_stopped_it_comes_back_in_the_new_size():
    for shell in SHELLS:
        if shutil.which(shell[0]):
            stop_and_resume(shell, True)


@test
def stopped_by_sigstop_it_draws_itself_anew():
    for cols, rows in ((80, 24), (60, 20)):
        of = prepared()
        on = pane(of, *wrapped(of, PROGRAM, 'study'))
        on.wait('Question', 'RIGHT')
        pid = program_below(on.pid, PROGRAM)
        on.settle(pid)
        os.kill(pid, signal.SIGSTOP)
        wait_until(lambda: status_field(pid, 'State')[:1] == 'T', 'the stop')
        on.spoil()
        on.resize(cols, rows)
        wait_until(lambda: on.has_size(cols, rows), 'the size')
        os.kill(pid, signal.SIGCONT)
        on.wait_gone('#')
        on.wait('Question', 'RIGHT', 'help', '\u2500' * cols)
        choose(on, 'RIGHT')
        equal(len(of.rows()), 1, 'answers')


@test
def the_time_stopped_does_not_count_as_thinking():
    of = prepared()
    begun = time.monotonic()
    on = in_shell(of, SHELLS[0], 'study')
    on.wait('Question', 'RIGHT')
    on.type('C-z')
    wait_prompt(on)
    stopped = time.monotonic()
    wait_until(lambda: time.monotonic() - stopped > 2, 'two seconds')
    resumed = time.monotonic()
    on.text('fg')
    on.type('Enter')
    on.wait('Question', 'RIGHT')
    choose(on, 'RIGHT')
    running = stopped - begun + time.monotonic() - resumed
    spent = of.rows()[0][1]['ms'] / 1000
    expect(spent <= running, '%.1f s counted, %.1f s running' %
           (spent, running))


# ---- signals ----------------------------------------------------------------


@test
def every_signal_restores_the_terminal_and_is_the_exit_status():
    of = prepared()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP,
                   signal.SIGQUIT, signal.SIGSEGV, signal.SIGABRT,
                   signal.SIGBUS, signal.SIGFPE, signal.SIGILL):
        on = pane(of, *wrapped(of, PROGRAM, 'study'))
        on.wait('Question')
        equal(on.ask('#{alternate_on}'), '1', 'alternate screen')
        os.kill(program_below(on.pid, PROGRAM), number)
        result = wrapped_result(of)
        equal(result['status'], -number, 'status after ' + number.name)
        equal(result['after'], result['before'], 'stty -g, ' + number.name)
        wait_until(lambda: on.modes() == '0 1 0',
                   'modes 0 1 0 after %s, not %s' % (number.name,
                                                     on.modes()))
        os.unlink(of.path + '/wrapped.json')
        on.close()


@test
def a_crash_inside_malloc_restores_the_terminal():
    of = prepared()
    breaker = of.path + '/heap_breaker.so'
    subprocess.run(['cc', '-shared', '-fPIC', '-o', breaker,
                    os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                 'heap_breaker.c')], check=True)
    on = pane(of, *wrapped(of, 'env', 'LD_PRELOAD=' + breaker, PROGRAM,
                           'study'))
    on.wait('Question')
    os.kill(program_below(on.pid, PROGRAM), signal.SIGUSR2)
    on.type('?')
    result = wrapped_result(of)
    equal(result['status'], -signal.SIGABRT, 'status')
    equal(result['after'], result['before'], 'stty -g')
    wait_until(lambda: on.modes() == '0 1 0', 'modes 0 1 0')


@test
def quitting_restores_the_terminal():
    of = prepared()
    on = pane(of, *wrapped(of, PROGRAM))
    on.wait('All domains')
    on.type('q')
    result = wrapped_result(of)
    equal(result['status'], 0, 'status')
    equal(result['after'], result['before'], 'stty -g')
    wait_until(lambda: on.modes() == '0 1 0', 'modes 0 1 0')


@test
def keys_for_signals_end_it_with_that_signal():
    of = prepared()
    for key, number in (('C-c', signal.SIGINT), ('C-\\', signal.SIGQUIT)):
        on = pane(of, PROGRAM)
        on.wait('All domains')
        on.type(key)
        on.wait_dead()
        equal(on.exit_status(), -number, key)
        on.close()


# ---- hang-up ----------------------------------------------------------------

ALWAYS = 'cover = always\n'


def reach_goal():
    on = pane(home())
    on.wait('When is your exam?')
    on.text('2027-0')
    on.wait('): 2027-0')
    return on


def reach_home():
    on = pane(prepared())
    on.wait('All domains')
    return on


def reach_decks():
    on = reach_home()
    on.type('d')
    on.wait('Decks', '8 cards')
    return on


def reach_covered():
    on = studying(prepared(settings=ALWAYS))
    on.wait('Enter show')
    return on


def reach_asking():
    on = studying(prepared())
    on.wait('RIGHT')
    return on


def reach_marking():
    on = studying(prepared([choose_two()]))
    letter = letters(on.wait('RIGHT two'), 'RIGHT')[0]
    on.type(letter)
    on.wait('*' + letter.upper())
    return on


def reach_right():
    on = reach_asking()
    choose(on, 'RIGHT')
    return on


def reach_wrong():
    on = reach_asking()
    choose(on, 'WRONG')
    return on


def reach_help():
    on = reach_asking()
    on.type('?')
    on.wait('Keys')
    return on


def reach_recall():
    on = studying(prepared([card(1, distractors=[])]))
    on.wait('Question 1?')
    return on


def reach_revealed():
    on = reach_recall()
    on.type('Enter')
    on.wait('It holds')
    return on


def reach_done():
    on = studying(prepared([card(1)]))
    choose(on, 'RIGHT')
    on.type('4')
    on.settle()
    on.type('Enter')
    on.wait('Done for today')
    return on


def reach_waiting():
    on = studying(prepared([card(1)], settings='learning_steps = 50m\n'))
    choose(on, 'RIGHT')
    on.type('1')
    on.settle()
    on.type('Enter')
    on.wait('Only cards in their learning steps')
    return on


def reach_unsaved():
    on = reach_asking()
    limit_files(on.pid, 0)
    on.type(letters(on.screen(), 'RIGHT')[0])
    on.wait('Not saved')
    return on


REACH = [reach_goal, reach_home, reach_decks, reach_covered, reach_asking,
         reach_marking, reach_right, reach_wrong, reach_recall,
         reach_revealed, reach_waiting, reach_unsaved, reach_help, reach_done]


def hang_up(on, pid, where):
    """Closes the master; the program must end soon and without burning."""
    cpu = [cpu_seconds(pid)]
    start = cpu[0]
    on.close()

    def ended():
        cpu.append(cpu_seconds(pid))
        return not is_alive(pid)
    wait_until(ended, 'the end after a hang-up in ' + where, GONE_SECONDS)
    expect(max(cpu) - start < GONE_CPU,
           '%s: %.1f s of CPU after a hang-up' % (where, max(cpu) - start))


@test
def a_hang_up_ends_it_in_every_screen():
    for reach in REACH:
        on = reach()
        hang_up(on, on.pid, reach.__name__[6:])


@test
def a_hang_up_ends_it_with_sighup_ignored_or_blocked():
    of = prepared()
    for words in (['env', '--ignore-signal=HUP'], ['env', '--block-signal=HUP'],
                  ['setsid', '-w'],
                  ['env', '--block-signal=HUP', 'setsid', '-w']):
        for plain in (False, True):
            extra = ['--plain'] if plain else []
            on = pane(of, *words, PROGRAM, 'study', *extra)
            on.wait('Question')
            pid = program_below(on.pid, PROGRAM)
            hang_up(on, pid, ' '.join(words + extra))


@test
def a_hang_up_in_the_middle_of_an_answer_keeps_what_was_confirmed():
    of = prepared()
    on = studying(of)
    choose(on, 'WRONG')
    hang_up(on, on.pid, 'answered')
    equal(len(of.rows()), 1, 'answers')


@test
def without_a_terminal_on_its_input_it_does_not_spin():
    of = prepared()
    for redirect in ('</dev/null', '<&-', '<&- >&- 2>&-',
                     '>/dev/null </dev/null',
                     '</dev/null | cat'):
        for words in ('', 'study', 'study --plain'):
            done = subprocess.run(
                ['sh', '-c', 'exec 5>"$2"; "$1" %s %s; echo done >&5' %
                 (words, redirect), 'sh', PROGRAM, of.path + '/done'],
                env=of.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                timeout=GONE_SECONDS)
            expect(b'\033' not in done.stdout, 'an escape byte: ' + redirect)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    reading, writing = os.pipe()
    child = subprocess.Popen([PROGRAM], env=of.environment, stdin=reading,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(reading)
    wait_until(lambda: status_field(child.pid, 'State')[:1] == 'S', 'rest')
    os.close(writing)  # the end of a pipe
    child.communicate(timeout=GONE_SECONDS)
    equal(child.returncode, 0, 'status')
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    expect(after.ru_utime - used.ru_utime < GONE_CPU, 'it spins')


@test
def nohup_and_a_hang_up_leave_nothing_behind():
    of = prepared()
    on = pane(of, 'nohup', PROGRAM, 'study')
    wait_until(lambda: on.is_dead(), 'the end: its input cannot be read')


# ---- kinds of terminals -----------------------------------------------------


@test
def terminals_that_cannot_be_used_get_plain_lines():
    of = prepared()
    for term in (None, '', 'nosuch', 'dumb'):
        of.environment.pop('TERM', None)
        if term is not None:
            of.environment['TERM'] = term
        on = pane(of, PROGRAM, 'study')
        screen = on.wait('studying as plain lines', 'Card 1', 'Question')
        expect('TERM' in screen or term == 'dumb', 'no reason told', screen)
        equal(on.ask('#{alternate_on}'), '0', 'alternate screen')
        on.type('q', 'Enter')
        on.wait_dead()
        equal(on.exit_status(), 0, 'exit status')
        on.close()


@test
def plain_sessions_send_no_escape_byte():
    of = prepared()
    on = raw(of, PROGRAM, 'study', '--plain')
    for text in ('a\n', 'f\n', '\n', '0\n', '?\n', 'u\n', 'q\n'):
        on.write(text.encode())
    wait_until(on.has_ended, 'its end')
    expect(b'Done' in on.bytes or b'Stopped' in on.bytes, repr(on.bytes))
    expect(b'\033' not in on.bytes, 'an escape byte: %r' % on.bytes)


@test
def known_terminals_get_the_screen():
    of = prepared()
    for term in ('vt100', 'linux', 'xterm-256color', 'tmux-256color', 'xterm'):
        of.environment['TERM'] = term
        if subprocess.run(['infocmp', term], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode:
            continue
        on = raw(of, PROGRAM, 'study')
        on.wait('Question')
        on.wait('RIGHT')
        on.write(b'q')
        wait_until(on.has_ended, 'its end under ' + term)
        equal(on.status, 0, 'status under ' + term)
        on.close()
        OPEN.remove(on)


def colors_of(data):
    """Every number of every SGR sequence."""
    found = set()
    for numbers in re.findall(rb'\033\[([0-9;:]*)m', data):
        found.update(numbers.decode().replace(':', ';').split(';'))
    return found


def session_bytes(of, *words):
    on = raw(of, PROGRAM, *words)
    on.wait('All domains')
    on.write(b'\r')
    at = on.wait('RIGHT')
    on.write(b'0')
    at = on.wait('It holds', at)
    on.write(b'f')
    at = on.wait('Line', at)
    on.write(b'\r')
    at = on.wait('choose', at)
    on.write(b'?')
    at = on.wait('Keys', at)
    on.write(b'q')
    on.wait('choose', at)
    on.write(b'qq')
    wait_until(on.has_ended, 'its end')
    return on.bytes


BACKGROUND = {str(i) for i in range(40, 49)} | {str(i) for i in range(100, 108)}
COLORS = {str(i) for i in list(range(30, 39)) + list(range(90, 98))}


@test
def colors_are_drawn_on_the_background_that_is_there():
    for term in ('xterm-256color', 'xterm', 'linux'):
        found = colors_of(session_bytes(prepared(TERM=term)))
        expect(found & COLORS, 'no colour under ' + term)
        expect(not found & BACKGROUND, 'a background: %s' % sorted(found))
        expect(not found & {'30', '34', '37', '90', '97'},
               'black, blue or white: %s' % sorted(found))


@test
def no_color_is_obeyed():
    found = colors_of(session_bytes(prepared(NO_COLOR='1')))
    expect(not found & (COLORS | BACKGROUND), 'colours: %s' % sorted(found))
    expect(found & {'1', '2', '7'}, 'no attribute either')
    found = colors_of(session_bytes(prepared(NO_COLOR='')))
    expect(found & COLORS, 'an empty NO_COLOR took the colours away')
    found = colors_of(session_bytes(prepared(NO_COLOR='1'), '--color',
                                    'always'))
    expect(found & COLORS, '--color does not beat NO_COLOR')


@test
def a_locale_that_is_not_utf8_gets_ascii():
    wide = card(1, question='Question 1 \u2014 na\u00efve \u6f22\u5b57?')
    folder = home().path
    for source, codes in (('de_DE', 'ISO-8859-1'), ('ja_JP', 'EUC-JP')):
        subprocess.run(['localedef', '-i', source, '-f', codes,
                        f'{folder}/{source}.{codes}'], check=False,
                       capture_output=True)  # it warns, and makes it
        expect(os.path.isdir(f'{folder}/{source}.{codes}'), 'no locale')
    for changes in ({'LANG': 'C'}, {'LANG': 'xx_XX.nosuch'}, {'LANG': None},
                    {'LC_ALL': 'POSIX'},
                    {'LC_ALL': 'de_DE.ISO-8859-1', 'LOCPATH': folder},
                    {'LC_ALL': 'ja_JP.EUC-JP', 'LOCPATH': folder}):
        of = prepared([wide, card(2)], **changes)
        data = session_bytes(of)
        high = [byte for byte in data if byte >= 0x80]
        expect(not high, 'bytes above 0x7f with %s' % changes)
        expect(b'----' in data or b'\033[' in data, 'no frame')
    on = pane(prepared([wide], LANG='C'))
    screen = on.wait('All domains')
    expect('-' * 80 in screen and '>' in screen, 'frame or mark', screen)
    on.type('Enter')
    on.wait('Question 1 - na?ve ????')


@test
def the_mouse_is_left_alone_unless_asked_for():
    on = pane(prepared())
    on.wait('All domains')
    equal(on.modes(), '1 1 0', 'modes')
    on = pane(prepared(settings='mouse = yes\n'))
    on.wait('All domains')
    equal(on.ask('#{mouse_any_flag}'), '1', 'mouse by setting')


# ---- keys -------------------------------------------------------------------


@test
def pasted_text_is_no_key_press():
    of = prepared()
    on = studying(of)
    choose(on, 'RIGHT')
    before, log = on.settle(), of.rows('grade')
    tmux('set-buffer', '1111u@\r-*q')
    tmux('paste-buffer', '-p', '-t', on.target)
    equal(on.settle(), before, 'the screen after a paste')
    on.type('?')  # keys work again afterwards
    on.wait('Keys')
    equal(of.rows('grade'), log, 'grades')
    for kind in ('undo', 'suspend', 'bury', 'flag'):
        equal(of.rows(kind), [], kind)
    equal(len(of.rows()), 1, 'answers')


@test
def a_date_can_be_pasted_where_one_is_asked_for():
    on = pane(home())
    on.wait('When is your exam?')
    tmux('set-buffer', '2099-05-06')
    tmux('paste-buffer', '-p', '-t', on.target)
    on.wait('): 2099-05-06')


@test
def escape_acts_at_once():
    on = pane(prepared())
    on.wait('All domains')
    fastest = 99
    for _ in range(5):
        on.type('Enter')
        on.wait('Question')
        started = time.monotonic()
        on.type('Escape')
        on.wait('All domains')
        fastest = min(fastest, time.monotonic() - started)
    expect(fastest < 0.7, 'the fastest of five took %.0f ms' %
           (fastest * 1000))


@test
def an_arrow_whose_bytes_come_apart_stays_whole():
    of = home()
    of.run(PROGRAM, 'study', '--plain')
    of.run(PROGRAM, 'goal', 'none')
    counted = 0
    for _ in range(20):
        on = raw(of)
        on.wait('All domains')
        gap = 0
        for _ in range(3):
            started = time.monotonic()
            on.write(b'\033')
            time.sleep(0.005)
            on.write(b'O')
            time.sleep(0.005)
            on.write(b'B')
            gap = max(gap, time.monotonic() - started)
        on.write(b'\r')
        at = len(on.bytes)
        on.wait('\u203a', at)  # the heading of a card: domain > objective
        whole = '3 AI Operations \u203a'.encode() in on.bytes
        on.close()
        OPEN.remove(on)
        if gap < 0.018:  # else the gap was longer than meant
            counted += 1
            expect(whole, 'bytes within %.0f ms were torn' % (gap * 1000))
        if counted == 4:
            return


@test
def the_cursor_stands_on_the_focus():
    of = prepared()
    on = pane(of)

    def line_below_cursor():
        screen = on.settle()
        x, y, shown = on.cursor()
        expect(shown, 'the cursor is hidden', screen)
        return screen.split('\n')[y], x
    on.wait('All domains')
    line, x = line_below_cursor()
    expect('All domains' in line and line[x] == '\u25b8', 'home: ' + line)
    on.type('?')
    on.wait('Keys')
    line_below_cursor()
    on.type('q')
    on.wait('All domains')
    on.type('Enter')
    on.wait('Question')
    line, x = line_below_cursor()
    expect('Question' in line or re.match(r'\s*A ', line), 'asking: ' + line)
    choose(on, 'WRONG')
    line, x = line_below_cursor()
    expect('RIGHT' in line or 'WRONG' in line or 'Wrong' in line,
           'answered: ' + line)
    on.type('u')
    on.wait('took back')
    line, x = line_below_cursor()
    expect('Question' in line or re.match(r'\s*A ', line), 'undone: ' + line)
    on.type('q')
    on.wait('All domains')
    on.type('d')
    on.wait('Decks')
    line, x = line_below_cursor()
    expect('Test deck' in line and line[x] == '\u25b8', 'decks: ' + line)
    on.type('q')
    on.wait('All domains')
    on.type('g')
    on.wait('When is')
    on.text('20')
    on.wait('): 20')
    line, x = line_below_cursor()
    equal(line.rstrip(' ')[:x].rstrip('\n')[-4:], ': 20', 'before the cursor')


@test
def idle_it_does_not_wake_up():
    ons = [reach_home(), reach_asking(), reach_right(), reach_help(),
           reach_done()]
    for on in ons:
        on.settle()

    def counts():
        return [status_field(on.pid, 'voluntary_ctxt_switches')
                for on in ons]
    before, started = counts(), time.monotonic()
    wait_until(lambda: time.monotonic() - started > 3, 'three seconds')
    equal(counts(), before, 'wake-ups of home, asking, right, help, done')


# ---- the store --------------------------------------------------------------


@test
def a_card_that_changes_under_a_choice_is_asked_anew():
    of = prepared([card(1)])
    on = studying(of)
    with open(of.path + '/deck.json', 'w') as file:
        json.dump({'format': 'aiio-deck', 'id': 'test', 'title': 'Test deck',
                   'cards': [card(1, correct={'text': 'WRONG before',
                                              'why': 'It holds now.'},
                                  distractors=[{'text': 'RIGHT before',
                                                'why': 'It fails now.'}])]},
                  file)
    of.run(PROGRAM, 'import', of.path + '/deck.json')
    on.type(letters(on.wait('RIGHT one', 'choose'), 'RIGHT')[0])
    screen = on.wait('was changed meanwhile', 'WRONG before', 'choose')
    equal(len(of.rows()), 0, 'answers')
    on.type(letters(screen, 'WRONG')[0])
    on.wait('Right', 'It holds now')
    equal([body['correct'] for _, body in of.rows()], [True], 'the log')


@test
def two_at_once_lose_nothing():
    of = prepared([card(i) for i in range(1, 31)])
    ons = [studying(of), studying(of)]
    for turn in range(6):
        for on in ons:
            choose(on, 'RIGHT' if turn % 2 else 'WRONG')
        equal(len(of.rows()), 2 * turn + 2, 'answers')
        for on in ons:
            on.type('Enter')
            on.wait_gone('u undo   w why')
    ons[0].type('q')
    ons[1].type('q')
    for on in ons:
        on.wait_dead()
    log = [json.loads(line) for line in
           of.run(PROGRAM, 'log', '--json').splitlines()]
    ids = [row['id'] for row in log if row['kind'] == 'answer']
    equal((len(ids), len(set(ids))), (12, 12), 'answers and their ids')


def limit_files(pid, size):
    hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


@test
def an_answer_that_cannot_be_saved_says_so_and_can_be_tried_again():
    of = prepared()
    on = studying(of)
    limit_files(on.pid, 0)
    on.type(letters(on.wait('RIGHT'), 'RIGHT')[0])
    screen = on.wait('Not saved', 'r try again', 'q')
    expect('It holds' not in screen, 'shown as if it were saved', screen)
    on.type('r')
    on.settle()
    on.wait('Not saved')
    equal(of.rows(), [], 'answers')
    limit_files(on.pid, resource.RLIM_INFINITY)
    on.type('r')
    on.wait('It holds')
    equal(len(of.rows()), 1, 'answers after r')
    on.type('Enter')
    on.wait_gone('It holds')
    choose(on, 'WRONG')
    equal(len(of.rows()), 2, 'answers of a store that works again')


@test
def an_answer_that_cannot_be_saved_can_be_left():
    of = prepared()
    on = studying(of)
    limit_files(on.pid, 0)
    on.type(letters(on.wait('RIGHT'), 'RIGHT')[0])
    on.wait('Not saved')
    on.type('q')
    on.wait_dead()
    equal(of.rows(), [], 'answers')
    equal(of.run(PROGRAM, 'log').count('answer'), 0, 'answers in log')


# ---- the editor -------------------------------------------------------------


def script(of, text):
    path = of.path + '/editor'
    with open(path, 'w') as file:
        file.write('#!/bin/sh\n' + text)
    os.chmod(path, 0o755)
    return path


@test
def the_editor_changes_the_card_and_it_is_imported_again():
    of = prepared([card(1, distractors=[])])
    of.environment['EDITOR'] = script(
        of, 'echo "$@" > "$HOME/called"\n'
        'sed -i "s/Question/Reworded/" "$2"\n')
    on = studying(of)
    on.type('e')
    on.wait('imported: 1 card reworded')
    on.same_after_redraw()
    with open(of.path + '/called') as file:
        plus, path = file.read().split()
    expect(re.fullmatch(r'\+\d+', plus), plus)
    with open(path) as file:
        line = file.read().splitlines()[int(plus[1:]) - 1]
    expect('{' in line or 'card' in line, 'line of the card: ' + line)


@test
def an_error_of_the_edited_file_is_said_whole_and_can_be_mended():
    of = prepared([card(1, distractors=[])])
    of.environment['EDITOR'] = script(
        of, 'echo "$@" >> "$HOME/called"\n'
        'grep -q qestion "$2" && sed -i s/qestion/question/ "$2" ||\n'
        'sed -i "s/question/qestion/" "$2"\n')
    on = studying(of, cols=40, rows=12)
    on.type('e')
    on.wait('/deck.json:', 'cards[0] "card1": question: missing')
    on.type('e')
    on.wait('no card was changed')
    with open(of.path + '/called') as file:
        equal(file.read(), f'+6 {of.path}/deck.json\n' * 2, 'the places')
    os.remove(of.path + '/deck.json')
    on.type('e')
    on.wait('/deck.json:', 'No such file')


@test
def an_editor_that_fails_changes_nothing():
    of = prepared([card(1, distractors=[])])
    of.environment['EDITOR'] = 'false'
    on = studying(of)
    on.type('e')
    on.wait('nothing was imported')
    of.environment['EDITOR'] = 'nosuch-editor'
    on.same_after_redraw()


@test
def an_editor_can_be_stopped_and_resumed():
    for shell in SHELLS:
        if not shutil.which(shell[0]):
            continue
        of = prepared([card(1, distractors=[])])
        of.environment['EDITOR'] = script(
            of, 'printf "\\033[2J\\033[HEDITING"\nread line\n')
        on = in_shell(of, shell, 'study')
        on.wait('Question')
        pid = program_below(on.pid, PROGRAM)
        before = on.settle(pid)
        on.type('e')
        on.wait('EDITING')
        on.type('C-z')
        wait_prompt(on)
        on.text('fg')
        on.type('Enter')
        wait_until(lambda: status_field(pid, 'State')[:1] == 'S',
                   'the program to go on')
        on.type('Enter')
        on.wait('Question', 'no card was changed')
        on.settle(pid)
        equal(on.ask('#{alternate_on}'), '1', 'alternate screen')
        on.spoil()
        on.type('C-l')
        wait_until(lambda: on.screen() == before, 'the screen before:\n' +
                   framed(before))
        on.type('q')
        wait_prompt(on)


@test
def ctrl_c_in_the_editor_ends_the_editor_only():
    of = prepared([card(1, distractors=[])])
    of.environment['EDITOR'] = script(of, 'echo EDITING\nread line\n')
    on = studying(of)
    on.type('e')
    on.wait('EDITING')
    on.type('C-c')
    on.wait('nothing was imported', 'Question')


# ---- hostile decks ----------------------------------------------------------

HOSTILE = [
    '\u202eright to left\u202c', '\u2066isolate\u2069', '\u200bzero\ufeff',
    'e\u0301\u0302\u0303\u0304\u0305\u0306\u0307 marks',
    '\U0001f468\u200d\U0001f469\u200d\U0001f467 family', '\u6f22\u5b57 wide',
    '\U0001f44d\U0001f3fd thumb', '\u2764\ufe0f heart', '\U0001fae8 new',
    '\U000e0041 tag', '\u05e9\u05c1\u05b8 hebrew', '\u0e01\u0e33 thai',
    '\uff21 full', '\u2028 line',
    '\u061c mark', '\ue000 private', '\u00ad soft', '\ufffd',
    'x\u034f\u0488 joined', '\u1160 filler',
]
# Control characters: a deck with them is refused as a whole.
CONTROLS = ['\033[31mred\033]0;title\007', '\u009b31m', '\u0085', '\x7f',
            '\b\b', '\r']


def hostile_cards():
    joined = ' '.join(HOSTILE)
    return [card(1, question='Question 1? ' + joined * 2,
                 correct={'text': 'RIGHT ' + joined, 'why': 'It holds. ' +
                          joined},
                 full='Line ' + joined * 5)] + [card(2), card(3)]


def foreign_sequences(data, harmless):
    """Control sequences other than those of a session with a plain deck, by
    their final byte and private mark; and control bytes."""
    kinds = set(re.findall(rb'\033(?:\[[?>=]?|[()]?)[0-9;:]*(?:[ -/])?([@-~])',
                           data))
    rest = re.sub(rb'\033\[[?>=]?[0-9;:]*[@-~]|\033[()][0AB]|\033[=>78MDcH]',
                  b'', data)
    rest = rest.decode('utf-8', 'strict')
    found = sorted({repr(c) for c in rest
                    if (ord(c) < 32 and c not in '\r\n\b\t\x0e\x0f')
                    or c == '\x7f' or 0x80 <= ord(c) < 0xa0
                    or c in '\u202a\u202b\u202c\u202d\u202e\u2066\u2067'
                            '\u2068\u2069\u200e\u200f\u061c\u200b\ufeff'
                            '\u2028\u2029\U000e0041'})
    return found, kinds - harmless


@test
def hostile_text_of_a_deck_never_reaches_the_terminal_as_control():
    harmless = set(re.findall(
        rb'\033(?:\[[?>=]?|[()]?)[0-9;:]*(?:[ -/])?([@-~])',
        session_bytes(prepared(TERM='xterm-256color'))))
    of = home(TERM='xterm-256color')
    path = of.path + '/deck.json'
    for control in CONTROLS + ['']:
        cards = hostile_cards()
        cards[1]['short'] += control
        with open(path, 'w') as file:
            json.dump({'format': 'aiio-deck', 'id': 'test', 'title':
                       'T \u202e\u6f22', 'cards': cards}, file)
        done = subprocess.run([PROGRAM, 'import', path], env=of.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        expect(b'\033' not in done.stdout + done.stderr, 'an escape byte in '
               'the message: %r' % (done.stdout + done.stderr))
        equal(done.returncode, 3 if control else 0,
              'import: %r' % done.stderr)
    of.run(PROGRAM, 'goal', 'none')
    found, kinds = foreign_sequences(session_bytes(of), harmless)
    expect(not found, 'control characters: ' + ' '.join(found))
    expect(not kinds, 'foreign sequences: %s' % kinds)


@test
def wide_and_combining_text_leaves_the_screen_whole():
    of = prepared(hostile_cards())
    on = studying(of)
    for cols in (80, 41, 40, 27, 20):
        on.resize(cols, 24)
        on.settle_at(cols, 24)
        on.same_after_redraw()


# ---- running ----------------------------------------------------------------


def main():
    global PROGRAM
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = os.path.abspath(sys.argv[1])
    words = sys.argv[2:]
    start_server()
    passed = failed = 0
    for function in TESTS:
        name = function.__name__
        if words and not any(word in name for word in words):
            continue
        started = time.monotonic()
        try:
            function()
            passed += 1
            print('ok    %-70s %5.1f s' % (name, time.monotonic() - started))
        except Exception as failure:
            failed += 1
            print('FAIL  %s' % name)
            print('  ' + '\n  '.join(str(failure).splitlines() or [
                repr(failure)]))
            if not isinstance(failure, Failure):
                traceback.print_exc(file=sys.stdout)
            show_panes()
        finally:
            close_all()
        sys.stdout.flush()
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


def show_panes():
    for thing in OPEN:
        if isinstance(thing, Pane):
            try:
                print('  screen of %s:\n%s' % (thing.name,
                                               framed(thing.screen())))
            except Failure:
                pass


if __name__ == '__main__':
    sys.exit(main())
