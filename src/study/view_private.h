/* SPDX-License-Identifier: MIT */
/*
 * Inside the view: a page being written, and the parts that more than one
 * file of it uses.
 */
#ifndef AIIO_STUDY_VIEW_PRIVATE_H
#define AIIO_STUDY_VIEW_PRIVATE_H

#include "aiio/view.h"
#include "aiio/wrap.h"

struct page {
    struct lines *lines;
    const struct session *session;
    const struct view_options *options;
    int margin; /* cells on the left */
    int hang;   /* of a statement and its why, beyond the margin */
    int width;  /* of the page: readable, and at most the screen's */
};

enum { WIDE_SCREEN = 60 };

struct page page_of(struct lines *lines, const struct session *session,
                    const struct view_options *options);
/* Unless nothing stands on the page yet. */
void page_blank(struct page *page);
/* A paragraph at the margin. */
void page_text(struct page *page, enum style style, const char *text);
/* The same, indented, with something on its first line before it. */
void page_item(struct page *page, int indent, struct span first,
               enum style style, const char *text);
/* A label and a text: "In short  …". */
void page_labelled(struct page *page, const char *label, const char *text);
/* A line of keys; one that does not fit begins another line. */
void page_hints_begin(struct page *page);
void page_hint(struct page *page, const char *key, const char *words);

/* The answered card: verdict, statements with whys, what can be unfolded. */
void view_answer(struct page *page, struct view_places *places);
/* One statement of the showing with its mark and its why. */
void view_told(struct page *page, int place);
/* Correct, or chosen: such a statement is told without being asked for. */
bool view_is_told(const struct page *page, int place);
bool view_has_others(const struct session *session);
/* "Your note", where there is one. */
void view_note(struct page *page, const char *note);
void view_unfolded(struct page *page);

#endif
