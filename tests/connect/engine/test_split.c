/* Work that threads share: pieces are taken in order and once, a cut ends them, and several threads find what one
 * does. */
#include "support/boards.h"

#include <stdlib.h>

#include "base/mem.h"
#include "connect/engine/search.h"

struct pieces {
    struct split split;
    int taken[20], n, cut_at;
};

static void take(struct worker *w, struct split *s)
{
    struct pieces *p = (struct pieces *)s;
    for (int i; (i = split_take(w, s)) >= 0;) {
        p->taken[p->n++] = i;
        if (i == p->cut_at)
            split_cut(s);
    }
}

static void one_thread_takes_all_in_order(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10");
    struct engine_options o = {.hash_bytes = 1 << 20};
    struct engine *x = engine_new(&p->rules, &o, NULL);
    struct worker *w = &x->worker[0];
    w->p = p;
    w->root_plies = p->plies;
    for (int cut = -1; cut < 12; cut++) {
        struct pieces s = {.split = {.n = 10, .work = take}, .cut_at = cut};
        split_run(w, &s.split, true);
        int n = cut >= 0 && cut < 10 ? cut + 1 : 10;
        assert_int_equal(s.n, n);
        for (int i = 0; i < n; i++)
            assert_int_equal(s.taken[i], i);
        assert_int_equal(atomic_load(&s.split.cut), cut >= 0 && cut < 10);
        assert_int_equal(split_take(w, &s.split), -1);
    }
    assert_null(w->split);
    assert_false(split_unwanted(w));
    atomic_store(&x->halt, true);
    assert_true(split_unwanted(w));
    w->p = NULL;
    engine_free(x);
    position_free(p);
}

/* However many help: a win that one finds all find, the turn is legal, and every node is counted. */
static void several_threads_find_what_one_finds(void **state)
{
    (void)state;
    static const char *const games[] = {"j10 a1 a3 k10 l10 c1 c3", "j10 k11 i11 j11 j12 i10 l10",
                                        "j10 a1 b3"};
    for (int g = 0; g < 3; g++) {
        struct position *p = test_game("connect6", games[g]);
        int mate = 0;
        for (int threads = 1; threads <= 4; threads++) {
            struct engine_options o = {.hash_bytes = 4 << 20, .threads = threads};
            struct engine *x = engine_new(&p->rules, &o, NULL);
            struct engine_limits l = {.depth = g < 2 ? 3 : 2};
            struct report *r = mem_zero(1, sizeof *r);
            engine_think(x, p, &l, NULL, NULL, r);
            struct squares turn = engine_turn(p, &r->line[0]);
            assert_true(r->n > 0 && r->nodes > 0 && turn.n == position_turn_length(p));
            assert_int_equal(p->cell[turn.s[0]], CELL_EMPTY);
            if (threads == 1)
                mate = r->line[0].mate;
            assert_int_equal(r->line[0].mate > 0, mate > 0);
            assert_null(x->splits);
            assert_int_equal(x->waiting, 0);
            free(r);
            engine_free(x);
        }
        position_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_takes_all_in_order),
        cmocka_unit_test(several_threads_find_what_one_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
