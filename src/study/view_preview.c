/* SPDX-License-Identifier: MIT */
#include "view_private.h"

/* A showing of every statement, in which nothing was chosen. */
static struct session showing_of(const struct card *card)
{
    struct session session = {
        .state = SESSION_ANSWERED,
        .shown_card = {.card = card},
        .dont_know = true,
        .unfolded = {.full = true, .figure = true, .sources = true},
    };

    for (int i = 0; i < card->statement_count && i < DECK_STATEMENTS_MAX; i++)
        session.shown[session.shown_count++] = i;
    return session;
}

void view_preview(struct lines *out, const struct card *card, const char *note,
                  const struct view_options *options)
{
    struct session session = showing_of(card);
    struct page page = page_of(out, &session, options);

    page_text(&page, STYLE_NORMAL, card->question);
    page_blank(&page);
    for (int i = 0; i < session.shown_count; i++)
        view_told(&page, i);
    if (card->brief[0]) {
        page_blank(&page);
        page_labelled(&page, "In short", card->brief);
    }
    view_note(&page, note);
    view_unfolded(&page);
}
