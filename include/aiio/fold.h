/* SPDX-License-Identifier: MIT */
/*
 * Text folded for searching, as Anki folds it: case folding of Unicode, the
 * canonical decomposition (NFD), and combining marks left out. So GPU, Gpu and
 * gpu are one, über is uber, straße is strasse. Each character folds by
 * itself: a folded text is its folded characters in a row.
 */
#ifndef AIIO_FOLD_H
#define AIIO_FOLD_H

#include "aiio/buf.h"

/* Appends text folded. A byte that is not UTF-8 stays as it is. */
void fold(struct buf *out, struct slice text);

bool text_is_ascii(struct slice text);

/*
 * Whether a folded text (not empty) stands in text, whose ASCII letters may
 * be of either case. Bytes are compared otherwise: where text is neither
 * ASCII nor folded, a false answer means nothing.
 */
bool fold_find(struct slice text, struct slice folded);

#endif
