/* Maker-Breaker games of both kinds on random boards against the plain solver of support/brute_mb.h: values,
 * with and without stones on the board, White's answers, and the certificates of draws. */
#include "support/boards.h"

#include <stdlib.h>

#include "connect/theory/mb_cert.h"
#include "connect/theory/mb_check.h"
#include "connect/theory/mb_check_pairing.h"
#include "support/brute_mb.h"

/* A random game and its plain solver. */
struct contest {
    struct mb_board board;
    struct mb_game game;
    struct brute_mb *brute;
};

/* Fails the test with the game in words. */
static void complain(const struct mb_game *g, const char *what, mb_set black, mb_set white)
{
    struct buf text = BUF_EMPTY;
    char b[MB_SET_TEXT], w[MB_SET_TEXT];
    mb_write(g->board, &text);
    fail_msg("%s: p %d, b %d, black %s, white %s\n%s", what, g->p, g->b, mb_set_text(black, b),
             mb_set_text(white, w), buf_str(&text));
}

static void compare(struct contest *c, struct mb_solver *s, mb_set black, mb_set white)
{
    bool draws = brute_mb_draws(c->brute, black, white);
    if (!draws && mb_check_paired(&c->game, black, white))
        complain(&c->game, "not drawn by pairing", black, white);
    if (mb_solve(s, black, white) != (draws ? MB_DRAWN : MB_LOST))
        complain(&c->game, draws ? "drawn" : "won by Black", black, white);
}

static void compare_answer(struct contest *c, struct mb_solver *s, mb_set black, mb_set white, int stones)
{
    mb_set reply;
    bool draws = brute_mb_answers(c->brute, black, white, stones);
    if (mb_reply(s, black, white, stones, &reply) != (draws ? MB_DRAWN : MB_LOST))
        complain(&c->game, draws ? "has an answer" : "has no answer", black, white);
    if (draws && (reply & (black | white | ~mb_all(&c->board)) || mb_count(reply) > stones ||
                  !brute_mb_draws(c->brute, black, white | reply)))
        complain(&c->game, "a wrong answer", black, white);
}

static void compare_certificate(struct contest *c, struct mb_solver *s)
{
    struct buf text = BUF_EMPTY;
    size_t positions;
    struct mb_checked checked;
    struct err e;
    assert_true(mb_certify(s, &text, &positions));
    if (!mb_check(buf_str(&text), &checked, &e))
        fail_msg("%s\n%s", e.text, buf_str(&text));
    assert_true(brute_mb_claims(c->brute, buf_str(&text)));
    buf_free(&text);
}

static void values_are_those_of_the_definitions(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 11);
    int games[2][2] = {{0, 0}, {0, 0}}, stones = 0;
    for (int round = 0; round < test_rounds(12000); round++) {
        struct contest c;
        bool bound = rng_below(&r, 2);
        brute_mb_random(&r, bound, getenv("HEXAD_NIGHTLY") ? BRUTE_MB_SQUARES : 8, &c.board, &c.game);
        c.brute = brute_mb_new(&c.game);
        struct mb_limits limits = {.plain = rng_below(&r, 2)};
        struct mb_solver *s = mb_solver_new(&c.game, &limits);
        compare(&c, s, 0, 0);
        for (int i = 0; i < 60; i++, stones++) {
            mb_set all = mb_all(&c.board), white = rng_next(&r) & rng_next(&r) & rng_next(&r) & all;
            mb_set black = rng_next(&r) & rng_next(&r) & all & ~(white | c.board.exclusive);
            compare(&c, s, black, white);
            if (i % 4 == 0)
                compare_answer(&c, s, black, white, 1 + (int)rng_below(&r, 3));
        }
        bool drawn = brute_mb_draws(c.brute, 0, 0);
        if (drawn)
            compare_certificate(&c, s);
        games[bound][drawn]++;
        mb_solver_free(s);
        brute_mb_free(c.brute);
    }
    print_message("p: %d drawn, %d lost; b: %d drawn, %d lost; %d positions with stones\n", games[0][1],
                  games[0][0], games[1][1], games[1][0], stones);
    for (int i = 0; i < 4; i++)
        assert_true(games[i / 2][i % 2] > 0);
}

/* Boards that were said to be drawn: a line within another line hid it though stones were counted; and
 * squares were exchanged that only lines left out for the moment told apart. */
static void black_wins_these(void **state)
{
    (void)state;
    static const struct {
        int p, b;
        const char *board;
    } games[] = {
        {0, 0, "board r\nline a1 b1 c1\nline b1 c1\nline a1 d1\nexclusive b1 d1\n"},
        {2, -1,
         "board twins\nsquare a b c d e f g\nline a b d f\nline a d e g\nline a b c e g\nline b d e f\n"
         "line a b c f g\nline c f g\nline a b c e\n"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct mb_board board;
        struct err e;
        assert_true(mb_read(games[i].board, &board, &e));
        struct mb_game game = {&board, games[i].p, games[i].b};
        struct brute_mb *brute = brute_mb_new(&game);
        struct mb_solver *s = mb_solver_new(&game, NULL);
        assert_false(brute_mb_draws(brute, 0, 0));
        assert_int_equal(mb_solve(s, 0, 0), MB_LOST);
        assert_false(mb_check_paired(&game, 0, 0));
        mb_solver_free(s);
        brute_mb_free(brute);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(black_wins_these),
        cmocka_unit_test(values_are_those_of_the_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
