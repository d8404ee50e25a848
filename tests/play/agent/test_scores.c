/* Scores kept up to date stone by stone equal those worked out anew from the cells of the board, on random
 * walks of placing, undoing and passing, and from one position to quite another. */
#include "support/boards.h"
#include "support/brute.h"

#include <math.h>
#include <string.h>

#include "play/agent/agent.h"
#include "play/agent/follow.h"

enum { MOST = 400 }; /* squares of the boards used here */

/* ---- The plain way ---- */

/* Stones of either side in the window of k squares from `at`; false if it leaves the board. */
static bool window(const struct position *p, square at, int d, int stones[2])
{
    stones[BLACK] = stones[WHITE] = 0;
    int col = square_col(at), row = square_row(at);
    static const int dcol[] = {1, 0, 1, -1}, drow[] = {0, 1, 1, 1};
    for (int i = 0; i < p->rules.k; i++, col += dcol[d], row += drow[d]) {
        if (!square_on_board(&p->rules, col, row))
            return false;
        uint8_t c = p->cell[square_at(col, row)];
        stones[BLACK] += c == CELL_BLACK;
        stones[WHITE] += c == CELL_WHITE;
    }
    return true;
}

/* windows: what a stone on s blocks. */
static double plain_windows(const struct position *p, square s)
{
    double sum = 0;
    enum side own = p->to_move, other = side_other(own);
    for (int d = 0; d < DIRECTIONS; d++)
        for (int i = 0; i < p->rules.k; i++) {
            int stones[2], from = s - i * direction_step[d];
            if (from >= square_first() && square_col((square)from) < p->rules.m &&
                window(p, (square)from, d, stones) && stones[own] == 0 && stones[other] > 0)
                sum += ldexp(1, 2 * (stones[other] - 1));
        }
    return sum;
}

/* sequences: the utility of the board for a side that has `left` stones to place in its turn. */
static double plain_sequences(struct position *p, enum side side, int left)
{
    double sum = 0;
    int most = 0;
    enum side other = side_other(side);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        for (int d = 0; d < DIRECTIONS; d++) {
            int stones[2];
            if (!window(p, s, d, stones))
                continue;
            if (stones[other] == 0) {
                sum += stones[side] * stones[side];
                most = stones[side] > most ? stones[side] : most;
            }
            if (stones[side] == 0)
                sum -= 0.5 * stones[other] * stones[other];
        }
    if (p->outcome == outcome_win(side))
        return 2e14 + sum;
    if (left > 0 && most + left >= p->rules.k)
        return 1e14 + sum;
    int against = brute_threats(p, other);
    if (against > 0)
        return sum - 1e11 * against;
    return brute_threats(p, side) > p->rules.p ? 1e13 + sum : sum;
}

/* The paper's check in one direction (§3.2): the most stones of one player in a window of k among the squares
 * reached from `at` forward, and then backward, without meeting the other player. */
static int paper_check(const struct position *p, int at, int step, int *player)
{
    int reach[2], k = p->rules.k;
    *player = CELL_EMPTY;
    for (int way = 0; way < 2; way++) {
        int sign = way ? -step : step, x = at + sign, n = 0;
        while (n < k - 1 && x >= 0 && p->cell[x] != CELL_EDGE &&
               (p->cell[x] == CELL_EMPTY || *player == CELL_EMPTY || p->cell[x] == *player)) {
            if (p->cell[x] != CELL_EMPTY)
                *player = p->cell[x];
            n++;
            x += sign;
        }
        reach[way] = n;
    }
    int best = 0;
    for (int first = -reach[1]; first + k - 1 <= reach[0]; first++) {
        int count = 0;
        for (int i = 0; i < k; i++)
            count += *player != CELL_EMPTY && p->cell[at + (first + i) * step] == *player;
        best = count > best ? count : best;
    }
    return best;
}

/* The two threat values of an empty square on a line, by player. */
static void paper_values(const struct position *p, square at, int step, int value[2])
{
    value[BLACK] = value[WHITE] = 0;
    for (int way = -1; way <= 1; way += 2) {
        int player, t = paper_check(p, at, way * step, &player);
        int *v = player == CELL_EMPTY ? NULL : &value[player == CELL_BLACK ? BLACK : WHITE];
        if (v && t > *v)
            *v = t;
    }
}

/* Is a value of a player smaller than another of his within k squares of the line? */
static bool is_shadow(const struct position *p, square at, int step, enum side side, int t)
{
    for (int way = -1; way <= 1; way += 2)
        for (int i = 1, x = at + way * step; i <= p->rules.k && x >= 0 && p->cell[x] != CELL_EDGE;
             i++, x += way * step) {
            int value[2];
            if (p->cell[x] != CELL_EMPTY)
                continue;
            paper_values(p, (square)x, step, value);
            if (value[side] > t)
                return true;
        }
    return false;
}

static double plain_threats(const struct position *p, square at)
{
    double sum = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int value[2], step = direction_step[d];
        paper_values(p, at, step, value);
        for (int side = BLACK; side <= WHITE; side++)
            if (value[side] && !is_shadow(p, at, step, (enum side)side, value[side]))
                sum += ldexp(1, 6 * (value[side] - 1));
    }
    return sum;
}

/* ---- Comparison ---- */

enum { WINDOWS, THREATS, SEQUENCES, AGENTS };
static const char *const specs[AGENTS] = {"windows", "threats:priority=0", "sequences:c=0.5"};

static void compare(struct bot *a[AGENTS], struct threats *t)
{
    struct position *p = t->position;
    struct scored scores[MOST];
    bool wins = threats_winning_squares(t).n > 0;
    for (int i = 0; i < AGENTS; i++) {
        int n = agent_score(a[i], t, scores);
        if (p->stones == 0 && i != SEQUENCES)
            continue; /* they begin in the centre */
        if (i == WINDOWS && wins)
            continue; /* it scores the squares that win and no others */
        assert_int_equal(n, p->empty);
        for (int j = 0; j < n; j++) {
            square s = scores[j].at;
            enum side side = p->to_move;
            int left = p->left - 1;
            double plain = 0;
            if (i == WINDOWS)
                plain = plain_windows(p, s);
            else if (i == THREATS)
                plain = plain_threats(p, s);
            else {
                position_place(p, s);
                plain = plain_sequences(p, side, left);
                position_undo(p);
            }
            if (scores[j].score < plain || scores[j].score > plain)
                fail_msg("%s: %g, not %g", specs[i], scores[j].score, plain);
        }
    }
}

static const char *const games[] = {"3,3,3,1,1", "7,6,4,1,1", "7,7,5,2,1", "8,6,6,2,1",
                                    "6,6,5,3,2", "9,4,3,1,4", "8,8,6,2,1", "5,5,3,2,1"};

static void walks_equal_a_rescan(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 21);
    int compared = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules rules = test_rules(games[g]);
        struct bot *a[AGENTS];
        for (int i = 0; i < AGENTS; i++)
            a[i] = agent_new(specs[i], &rules, 1, NULL);
        for (int walk = 0; walk < test_rounds(40); walk++) {
            struct position *p = position_new(&rules);
            /* Every other walk begins with a set-up, which the agents have not seen coming. */
            for (int i = (int)rng_below(&r, 8); i > 0 && walk % 2; i--) {
                square s = test_random_stone(p, &r);
                position_setup(p, s, rng_below(&r, 2) ? CELL_BLACK : CELL_WHITE);
                if (!position_settle(p, WHITE, 1, NULL) || p->outcome != OUTCOME_OPEN) {
                    position_setup(p, s, CELL_EMPTY);
                    assert_true(position_settle(p, WHITE, 1, NULL));
                }
            }
            struct threats *t = threats_new(p);
            for (int step = 0; step < 30; step++) {
                square s = test_random_stone(p, &r);
                if (p->plies && (s == SQUARE_NONE || rng_below(&r, 4) == 0))
                    threats_undo(t);
                else if (s != SQUARE_NONE && rng_below(&r, 15) == 0)
                    threats_pass(t);
                else if (s != SQUARE_NONE)
                    threats_place(t, s);
                if (p->outcome == OUTCOME_OPEN && step % 3 == 0) {
                    compare(a, t);
                    compared++;
                }
            }
            threats_free(t);
            position_free(p);
        }
        for (int i = 0; i < AGENTS; i++)
            bot_free(a[i]);
    }
    print_message("%d positions, no mismatch\n", compared);
}

/* A follower sees what changed, and admits when it cannot know. */
static void following(void **state)
{
    (void)state;
    struct follow f = {.started = false};
    const square *changed;
    struct position *p = test_game("connect6", "j10 k11 i11 k9 i9");
    assert_int_equal(follow_look(&f, p, &changed), -1);
    assert_int_equal(follow_look(&f, p, &changed), 0);
    position_place(p, test_square(p, "a1"));
    assert_int_equal(follow_look(&f, p, &changed), 1);
    assert_int_equal(changed[0], test_square(p, "a1"));
    position_undo(p);
    position_undo(p);
    position_place(p, test_square(p, "b2"));
    assert_int_equal(follow_look(&f, p, &changed), 3); /* a1 and i9 went, b2 came */
    position_pass(p);
    assert_int_equal(follow_look(&f, p, &changed), 0);
    struct position *other = test_game("connect6", "a1 b1");
    assert_int_equal(follow_look(&f, other, &changed), -1);
    follow_free(&f);
    position_free(p);
    position_free(other);
}

/* How many threats of Black's a player counts once White has placed a stone there: rule 2 has 1e11 for each. */
static int counted(const char *spec, struct position *p, const char *at)
{
    struct threats *t = threats_new(p);
    struct bot *a = agent_new(spec, &p->rules, 1, NULL);
    struct scored scores[MOST];
    int threats = -1;
    for (int n = agent_score(a, t, scores); n > 0; n--)
        if (scores[n - 1].at == test_square(p, at))
            threats = (int)lround(-scores[n - 1].score / 1e11);
    bot_free(a);
    threats_free(t);
    return threats;
}

/* Where threats cross, marking the last square of each counts too many, marking all squares too few (connect-k-agents 2.2
 * and 2.3); on one line all three agree. */
static void threats_are_counted_three_ways(void **state)
{
    (void)state;
    struct position *crossing = test_board("7,7,6,2,1", ". . . o . . .\n"
                                                        ". . . x . . .\n"
                                                        ". . . x . . .\n"
                                                        ". . . x . . .\n"
                                                        ". . . . . . .\n"
                                                        "x x x . x . o\n"
                                                        "o . . x . . o\n"),
                    *columns = test_board("8,7,6,2,1", ". o . . . . o .\n"
                                                       ". x . . . . x .\n"
                                                       ". x . . . . x .\n"
                                                       ". x . . . . x .\n"
                                                       ". x . . . . x .\n"
                                                       "o . x x x x . o\n"
                                                       "o . . . . . . o\n"),
                    *line = test_board("9,3,6,2,1", ". . . . . . . . .\n"
                                                    ". . x x x x . . .\n"
                                                    "o . . . . o . . .\n");
    position_settle(crossing, WHITE, 1, NULL);
    position_settle(columns, WHITE, 1, NULL);
    position_settle(line, WHITE, 1, NULL);
    assert_int_equal(counted("sequences", crossing, "g7"), 1);
    assert_int_equal(counted("sequences:marking=paper", crossing, "g7"), 1);
    assert_int_equal(counted("sequences:marking=wu", crossing, "g7"), 2);
    assert_int_equal(counted("sequences", columns, "a7"), 2);
    assert_int_equal(counted("sequences:marking=paper", columns, "a7"), 1);
    assert_int_equal(counted("sequences:marking=wu", columns, "a7"), 2);
    assert_int_equal(counted("sequences", line, "i3"), 2);
    assert_int_equal(counted("sequences:marking=paper", line, "i3"), 2);
    assert_int_equal(counted("sequences:marking=wu", line, "i3"), 2);
    position_free(crossing);
    position_free(columns);
    position_free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_equal_a_rescan),
        cmocka_unit_test(following),
        cmocka_unit_test(threats_are_counted_three_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
