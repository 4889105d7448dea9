/* SPDX-License-Identifier: MIT */
/*
 * Preloaded: after SIGUSR2 the next malloc() finds a broken heap and aborts,
 * with the C library's own lock still held. A handler that called malloc
 * would wait for ever.
 */
#include <signal.h>
#include <stddef.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
void *malloc(size_t size);

static volatile sig_atomic_t asked;

static void on_signal(int number)
{
    (void)number;
    asked = 1;
}

__attribute__((constructor)) static void listen_for_it(void)
{
    signal(SIGUSR2, on_signal);
}

/* Too large for what was freed: it is cut from the end of the heap, whose own
   size stands behind it. */
static void *break_heap(void)
{
    enum { LARGE = 100008 };
    char *block = __libc_malloc(LARGE);

    if (block)
        memset(block + LARGE, 0xff, sizeof(size_t));
    return __libc_malloc(LARGE);
}

void *malloc(size_t size)
{
    return asked ? break_heap() : __libc_malloc(size);
}
