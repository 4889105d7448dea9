/* SPDX-License-Identifier: MIT */
#include "query_private.h"

#include "aiio/fold.h"
#include "aiio/json_out.h"
#include "aiio/width.h"

#include <string.h>

enum { ADDED_DAYS_MAX = 99999, QUOTED_BYTES = 40 };

static const char *const fields[FIELD_COUNT] = {
    [FIELD_DECK] = "deck", [FIELD_DOMAIN] = "domain",
    [FIELD_TAG] = "tag",   [FIELD_OBJECTIVE] = "objective",
    [FIELD_ID] = "id",
};

static const char *const states[IS_COUNT] = {
    [IS_DUE] = "due",           [IS_NEW] = "new",
    [IS_LEARNING] = "learning", [IS_REVIEW] = "review",
    [IS_WRONG] = "wrong",       [IS_LEECH] = "leech",
    [IS_FLAGGED] = "flagged",   [IS_SUSPENDED] = "suspended",
    [IS_BURIED] = "buried",     [IS_RESERVE] = "reserve",
    [IS_RETIRED] = "retired",
};

static const char *const numbers[NUMBER_COUNT] = {
    [NUMBER_DUE] = "due",         [NUMBER_INTERVAL] = "interval",
    [NUMBER_ANSWERS] = "answers", [NUMBER_STABILITY] = "stability",
    [NUMBER_WRONG] = "wrong",     [NUMBER_DIFFICULTY] = "difficulty",
    [NUMBER_LAPSES] = "lapses",
};

static const char known[] =
    "there are deck domain objective tag id is added, and the numbers due "
    "interval stability difficulty answers wrong lapses";

struct parser {
    struct query *query;
    struct slice all;
    size_t at; /* byte */
    int depth;
    struct error *err;
};

/* ---- places -------------------------------------------------------------- */

static struct slice rest_of(const struct parser *parser)
{
    return (struct slice){parser->all.ptr + parser->at,
                          parser->all.len - parser->at};
}

static int column_of(const struct parser *parser, size_t at)
{
    struct slice before = {parser->all.ptr, at};
    int column = 1;

    for (size_t i = 0; i < before.len; i++)
        column += ((unsigned char)before.ptr[i] & 0xC0) != 0x80;
    return column;
}

static enum status fail(struct parser *parser, size_t at, const char *format,
                        ...) PRINTF_LIKE(3, 4);

static enum status fail(struct parser *parser, size_t at, const char *format,
                        ...)
{
    struct buf why = {0};
    va_list args;

    va_start(args, format);
    buf_vprintf(&why, format, args);
    va_end(args);
    (void)error_set(parser->err, STATUS_USAGE, "query, column %d: %s",
                    column_of(parser, at), buf_text(&why));
    if (parser->err)
        parser->err->column = column_of(parser, at);
    buf_release(&why);
    return STATUS_USAGE;
}

/* A piece of the query for a message, short. */
static struct slice shown(struct slice text)
{
    return text_fit(text, QUOTED_BYTES);
}

#define SHOWN(text) (int)shown(text).len, (text).ptr

/* ---- characters ---------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void skip_spaces(struct parser *parser)
{
    while (parser->at < parser->all.len &&
           is_space(parser->all.ptr[parser->at]))
        parser->at++;
}

static bool next_is(const struct parser *parser, char c)
{
    return parser->at < parser->all.len && parser->all.ptr[parser->at] == c;
}

/* The word that begins at byte at: up to a space or a bracket. */
static struct slice word_at(const struct parser *parser, size_t at)
{
    struct slice word = {parser->all.ptr + at, 0};

    while (at + word.len < parser->all.len && !is_space(word.ptr[word.len]) &&
           word.ptr[word.len] != '(' && word.ptr[word.len] != ')')
        word.len++;
    return word;
}

static bool same_name(struct slice text, const char *name)
{
    size_t len = strlen(name);

    if (text.len != len)
        return false;
    for (size_t i = 0; i < len; i++)
        if ((is_letter(text.ptr[i]) ? text.ptr[i] | 0x20 : text.ptr[i]) !=
            name[i])
            return false;
    return true;
}

static int find_name(struct slice text, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (same_name(text, names[i]))
            return i;
    return -1;
}

static bool keyword_next(const struct parser *parser, const char *name)
{
    return same_name(word_at(parser, parser->at), name);
}

static bool at_end_of_group(const struct parser *parser)
{
    return parser->at == parser->all.len || next_is(parser, ')');
}

/* ---- terms --------------------------------------------------------------- */

static struct node *node_new(struct parser *parser, enum node_kind kind)
{
    struct node *node = arena_alloc(&parser->query->arena, 1, sizeof(*node));

    node->kind = kind;
    return node;
}

static struct slice keep_folded(struct parser *parser, struct slice text)
{
    struct buf *folded = &parser->query->folded;

    buf_clear(folded);
    fold(folded, text);
    return slice_of(arena_string(&parser->query->arena, buf_slice(folded)));
}

/* As a writer of JSON would have it, without its quotes. */
static struct slice keep_json(struct parser *parser, struct slice text)
{
    struct buf *json = &parser->query->folded;
    struct json_out out;

    buf_clear(json);
    out = json_out(json, 0);
    json_string(&out, NULL, text);
    return slice_of(arena_string(
        &parser->query->arena, (struct slice){json->data + 1, json->len - 2}));
}

static enum status text_term(struct parser *parser, size_t at,
                             struct slice text, struct node **out)
{
    struct node *node = node_new(parser, NODE_TEXT);

    node->text = keep_folded(parser, text);
    node->json = keep_json(parser, node->text);
    node->is_ascii = text_is_ascii(node->text);
    parser->query->needs |= QUERY_TEXT;
    *out = node;
    if (node->text.len == 0)
        return fail(parser, at, "there is nothing to look for");
    return STATUS_OK;
}

/* What stands between quotes; \" and \\ are the characters themselves. */
static enum status quoted(struct parser *parser, struct slice *text)
{
    struct buf *plain = &parser->query->plain;
    size_t start = parser->at++;

    buf_clear(plain);
    while (!next_is(parser, '"')) {
        struct slice rest = rest_of(parser);

        if (rest.len == 0)
            return fail(parser, start, "this quote is not closed");
        if (rest.len > 1 && rest.ptr[0] == '\\' &&
            (rest.ptr[1] == '"' || rest.ptr[1] == '\\'))
            parser->at++;
        buf_add_char(plain, parser->all.ptr[parser->at++]);
    }
    parser->at++;
    *text = buf_slice(plain);
    return STATUS_OK;
}

static enum status is_term(struct parser *parser, size_t at, struct slice value,
                           struct node **out)
{
    struct buf names = {0};
    int which = find_name(value, states, IS_COUNT);
    enum status status = STATUS_OK;

    *out = node_new(parser, NODE_IS);
    (*out)->which = which;
    if (which == IS_RETIRED)
        parser->query->needs |= QUERY_RETIRED;
    for (int i = 0; i < IS_COUNT; i++)
        buf_printf(&names, "%s%s", i ? " " : "", states[i]);
    if (which < 0)
        status = fail(parser, at, "a card is not \"%.*s\"; there are %s",
                      SHOWN(value), buf_text(&names));
    buf_release(&names);
    return status;
}

static enum status added_term(struct parser *parser, size_t at,
                              struct slice value, struct node **out)
{
    int64_t days = 0;

    *out = node_new(parser, NODE_NUMBER);
    if (!slice_to_int(value, 1, ADDED_DAYS_MAX, &days))
        return fail(parser, at,
                    "added:%.*s, expected a number of days from 1 to %d",
                    SHOWN(value), ADDED_DAYS_MAX);
    (*out)->which = NUMBER_ADDED;
    (*out)->compare = LESS;
    (*out)->number = (double)days;
    return STATUS_OK;
}

static enum status number_term(struct parser *parser, int which, size_t at,
                               unsigned compare, struct slice value,
                               struct node **out)
{
    *out = node_new(parser, NODE_NUMBER);
    (*out)->which = which;
    (*out)->compare = compare;
    if (!slice_to_double(value, -1e9, 1e9, &(*out)->number))
        return fail(parser, at, "%s: \"%.*s\" is no number", numbers[which],
                    SHOWN(value));
    return STATUS_OK;
}

/* The value of a field: quoted, or the rest of the word. */
static enum status value_of(struct parser *parser, struct slice name,
                            struct slice *value)
{
    size_t start = parser->at;
    enum status status = STATUS_OK;

    *value = slice_of("");
    if (next_is(parser, '"')) {
        status = quoted(parser, value);
    } else {
        *value = word_at(parser, parser->at);
        parser->at += value->len;
    }
    if (!status && value->len == 0)
        status = fail(parser, start, "%.*s: wants a value right after it",
                      SHOWN(name));
    return status;
}

static enum status field_term(struct parser *parser, struct slice name,
                              struct node **out)
{
    size_t start = parser->at, at;
    struct slice value;
    int field = find_name(name, fields, FIELD_COUNT);
    int number = find_name(name, numbers, NUMBER_COUNT);
    enum status status;

    parser->at += name.len + 1;
    at = parser->at;
    parser->query->needs |= QUERY_FIELDS;
    if (field < 0 && number < 0 && !same_name(name, "is") &&
        !same_name(name, "added"))
        return fail(parser, start,
                    "there is no field \"%.*s\"; %s; in quotes it is text",
                    SHOWN(name), known);
    status = value_of(parser, name, &value);
    if (status)
        return status;
    if (same_name(name, "is"))
        return is_term(parser, at, value, out);
    if (same_name(name, "added"))
        return added_term(parser, at, value, out);
    if (number >= 0)
        return number_term(parser, number, at, EQUAL, value, out);
    *out = node_new(parser, NODE_FIELD);
    (*out)->which = field;
    (*out)->text = keep_folded(parser, value);
    return STATUS_OK;
}

/* "<=" and the like at the beginning of text; its length, 0 for none. */
static size_t operator_at(struct slice text, unsigned *compare)
{
    static const struct {
        const char *sign;
        unsigned compare;
    } signs[] = {
        {"<=", LESS | EQUAL}, {">=", GREATER | EQUAL}, {"!=", LESS | GREATER},
        {"<", LESS},          {">", GREATER},          {"=", EQUAL},
    };

    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (slice_starts(text, slice_of(signs[i].sign))) {
            *compare = signs[i].compare;
            return strlen(signs[i].sign);
        }
    return 0;
}

/* A word with a sign in it is text, like x<y, unless a number follows it or
   what stands before it is known. */
static enum status compared_term(struct parser *parser, struct slice word,
                                 struct slice name, struct node **out)
{
    unsigned compare = 0;
    struct slice value = {word.ptr + name.len, word.len - name.len};
    size_t sign = operator_at(value, &compare), start = parser->at;
    int number = find_name(name, numbers, NUMBER_COUNT);
    double ignored;

    value.ptr += sign;
    value.len -= sign;
    parser->at += word.len;
    if (number >= 0) {
        parser->query->needs |= QUERY_FIELDS;
        return number_term(parser, number, start + name.len + sign, compare,
                           value, out);
    }
    if (find_name(name, fields, FIELD_COUNT) >= 0 || same_name(name, "is") ||
        same_name(name, "added"))
        return fail(parser, start + name.len,
                    "%.*s is no number; a colon comes before its value",
                    SHOWN(name));
    if (slice_to_double(value, -1e9, 1e9, &ignored))
        return fail(parser, start,
                    "there is no number \"%.*s\"; %s; in quotes it is text",
                    SHOWN(name), known);
    return text_term(parser, start, word, out);
}

static enum status word_term(struct parser *parser, struct node **out)
{
    struct slice word = word_at(parser, parser->at), name = {word.ptr, 0};
    size_t start = parser->at;
    unsigned ignored;

    while (name.len < word.len && is_letter(word.ptr[name.len]))
        name.len++;
    if (name.len > 0 && name.len < word.len) {
        struct slice rest = {word.ptr + name.len, word.len - name.len};

        if (rest.ptr[0] == ':')
            return field_term(parser, name, out);
        if (operator_at(rest, &ignored))
            return compared_term(parser, word, name, out);
    }
    parser->at += word.len;
    return text_term(parser, start, word, out);
}

/* ---- groups -------------------------------------------------------------- */

static enum status parse_some(struct parser *parser, struct node **out);

static enum status parse_brackets(struct parser *parser, struct node **out)
{
    size_t start = parser->at++;
    enum status status;

    if (++parser->depth > QUERY_DEPTH_MAX)
        return fail(parser, start, "brackets nest more than %d deep",
                    QUERY_DEPTH_MAX);
    skip_spaces(parser);
    if (next_is(parser, ')'))
        return fail(parser, start, "nothing stands between these brackets");
    status = parse_some(parser, out);
    if (!status && !next_is(parser, ')'))
        status = fail(parser, start, "this bracket is not closed");
    parser->at++;
    parser->depth--;
    return status;
}

static enum status parse_factor(struct parser *parser, struct node **out)
{
    struct slice text;
    bool negated = false;
    size_t start = parser->at;
    enum status status;

    while (next_is(parser, '-')) {
        negated = !negated;
        parser->at++;
    }
    if (parser->at > start &&
        (at_end_of_group(parser) || is_space(parser->all.ptr[parser->at])))
        return fail(parser, parser->at - 1,
                    "- wants something right after it; in quotes it is text");
    start = parser->at;
    if (next_is(parser, '(')) {
        status = parse_brackets(parser, out);
    } else if (next_is(parser, '"')) {
        status = quoted(parser, &text);
        if (!status)
            status = text_term(parser, start, text, out);
    } else {
        status = word_term(parser, out);
    }
    if (!status && negated)
        (*out)->negated = !(*out)->negated;
    return status;
}

static bool wants_more(struct parser *parser)
{
    skip_spaces(parser);
    return at_end_of_group(parser) || keyword_next(parser, "or") ||
           keyword_next(parser, "and");
}

/* Terms in a row, all of which match. */
static enum status parse_every(struct parser *parser, struct node **out)
{
    struct node **last;
    enum status status = STATUS_OK;

    *out = node_new(parser, NODE_EVERY);
    last = &(*out)->first;
    for (;;) {
        size_t start;

        skip_spaces(parser);
        start = parser->at;
        if (at_end_of_group(parser) || keyword_next(parser, "or"))
            return STATUS_OK;
        if (keyword_next(parser, "and")) {
            parser->at += 3;
            if (!(*out)->first || wants_more(parser))
                return fail(parser, start,
                            "\"and\" wants something on both sides; in quotes "
                            "it is text");
        }
        status = parse_factor(parser, last);
        if (status)
            return status;
        last = &(*last)->next;
    }
}

/* Alternatives between "or". */
static enum status parse_some(struct parser *parser, struct node **out)
{
    struct node **last;
    enum status status = STATUS_OK;

    *out = node_new(parser, NODE_SOME);
    last = &(*out)->first;
    for (;;) {
        size_t start;

        status = parse_every(parser, last);
        if (status)
            return status;
        start = parser->at;
        if (at_end_of_group(parser))
            return STATUS_OK;
        parser->at += 2; /* parse_every ends at an "or" otherwise */
        if (!(*last)->first || wants_more(parser))
            return fail(parser, start,
                        "\"or\" wants something on both sides; in quotes it "
                        "is text");
        last = &(*last)->next;
    }
}

static enum status parse(struct parser *parser)
{
    size_t valid = utf8_valid_bytes(parser->all);
    enum status status;

    if (parser->all.len > QUERY_BYTES_MAX)
        return fail(parser, 0, "it is longer than %d bytes", QUERY_BYTES_MAX);
    if (valid < parser->all.len)
        return fail(parser, valid, "this is no UTF-8");
    status = parse_some(parser, &parser->query->root);
    if (!status && parser->at < parser->all.len)
        status = fail(parser, parser->at, "this bracket closes nothing");
    return status;
}

enum status query_parse(struct slice text, struct query **out,
                        struct error *err)
{
    struct query *query = mem_new(1, sizeof(*query));
    struct parser parser = {.query = query, .all = text, .err = err};
    enum status status = parse(&parser);

    *out = query;
    if (status) {
        query_free(query);
        *out = NULL;
    }
    return status;
}
