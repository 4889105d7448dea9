/* SPDX-License-Identifier: MIT */
/*
 * Every SQL statement of the program. Parameters are named; no statement is
 * ever put together from data. The schema of each version stands first, then
 * the settings of a connection, then one row a statement.
 *
 * card.bucket says where a card is counted and looked for: -2 retired, -1
 * hidden (suspended, or in reserve: an exam has not shown it), 0 new, 1
 * learning, 2 review, 3 relearning. A card that was reset is owed on its day
 * and stands among the reviews. card.bucket_day is the first study day on
 * which it is asked: the due day, or the end of its burial; 0 is any day.
 * They are generated columns, so that indexes, tally and queries agree.
 *
 * An answer should dirty few pages, for each is written twice. The log is kept
 * in its order, (tick, id), by a row number: place is tick * 1024 + n, where n
 * numbers the entries of one tick by id. An answer has the greatest tick and
 * goes to the last page; only another machine's entries share a tick, and make
 * room by moving up. The log has no index by id (store_log_merge keeps ids
 * from coming twice) and none by day (a tick is never below the time, which
 * bounds the day), and a card that was never answered keeps room for its
 * progress, so that its first answer splits no page. The small tables that
 * each answer writes come first, beside the first page of the file, which it
 * writes as well: pages side by side go to the disk as one.
 */
#ifndef AIIO_STORE_SQL_H
#define AIIO_STORE_SQL_H

/* An index on it serves a query for one of the kinds. */
#define SQL_RARE_KINDS "kind = 'goal' OR kind = 'parameters' OR kind = 'rename'"

/* ---- schema: append-only ----------------------------------------------- */

/* clang-format off */
#define SQL_SCHEMA_1(ROW)                                                      \
    ROW("CREATE TABLE activity(day INTEGER PRIMARY KEY,"                       \
        " answers INTEGER NOT NULL, correct INTEGER NOT NULL,"                 \
        " new_cards INTEGER NOT NULL, reviews INTEGER NOT NULL,"               \
        " ms INTEGER NOT NULL) STRICT")                                        \
    ROW("CREATE TABLE tally(deck INTEGER NOT NULL, domain INTEGER NOT NULL,"   \
        " state INTEGER NOT NULL, due_day INTEGER NOT NULL,"                   \
        " cards INTEGER NOT NULL,"                                             \
        " PRIMARY KEY (deck, domain, state, due_day)) STRICT, WITHOUT ROWID")  \
    ROW("CREATE TABLE meta(name TEXT NOT NULL PRIMARY KEY,"                    \
        " value TEXT NOT NULL) STRICT, WITHOUT ROWID")                         \
    ROW("CREATE TABLE log(place INTEGER PRIMARY KEY"                           \
        " CHECK (place >= 0 AND place / 1024 = tick),"                         \
        " id BLOB NOT NULL CHECK (length(id) = 16),"                           \
        " tick INTEGER NOT NULL, at INTEGER NOT NULL, day INTEGER NOT NULL,"   \
        " offset_min INTEGER NOT NULL, machine BLOB NOT NULL,"                 \
        " kind TEXT NOT NULL, deck TEXT NOT NULL, card TEXT NOT NULL,"         \
        " refers_to BLOB, body TEXT NOT NULL) STRICT")                         \
    ROW("CREATE INDEX log_card ON log(deck, card)")                            \
    ROW("CREATE INDEX log_refers ON log(refers_to)"                            \
        " WHERE refers_to IS NOT NULL")                                        \
    ROW("CREATE INDEX log_rare ON log(kind, deck)"                             \
        " WHERE " SQL_RARE_KINDS)                                              \
    ROW("CREATE TRIGGER log_no_update BEFORE UPDATE OF id, tick, at, day,"     \
        " offset_min, machine, kind, deck, card, refers_to, body ON log BEGIN" \
        " SELECT RAISE(ABORT, 'the log is append-only'); END")                 \
    ROW("CREATE TRIGGER log_no_delete BEFORE DELETE ON log BEGIN"              \
        " SELECT RAISE(ABORT, 'the log is append-only'); END")                 \
    ROW("CREATE TABLE deck(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"  \
        " title TEXT NOT NULL, revision TEXT NOT NULL,"                        \
        " header TEXT NOT NULL, origin TEXT NOT NULL) STRICT")                 \
    ROW("CREATE TABLE card(key INTEGER PRIMARY KEY,"                           \
        " deck INTEGER NOT NULL REFERENCES deck(key),"                         \
        " id TEXT NOT NULL, seq INTEGER NOT NULL,"                             \
        " objective TEXT NOT NULL, domain INTEGER NOT NULL,"                   \
        " tags TEXT NOT NULL, hash INTEGER NOT NULL,"                          \
        " retired INTEGER NOT NULL DEFAULT 0,"                                 \
        " reserve INTEGER NOT NULL DEFAULT 0,"                                 \
        " state INTEGER NOT NULL DEFAULT 0,"                                   \
        " step INTEGER NOT NULL DEFAULT 0,"                                    \
        " stability REAL NOT NULL DEFAULT 0,"                                  \
        " difficulty REAL NOT NULL DEFAULT 0,"                                 \
        " model INTEGER NOT NULL DEFAULT 6,"                                   \
        " has_day INTEGER NOT NULL DEFAULT 0,"                                 \
        " due_day INTEGER NOT NULL DEFAULT 0,"                                 \
        " due_at INTEGER NOT NULL DEFAULT 0,"                                  \
        " interval REAL NOT NULL DEFAULT 0,"                                   \
        " retention REAL NOT NULL DEFAULT 0,"                                  \
        " last_day INTEGER NOT NULL DEFAULT 0,"                                \
        " last_at INTEGER NOT NULL DEFAULT 0,"                                 \
        " last_answer BLOB,"                                                   \
        " last_correct INTEGER NOT NULL DEFAULT 0,"                            \
        " answers INTEGER NOT NULL DEFAULT 0,"                                 \
        " lapses INTEGER NOT NULL DEFAULT 0,"                                  \
        " wrong INTEGER NOT NULL DEFAULT 0,"                                   \
        " interval_days INTEGER NOT NULL DEFAULT 0,"                           \
        " suspended INTEGER NOT NULL DEFAULT 0,"                               \
        " flagged INTEGER NOT NULL DEFAULT 0,"                                 \
        " buried_until INTEGER NOT NULL DEFAULT 0,"                            \
        " seen INTEGER NOT NULL DEFAULT 0,"                                    \
        " reset_day INTEGER NOT NULL DEFAULT 0,"                               \
        " key_hash INTEGER NOT NULL DEFAULT 0,"                                \
        " room BLOB DEFAULT (zeroblob(72)),"                                   \
        " bucket INTEGER AS (CASE WHEN retired THEN -2"                        \
        " WHEN suspended OR reserve THEN -1"                                   \
        " WHEN state = 0 AND reset_day <> 0 THEN 2 ELSE state END) VIRTUAL,"   \
        " bucket_day INTEGER AS (CASE WHEN retired OR suspended OR reserve"    \
        " THEN 0 ELSE max(CASE WHEN state = 0 THEN reset_day"                  \
        " WHEN has_day THEN due_day ELSE 0 END, buried_until) END) VIRTUAL,"   \
        " UNIQUE (deck, id)) STRICT")                                          \
    ROW("CREATE INDEX card_order ON card(deck, seq)")                          \
    ROW("CREATE INDEX card_new ON card(deck, objective, seq)"                  \
        " WHERE bucket = 0")                                                   \
    ROW("CREATE INDEX card_review ON card(deck, bucket_day)"                   \
        " WHERE bucket = 2")                                                   \
    ROW("CREATE INDEX card_learning ON card(deck, bucket_day)"                 \
        " WHERE bucket IN (1, 3)")                                             \
    ROW("CREATE TABLE card_text(card INTEGER PRIMARY KEY"                      \
        " REFERENCES card(key), body TEXT NOT NULL) STRICT")                   \
    ROW("PRAGMA application_id = 1095321939") /* 0x41494953 */                 \
    ROW("PRAGMA user_version = 1")

/* ---- settings of a connection ------------------------------------------ */

/*
 * A journal that is kept and begins with zeros when its work is done is as
 * durable as one that is cut to nothing, and costs the disk a quarter less: no
 * blocks are taken and given back for each answer. What a large import made it
 * is given back.
 */
#define SQL_PRAGMAS(ROW)                                                       \
    ROW("PRAGMA trusted_schema = OFF")                                         \
    ROW("PRAGMA cell_size_check = ON")                                         \
    ROW("PRAGMA mmap_size = 0")                                                \
    ROW("PRAGMA temp_store = MEMORY")                                          \
    ROW(SQL_CACHE_SMALL)                                                       \
    ROW("PRAGMA foreign_keys = ON")                                            \
    ROW("PRAGMA synchronous = FULL")                                           \
    ROW("PRAGMA fullfsync = ON")                                               \
    ROW("PRAGMA checkpoint_fullfsync = ON")                                    \
    ROW("PRAGMA journal_mode = PERSIST")                                       \
    ROW("PRAGMA journal_size_limit = 262144")

/* Room for the indexes of a large import, which grow in many places. */
#define SQL_CACHE_LARGE "PRAGMA cache_size = -65536"
#define SQL_CACHE_SMALL "PRAGMA cache_size = -4096"

#define SQL_USER_VERSION "PRAGMA user_version"
/* The first read of a connection: a damaged schema shows here. */
#define SQL_TOUCH "SELECT count(*) FROM sqlite_schema"
#define SQL_INTEGRITY "PRAGMA integrity_check(1)"

/* ---- statements -------------------------------------------------------- */

#define SQL_ENTRY                                                              \
    "SELECT id, tick, at, day, offset_min, machine, kind, deck, card,"         \
    " refers_to, body FROM log "

#define SQL_CARD                                                               \
    "SELECT card.key, card.deck, deck.id, card.id, card.objective,"            \
    " card.domain, card.retired, card.reserve, card.state, card.step,"         \
    " card.stability, card.difficulty, card.has_day, card.due_day,"            \
    " card.due_at, card.interval, card.retention, card.last_day,"              \
    " card.last_at, card.last_answer, card.last_correct, card.answers,"        \
    " card.lapses, card.wrong, card.interval_days, card.suspended,"            \
    " card.flagged, card.buried_until, card.seen, card.reset_day,"             \
    " card.key_hash, card.hash "

#define SQL_DUE                                                                \
    "SELECT key, id, objective, state, has_day, due_day, due_at, stability,"   \
    " difficulty, last_day, reset_day FROM card "

#define SQL_DUE_FILTER                                                         \
    " AND (:domain = -1 OR domain = :domain + (:domain = -2))"                 \
    " AND (:objective IS NULL OR objective = :objective)"                      \
    " AND (:tag IS NULL OR instr(tags, :tag) > 0)"

#define SQL_DECK "SELECT key, id, title, revision, header, origin,"            \
    " (SELECT coalesce(sum(cards), 0) FROM tally WHERE tally.deck = deck.key)" \
    " FROM deck "

#define SQL_TALLY_OF_CARDS                                                     \
    "SELECT deck, domain, bucket AS state, bucket_day AS due_day,"             \
    " count(*) AS cards FROM card "

#define SQL_EVERY_CARD                                                         \
    " FROM deck CROSS JOIN card ON card.deck = deck.key"
#define SQL_DECK_ORDER " ORDER BY deck.key, card.seq"

#define SQL_TABLE(ROW)                                                         \
    ROW(SQL_BEGIN, "BEGIN IMMEDIATE")                                          \
    ROW(SQL_BEGIN_READING, "BEGIN")                                            \
    ROW(SQL_COMMIT, "COMMIT")                                                  \
    ROW(SQL_ROLLBACK, "ROLLBACK")                                              \
    ROW(SQL_DATA_VERSION, "PRAGMA data_version")                               \
    ROW(SQL_META_GET, "SELECT value FROM meta WHERE name = :name")             \
    ROW(SQL_META_SET,                                                          \
        "INSERT INTO meta(name, value) VALUES (:name, :value)"                 \
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value")            \
    /* log */                                                                  \
    ROW(SQL_LOG_INSERT,                                                        \
        "INSERT INTO log(place, id, tick, at, day, offset_min, machine, kind," \
        " deck, card, refers_to, body) VALUES (:place, :id, :tick, :at, :day," \
        " :offset, :machine, :kind, :deck, :card, :refers_to, :body)")         \
    ROW(SQL_LOG_GREATEST_TICK, "SELECT max(place) / 1024 FROM log")            \
    ROW(SQL_LOG_IDS, "SELECT id FROM log")                                     \
    /* Where an entry of a tick belongs, and the last place that is taken. */  \
    ROW(SQL_LOG_PLACE,                                                         \
        "SELECT coalesce(max(iif(id < :id, place, NULL)) + 1, :first),"        \
        " coalesce(max(place), -1)"                                            \
        " FROM log WHERE place BETWEEN :first AND :last")                      \
    ROW(SQL_LOG_MOVE_UP,                                                       \
        "UPDATE log SET place = place + 1 WHERE place = :place")               \
    ROW(SQL_LOG_HAS,                                                           \
        "SELECT 1 FROM log WHERE place >= :first AND id = :id")                \
    ROW(SQL_LOG_FIND, SQL_ENTRY "WHERE id = :id")                              \
    ROW(SQL_LOG_FIND_OF_CARD,                                                  \
        SQL_ENTRY "WHERE deck = :deck AND card = :card AND id = :id")          \
    ROW(SQL_LOG_OF_CARD,                                                       \
        SQL_ENTRY "WHERE deck = :deck AND card = :card ORDER BY place")        \
    ROW(SQL_LOG_HAS_DECK, "SELECT 1 FROM log WHERE deck = :deck LIMIT 1")      \
    ROW(SQL_LOG_UNDOS_OF,                                                      \
        SQL_ENTRY "WHERE refers_to = :id AND kind = 'undo'")                   \
    ROW(SQL_LOG_OF_EXAM,                                                       \
        SQL_ENTRY "WHERE refers_to = :id AND kind IN ('exam_start',"           \
        " 'exam_choice', 'exam_end') ORDER BY tick, id")                       \
    ROW(SQL_LOG_UNDOS,                                                         \
        SQL_ENTRY "INDEXED BY log_refers WHERE refers_to IS NOT NULL"          \
        " AND kind = 'undo' ORDER BY +place DESC")                             \
    ROW(SQL_LOG_ALL,                                                           \
        SQL_ENTRY "WHERE (:deck IS NULL OR deck = :deck)"                      \
        " AND (:kind IS NULL OR kind = :kind) ORDER BY place")                 \
    ROW(SQL_LOG_SINCE,                                                         \
        SQL_ENTRY "WHERE place >= :first AND day >= :since"                    \
        " AND (:deck IS NULL OR deck = :deck)"                                 \
        " AND (:kind IS NULL OR kind = :kind) ORDER BY place")                 \
    ROW(SQL_LOG_GRADED_LAST,                                                   \
        SQL_ENTRY "AS a WHERE id = :answer AND kind = 'answer'"                \
        " AND deck = :deck AND card = :card AND tick < :tick"                  \
        " AND NOT EXISTS (SELECT 1 FROM log AS b WHERE b.deck = :deck"         \
        " AND b.card = :card AND b.tick BETWEEN a.tick AND :tick"              \
        " AND b.kind IN ('answer', 'reset') AND b.id <> a.id)"                 \
        " AND NOT EXISTS (SELECT 1 FROM log WHERE " SQL_RARE_KINDS             \
        " AND kind = 'rename' AND deck = :deck AND instr(body, :card) > 0)")   \
    ROW(SQL_LOG_BACKWARDS, SQL_ENTRY "ORDER BY place DESC")                    \
    ROW(SQL_LOG_ANSWERS_OF_DAY,                                                \
        SQL_ENTRY "WHERE place >= :first AND day = :day AND kind = 'answer'")  \
    ROW(SQL_LOG_GOALS,                                                         \
        SQL_ENTRY "WHERE kind = 'goal'"                                        \
        " AND deck = :deck ORDER BY place DESC")                               \
    ROW(SQL_LOG_RENAMES,                                                       \
        SQL_ENTRY "WHERE kind = 'rename'"                                      \
        " AND deck = :deck ORDER BY place")                                    \
    ROW(SQL_LOG_PARAMETERS,                                                    \
        SQL_ENTRY "WHERE kind = 'parameters'"                                  \
        " ORDER BY place DESC")                                                \
    /* decks */                                                                \
    ROW(SQL_DECKS, SQL_DECK "ORDER BY key")                                    \
    ROW(SQL_DECK_FIND, SQL_DECK "WHERE id = :id")                              \
    ROW(SQL_DECK_ID, "SELECT id FROM deck WHERE key = :key")                   \
    ROW(SQL_DECK_NEXT,                                                         \
        "SELECT key FROM deck WHERE key > :key ORDER BY key LIMIT 1")          \
    ROW(SQL_DECK_INSERT,                                                       \
        "INSERT INTO deck(id, title, revision, header, origin)"                \
        " VALUES (:id, :title, :revision, :header, :origin)")                  \
    ROW(SQL_DECK_UPDATE,                                                       \
        "UPDATE deck SET title = :title, revision = :revision,"                \
        " header = :header, origin = :origin WHERE key = :key")                \
    ROW(SQL_DECK_EXISTING,                                                     \
        "SELECT card.key, card.id, card.hash, card.retired, card.seq"          \
        " FROM deck JOIN card ON card.deck = deck.key"                         \
        " WHERE deck.id = :deck ORDER BY card.seq")                            \
    ROW(SQL_DECK_CARDS,                                                        \
        "SELECT card_text.body FROM card JOIN card_text"                       \
        " ON card_text.card = card.key WHERE card.deck = :deck"                \
        " AND card.retired = 0 ORDER BY card.seq")                             \
    ROW(SQL_DECK_OBJECTIVES,                                                   \
        "SELECT key, objective, domain FROM card WHERE deck = :deck"           \
        " ORDER BY seq")                                                       \
    ROW(SQL_DECK_PLACES,                                                       \
        "SELECT key, seq FROM card WHERE deck = :deck ORDER BY seq")           \
    /* cards */                                                                \
    ROW(SQL_CARD_FIND,                                                         \
        SQL_CARD "FROM deck JOIN card ON card.deck = deck.key"                 \
        " WHERE deck.id = :deck AND card.id = :card")                          \
    ROW(SQL_CARD_FIND_ANYWHERE,                                                \
        SQL_CARD "FROM deck CROSS JOIN card ON card.deck = deck.key"           \
        " WHERE card.id = :card ORDER BY deck.key")                            \
    ROW(SQL_CARD_BY_KEY,                                                       \
        SQL_CARD "FROM card JOIN deck ON deck.key = card.deck"                 \
        " WHERE card.key = :key")                                              \
    ROW(SQL_CARD_NEXT,                                                         \
        SQL_CARD "FROM card JOIN deck ON deck.key = card.deck"                 \
        " WHERE card.key > :key ORDER BY card.key LIMIT 1")                    \
    ROW(SQL_CARDS_EACH,                                                        \
        SQL_CARD "FROM card JOIN deck ON deck.key = card.deck"                 \
        " WHERE :deck = 0 OR card.deck = :deck"                                \
        " ORDER BY card.deck, card.seq")                                       \
    ROW(SQL_CARDS_WITH_TEXT,                                                   \
        "SELECT card_text.body FROM card JOIN card_text"                       \
        " ON card_text.card = card.key WHERE card.deck = :deck"                \
        " AND card.key <> :but AND card.retired = 0"                           \
        " AND instr(card_text.body, :text) > 0 ORDER BY card.seq")             \
    ROW(SQL_CARDS_TO_CHOOSE,                                                   \
        SQL_CARD "FROM deck JOIN card ON card.deck = deck.key"                 \
        " WHERE deck.key = :deck AND card.retired = 0 AND card.suspended = 0"  \
        " AND EXISTS (SELECT 1 FROM card_text WHERE card_text.card = card.key" \
        " AND instr(card_text.body, '\"distractors\":') > 0)"                  \
        " ORDER BY card.seq")                                                  \
    ROW(SQL_CARD_TEXT, "SELECT body FROM card_text WHERE card = :key")         \
    ROW(SQL_CARD_INSERT,                                                       \
        "INSERT INTO card(deck, id, seq, objective, domain, tags, hash,"       \
        " reserve) VALUES (:deck, :id, :seq, :objective, :domain, :tags,"      \
        " :hash, :reserve)")                                                   \
    ROW(SQL_CARD_CHANGE,                                                       \
        "UPDATE card SET id = :id, seq = :seq, objective = :objective,"        \
        " domain = :domain, tags = :tags, hash = :hash, reserve = :reserve,"   \
        " retired = 0 WHERE key = :key")                                       \
    ROW(SQL_CARD_TEXT_INSERT,                                                  \
        "INSERT INTO card_text(card, body) VALUES (:key, :body)")              \
    ROW(SQL_CARD_TEXT_CHANGE,                                                  \
        "UPDATE card_text SET body = :body WHERE card = :key")                 \
    ROW(SQL_CARD_RETIRE, "UPDATE card SET retired = 1 WHERE key = :key")       \
    ROW(SQL_CARD_MOVE, "UPDATE card SET seq = :seq WHERE key = :key")          \
    ROW(SQL_CARD_SET_DOMAIN,                                                   \
        "UPDATE card SET domain = :domain WHERE key = :key")                   \
    /* progress and counts */                                                  \
    ROW(SQL_PROGRESS_WRITE,                                                    \
        "UPDATE card SET state = :state, step = :step,"                        \
        " stability = :stability, difficulty = :difficulty, model = :model,"   \
        " has_day = :has_day, due_day = :due_day, due_at = :due_at,"           \
        " interval = :interval, retention = :retention,"                       \
        " last_day = :last_day, last_at = :last_at,"                           \
        " last_answer = :last_answer, last_correct = :last_correct,"           \
        " answers = :answers, lapses = :lapses, wrong = :wrong,"               \
        " interval_days = :interval_days, suspended = :suspended,"             \
        " flagged = :flagged, buried_until = :buried_until, seen = :seen,"     \
        " reset_day = :reset_day, key_hash = :key_hash,"                       \
        " reserve = reserve AND NOT :shown, room = NULL"                       \
        " WHERE key = :key")                                                   \
    ROW(SQL_CARD_BUCKET,                                                       \
        "SELECT deck, domain, bucket, bucket_day FROM card WHERE key = :key")  \
    ROW(SQL_TALLY_ADD,                                                         \
        "INSERT INTO tally(deck, domain, state, due_day, cards)"               \
        " VALUES (:deck, :domain, :state, :due_day, 1)"                        \
        " ON CONFLICT (deck, domain, state, due_day)"                          \
        " DO UPDATE SET cards = cards + 1")                                    \
    ROW(SQL_TALLY_TAKE,                                                        \
        "UPDATE tally SET cards = cards - 1 WHERE deck = :deck"                \
        " AND domain = :domain AND state = :state AND due_day = :due_day"      \
        " AND cards > 1")                                                      \
    ROW(SQL_TALLY_DROP,                                                        \
        "DELETE FROM tally WHERE deck = :deck AND domain = :domain"            \
        " AND state = :state AND due_day = :due_day")                          \
    ROW(SQL_TALLY_CLEAR, "DELETE FROM tally WHERE deck = :deck")               \
    ROW(SQL_TALLY_FILL,                                                        \
        "INSERT INTO tally(deck, domain, state, due_day, cards) "              \
        SQL_TALLY_OF_CARDS "WHERE deck = :deck AND bucket > -2"                \
        " GROUP BY domain, bucket, bucket_day")                                \
    ROW(SQL_TALLY_DIFFERENCES,                                                 \
        "WITH truth AS (" SQL_TALLY_OF_CARDS "WHERE bucket > -2"               \
        " GROUP BY deck, domain, bucket, bucket_day)"                          \
        " SELECT (SELECT count(*) FROM (SELECT * FROM truth EXCEPT"            \
        " SELECT deck, domain, state, due_day, cards FROM tally)) +"           \
        " (SELECT count(*) FROM (SELECT deck, domain, state, due_day, cards"   \
        " FROM tally EXCEPT SELECT * FROM truth))")                            \
    ROW(SQL_COUNTS,                                                            \
        "SELECT domain, state, due_day, cards FROM tally"                      \
        " WHERE deck = :deck AND state >= 0"                                   \
        " ORDER BY domain, state, due_day")                                    \
    ROW(SQL_TOTALS,                                                            \
        "SELECT domain, sum(cards) FROM tally WHERE deck = :deck"              \
        " GROUP BY domain")                                                    \
    ROW(SQL_ACTIVITY,                                                          \
        "SELECT day, answers, correct, new_cards, reviews, ms FROM activity"   \
        " WHERE day BETWEEN :first AND :last ORDER BY day")                    \
    ROW(SQL_ACTIVITY_ADD,                                                      \
        "INSERT INTO activity(day, answers, correct, new_cards, reviews, ms)"  \
        " VALUES (:day, :answers, :correct, :new_cards, :reviews, :ms)"        \
        " ON CONFLICT (day) DO UPDATE SET"                                     \
        " answers = answers + excluded.answers,"                               \
        " correct = correct + excluded.correct,"                               \
        " new_cards = new_cards + excluded.new_cards,"                         \
        " reviews = reviews + excluded.reviews, ms = ms + excluded.ms")        \
    ROW(SQL_ACTIVITY_DROP_EMPTY,                                               \
        "DELETE FROM activity WHERE day = :day AND answers = 0"                \
        " AND correct = 0 AND new_cards = 0 AND reviews = 0 AND ms = 0")       \
    ROW(SQL_ACTIVITY_CLEAR, "DELETE FROM activity")                            \
    ROW(SQL_ACTIVITY_CLEAR_DAY, "DELETE FROM activity WHERE day = :day")       \
    /* what is due */                                                          \
    ROW(SQL_DUE_REVIEWS,                                                       \
        SQL_DUE "WHERE deck = :deck AND bucket = 2"                            \
        " AND bucket_day BETWEEN :first AND :last" SQL_DUE_FILTER              \
        " ORDER BY bucket_day, key")                                           \
    ROW(SQL_DUE_LEARNING,                                                      \
        SQL_DUE "WHERE deck = :deck AND bucket IN (1, 3)"                      \
        " AND bucket_day <= :day" SQL_DUE_FILTER                               \
        " ORDER BY CASE WHEN has_day THEN 0 ELSE due_at END, key")             \
    ROW(SQL_DUE_NEW,                                                           \
        SQL_DUE "WHERE deck = :deck AND bucket = 0"                            \
        " AND objective = :one AND bucket_day <= :day" SQL_DUE_FILTER          \
        " ORDER BY seq LIMIT :limit")                                          \
    ROW(SQL_DUE_NEW_ALL,                                                       \
        SQL_DUE "WHERE deck = :deck AND bucket = 0"                            \
        " AND bucket_day <= :day" SQL_DUE_FILTER                               \
        " ORDER BY seq LIMIT :limit")                                          \
    ROW(SQL_CARD_EXISTS,                                                       \
        "SELECT 1 FROM card WHERE (:deck = 0 OR deck = :deck)"                 \
        " AND retired = 0" SQL_DUE_FILTER " LIMIT 1")                          \
    /* searches: texts as they lie, cards deck after deck in their order */    \
    ROW(SQL_SEARCH_TEXTS, "SELECT card, body FROM card_text ORDER BY card")    \
    ROW(SQL_SEARCH_ORDER, "SELECT card.key" SQL_EVERY_CARD SQL_DECK_ORDER)     \
    ROW(SQL_SEARCH_ACTIVE,                                                     \
        "SELECT card.key" SQL_EVERY_CARD " WHERE card.retired = 0"             \
        SQL_DECK_ORDER)                                                        \
    ROW(SQL_SEARCH_RETIRED,                                                    \
        "SELECT (SELECT count(*) FROM card)"                                   \
        " > (SELECT coalesce(sum(cards), 0) FROM tally)")                      \
    ROW(SQL_SEARCH_FIELDS,                                                     \
        SQL_CARD ", card.tags" SQL_EVERY_CARD                                  \
        " WHERE card.retired <= :retired" SQL_DECK_ORDER)                      \
    ROW(SQL_SEARCH_BOTH,                                                       \
        SQL_CARD ", card.tags, card_text.body" SQL_EVERY_CARD                  \
        " CROSS JOIN card_text ON card_text.card = card.key"                   \
        " WHERE card.retired <= :retired" SQL_DECK_ORDER)                      \
    /* copies */                                                               \
    ROW(SQL_VACUUM_INTO, "VACUUM INTO :path")
/* clang-format on */

#define SQL_ENUM(name, text) name,
enum sql { SQL_TABLE(SQL_ENUM) SQL_COUNT };
#undef SQL_ENUM

#endif
