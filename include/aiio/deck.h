/* SPDX-License-Identifier: MIT */
/*
 * What a card is. A deck is read from JSON texts into this model, checked,
 * compared with what the store has, and written back. Nothing here opens a
 * file, knows the store or a screen. All strings of a model are NUL-ended,
 * clean (sanitise.h) and live in the deck's arena; an absent text is "".
 */
#ifndef AIIO_DECK_H
#define AIIO_DECK_H

#include "aiio/buf.h"
#include "aiio/error.h"
#include "aiio/mem.h"

enum {
    DECK_STATEMENTS_MAX = 8,
    DECK_ID_MAX = 64,
    DECK_TAG_MAX_BYTES = 100,
    DECK_OUTLINE_MAX = 1000, /* domains and objectives together */
    DECK_DEPTH_MAX = 32,
    DECK_CARDS_PER_FILE_MAX = 200000,
    DECK_CARDS_MAX = 1000000,
    DECK_PROBLEMS_MAX = 100 /* errors kept; warnings have as many more */
};
#define DECK_FILE_MAX_BYTES ((size_t)64 << 20)
#define DECK_TEXT_MAX_BYTES ((size_t)64 << 10)

/* Where something stood: index into the files read, byte offset in it. */
struct deck_place {
    int file;
    uint32_t offset;
};

struct statement {
    const char *id; /* made from the text where the file gave none */
    const char *text, *why;
    bool correct, pin;
    bool id_given;
    struct deck_place place;
};

struct source {
    const char *title, *url;
};

struct card {
    const char *id, *objective, *question;
    const char *brief, *full; /* "short" and "full" of the file */
    const char *as_of;
    const char **tags;
    struct statement *statements; /* correct ones first, in file order */
    struct source *sources;
    const char *figure_alt;
    const char **figure_lines;
    int tag_count, statement_count, correct_count, source_count;
    int figure_line_count;
    int level;           /* 1–3, 0 when not given */
    bool cover, reserve; /* cover defaults to true */
    struct deck_place place;
};

struct objective {
    const char *id, *title;
    int domain; /* index into domains */
};

struct domain {
    const char *id, *title;
    double weight;
};

struct deck {
    const char *id, *title, *revision, *language, *license;
    int exam_questions, exam_minutes; /* 0 when not given */
    struct domain *domains;
    struct objective *objectives; /* of all domains, in their order */
    struct card *cards; /* an allocation of its own: it may be large */
    int domain_count, objective_count, card_count;
    struct arena arena;
};

/* A zeroed struct deck is empty. */
void deck_release(struct deck *deck);

bool deck_id_is_valid(struct slice id);
/* Appends a valid id made from any text: lower case, words joined by "-". */
void deck_id_propose(struct buf *out, struct slice text);
/* Index into objectives, or -1. */
int deck_objective_index(const struct deck *deck, const char *id);
int deck_domain_index(const struct deck *deck, const char *id);
/* The domain (index) an objective id or a domain id belongs to, or -1. */
int deck_domain_of(const struct deck *deck, const char *objective_id);
const struct statement *card_statement(const struct card *card,
                                       struct slice id);

/* ---- problems ---------------------------------------------------------- */

enum severity { SEVERITY_ERROR, SEVERITY_WARNING };

struct problem {
    enum severity severity;
    const char *rule; /* "syntax", "type", "missing", "unknown-key", … */
    const char *file;
    int line, column; /* 1-based, columns in characters */
    int card_index;   /* -1 outside of cards */
    const char *card; /* id, or "" */
    const char *field;
    const char *message;
    struct deck_place place; /* line and column are made from it */
};

/*
 * The problems of one run, in the order of the text. At most
 * DECK_PROBLEMS_MAX of each severity are kept, all are counted.
 */
struct problems {
    struct problem *items;
    int count, capacity;
    int errors, warnings;
    struct arena arena;
};

void problems_release(struct problems *problems);
/* Copies it, texts and all, unless that many are kept already. */
void problems_add(struct problems *problems, const struct problem *problem);
/* FILE:LINE:COL: cards[3] "id": correct.why: missing */
void problem_print(struct buf *out, const struct problem *problem);

/* ---- reading ----------------------------------------------------------- */

/* A named text. The name is used in messages only. */
struct deck_file {
    const char *name;
    struct slice text;
};

/*
 * files[0] is the whole deck, or with is_folder everything but the cards
 * and the others are {"cards": […]}. Cards are as many as fit in the caps.
 * Every error of every file is reported; STATUS_REJECTED when there is one,
 * and then the deck is empty. The files' texts are not needed afterwards.
 * A strict scan comes before cJSON: UTF-8, duplicate keys, depth, control
 * characters, \u0000, unpaired surrogates, numbers, trailing text.
 */
MUST_CHECK enum status deck_read(const struct deck_file *files, int file_count,
                                 bool is_folder, struct deck *deck,
                                 struct problems *problems);

/*
 * Reads one card as deck_write_card wrote it (a row of the store), into the
 * arena. STATUS_DAMAGED when it is not one.
 */
MUST_CHECK enum status deck_read_card(struct slice json, struct arena *arena,
                                      struct card *card, struct error *err);
/* The outline and exam of a deck, as deck_write_header wrote them. */
MUST_CHECK enum status deck_read_header(struct slice json, struct deck *deck,
                                        struct error *err);

/* ---- writing ----------------------------------------------------------- */

/*
 * One card in canonical compact JSON: members in the order of the format,
 * defaults left out, every statement with its id. Equal cards give equal
 * bytes. deck_write_header: all members of the deck but its cards.
 */
void deck_write_card(struct buf *out, const struct card *card);
void deck_write_header(struct buf *out, const struct deck *deck);
/*
 * The deck as a file of the format, two spaces a level, in parts so that a
 * store can stream its cards: begin, each card, end. Reading what was written
 * and writing it again gives the same bytes.
 */
void deck_write_begin(struct buf *out, const struct deck *header);
void deck_write_next(struct buf *out, const struct card *card, bool first);
void deck_write_end(struct buf *out);

/* ---- plan: what an import would change --------------------------------- */

enum change {
    CHANGE_NEW,
    CHANGE_REWORDED,
    CHANGE_KEY, /* the answer key changed: due today as if new */
    CHANGE_UNCHANGED,
    CHANGE_MOVED,    /* unchanged, but stands at another place */
    CHANGE_RESTORED, /* was retired, is in the file again */
    CHANGE_RETIRED,
    CHANGE_COUNT
};

/* "added", "reworded", "key_changed", … as --json names them. */
const char *change_name(enum change change);

/*
 * One card the store has: a row of existing cards. hash is plan_hash of its
 * canonical JSON. Strings are borrowed for the call of plan_make only.
 */
struct plan_existing {
    const char *id;
    int64_t key;
    uint64_t hash;
    bool retired;
};

struct plan_item {
    enum change change;
    bool also_restored;       /* a retired card that also changed */
    const char *id;           /* of the file, or of the store when retired */
    const char *renamed_from; /* --rename, or NULL */
    int64_t key;              /* of the store, 0 when new */
    const struct card *card;  /* NULL when retired */
    uint64_t hash;
    const char *detail; /* what changed in words, for -v; may be "" */
};

struct plan {
    struct plan_item *items; /* cards of the file in order, then retired ones */
    int count, capacity;
    int counts[CHANGE_COUNT];
    int existing_active;
    /* pairs that look renamed (much alike): ids of old and new */
    const char *(*renames)[2];
    int rename_count;
    struct arena arena;
};

uint64_t plan_hash(struct slice canonical_json);

struct plan_input {
    struct deck *deck; /* ids of statements without one may be set */
    const struct plan_existing *existing;
    int existing_count;
    const char *const (*renames)[2]; /* asked for: { old, new } */
    int rename_count;
    /* Loads the canonical JSON of an existing card into json. */
    enum status (*load)(void *context, int64_t key, struct buf *json,
                        struct error *err);
    void *context;
};

/*
 * Compares by (card id, statement id). Statements without an id are matched
 * by text, then by place, and take the id the store has; for them the answer
 * key has changed only when a known text changes sides. Linear in the deck.
 */
MUST_CHECK enum status plan_make(const struct plan_input *input,
                                 struct plan *plan, struct error *err);
/* More than a fifth of the deck and at least five cards would retire. */
bool plan_retires_many(const struct plan *plan);
bool plan_changes_anything(const struct plan *plan);
void plan_release(struct plan *plan);
/* The answer key of a card as one text: its correct ids, sorted, by spaces. */
void card_answer_key(struct buf *out, const struct card *card);

#endif
