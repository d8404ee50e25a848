/* The turn that is played: the other side has no forcing win after it, unless the report says so. */
#include "support/boards.h"

#include "connect/engine/engine.h"
#include "connect/engine/params.h"
#include "connect/forcing/forcing.h"
#include "support/sanitized.h"

#include <stdlib.h>

/* Positions where searches of some ten thousand stones without a second look play turns that `hexad force` refutes. */
static const char *const position[] = {
    "j7 i7 j9 m9 i8 h8 h9 g9 h10 i10 h6 j12 i11",
    "j12 l13 g13 h9 g10 f12 e12 g9 h10 e11 d10 c9 h14 e9 e10",
    "j12 g12 k13 g9 h10 h8 f8 j10 i10 k10 j11 g10 i9 e10 i8 j8 g11 l6 f12 k9 g8 g6 j9",
    ("i8 l9 g12 i12 l12 j9 k8 i9 i10 i11 k11 k12 j11 h9 l13 i7 h10 i6 j7 h5 m10 j10 j8 j6 l8 m9 n9 o9 n8 l6 "
     "m12 i5 h4 k7 k6"),
    ("j10 j8 k11 k9 i11 h12 i9 h10 g9 j12 i10 f8 g8 e7 g7 l8 h7 n6 i6 i8 h8 e8 f10 j9 k10 g6 m12 m9 l9 n9 "
     "i12 l12 l10"),
    "j10 j9 k11 k8 l11 l10 m9 n8 l9 m10 m8",
};
enum { POSITIONS = sizeof position / sizeof *position, LOOK = 1000 };

/* Does the side to move win by double threats, in few stones? */
static bool wins_soon(struct position *p)
{
    struct forcing *f = forcing_new(&p->rules, 1 << 20);
    struct threats *t = threats_new(p);
    struct forcing_limits l = {.kind = FORCING_VCDT, .nodes = LOOK};
    struct forcing_result r;
    forcing_search(f, t, &l, &r);
    threats_free(t);
    forcing_free(f);
    return r.answer == FORCING_WIN;
}

static void think(const struct position *p, const struct search_params *s, uint64_t nodes, int threads,
                  struct report *out)
{
    struct engine *x = engine_new(&p->rules, &(struct engine_options){.params = s, .threads = threads}, NULL);
    engine_think(x, p, &(struct engine_limits){.work.nodes = nodes}, NULL, NULL, out);
    engine_free(x);
}

/* Is the turn that it plays refuted, and it does not know? */
static bool blunders(const char *stones, const struct search_params *s, uint64_t nodes, int threads)
{
    struct position *p = test_game("connect6", stones);
    struct report *r = calloc(1, sizeof *r);
    think(p, s, nodes, threads, r);
    assert_true(r->n >= 1);
    struct squares turn = engine_turn(p, &r->line[0]);
    for (int i = 0; i < turn.n; i++)
        assert_true(position_play(p, turn.s[i], NULL));
    bool known = r->line[0].mate < 0 || r->line[0].likely < 0;
    bool blunder = !known && p->outcome == OUTCOME_OPEN && wins_soon(p);
    position_free(p);
    free(r);
    return blunder;
}

static void refuted_turns_are_not_played(void **state)
{
    (void)state;
    for (int i = 0; i < (TEST_SANITIZED ? 2 : POSITIONS); i++)
        for (int threads = 1; threads <= 2; threads++)
            assert_false(blunders(position[i], &search_params_usual, 60000, threads));
}

/* With the root's own searches off, the last look alone sees them. */
static void the_last_look_is_enough(void **state)
{
    (void)state;
    struct search_params s = search_params_usual;
    s.own_trees = s.verify_trees = 0;
    s.confirm_percent = 20;
    for (int i = 0; i < (TEST_SANITIZED ? 2 : POSITIONS); i++)
        assert_false(blunders(position[i], &s, 30000, 1));
}

/* What is kept back is part of the limit, also of one that leaves next to nothing. */
static void the_limit_includes_it(void **state)
{
    (void)state;
    struct search_params s = search_params_usual;
    for (s.confirm_percent = 0; s.confirm_percent <= 50; s.confirm_percent += 10)
        for (uint64_t nodes = 1; nodes <= 20000; nodes = nodes * 5 + 1) {
            struct position *p = test_game("connect6", position[0]);
            struct report r;
            think(p, &s, nodes, 1, &r);
            assert_true(r.n >= 1 && r.line[0].n >= 2);
            assert_true(r.nodes < nodes + 2000); /* one generation of turns beyond it */
            position_free(p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuted_turns_are_not_played),
        cmocka_unit_test(the_last_look_is_enough),
        cmocka_unit_test(the_limit_includes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
