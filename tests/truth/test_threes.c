/* Wins by fours and threes, in games with turns of one stone: every win is certified and accepted, and on small boards
 * exact values agree with it, with its zone and with "loses whatever is played"; "none" is compared with a plain search
 * of all of them, written from the definition. */
#include "base/buf.h"
#include "base/mem.h"
#include "connect/exact/exact.h"
#include "connect/forcing/forcing.h"
#include "connect/proof/check.h"
#include "connect/proof/forced.h"
#include "support/brute.h"
#include "support/forced.h"
#include "truth/truth.h"

enum { TABLE = 1 << 22, STONES = 30000, LOSS_STONES = 10000, EXACT_NODES = 300000, PLAIN_FOURS = 300 };

/* The games, a part of the board, stones on it. */
static const struct family {
    const char *game;
    int window, stones;
    int plain; /* positions for the plain search */
    int rounds;
} families[] = {
    {"4,4,3,1,1", 4, 5, 200, 30},        {"5,4,4,1,1", 5, 9, 200, 60},
    {"5,5,4,1,1", 5, 10, 100, 80},       {"6,5,4,1,1", 6, 12, 50, 60},
    {"6,6,5,1,1", 6, 18, 30, 60},        {"7,6,5,1,1", 7, 22, 20, 60},
    {"7,7,6,1,1", 7, 28, 10, 40},        {"5,5,4,1,1,exact", 5, 10, 100, 60},
    {"7,6,4,1,1,exact", 6, 16, 20, 60},  {"7,6,5,1,1,exact", 7, 22, 20, 60},
    {"5,4,3,1,1,exact", 5, 6, 100, 20},  {"6,4,2,1,1", 6, 3, 50, 10},
    {"6,6,4,1,3", 6, 9, 20, 30},         {"15,15,5,1,1", 8, 20, 0, 60},
    {"15,15,5,1,1,exact", 8, 24, 0, 60}, {"19,19,6,1,1", 9, 34, 0, 40},
    {"67,9,5,1,1", 9, 20, 0, 20},
};

struct tally {
    int positions, wins, threes, nones, certificates, exact, plain, zones, losses;
};

/* ---- the plain search ---- */

/* Has the side a segment that lacks one stone? */
static bool row_next(const struct position *p, enum side side)
{
    return brute_threats(p, side) > 0;
}

/* The stone on the board is the attacker's, and the defender to move: has it to answer? */
static enum forced_answer threatens(struct position *p, enum side attacker)
{
    if (row_next(p, attacker))
        return FORCED_YES;
    position_pass(p);
    enum forced_answer a = forced_wins(p, 1, PLAIN_FOURS);
    position_undo(p);
    return a;
}

static enum forced_answer plain_wins(struct position *p, int *left);

static enum forced_answer answers_lose(struct position *p, int *left)
{
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        position_place(p, s);
        enum forced_answer a = p->outcome == OUTCOME_OPEN ? plain_wins(p, left) : FORCED_NO;
        position_undo(p);
        if (a != FORCED_YES)
            return a;
    }
    return FORCED_YES;
}

/* Does the side to move win by stones that threaten a row, or to win by fours? */
static enum forced_answer plain_wins(struct position *p, int *left)
{
    enum side attacker = p->to_move;
    enum forced_answer best = FORCED_NO;
    if ((*left)-- <= 0)
        return FORCED_UNKNOWN;
    if (row_next(p, attacker))
        return FORCED_YES;
    for (square s = square_first(); s && best != FORCED_YES; s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        position_place(p, s);
        enum forced_answer a = FORCED_NO;
        if (p->outcome == OUTCOME_OPEN && !row_next(p, side_other(attacker)))
            a = threatens(p, attacker);
        if (a == FORCED_YES)
            a = answers_lose(p, left);
        position_undo(p);
        best = a == FORCED_NO ? best : a;
    }
    return best;
}

/* ---- comparing ---- */

/* 1, 0, −1, or 2: not known. */
static int exact_value(struct exact *x, const struct position *p)
{
    struct exact_result r;
    struct limits l = {.nodes = EXACT_NODES};
    if (p->empty > EXACT_MOST)
        return 2;
    assert_true(exact_solve(x, p, &l, &r, NULL));
    return r.lower == r.upper ? r.lower : 2;
}

static void certify(struct forcing *f, struct threats *t, struct tally *count)
{
    struct buf out = BUF_EMPTY;
    struct deadline never = {0};
    struct check_result c;
    uint64_t turns;
    enum forced_status s = forced_certify(f, t, &never, &out, &turns);
    if (s == FORCED_WRONG)
        TRUTH_CONTRADICTS(t->position, "the win has no certificate");
    if (s == FORCED_WRITTEN) {
        count->certificates++;
        if (check_bytes(out.text, out.len, NULL, &c) != CHECK_ACCEPTED)
            TRUTH_CONTRADICTS(t->position, "the certificate is not accepted: %s", c.why.text);
        check_result_free(&c);
    }
    buf_free(&out);
}

/* A stone of the defender off the zone changes nothing. */
static void try_zone(struct forcing *f, struct threats *t, struct exact *x, struct rng *rng,
                     struct tally *count)
{
    struct position *p = t->position;
    uint8_t *zone = mem_zero((size_t)square_limit(&p->rules), 1);
    forcing_zone(f, t, zone);
    for (int i = 0; i < 4 && p->empty > 2; i++) {
        square s = test_random_stone(p, rng);
        if (zone[s])
            continue;
        struct position *more = position_copy(p);
        free(more->ply);
        more->ply = NULL;
        more->plies = 0;
        more->ply_room = 0;
        enum side attacker = p->to_move;
        position_setup(more, s, cell_of(side_other(attacker)));
        assert_true(position_settle(more, attacker, 1, NULL));
        int value = more->outcome == OUTCOME_OPEN ? exact_value(x, more) : -1;
        count->zones += value != 2;
        if (value != 2 && value != 1)
            TRUTH_CONTRADICTS(p, "a stone off the zone of the win changes it");
        position_free(more);
    }
    free(zone);
}

static void compare_win(struct forcing *f, struct threats *t, struct exact *x, struct rng *rng,
                        struct tally *count)
{
    int value = exact_value(x, t->position);
    count->exact += value != 2;
    if (value != 2 && value != 1)
        TRUTH_CONTRADICTS(t->position, "a win by threes is claimed, its value is %d", value);
    try_zone(f, t, x, rng, count);
    certify(f, t, count);
}

static void compare_none(const struct family *f, const struct position *p, struct tally *count)
{
    struct position *q = position_copy(p);
    int left = f->plain;
    enum forced_answer a = plain_wins(q, &left);
    count->plain += a != FORCED_UNKNOWN;
    if (a == FORCED_YES)
        TRUTH_CONTRADICTS(p, "no win by threes is claimed, a plain search finds one");
    position_free(q);
}

static void compare_loss(struct forcing *f, struct threats *t, struct exact *x, struct tally *count)
{
    struct forcing_result r;
    forcing_loses(f, t, &(struct forcing_limits){.kind = FORCING_VCT, .nodes = LOSS_STONES}, &r);
    if (r.answer != FORCING_WIN)
        return;
    int value = exact_value(x, t->position);
    count->losses += value != 2;
    if (value != 2 && value != -1)
        TRUTH_CONTRADICTS(t->position, "a loss by threes is claimed, its value is %d", value);
}

static void compare(const struct family *f, struct exact *x, struct rng *rng, struct tally *count)
{
    struct rules r = test_rules(f->game);
    struct position *p =
        scatter(&r, f->window, f->stones / 2 + (int)rng_below(rng, (uint32_t)f->stones / 2 + 1), rng);
    struct threats *t = threats_new(p);
    struct forcing *g = forcing_new(&r, TABLE);
    struct forcing_result found;
    count->positions++;
    forcing_search(g, t, &(struct forcing_limits){.kind = FORCING_VCT, .nodes = STONES}, &found);
    count->wins += found.answer == FORCING_WIN;
    count->threes += found.answer == FORCING_WIN && found.kind == FORCING_VCT;
    count->nones += found.answer == FORCING_NONE;
    if (found.answer == FORCING_WIN)
        compare_win(g, t, x, rng, count);
    else if (found.answer == FORCING_NONE)
        compare_none(f, p, count);
    if (found.answer != FORCING_WIN)
        compare_loss(g, t, x, count);
    forcing_free(g);
    threats_free(t);
    position_free(p);
}

static void test_threes(void **state)
{
    (void)state;
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct rng rng;
    rng_seed(&rng, 31);
    struct tally all = {0};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct tally t = {0};
        struct exact *x = exact_new(0);
        for (int round = 0; round < truth_rounds(families[i].rounds); round++)
            compare(&families[i], x, &rng, &t);
        exact_free(x);
        printf("%-17s %6d positions: %5d won (%d by threes), %5d certificates, %5d exact, %5d zones; none "
               "%5d, plain %5d; "
               "%5d lost\n",
               families[i].game, t.positions, t.wins, t.threes, t.certificates, t.exact, t.zones, t.nones,
               t.plain, t.losses);
        all.threes += t.threes;
        all.plain += t.plain;
        all.losses += t.losses;
    }
    truth_holds();
    assert_true(all.threes > truth_rounds(60));
    assert_true(all.plain > truth_rounds(60));
    assert_true(all.losses > truth_rounds(20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
