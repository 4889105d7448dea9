/* SPDX-License-Identifier: MIT */
#include "aiio/sanitise.h"

#include "aiio/width.h"

bool code_point_is_safe(uint32_t c)
{
    if (c < 0x20 || (c >= 0x7F && c <= 0x9F))
        return false;
    if (c < 0x0600)
        return true;
    return c != 0x061C && c != 0x200E && c != 0x200F &&
           !(c >= 0x2028 && c <= 0x202E) && !(c >= 0x2066 && c <= 0x2069) &&
           c != 0xFEFF && !(c >= 0xE0000 && c <= 0xE007F) && c <= 0x10FFFF &&
           !(c >= 0xD800 && c <= 0xDFFF);
}

/* Bytes at the beginning of text that are fine as they are. */
static size_t safe_bytes(struct slice text, bool new_lines)
{
    size_t at = 0;

    while (at < text.len) {
        uint32_t c = 0;
        size_t bytes =
            utf8_first((struct slice){text.ptr + at, text.len - at}, &c);

        if (bytes == 0 || (!code_point_is_safe(c) && !(c == '\n' && new_lines)))
            break;
        at += bytes;
    }
    return at;
}

bool text_is_safe(struct slice text, bool new_lines)
{
    return safe_bytes(text, new_lines) == text.len;
}

void sanitise(struct buf *out, struct slice text, bool new_lines)
{
    while (text.len > 0) {
        size_t fine = safe_bytes(text, new_lines);
        uint32_t c;
        size_t bytes;

        buf_add(out, (struct slice){text.ptr, fine});
        text.ptr += fine;
        text.len -= fine;
        if (text.len == 0)
            return;
        bytes = utf8_first(text, &c);
        buf_add_text(out, "\xEF\xBF\xBD");
        text.ptr += bytes ? bytes : 1;
        text.len -= bytes ? bytes : 1;
    }
}
