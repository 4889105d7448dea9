/* SPDX-License-Identifier: MIT */
#include "aiio/error.h"

#include <stdio.h>
#include <string.h>

static const struct {
    int exit_status;
    const char *words;
} statuses[STATUS_COUNT] = {
#define STATUS_ROW(name, exit_status, words) [name] = {exit_status, words},
    STATUS_TABLE(STATUS_ROW)
#undef STATUS_ROW
};

/* A cut in the middle of a character would be bytes that are no text. */
static void end_at_character(char *text, size_t capacity)
{
    size_t len = strlen(text), start = len;

    if (len + 1 < capacity)
        return;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
        start--;
    if (start > 0 && (unsigned char)text[start - 1] >= 0xC0)
        text[start - 1] = '\0';
}

static void format_text(struct error *err, const char *format, va_list args)
    PRINTF_LIKE(2, 0);

static void format_text(struct error *err, const char *format, va_list args)
{
    vsnprintf(err->text, sizeof(err->text), format, args);
    end_at_character(err->text, sizeof(err->text));
}

enum status error_set(struct error *err, enum status code, const char *format,
                      ...)
{
    va_list args;

    if (!err)
        return code;
    err->code = code;
    err->line = 0;
    err->column = 0;
    va_start(args, format);
    format_text(err, format, args);
    va_end(args);
    return code;
}

enum status error_set_at(struct error *err, int line, int column,
                         const char *format, ...)
{
    va_list args;

    if (!err)
        return STATUS_REJECTED;
    err->code = STATUS_REJECTED;
    err->line = line;
    err->column = column;
    va_start(args, format);
    format_text(err, format, args);
    va_end(args);
    return err->code;
}

enum status error_wrap(struct error *err, const char *format, ...)
{
    char context[sizeof(err->text)], whole[2 * sizeof(err->text) + 3];
    va_list args;

    va_start(args, format);
    vsnprintf(context, sizeof(context), format, args);
    va_end(args);
    snprintf(whole, sizeof(whole), "%s: %s", context, err->text);
    memcpy(err->text, whole, sizeof(err->text));
    err->text[sizeof(err->text) - 1] = '\0';
    end_at_character(err->text, sizeof(err->text));
    return err->code;
}

int status_exit(enum status status)
{
    return status < STATUS_COUNT ? statuses[status].exit_status : 1;
}

const char *status_words(enum status status)
{
    return status < STATUS_COUNT ? statuses[status].words : "failed";
}
