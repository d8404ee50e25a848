/* Random game trees; see trees.h. */
#include "support/trees.h"

#include "base/buf.h"
#include "connect/record/record.h"
#include "go/tree.h"
#include "support/boards.h"

static void random_text(struct rng *r, struct buf *b)
{
    static const char *const parts[] = {
        "]",  "\\", ":",    "\n",   "\r\n", "\t", "\x01", "\xff",  "\xc3", "\xef\xbb\xbf",
        "六", "ö",  "(",    ";",    "[",    " ",  "a",    "B[jj]", "\\]",  "\\\n",
        "{",  "}",  "\x7f", "\x1a", "#",    "/",  "2017", "word",  "%s",   "先手胜"};
    b->len = 0;
    buf_text(b, "");
    for (uint32_t n = rng_below(r, 12); n > 0; n--)
        buf_text(b, parts[rng_below(r, sizeof parts / sizeof *parts)]);
}

static square random_square(const struct record *g, struct rng *r)
{
    return square_at((int)rng_below(r, (uint32_t)g->columns), (int)rng_below(r, (uint32_t)g->rows));
}

static void random_marks(struct tree_node *n, const struct record *g, struct rng *r, struct buf *text)
{
    for (uint32_t i = rng_below(r, 5); i > 0; i--) {
        enum mark_kind kind = (enum mark_kind)rng_below(r, MARK_KINDS);
        random_text(r, text);
        node_add_mark(n, kind, random_square(g, r),
                      record_marks[kind].two ? random_square(g, r) : SQUARE_NONE,
                      record_marks[kind].text ? buf_str(text) : NULL);
    }
}

static void random_notes(struct tree_node *n, const struct record *g, struct rng *r)
{
    struct buf text = BUF_EMPTY;
    if (rng_below(r, 2)) {
        random_text(r, &text);
        node_set_comment(n, buf_str(&text));
    }
    if (rng_below(r, 4) == 0) {
        random_text(r, &text);
        node_set_name(n, buf_str(&text));
    }
    random_marks(n, g, r, &text);
    static const char *const ids[] = {"BL", "KO", "X", "ABCDEFGH9", "VW"};
    static const char *const values[] = {"", "a", "\\]", "\\\\", "a\\:b", "\r\n\t\x01", "[", "\\\r\n", "六"};
    for (uint32_t i = rng_below(r, 4); i > 0; i--)
        node_add_property(n, ids[rng_below(r, 5)], values[rng_below(r, 9)]);
    buf_free(&text);
}

/* A set-up of a few stones, on a node that is taken away again if both sides would have a row. */
static void random_setup(const struct record *rec, struct tree_node *n, struct rng *r)
{
    struct setup_stone stones[12];
    uint32_t count = rng_below(r, 12);
    for (uint32_t i = 0; i < count; i++)
        stones[i] = (struct setup_stone){random_square(rec, r), (uint8_t)rng_below(r, 3)};
    enum cell to_move = (enum cell)rng_below(r, 3);
    int left = rng_below(r, 2) ? 1 + (int)rng_below(r, (uint32_t)record_rules(rec)->p) : 0;
    node_set_setup(n, stones, count, to_move, left);
    struct position *p = NULL;
    if (record_position(rec, n, &p, NULL))
        position_free(p);
    else if (n->parent)
        node_delete(n);
    else
        node_set_setup(n, NULL, 0, CELL_EMPTY, 0);
}

enum { GROW = 40 };

/* Grows a tree from nodes of it chosen at random, the last one more often. */
static void grow(struct record *rec, struct rng *r, bool setups)
{
    struct tree_node *at = rec->root;
    for (int i = 0; i < GROW; i++) {
        struct position *p;
        struct err e;
        if (!record_position(rec, at, &p, &e))
            fail_msg("%s", e.text);
        square s = test_random_stone(p, r);
        struct tree_node *n = at;
        if (setups && rng_below(r, 8) == 0)
            random_setup(rec, node_add(at, BLACK, SQUARE_NONE), r);
        else if (s)
            n = node_add(at, p->to_move, s);
        position_free(p);
        if (n != at && rng_below(r, 3) == 0)
            random_notes(n, rec, r);
        at = n;
        for (uint32_t up = rng_below(r, 4) == 0 ? rng_below(r, 6) : 0; up > 0 && at->parent; up--)
            at = at->parent;
    }
}

static void random_head(struct record *rec, struct rng *r)
{
    struct buf text = BUF_EMPTY;
    for (const char *const *k = record_info_keys; *k; k++)
        if (rng_below(r, 4) == 0) {
            random_text(r, &text);
            record_set_info(rec, *k, buf_str(&text));
        }
    random_text(r, &text);
    record_set_rules_note(rec, buf_str(&text));
    buf_free(&text);
    random_notes(rec->root, rec, r);
}

struct record *test_random_record(struct rng *r, bool setups)
{
    static const char *const games[] = {"3,3,3,1,1",   "5,4,3,2,1",        "15,15,5,1,1", "19,19,6,2,1",
                                        "26,26,6,2,3", "27,26,6,2,1",      "52,20,5,3,2", "53,9,6,2,1",
                                        "99,99,6,2,1", "127,127,63,63,63", "1,127,4,2,1", "127,1,4,2,1"};
    struct rules rules = test_rules(games[rng_below(r, sizeof games / sizeof *games)]);
    struct record *rec = record_new(&rules);
    if (setups && rng_below(r, 4) == 0)
        random_setup(rec, rec->root, r);
    random_head(rec, r);
    grow(rec, r, setups);
    return rec;
}

struct record *test_random_go(struct rng *r)
{
    static const int sizes[] = {1, 2, 9, 13, 19, 20, 25};
    struct go_tree_rules rules = {go_default, 0};
    rules.rules.size = sizes[rng_below(r, sizeof sizes / sizeof *sizes)];
    rules.rules.komi = 11;
    struct record *rec = record_make(&go_records, &rules, rules.rules.size, rules.rules.size);
    node_add_property(rec->root, "KM", "5.50");
    random_head(rec, r);
    struct tree_node *at = rec->root;
    for (int i = 0; i < GROW; i++) {
        square move = rng_below(r, 10) ? random_square(rec, r) : (square)SQUARE_PASS;
        bool setup = rng_below(r, 8) == 0;
        at = node_add(at, (enum side)rng_below(r, 2), setup ? SQUARE_NONE : move);
        struct setup_stone stone = {random_square(rec, r), (uint8_t)rng_below(r, 3)};
        if (setup)
            node_set_setup(at, &stone, rng_below(r, 2), (enum cell)rng_below(r, 3), 0);
        if (rng_below(r, 3) == 0)
            random_notes(at, rec, r);
        for (uint32_t up = rng_below(r, 4) == 0 ? rng_below(r, 6) : 0; up > 0 && at->parent; up--)
            at = at->parent;
    }
    return rec;
}
