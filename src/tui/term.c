/* SPDX-License-Identifier: MIT */
#include "term.h"

#include "aiio/clock.h"
#include "child.h"
#include "theme.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* <term.h> would bring a struct term of its own and macros for each name. */
extern char *tigetstr(const char *name);
extern int setupterm(const char *terminal, int fd, int *found);

enum {
    KEY_PASTE_START = KEY_MAX + 1,
    KEY_PASTE_END,
    ESCAPE_LOCAL_MS = 25,
    ESCAPE_REMOTE_MS = 100,
    CRASH_STACK_BYTES = 64 * 1024,
    RESTORE_BYTES = 512
};

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
/* Attributes, cursor, mouse, paste, keypad: what a crash must undo. */
#define RESTORE_ALWAYS                                                         \
    "\033[0m\033[?25h\033[?1000l\033[?1002l\033[?1003l\033[?1006l" PASTE_OFF   \
    "\033[?1l\033>"
#define CRASH_WORDS                                                            \
    "\r\naiio-study: stopped by a fault of its own; every answer that was "    \
    "shown as saved is safe\r\n"

struct term {
    SCREEN *screen;
    bool ascii, color, in_paste;
    int pipe[2];
};

/*
 * What signal handlers touch, and nothing else: flags, the pipe that wakes
 * poll(), and how the terminal is to be left.
 */
static volatile sig_atomic_t signal_to_end, signal_to_stop, signal_to_resize,
    signal_to_take_up;
static volatile sig_atomic_t wake_fd = -1;
static struct restore {
    volatile sig_atomic_t armed;
    char text[RESTORE_BYTES];
    size_t len;
    struct termios modes;
    struct sigaction before[NSIG];
} restore;

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int crash_signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/* ---- signals ------------------------------------------------------------- */

static void wake(void)
{
    int saved = errno;

    if (wake_fd >= 0 && write(wake_fd, "", 1) < 0)
        errno = saved; /* full: it will wake anyway */
    errno = saved;
}

static void on_end(int number)
{
    signal_to_end = number;
    wake();
}

static void on_stop_or_resize(int number)
{
    if (number == SIGTSTP)
        signal_to_stop = 1;
    else if (number == SIGCONT)
        signal_to_take_up = 1;
    else
        signal_to_resize = 1;
    wake();
}

static void on_crash(int number)
{
    if (restore.armed) {
        restore.armed = 0;
        if (write(STDOUT_FILENO, restore.text, restore.len) < 0 ||
            tcsetattr(STDIN_FILENO, TCSANOW, &restore.modes) < 0 ||
            write(STDERR_FILENO, CRASH_WORDS, sizeof(CRASH_WORDS) - 1) < 0)
            errno = 0; /* there is nothing better to do here */
    }
    sigaction(number, &restore.before[number], NULL);
    raise(number);
}

static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {0};

    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, &restore.before[number]);
}

static void install_signals(struct term *term)
{
    static char crash_stack[CRASH_STACK_BYTES];
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof(crash_stack)};

    wake_fd = term->pipe[1];
    for (size_t i = 0; i < COUNT(ending_signals); i++)
        handle(ending_signals[i], on_end, 0);
    handle(SIGTSTP, on_stop_or_resize, 0);
    /* After a SIGSTOP, which nobody sees come. */
    handle(SIGCONT, on_stop_or_resize, SA_RESTART);
    /* Curses only sets a flag, which a poll() just begun would sleep over. */
    handle(SIGWINCH, on_stop_or_resize, SA_RESTART);
    handle(SIGPIPE, SIG_IGN, 0);
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < COUNT(crash_signals); i++)
        handle(crash_signals[i], on_crash, SA_ONSTACK);
}

static void restore_signals(void)
{
    for (size_t i = 0; i < COUNT(ending_signals); i++)
        sigaction(ending_signals[i], &restore.before[ending_signals[i]], NULL);
    for (size_t i = 0; i < COUNT(crash_signals); i++)
        sigaction(crash_signals[i], &restore.before[crash_signals[i]], NULL);
    sigaction(SIGTSTP, &restore.before[SIGTSTP], NULL);
    sigaction(SIGCONT, &restore.before[SIGCONT], NULL);
    sigaction(SIGWINCH, &restore.before[SIGWINCH], NULL);
    sigaction(SIGPIPE, &restore.before[SIGPIPE], NULL);
    wake_fd = -1;
}

/* ---- opening and closing ------------------------------------------------- */

static void add_capability(const char *name)
{
    const char *text = tigetstr(name);
    size_t len;

    if (!text || text == (const char *)-1)
        return;
    len = strlen(text);
    if (restore.len + len + sizeof(RESTORE_ALWAYS) >= RESTORE_BYTES)
        return;
    memcpy(restore.text + restore.len, text, len);
    restore.len += len;
}

static void prepare_restore(void)
{
    restore.len = 0;
    memcpy(restore.text, RESTORE_ALWAYS, sizeof(RESTORE_ALWAYS) - 1);
    restore.len = sizeof(RESTORE_ALWAYS) - 1;
    add_capability("rmkx");
    add_capability("rmcup");
    restore.armed = 1;
}

static void send(const char *text)
{
    size_t len = strlen(text);

    if (write(STDOUT_FILENO, text, len) < 0)
        errno = 0; /* a terminal that is gone shows itself in poll() */
}

/* setupterm prints and exits on its own when it is not asked for its status. */
static enum status check_terminal(struct error *err)
{
    const char *name = getenv("TERM");
    int found = 0;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(err, STATUS_NO_TERMINAL,
                         "standard input and output are not both a terminal");
    if (!name || !name[0])
        return error_set(err, STATUS_NO_TERMINAL, "TERM is not set");
    if (setupterm(NULL, STDOUT_FILENO, &found) != OK || found != 1)
        return error_set(err, STATUS_NO_TERMINAL,
                         "terminal type \"%.40s\" (TERM) is not known here",
                         name);
    if (!tigetstr("cup") || tigetstr("cup") == (char *)-1)
        return error_set(err, STATUS_NO_TERMINAL,
                         "terminal type \"%.40s\" cannot move its cursor",
                         name);
    return STATUS_OK;
}

static void set_escape_delay(void)
{
    const char *asked = getenv("ESCDELAY");

    if (!asked || !asked[0])
        set_escdelay(getenv("SSH_CONNECTION") ? ESCAPE_REMOTE_MS
                                              : ESCAPE_LOCAL_MS);
}

static void set_modes(const struct term *term, bool mouse)
{
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    define_key("\033[200~", KEY_PASTE_START);
    define_key("\033[201~", KEY_PASTE_END);
    set_escape_delay();
    if (mouse)
        mousemask(BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    if (term->color) {
        start_color();
        use_default_colors();
        for (short color = 0; color < 8; color++)
            init_pair((short)(color + 1), color, -1);
    }
    send(PASTE_ON);
}

static enum status open_pipe(struct term *term, struct error *err)
{
    if (pipe(term->pipe) < 0)
        return error_set(err, STATUS_FAILED, "cannot make a pipe: %s",
                         strerror(errno));
    for (int i = 0; i < 2; i++) {
        fcntl(term->pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(term->pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return STATUS_OK;
}

enum status term_open(const struct term_options *options, struct term **out,
                      struct error *err)
{
    struct term *term;
    enum status status = check_terminal(err);

    *out = NULL;
    if (status)
        return status;
    term = mem_new(1, sizeof(*term));
    status = open_pipe(term, err);
    if (status) {
        mem_free(term);
        return status;
    }
    /* Exported LINES and COLUMNS would freeze the size. */
    unsetenv("LINES");
    unsetenv("COLUMNS");
    tcgetattr(STDIN_FILENO, &restore.modes);
    term->screen = newterm(NULL, stdout, stdin);
    if (!term->screen) {
        close(term->pipe[0]);
        close(term->pipe[1]);
        mem_free(term);
        return error_set(err, STATUS_NO_TERMINAL,
                         "curses cannot use this terminal");
    }
    term->ascii = options->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    term->color = options->color && has_colors();
    prepare_restore();
    install_signals(term);
    set_modes(term, options->mouse);
    *out = term;
    return STATUS_OK;
}

void term_close(struct term *term)
{
    if (!term)
        return;
    send(PASTE_OFF);
    endwin();
    restore.armed = 0;
    restore_signals();
    delscreen(term->screen);
    close(term->pipe[0]);
    close(term->pipe[1]);
    mem_free(term);
}

void term_size(const struct term *term, int *rows, int *cols)
{
    (void)term;
    getmaxyx(stdscr, *rows, *cols);
}

bool term_is_ascii(const struct term *term)
{
    return term->ascii;
}

/* ---- drawing ------------------------------------------------------------- */

static void send_cell(const struct term *term, const struct cell *cell)
{
    if (cell->text[0])
        addstr(canvas_shown(cell, term->ascii));
    else
        addch(' ');
}

static void set_style(const struct term *term, enum style style)
{
    struct look look = theme_look(style);
    attr_t attributes = A_NORMAL;

    if (look.attributes & LOOK_BOLD)
        attributes |= A_BOLD;
    if (look.attributes & LOOK_DIM)
        attributes |= A_DIM;
    if (look.attributes & LOOK_UNDERLINE)
        attributes |= A_UNDERLINE;
    if (look.attributes & LOOK_REVERSE)
        attributes |= A_REVERSE;
    attr_set(attributes,
             (short)(term->color && look.color >= 0 ? look.color + 1 : 0),
             NULL);
}

static void draw_row(const struct term *term, struct canvas *canvas, int row,
                     int cols)
{
    int style = -1;

    move(row, 0);
    for (int col = 0; col < cols; col++) {
        const struct cell *cell = canvas_at(canvas, row, col);

        if (cell->cells == 0)
            continue;
        if (cell->style != style) {
            style = cell->style;
            set_style(term, (enum style)style);
        }
        send_cell(term, cell);
    }
}

void term_draw(struct term *term, struct canvas *canvas)
{
    int rows, cols;

    term_size(term, &rows, &cols);
    if (canvas->rows < rows)
        rows = canvas->rows;
    if (canvas->cols < cols)
        cols = canvas->cols;
    for (int row = 0; row < rows; row++)
        draw_row(term, canvas, row, cols);
    attr_set(A_NORMAL, 0, NULL);
    move(canvas->cursor_row, canvas->cursor_col);
    refresh();
}

void term_redraw(struct term *term)
{
    (void)term;
    clearok(stdscr, TRUE);
}

/* ---- keys ---------------------------------------------------------------- */

static const struct key_name {
    int code;
    const char *name;
} key_names[] = {
    {KEY_DOWN, "Down"},   {KEY_UP, "Up"},
    {KEY_LEFT, "Left"},   {KEY_RIGHT, "Right"},
    {KEY_NPAGE, "PgDn"},  {KEY_PPAGE, "PgUp"},
    {KEY_HOME, "Home"},   {KEY_END, "End"},
    {KEY_ENTER, "Enter"}, {'\r', "Enter"},
    {'\n', "Enter"},      {' ', "Space"},
    {'\t', "Tab"},        {KEY_BACKSPACE, "Backspace"},
    {'\b', "Backspace"},  {127, "Backspace"},
    {27, "Esc"},          {KEY_DC, "Delete"},
    {KEY_MOUSE, "Mouse"},
};

static void name_key(int code, char name[16])
{
    name[0] = '\0';
    for (size_t i = 0; i < COUNT(key_names); i++)
        if (key_names[i].code == code) {
            snprintf(name, 16, "%s", key_names[i].name);
            return;
        }
    if (code > 0 && code < 32)
        snprintf(name, 16, "^%c", code + 64);
    else if (code > 32 && code < 127)
        snprintf(name, 16, "%c", code);
}

/* The wheel scrolls; nothing else of a mouse is used. */
static void name_mouse(char name[16])
{
    MEVENT mouse;

    name[0] = '\0';
    if (getmouse(&mouse) == OK)
        snprintf(name, 16, "%s",
                 mouse.bstate & BUTTON4_PRESSED ? "Up" : "Down");
}

/* One key that is there already; false when there is none. */
static bool take_key(struct term *term, struct term_event *event)
{
    int code;

    while ((code = wgetch(stdscr)) != ERR) {
        if (code == KEY_RESIZE) {
            event->kind = TERM_RESIZE;
            return true;
        }
        if (code == KEY_PASTE_START || code == KEY_PASTE_END) {
            term->in_paste = code == KEY_PASTE_START;
            continue;
        }
        name_key(code, event->key);
        if (code == KEY_MOUSE)
            name_mouse(event->key);
        if (!event->key[0])
            continue;
        event->kind = TERM_KEY;
        event->pasted = term->in_paste;
        return true;
    }
    return false;
}

/* ---- stopping ------------------------------------------------------------ */

static int64_t now_ms(void)
{
    return clock_now(0).mono_ms;
}

static void take_size(void)
{
    struct winsize size = {0};

    signal_to_resize = 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
        size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
}

/* The size may have changed while nobody looked. */
static void take_up(void)
{
    signal_to_take_up = 0;
    take_size();
    send(PASTE_ON);
    restore.armed = 1;
    clearok(stdscr, TRUE);
    refresh();
}

static void put_down(void)
{
    send(PASTE_OFF);
    endwin();
    restore.armed = 0;
}

static void stop(struct term_event *event)
{
    struct sigaction own = {0}, fallback = {0};
    int64_t before = now_ms();

    signal_to_stop = 0;
    put_down();
    fallback.sa_handler = SIG_DFL;
    sigemptyset(&fallback.sa_mask);
    sigaction(SIGTSTP, &fallback, &own);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &own, NULL);
    take_up();
    event->kind = TERM_RESUMED;
    event->stopped_ms = now_ms() - before;
}

int term_run(struct term *term, char *const arguments[])
{
    int status;

    (void)term;
    put_down();
    status = child_run(arguments, &signal_to_end);
    take_up();
    return status;
}

/* ---- waiting ------------------------------------------------------------- */

static void drain(const struct term *term)
{
    char bytes[64];

    while (read(term->pipe[0], bytes, sizeof(bytes)) > 0)
        ;
}

/* The terminal is gone when it says so, or is readable and has nothing. */
static bool is_gone(const struct pollfd *input)
{
    int waiting = 0;

    if (input->revents & (POLLHUP | POLLERR | POLLNVAL))
        return true;
    return (input->revents & POLLIN) &&
           (ioctl(input->fd, FIONREAD, &waiting) < 0 || waiting == 0);
}

static bool take_signal(struct term_event *event)
{
    if (signal_to_end) {
        event->kind = TERM_GONE;
        event->signal = signal_to_end;
        return true;
    }
    if (signal_to_stop) {
        stop(event);
        return true;
    }
    if (signal_to_take_up) {
        reset_prog_mode();
        take_up();
        event->kind = TERM_RESUMED;
        return true;
    }
    if (signal_to_resize) {
        take_size();
        event->kind = TERM_RESIZE;
        return true;
    }
    return false;
}

void term_wait(struct term *term, int64_t timeout_ms, struct term_event *event)
{
    int64_t until = timeout_ms < 0 ? 0 : now_ms() + timeout_ms;

    *event = (struct term_event){0};
    for (;;) {
        struct pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0},
                                {term->pipe[0], POLLIN, 0}};
        int64_t left = timeout_ms < 0 ? -1 : until - now_ms();

        if (take_signal(event) || take_key(term, event))
            return;
        if (timeout_ms >= 0 && left <= 0) {
            event->kind = TERM_TIMER;
            return;
        }
        if (poll(fds, 2, left > 60000 ? 60000 : (int)left) < 0)
            continue; /* a signal: looked at above */
        drain(term);
        if (is_gone(&fds[0])) {
            event->kind = TERM_GONE;
            event->signal = signal_to_end ? signal_to_end : SIGHUP;
            return;
        }
    }
}
