/* SPDX-License-Identifier: MIT */
/*
 * A growing piece of text, always ended by a NUL. A zeroed struct is empty.
 * Owns its bytes; buf_release gives them back and leaves a zeroed struct.
 */
#ifndef AIIO_BUF_H
#define AIIO_BUF_H

#include "aiio/slice.h"

#include <stdarg.h>

struct buf {
    char *data; /* NULL while nothing was added: use buf_text */
    size_t len, capacity;
};

void buf_add(struct buf *buf, struct slice text);
void buf_add_text(struct buf *buf, const char *text);
void buf_add_char(struct buf *buf, char c);
void buf_add_repeat(struct buf *buf, const char *text, int times);
void buf_printf(struct buf *buf, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));
void buf_vprintf(struct buf *buf, const char *format, va_list args)
    __attribute__((format(__printf__, 2, 0)));
void buf_clear(struct buf *buf);
void buf_truncate(struct buf *buf, size_t len);
const char *buf_text(const struct buf *buf);
struct slice buf_slice(const struct buf *buf);
void buf_release(struct buf *buf);

#endif
