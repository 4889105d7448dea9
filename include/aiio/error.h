/* SPDX-License-Identifier: MIT */
/*
 * Errors are values with a message, owned by the caller. A function that can
 * fail returns an enum status and takes a struct error on the caller's stack.
 * On success the error is left untouched, so several calls can share one.
 * A message is lower case, without a full stop, and names file, place, what
 * was found and what was expected.
 */
#ifndef AIIO_ERROR_H
#define AIIO_ERROR_H

#include <stdarg.h>

/* One row a status: name, exit status of the program, words for the manual. */
#define STATUS_TABLE(ROW)                                                      \
    ROW(STATUS_OK, 0, "done")                                                  \
    ROW(STATUS_FAILED, 1, "failed")                                            \
    ROW(STATUS_IO, 1, "a file could not be read or written")                   \
    ROW(STATUS_NO_SPACE, 1, "no space left, or a quota is reached")            \
    ROW(STATUS_READ_ONLY, 1, "the store can be read but not written")          \
    ROW(STATUS_NOT_FOUND, 1, "no such card, deck, entry or file")              \
    ROW(STATUS_CANCELLED, 1, "cancelled, nothing was changed")                 \
    ROW(STATUS_NO_TERMINAL, 1, "no terminal that the screens could use")       \
    ROW(STATUS_USAGE, 2, "wrong usage")                                        \
    ROW(STATUS_REJECTED, 3, "input rejected")                                  \
    ROW(STATUS_BUSY, 4, "the store is in use by another program")              \
    ROW(STATUS_DAMAGED, 5, "the store is damaged")                             \
    ROW(STATUS_TOO_NEW, 5, "the store is of a newer version")                  \
    ROW(STATUS_FOREIGN, 5, "the file is the database of another program")

#define STATUS_ENUM(name, exit_status, words) name,
enum status { STATUS_TABLE(STATUS_ENUM) STATUS_COUNT };
#undef STATUS_ENUM

struct error {
    enum status code;
    int line, column; /* 1-based place in the input, 0 where there is none */
    char text[1024];
};

#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF_LIKE(f, a) __attribute__((format(__printf__, f, a)))

/*
 * Sets code and message and returns code, for `return error_set(err, …)`.
 * A message that is too long is cut at a character. err may be NULL.
 */
enum status error_set(struct error *err, enum status code, const char *format,
                      ...) PRINTF_LIKE(3, 4);

/* The same with the place in the input. */
enum status error_set_at(struct error *err, int line, int column,
                         const char *format, ...) PRINTF_LIKE(4, 5);

/* Puts "context: " before the message; returns the code it holds. */
enum status error_wrap(struct error *err, const char *format, ...)
    PRINTF_LIKE(2, 3);

/* The exit status of the program for a status, and its words in the manual. */
int status_exit(enum status status);
const char *status_words(enum status status);

#endif
