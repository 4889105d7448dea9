/* SPDX-License-Identifier: MIT */
/*
 * What a sitting says where it shows no card: not saved, waiting, the end.
 * Lines for a screen of that many columns; the texts are the lines' own.
 */
#ifndef AIIO_TUI_STUDY_REST_H
#define AIIO_TUI_STUDY_REST_H

#include "aiio/styled.h"
#include "aiio/trainer.h"

void rest_unsaved(struct lines *lines, const struct session *session, int cols);
/* left_ms: until the next card is shown by itself. */
void rest_waiting(struct lines *lines, int64_t left_ms, int cols);
void rest_end(struct lines *lines, const struct trainer_summary *sum, int cols);

#endif
