/* Playouts: their board against the board of the game, and how sensible their games are. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "go/playout.h"
#include "go/playout_board.h"
#include "go/score.h"

static struct go *empty_board(int size)
{
    struct go_rules r;
    struct err e;
    char text[GO_RULES_TEXT];
    snprintf(text, sizeof text, "go:%d,komi=0.5,ko=simple", size);
    assert_true(go_rules_parse(text, &r, &e));
    return go_new(&r);
}

/* A 9x9 board from nine rows, the top first, of B, W and dots. */
static struct go *board(const char *rows, enum side turn)
{
    struct go *g = empty_board(9);
    uint8_t cells[GO_POINTS] = {0};
    struct err e;
    assert_int_equal(strlen(rows), 81);
    for (int row = 8; row >= 0; row--)
        for (int col = 0; col < 9; col++) {
            char c = *rows++;
            cells[go_at(g, col, row)] = c == 'B' ? CELL_BLACK : c == 'W' ? CELL_WHITE : CELL_EMPTY;
        }
    assert_true(go_lay(g, cells, &e));
    go_turn(g, turn);
    return g;
}

static go_point point(const struct go *g, const char *name)
{
    go_point p;
    struct err e;
    assert_true(go_point_parse(g->size, name, &p, &e));
    return p;
}

/* The last liberty of a stone's chain, GO_PASS if it has more. */
static go_point last_liberty(const struct go *g, go_point stone)
{
    go_point chain = g->chain[stone], found = GO_PASS;
    if (g->liberties[chain] != 1)
        return GO_PASS;
    for (int p = 0; p < g->points; p++)
        if (go_set_has(&g->liberty[chain], (go_point)p))
            found = (go_point)p;
    return found;
}

static void assert_same(const struct playout_board *b, const struct go *g)
{
    assert_int_equal(b->size, g->size);
    assert_int_equal(b->stones[BLACK], g->stones[BLACK]);
    assert_int_equal(b->stones[WHITE], g->stones[WHITE]);
    assert_int_equal((int)b->empties, g->points - g->stones[BLACK] - g->stones[WHITE]);
    for (int p = 0; p < g->points; p++) {
        uint32_t at = b->place[p];
        assert_int_equal(playout_point(b, at), p);
        assert_int_equal(b->cell[at], g->cell[p]);
        if (g->cell[p] == CELL_EMPTY) {
            assert_int_equal(b->empty[b->index[at]], at);
            assert_int_equal(playout_board_legal(b, at, g->to_move),
                             go_judge_on(g, g->to_move, (go_point)p) == GO_LEGAL);
        } else {
            assert_int_equal(b->length[b->chain[at]], g->length[g->chain[p]]);
            assert_int_equal(playout_point(b, playout_last(b, at)), last_liberty(g, (go_point)p));
        }
    }
}

/* What is kept move by move is what a look at the position finds. */
static void assert_fresh(const struct playout_board *b, const struct go *g)
{
    static struct playout_board fresh;
    playout_board_set(&fresh, g);
    for (int p = 0; p < g->points; p++) {
        uint32_t at = b->place[p];
        assert_int_equal(b->around[at], fresh.around[at]);
        if (g->cell[p] != CELL_EMPTY)
            assert_true(b->free[b->chain[at]] == fresh.free[fresh.chain[at]]);
    }
}

/* Some moves by lot, so that playouts do not start on the empty board. */
static void wander(struct go *g, struct rng *r, int moves)
{
    for (int i = 0; i < 4 * moves && moves > 0; i++) {
        go_point at = (go_point)rng_below(r, (uint32_t)g->points);
        if (!go_legal(g, at))
            continue;
        go_play(g, at);
        moves--;
    }
}

static void follow(struct go_playout *p, struct go *g, struct rng *r)
{
    uint8_t owner[GO_POINTS], expected[GO_POINTS];
    const struct playout_board *b = go_playout_board(p);
    go_playout_start(p, g);
    assert_same(b, g);
    for (int moves = 0; !go_over(g) && moves < 3 * g->points; moves++) {
        go_point at = go_playout_move(p, r);
        assert_int_equal(go_judge(g, g->to_move, at), GO_LEGAL);
        assert_true(at == GO_PASS || !go_eye(g, at, g->to_move));
        go_play(g, at);
        assert_same(b, g);
        if (moves % 8 == 0)
            assert_fresh(b, g);
    }
    int score = playout_board_area(b, owner);
    go_area(g, expected);
    assert_memory_equal(owner, expected, (size_t)g->points);
    assert_int_equal(2 * score - g->rules.komi, go_score(g));
    assert_int_equal(playout_board_area(b, NULL), score);
}

static void boards_agree(void **state)
{
    (void)state;
    static const int sizes[] = {1, 2, 3, 5, 7, 9, 13, 19, 25};
    struct go_playout *p = go_playout_new();
    struct rng r;
    rng_seed(&r, 1);
    int rounds = test_rounds(40);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int i = 0; i < (sizes[s] > 9 ? (rounds + 9) / 10 : rounds); i++) {
            struct go *g = empty_board(sizes[s]);
            wander(g, &r, (int)rng_below(&r, (uint32_t)g->points));
            follow(p, g, &r);
            go_free(g);
        }
    go_playout_free(p);
}

static void same_seed_same_game(void **state)
{
    (void)state;
    struct go *g = empty_board(9);
    struct rng r;
    int score[2], differ = 0, before = 0;
    uint8_t first[2][GO_POINTS], owner[2][GO_POINTS];
    for (uint64_t seed = 0; seed < 20; seed++) {
        for (int i = 0; i < 2; i++) {
            struct go_playout *p = go_playout_new();
            rng_seed(&r, 99);
            for (uint64_t k = 0; i == 1 && k < seed; k++) /* what was played before does not matter */
                go_playout_run(p, g, &r, NULL, NULL);
            rng_seed(&r, seed);
            score[i] = go_playout_run(p, g, &r, first[i], owner[i]);
            assert_int_equal(score[i], go_score_of(g, owner[i]));
            go_playout_free(p);
        }
        assert_int_equal(score[0], score[1]);
        assert_memory_equal(first[0], first[1], 81);
        assert_memory_equal(owner[0], owner[1], 81);
        differ += seed && score[0] != before;
        before = score[0];
    }
    assert_true(differ > 0);
    go_free(g);
}

enum { ROUNDS = 200 };

/* In how many of the rounds each point is whose: count[cell][point]. */
static void count_owners(const struct go *g, int count[3][GO_POINTS])
{
    struct go_playout *p = go_playout_new();
    struct rng r;
    uint8_t owner[GO_POINTS];
    rng_seed(&r, 5);
    memset(count, 0, 3 * sizeof *count);
    for (int i = 0; i < ROUNDS; i++) {
        go_playout_run(p, g, &r, NULL, owner);
        for (int k = 0; k < g->points; k++)
            count[owner[k]][k]++;
    }
    go_playout_free(p);
}

/* The five columns on the left are Black's, those on the right White's, in at least so many rounds. */
static void halves_belong(const char *rows, enum side turn, int least)
{
    static int count[3][GO_POINTS];
    struct go *g = board(rows, turn);
    count_owners(g, count);
    for (int k = 0; k < g->points; k++)
        assert_true(count[k % 9 < 5 ? CELL_BLACK : CELL_WHITE][k] >= least);
    go_free(g);
}

static void dead_stones_are_captured(void **state)
{
    (void)state;
    /* White: a stone in a space of four, a chain with one eye. Black: two stones in a space of four. */
    static const char dead[] = ".BBBBW.WW"
                               "BB.BBWWWW"
                               "BW.BBWW.W"
                               "B..BBWWWW"
                               "BBBBBWB.W"
                               "WWWBBWB.W"
                               ".WWBBWWWW"
                               "WWBBBW.WW"
                               ".BBBBWWW.";
    halves_belong(dead, BLACK, ROUNDS * 9 / 10);
    halves_belong(dead, WHITE, ROUNDS * 9 / 10);
}

/* White has a space of six around three black stones: Black gives them up for a dead shape and plays in its middle. */
static void big_eyes_are_played_in(void **state)
{
    (void)state;
    static int count[3][GO_POINTS];
    struct go *g = board("BBBBBBBBB"
                         "B.BBBBB.B"
                         "BBBBBBBBB"
                         "BBBBBBBBB"
                         "BBBBBBBBB"
                         "BBBBBBBBB"
                         "WWWWB.BBB"
                         "..BWBBBBB"
                         ".BBWB.BBB",
                         BLACK);
    for (int side = BLACK; side <= WHITE; side++) {
        go_turn(g, (enum side)side);
        count_owners(g, count);
        for (int k = 0; k < g->points; k++)
            assert_true(count[CELL_BLACK][k] >= ROUNDS * 8 / 10);
    }
    go_free(g);
}

static void living_eyes_stay(void **state)
{
    (void)state;
    static const char alive[] = ".BBBBW.WW"
                                "BBBBBWWWW"
                                "B.BBBWWWW"
                                "BBBBBWWWW"
                                "BBBBBWWWW"
                                "BBBBBWW.W"
                                "BBBBBWWWW"
                                "BBB.BWWWW"
                                "BBBBBWWW.";
    halves_belong(alive, BLACK, ROUNDS);
    halves_belong(alive, WHITE, ROUNDS);
    struct go *g = board(alive, BLACK);
    struct go_playout *p = go_playout_new();
    struct rng r;
    uint8_t first[GO_POINTS];
    rng_seed(&r, 3);
    go_playout_run(p, g, &r, first, NULL);
    for (int k = 0; k < g->points; k++)
        assert_int_equal(first[k], CELL_EMPTY);
    go_playout_free(p);
    go_free(g);
}

/* Who plays first at A1 and E1 would lose the chain. */
static void seki_stays(void **state)
{
    (void)state;
    static int count[3][GO_POINTS];
    struct go *g = board("BBBBBBBBB"
                         "B.BBBBB.B"
                         "BBBBBBBBB"
                         "BBBBBBBBB"
                         "BBBBBBBBB"
                         "BBBBBBBBB"
                         "BBBBBBBBB"
                         "WWWWWWBBB"
                         ".BBB.WB.B",
                         BLACK);
    for (int side = BLACK; side <= WHITE; side++) {
        go_turn(g, (enum side)side);
        count_owners(g, count);
        assert_int_equal(count[CELL_WHITE][point(g, "C2")], ROUNDS);
        assert_int_equal(count[CELL_BLACK][point(g, "C1")], ROUNDS);
        assert_int_equal(count[CELL_EMPTY][point(g, "A1")], ROUNDS);
    }
    go_free(g);
}

/* How often of ROUNDS the first move of a playout is this one, after this last move. */
static int answers(const char *rows, enum side turn, const char *last, const char *answer)
{
    struct go *g = board(rows, turn);
    struct go_playout *p = go_playout_new();
    struct rng r;
    int n = 0;
    rng_seed(&r, 7);
    go_play(g, point(g, last));
    for (int i = 0; i < ROUNDS; i++) {
        go_playout_start(p, g);
        n += go_playout_move(p, &r) == point(g, answer);
    }
    go_playout_free(p);
    go_free(g);
    return n;
}

static void ataris_are_answered(void **state)
{
    (void)state;
    /* White has left E5 in atari. */
    assert_true(answers("........."
                        "........."
                        "........."
                        "....B...."
                        "...B....."
                        "....B...."
                        "........."
                        "........."
                        ".........",
                        WHITE, "E5", "F5") >= ROUNDS * 8 / 10);
    /* Black's stone is in atari, and can run. */
    assert_int_equal(answers("........."
                             "........."
                             "........."
                             "....W...."
                             "...WB...."
                             "........."
                             "........."
                             "........."
                             ".........",
                             WHITE, "F5", "E4"),
                     ROUNDS);
    /* It has no way out at the edge, but the white stone beside it is in atari too. */
    assert_int_equal(answers("........."
                             "........."
                             "........."
                             "........."
                             "........."
                             "........."
                             "........."
                             "...BW.W.."
                             "...WBB.W.",
                             WHITE, "F2", "C1"),
                     ROUNDS);
}

static void every_size_ends(void **state)
{
    (void)state;
    static const int sizes[] = {1, 2, 5, 9, 13, 19, 25};
    struct go_playout *p = go_playout_new();
    struct rng r;
    uint8_t first[GO_POINTS], owner[GO_POINTS];
    rng_seed(&r, 11);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        struct go *g = empty_board(sizes[s]);
        int black = 0;
        for (int i = 0; i < 20; i++) {
            int score = go_playout_run(p, g, &r, first, owner);
            assert_int_equal(score, go_score_of(g, owner));
            for (int k = 0; k < g->points; k++)
                assert_true(first[k] <= CELL_WHITE && owner[k] <= CELL_WHITE);
            black += score > 0;
        }
        assert_true(sizes[s] < 5 || (black > 0));
        go_free(g);
    }
    go_playout_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_agree),
        cmocka_unit_test(same_seed_same_game),
        cmocka_unit_test(dead_stones_are_captured),
        cmocka_unit_test(big_eyes_are_played_in),
        cmocka_unit_test(living_eyes_stay),
        cmocka_unit_test(seki_stays),
        cmocka_unit_test(ataris_are_answered),
        cmocka_unit_test(every_size_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
