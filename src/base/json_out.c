/* SPDX-License-Identifier: MIT */
#include "aiio/json_out.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct json_out json_out(struct buf *buf, int indent)
{
    return (struct json_out){.buf = buf, .indent = indent};
}

/* ---- strings ------------------------------------------------------------- */

/* Length of a valid UTF-8 character at text, 0 when there is none. */
static size_t decode(struct slice text, uint32_t *code_point)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)text.ptr;
    size_t n = p[0] < 0x80                    ? 1
               : p[0] >= 0xC2 && p[0] < 0xE0  ? 2
               : p[0] >= 0xE0 && p[0] < 0xF0  ? 3
               : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4
                                              : 0;
    uint32_t value = n == 1 ? p[0] : p[0] & (0x7Fu >> n);

    if (n == 0 || n > text.len)
        return 0;
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (p[i] & 0x3F);
    }
    if (value < least[n] || value > 0x10FFFF ||
        (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *code_point = value;
    return n;
}

static bool needs_escape(uint32_t c)
{
    return c < 0x20 || c == '"' || c == '\\' || (c >= 0x7F && c <= 0x9F) ||
           c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) ||
           c == 0xFEFF || (c >= 0xE0000 && c <= 0xE007F);
}

static void add_escape(struct buf *buf, uint32_t c)
{
    if (c == '"' || c == '\\')
        buf_printf(buf, "\\%c", (char)c);
    else if (c == '\n')
        buf_add_text(buf, "\\n");
    else if (c == '\t')
        buf_add_text(buf, "\\t");
    else if (c < 0x10000)
        buf_printf(buf, "\\u%04x", (unsigned)c);
    else
        buf_printf(buf, "\\u%04x\\u%04x",
                   (unsigned)(0xD800 + ((c - 0x10000) >> 10)),
                   (unsigned)(0xDC00 + ((c - 0x10000) & 0x3FF)));
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

static void add_quoted(struct buf *buf, struct slice text)
{
    buf_add_char(buf, '"');
    while (text.len > 0) {
        uint32_t c = 0xFFFD;
        size_t n = 0, bytes;

        while (n < text.len && is_plain((unsigned char)text.ptr[n]))
            n++;
        buf_add(buf, (struct slice){text.ptr, n});
        text.ptr += n;
        text.len -= n;
        if (text.len == 0)
            break;
        bytes = decode(text, &c);
        if (bytes == 0)
            buf_add_text(buf, "\xEF\xBF\xBD");
        else if (needs_escape(c))
            add_escape(buf, c);
        else
            buf_add(buf, (struct slice){text.ptr, bytes});
        text.ptr += bytes ? bytes : 1;
        text.len -= bytes ? bytes : 1;
    }
    buf_add_char(buf, '"');
}

/* ---- structure ----------------------------------------------------------- */

static void new_line(struct json_out *out)
{
    if (!out->indent)
        return;
    buf_add_char(out->buf, '\n');
    buf_add_repeat(out->buf, " ", out->indent * out->depth);
}

static void begin_value(struct json_out *out, const char *key)
{
    if (out->comma)
        buf_add_char(out->buf, ',');
    if (out->depth > 0)
        new_line(out);
    if (key) {
        add_quoted(out->buf, slice_of(key));
        buf_add_text(out->buf, out->indent ? ": " : ":");
    }
    out->comma = true;
}

void json_open(struct json_out *out, const char *key, char bracket)
{
    begin_value(out, key);
    buf_add_char(out->buf, bracket);
    out->depth++;
    out->comma = false;
}

void json_close(struct json_out *out, char bracket)
{
    bool empty = !out->comma;

    out->depth--;
    if (!empty)
        new_line(out);
    buf_add_char(out->buf, bracket);
    out->comma = true;
}

/* ---- values -------------------------------------------------------------- */

void json_string(struct json_out *out, const char *key, struct slice text)
{
    begin_value(out, key);
    add_quoted(out->buf, text);
}

void json_text(struct json_out *out, const char *key, const char *text)
{
    json_string(out, key, slice_of(text));
}

void json_int(struct json_out *out, const char *key, int64_t value)
{
    begin_value(out, key);
    buf_printf(out->buf, "%lld", (long long)value);
}

void json_double(struct json_out *out, const char *key, double value)
{
    char text[40];
    /* Below DBL_MIN fewer digits than 15 can be enough. */
    int digits = fabs(value) < DBL_MIN ? 1 : 15;

    begin_value(out, key);
    if (!isfinite(value)) {
        buf_add_text(out->buf, "null");
        return;
    }
    for (; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, value);
        if (!(strtod(text, NULL) < value) && !(strtod(text, NULL) > value))
            break;
    }
    buf_add_text(out->buf, text);
}

void json_bool(struct json_out *out, const char *key, bool value)
{
    begin_value(out, key);
    buf_add_text(out->buf, value ? "true" : "false");
}

void json_null(struct json_out *out, const char *key)
{
    begin_value(out, key);
    buf_add_text(out->buf, "null");
}

void json_raw(struct json_out *out, const char *key, struct slice json)
{
    begin_value(out, key);
    buf_add(out->buf, json);
}
