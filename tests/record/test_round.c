/* What is written reads back the same: random trees of every kind, in every format. */
#include <stdio.h>

#include "record/records.h"

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

static square random_square(const struct rules *g, struct rng *r)
{
    return square_at((int)rng_below(r, (uint32_t)g->m), (int)rng_below(r, (uint32_t)g->n));
}

static void random_marks(struct node *n, const struct rules *g, struct rng *r, struct buf *text)
{
    for (uint32_t i = rng_below(r, 5); i > 0; i--) {
        enum mark_kind kind = (enum mark_kind)rng_below(r, MARK_KINDS);
        random_text(r, text);
        node_add_mark(n, kind, random_square(g, r),
                      record_marks[kind].two ? random_square(g, r) : SQUARE_NONE,
                      record_marks[kind].text ? buf_str(text) : NULL);
    }
}

static void random_notes(struct node *n, const struct rules *g, struct rng *r)
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
static void random_setup(const struct record *rec, struct node *n, struct rng *r)
{
    struct setup_stone stones[12];
    uint32_t count = rng_below(r, 12);
    for (uint32_t i = 0; i < count; i++)
        stones[i] = (struct setup_stone){random_square(&rec->rules, r), (uint8_t)rng_below(r, 3)};
    enum cell to_move = (enum cell)rng_below(r, 3);
    int left = rng_below(r, 2) ? 1 + (int)rng_below(r, (uint32_t)rec->rules.p) : 0;
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
    struct node *at = rec->root;
    for (int i = 0; i < GROW; i++) {
        struct position *p;
        struct err e;
        if (!record_position(rec, at, &p, &e))
            fail_msg("%s", e.text);
        square s = test_random_stone(p, r);
        struct node *n = at;
        if (setups && rng_below(r, 8) == 0)
            random_setup(rec, node_add(at, BLACK, SQUARE_NONE), r);
        else if (s)
            n = node_add(at, p->to_move, s);
        position_free(p);
        if (n != at && rng_below(r, 3) == 0)
            random_notes(n, &rec->rules, r);
        at = n;
        for (uint32_t up = rng_below(r, 4) == 0 ? rng_below(r, 6) : 0; up > 0 && at->parent; up--)
            at = at->parent;
    }
}

static struct record *random_record(struct rng *r, bool setups)
{
    static const char *const games[] = {"3,3,3,1,1",   "5,4,3,2,1",        "15,15,5,1,1", "19,19,6,2,1",
                                        "26,26,6,2,3", "27,26,6,2,1",      "52,20,5,3,2", "53,9,6,2,1",
                                        "99,99,6,2,1", "127,127,63,63,63", "1,127,4,2,1", "127,1,4,2,1"};
    struct rules rules = test_rules(games[rng_below(r, sizeof games / sizeof *games)]);
    struct record *rec = record_new(&rules);
    struct buf text = BUF_EMPTY;
    for (const char *const *k = record_info_keys; *k; k++)
        if (rng_below(r, 4) == 0) {
            random_text(r, &text);
            record_set_info(rec, *k, buf_str(&text));
        }
    random_text(r, &text);
    record_set_rules_note(rec, buf_str(&text));
    buf_free(&text);
    if (setups && rng_below(r, 4) == 0)
        random_setup(rec, rec->root, r);
    random_notes(rec->root, &rules, r);
    grow(rec, r, setups);
    return rec;
}

static void sgf_gives_the_same_tree(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 1);
    for (int i = test_rounds(2000); i > 0; i--) {
        struct record *a = random_record(&r, true);
        char *text = write_record(a, RECORD_SGF);
        struct record *b = read_record(text);
        if (!record_equal(a, b))
            fail_msg("not the same:\n%s", text);
        char *again = write_record(b, RECORD_SGF);
        assert_string_equal(text, again);
        free(text);
        free(again);
        record_free(a);
        record_free(b);
    }
}

/* The formats without variations: the main line, the game, and of contest records the description. */
static void lists_give_the_same_line(void **state)
{
    (void)state;
    static const char *const described[] = {"PB", "PW", "DT", "PC", "EV"};
    struct rng r;
    rng_seed(&r, 2);
    for (int i = test_rounds(2000); i > 0; i--) {
        struct record *a = random_record(&r, false);
        square *stones, *others;
        size_t count = record_main_line(a, &stones);
        for (int f = RECORD_CONTEST; f <= RECORD_PLAIN; f++) {
            char *text = write_record(a, (enum record_format)f);
            struct record *b = read_record(text);
            assert_true(rules_equal(&a->rules, &b->rules));
            /* 先手胜 comes back as B+ */
            assert_int_equal(record_result(b), f == RECORD_CONTEST ? record_result(a) : OUTCOME_OPEN);
            assert_int_equal(record_main_line(b, &others), count);
            assert_memory_equal(stones, others, count * sizeof *stones);
            for (size_t k = 0; f == RECORD_CONTEST && k < sizeof described / sizeof *described; k++) {
                const char *x = record_info(a, described[k]), *y = record_info(b, described[k]);
                assert_string_equal(x ? x : "", y ? y : "");
            }
            char *again = write_record(b, (enum record_format)f);
            assert_string_equal(text, again);
            free(text);
            free(again);
            free(others);
            record_free(b);
        }
        free(stones);
        record_free(a);
    }
}

/* Files cut and bent at random are read or refused, and a message has one line. */
static void bent_files_do_no_harm(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 3);
    for (int i = test_rounds(2000); i > 0; i--) {
        struct record *a = random_record(&r, false), *b;
        char *text = write_record(a, (enum record_format)rng_below(&r, 3));
        size_t len = strlen(text);
        for (uint32_t k = 1 + rng_below(&r, 4); k > 0 && len; k--) {
            size_t at = rng_below(&r, (uint32_t)len);
            if (rng_below(&r, 2))
                text[at] = "()[];:\\{}aZ90 \n,-"[rng_below(&r, 17)];
            else if (rng_below(&r, 2))
                len = at;
            else
                text[at] = (char)rng_below(&r, 256);
        }
        struct err e;
        if (record_read(text, len, NULL, &b, &e))
            record_free(b);
        else
            assert_null(strpbrk(e.text, "\r\n"));
        free(text);
        record_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sgf_gives_the_same_tree),
        cmocka_unit_test(lists_give_the_same_line),
        cmocka_unit_test(bent_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
