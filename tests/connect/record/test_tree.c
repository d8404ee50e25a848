/* Trees: growing, ordering, comparing, walking; and that depth costs no stack. */
#include "connect/record/records.h"
#include "support/trees.h"

static struct record *new_record(const char *game)
{
    struct rules r = test_rules(game);
    return record_new(&r);
}

/* A node's children as the letters of their columns. */
static void assert_children(const struct tree_node *n, const char *columns)
{
    struct buf b = BUF_EMPTY;
    const struct tree_node *last = NULL;
    for (const struct tree_node *c = n->child; c; c = c->next) {
        buf_char(&b, (char)('a' + square_col(c->at)));
        assert_ptr_equal(c->parent, n);
        last = c;
    }
    assert_ptr_equal(n->last, last);
    assert_string_equal(buf_str(&b), columns);
    buf_free(&b);
}

static void children_can_be_ordered_and_deleted(void **state)
{
    (void)state;
    struct record *r = new_record("connect6");
    struct tree_node *child[5];
    for (int i = 0; i < 5; i++)
        child[i] = node_add(r->root, BLACK, square_at(i, 0));
    assert_children(r->root, "abcde");
    node_promote(child[4]);
    assert_children(r->root, "abced");
    node_promote(child[1]);
    assert_children(r->root, "baced");
    node_promote(child[1]);
    assert_children(r->root, "baced");
    node_make_first(child[3]);
    assert_children(r->root, "dbace");
    node_delete(child[4]);
    assert_children(r->root, "dbac");
    node_delete(child[3]);
    assert_children(r->root, "bac");
    node_add(node_add(child[0], WHITE, square_at(5, 5)), WHITE, square_at(6, 5));
    struct tree_node *deep = node_add(node_add(child[0], WHITE, square_at(7, 5)), WHITE, square_at(8, 5));
    assert_main_line(r, "b1");
    node_make_main(deep);
    assert_main_line(r, "a1 h6 i6");
    node_delete(child[0]);
    assert_main_line(r, "b1");
    record_free(r);
}

static void description_is_an_ordered_list(void **state)
{
    (void)state;
    struct record *r = new_record("connect6");
    record_set_info(r, "PW", "second");
    record_set_info(r, "PB", "first\nof two");
    record_set_info(r, "RE", "W+R");
    record_set_info(r, "PW", "other");
    record_set_info(r, "RE", "");
    assert_null(record_info(r, "RE"));
    assert_string_equal(record_info(r, "PB"), "first of two");
    assert_int_equal(r->infos, 2);
    assert_string_equal(r->info[0].key, "PW");
    assert_string_equal(r->info[0].value, "other");
    record_free(r);
}

static void the_result_is_understood(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum outcome outcome;
    } cases[] = {
        {"B+", OUTCOME_BLACK},     {"W+Resign", OUTCOME_WHITE}, {"b+t", OUTCOME_BLACK},
        {"Draw", OUTCOME_DRAW},    {"0", OUTCOME_DRAW},         {"Void", OUTCOME_OPEN},
        {"?", OUTCOME_OPEN},       {"0-1", OUTCOME_OPEN},       {"先手胜", OUTCOME_BLACK},
        {"后手胜", OUTCOME_WHITE}, {"平局", OUTCOME_DRAW},      {"White wins", OUTCOME_WHITE},
    };
    struct record *r = new_record("connect6");
    assert_int_equal(record_result(r), OUTCOME_OPEN);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        record_set_info(r, "RE", cases[i].text);
        assert_int_equal(record_result(r), cases[i].outcome);
    }
    record_free(r);
}

static void texts_are_cleaned(void **state)
{
    (void)state;
    struct record *r = new_record("connect6");
    node_set_comment(r->root, "a\r\nb\rc\n\rd\te\x7f\xff\xc0\x80\xed\xa0\x80g");
    assert_string_equal(r->root->notes->comment,
                        "a\nb\nc\nd e \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
                        "\xef\xbf\xbdg");
    node_set_name(r->root, "a\r\nb");
    assert_string_equal(r->root->notes->name, "a b");
    node_set_name(r->root, "");
    assert_null(r->root->notes->name);
    record_free(r);
}

static void a_set_up_has_each_square_once(void **state)
{
    (void)state;
    struct record *r = new_record("connect6");
    struct setup_stone stones[] = {{square_at(3, 3), CELL_BLACK},
                                   {square_at(1, 1), CELL_BLACK},
                                   {square_at(3, 3), CELL_WHITE},
                                   {square_at(1, 1), CELL_EMPTY}};
    node_set_setup(r->root, stones, 4, CELL_EMPTY, 0);
    const struct notes *n = r->root->notes;
    assert_int_equal(n->setups, 2);
    assert_int_equal(n->setup[0].at, square_at(1, 1));
    assert_int_equal(n->setup[0].what, CELL_EMPTY);
    assert_int_equal(n->setup[1].what, CELL_WHITE);
    node_set_setup(r->root, NULL, 0, CELL_EMPTY, 0);
    assert_false(node_is_setup(r->root));
    record_free(r);
}

static void equality_sees_every_difference(void **state)
{
    (void)state;
    const char *same = "(;PB[a];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))";
    static const char *const others[] = {
        "(;PB[b];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))",
        "(;;B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a];B[jk]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a];B[jj]C[y]N[n]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a];B[jj]C[x]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a];B[jj]C[x]N[n]SQ[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a];B[jj]C[x]N[n]TR[aa]LB[bb:u]XX[1](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[2](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1][1](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb];B[dd])(;W[cc]))",
        "(;PB[a];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[aa](;W[bb])(;W[cc])))",
        "(;PB[a];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[cc])(;W[aa];W[bb]))",
        "(;PB[a]PL[B];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a]SZ[20];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))",
        "(;PB[a]RU[note];B[jj]C[x]N[n]TR[aa]LB[bb:t]XX[1](;W[aa];W[bb])(;W[cc]))",
    };
    struct record *a = read_record(same), *b = read_record(same);
    assert_true(record_equal(a, b));
    record_free(b);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        b = read_record(others[i]);
        if (record_equal(a, b) || record_equal(b, a))
            fail_msg("%s is taken for\n%s", others[i], same);
        record_free(b);
    }
    record_free(a);
}

static void positions_follow_the_tree(void **state)
{
    (void)state;
    struct record *r = read_record(
        "(;RU[Connect(5,5,4,2,1)];B[c3](;W[a1b1])(;W[e5](;AB[a5]AE[e5]PL[B];B[b5]C[here])(;W[d5])))");
    const struct tree_node *n = r->root;
    while (n && !(n->notes && n->notes->comment))
        n = node_next(n, r->root);
    struct position *p;
    struct err e;
    assert_true(record_position(r, n, &p, &e));
    struct position *expected = test_board("5,5,4,2,1", "x x . . .\n"
                                                        ". . . . .\n"
                                                        ". . x . .\n"
                                                        ". . . . .\n"
                                                        ". . . . .\n");
    assert_memory_equal(p->cell, expected->cell, sizeof p->cell);
    assert_int_equal(p->plies, 1);
    assert_int_equal(p->to_move, BLACK);
    assert_int_equal(p->left, 1);
    position_free(p);
    position_free(expected);
    /* and the walk comes back from a set-up to the game before it */
    p = NULL;
    assert_true(record_position(r, r->root->child->last->last, &p, &e));
    expected = test_game("5,5,4,2,1", "c3 e5 d5");
    assert_true(position_equal(p, expected));
    position_free(p);
    position_free(expected);
    assert_true(record_check(r, &e));
    record_free(r);
}

/* What is on the board at a node, by the nodes from the root to it alone. */
static void cells_plainly(const struct tree_node *n, uint8_t cell[SQUARE_CELLS])
{
    if (n->parent)
        cells_plainly(n->parent, cell);
    for (size_t i = 0; n->notes && i < n->notes->setups; i++)
        cell[n->notes->setup[i].at] = n->notes->setup[i].what;
    if (n->at)
        cell[n->at] = (uint8_t)cell_of((enum side)n->side);
}

/* The walk's position against one that is set up stone by stone and looked over as a whole. */
static void check_step(const struct walk *w)
{
    const struct position *p = w->position;
    struct position *plain = position_new(&p->rules);
    uint8_t cell[SQUARE_CELLS] = {CELL_EMPTY};
    int white = 0;
    cells_plainly(w->at, cell);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (cell[s] != CELL_EMPTY) {
            position_setup(plain, s, (enum cell)cell[s]);
            white += cell[s] == CELL_WHITE;
        }
    assert_true(position_settle(plain, p->to_move, p->left, NULL));
    assert_true(position_equal(p, plain));
    assert_int_equal(p->outcome, plain->outcome);
    assert_int_equal(p->stones, plain->stones);
    assert_int_equal(p->empty, plain->empty);
    assert_int_equal(w->white, white);
    position_free(plain);
}

/* There and back again, through set-ups that make rows and break them. */
static void a_walk_is_in_step_whatever_is_set_up(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 14);
    for (int round = test_rounds(300); round > 0; round--) {
        struct record *r = test_random_record(&rng, true);
        struct walk *w;
        assert_true(walk_new(r, &w, NULL));
        for (const struct tree_node *n = r->root; n; n = node_next(n, r->root)) {
            while (n != r->root && w->at != n->parent) {
                walk_up(w);
                check_step(w);
            }
            assert_true(n == r->root || walk_down(w, n, NULL));
            check_step(w);
        }
        walk_free(w);
        record_free(r);
    }
}

static void a_tree_made_by_hand_is_checked(void **state)
{
    (void)state;
    struct record *r = new_record("connect6");
    struct tree_node *n = node_add(node_add(r->root, BLACK, square_at(9, 9)), WHITE, square_at(9, 9));
    struct err e;
    struct position *p;
    assert_false(record_check(r, &e));
    assert_string_equal(e.text, "node 2 of its line: j10 is occupied");
    assert_false(record_position(r, n, &p, &e));
    assert_string_equal(e.text, "node 2 of its line: j10 is occupied");
    record_free(r);
}

static void a_position_becomes_a_record(void **state)
{
    (void)state;
    struct position *cases[] = {
        test_game("connect6", ""),
        test_game("connect6", "j10 k11 i11 l11"),
        test_board("5,5,4,2,1", "x x . . .\n. . . . .\n. . o . .\n. . . . .\n. . . . o\n"),
        test_game("connect6", "j10 k11"),
        test_game("connect6", "j10"),
    };
    position_place(cases[2], square_at(4, 4));
    position_pass(cases[3]);
    assert_true(position_settle(cases[4], WHITE, 1, NULL)); /* a turn that is shorter than the stones say */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (i == 4) { /* as a set-up without plies */
            struct position *bare = position_new(&cases[i]->rules);
            position_setup(bare, square_at(9, 9), CELL_BLACK);
            assert_true(position_settle(bare, WHITE, 1, NULL));
            position_free(cases[i]);
            cases[i] = bare;
        }
        struct record *r = record_of_position(cases[i]);
        char *text = write_record(r, RECORD_SGF);
        struct record *again = read_record(text);
        struct position *p = end_position(again);
        assert_true(record_equal(r, again));
        assert_true(position_equal(p, cases[i]));
        position_free(p);
        position_free(cases[i]);
        record_free(again);
        record_free(r);
        free(text);
    }
}

enum { DEEP = 100000 };

/* A hundred thousand nodes in one line: no stack for each in reading, writing, comparing, checking,
 * freeing. */
static void a_deep_tree_needs_no_stack(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    buf_text(&b, "(;RU[Connect(127,127,63,2,1)]");
    for (int i = 0; i < DEEP; i++)
        buf_text(&b, i % 3 == 0 ? "(;C[a])(;" : ";");
    for (int i = 0; i < DEEP; i += 3)
        buf_text(&b, ")");
    buf_text(&b, ")");
    struct record *r = read_bytes(buf_str(&b), b.len, NULL);
    struct err e;
    assert_true(record_check(r, &e));
    char *text = write_record(r, RECORD_SGF);
    struct record *again = read_record(text);
    assert_true(record_equal(r, again));
    struct tree_node *deepest = r->root;
    while (deepest->last)
        deepest = deepest->last;
    assert_int_equal(node_depth(deepest), DEEP);
    node_make_main(deepest);
    node_delete(r->root->child);
    assert_ptr_equal(r->root->child->child, NULL);
    free(text);
    buf_free(&b);
    record_free(again);
    record_free(r);
}

static void repeat(struct buf *b, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        buf_text(b, text);
}

/* Inputs of a quarter of a megabyte that ask for work in the square of their size, or for memory far beyond
 * it. */
static void hostile_files_are_read_in_their_length(void **state)
{
    (void)state;
    static const struct {
        const char *head, *again, *tail;
    } cases[] = {
        {"", "(", ""},
        {"(;", ";", ")"},
        {"(;", "(;", ""},
        {"(;", "(;)", ")"},
        {"(;C[", "\\", "])"},
        {"(;", "C[a]", ")"},
        {"(;", "AA[]", ")"},
        {"(;PB[a]", "[a]", ")"},
        {"(;AB[aa]", "[ss]", ")"},
        {"(;TR[aa]", "[aa:ss]", ")"},
        {"(;AB[aa]", ";AE[aa:ss]", ")"},
        {"(;AB[aa]", "(;AE[aa:ss])", ")"},
        {"(;RU[Connect(9,9,6,2,1)]", "(;PL[B])", ")"},
        {"(;RU[Connect(127,127,6,2,1)]", ";AB[a1:dw127];AE[a1:dw127]", ")"},
        {"(;RU[Connect(3,3,3,3,1)];B[a1];W[a2]W[b2]W[c2]", "(;W[a3])", ")"},
        {"{[C6]", "[", ""},
        {"{[C6]", "[]", "}"},
        {"{[C6];B(J,10)", "MARK[]", "}"},
        {"", "1.", ""},
        {"", "#", ""},
        {"", "a", ""},
        {"connect(", "1", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf b = BUF_EMPTY;
        buf_text(&b, cases[i].head);
        repeat(&b, cases[i].again, (1 << 18) / (int)strlen(cases[i].again));
        buf_text(&b, cases[i].tail);
        struct record *r;
        struct err e;
        if (record_read(buf_str(&b), b.len, NULL, &r, &e))
            record_free(r);
        buf_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_can_be_ordered_and_deleted),
        cmocka_unit_test(description_is_an_ordered_list),
        cmocka_unit_test(the_result_is_understood),
        cmocka_unit_test(texts_are_cleaned),
        cmocka_unit_test(a_set_up_has_each_square_once),
        cmocka_unit_test(equality_sees_every_difference),
        cmocka_unit_test(positions_follow_the_tree),
        cmocka_unit_test(a_walk_is_in_step_whatever_is_set_up),
        cmocka_unit_test(a_tree_made_by_hand_is_checked),
        cmocka_unit_test(a_position_becomes_a_record),
        cmocka_unit_test(a_deep_tree_needs_no_stack),
        cmocka_unit_test(hostile_files_are_read_in_their_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
