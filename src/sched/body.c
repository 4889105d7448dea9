/* SPDX-License-Identifier: MIT */
#include "body_private.h"

#include <math.h>

/* Beyond any promise: what a body may say at most. */
#define INTERVAL_MAX_DAYS 1e6

/* ---- reading values ------------------------------------------------------ */

const cJSON *body_member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

bool body_read_text(const cJSON *object, const char *name, struct slice *text)
{
    const cJSON *item = body_member(object, name);

    if (!cJSON_IsString(item))
        return false;
    *text = slice_of(item->valuestring);
    return true;
}

/* Absent is the fallback; anything but a whole number in range is an error. */
bool body_read_int(const cJSON *object, const char *name, double min,
                   double max, int64_t *value)
{
    const cJSON *item = body_member(object, name);

    if (!item)
        return true;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= min) ||
        !(item->valuedouble <= max) ||
        item->valuedouble != floor(item->valuedouble))
        return false;
    *value = (int64_t)item->valuedouble;
    return true;
}

bool body_read_bool(const cJSON *object, const char *name, bool *value)
{
    const cJSON *item = body_member(object, name);

    if (!item)
        return true;
    if (!cJSON_IsBool(item))
        return false;
    *value = cJSON_IsTrue(item);
    return true;
}

bool body_read_real(const cJSON *object, const char *name, double max,
                    double *value)
{
    const cJSON *item = body_member(object, name);

    if (!item)
        return true;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) ||
        !(item->valuedouble <= max))
        return false;
    *value = item->valuedouble;
    return true;
}

bool body_read_ids(const cJSON *object, const char *name, struct arena *arena,
                   const char **ids, int *count)
{
    const cJSON *list = body_member(object, name), *item;

    *count = 0;
    if (!list)
        return true;
    if (!cJSON_IsArray(list))
        return false;
    cJSON_ArrayForEach(item, list)
    {
        if (!cJSON_IsString(item) || *count == DECK_STATEMENTS_MAX)
            return false;
        ids[(*count)++] = arena_string(arena, slice_of(item->valuestring));
    }
    return true;
}

cJSON *body_parse(const char *json)
{
    cJSON *root = cJSON_Parse(json);

    if (root && !cJSON_IsObject(root)) {
        cJSON_Delete(root);
        return NULL;
    }
    return root;
}

/* ---- what was scheduled -------------------------------------------------- */

void schedule_write(struct json_out *out, const struct schedule *schedule)
{
    struct buf text = {0};

    json_text(out, "state", card_state_name(schedule->state));
    json_int(out, "step", schedule->step);
    if (schedule->has_day)
        day_format(&text, schedule->due_day);
    else
        time_format(&text, schedule->due_at_ms);
    json_text(out, schedule->has_day ? "due_day" : "due_at", buf_text(&text));
    json_double(out, "interval", schedule->interval_days);
    json_double(out, "retention", schedule->retention);
    buf_release(&text);
}

static bool read_schedule(const cJSON *object, struct schedule *schedule)
{
    struct slice text;
    int64_t step = 0;

    *schedule = (struct schedule){0};
    if (!body_read_text(object, "state", &text) ||
        !card_state_parse(text, &schedule->state) ||
        schedule->state == CARD_NEW ||
        !body_read_int(object, "step", 0, STEPS_MAX, &step) ||
        !body_read_real(object, "interval", INTERVAL_MAX_DAYS,
                        &schedule->interval_days) ||
        !body_read_real(object, "retention", 1, &schedule->retention))
        return false;
    schedule->step = (int)step;
    if (body_read_text(object, "due_day", &text)) {
        schedule->has_day = true;
        return day_parse(text, &schedule->due_day);
    }
    return schedule->state != CARD_REVIEW &&
           body_read_text(object, "due_at", &text) &&
           time_parse(text, &schedule->due_at_ms);
}

static bool read_grade(const cJSON *object, enum grade *grade)
{
    struct slice text;

    return body_read_text(object, "grade", &text) && grade_parse(text, grade);
}

/* ---- answer -------------------------------------------------------------- */

void body_write_ids(struct json_out *out, const char *name,
                    const char *const *ids, int count)
{
    json_open(out, name, '[');
    for (int i = 0; i < count; i++)
        json_text(out, NULL, ids[i]);
    json_close(out, ']');
}

void answer_body_write(struct buf *buf, const struct answer_body *body)
{
    struct json_out out = json_out(buf, 0);

    json_open(&out, NULL, '{');
    body_write_ids(&out, "shown", body->shown, body->shown_count);
    if (body->struck_count > 0)
        body_write_ids(&out, "struck", body->struck, body->struck_count);
    body_write_ids(&out, "chosen", body->chosen, body->chosen_count);
    json_bool(&out, "correct", body->correct);
    json_text(&out, "grade", grade_name(body->grade));
    json_int(&out, "ms", body->ms);
    json_bool(&out, "guess", body->guess);
    json_bool(&out, "covered", body->covered);
    json_bool(&out, "seen", body->seen);
    if (body->owed)
        json_bool(&out, "owed", true);
    json_text(&out, "from", card_state_name(body->from));
    schedule_write(&out, &body->schedule);
    json_close(&out, '}');
}

static bool read_answer(const cJSON *root, struct arena *arena,
                        struct answer_body *body)
{
    struct slice text;

    if (body_read_text(root, "from", &text) &&
        !card_state_parse(text, &body->from))
        return false;
    return body_read_ids(root, "shown", arena, body->shown,
                         &body->shown_count) &&
           body_read_ids(root, "struck", arena, body->struck,
                         &body->struck_count) &&
           body_read_ids(root, "chosen", arena, body->chosen,
                         &body->chosen_count) &&
           body_read_bool(root, "correct", &body->correct) &&
           read_grade(root, &body->grade) &&
           body_read_int(root, "ms", 0, 1e15, &body->ms) &&
           body_read_bool(root, "guess", &body->guess) &&
           body_read_bool(root, "covered", &body->covered) &&
           body_read_bool(root, "seen", &body->seen) &&
           body_read_bool(root, "owed", &body->owed) &&
           read_schedule(root, &body->schedule);
}

bool answer_body_read(const char *json, struct arena *arena,
                      struct answer_body *body)
{
    cJSON *root = body_parse(json);
    bool fine;

    *body = (struct answer_body){0};
    fine = root && read_answer(root, arena, body);
    cJSON_Delete(root);
    return fine;
}

/* ---- the other kinds ----------------------------------------------------- */

void grade_body_write(struct buf *buf, const struct grade_body *body)
{
    struct json_out out = json_out(buf, 0);

    json_open(&out, NULL, '{');
    json_text(&out, "grade", grade_name(body->grade));
    schedule_write(&out, &body->schedule);
    json_close(&out, '}');
}

bool grade_body_read(const char *json, struct grade_body *body)
{
    cJSON *root = body_parse(json);
    bool fine;

    *body = (struct grade_body){0};
    fine = root && read_grade(root, &body->grade) &&
           read_schedule(root, &body->schedule);
    cJSON_Delete(root);
    return fine;
}

/* {"NAME": "text"}: what most kinds carry. */
static void write_one(struct buf *buf, const char *name, struct slice text)
{
    struct json_out out = json_out(buf, 0);

    json_open(&out, NULL, '{');
    json_string(&out, name, text);
    json_close(&out, '}');
}

static bool read_one(const char *json, const char *name, struct arena *arena,
                     const char **text)
{
    cJSON *root = body_parse(json);
    struct slice found = {0};
    bool fine = root && body_read_text(root, name, &found);

    *text = fine ? arena_string(arena, found) : NULL;
    cJSON_Delete(root);
    return fine;
}

void reset_body_write(struct buf *buf, const struct reset_body *body)
{
    if (body->by_learner)
        write_one(buf, "by", SLICE("learner"));
    else
        write_one(buf, "key", slice_of(body->key));
}

bool reset_body_read(const char *json, struct arena *arena,
                     struct reset_body *body)
{
    const char *by = NULL;

    *body = (struct reset_body){0};
    if (read_one(json, "key", arena, &body->key))
        return true;
    body->by_learner =
        read_one(json, "by", arena, &by) && slice_is(slice_of(by), "learner");
    return body->by_learner;
}

void bury_body_write(struct buf *buf, int until_day)
{
    struct buf day = {0};

    day_format(&day, until_day);
    write_one(buf, "until", buf_slice(&day));
    buf_release(&day);
}

bool bury_body_read(const char *json, int *until_day)
{
    struct arena arena = {0};
    const char *text = NULL;
    bool fine = read_one(json, "until", &arena, &text) &&
                day_parse(slice_of(text), until_day);

    arena_release(&arena);
    return fine;
}

void note_body_write(struct buf *buf, struct slice text)
{
    write_one(buf, "text", text);
}

bool note_body_read(const char *json, struct arena *arena, const char **text)
{
    return read_one(json, "text", arena, text);
}

const char *entries_note(const struct entry *entries, int count,
                         const bool *is_void, struct arena *arena)
{
    const char *text = "";

    for (int i = count - 1; i >= 0; i--)
        if (entries[i].kind == ENTRY_NOTE && !is_void[i] &&
            note_body_read(entries[i].body, arena, &text))
            return text;
    return "";
}

void rename_body_write(struct buf *buf, const char *to)
{
    write_one(buf, "to", slice_of(to));
}

bool rename_body_read(const char *json, struct arena *arena, const char **to)
{
    return read_one(json, "to", arena, to);
}

void goal_body_write(struct buf *buf, const struct goal_body *body)
{
    struct json_out out = json_out(buf, 0);
    struct buf day = {0};

    json_open(&out, NULL, '{');
    if (body->has_exam_day) {
        day_format(&day, body->exam_day);
        json_text(&out, "exam_day", buf_text(&day));
    }
    if (body->target_percent > 0)
        json_int(&out, "target", body->target_percent);
    if (body->declined)
        json_bool(&out, "declined", true);
    json_close(&out, '}');
    buf_release(&day);
}

bool goal_body_read(const char *json, struct goal_body *body)
{
    cJSON *root = body_parse(json);
    struct slice text;
    int64_t target = 0;
    bool fine;

    *body = (struct goal_body){0};
    fine = root && body_read_int(root, "target", 0, 100, &target) &&
           body_read_bool(root, "declined", &body->declined);
    if (fine && body_member(root, "exam_day")) {
        body->has_exam_day = true;
        fine = body_read_text(root, "exam_day", &text) &&
               day_parse(text, &body->exam_day);
    }
    body->target_percent = (int)target;
    cJSON_Delete(root);
    return fine;
}

void parameters_body_write(struct buf *buf,
                           const struct fsrs_parameters *parameters,
                           const char *how)
{
    struct json_out out = json_out(buf, 0);

    json_open(&out, NULL, '{');
    json_int(&out, "model", FSRS_MODEL);
    json_open(&out, "w", '[');
    for (int i = 0; i < FSRS_PARAMETER_COUNT; i++)
        json_double(&out, NULL, parameters->w[i]);
    json_close(&out, ']');
    json_text(&out, "how", how);
    json_close(&out, '}');
}

static bool read_parameters(const cJSON *root, struct fsrs_parameters *out)
{
    double numbers[FSRS_PARAMETER_COUNT];
    const cJSON *list = body_member(root, "w"), *item;
    int64_t model = FSRS_MODEL;
    int count = 0;

    if (!cJSON_IsArray(list) || !body_read_int(root, "model", 0, 100, &model) ||
        model != FSRS_MODEL)
        return false;
    cJSON_ArrayForEach(item, list)
    {
        if (!cJSON_IsNumber(item) || count == FSRS_PARAMETER_COUNT)
            return false;
        numbers[count++] = item->valuedouble;
    }
    return fsrs_parameters_set(out, numbers, count, NULL) == STATUS_OK;
}

bool parameters_body_read(const char *json, struct fsrs_parameters *out)
{
    cJSON *root = body_parse(json);
    bool fine = root && read_parameters(root, out);

    cJSON_Delete(root);
    return fine;
}
