/* SPDX-License-Identifier: MIT */
/*
 * How an act is recorded: one transaction that may be tried again. Nobody but
 * the files of src/app that write to the log includes this.
 */
#ifndef AIIO_APP_ACTS_PRIVATE_H
#define AIIO_APP_ACTS_PRIVATE_H

#include "aiio/app.h"

/*
 * What goes on inside the transaction. It is left out when the entry turns
 * out to be in the store already, from an earlier try whose commit failed
 * late.
 */
struct work {
    struct app *app;
    struct act *act;
    struct arena arena; /* released at the end */
    struct store_card card;
    enum status (*run)(struct work *work, struct error *err);
    void *in, *out;
};

MUST_CHECK enum status act_carry_out(struct work *work, struct error *err);
/* The entry of an act; body is borrowed. */
struct entry act_entry(const struct app *app, const struct act *act,
                       enum entry_kind kind, const char *body);

#endif
