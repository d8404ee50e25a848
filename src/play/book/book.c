/* The book's file, its questions and its advice; see book.h. Learning is in learn.c. */
#include "play/book/book.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "play/book/key.h"
#include "play/book/store.h"

/* "HXBK", and the version of the tables. */
enum { APPLICATION = 0x4858424b, VERSION = 1, BUSY_MS = 10000 };

static const char schema[] =
    "CREATE TABLE game (id INTEGER PRIMARY KEY, rules TEXT NOT NULL UNIQUE);"
    "CREATE TABLE node (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES game, key BLOB NOT NULL,"
    " stones INTEGER NOT NULL, black INTEGER NOT NULL, draw INTEGER NOT NULL, white INTEGER NOT NULL,"
    " UNIQUE (game, key));"
    "CREATE TABLE link (parent INTEGER NOT NULL REFERENCES node, child INTEGER NOT NULL REFERENCES node,"
    " turn TEXT NOT NULL, PRIMARY KEY (parent, child)) WITHOUT ROWID;"
    "CREATE TABLE learned (record BLOB PRIMARY KEY) WITHOUT ROWID;";

bool store_fail(struct book *b, struct err *e)
{
    return err_set(e, "%s: %s", b->path, b->db ? sqlite3_errmsg(b->db) : "out of memory");
}

bool store_run(struct book *b, const char *sql, struct err *e)
{
    return sqlite3_exec(b->db, sql, NULL, NULL, NULL) == SQLITE_OK || store_fail(b, e);
}

bool store_statement(struct book *b, enum book_statement which, const char *sql, struct err *e)
{
    if (b->statement[which])
        return true;
    return sqlite3_prepare_v3(b->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &b->statement[which], NULL) ==
               SQLITE_OK ||
           store_fail(b, e);
}

/* The single number that a statement gives. */
static bool ask_number(struct book *b, const char *sql, int64_t *out, struct err *e)
{
    sqlite3_stmt *s = NULL;
    bool ok = sqlite3_prepare_v2(b->db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW;
    if (ok)
        *out = sqlite3_column_int64(s, 0);
    else
        store_fail(b, e);
    sqlite3_finalize(s);
    return ok;
}

/* Makes the tables of a new file. */
static bool create(struct book *b, struct err *e)
{
    char *sql = sqlite3_mprintf("BEGIN IMMEDIATE; PRAGMA application_id = %d; PRAGMA user_version = %d; %s "
                                "COMMIT;",
                                APPLICATION, VERSION, schema);
    bool ok = sql ? store_run(b, sql, e) : store_fail(b, e);
    sqlite3_free(sql);
    return ok;
}

/* Is it a book of ours, or (if one may write) a new file? */
static bool check(struct book *b, bool write, struct err *e)
{
    int64_t application, version, tables;
    if (!ask_number(b, "SELECT count(*) FROM sqlite_schema", &tables, e) ||
        !ask_number(b, "PRAGMA application_id", &application, e) ||
        !ask_number(b, "PRAGMA user_version", &version, e))
        return false;
    if (write && tables == 0 && application == 0)
        return create(b, e);
    if (application != APPLICATION)
        return err_set(e, "%s: not a book of this program", b->path);
    if (version != VERSION)
        return err_set(e, "%s: a book of version %" PRId64 ", this program knows version %d", b->path,
                       version, VERSION);
    return true;
}

static bool open_db(struct book *b, bool write, struct err *e)
{
    int flags = write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    if (sqlite3_open_v2(b->path, &b->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return store_fail(b, e);
    sqlite3_busy_timeout(b->db, BUSY_MS);
    if (!check(b, write, e))
        return false;
    return !write || store_run(b, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;", e);
}

bool book_open(const char *path, bool write, struct book **out, struct err *e)
{
    struct book *b = mem_zero(1, sizeof *b);
    b->path = mem_strdup(path);
    if (!open_db(b, write, e)) {
        book_close(b);
        return false;
    }
    *out = b;
    return true;
}

void book_close(struct book *b)
{
    if (b) {
        for (int i = 0; i < BOOK_STATEMENTS; i++)
            sqlite3_finalize(b->statement[i]);
        sqlite3_close(b->db);
        free(b->path);
        free(b);
    }
}

/* ---- Questions ---- */

/* A count from the file: one that makes no sense is none. */
static uint64_t column_count(sqlite3_stmt *s, int column)
{
    int64_t v = sqlite3_column_int64(s, column);
    return v > 0 ? (uint64_t)v : 0;
}

static struct book_stats column_stats(sqlite3_stmt *s, int column)
{
    return (struct book_stats){column_count(s, column), column_count(s, column + 1),
                               column_count(s, column + 2)};
}

static void bind_position(sqlite3_stmt *s, const struct position *p, const struct book_key *key)
{
    char game[RULES_TEXT];
    sqlite3_bind_text(s, 1, rules_format(&p->rules, game), -1, SQLITE_TRANSIENT);
    sqlite3_bind_blob(s, 2, key->bytes, (int)key->size, SQLITE_TRANSIENT);
}

bool book_lookup(struct book *b, const struct position *p, struct book_stats *out, struct err *e)
{
    struct book_key key;
    *out = (struct book_stats){0, 0, 0};
    if (!store_statement(
            b, BOOK_LOOKUP,
            "SELECT black, draw, white FROM node WHERE game = (SELECT id FROM game WHERE rules = "
            "?1) AND key = ?2",
            e))
        return false;
    sqlite3_stmt *s = b->statement[BOOK_LOOKUP];
    book_key(p, &key);
    bind_position(s, p, &key);
    int status = sqlite3_step(s);
    if (status == SQLITE_ROW)
        *out = column_stats(s, 0);
    bool ok = status == SQLITE_ROW || status == SQLITE_DONE || store_fail(b, e);
    sqlite3_reset(s);
    return ok;
}

bool book_rules(struct book *b, struct rules *out)
{
    sqlite3_stmt *s = NULL;
    bool one = sqlite3_prepare_v2(b->db, "SELECT rules FROM game", -1, &s, NULL) == SQLITE_OK &&
               sqlite3_step(s) == SQLITE_ROW;
    const char *rules = one ? (const char *)sqlite3_column_text(s, 0) : NULL;
    one = rules && rules_parse(rules, out, NULL) && sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    return one;
}

/* Can these stones be placed as a turn? The file is input: a wrong one must not harm. */
static bool is_turn(const struct position *p, const struct squares *s)
{
    struct position *after = position_copy(p);
    bool ok = s->n > 0 && position_play_turn(after, s, NULL);
    position_free(after);
    return ok;
}

static void add_turn(struct book_turns *t, const struct squares *squares, struct book_stats stats)
{
    t->turn = mem_grow(t->turn, &t->room, t->count + 1, sizeof *t->turn);
    t->turn[t->count++] = (struct book_turn){*squares, stats};
}

bool book_turns(struct book *b, const struct position *p, struct book_turns *out, struct err *e)
{
    struct book_key key;
    out->count = 0;
    if (!store_statement(
            b, BOOK_TURNS,
            "SELECT link.turn, child.black, child.draw, child.white FROM node JOIN link ON "
            "link.parent = node.id JOIN node AS child ON child.id = link.child WHERE node.game = "
            "(SELECT id FROM game WHERE rules = ?1) AND node.key = ?2 ORDER BY child.black + "
            "child.draw + child.white DESC, link.turn",
            e))
        return false;
    if (p->outcome != OUTCOME_OPEN)
        return true;
    sqlite3_stmt *s = b->statement[BOOK_TURNS];
    book_key(p, &key);
    bind_position(s, p, &key);
    int status;
    while ((status = sqlite3_step(s)) == SQLITE_ROW) {
        struct squares squares;
        const char *label = (const char *)sqlite3_column_text(s, 0);
        if (label && book_label_squares(&key.frame, label, &squares) && is_turn(p, &squares))
            add_turn(out, &squares, column_stats(s, 1));
    }
    bool ok = status == SQLITE_DONE || store_fail(b, e);
    sqlite3_reset(s);
    return ok;
}

void book_turns_free(struct book_turns *t)
{
    free(t->turn);
    *t = (struct book_turns)BOOK_TURNS_EMPTY;
}

/* ---- Advice ---- */

/* The share of wins among the decided games. */
static double share(const struct book_stats *s, enum side side)
{
    uint64_t wins = book_wins(s, side), losses = book_wins(s, side_other(side));
    return wins + losses ? (double)wins / (double)(wins + losses) : 0;
}

int book_advice(const struct book_turns *t, enum side side, uint64_t s)
{
    int often = -1, rare = -1;
    double best = 0.5;
    for (size_t i = 0; i < t->count; i++) {
        const struct book_stats *x = &t->turn[i].stats;
        uint64_t wins = book_wins(x, side), games = book_games(x);
        if (games >= s &&
            share(x, side) > best) { /* of equal shares the one with more games, which is first */
            best = share(x, side);
            often = (int)i;
        }
        if (games >= s || wins == 0)
            continue;
        const struct book_stats *y = rare < 0 ? NULL : &t->turn[rare].stats;
        if (!y || wins > book_wins(y, side) || (wins == book_wins(y, side) && games < book_games(y)))
            rare = (int)i;
    }
    return often >= 0 ? often : rare;
}
