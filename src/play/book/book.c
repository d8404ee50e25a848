/* The book's file, its questions and its advice; see book.h. Learning is in learn.c. */
#include "play/book/book.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/key.h"
#include "play/book/key.h"
#include "play/book/store.h"

static const char schema[] =
    "CREATE TABLE game (id INTEGER PRIMARY KEY, rules TEXT NOT NULL UNIQUE);"
    "CREATE TABLE node (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES game, key BLOB NOT NULL,"
    " stones INTEGER NOT NULL, black INTEGER NOT NULL, draw INTEGER NOT NULL, white INTEGER NOT NULL,"
    " UNIQUE (game, key));"
    "CREATE TABLE link (parent INTEGER NOT NULL REFERENCES node, child INTEGER NOT NULL REFERENCES node,"
    " turn TEXT NOT NULL, PRIMARY KEY (parent, child)) WITHOUT ROWID;"
    "CREATE TABLE learned (record BLOB PRIMARY KEY) WITHOUT ROWID;";

static const struct db_kind kind = {
    .name = "a book",
    .application = 0x4858424b, /* "HXBK" */
    .version = 1,
    .schema = schema,
    .tables = "game, node, link, learned",
    .pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
};

bool book_open(const char *path, bool write, struct book **out, struct err *e)
{
    struct book b = {NULL, NULL};
    if (!write && strcmp(path, BOOK_BUILTIN) == 0)
        b.inside = summary_builtin();
    else if (db_open(&kind, path, write ? DB_CREATE : DB_READ, &b.db, e) != DB_FINE)
        return false;
    *out = mem_alloc(sizeof **out);
    **out = b;
    return true;
}

void book_close(struct book *b)
{
    if (b && b->db)
        db_close(b->db);
    free(b);
}

/* ---- Questions ---- */

/* A count from the file: one that makes no sense is none. */
static uint64_t count(struct rows *r, int column)
{
    int64_t v = rows_int(r, column);
    return v > 0 ? (uint64_t)v : 0;
}

static struct book_stats stats(struct rows *r, int column)
{
    return (struct book_stats){count(r, column), count(r, column + 1), count(r, column + 2)};
}

bool book_lookup(struct book *b, const struct position *p, struct book_stats *out, struct err *e)
{
    struct book_key key;
    char game[RULES_TEXT];
    book_key(p, &key);
    struct rows *r = db_ask(b->db,
                            "SELECT black, draw, white FROM node WHERE game = (SELECT id FROM game WHERE "
                            "rules = ?1) AND key = ?2",
                            db_text(rules_format(&p->rules, game)), db_bytes(key.bytes, key.size));
    *out = rows_next(r) ? stats(r, 0) : (struct book_stats){0, 0, 0};
    rows_end(r);
    return db_fine(b->db, e);
}

bool book_rules(struct book *b, struct rules *out)
{
    struct rows *r = db_ask(b->db, "SELECT rules FROM game");
    bool one = rows_next(r) && rules_parse(rows_text(r, 0), out, NULL) && !rows_next(r);
    rows_end(r);
    return db_fine(b->db, NULL) && one;
}

/* Can these stones be placed as a turn? The file is input: a wrong one must not harm. */
static bool is_turn(const struct position *p, const struct squares *s)
{
    struct position *after = position_copy(p);
    bool ok = s->n > 0 && position_play_turn(after, s, NULL);
    position_free(after);
    return ok;
}

static void add_turn(struct book_turns *t, const struct squares *squares, struct book_stats games)
{
    t->turn = mem_grow(t->turn, &t->room, t->count + 1, sizeof *t->turn);
    t->turn[t->count++] = (struct book_turn){*squares, games};
}

/* A position that is looked for in the book of the program. */
struct inside {
    const struct position *position;
    int symmetry;
    struct book_turns *out;
};

/* The most games first; of as many, as they stand there. */
static void take_inside(void *context, size_t number, const uint8_t *turn, size_t len,
                        const struct summary_counts *c)
{
    struct inside *x = context;
    struct book_stats games = {c->black, c->draw, c->white};
    struct squares s;
    (void)number;
    if (!key_unpack(&x->position->rules, x->symmetry, turn, len, &s) || !is_turn(x->position, &s))
        return;
    add_turn(x->out, &s, games);
    struct book_turn *all = x->out->turn;
    size_t at = x->out->count - 1;
    for (; at > 0 && book_games(&all[at - 1].stats) < book_games(&games); at--)
        all[at] = all[at - 1];
    all[at] = (struct book_turn){s, games};
}

static void turns_inside(const struct summary *s, const struct position *p, struct book_turns *out)
{
    struct inside x = {p, 0, out};
    struct summary_counts all;
    (void)summary_look(s, p, &x.symmetry, &all, take_inside, &x);
}

bool book_turns(struct book *b, const struct position *p, struct book_turns *out, struct err *e)
{
    struct book_key key;
    char game[RULES_TEXT];
    out->count = 0;
    if (p->outcome != OUTCOME_OPEN)
        return true;
    if (b->inside) {
        turns_inside(b->inside, p, out);
        return true;
    }
    book_key(p, &key);
    struct rows *r = db_ask(
        b->db,
        "SELECT link.turn, child.black, child.draw, child.white FROM node JOIN link ON link.parent = node.id "
        "JOIN "
        "node AS child ON child.id = link.child WHERE node.game = (SELECT id FROM game WHERE rules = ?1) AND "
        "node.key = ?2 ORDER BY child.black + child.draw + child.white DESC, link.turn",
        db_text(rules_format(&p->rules, game)), db_bytes(key.bytes, key.size));
    while (rows_next(r)) {
        struct squares squares;
        if (book_label_squares(&key.frame, rows_text(r, 0), &squares) && is_turn(p, &squares))
            add_turn(out, &squares, stats(r, 1));
    }
    return db_fine(b->db, e);
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
