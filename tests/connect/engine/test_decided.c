/* Positions that the next turn decides: a row to complete, threats to stop, threats that cannot all be
 * stopped; on all kinds of boards, compared with the exact numbers of the tracker. And boards on which there
 * is hardly anything left to decide. */
#include "support/boards.h"

#include <string.h>

#include "connect/engine/engine.h"
#include "connect/threat/threats.h"

enum { NODES = 400 };

struct decision {
    struct report report;
    struct squares turn;
};

/* Lets the engine choose, and looks at what any answer must be: a legal turn, whole unless it ends the game,
 * and lines that can be played. */
static struct decision decide(struct engine *x, const struct position *p, uint64_t nodes)
{
    struct decision d;
    struct engine_limits l = {.work.nodes = nodes, .lines = 3};
    struct position *before = position_copy(p);
    engine_think(x, p, &l, NULL, NULL, &d.report);
    assert_true(position_equal(before, p));
    assert_true(d.report.n >= 1);
    for (int i = 0; i < d.report.n; i++) {
        const struct report_line *line = &d.report.line[i];
        struct position *q = position_copy(p);
        assert_true(line->n >= 1 && line->chance >= 0 && line->chance <= 1);
        for (int j = 0; j < line->n; j++) {
            assert_true(position_legal_square(q, line->move[j]));
            position_place(q, line->move[j]);
        }
        position_free(q);
    }
    d.turn = engine_turn(p, &d.report.line[0]);
    for (int i = 0; i < d.turn.n; i++)
        position_place(before, d.turn.s[i]);
    assert_true(d.turn.n == position_turn_length(p) || before->outcome != OUTCOME_OPEN);
    position_free(before);
    return d;
}

static struct engine *engine_for(const struct rules *r)
{
    struct engine_options o = {.hash_bytes = 1 << 20};
    struct err e;
    struct engine *x = engine_new(r, &o, &e);
    if (!x)
        fail_msg("%s", e.text);
    return x;
}

static void show(const struct position *p, const struct decision *d, const char *what)
{
    char game[RULES_TEXT], text[SQUARE_TEXT];
    print_error("%s, %s to move, %d left:", rules_format(&p->rules, game), side_name(p->to_move), p->left);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            print_error(" %c%s", p->cell[s] == CELL_BLACK ? 'x' : 'o', square_format(s, text));
    print_error("\nplays");
    for (int i = 0; i < d->turn.n; i++)
        print_error(" %s", square_format(d->turn.s[i], text));
    fail_msg("%s", what);
}

/* What the tracker says must happen, did. Returns what kind of position it was: 0 quiet, 1 to win, 2 to stop,
 * 3 lost. */
static int check(struct engine *x, struct position *p)
{
    struct threats *t = threats_new(p);
    enum side me = p->to_move, other = side_other(me);
    int left = position_turn_length(p), segments = t->threat[other].n;
    bool wins = threats_can_win(t, me, left);
    int number = threats_number(t, other), kind = 0;
    struct decision d = decide(x, p, NODES);
    for (int i = 0; i < d.turn.n; i++)
        threats_place(t, d.turn.s[i]);
    int mate = d.report.line[0].mate;
    if (wins) {
        kind = 1;
        if (p->outcome != outcome_win(me) || mate != 1)
            show(p, &d, "does not complete its row");
    } else if (number > 0 && p->outcome == OUTCOME_OPEN) {
        kind = number <= left ? 2 : 3;
        int after = threats_number(t, other);
        if (number <= left && after != 0)
            show(p, &d, "does not stop the threats");
        if (number > left && (after == 0 || t->threat[other].n >= segments || mate >= 0))
            show(p, &d, "does not stop what can be stopped, or does not see that it loses");
    }
    for (int i = 0; i < d.turn.n; i++)
        threats_undo(t);
    threats_free(t);
    return kind;
}

/* ---- Random positions with threats ---- */

/* A square in line with a stone of `side`, up to three steps from it; or any. */
static square near_own(const struct position *p, enum side side, struct rng *rng)
{
    for (int tries = 0; tries < 40; tries++) {
        const struct ply *ply = p->plies ? &p->ply[rng_below(rng, (uint32_t)p->plies)] : NULL;
        if (!ply || ply->side != side)
            continue;
        int step = direction_step[rng_below(rng, DIRECTIONS)] * (1 + (int)rng_below(rng, 3));
        int at = ply->at + (rng_below(rng, 2) ? step : -step);
        if (at > 0 && at < SQUARE_CELLS && position_legal_square(p, (square)at))
            return (square)at;
    }
    return test_random_stone(p, rng);
}

static struct position *random_position(const struct rules *r, struct rng *rng)
{
    for (;;) {
        struct position *p = position_new(r);
        int most = r->m * r->n * 2 / 3,
            stones = 4 + (int)rng_below(rng, (uint32_t)(most > 44 ? 40 : most - 3));
        while (p->outcome == OUTCOME_OPEN && p->plies < stones)
            position_place(p, near_own(p, p->to_move, rng));
        if (p->outcome == OUTCOME_OPEN)
            return p;
        position_free(p);
    }
}

static void play_rounds(const char *const *games, size_t count, int rounds, int least[4])
{
    struct rng rng;
    rng_seed(&rng, 11);
    int seen[4] = {0};
    for (size_t g = 0; g < count; g++) {
        struct rules r = test_rules(games[g]);
        struct engine *x = engine_for(&r);
        for (int i = 0; i < rounds; i++) {
            struct position *p = random_position(&r, &rng);
            seen[check(x, p)]++;
            position_free(p);
        }
        engine_free(x);
    }
    for (int i = 0; i < 4; i++)
        if (seen[i] < least[i] * rounds / 10)
            fail_msg("only %d positions of kind %d", seen[i], i);
}

static void turns_of_one_stone(void **state)
{
    (void)state;
    static const char *const games[] = {"6,6,4,1,1",   "6,6,5,1,1",   "9,9,5,1,1",
                                        "15,15,5,1,1", "19,19,6,1,1", "59,59,5,1,1"};
    play_rounds(games, 6, test_rounds(100), (int[4]){1, 1, 1, 1});
}

static void turns_of_two_stones(void **state)
{
    (void)state;
    static const char *const games[] = {"6,6,5,2,1",   "8,8,6,2,1",   "13,9,6,2,1",  "19,19,6,2,1",
                                        "19,19,6,2,1", "30,30,6,2,1", "59,59,6,2,1", "19,19,7,2,1"};
    play_rounds(games, 8, test_rounds(100), (int[4]){1, 1, 1, 1});
}

static void turns_of_three_stones(void **state)
{
    (void)state;
    static const char *const games[] = {"7,7,6,3,1", "10,10,7,3,1", "19,19,7,3,2", "19,19,8,3,1",
                                        "40,25,8,3,1"};
    play_rounds(games, 5, test_rounds(60), (int[4]){0, 1, 1, 0});
}

/* Black begins with more stones than a turn has. */
static void first_turns_that_are_longer(void **state)
{
    (void)state;
    static const char *const games[] = {"9,9,5,2,4", "19,19,6,2,3", "12,12,6,1,5"};
    play_rounds(games, 3, test_rounds(60), (int[4]){0, 1, 0, 0});
    for (int i = 0; i < 3; i++) {
        struct rules r = test_rules(games[i]);
        struct position *p = position_new(&r);
        struct engine *x = engine_for(&r);
        check(x, p);
        engine_free(x);
        position_free(p);
    }
}

/* ---- Positions drawn ---- */

static void the_three_cases_by_hand(void **state)
{
    (void)state;
    static const char drawing[] = ". . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . .\n"
                                  ". . o . . . . . . . o . .\n"
                                  ". . . . . . . . . . . . .\n"
                                  ". . . x x x x . . . . . .\n"
                                  ". . . . . . . . . . . . .\n"
                                  ". . . . . . . o . . . . .\n"
                                  ". . . . . . . . . . . . .\n"
                                  ". o . . . . . . . . . . .\n";
    struct position *p = test_board("13,9,6,2,1", drawing);
    struct engine *x = engine_for(&p->rules);
    assert_true(position_settle(p, BLACK, 2, NULL));
    assert_int_equal(check(x, p), 1);
    assert_true(position_settle(p, BLACK, 1, NULL)); /* one stone is not enough */
    assert_int_equal(check(x, p), 0);
    assert_true(position_settle(p, WHITE, 2, NULL));
    assert_int_equal(check(x, p), 2);
    assert_true(position_settle(p, WHITE, 1, NULL)); /* half of the defence */
    assert_int_equal(check(x, p), 3);
    engine_free(x);
    position_free(p);
}

/* Both sides could complete a row: whoever is to move does. */
static void winning_comes_before_stopping(void **state)
{
    (void)state;
    struct position *p = test_board("9,6,6,2,1", ". . . . . . . . .\n"
                                                 ". x x x x . . . .\n"
                                                 ". . . . . . . . .\n"
                                                 ". o o o o . . . .\n"
                                                 ". . . . . . . . .\n"
                                                 ". . . . . . . . .\n");
    struct engine *x = engine_for(&p->rules);
    for (int side = 0; side < 2; side++) {
        assert_true(position_settle(p, side ? WHITE : BLACK, 2, NULL));
        assert_int_equal(check(x, p), 1);
    }
    engine_free(x);
    position_free(p);
}

/* ---- Boards without much room ---- */

/* Plays at random until so few squares are empty; NULL if somebody wins before. */
static struct position *nearly_full(const struct rules *r, int empty, struct rng *rng)
{
    struct position *p = position_new(r);
    while (p->outcome == OUTCOME_OPEN && p->empty > empty)
        position_place(p, test_random_stone(p, rng));
    if (p->outcome == OUTCOME_OPEN)
        return p;
    position_free(p);
    return NULL;
}

static void nearly_full_boards(void **state)
{
    (void)state;
    static const char *const games[] = {"3,3,3,1,1", "4,4,4,2,1",   "5,5,5,2,1",    "6,6,6,3,1",
                                        "7,7,7,2,3", "10,10,9,2,1", "19,19,15,2,1", "2,2,2,3,1",
                                        "1,1,1,1,1", "1,9,4,2,1",   "3,3,4,5,9",    "5,4,63,63,63"};
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        struct engine *x = engine_for(&r);
        for (int i = 0; i < test_rounds(40); i++) {
            struct position *p = nearly_full(&r, 1 + (int)rng_below(&rng, 6), &rng);
            if (p)
                check(x, p);
            position_free(p);
        }
        engine_free(x);
    }
}

/* Whole games to the very end, the engine on both sides. */
static void games_end(void **state)
{
    (void)state;
    static const char *const games[] = {"6,6,6,2,1", "3,3,3,1,1", "5,5,4,2,2", "7,4,5,3,1", "6,6,9,2,1"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        struct engine *x = engine_for(&r);
        struct position *p = position_new(&r);
        while (p->outcome == OUTCOME_OPEN) {
            check(x, p);
            struct decision d = decide(x, p, NODES);
            for (int i = 0; i < d.turn.n; i++)
                position_place(p, d.turn.s[i]);
        }
        position_free(p);
        engine_free(x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_three_cases_by_hand), cmocka_unit_test(winning_comes_before_stopping),
        cmocka_unit_test(turns_of_one_stone),      cmocka_unit_test(turns_of_two_stones),
        cmocka_unit_test(turns_of_three_stones),   cmocka_unit_test(first_turns_that_are_longer),
        cmocka_unit_test(nearly_full_boards),      cmocka_unit_test(games_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
