/* SPDX-License-Identifier: MIT */
#include "aiio/buf.h"

#include "aiio/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void reserve(struct buf *buf, size_t more)
{
    mem_grow((void **)&buf->data, &buf->capacity, buf->len + more + 1, 1);
}

void buf_add(struct buf *buf, struct slice text)
{
    reserve(buf, text.len);
    if (text.len)
        memcpy(buf->data + buf->len, text.ptr, text.len);
    buf->len += text.len;
    buf->data[buf->len] = '\0';
}

void buf_add_text(struct buf *buf, const char *text)
{
    buf_add(buf, slice_of(text));
}

void buf_add_char(struct buf *buf, char c)
{
    buf_add(buf, (struct slice){&c, 1});
}

void buf_add_repeat(struct buf *buf, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        buf_add_text(buf, text);
}

void buf_vprintf(struct buf *buf, const char *format, va_list args)
{
    va_list again;
    int len;

    va_copy(again, args);
    len = vsnprintf(NULL, 0, format, args);
    if (len > 0) {
        reserve(buf, (size_t)len);
        vsnprintf(buf->data + buf->len, (size_t)len + 1, format, again);
        buf->len += (size_t)len;
    }
    va_end(again);
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    buf_vprintf(buf, format, args);
    va_end(args);
}

void buf_clear(struct buf *buf)
{
    buf_truncate(buf, 0);
}

void buf_truncate(struct buf *buf, size_t len)
{
    if (!buf->data || len >= buf->len)
        return;
    buf->len = len;
    buf->data[len] = '\0';
}

const char *buf_text(const struct buf *buf)
{
    return buf->data ? buf->data : "";
}

struct slice buf_slice(const struct buf *buf)
{
    return (struct slice){buf_text(buf), buf->len};
}

void buf_release(struct buf *buf)
{
    mem_free(buf->data);
    *buf = (struct buf){0};
}
