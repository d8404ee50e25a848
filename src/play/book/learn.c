/* Learning records: each adds its result to the positions it went through; see book.h. */
#include <stdlib.h>
#include <string.h>

#include "connect/record/gist.h"
#include "connect/record/walk.h"
#include "play/book/key.h"
#include "play/book/store.h"

bool book_begin(struct book *b, struct err *e)
{
    return store_run(b, "BEGIN IMMEDIATE", e);
}

bool book_commit(struct book *b, struct err *e)
{
    return store_run(b, "COMMIT", e);
}

/* ---- Rows ---- */

/* Runs a statement that gives at most one row; `id` gets its first column, if wanted. */
static bool step(struct book *b, enum book_statement which, int64_t *id, struct err *e)
{
    sqlite3_stmt *s = b->statement[which];
    int status = sqlite3_step(s);
    if (status == SQLITE_ROW && id)
        *id = sqlite3_column_int64(s, 0);
    bool ok = status == SQLITE_ROW || status == SQLITE_DONE || store_fail(b, e);
    sqlite3_reset(s);
    return ok;
}

static bool add_game(struct book *b, const struct rules *r, int64_t *id, struct err *e)
{
    char game[RULES_TEXT];
    /* The update changes nothing; it makes the row that is there come back. */
    if (!store_statement(b, BOOK_ADD_GAME,
                         "INSERT INTO game (rules) VALUES (?1) ON CONFLICT DO UPDATE SET rules = ?1 "
                         "RETURNING id",
                         e))
        return false;
    sqlite3_bind_text(b->statement[BOOK_ADD_GAME], 1, rules_format(r, game), -1, SQLITE_TRANSIENT);
    return step(b, BOOK_ADD_GAME, id, e);
}

/* Adds a result to a position, new or not. */
static bool add_node(struct book *b, int64_t game, const struct position *p, const struct book_key *key,
                     enum outcome result, int64_t *id, struct err *e)
{
    if (!store_statement(b, BOOK_ADD_NODE,
                         "INSERT INTO node (game, key, stones, black, draw, white) VALUES (?1, ?2, ?3, ?4, "
                         "?5, ?6) ON CONFLICT (game, key) DO UPDATE SET black = black + ?4, draw = draw + "
                         "?5, white = white + ?6 RETURNING id",
                         e))
        return false;
    sqlite3_stmt *s = b->statement[BOOK_ADD_NODE];
    sqlite3_bind_int64(s, 1, game);
    sqlite3_bind_blob(s, 2, key->bytes, (int)key->size, SQLITE_TRANSIENT);
    sqlite3_bind_int(s, 3, p->stones);
    sqlite3_bind_int(s, 4, result == OUTCOME_BLACK);
    sqlite3_bind_int(s, 5, result == OUTCOME_DRAW);
    sqlite3_bind_int(s, 6, result == OUTCOME_WHITE);
    return step(b, BOOK_ADD_NODE, id, e);
}

/* One link from a position to the next is enough: turns that lead to equal positions are equal. */
static bool add_link(struct book *b, int64_t parent, int64_t child, const char *turn, struct err *e)
{
    if (!store_statement(b, BOOK_ADD_LINK,
                         "INSERT INTO link (parent, child, turn) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                         e))
        return false;
    sqlite3_stmt *s = b->statement[BOOK_ADD_LINK];
    sqlite3_bind_int64(s, 1, parent);
    sqlite3_bind_int64(s, 2, child);
    sqlite3_bind_text(s, 3, turn, -1, SQLITE_TRANSIENT);
    return step(b, BOOK_ADD_LINK, NULL, e);
}

/* Notes the record as learned; `known` if it was before. */
static bool add_record(struct book *b, const struct record *r, bool *known, struct err *e)
{
    uint64_t h[2];
    if (!store_statement(b, BOOK_ADD_RECORD,
                         "INSERT INTO learned (record) VALUES (?1) ON CONFLICT DO NOTHING", e))
        return false;
    record_fingerprint(r, h);
    uint8_t bytes[16];
    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(h[i / 8] >> 8 * (i % 8)); /* the same on every machine */
    sqlite3_bind_blob(b->statement[BOOK_ADD_RECORD], 1, bytes, sizeof bytes, SQLITE_TRANSIENT);
    bool ok = step(b, BOOK_ADD_RECORD, NULL, e);
    *known = ok && sqlite3_changes(b->db) == 0;
    return ok;
}

/* ---- The walk ---- */

/* One game being learned. */
struct lesson {
    struct book *book;
    enum outcome result;
    int64_t game, node; /* the node of the position before the turn */
    struct book_key key;
    struct squares turn; /* its stones so far */
};

/* The turn is whole: a link and a node. */
static bool end_turn(struct lesson *l, const struct position *p, struct err *e)
{
    struct buf label = BUF_EMPTY;
    book_label(&l->key.frame, &l->turn, &label);
    l->turn.n = 0;
    book_key(p, &l->key);
    int64_t child;
    bool ok = add_node(l->book, l->game, p, &l->key, l->result, &child, e) &&
              add_link(l->book, l->node, child, buf_str(&label), e);
    buf_free(&label);
    if (ok)
        l->node = child;
    return ok;
}

static bool learn_line(struct lesson *l, const struct record *r, int turns, struct err *e)
{
    struct walk *w;
    if (!walk_new(r, &w, e))
        return false;
    const struct position *p = w->position;
    book_key(p, &l->key);
    bool ok = add_game(l->book, record_rules(r), &l->game, e) &&
              add_node(l->book, l->game, p, &l->key, l->result, &l->node, e);
    for (const struct tree_node *n = r->root->child; ok && n && turns > 0; n = n->child) {
        enum side side = w->position->to_move;
        if (node_is_setup(n) || !walk_down(w, n, NULL))
            break;
        if (n->at == SQUARE_NONE)
            continue;
        p = w->position;
        l->turn.s[l->turn.n++] = n->at;
        if (p->to_move != side || p->outcome != OUTCOME_OPEN) {
            ok = end_turn(l, p, e);
            turns--;
        }
    }
    walk_free(w);
    return ok;
}

bool book_learn(struct book *b, const struct record *r, int turns, enum book_lesson *lesson, struct err *e)
{
    struct lesson l = {.book = b, .result = record_outcome(r)};
    bool known = false;
    *lesson = BOOK_UNDECIDED;
    if (l.result == OUTCOME_OPEN)
        return true;
    /* A savepoint, so that a record is learned whole even outside a transaction. */
    if (!store_run(b, "SAVEPOINT lesson", e))
        return false;
    bool ok = add_record(b, r, &known, e) && (known || learn_line(&l, r, turns, e));
    *lesson = known ? BOOK_KNOWN : BOOK_LEARNED;
    if (!ok)
        store_run(b, "ROLLBACK TO lesson", NULL);
    return store_run(b, "RELEASE lesson", ok ? e : NULL) && ok;
}
