/* The judge never accepts a turn that does not win, and never refuses one that does: every pair of stones in or next
 * to the zone, on twenty puzzles, against plain searches and certificates (support/turn_truth.h). A sample of the
 * turns in check, all in nightly; `puzzle_test_verdicts PART PARTS [SLICE SLICES]` does a part of the puzzles, and of
 * their turns every so-and-so-many-th. */
#include <stdlib.h>
#include <string.h>

#include "connect/puzzle/collect.h"
#include "support/turn_truth.h"

/* Of Connect6, with zones small enough for that; with turns of one stone there are few turns anyway. */
static const char *const pairs[] = {
    "k90379a6b", "kf57aee2f", "k4c898fcf", "ke2272e09", "k0005e2c2", "kca890494", /* wins in 1 to 3 */
    "k57cfbb26",                                                                  /* a defence */
};

enum {
    ONE_WINS = 8,     /* and of Go-Moku: wins, the half of them with threes, */
    ONE_DEFENCES = 5, /* and defences */
    SAMPLE_PAIRS = 499,
    SAMPLE_ONE = 19,
};

static const struct deadline never = {0};
static int part = 1, parts = 1, slice = 1, slices = 1;

/* The squares of the hint's zone and their neighbours. */
static int near_zone(struct judge *j, const struct position *p, const struct puzzle *z, square *out)
{
    struct judge_hint h;
    int n = 0;
    judge_hint(j, p, z->kind, z->turns, &never, &h);
    assert_int_equal(h.turns, z->turns);
    assert_int_equal(h.firsts, z->firsts);
    assert_int_equal(h.key.n, z->key.n);
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        bool near = false;
        for (int i = 0; i < h.zones && !near; i++)
            near = abs(square_col(s) - square_col(h.zone[i])) <= 1 &&
                   abs(square_row(s) - square_row(h.zone[i])) <= 1;
        if (near && p->cell[s] == CELL_EMPTY)
            out[n++] = s;
    }
    free(h.zone);
    return n;
}

/* Every pair, or one in `step`; and the right turn. */
static void try_turns(const struct puzzle *z, int step, struct truth_counts *c)
{
    struct err e;
    struct position *p = puzzle_position(z, &e);
    struct judge *j = judge_new(&p->rules);
    square near[400];
    int n = near_zone(j, p, z, near), seen = 0;
    for (int a = 0; a < n; a++)
        for (int b = p->rules.p == 1 ? a : a + 1; b < (p->rules.p == 1 ? a + 1 : n); b++) {
            struct squares turn = {p->rules.p, {near[a], near[b]}};
            if (seen++ % step == 0 && seen / step % slices == slice - 1)
                truth_compare(j, p, z, &turn, c);
        }
    struct squares right = {p->rules.p, {z->line[0], z->line[1]}};
    long good = c->wins + c->holds;
    truth_compare(j, p, z, &right, c);
    assert_int_equal(c->wins + c->holds, good + 1);
    judge_free(j);
    position_free(p);
}

/* Is it one of the twenty? */
static bool wanted(const struct puzzle *z, int left[3])
{
    if (z->before->rules.p > 1) {
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            if (strcmp(z->id, pairs[i]) == 0)
                return true;
        return false;
    }
    int *kind = &left[z->kind == PUZZLE_DEFENCE ? 2 : z->class > HUNT_DOUBLE];
    if (*kind <= 0)
        return false;
    --*kind;
    return true;
}

static void no_turn_is_judged_wrong(void **state)
{
    bool all = getenv("HEXAD_NIGHTLY") != NULL;
    struct puzzles l = collect_builtin(0, 1);
    struct truth_counts c = {0};
    int left[3] = {ONE_WINS / 2, ONE_WINS / 2, ONE_DEFENCES}, done = 0, chosen = 0;
    (void)state;
    for (size_t i = 0; i < l.n; i++) {
        const struct puzzle *z = &l.at[i];
        if ((z->before->rules.p == 1 && i % 11) || !wanted(z, left) || chosen++ % parts != part - 1)
            continue;
        bool one = z->before->rules.p == 1;
        bool defence = z->kind == PUZZLE_DEFENCE; /* those of turns of two stones take seconds */
        if (!all && (done >= 6 || (defence && (!one || done >= 2))))
            continue;
        try_turns(z, all ? 1 : one ? SAMPLE_ONE : SAMPLE_PAIRS, &c);
        done++;
        if (all) {
            print_message("%s, puzzle %d: ", z->id, done);
            truth_print(&c);
        }
    }
    assert_true(chosen >= 20);
    assert_true(c.turns > done && c.proved[0] + c.proved[1] > 0);
    assert_true(c.plain > 0 || parts > 1); /* of defences it knows nothing */
    free(c.seconds);
    puzzles_free(&l);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_turn_is_judged_wrong)};
    if (argc >= 3) {
        part = atoi(argv[1]);
        parts = atoi(argv[2]);
    }
    if (argc == 5) {
        slice = atoi(argv[3]);
        slices = atoi(argv[4]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
