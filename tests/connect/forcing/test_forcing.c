/* Forcing wins: known positions, random ones of many games against exhaustive search, and a certificate of
 * every win that the checker accepts. */
#include <string.h>

#include "connect/exact/exact.h"
#include "connect/forcing/forcing.h"
#include "connect/proof/check.h"
#include "connect/proof/forced.h"
#include "support/boards.h"

enum { TABLE = 1 << 20 };

/* The win just found has a certificate that proves it. */
static void assert_certified(struct forcing *f, struct threats *t)
{
    struct deadline never = {.wall = 0};
    struct buf bytes = BUF_EMPTY;
    struct check_result result;
    uint64_t turns;
    assert_int_equal(forced_certify(f, t, &never, &bytes, &turns), FORCED_WRITTEN);
    if (check_bytes(bytes.text, bytes.len, NULL, &result) != CHECK_ACCEPTED)
        fail_msg("%s", result.why.text);
    assert_int_equal(result.turns, turns);
    check_result_free(&result);
    buf_free(&bytes);
}

/* Searches the position; whatever is won is certified, which is against every turn of the defender. */
static enum forcing_answer search(struct position *p, enum forcing_kind kind, uint64_t nodes,
                                  struct forcing_result *out)
{
    struct forcing *f = forcing_new(&p->rules, TABLE);
    struct threats *t = threats_new(p);
    struct forcing_limits l = {.kind = kind, .nodes = nodes};
    uint64_t before = position_key(p);
    forcing_search(f, t, &l, out);
    assert_int_equal(before, position_key(p));
    if (out->answer == FORCING_WIN) {
        assert_certified(f, t);
        assert_true(out->turn.n > 0 && out->turn.n <= p->left);
        assert_true(out->depth > 0);
    }
    threats_free(t);
    forcing_free(f);
    return out->answer;
}

static void expect(const char *game, const char *stones, enum forcing_kind kind, enum forcing_answer answer)
{
    struct forcing_result r;
    struct position *p = test_game(game, stones);
    assert_int_equal(search(p, kind, 200000, &r), answer);
    /* The line is a legal game. */
    for (int i = 0; i < r.n; i++)
        assert_true(position_play(p, r.line[i], NULL));
    position_free(p);
}

static void expect_board(const char *game, const char *drawing, enum side to_move, int left,
                         enum forcing_kind kind, enum forcing_answer answer)
{
    struct forcing_result r;
    struct position *p = test_board(game, drawing);
    assert_true(position_settle(p, to_move, left, NULL));
    assert_int_equal(search(p, kind, 200000, &r), answer);
    position_free(p);
}

static void test_row_at_once(void **state)
{
    (void)state;
    expect("connect6", "j10 a1 a3 k10 l10 c1 c3 m10 s1 e1 e3", FORCING_VCDT, FORCING_WIN);
    /* In the middle of the turn one stone is not enough, but makes a threat on both sides. */
    expect("connect6", "j10 a1 a3 k10 l10 c1 c3 m10 n10 e1 e3 a19", FORCING_VCDT, FORCING_WIN);
    expect("gomoku", "h8 a1 h9 c1 h10 e1 h11 g1", FORCING_VCDT, FORCING_WIN);
    expect("tictactoe", "a1 b1 a2 c2", FORCING_VCDT, FORCING_WIN);
}

static void test_games(void **state)
{
    static const char *const won[] = {
        "j10 k11 l9 j12 i11 h10 j8",
        "j10 d4 e4 i11 j12 f4 g4 h4 c4 e3 g5",
        "j10 j9 j11 l10 l8 i11 i10 i9 h11 k12 l13 m14 h9 i12 i13 i14 h13",
    };
    (void)state;
    for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
        expect("connect6", won[i], FORCING_VCDT, FORCING_WIN);
        expect("connect6", won[i], FORCING_VCST, FORCING_WIN);
    }
    expect("connect6", "", FORCING_VCDT, FORCING_NONE);
    expect("connect6", "j10 k11 i11", FORCING_VCST, FORCING_NONE);
}

/* The side to move has to stop threats with its turn: one stone stops some of them and makes threats of its
 * own, the other stops the rest. */
static void test_under_threat(void **state)
{
    (void)state;
    expect("connect6", "j10 j12 k9 i9 k11 l12 h8 i11 i10 j8 l10 i12 j11", FORCING_VCDT, FORCING_WIN);
    expect("connect6", "j10 k9 j13 i9 h8 k11 g7 h10 j8 k10 k12", FORCING_VCDT, FORCING_WIN);
    expect("connect6", "j10 a1 a2 s19 g3 a3 a4", FORCING_VCST, FORCING_NONE); /* nothing of its own */
}

static void test_single_threats(void **state)
{
    (void)state;
    expect("connect6", "j10 j9 l10 i8 h8 k11 l11 l12 m11", FORCING_VCDT, FORCING_NONE);
    expect("connect6", "j10 j9 l10 i8 h8 k11 l11 l12 m11", FORCING_VCST, FORCING_WIN);
}

static void test_continuous_fours(void **state)
{
    (void)state;
    /* A four that has to be answered, and with its end a double four. */
    expect_board("9,9,5,1,1",
                 ". . . . . . . . .\n"
                 ". . . . . . . . .\n"
                 ". . . x . . . . .\n"
                 ". . . x . . . . .\n"
                 ". . . x . . . . .\n"
                 ". . . . x x x o .\n"
                 ". . . o . . . . .\n"
                 ". . . . . . . . .\n"
                 ". . . . o . o . .\n",
                 BLACK, 1, FORCING_VCDT, FORCING_WIN);
    expect_board("9,9,5,1,1",
                 ". . . . . . . . .\n"
                 ". . . . . . . . .\n"
                 ". . . x . . . . .\n"
                 ". . . o . . . . .\n"
                 ". . . x . . . . .\n"
                 ". . . . x x x o .\n"
                 ". . . o . . . . .\n"
                 ". . . . . . . . .\n"
                 ". . . . o . o . .\n",
                 BLACK, 1, FORCING_VCDT, FORCING_NONE);
}

/* The defender's answer to the four makes an open four of its own: no win. */
static void test_counter_threat(void **state)
{
    (void)state;
    expect_board("9,9,5,1,1",
                 ". . . o . . . . .\n"
                 ". . . x . . . . .\n"
                 ". . . x . . . . .\n"
                 ". . . x . . . . .\n"
                 ". . . . o o o . .\n"
                 ". . . . . . . . .\n"
                 ". . . . . . . . .\n"
                 ". . . . . . . . .\n"
                 "x . . . . . . . o",
                 BLACK, 1, FORCING_VCDT, FORCING_NONE);
}

static void test_long_turns(void **state)
{
    (void)state;
    /* p = 3, k = 7: four stones and three more are a row; three in a row make threats with one stone. */
    expect("15,15,7,3,1", "h8 a1 c1 e1 i8 j8 k8", FORCING_VCDT, FORCING_NONE); /* White cannot */
    expect("15,15,7,3,1", "h8 a1 c1 e1 i8 j8 h9 a15 c15 e15", FORCING_VCDT, FORCING_WIN);
    expect("15,15,7,3,1", "h8 a1 c1 e1 i8 j8 h9 a15 c15 e15 k12", FORCING_VCDT, FORCING_WIN);
}

static void test_wide_board(void **state)
{
    (void)state;
    expect("127,100,6,2,1", "cz70 a1 c1 da70 db70 a3 c5 cz71 da71 a9 a12", FORCING_VCDT, FORCING_WIN);
    expect("127,100,6,2,1", "a1 cz70 a3 c1 c5 da70 db70", FORCING_VCDT, FORCING_NONE);
}

static void test_limits(void **state)
{
    (void)state;
    struct position *p =
        test_game("connect6", "j10 j9 j11 l10 l8 i11 i10 i9 h11 k12 l13 m14 h9 i12 i13 i14 h13");
    struct forcing_result r;
    assert_int_equal(search(p, FORCING_VCDT, 1, &r), FORCING_CUT);
    struct forcing *f = forcing_new(&p->rules, TABLE);
    struct threats *t = threats_new(p);
    atomic_bool stop = true;
    forcing_search(f, t, &(struct forcing_limits){.kind = FORCING_VCST, .until.stop = &stop}, &r);
    assert_int_equal(r.answer, FORCING_CUT);
    forcing_search(f, t, &(struct forcing_limits){.kind = FORCING_VCDT, .until.wall = 1e-9}, &r);
    assert_int_equal(r.answer, FORCING_CUT);
    forcing_search(f, t, &(struct forcing_limits){.kind = FORCING_VCDT, .depth = 1}, &r);
    assert_int_equal(r.answer, FORCING_NONE);
    /* The same search gives the same count. */
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        forcing_clear(f);
        forcing_search(f, t, &(struct forcing_limits){.kind = FORCING_VCST, .nodes = 50000}, &r);
        assert_int_equal(r.answer, FORCING_WIN);
        nodes[i] = r.nodes;
    }
    assert_int_equal(nodes[0], nodes[1]);
    assert_true(forcing_memory(f) > TABLE / 4);
    threats_free(t);
    forcing_free(f);
    position_free(p);
}

/* A random position with about so many empty squares. */
static struct position *random_position(const struct rules *r, int empty, struct rng *rng)
{
    struct position *p = position_new(r);
    while (p->empty > empty) {
        square s = test_random_stone(p, rng);
        if (!s) { /* somebody has won: again from the start */
            position_clear(p);
            continue;
        }
        position_place(p, s);
    }
    return p;
}

/* A win that the forcing search claims is a win of the game. */
static void test_against_exact(void **state)
{
    static const struct {
        const char *game;
        int empty;
    } small[] = {{"5,5,4,1,1", 13}, {"6,6,5,2,1", 14}, {"6,5,4,2,1", 16}, {"6,6,5,3,2", 14},
                 {"7,5,5,2,1", 15}, {"5,5,5,3,1", 14}, {"6,6,4,1,1", 18}, {"6,6,6,4,2", 14}};
    (void)state;
    struct rng rng;
    struct exact *x = exact_new(0);
    rng_seed(&rng, 20);
    int wins = 0;
    for (int round = 0; round < test_rounds(400); round++)
        for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
            struct rules r = test_rules(small[i].game);
            struct position *p = random_position(&r, small[i].empty, &rng);
            struct forcing_result f;
            struct exact_result e;
            if (p->outcome == OUTCOME_OPEN &&
                search(p, round % 2 ? FORCING_VCST : FORCING_VCDT, 20000, &f) == FORCING_WIN) {
                wins++;
                assert_true(exact_solve(x, p, NULL, &e, NULL));
                assert_int_equal(e.lower, 1);
            }
            position_free(p);
        }
    assert_true(wins > test_rounds(400));
    exact_free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_row_at_once),      cmocka_unit_test(test_games),
        cmocka_unit_test(test_under_threat),     cmocka_unit_test(test_single_threats),
        cmocka_unit_test(test_continuous_fours), cmocka_unit_test(test_counter_threat),
        cmocka_unit_test(test_long_turns),       cmocka_unit_test(test_wide_board),
        cmocka_unit_test(test_limits),           cmocka_unit_test(test_against_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
