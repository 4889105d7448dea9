/* SPDX-License-Identifier: MIT */
/*
 * Text from outside, made harmless: whatever a terminal might obey or hide
 * becomes U+FFFD. That is C0 and C1 controls and DEL, bidirectional controls
 * (U+061C, U+200E/F, U+202A-E, U+2066-9), U+2028/9, U+FEFF, tags
 * (U+E0000-E007F) and invalid UTF-8. New lines stay where they are allowed.
 */
#ifndef AIIO_SANITISE_H
#define AIIO_SANITISE_H

#include "aiio/buf.h"

bool code_point_is_safe(uint32_t code_point); /* false for \n too */
bool text_is_safe(struct slice text, bool new_lines);
/* Appends the harmless form of text. */
void sanitise(struct buf *out, struct slice text, bool new_lines);

#endif
