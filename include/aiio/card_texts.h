/* SPDX-License-Identifier: MIT */
/*
 * The texts of a card that a search looks through, off its canonical JSON
 * (deck_write_card) without building the card: a search reads every card of
 * the store. Nothing is copied; JSON of another writer may give nothing.
 */
#ifndef AIIO_CARD_TEXTS_H
#define AIIO_CARD_TEXTS_H

#include "aiio/buf.h"

/*
 * Question, then text and why of each statement, short, full: the next one of
 * *rest, which begins as the whole JSON; false when there is no more. escaped
 * is what stands between the quotes, borrowed.
 */
bool card_texts_next(struct slice *rest, struct slice *escaped);
/* Appends the text that was meant: escapes of JSON undone. */
void card_text_unescape(struct buf *out, struct slice escaped);

#endif
