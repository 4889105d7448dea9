# SPDX-License-Identifier: MIT
"""A real terminal for the tests: panes of a tmux server of our own.

Nothing here waits a fixed time for something to happen: every wait polls a
condition and gives up after a generous deadline, so that a slow machine is
slow and not wrong.
"""

import atexit
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

DEADLINE = 20.0  # seconds until a wait is a failure
REPOSITORY = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOCKET = 'aiio-pty-%d' % os.getpid()


class Failure(Exception):
    pass


def wait_until(condition, what, deadline=DEADLINE):
    """Returns the first true value of condition()."""
    end = time.monotonic() + deadline
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure('waited %.0f s for %s' % (deadline, what))
        time.sleep(0.01)


# ---- processes --------------------------------------------------------------


def proc_file(pid, name):
    try:
        with open('/proc/%d/%s' % (pid, name), 'rb') as file:
            return file.read().decode('utf-8', 'replace')
    except OSError:
        return ''


def is_alive(pid):
    text = proc_file(pid, 'stat')
    return bool(text) and text.rpartition(')')[2].split()[0] not in 'ZX'


def cpu_seconds(pid):
    text = proc_file(pid, 'stat')
    if not text:
        return 0.0
    fields = text.rpartition(')')[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def status_field(pid, name):
    for line in proc_file(pid, 'status').splitlines():
        if line.startswith(name + ':'):
            return line.split(':', 1)[1].strip()
    return ''


def children(pid):
    text = proc_file(pid, 'task/%d/children' % pid)
    return [int(word) for word in text.split()]


def descendants(pid):
    found = []
    for child in children(pid):
        found += [child] + descendants(child)
    return found


def program_below(pid, program):
    """The process of the program at or below pid."""
    def look():
        for candidate in [pid] + descendants(pid):
            try:
                if os.path.samefile('/proc/%d/exe' % candidate, program):
                    return candidate
            except OSError:
                pass
        return None
    return wait_until(look, 'the program to run')


# ---- tmux -------------------------------------------------------------------


def tmux(*words, check=True):
    done = subprocess.run(['tmux', '-L', SOCKET, '-f', '/dev/null', *words],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if check and done.returncode:
        raise Failure('tmux %s: %s' % (' '.join(words[:3]),
                                       done.stderr.decode()))
    return done.stdout.decode('utf-8', 'replace')


def start_server():
    """One session that stays, so that options hold for all others."""
    os.environ.pop('TMUX', None)
    os.environ['LC_ALL'] = 'C.UTF-8'
    tmux('new-session', '-d', '-s', 'keep', '-x', '80', '-y', '24',
         'cat')
    tmux('set', '-g', 'status', 'off')
    tmux('set', '-g', 'remain-on-exit', 'on')
    atexit.register(lambda: tmux('kill-server', check=False))


class Home:
    """A fresh home folder and the environment that belongs to it."""

    def __init__(self, **changes):
        self.path = tempfile.mkdtemp(prefix='aiio-pty-')
        self.environment = {
            'HOME': self.path,
            'XDG_DATA_HOME': self.path + '/data',
            'XDG_CONFIG_HOME': self.path + '/config',
            'XDG_STATE_HOME': self.path + '/state',
            'XDG_CACHE_HOME': self.path + '/cache',
            'AIIO_STUDY_DECKS': REPOSITORY + '/decks',
            'PATH': os.environ.get('PATH', '/usr/bin:/bin'),
            'TERM': 'screen-256color',
            'LANG': 'C.UTF-8',
            'TZ': 'UTC',
        }
        for name, value in changes.items():
            if value is None:
                self.environment.pop(name, None)
            else:
                self.environment[name] = value

    @property
    def store(self):
        return self.path + '/data/aiio-study/study.db'

    def release(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def run(self, *words, stdin=subprocess.DEVNULL, status=0):
        """A command of the program without a terminal."""
        done = subprocess.run(words, env=self.environment, stdin=stdin,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=60)
        if done.returncode != status:
            raise Failure('%s: status %d, %s' % (
                ' '.join(words[1:]), done.returncode,
                done.stderr.decode('utf-8', 'replace')))
        return done.stdout.decode('utf-8', 'replace')

    def rows(self, kind='answer'):
        """Bodies of the rows of a kind in the log, oldest first."""
        if not os.path.exists(self.store):
            return []
        db = sqlite3.connect('file:%s?mode=ro' % self.store, uri=True,
                             timeout=20)
        try:
            return [(card, json.loads(body or '{}')) for card, body in
                    db.execute('SELECT card, body FROM log WHERE kind = ?'
                               ' ORDER BY place', (kind,))]
        finally:
            db.close()


class Pane:
    """A program in a terminal of its own."""
    count = 0

    def __init__(self, home, *command, cols=80, rows=24):
        Pane.count += 1
        self.name = 'p%d' % Pane.count
        self.target = '=%s:' % self.name
        words = ['env', '-i'] + ['%s=%s' % pair for pair in
                                 home.environment.items()]
        tmux('new-session', '-d', '-s', self.name, '-x', str(cols), '-y',
             str(rows), '-c', home.path, '--', *words, *command)
        self.pid = int(self.ask('#{pane_pid}'))
        self.tty = self.ask('#{pane_tty}')

    def ask(self, text):
        return tmux('display', '-p', '-t', self.target, text).rstrip('\n')

    def screen(self):
        return tmux('capture-pane', '-p', '-t', self.target)

    def colored_screen(self):
        return tmux('capture-pane', '-p', '-e', '-t', self.target)

    def type(self, *keys):
        """Keys by the names tmux knows them by."""
        tmux('send-keys', '-t', self.target, *keys)

    def text(self, text):
        tmux('send-keys', '-t', self.target, '-l', text)

    def cursor(self):
        x, y, flag = self.ask('#{cursor_x} #{cursor_y} #{cursor_flag}').split()
        return int(x), int(y), flag == '1'

    def modes(self):
        """Alternate screen, cursor shown, any mouse mode."""
        return self.ask('#{alternate_on} #{cursor_flag} #{mouse_any_flag}')

    def is_dead(self):
        return self.ask('#{pane_dead}') == '1'

    def wait(self, *texts, deadline=DEADLINE):
        """Until all texts are on the screen; returns it."""
        seen = ['']

        def look():
            seen[0] = self.screen()
            return all(text in seen[0] for text in texts)
        try:
            wait_until(look, repr(texts), deadline)
        except Failure as failure:
            raise Failure('%s\n%s' % (failure, framed(seen[0]))) from None
        return seen[0]

    def wait_gone(self, text):
        wait_until(lambda: text not in self.screen(), 'no ' + repr(text))

    def exit_status(self):
        """As subprocess has it: a signal is negative. Our tmux is nudged:
        now and then it does not notice the end of a child."""
        server = int(self.ask('#{pid}'))

        def look():
            os.kill(server, signal.SIGCHLD)
            words = self.ask('#{pane_dead_status},#{pane_dead_signal}')
            status, number = words.split(',')
            return (words != ',' and
                    (-int(number) if number else int(status),))
        return wait_until(look, 'its status')[0]

    def wait_dead(self, deadline=DEADLINE):
        try:
            wait_until(self.is_dead, 'the program to end', deadline)
        except Failure as failure:
            raise Failure('%s\n%s' % (failure, framed(self.screen()))) \
                from None

    def resize(self, cols, rows):
        tmux('resize-window', '-t', self.target, '-x', str(cols), '-y',
             str(rows))

    def has_size(self, cols, rows):
        with open(self.tty) as tty:
            size = os.get_terminal_size(tty.fileno())
        return (size.columns, size.lines) == (cols, rows)

    def settle(self, pid=None):
        """Until the program sleeps and what it drew has arrived: state,
        count of switches and screen stay the same over several looks."""
        pid = pid or self.pid

        def look():
            return (status_field(pid, 'State')[:1],
                    status_field(pid, 'voluntary_ctxt_switches'),
                    status_field(pid, 'ShdPnd'), self.screen())
        last, same = None, [0]
        end = time.monotonic() + DEADLINE
        while same[0] < 4:
            now = look()
            same[0] = same[0] + 1 if now == last and now[0] == 'S' else 0
            last = now
            if time.monotonic() > end:
                raise Failure('it does not come to rest\n' +
                              framed(now[3]))
            time.sleep(0.03)
        return last[3]

    def settle_at(self, cols, rows, pid=None):
        """tmux hands a new size on with a delay of its own."""
        wait_until(lambda: self.has_size(cols, rows),
                   'the size %dx%d' % (cols, rows))
        return self.settle(pid)

    def spoil(self):
        """Writes over the screen behind the program's back."""
        with open(self.tty, 'wb', buffering=0) as tty:
            tty.write(b'\0337\033[1;1H#\0338')
        wait_until(lambda: self.screen().startswith('#'), 'a spoilt screen')

    def same_after_redraw(self):
        """Whether Ctrl-L shows what was there already. Any key takes the
        line of messages away, so one without a meaning comes first."""
        self.settle()
        self.type('Tab')
        before = self.settle()
        self.spoil()
        self.type('C-l')
        try:
            wait_until(lambda: self.screen() == before, 'the same screen')
        except Failure as failure:
            raise Failure('%s; before:\n%s\nafter Ctrl-L:\n%s' % (
                failure, framed(before), framed(self.screen()))) from None
        return before

    def close(self):
        tmux('kill-session', '-t', '=' + self.name, check=False)


def framed(screen):
    return '\n'.join('    |' + line for line in screen.splitlines())


# ---- raw bytes --------------------------------------------------------------


class Raw:
    """A program on a pseudo terminal whose bytes are kept."""

    def __init__(self, home, *command, cols=80, rows=24):
        import fcntl
        import pty
        import struct
        import termios
        self.bytes = b''
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ,
                        struct.pack('HHHH', rows, cols, 0, 0))
            os.execve(command[0], list(command), home.environment)
        os.set_blocking(self.master, False)
        self.status = None

    def read(self):
        try:
            while True:
                part = os.read(self.master, 65536)
                if not part:
                    break
                self.bytes += part
        except (BlockingIOError, OSError):
            pass
        return self.bytes

    def wait(self, text, since=0):
        text = text.encode() if isinstance(text, str) else text
        try:
            wait_until(lambda: text in self.read()[since:], repr(text))
        except Failure as failure:
            raise Failure('%s; bytes: %r' % (failure, self.bytes[since:])) \
                from None
        return len(self.bytes)

    def write(self, data):
        os.write(self.master, data)

    def has_ended(self):
        self.read()
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
        return self.status is not None

    def close(self):
        if not self.has_ended():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.status = 0
        os.close(self.master)


# ---- a program in between ---------------------------------------------------


def wrap(out, command):
    """Runs a command on this terminal and writes down how it ended and the
    modes of the terminal before and after; then waits."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP):
        signal.signal(number, lambda *_: None)

    def modes():
        return subprocess.run(['stty', '-g'], stdout=subprocess.PIPE,
                              check=True).stdout.decode().strip()
    result = {'before': modes()}
    child = subprocess.Popen(command)
    result['status'] = child.wait()
    result['after'] = modes()
    with open(out + '.new', 'w') as file:
        json.dump(result, file)
    os.rename(out + '.new', out)
    while True:
        signal.pause()


def wrapped(home, *command, out=None):
    """The words that run a command through wrap()."""
    return [sys.executable, os.path.abspath(__file__), '--wrap',
            out or home.path + '/wrapped.json', *command]


def wrapped_result(home):
    path = home.path + '/wrapped.json'
    wait_until(lambda: os.path.exists(path), 'the program to end')
    with open(path) as file:
        return json.load(file)


if __name__ == '__main__' and sys.argv[1:2] == ['--wrap']:
    wrap(sys.argv[2], sys.argv[3:])
