/* SPDX-License-Identifier: MIT */
/* What the log says of mock exams. */
#include "body_private.h"

void exam_start_body_write(struct buf *buf, const struct exam_start_body *body)
{
    struct json_out out = json_out(buf, 0);

    json_open(&out, NULL, '{');
    json_open(&out, "questions", '[');
    for (int i = 0; i < body->count; i++) {
        const struct exam_question_body *question = &body->questions[i];

        json_open(&out, NULL, '{');
        json_text(&out, "card", question->card);
        json_text(&out, "objective", question->objective);
        body_write_ids(&out, "shown", question->shown, question->shown_count);
        json_bool(&out, "seen", question->seen);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_int(&out, "minutes", body->minutes);
    json_text(&out, "clock", body->pauses ? "pauses" : "runs");
    if (body->domain[0])
        json_text(&out, "domain", body->domain);
    json_close(&out, '}');
}

static bool read_kept(const cJSON *object, const char *name,
                      struct arena *arena, const char **text)
{
    struct slice found = SLICE("");

    if (body_member(object, name) && !body_read_text(object, name, &found))
        return false;
    *text = arena_string(arena, found);
    return true;
}

static bool read_questions(const cJSON *root, struct arena *arena,
                           struct exam_start_body *body)
{
    const cJSON *list = body_member(root, "questions"), *item;

    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > EXAM_QUESTIONS_MAX)
        return false;
    body->questions = arena_alloc(arena, (size_t)cJSON_GetArraySize(list) + 1,
                                  sizeof(*body->questions));
    cJSON_ArrayForEach(item, list)
    {
        struct exam_question_body *question = &body->questions[body->count];

        if (!cJSON_IsObject(item) ||
            !read_kept(item, "card", arena, &question->card) ||
            !question->card[0] ||
            !read_kept(item, "objective", arena, &question->objective) ||
            !body_read_ids(item, "shown", arena, question->shown,
                           &question->shown_count) ||
            !body_read_bool(item, "seen", &question->seen))
            return false;
        body->count++;
    }
    return body->count > 0;
}

static bool read_start(const cJSON *root, struct arena *arena,
                       struct exam_start_body *body)
{
    struct slice clock = {0};
    int64_t minutes = 0;

    if (!body_read_int(root, "minutes", 1, EXAM_MINUTES_MAX, &minutes) ||
        minutes == 0 || !read_kept(root, "domain", arena, &body->domain))
        return false;
    body->minutes = (int)minutes;
    body->pauses =
        body_read_text(root, "clock", &clock) && slice_is(clock, "pauses");
    return read_questions(root, arena, body);
}

bool exam_start_body_read(const char *json, struct arena *arena,
                          struct exam_start_body *body)
{
    cJSON *root = body_parse(json);
    bool fine;

    *body = (struct exam_start_body){.domain = ""};
    fine = root && read_start(root, arena, body);
    cJSON_Delete(root);
    return fine;
}

void exam_resume_body_write(struct buf *buf, int64_t away_ms)
{
    struct json_out out = json_out(buf, 0);

    json_open(&out, NULL, '{');
    json_int(&out, "away_ms", away_ms);
    json_close(&out, '}');
}

bool exam_resume_body_read(const char *json, int64_t *away_ms)
{
    cJSON *root = body_parse(json);
    bool fine = root && body_member(root, "away_ms") &&
                body_read_int(root, "away_ms", 0, 1e15, away_ms);

    cJSON_Delete(root);
    return fine;
}

void exam_choice_body_write(struct buf *buf,
                            const struct exam_choice_body *body)
{
    struct json_out out = json_out(buf, 0);

    json_open(&out, NULL, '{');
    body_write_ids(&out, "chosen", body->chosen, body->chosen_count);
    json_bool(&out, "marked", body->marked);
    json_int(&out, "ms", body->ms);
    if (body->end) {
        json_bool(&out, "end", true);
        json_bool(&out, "correct", body->correct);
    }
    json_close(&out, '}');
}

bool exam_choice_body_read(const char *json, struct arena *arena,
                           struct exam_choice_body *body)
{
    cJSON *root = body_parse(json);
    bool fine;

    *body = (struct exam_choice_body){0};
    fine = root &&
           body_read_ids(root, "chosen", arena, body->chosen,
                         &body->chosen_count) &&
           body_read_bool(root, "marked", &body->marked) &&
           body_read_int(root, "ms", 0, 1e15, &body->ms) &&
           body_read_bool(root, "end", &body->end) &&
           body_read_bool(root, "correct", &body->correct);
    cJSON_Delete(root);
    return fine;
}

const char *exam_why_name(enum exam_why why)
{
    static const char *const names[EXAM_WHY_COUNT] = {"handed in", "time up",
                                                      "broken off"};

    return names[why];
}

void exam_end_body_write(struct buf *buf, const struct exam_end_body *body)
{
    struct json_out out = json_out(buf, 0);

    json_open(&out, NULL, '{');
    json_text(&out, "why", exam_why_name(body->why));
    json_int(&out, "right", body->right);
    json_int(&out, "of", body->of);
    json_int(&out, "used_ms", body->used_ms);
    json_bool(&out, "join", body->join);
    json_close(&out, '}');
}

static bool read_why(const cJSON *root, enum exam_why *why)
{
    struct slice text;
    int i = 0;

    if (!body_read_text(root, "why", &text))
        return false;
    while (i < EXAM_WHY_COUNT &&
           !slice_is(text, exam_why_name((enum exam_why)i)))
        i++;
    *why = (enum exam_why)i;
    return i < EXAM_WHY_COUNT;
}

bool exam_end_body_read(const char *json, struct exam_end_body *body)
{
    cJSON *root = body_parse(json);
    int64_t right = 0, of = 0;
    bool fine;

    *body = (struct exam_end_body){0};
    fine = root && read_why(root, &body->why) &&
           body_read_int(root, "of", 0, EXAM_QUESTIONS_MAX, &of) &&
           body_read_int(root, "right", 0, (double)of, &right) &&
           body_read_int(root, "used_ms", 0, 1e15, &body->used_ms) &&
           body_read_bool(root, "join", &body->join);
    body->right = (int)right;
    body->of = (int)of;
    cJSON_Delete(root);
    return fine;
}
