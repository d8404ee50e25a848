/* Values and scores of any game of the family: within their bounds, the same however the position came about, and the
 * same through every symmetry. */
#include "support/boards.h"

#include <stdlib.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/eval/eval.h"

static int by_square(const void *a, const void *b)
{
    const struct eval_score *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

struct judged {
    int value, n;
    struct eval_score *score;
};

static struct judged judge(struct eval *e, const struct position *p)
{
    struct judged j = {eval_value(e), 0, mem_zero((size_t)(p->rules.m * p->rules.n), sizeof *j.score)};
    j.n = eval_policy(e, j.score);
    qsort(j.score, (size_t)j.n, sizeof *j.score, by_square);
    return j;
}

static void assert_same(const struct judged *a, const struct judged *b)
{
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++) {
        assert_int_equal(a->score[i].at, b->score[i].at);
        assert_int_equal(a->score[i].score, b->score[i].score);
    }
}

/* From nothing, perhaps seen through a symmetry. */
static struct judged fresh(const struct position *p, int symmetry)
{
    struct position *q = position_new(&p->rules);
    for (int i = 0; i < p->plies; i++)
        position_place(q, symmetry_square(&p->rules, symmetry, p->ply[i].at));
    struct threats *t = threats_new(q);
    struct eval *e = eval_new(t);
    struct judged j = judge(e, q);
    eval_free(e);
    threats_free(t);
    position_free(q);
    return j;
}

static void values_do_not_depend_on_the_way(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6",    "gomoku",    "9,9,4,2,1",
                                        "12,12,5,3,2", "3,3,3,1,1", "20,20,8,3,1"};
    struct rng rng;
    rng_seed(&rng, 11);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        struct position *p = position_new(&r);
        struct threats *t = threats_new(p);
        struct eval *e = eval_new(t);
        for (int round = 0; round < test_rounds(60); round++) {
            for (uint64_t steps = 1 + rng_below(&rng, 8); steps > 0; steps--) {
                square at = rng_below(&rng, 4) ? test_random_stone(p, &rng) : SQUARE_NONE;
                if (at != SQUARE_NONE) {
                    enum side side = p->to_move;
                    threats_place(t, at);
                    eval_placed(e, at, side);
                } else if (p->plies > 0) {
                    struct ply last = p->ply[p->plies - 1];
                    threats_undo(t);
                    eval_removed(e, last.at, (enum side)last.side);
                }
            }
            if (p->outcome != OUTCOME_OPEN)
                continue;
            struct judged now = judge(e, p), anew = fresh(p, 0);
            assert_in_range(now.value + EVAL_MOST, 0, 2 * EVAL_MOST);
            assert_true(now.n > 0);
            for (int i = 0; i < now.n; i++) {
                assert_int_equal(p->cell[now.score[i].at], CELL_EMPTY);
                assert_true(i == 0 || now.score[i].at != now.score[i - 1].at);
            }
            assert_same(&now, &anew);
            int symmetry = (int)rng_below(&rng, (uint32_t)symmetry_count(&r));
            struct judged turned = fresh(p, symmetry);
            for (int i = 0; i < now.n; i++)
                now.score[i].at = symmetry_square(&r, symmetry, now.score[i].at);
            qsort(now.score, (size_t)now.n, sizeof *now.score, by_square);
            assert_same(&now, &turned);
            free(now.score);
            free(anew.score);
            free(turned.score);
        }
        eval_free(e);
        threats_free(t);
        position_free(p);
    }
}

/* Who has more of what matters is better off, and everybody wants to complete or to stop a row. */
static void plain_positions_are_judged_plainly(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 a1 s19 k10 j11 a19 s1");
    struct threats *t = threats_new(p);
    struct eval *e = eval_new(t);
    assert_true(eval_value(e) >
                0); /* Black, to move, has three stones together; White's are in the corners */
    eval_free(e);
    threats_free(t);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_do_not_depend_on_the_way),
        cmocka_unit_test(plain_positions_are_judged_plainly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
