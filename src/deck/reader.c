/* SPDX-License-Identifier: MIT */
#include "reader.h"

#include "eight.h"

#include "aiio/sanitise.h"
#include "aiio/width.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- complaints ---------------------------------------------------------- */

static void write_path(struct buf *out, const struct path *path)
{
    if (!path)
        return;
    write_path(out, path->up);
    if (path->name)
        buf_printf(out, "%s%s", out->len > 0 ? "." : "", path->name);
    else
        buf_printf(out, "[%d]", path->index);
}

/* The walk over the tree has left the index of each value in valueint. */
static uint32_t place_of(const struct reader *reader, const cJSON *item)
{
    return reader->places && item &&
                   (size_t)item->valueint < reader->places->count
               ? reader->places->items[item->valueint].value
               : 0;
}

static uint32_t key_place_of(const struct reader *reader, const cJSON *item)
{
    return reader->places && (size_t)item->valueint < reader->places->count
               ? reader->places->items[item->valueint].key
               : 0;
}

static void add_problem(struct reader *reader, const struct problem *what,
                        const struct path *path, const char *text)
{
    struct buf field = {0}, message = {0};
    struct problem problem = *what;

    write_path(&field, path);
    sanitise(&message, slice_of(text), false);
    problem.file = reader->file ? reader->file->name : "";
    problem.card_index = reader->card_index;
    problem.card = reader->card_id;
    problem.field = buf_text(&field);
    problem.message = buf_text(&message);
    if (problem.severity == SEVERITY_ERROR)
        reader->errors++;
    if (reader->problems)
        problems_add(reader->problems, &problem);
    buf_release(&message);
    buf_release(&field);
}

/* Beyond the cap a complaint is counted, and its text not even made. */
static bool is_full(struct reader *reader, enum severity severity)
{
    struct problems *problems = reader->problems;
    bool error = severity == SEVERITY_ERROR;
    int *count = !problems ? NULL
                 : error   ? &problems->errors
                           : &problems->warnings;

    if (count && *count < problems_max(severity))
        return false;
    if (count)
        ++*count;
    reader->errors += error;
    return true;
}

void reader_complain(struct reader *reader, enum severity severity,
                     const char *rule, const cJSON *item,
                     const struct path *path, const char *format, ...)
{
    struct problem problem = {
        .severity = severity,
        .rule = rule,
        .place = {reader->file_index, place_of(reader, item)},
    };
    char text[512];
    va_list args;

    if (is_full(reader, severity))
        return;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    add_problem(reader, &problem, path, text);
}

/* ---- kinds --------------------------------------------------------------- */

const char *reader_kind(const cJSON *item)
{
    if (cJSON_IsObject(item))
        return "an object";
    if (cJSON_IsArray(item))
        return "a list";
    if (cJSON_IsString(item))
        return "a string";
    if (cJSON_IsNumber(item))
        return "a number";
    return cJSON_IsNull(item) ? "null" : "true or false";
}

bool reader_is_object(struct reader *reader, const cJSON *item,
                      const struct path *path)
{
    if (cJSON_IsObject(item))
        return true;
    reader_error(reader, "type", item, path, "expected an object, found %s",
                 reader_kind(item));
    return false;
}

bool reader_is_list(struct reader *reader, const cJSON *item,
                    const struct path *path)
{
    if (cJSON_IsArray(item))
        return true;
    reader_error(reader, "type", item, path, "expected a list, found %s",
                 reader_kind(item));
    return false;
}

/* ---- texts --------------------------------------------------------------- */

enum text_flaw { HAS_NEW_LINE = 1, HAS_CONTROL = 2, HAS_HIDDEN = 4 };

static bool is_plain(uint64_t word)
{
    return eight_is_ascii(word) && !eight_has_less(word, 0x20) &&
           !eight_has(word, 0x7F);
}

static unsigned flaw_of(uint32_t c)
{
    if (c == '\n')
        return HAS_NEW_LINE;
    if (c < 0x20 || (c >= 0x7F && c < 0xA0))
        return HAS_CONTROL;
    return code_point_is_safe(c) ? 0 : HAS_HIDDEN;
}

static unsigned text_flaws(struct slice text)
{
    unsigned flaws = 0;

    for (size_t at = 0; at < text.len;) {
        uint32_t c = 0;
        size_t bytes;

        if (at + 8 <= text.len && is_plain(eight_load(text.ptr + at))) {
            at += 8;
            continue;
        }
        bytes = utf8_first((struct slice){text.ptr + at, text.len - at}, &c);
        flaws |= bytes ? flaw_of(c) : HAS_HIDDEN;
        at += bytes ? bytes : 1;
    }
    return flaws;
}

static bool refuse_text(struct reader *reader, const cJSON *item,
                        const struct path *path, unsigned flaws, size_t bytes)
{
    if (bytes > DECK_TEXT_MAX_BYTES)
        reader_error(reader, "size", item, path,
                     "%zu bytes, at most 65536 are read", bytes);
    else if (flaws & HAS_CONTROL)
        reader_error(reader, "control-character", item, path,
                     "a control character other than \\n");
    else if (flaws & HAS_NEW_LINE)
        reader_error(reader, "new-line", item, path,
                     "a new line, expected one line");
    else
        return false;
    return true;
}

static const char *clean_copy(struct reader *reader, const cJSON *item,
                              const struct path *path, bool new_lines)
{
    struct buf clean = {0};
    const char *kept = NULL;

    sanitise(&clean, slice_of(item->valuestring), new_lines);
    if (!refuse_text(reader, item, path, 0, clean.len)) {
        reader_complain(reader, SEVERITY_WARNING, "hidden-character", item,
                        path,
                        "a character that cannot be seen is shown as U+FFFD");
        kept = arena_string(&reader->deck->arena, buf_slice(&clean));
    }
    buf_release(&clean);
    return kept;
}

const char *reader_text(struct reader *reader, const cJSON *item,
                        const struct path *path, bool new_lines)
{
    struct slice text;
    unsigned flaws;

    if (!cJSON_IsString(item)) {
        reader_error(reader, "type", item, path, "expected a string, found %s",
                     reader_kind(item));
        return NULL;
    }
    text = slice_of(item->valuestring);
    flaws = text_flaws(text);
    if (new_lines)
        flaws &= ~(unsigned)HAS_NEW_LINE;
    if (refuse_text(reader, item, path, flaws, text.len))
        return NULL;
    if (flaws & HAS_HIDDEN)
        return clean_copy(reader, item, path, new_lines);
    return arena_string(&reader->deck->arena, text);
}

static bool is_blank(const char *text)
{
    return slice_trim(slice_of(text)).len == 0;
}

/* ---- members ------------------------------------------------------------- */

static void read_text_member(struct reader *reader, const cJSON *item,
                             const struct path *path,
                             const struct member *member, void *into)
{
    const char *text =
        reader_text(reader, item, path, member->kind == MEMBER_TEXT);
    const char **slot = (const char **)((char *)into + member->offset);

    if (!text)
        return;
    if (member->not_empty && is_blank(text))
        reader_error(reader, "empty", item, path, "empty, expected a text");
    *slot = text;
}

static void read_id_member(struct reader *reader, const cJSON *item,
                           const struct path *path, const struct member *member,
                           void *into)
{
    const char **slot = (const char **)((char *)into + member->offset);
    struct buf proposed = {0};

    if (!cJSON_IsString(item)) {
        reader_error(reader, "type", item, path, "expected a string, found %s",
                     reader_kind(item));
        return;
    }
    if (deck_id_is_valid(slice_of(item->valuestring))) {
        *slot = arena_string(&reader->deck->arena, slice_of(item->valuestring));
        return;
    }
    deck_id_propose(&proposed, slice_of(item->valuestring));
    reader_error(reader, "id", item, path,
                 "expected an id of a-z, 0-9, \".\", \"_\" and \"-\" that "
                 "begins with a letter or digit and has at most 64 bytes, "
                 "such as \"%s\"",
                 buf_text(&proposed));
    buf_release(&proposed);
}

static void read_number_member(struct reader *reader, const cJSON *item,
                               const struct path *path,
                               const struct member *member, void *into)
{
    bool whole = member->kind == MEMBER_WHOLE;
    double value = cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;

    if (!(value >= member->min && value <= member->max) ||
        (whole && value > floor(value))) {
        reader_error(reader, "range", item, path,
                     "expected a %snumber from %g to %g", whole ? "whole " : "",
                     member->min, member->max);
        return;
    }
    if (whole)
        *(int *)(void *)((char *)into + member->offset) = (int)value;
    else
        *(double *)(void *)((char *)into + member->offset) = value;
}

static void read_bool_member(struct reader *reader, const cJSON *item,
                             const struct path *path,
                             const struct member *member, void *into)
{
    if (!cJSON_IsBool(item))
        reader_error(reader, "type", item, path,
                     "expected true or false, found %s", reader_kind(item));
    else
        *(bool *)((char *)into + member->offset) = cJSON_IsTrue(item);
}

static void read_member(struct reader *reader, const cJSON *item,
                        const struct path *path, const struct member *member,
                        void *into)
{
    switch (member->kind) {
    case MEMBER_TEXT:
    case MEMBER_LINE:
        read_text_member(reader, item, path, member, into);
        break;
    case MEMBER_ID:
        read_id_member(reader, item, path, member, into);
        break;
    case MEMBER_BOOL:
        read_bool_member(reader, item, path, member, into);
        break;
    case MEMBER_WHOLE:
    case MEMBER_REAL:
        read_number_member(reader, item, path, member, into);
        break;
    case MEMBER_CUSTOM:
        member->read(reader, item, path, into);
        break;
    case MEMBER_IGNORE:
        break;
    }
}

/* ---- objects ------------------------------------------------------------- */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Levenshtein distance from a, in lower case, to b; given up beyond two. */
static int distance(struct slice a, struct slice b)
{
    int row[32];

    if (a.len >= 32 || b.len >= 32 || a.len > b.len + 2 || b.len > a.len + 2)
        return 3;
    for (size_t j = 0; j <= b.len; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= a.len; i++) {
        int corner = row[0];

        row[0] = (int)i;
        for (size_t j = 1; j <= b.len; j++) {
            int replace = corner + (lower(a.ptr[i - 1]) != b.ptr[j - 1]);
            int least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;

            corner = row[j];
            row[j] = replace < least ? replace : least;
        }
    }
    return row[b.len];
}

/* The name that was meant: at most two slips, and no more than half of it. */
static const char *nearest(struct slice key, const struct member *members,
                           int count)
{
    const char *near = NULL;
    int best = 3;

    for (int i = 0; i < count; i++) {
        struct slice name = slice_of(members[i].name);
        int d = distance(key, name);

        if (d < best && 2 * (size_t)d <= name.len) {
            best = d;
            near = members[i].name;
        }
    }
    return key.len > 1 ? near : NULL;
}

static void warn_unknown(struct reader *reader, const cJSON *item,
                         const struct path *path, const struct member *members,
                         int count)
{
    struct problem problem = {
        .severity = SEVERITY_WARNING,
        .rule = "unknown-key",
        .place = {reader->file_index, key_place_of(reader, item)},
    };
    struct path here = {path, item->string, 0};
    const char *near;
    char text[160];

    if (is_full(reader, SEVERITY_WARNING))
        return;
    near = nearest(slice_of(item->string), members, count);
    if (near)
        snprintf(text, sizeof(text), "unknown key, did you mean \"%s\"?", near);
    else
        snprintf(text, sizeof(text), "unknown key, it is not read");
    if (strlen(item->string) > 80 ||
        !text_is_safe(slice_of(item->string), false))
        here.name = "(key)";
    add_problem(reader, &problem, &here, text);
}

static int find_member(const struct member *members, int count,
                       const char *name)
{
    for (int i = 0; i < count; i++)
        if (members[i].name[0] == name[0] && !strcmp(members[i].name, name))
            return i;
    return -1;
}

static void tell_missing(struct reader *reader, const cJSON *item,
                         const struct path *path, const char *name)
{
    struct path here = {path, name, 0};
    struct buf proposed = {0};

    if (reader->card_index >= 0 && !path && !strcmp(name, "id")) {
        const cJSON *question =
            cJSON_GetObjectItemCaseSensitive(item, "question");

        deck_id_propose(
            &proposed,
            slice_of(cJSON_IsString(question) ? question->valuestring : ""));
        reader_error(reader, "missing", item, &here,
                     "missing; how about \"%s\"?", buf_text(&proposed));
    } else {
        reader_error(reader, "missing", item, &here, "missing");
    }
    buf_release(&proposed);
}

void reader_object(struct reader *reader, const cJSON *item,
                   const struct path *path, const struct member *members,
                   int count, void *into)
{
    unsigned seen = 0;
    const cJSON *child;

    cJSON_ArrayForEach(child, item)
    {
        int i = find_member(members, count, child->string);
        struct path here = {path, NULL, 0};

        if (i < 0) {
            if (reader->problems)
                warn_unknown(reader, child, path, members, count);
            continue;
        }
        if (seen & 1u << i)
            continue;
        seen |= 1u << i;
        here.name = members[i].name;
        read_member(reader, child, &here, &members[i], into);
    }
    for (int i = 0; i < count; i++)
        if (members[i].required && !(seen & 1u << i))
            tell_missing(reader, item, path, members[i].name);
}
