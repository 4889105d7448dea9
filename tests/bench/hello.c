/* SPDX-License-Identifier: MIT */
/* The yardstick of a start: curses says hello and waits for a key. */
#include <curses.h>
#include <locale.h>

int main(void)
{
    setlocale(LC_CTYPE, "");
    initscr();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    mvaddstr(1, 3, "All domains");
    refresh();
    getch();
    endwin();
    return 0;
}
