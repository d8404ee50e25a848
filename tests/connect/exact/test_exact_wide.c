/* Exact values of positions with more empty squares, where zones, groups and symmetries have work to do,
 * against a plain search over bit masks that has none of them. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/diagram.h"
#include "connect/exact/exact.h"

enum { ROWS = 512, MEMO = 1 << 20 };

/* Squares are bits, row * m + column. All positions of one game share the memo; whose turn it is follows from
 * the number of stones. A full memo is begun anew. */
struct plain {
    struct rules rules;
    int rows;
    uint64_t row[ROWS];
    struct memo {
        uint64_t black, white;
        int value;
    } * memo;
    size_t known;
};

static void plain_start(struct plain *w, const struct rules *r)
{
    static const int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    w->rules = *r;
    w->rows = 0;
    for (int d = 0; d < 4; d++)
        for (int y = 0; y < r->n; y++)
            for (int x = 0; x < r->m; x++) {
                uint64_t squares = 0;
                int i = 0;
                for (; i < r->k && square_on_board(r, x + i * step[d][0], y + i * step[d][1]); i++)
                    squares |= (uint64_t)1 << ((y + i * step[d][1]) * r->m + x + i * step[d][0]);
                if (i == r->k)
                    w->row[w->rows++] = squares;
            }
    memset(w->memo, 0, MEMO * sizeof *w->memo);
    w->known = 0;
}

static bool plain_has_row(const struct plain *w, uint64_t stones, int bit)
{
    for (int i = 0; i < w->rows; i++)
        if (w->row[i] >> bit & 1 && !(w->row[i] & ~stones))
            return true;
    return false;
}

/* The value for the side to move. */
static int plain_value(struct plain *w, const uint64_t stones[2], enum side side, int left)
{
    uint64_t all = stones[0] | stones[1];
    size_t at = rng_mix(stones[0] + rng_mix(stones[1])) % MEMO;
    for (; w->memo[at].black | w->memo[at].white; at = (at + 1) % MEMO)
        if (w->memo[at].black == stones[0] && w->memo[at].white == stones[1])
            return w->memo[at].value;
    int best = -1, squares = w->rules.m * w->rules.n;
    for (int bit = 0; bit < squares && best < 1; bit++) /* spares most of the work */
        if (!(all >> bit & 1) && plain_has_row(w, stones[side] | (uint64_t)1 << bit, bit))
            best = 1;
    for (int bit = 0; bit < squares && best < 1; bit++) {
        if (all >> bit & 1)
            continue;
        uint64_t next[2] = {stones[0], stones[1]};
        next[side] |= (uint64_t)1 << bit;
        int v;
        if ((all | next[side]) == ((uint64_t)1 << squares) - 1)
            v = 0;
        else if (left > 1)
            v = plain_value(w, next, side, left - 1);
        else
            v = -plain_value(w, next, side_other(side), w->rules.p);
        best = v > best ? v : best;
    }
    if (!all)
        return best;
    if (++w->known > MEMO / 2) {
        memset(w->memo, 0, MEMO * sizeof *w->memo);
        w->known = 1;
    }
    at = rng_mix(stones[0] + rng_mix(stones[1])) % MEMO;
    while (w->memo[at].black | w->memo[at].white)
        at = (at + 1) % MEMO;
    w->memo[at] = (struct memo){stones[0], stones[1], best};
    return best;
}

static int plain_position(struct plain *w, const struct position *p)
{
    uint64_t stones[2] = {0, 0};
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            stones[p->cell[s] == CELL_WHITE] |= (uint64_t)1 << (square_row(s) * p->rules.m + square_col(s));
    return plain_value(w, stones, p->to_move, p->left);
}

/* All stones of the position have the values that the plain search finds. */
static void check_position(struct exact *x, struct plain *w, struct position *p)
{
    struct exact_stone stone[EXACT_MOST];
    struct exact_result r;
    struct err e;
    int n;
    enum side side = p->to_move;
    assert_true(exact_all(x, p, NULL, stone, &n, &r, &e));
    assert_int_equal(n, p->empty);
    bool wrong = r.lower != r.upper || r.lower != plain_position(w, p);
    for (int i = 0; i < n && !wrong; i++) {
        position_place(p, stone[i].at);
        int v = p->outcome == OUTCOME_DRAW   ? 0
                : p->outcome != OUTCOME_OPEN ? 1
                : p->to_move == side         ? plain_position(w, p)
                                             : -plain_position(w, p);
        position_undo(p);
        wrong = stone[i].lower != stone[i].upper || stone[i].lower != v;
    }
    if (wrong) {
        struct buf b = BUF_EMPTY;
        char game[RULES_TEXT];
        diagram_draw(p, DIAGRAM_PLAIN, &b);
        fail_msg("%s, %s to place %d: wrong\n%s", rules_format(&p->rules, game), side_name(side), p->left,
                 buf_str(&b));
    }
}

/* Random positions with so many empty squares, a new table for each game. */
static void check_game(const char *game, int empty, int rounds)
{
    struct rules r = test_rules(game);
    struct plain *w = mem_zero(1, sizeof *w);
    w->memo = mem_alloc(MEMO * sizeof *w->memo);
    plain_start(w, &r);
    struct exact *x = exact_new(1 << 18);
    struct rng g;
    rng_seed(&g, (uint64_t)(r.m * 1000 + r.n * 100 + r.k * 10 + r.p));
    for (int i = 0; i < rounds; i++) {
        struct position *p = position_new(&r);
        while (p->outcome == OUTCOME_OPEN && p->empty > empty)
            position_place(p, test_random_stone(p, &g));
        if (p->outcome == OUTCOME_OPEN)
            check_position(x, w, p);
        position_free(p);
    }
    exact_free(x);
    free(w->memo);
    free(w);
}

static void one_stone_a_turn(void **state)
{
    (void)state;
    check_game("4,4,3,1,1", 13, test_rounds(100));
    check_game("4,4,4,1,1", 12, test_rounds(10));
    check_game("5,3,3,1,1", 13, test_rounds(50));
    check_game("5,4,4,1,1", 12, test_rounds(20));
    check_game("5,5,4,1,1", 13, test_rounds(60));
    check_game("5,5,3,1,1", 15, test_rounds(100));
    check_game("4,6,4,1,1", 13, test_rounds(30));
    check_game("6,6,5,1,1", 12, test_rounds(20));
}

static void several_stones_a_turn(void **state)
{
    (void)state;
    check_game("4,4,3,2,1", 13, test_rounds(100));
    check_game("4,4,4,2,1", 12, test_rounds(20));
    check_game("5,4,4,2,1", 13, test_rounds(20));
    check_game("5,5,4,2,1", 13, test_rounds(100));
    check_game("5,5,5,2,2", 12, test_rounds(10));
    check_game("5,5,5,3,1", 12, test_rounds(10));
    check_game("4,4,4,3,2", 12, test_rounds(20));
}

/* From the empty board on, where positions are the same by symmetry. */
static void whole_games(void **state)
{
    (void)state;
    check_game("3,3,3,1,1", 9, 1);
    check_game("3,3,3,2,1", 9, 1);
    check_game("3,4,3,1,1", 12, 1);
    check_game("3,4,4,2,1", 12, 1);
    check_game("3,3,2,2,3", 8, test_rounds(20));
    check_game("3,3,3,1,1", 7, test_rounds(20));
    check_game("3,3,3,2,2", 7, test_rounds(20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_stone_a_turn),
        cmocka_unit_test(several_stones_a_turn),
        cmocka_unit_test(whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
