/* SPDX-License-Identifier: MIT */
/*
 * Memory. Running out of it is the one failure of input that ends the program
 * (by abort(), whose handler restores the terminal): inputs are capped, so
 * that a file cannot provoke it, and what was confirmed is on disk by then.
 *
 * An arena holds what is freed together: a loaded deck, a frame, one entry.
 */
#ifndef AIIO_MEM_H
#define AIIO_MEM_H

#include "aiio/slice.h"

#include <stddef.h>

/* Never NULL. count * size is checked for overflow. mem_new zeroes. */
void *mem_new(size_t count, size_t size);
void *mem_resize(void *pointer, size_t count, size_t size);
void mem_free(void *pointer);

/*
 * Makes room for need elements of size bytes in *array, doubling *capacity.
 * New elements are zeroed.
 */
void mem_grow(void **array, size_t *capacity, size_t need, size_t size);

struct arena_block;

struct arena {
    struct arena_block *block;
    size_t used_bytes; /* over all blocks, for tests of budgets */
};

/* A zeroed struct arena is empty and ready. Blocks are zeroed memory. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);
char *arena_string(struct arena *arena, struct slice text);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* Frees everything but the first block, or everything. */
void arena_reset(struct arena *arena);
void arena_release(struct arena *arena);

#endif
