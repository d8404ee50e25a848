/* Formats of other programs: Piskvork's games, which are only read, and RenLib's trees. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/record/record.h"

static struct record *read_it(const char *bytes, size_t len)
{
    struct record *r = NULL;
    struct err e;
    if (!record_read(bytes, len, NULL, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

static void refused(const char *bytes, size_t len, const char *part)
{
    struct record *r;
    struct err e;
    assert_false(record_read(bytes, len, NULL, &r, &e));
    if (!strstr(e.text, part))
        fail_msg("'%s' is not in '%s'", part, e.text);
}

static void refused_text(const char *text, const char *part)
{
    refused(text, strlen(text), part);
}

static const char game[] = "Piskvorky 20x20, 11:11, 1\r\n8,9,0\r\n9,9,2687\r\n9,10,12\r\n"
                           "C:\\brains\\pbrain-one.exe\r\npbrain-two.exe\r\n1, 2, 3\r\n";

static void piskvork(void **state)
{
    struct rules five = test_rules("20,20,5,1,1");
    char text[SQUARE_TEXT];
    square *stones;
    (void)state;
    struct record *r = read_it(game, strlen(game));
    assert_true(rules_equal(record_rules(r), &five));
    assert_int_equal(record_main_line(r, &stones), 3);
    assert_string_equal(square_format(stones[0], text), "h12"); /* the ninth row from the top of twenty */
    assert_string_equal(square_format(stones[2], text), "i11");
    assert_string_equal(record_info(r, "PB"), "pbrain-one");
    assert_string_equal(record_info(r, "PW"), "pbrain-two");
    free(stones);
    record_free(r);
    refused_text("Piskvorky \n1,1,0\n", "line 1");
    refused_text("Piskvorky 15x15, 1:1, 0\n1,1,0\n1,1,0\n", "line 3");
    refused_text("Piskvorky 15x15, 1:1, 0\n16,1,0\n", "off the board");
    refused_text("Piskvorky 999x15, 1:1, 0\n", "line 1");
    for (size_t cut = 0; cut < sizeof game; cut++) { /* every beginning of it is read or refused, cleanly */
        struct err e;
        if (record_read(game, cut, NULL, &r, &e))
            record_free(r);
    }
}

/* h8 with a comment; below it i9 (a leaf) and its sibling i8, and below that j7. */
static const unsigned char tree[] = {0xff, 'R', 'e', 'n', 'L',  'i',  'b',  0xff, 3,    4,    0,    0,   0,
                                     0,    0,   0,   0,   0,    0,    0,    0x00, 0x00, 0x78, 0x08, 'T', 'o',
                                     'p',  8,   'a', 0,   0x69, 0xc0, 0x79, 0x00, 0x8a, 0x41, 0x00, 0x00};

static void renlib(void **state)
{
    struct rules five = test_rules("15,15,5,1,1");
    const char *bytes = (const char *)tree;
    char text[SQUARE_TEXT];
    (void)state;
    struct record *r = read_it(bytes, sizeof tree);
    assert_true(rules_equal(record_rules(r), &five));
    const struct tree_node *h8 = r->root->child;
    assert_string_equal(square_format(h8->at, text), "h8");
    assert_string_equal(h8->notes->comment, "Top\na");
    assert_string_equal(square_format(h8->child->at, text), "i9");
    assert_null(h8->child->child);
    assert_string_equal(square_format(h8->child->next->at, text), "i8");
    assert_string_equal(square_format(h8->child->next->child->at, text), "j7");
    assert_int_equal(h8->child->next->child->side, BLACK);
    assert_null(h8->next);
    record_free(r);
    refused(bytes, 19, "in the middle");
    refused(bytes, 27, "node 2");
    unsigned char bad[sizeof tree];
    memcpy(bad, tree, sizeof tree);
    bad[22] = 0x70; /* column 0 */
    refused((const char *)bad, sizeof bad, "is no square");
    memcpy(bad, tree, sizeof tree);
    bad[30] = 0x78; /* on a stone */
    refused((const char *)bad, sizeof bad, "node 3");
    for (size_t cut = 0; cut < sizeof tree; cut++) {
        struct err e;
        if (record_read(bytes, cut, NULL, &r, &e))
            record_free(r);
    }
}

#define HEAD(MINOR) \
    0xff, 'R', 'e', 'n', 'L', 'i', 'b', 0xff, 3, MINOR, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255

/* What RenLib's own files have beside stones and comments. */
static void renlib_of_every_age(void **state)
{
    (void)state;
    char text[SQUARE_TEXT];
    /* Two first stones; i9 has a text on the board, which stands in the second byte of the extension, and g7 is nothing but a text. */
    static const unsigned char texts[] = {HEAD(4), 0x00, 0x00, 0x78, 0x80, 0x69, 0x81, 0x00, 0x01, 'A',
                                          0,       0x6a, 0x40, 0x87, 0xc3, 0x00, 0x01, 'x',  'y',  0,
                                          0,       0x88, 0x40, 0x79, 0x48, 'e',  'n',  'd',  0};
    struct record *r = read_it((const char *)texts, sizeof texts);
    const struct tree_node *h8 = r->root->child;
    assert_string_equal(square_format(h8->at, text), "h8");
    assert_int_equal(h8->notes->marks, 2);
    assert_string_equal(h8->notes->mark[0].text, "A");
    assert_string_equal(square_format(h8->notes->mark[0].at, text), "i9");
    assert_string_equal(h8->notes->mark[1].text, "xy");
    assert_string_equal(square_format(h8->notes->mark[1].at, text), "g7");
    assert_string_equal(square_format(h8->child->child->at, text), "j9");
    assert_string_equal(square_format(h8->child->next->at, text), "h7");
    assert_null(h8->child->next->next);
    assert_string_equal(square_format(h8->next->at, text), "i8");
    assert_string_equal(h8->next->notes->comment, "end");
    record_free(r);
    /* A pass: the next stone is Black's again. */
    static const unsigned char pass[] = {HEAD(0), 0x00, 0x00, 0x78, 0x00, 0x00, 0x00, 0x79, 0x40};
    r = read_it((const char *)pass, sizeof pass);
    assert_int_equal(r->root->child->child->child->side, BLACK);
    record_free(r);
    /* No header, and a comment whose last character has the eighth bit. */
    static const unsigned char old[] = {0x78, 0x00, 0x79, 0x60, 'B', '}', 8, 'r', 'a' | 0x80, 0};
    r = read_it((const char *)old, sizeof old);
    assert_string_equal(r->root->child->child->notes->comment, "Bå\nra");
    record_free(r);
    refused((const char *)old, sizeof old - 2, "in the middle");
    static const unsigned char late[] = {HEAD(5), 0x00, 0x00, 0x78, 0x40};
    refused((const char *)late, sizeof late, "version 3.5");
    for (size_t cut = 0; cut < sizeof texts; cut++) {
        struct err e;
        if (record_read((const char *)texts, cut, NULL, &r, &e))
            record_free(r);
    }
}

/* ---- Written ---- */

static struct record *five_record(void)
{
    struct rules five = test_rules("15,15,5,1,1");
    return record_new(&five);
}

static struct record *read_library(const struct buf *b)
{
    struct record *r;
    struct err e;
    if (!record_read(buf_str(b), b->len, NULL, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

static void libraries_are_written_byte_by_byte(void **state)
{
    (void)state;
    static const char wanted[] = "\xff"
                                 "RenLib\xff"
                                 "\3\4\0\0\0\0\0\0\0\0\0\0"
                                 "\0\x08"
                                 "Hi\0\0"          /* the board, with a comment of an even length */
                                 "\x01\xc3\0\1A\0" /* a label on a15, where nobody plays */
                                 "\x78\x81\0\1x\0" /* h8 with a label, which has a sibling */
                                 "\x67\x48"
                                 "a\bb\0"    /* g9, the end of the line, with two lines of text */
                                 "\x79\x40"; /* i8 */
    struct record *r = five_record(), *back;
    struct buf b = BUF_EMPTY;
    struct err e;
    node_set_comment(r->root, "Hi");
    node_add_mark(r->root, MARK_LABEL, square_at(7, 7), SQUARE_NONE, "x");
    node_add_mark(r->root, MARK_LABEL, square_at(0, 14), SQUARE_NONE, "A");
    struct tree_node *n = node_add(r->root, BLACK, square_at(7, 7));
    node_set_comment(node_add(n, WHITE, square_at(6, 8)), "a\nb");
    node_add(r->root, BLACK, square_at(8, 7));
    assert_true(record_write(r, RECORD_RENLIB, &b, &e));
    assert_int_equal(b.len, sizeof wanted - 1);
    assert_memory_equal(buf_str(&b), wanted, sizeof wanted - 1);
    back = read_library(&b);
    assert_int_equal(back->root->notes->marks, 2);
    buf_free(&b);
    record_free(back);
    record_free(r);
}

/* A pass, an empty node, a stone on an empty square, or nothing, below a node of the tree. */
static struct tree_node *grow(struct record *r, struct tree_node *at, struct rng *rng)
{
    struct position *p;
    struct err e;
    if (!record_position(r, at, &p, &e))
        fail_msg("%s", e.text);
    square s = square_at((int)rng_below(rng, 15), (int)rng_below(rng, 15));
    struct tree_node *n = NULL;
    uint64_t what = rng_below(rng, 12);
    if (p->outcome != OUTCOME_OPEN || (p->cell[s] != CELL_EMPTY && what >= 2)) {
        position_free(p);
        return at;
    }
    if (what == 0) {
        n = node_add(at, BLACK, SQUARE_NONE);
        node_set_setup(n, NULL, 0, p->to_move == BLACK ? CELL_WHITE : CELL_BLACK, 1);
    } else {
        n = node_add(at, what == 1 ? BLACK : p->to_move, what == 1 ? SQUARE_NONE : s);
    }
    position_free(p);
    return n;
}

static void annotate(struct tree_node *n, struct rng *rng)
{
    static const char *const words[] = {"a", "two", "three\nlines\nhere", "六子棋", "ö"};
    if (rng_below(rng, 3) == 0)
        node_set_comment(n, words[rng_below(rng, 5)]);
    for (uint64_t i = rng_below(rng, 6); i < 3; i++) {
        struct tree_node *c = n->child;
        square s = c && c->at && rng_below(rng, 2)
                       ? c->at
                       : square_at((int)rng_below(rng, 15), (int)rng_below(rng, 15));
        node_add_mark(n, MARK_LABEL, s, SQUARE_NONE, words[rng_below(rng, 2)]);
    }
}

static size_t count_label(const struct notes *n, const struct mark *m)
{
    size_t count = 0;
    for (size_t i = 0; n && i < n->marks; i++)
        count += n->mark[i].at == m->at && strcmp(n->mark[i].text, m->text) == 0;
    return count;
}

/* The same tree with the same words; labels may have come in another order. */
static void same_tree(const struct record *a, const struct record *b)
{
    const struct tree_node *x = a->root, *y = b->root;
    for (; x && y; x = node_next(x, a->root), y = node_next(y, b->root)) {
        const struct notes *m = x->notes, *n = y->notes;
        assert_int_equal(x->at, y->at);
        assert_int_equal(node_depth(x), node_depth(y));
        assert_int_equal(node_is_setup(x), node_is_setup(y));
        assert_true(!node_is_setup(x) || m->to_move == n->to_move);
        assert_int_equal(m && m->comment, n && n->comment);
        if (m && m->comment)
            assert_string_equal(m->comment, n->comment);
        assert_int_equal(m ? m->marks : 0, n ? n->marks : 0);
        for (size_t i = 0; m && i < m->marks; i++)
            assert_int_equal(count_label(m, &m->mark[i]), count_label(n, &m->mark[i]));
    }
    assert_true(!x && !y);
}

static void libraries_come_back(void **state)
{
    (void)state;
    struct rng rng;
    struct err e;
    rng_seed(&rng, 77);
    for (int round = 0; round < test_rounds(60); round++) {
        struct record *r = five_record();
        struct tree_node *at = r->root;
        for (uint64_t i = rng_below(&rng, 60); i > 0; i--) {
            at = grow(r, at, &rng);
            for (uint64_t up = rng_below(&rng, 4); up == 0 && at->parent && rng_below(&rng, 4);)
                at = at->parent;
        }
        for (struct tree_node *n = r->root; n; n = node_next(n, r->root))
            annotate(n, &rng);
        struct buf first = BUF_EMPTY, second = BUF_EMPTY;
        if (!record_write(r, RECORD_RENLIB, &first, &e))
            fail_msg("%s", e.text);
        struct record *back = read_library(&first);
        same_tree(r, back);
        assert_true(record_write(back, RECORD_RENLIB, &second, &e));
        assert_int_equal(first.len, second.len);
        assert_memory_equal(buf_str(&first), buf_str(&second), first.len);
        buf_free(&first);
        buf_free(&second);
        record_free(back);
        record_free(r);
    }
}

static void libraries_hold_five_in_a_row_alone(void **state)
{
    (void)state;
    struct rules six = test_rules("19,19,6,2,1");
    struct record *r = record_new(&six), *five = five_record();
    struct setup_stone stone = {square_at(7, 7), CELL_BLACK};
    struct buf b = BUF_EMPTY;
    struct err e;
    assert_false(record_write(r, RECORD_RENLIB, &b, &e));
    assert_non_null(strstr(e.text, "five in a row on 15x15"));
    node_set_setup(five->root, &stone, 1, CELL_EMPTY, 0);
    assert_false(record_write(five, RECORD_RENLIB, &b, &e));
    assert_non_null(strstr(e.text, "a set-up cannot be kept"));
    assert_int_equal(b.len, 0);
    buf_free(&b);
    record_free(five);
    record_free(r);
}

static void only_read(void **state)
{
    struct rules five = test_rules("15,15,5,1,1");
    struct record *r = record_new(&five);
    struct buf b = BUF_EMPTY;
    struct err e;
    enum record_format f;
    (void)state;
    assert_false(record_write(r, RECORD_PSQ, &b, &e));
    assert_non_null(strstr(e.text, "only read"));
    assert_true(record_format_by_name("games/x.LIB", &f) && f == RECORD_RENLIB);
    assert_true(record_format_by_name("x.psq", &f) && f == RECORD_PSQ);
    assert_true(record_look(game, strlen(game), &f, &e) && f == RECORD_PSQ);
    assert_true(record_look((const char *)tree, sizeof tree, &f, &e) && f == RECORD_RENLIB);
    buf_free(&b);
    record_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piskvork),
        cmocka_unit_test(renlib),
        cmocka_unit_test(renlib_of_every_age),
        cmocka_unit_test(libraries_are_written_byte_by_byte),
        cmocka_unit_test(libraries_come_back),
        cmocka_unit_test(libraries_hold_five_in_a_row_alone),
        cmocka_unit_test(only_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
