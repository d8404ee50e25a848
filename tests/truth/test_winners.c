/* Who wins, by a lab that is given no attacker, against exact values: whatever it says is so, and of small positions it says something. */
#include <string.h>

#include "base/mem.h"
#include "connect/exact/exact.h"
#include "lab/lab.h"
#include "support/folder.h"
#include "truth/truth.h"

enum { POSITIONS = 40, JOBS_EACH = 50, NAME = 40 };

static const struct family {
    const char *game;
    int side, empty; /* of the board; squares without stones, at the most */
} families[] = {
    {"5,5,4,1,1", 5, 8}, {"5,5,4,2,1", 5, 9}, {"6,6,5,2,1", 6, 10}, {"6,6,4,1,1", 6, 9}, {"7,7,5,2,1", 7, 10},
};

struct tally {
    int positions, decided, black, white, nobody;
};

static const char *truth_of(struct exact *x, const struct position *p)
{
    struct exact_result r;
    struct err e;
    assert_true(exact_solve(x, p, NULL, &r, &e) && r.lower == r.upper);
    if (r.lower == 0)
        return "nobody";
    return (r.lower > 0) == (p->to_move == BLACK) ? "black" : "white";
}

/* The three requests of `hexad lab add --attacker both`. */
static void ask_who_wins(const char *path, const struct position *p, int number)
{
    struct buf text = BUF_EMPTY;
    char name[NAME], pair[4 * NAME];
    struct err e;
    for (int side = BLACK; side <= WHITE; side++) {
        snprintf(name, sizeof name, "%d.%s", number, side == BLACK ? "black" : "white");
        lab_root_write(p, (enum side)side, name, "", &text);
        assert_true(lab_ask(path, "add", buf_str(&text), &e));
        buf_free(&text);
    }
    snprintf(pair, sizeof pair, "{\"name\":\"%d\",\"black\":\"%d.black\",\"white\":\"%d.white\"}", number,
             number, number);
    assert_true(lab_ask(path, "pair", pair, &e));
}

static void make_lab(const char *path, const struct rules *r)
{
    struct lab_options o;
    struct err e;
    lab_options_usual(&o);
    assert_true(lab_option_set(&o, "solve-nodes", "2000", &e) &&
                lab_option_set(&o, "verify-nodes", "500", &e) &&
                lab_option_set(&o, "expand-nodes", "300", &e));
    assert_true(lab_create(path, r, &o, &e));
}

static void compare(struct lab *l, int number, const struct position *p, const char *truth, struct tally *t)
{
    const struct lab_pair *pair;
    size_t n = lab_pairs(l, &pair);
    char name[NAME];
    snprintf(name, sizeof name, "%d", number);
    for (size_t i = 0; i < n; i++) {
        const char *said = lab_pair_word(l, &pair[i]);
        if (strcmp(pair[i].name, name) != 0 || strcmp(said, "open") == 0)
            continue;
        t->decided++;
        t->black += strcmp(said, "black") == 0;
        t->white += strcmp(said, "white") == 0;
        t->nobody += strcmp(said, "nobody") == 0;
        if (strcmp(said, truth) != 0)
            TRUTH_CONTRADICTS(p, "the lab says %s, it is %s", said, truth);
    }
}

static void complain(void *ctx, const char *text)
{
    printf("FALSE: %s\n", text);
    ++*(int *)ctx;
}

static void play_family(const struct family *f, int rounds, struct rng *rng, struct tally *t)
{
    struct rules r = test_rules(f->game);
    struct folder folder = folder_new();
    struct exact *x = exact_new(16 << 20);
    struct position **p = mem_zero((size_t)rounds, sizeof *p);
    make_lab(folder.file, &r);
    for (int i = 0; i < rounds; i++) {
        int empty = 2 + (int)rng_below(rng, (uint32_t)f->empty - 1);
        p[i] = i % 2 ? scatter(&r, f->side, f->side * f->side - empty, rng) : scatter_game(&r, empty, rng);
        ask_who_wins(folder.file, p[i], i);
    }
    struct err e;
    struct lab *l = lab_open(folder.file, true, &e);
    struct lab_run run = {.runner = runner_threads(1, 16 << 20), .jobs = (int64_t)rounds * JOBS_EACH};
    struct lab_state s;
    assert_non_null(l);
    assert_true(lab_run(l, &run, &s, &e));
    run.runner.free(run.runner.ctx);
    for (int i = 0; i < rounds; i++)
        compare(l, i, p[i], truth_of(x, p[i]), t);
    t->positions += rounds;
    assert_int_equal(lab_check(l, complain, &truth_contradictions), 0);
    lab_close(l);
    for (int i = 0; i < rounds; i++)
        position_free(p[i]);
    free(p);
    exact_free(x);
    folder_remove(&folder);
}

static void the_lab_says_who_wins(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 31);
    struct tally t = {0};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        play_family(&families[i], truth_rounds(POSITIONS), &rng, &t);
    printf("%d positions, %d decided: Black %d, White %d, nobody %d\n", t.positions, t.decided, t.black,
           t.white, t.nobody);
    truth_holds();
    assert_true(t.black > 0 && t.white > 0 && t.decided * 2 > t.positions);
    assert_true(t.nobody > 0 || t.positions < 100); /* few are drawn */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_lab_says_who_wins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
