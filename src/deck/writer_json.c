/* SPDX-License-Identifier: MIT */
#include "aiio/deck.h"

#include "aiio/json_out.h"

static void text(struct json_out *out, const char *key, const char *value)
{
    if (value && value[0])
        json_text(out, key, value);
}

/* ---- cards --------------------------------------------------------------- */

static void write_statement(struct json_out *out, const char *key,
                            const struct statement *statement)
{
    json_open(out, key, '{');
    json_text(out, "id", statement->id);
    json_text(out, "text", statement->text);
    text(out, "why", statement->why);
    if (statement->pin)
        json_bool(out, "pin", true);
    json_close(out, '}');
}

static void write_statements(struct json_out *out, const struct card *card)
{
    if (card->correct_count == 1) {
        write_statement(out, "correct", &card->statements[0]);
    } else {
        json_open(out, "correct", '[');
        for (int i = 0; i < card->correct_count; i++)
            write_statement(out, NULL, &card->statements[i]);
        json_close(out, ']');
    }
    if (card->statement_count == card->correct_count)
        return;
    json_open(out, "distractors", '[');
    for (int i = card->correct_count; i < card->statement_count; i++)
        write_statement(out, NULL, &card->statements[i]);
    json_close(out, ']');
}

static void write_texts(struct json_out *out, const char *key,
                        const char *const *texts, int count)
{
    json_open(out, key, '[');
    for (int i = 0; i < count; i++)
        json_text(out, NULL, texts[i]);
    json_close(out, ']');
}

static void write_sources(struct json_out *out, const struct card *card)
{
    json_open(out, "sources", '[');
    for (int i = 0; i < card->source_count; i++) {
        json_open(out, NULL, '{');
        json_text(out, "title", card->sources[i].title);
        text(out, "url", card->sources[i].url);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_card(struct json_out *out, const struct card *card)
{
    json_open(out, NULL, '{');
    json_text(out, "id", card->id);
    text(out, "objective", card->objective);
    if (card->tag_count > 0)
        write_texts(out, "tags", card->tags, card->tag_count);
    if (card->level > 0)
        json_int(out, "level", card->level);
    json_text(out, "question", card->question);
    write_statements(out, card);
    text(out, "short", card->brief);
    text(out, "full", card->full);
    if (card->figure_line_count > 0) {
        json_open(out, "figure", '{');
        json_text(out, "alt", card->figure_alt);
        write_texts(out, "lines", card->figure_lines, card->figure_line_count);
        json_close(out, '}');
    }
    if (card->source_count > 0)
        write_sources(out, card);
    text(out, "as_of", card->as_of);
    if (!card->cover)
        json_bool(out, "cover", false);
    if (card->reserve)
        json_bool(out, "reserve", true);
    json_close(out, '}');
}

void deck_write_card(struct buf *out, const struct card *card)
{
    struct json_out json = json_out(out, 0);

    write_card(&json, card);
}

/* ---- header -------------------------------------------------------------- */

/* Objectives of all domains stand in the order of their domains. */
static void write_objectives(struct json_out *out, const struct deck *deck,
                             int domain)
{
    bool any = false;

    for (int i = 0; i < deck->objective_count; i++) {
        if (deck->objectives[i].domain != domain)
            continue;
        if (!any)
            json_open(out, "objectives", '[');
        any = true;
        json_open(out, NULL, '{');
        json_text(out, "id", deck->objectives[i].id);
        json_text(out, "title", deck->objectives[i].title);
        json_close(out, '}');
    }
    if (any)
        json_close(out, ']');
}

static void write_domain(struct json_out *out, const struct deck *deck, int d)
{
    const struct domain *domain = &deck->domains[d];

    json_open(out, NULL, '{');
    json_text(out, "id", domain->id);
    json_text(out, "title", domain->title);
    if (domain->weight > 0)
        json_double(out, "weight", domain->weight);
    write_objectives(out, deck, d);
    json_close(out, '}');
}

static void write_members(struct json_out *out, const struct deck *deck)
{
    json_text(out, "format", "aiio-deck");
    json_int(out, "format_version", 1);
    json_text(out, "id", deck->id);
    json_text(out, "title", deck->title);
    text(out, "revision", deck->revision);
    text(out, "language", deck->language);
    text(out, "license", deck->license);
    if (deck->exam_questions > 0) {
        json_open(out, "exam", '{');
        json_int(out, "questions", deck->exam_questions);
        json_int(out, "minutes", deck->exam_minutes);
        json_close(out, '}');
    }
    if (deck->domain_count == 0)
        return;
    json_open(out, "outline", '[');
    for (int d = 0; d < deck->domain_count; d++)
        write_domain(out, deck, d);
    json_close(out, ']');
}

void deck_write_header(struct buf *out, const struct deck *deck)
{
    struct json_out json = json_out(out, 0);

    json_open(&json, NULL, '{');
    write_members(&json, deck);
    json_close(&json, '}');
}

/* ---- a file -------------------------------------------------------------- */

void deck_write_begin(struct buf *out, const struct deck *header)
{
    struct json_out json = json_out(out, 2);

    json_open(&json, NULL, '{');
    write_members(&json, header);
    json_open(&json, "cards", '[');
}

void deck_write_next(struct buf *out, const struct card *card, bool first)
{
    struct json_out json = json_out(out, 2);

    json.depth = 2;
    json.comma = !first;
    write_card(&json, card);
}

void deck_write_end(struct buf *out)
{
    buf_add_text(out, "\n  ]\n}\n");
}
