/* Exact values against a plain minimax, on many small random positions of many games. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/diagram.h"
#include "connect/exact/exact.h"
#include "connect/exact/search.h"

/* The plain solver: places and takes back stones as the rules say, and remembers positions whole. The squares
 * that were empty at the start make a number in base 3, below 3^PLAIN_MOST; whose turn it is follows from how
 * many of them are filled. */
enum { PLAIN_MOST = 12, PLAIN_BOARD = 64 };

struct plain {
    struct position *p;
    square at[PLAIN_MOST];
    int n;
    int8_t *value; /* by number: value for the side to move, or UNKNOWN */
};

enum { UNKNOWN = 9 };

static size_t plain_number(const struct plain *w)
{
    size_t x = 0;
    for (int i = 0; i < w->n; i++)
        x = 3 * x + w->p->cell[w->at[i]];
    return x;
}

static int plain_value(struct plain *w)
{
    struct position *p = w->p;
    size_t number = plain_number(w);
    if (w->value[number] != UNKNOWN)
        return w->value[number];
    int best = -1;
    for (int i = 0; i < w->n && best < 1; i++) {
        if (p->cell[w->at[i]] != CELL_EMPTY)
            continue;
        enum side side = p->to_move;
        position_place(p, w->at[i]);
        int v = p->outcome == OUTCOME_DRAW   ? 0
                : p->outcome != OUTCOME_OPEN ? 1
                : p->to_move == side         ? plain_value(w)
                                             : -plain_value(w);
        position_undo(p);
        if (v > best)
            best = v;
    }
    w->value[number] = (int8_t)best;
    return best;
}

static struct plain *plain_new(const struct position *p)
{
    struct plain *w = mem_zero(1, sizeof *w);
    w->p = position_copy(p);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY) {
            assert_true(w->n < PLAIN_MOST);
            w->at[w->n++] = s;
        }
    size_t room = 1;
    for (int i = 0; i < w->n; i++)
        room *= 3;
    w->value = mem_alloc(room);
    memset(w->value, UNKNOWN, room);
    return w;
}

static void plain_free(struct plain *w)
{
    position_free(w->p);
    free(w->value);
    free(w);
}

/* The value for the side to move now of the plain solver's game after these stones. */
static int plain_after(struct plain *w, const struct squares *turn)
{
    enum side side = w->p->to_move;
    for (int i = 0; i < turn->n; i++)
        position_place(w->p, turn->s[i]);
    int v = w->p->outcome == OUTCOME_DRAW         ? 0
            : w->p->outcome == outcome_win(BLACK) ? 1 - 2 * (int)side
            : w->p->outcome == outcome_win(WHITE) ? 2 * (int)side - 1
            : w->p->to_move == side               ? plain_value(w)
                                                  : -plain_value(w);
    for (int i = 0; i < turn->n; i++)
        position_undo(w->p);
    return v;
}

static void fail_at(const struct position *p, const char *what)
{
    struct buf b = BUF_EMPTY;
    char game[RULES_TEXT];
    diagram_draw(p, DIAGRAM_PLAIN, &b);
    fail_msg("%s, %s to place %d: %s\n%s", rules_format(&p->rules, game), side_name(p->to_move), p->left,
             what, buf_str(&b));
}

static void check_position(struct exact *x, const struct position *p, bool all)
{
    struct plain *w = plain_new(p);
    struct exact_result r;
    struct err e;
    if (!exact_solve(x, p, NULL, &r, &e))
        fail_msg("%s", e.text);
    if (r.lower != r.upper || r.lower != plain_value(w))
        fail_at(p, "wrong value");
    if (plain_after(w, &r.turn) != r.lower)
        fail_at(p, "the turn does not achieve the value");
    struct position *after = position_copy(p);
    for (int i = 0; i < r.turn.n; i++)
        position_place(after, r.turn.s[i]);
    if (after->outcome == OUTCOME_OPEN && after->to_move == p->to_move)
        fail_at(p, "the turn is not whole");
    position_free(after);
    if (all) {
        struct exact_stone stone[EXACT_MOST];
        int n;
        assert_true(exact_all(x, p, NULL, stone, &n, &r, &e));
        assert_int_equal(n, p->empty);
        for (int i = 0; i < n; i++) {
            struct squares one = {1, {stone[i].at}};
            if (stone[i].lower != stone[i].upper || plain_after(w, &one) != stone[i].lower)
                fail_at(p, "a stone with a wrong value");
        }
    }
    plain_free(w);
}

static int between(struct rng *g, int least, int most)
{
    return least + (int)rng_below(g, (uint32_t)(most - least + 1));
}

/* Random stones until at most so many squares are empty; NULL if the game was over before. */
static struct position *random_position(const struct rules *r, int empty, struct rng *g)
{
    struct position *p = position_new(r);
    while (p->outcome == OUTCOME_OPEN && p->empty > empty)
        position_place(p, test_random_stone(p, g));
    if (p->outcome == OUTCOME_OPEN)
        return p;
    position_free(p);
    return NULL;
}

static void check_games(struct rng *g, int rounds, const int side[2], const int k[2], int empty)
{
    struct exact *x = exact_new(1 << 20);
    for (int i = 0; i < rounds; i++) {
        struct rules r = {between(g, side[0], side[1]),
                          between(g, side[0], side[1]),
                          between(g, k[0], k[1]),
                          between(g, 1, 3),
                          between(g, 1, 4),
                          i % 3 == 2};
        struct position *p = random_position(&r, between(g, 1, empty), g);
        if (p)
            check_position(x, p, i % 4 == 0);
        position_free(p);
    }
    exact_free(x);
}

static void small_boards(void **state)
{
    (void)state;
    struct rng g;
    rng_seed(&g, 1);
    check_games(&g, test_rounds(4000), (int[]){1, 4}, (int[]){1, 5}, 9);
}

/* Rows only: one line, longer than k. */
static void single_lines(void **state)
{
    (void)state;
    struct rng g;
    rng_seed(&g, 2);
    struct exact *x = exact_new(1 << 20);
    for (int i = 0; i < test_rounds(1500); i++) {
        struct rules r = {between(&g, 2, 18), 1,         between(&g, 2, 6), between(&g, 1, 3),
                          between(&g, 1, 3),  i % 2 == 1};
        struct position *p = random_position(&r, 10, &g);
        if (p)
            check_position(x, p, i % 4 == 0);
        position_free(p);
    }
    exact_free(x);
}

static void late_positions_on_larger_boards(void **state)
{
    (void)state;
    struct rng g;
    rng_seed(&g, 3);
    check_games(&g, test_rounds(1500), (int[]){4, 6}, (int[]){3, 5}, 11);
}

/* Any stones, any side to move with any number of stones left: one handle knows many such positions of one
 * game, and must not take one for another. */
static void set_up_positions(void **state)
{
    (void)state;
    struct rng g;
    rng_seed(&g, 4);
    struct exact *x = exact_new(1 << 20);
    for (int i = 0; i < test_rounds(20); i++) {
        struct rules r = {5, between(&g, 4, 5), between(&g, 4, 5), between(&g, 1, 2), 3, i % 2 == 1};
        for (int j = 0; j < 50; j++) {
            struct position *p = position_new(&r);
            while (p->empty > 9)
                position_setup(p, test_random_stone(p, &g), rng_below(&g, 2) ? CELL_BLACK : CELL_WHITE);
            enum side side = rng_below(&g, 2) ? BLACK : WHITE;
            for (int left = 3; left > 0; left--)
                if (position_settle(p, side, left, NULL) && p->outcome == OUTCOME_OPEN)
                    check_position(x, p, false);
            position_free(p);
        }
    }
    exact_free(x);
}

/* The position with squares outside the zone given to the loser, all of them or some; NULL if the loser had a
 * row then. */
static struct position *give(const struct position *p, const struct exact_map *m, uint64_t zone,
                             enum side loser, bool all, struct rng *g)
{
    struct position *q = position_new(&p->rules);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            position_setup(q, s, (enum cell)p->cell[s]);
        else if (!(zone >> m->bit[s] & 1) && (all || rng_below(g, 2)))
            position_setup(q, s, cell_of(loser));
    if (position_settle(q, p->to_move, p->left, NULL) && q->outcome != outcome_win(loser))
        return q;
    position_free(q);
    return NULL;
}

static void check_zone(struct exact_search *x, const struct position *p, enum side attacker, struct rng *g)
{
    int best;
    uint64_t zone;
    exact_states_start(x->map, x->state, p);
    enum exact_answer a = exact_ask(x, p->to_move, p->left, attacker, &best, &zone);
    enum side loser = a == EXACT_YES ? side_other(attacker) : attacker;
    for (int i = 0; i < 4; i++) {
        struct position *q = give(p, x->map, zone, loser, i == 0, g);
        if (!q)
            fail_at(p, "squares outside the zone make a row");
        int value = 0;
        if (q->outcome == OUTCOME_OPEN) {
            struct plain *w = plain_new(q);
            value = plain_value(w);
            plain_free(w);
        }
        int wanted = p->to_move == attacker ? 1 : -1;
        if ((value == wanted) != (a == EXACT_YES))
            fail_at(p, "squares outside the zone change the answer");
        position_free(q);
    }
}

/* The position with one stone of the side to move elsewhere: it meets the first one in the middle of a turn.
 * NULL if it has no stone, or the game was over then. */
static struct position *move_a_stone(const struct position *p, struct rng *g)
{
    struct position *q = position_new(&p->rules);
    square own[PLAIN_BOARD];
    int n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY) {
            position_setup(q, s, (enum cell)p->cell[s]);
            if (p->cell[s] == cell_of(p->to_move))
                own[n++] = s;
        }
    if (n) {
        square to = test_random_stone(q, g);
        position_setup(q, own[rng_below(g, (uint32_t)n)], CELL_EMPTY);
        position_setup(q, to, cell_of(p->to_move));
        if (position_settle(q, p->to_move, p->left, NULL) && q->outcome == OUTCOME_OPEN)
            return q;
    }
    position_free(q);
    return NULL;
}

/* What zones promise: the answer stays, whatever squares outside are given to the loser. Positions are taken
 * from the end of games to their beginnings, with one table, so that answers come from other positions'
 * searches. */
static void zones_keep_their_promise(void **state)
{
    (void)state;
    struct rng g;
    rng_seed(&g, 6);
    struct exact_map map = {.base = NULL};
    struct exact_search x = {.map = &map, .table = exact_table_new(1 << 20, NULL)};
    for (int i = 0; i < test_rounds(1000); i++) {
        struct rules r = {between(&g, 1, 5), between(&g, 2, 5), between(&g, 2, 5),
                          between(&g, 1, 3), between(&g, 1, 3), false};
        struct position *p = position_new(&r);
        exact_map_make(&map, p);
        exact_table_clear(x.table);
        x.state = exact_states_new(&map, EXACT_STATES);
        while (p->outcome == OUTCOME_OPEN)
            position_place(p, test_random_stone(p, &g));
        for (position_undo(p); p->empty <= 10; position_undo(p)) {
            check_zone(&x, p, BLACK, &g);
            check_zone(&x, p, WHITE, &g);
            struct position *q = move_a_stone(p, &g);
            if (q) {
                check_zone(&x, q, BLACK, &g);
                check_zone(&x, q, WHITE, &g);
            }
            position_free(q);
            if (p->plies == 0)
                break;
        }
        position_free(p);
        free(x.state);
    }
    exact_table_free(x.table);
    exact_map_clear(&map);
}

/* A crowded board of 19x19: stones in a pattern without long rows, and a hole of a few squares. */
static void holes_in_a_crowded_board(void **state)
{
    (void)state;
    struct rng g;
    rng_seed(&g, 5);
    struct exact *x = exact_new(1 << 20);
    int open = 0;
    for (int i = 0; i < test_rounds(1000); i++) {
        struct rules r = {19, 19, between(&g, 4, 7), between(&g, 1, 3), 1, i % 2 == 1};
        struct position *p = position_new(&r);
        int col = between(&g, 0, 15), row = between(&g, 0, 15);
        for (square s = square_first(); s; s = square_next(&r, s)) {
            int c = square_col(s), d = square_row(s);
            bool inside = c >= col && c < col + 4 && d >= row && d < row + 4;
            if (inside && rng_below(&g, 3) > 0 && p->empty - (361 - d * 19 - c) < 9)
                continue;
            bool black = inside ? rng_below(&g, 2) : (c + 2 * d) / 2 % 2 == 0;
            position_setup(p, s, black ? CELL_BLACK : CELL_WHITE);
        }
        if (position_settle(p, rng_below(&g, 2) ? WHITE : BLACK, between(&g, 1, r.p), NULL) &&
            p->outcome == OUTCOME_OPEN) {
            check_position(x, p, i % 4 == 0);
            open++;
        }
        position_free(p);
    }
    assert_true(open > 20);
    exact_free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards),
        cmocka_unit_test(single_lines),
        cmocka_unit_test(late_positions_on_larger_boards),
        cmocka_unit_test(set_up_positions),
        cmocka_unit_test(zones_keep_their_promise),
        cmocka_unit_test(holes_in_a_crowded_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
