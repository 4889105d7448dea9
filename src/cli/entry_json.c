/* SPDX-License-Identifier: MIT */
#include "entry_json.h"

#include "aiio/json_out.h"

#include <cjson/cJSON.h>
#include <string.h>

/* cJSON reads no deeper than its own limit, so neither does this. */
static void write_value(struct json_out *out, const cJSON *value)
{
    const char *key = value->string;

    if (cJSON_IsString(value)) {
        json_text(out, key, value->valuestring);
    } else if (cJSON_IsNumber(value)) {
        json_double(out, key, value->valuedouble);
    } else if (cJSON_IsBool(value)) {
        json_bool(out, key, cJSON_IsTrue(value));
    } else if (cJSON_IsObject(value) || cJSON_IsArray(value)) {
        bool object = cJSON_IsObject(value);

        json_open(out, key, object ? '{' : '[');
        for (const cJSON *item = value->child; item; item = item->next)
            write_value(out, item);
        json_close(out, object ? '}' : ']');
    } else {
        json_null(out, key);
    }
}

/* What stands in an answer's schedule, besides its state. */
static bool is_scheduled(const char *member)
{
    static const char *const members[] = {"step", "due_day", "due_at",
                                          "interval", "retention"};

    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
        if (!strcmp(member, members[i]))
            return true;
    return false;
}

/* The body may be of another version or machine: it is written anew, so that
   an entry is one line and holds nothing that a terminal obeys. */
static void add_members(struct json_out *out, const struct entry *entry,
                        const struct grade_body *grade)
{
    cJSON *body = cJSON_Parse(entry->body);

    if (cJSON_IsObject(body))
        for (const cJSON *item = body->child; item; item = item->next) {
            if (grade && !strcmp(item->string, "grade"))
                json_text(out, "grade", grade_name(grade->grade));
            else if (grade && !strcmp(item->string, "state"))
                schedule_write(out, &grade->schedule);
            else if (!grade || !is_scheduled(item->string))
                write_value(out, item);
        }
    cJSON_Delete(body);
}

static void write_id(struct json_out *out, const char *key, struct entry_id id)
{
    char hex[2 * ENTRY_ID_BYTES + 1];

    hex_encode(id.bytes, ENTRY_ID_BYTES, hex);
    json_text(out, key, hex);
}

void entry_write_json(struct buf *buf, const struct entry *entry, bool is_void,
                      const struct grade_body *grade)
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
    add_members(&out, entry, grade);
    json_close(&out, '}');
    buf_release(&text);
}

static void print_due(struct buf *out, const struct schedule *schedule,
                      int offset_min)
{
    buf_printf(out, ", %s until ", card_state_name(schedule->state));
    if (schedule->has_day)
        day_format(out, schedule->due_day);
    else
        time_format_local(out, schedule->due_at_ms, offset_min);
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
        print_due(out, &answer.schedule, entry->offset_min);
    } else if (entry->kind == ENTRY_GRADE &&
               grade_body_read(entry->body, &grade)) {
        buf_printf(out, "  %s", grade_name(grade.grade));
        print_due(out, &grade.schedule, entry->offset_min);
    }
    arena_release(&arena);
}
