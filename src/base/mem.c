/* SPDX-License-Identifier: MIT */
#include "aiio/mem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARENA_BLOCK_BYTES = 4096, ARENA_ALIGN = 16, GROW_FROM = 8 };

/* abort() and no exit(): its handler gives the terminal back first. */
static _Noreturn void give_up(void)
{
    static const char words[] = "aiio-study: out of memory\n";

    if (write(STDERR_FILENO, words, sizeof(words) - 1) < 0)
        errno = 0; /* there is nobody left to tell */
    abort();
}

static size_t product(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / 2 / size)
        give_up();
    return count * size;
}

void *mem_new(size_t count, size_t size)
{
    size_t bytes = product(count, size);
    void *pointer = calloc(1, bytes ? bytes : 1);

    if (!pointer)
        give_up();
    return pointer;
}

void *mem_resize(void *pointer, size_t count, size_t size)
{
    size_t bytes = product(count, size);
    void *moved = realloc(pointer, bytes ? bytes : 1);

    if (!moved)
        give_up();
    return moved;
}

void mem_free(void *pointer)
{
    free(pointer);
}

void mem_grow(void **array, size_t *capacity, size_t need, size_t size)
{
    size_t wanted = *capacity ? *capacity : GROW_FROM;
    char *moved;

    if (need <= *capacity)
        return;
    while (wanted < need)
        wanted = product(wanted, 2);
    moved = mem_resize(*array, wanted, size);
    memset(moved + *capacity * size, 0, (wanted - *capacity) * size);
    *array = moved;
    *capacity = wanted;
}

/* ---- arena --------------------------------------------------------------- */

struct arena_block {
    struct arena_block *next; /* the one filled before */
    size_t used, capacity;
    _Alignas(ARENA_ALIGN) unsigned char bytes[];
};

static struct arena_block *add_block(struct arena *arena, size_t bytes)
{
    size_t capacity =
        arena->block ? arena->block->capacity * 2 : (size_t)ARENA_BLOCK_BYTES;
    struct arena_block *block;

    if (capacity > ((size_t)1 << 20))
        capacity = (size_t)1 << 20;
    if (capacity < bytes)
        capacity = bytes;
    block = mem_new(1, sizeof(*block) + capacity);
    block->capacity = capacity;
    block->next = arena->block;
    arena->block = block;
    return block;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    size_t bytes = product(count, size);
    struct arena_block *block = arena->block;
    void *pointer;

    bytes = (bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    if (!block || block->capacity - block->used < bytes)
        block = add_block(arena, bytes);
    pointer = block->bytes + block->used;
    block->used += bytes;
    arena->used_bytes += bytes;
    return pointer;
}

char *arena_string(struct arena *arena, struct slice text)
{
    char *copy = arena_alloc(arena, text.len + 1, 1);

    if (text.len)
        memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args, again;
    char *text;
    int len;

    va_start(args, format);
    va_copy(again, args);
    len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    text = arena_alloc(arena, (size_t)(len < 0 ? 0 : len) + 1, 1);
    if (len > 0)
        vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    return text;
}

void arena_reset(struct arena *arena)
{
    struct arena_block *block = arena->block;

    while (block && block->next) {
        struct arena_block *next = block->next;

        free(block);
        block = next;
    }
    if (block) {
        memset(block->bytes, 0, block->used);
        block->used = 0;
    }
    arena->block = block;
    arena->used_bytes = 0;
}

void arena_release(struct arena *arena)
{
    arena_reset(arena);
    free(arena->block);
    *arena = (struct arena){0};
}
