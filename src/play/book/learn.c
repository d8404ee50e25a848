/* Learning records: each adds its result to the positions it went through; see book.h. */
#include "connect/record/fingerprint.h"
#include "connect/record/walk.h"
#include "play/book/key.h"
#include "play/book/store.h"

bool book_begin(struct book *b, struct err *e)
{
    db_begin(b->db);
    return db_ok(b->db) || db_end(b->db, false, e) == DB_FINE;
}

bool book_commit(struct book *b, struct err *e)
{
    return db_end(b->db, true, e) == DB_FINE;
}

/* ---- Rows ---- */

static int64_t add_game(struct book *b, const struct rules *r)
{
    char game[RULES_TEXT];
    /* The update changes nothing; it makes the row that is there come back. */
    return db_number(b->db, 0,
                     "INSERT INTO game (rules) VALUES (?1) ON CONFLICT DO UPDATE SET rules = ?1 RETURNING id",
                     db_text(rules_format(r, game)));
}

/* Adds a result to a position, new or not. */
static int64_t add_node(struct book *b, int64_t game, const struct position *p, const struct book_key *key,
                        enum outcome result)
{
    return db_number(
        b->db, 0,
        "INSERT INTO node (game, key, stones, black, draw, white) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON "
        "CONFLICT "
        "(game, key) DO UPDATE SET black = black + ?4, draw = draw + ?5, white = white + ?6 RETURNING id",
        db_int(game), db_bytes(key->bytes, key->size), db_int(p->stones), db_int(result == OUTCOME_BLACK),
        db_int(result == OUTCOME_DRAW), db_int(result == OUTCOME_WHITE));
}

/* One link from a position to the next is enough: turns that lead to equal positions are equal. */
static void add_link(struct book *b, int64_t parent, int64_t child, const char *turn)
{
    db_do(b->db, "INSERT INTO link (parent, child, turn) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
          db_int(parent), db_int(child), db_text(turn));
}

/* Notes the record as learned; false if it was before. */
static bool add_record(struct book *b, const struct record *r)
{
    uint64_t h[2];
    record_fingerprint(r, h);
    uint8_t bytes[16];
    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(h[i / 8] >> 8 * (i % 8)); /* the same on every machine */
    db_do(b->db, "INSERT INTO learned (record) VALUES (?1) ON CONFLICT DO NOTHING",
          db_bytes(bytes, sizeof bytes));
    return db_changes(b->db) > 0;
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
static void end_turn(struct lesson *l, const struct position *p)
{
    struct buf label = BUF_EMPTY;
    book_label(&l->key.frame, &l->turn, &label);
    l->turn.n = 0;
    book_key(p, &l->key);
    int64_t child = add_node(l->book, l->game, p, &l->key, l->result);
    add_link(l->book, l->node, child, buf_str(&label));
    buf_free(&label);
    l->node = child;
}

static bool learn_line(struct lesson *l, const struct record *r, int turns, struct err *e)
{
    struct walk *w;
    if (!walk_new(r, &w, e))
        return false;
    const struct position *p = w->position;
    book_key(p, &l->key);
    l->game = add_game(l->book, record_rules(r));
    l->node = add_node(l->book, l->game, p, &l->key, l->result);
    for (const struct tree_node *n = r->root->child; n && turns > 0; n = n->child) {
        enum side side = w->position->to_move;
        if (node_is_setup(n) || !walk_down(w, n, NULL))
            break;
        if (n->at == SQUARE_NONE)
            continue;
        p = w->position;
        l->turn.s[l->turn.n++] = n->at;
        if (p->to_move != side || p->outcome != OUTCOME_OPEN) {
            end_turn(l, p);
            turns--;
        }
    }
    walk_free(w);
    return true;
}

bool book_learn(struct book *b, const struct record *r, int turns, enum book_lesson *lesson, struct err *e)
{
    struct lesson l = {.book = b, .result = record_outcome(r)};
    *lesson = BOOK_UNDECIDED;
    if (l.result == OUTCOME_OPEN)
        return true;
    db_begin(b->db); /* a record is learned whole, also outside a transaction of many */
    bool fresh = add_record(b, r), ok = !fresh || learn_line(&l, r, turns, e);
    *lesson = fresh ? BOOK_LEARNED : BOOK_KNOWN;
    return db_end(b->db, ok, e) == DB_FINE && ok;
}
