/* SPDX-License-Identifier: MIT */
#include "entry_json.h"

#include "aiio/json_out.h"
#include "aiio/sanitise.h"
#include "aiio/width.h"

#include <cjson/cJSON.h>

/*
 * The body with another grade, printed by cJSON. A character that a terminal
 * might obey stands in a string wherever it stands, so an escape fits.
 */
static void add_members(struct buf *out, const struct entry *entry,
                        const char *grade)
{
    cJSON *body = cJSON_Parse(entry->body);
    char *printed = NULL;
    struct slice rest;

    if (cJSON_IsObject(body) && grade)
        cJSON_ReplaceItemInObjectCaseSensitive(body, "grade",
                                               cJSON_CreateString(grade));
    if (cJSON_IsObject(body) && body->child)
        printed = cJSON_PrintUnformatted(body);
    rest = slice_of(printed);
    if (rest.len > 2) {
        buf_add_char(out, ',');
        rest = (struct slice){rest.ptr + 1, rest.len - 2};
    }
    while (rest.len > 0) {
        uint32_t c = 0xFFFD;
        size_t bytes = utf8_first(rest, &c);

        if (bytes && code_point_is_safe(c))
            buf_add(out, (struct slice){rest.ptr, bytes});
        else if (c < 0x10000)
            buf_printf(out, "\\u%04x", (unsigned)c);
        else
            buf_printf(out, "\\u%04x\\u%04x",
                       (unsigned)(0xD800 + ((c - 0x10000) >> 10)),
                       (unsigned)(0xDC00 + ((c - 0x10000) & 0x3FF)));
        rest.ptr += bytes ? bytes : 1;
        rest.len -= bytes ? bytes : 1;
    }
    cJSON_free(printed);
    cJSON_Delete(body);
}

static void write_id(struct json_out *out, const char *key, struct entry_id id)
{
    char hex[2 * ENTRY_ID_BYTES + 1];

    hex_encode(id.bytes, ENTRY_ID_BYTES, hex);
    json_text(out, key, hex);
}

void entry_write_json(struct buf *buf, const struct entry *entry, bool is_void,
                      const char *grade)
{
    struct json_out out = json_out(buf, 0);
    struct buf text = {0};

    json_open(&out, NULL, '{');
    write_id(&out, "id", entry->id);
    time_format(&text, entry->at_ms);
    json_text(&out, "at", buf_text(&text));
    buf_clear(&text);
    day_format(&text, entry->day);
    json_text(&out, "day", buf_text(&text));
    json_text(&out, "kind", entry->kind_name);
    json_text(&out, "deck", entry->deck);
    json_text(&out, "card", entry->card);
    if (!entry_id_is_none(entry->refers_to))
        write_id(&out, "refers_to", entry->refers_to);
    else
        json_null(&out, "refers_to");
    json_int(&out, "tick", entry->tick);
    json_int(&out, "offset_min", entry->offset_min);
    write_id(&out, "machine", entry->machine);
    json_bool(&out, "void", is_void);
    add_members(buf, entry, grade);
    json_close(&out, '}');
    buf_release(&text);
}

static void print_due(struct buf *out, const struct schedule *schedule)
{
    buf_printf(out, ", %s until ", card_state_name(schedule->state));
    if (schedule->has_day)
        day_format(out, schedule->due_day);
    else
        time_format(out, schedule->due_at_ms);
}

void entry_print_answer(struct buf *out, const struct entry *entry)
{
    struct arena arena = {0};
    struct answer_body answer;
    struct grade_body grade;

    if (entry->kind == ENTRY_ANSWER &&
        answer_body_read(entry->body, &arena, &answer)) {
        buf_printf(out, "  %s%s, %s", answer.correct ? "right" : "wrong",
                   answer.guess ? " (guess)" : "", grade_name(answer.grade));
        print_due(out, &answer.schedule);
    } else if (entry->kind == ENTRY_GRADE &&
               grade_body_read(entry->body, &grade)) {
        buf_printf(out, "  %s", grade_name(grade.grade));
        print_due(out, &grade.schedule);
    }
    arena_release(&arena);
}
