/* The shortest win, against a plain search that tries everything. */
#include "connect/puzzle/collect.h"
#include "connect/puzzle/hunt.h"
#include "connect/puzzle/prove.h"
#include "support/forced.h"
#include "support/shortest.h"

enum { BUDGET = 3000000 };

struct counting {
    int right, wrong;
    struct squares key;
};

static void count(void *ctx, const struct squares *turn, int threats, enum hunt_answer answer)
{
    struct counting *c = ctx;
    assert_true(threats >= 0);
    assert_int_not_equal(answer, HUNT_CUT);
    c->wrong += answer == HUNT_NONE;
    if (answer == HUNT_NONE)
        return;
    int kept = 0;
    if (c->right++ == 0)
        c->key = *turn;
    for (int i = 0; i < c->key.n; i++)
        for (int j = 0; j < turn->n; j++)
            if (c->key.s[i] == turn->s[j]) {
                c->key.s[kept++] = turn->s[j];
                break;
            }
    c->key.n = kept;
}

static bool has(const struct squares *l, square s)
{
    for (int i = 0; i < l->n; i++)
        if (l->s[i] == s)
            return true;
    return false;
}

/* Compares the two up to `most` turns; false if the plain one had not the time. */
static bool agree(struct hunt *h, const struct position *p, int most)
{
    struct shortest plain = shortest_solve(p, most, BUDGET);
    struct squares turn;
    int n;
    if (plain.n < 0)
        return false;
    hunt_clear(h);
    enum hunt_answer a = hunt_shortest(h, p, HUNT_DOUBLE, most, &n, &turn);
    assert_int_equal(a, plain.n ? HUNT_WIN : HUNT_NONE);
    if (!plain.n)
        return true;
    assert_int_equal(n, plain.n);
    struct counting c = {0};
    assert_int_equal(hunt_firsts(h, p, HUNT_DOUBLE, n, count, &c), HUNT_WIN);
    assert_int_equal(c.right, plain.firsts);
    assert_int_equal(c.key.n, plain.key.n);
    for (int i = 0; i < c.key.n; i++)
        assert_true(has(&plain.key, c.key.s[i]));
    return true;
}

/* A random stone of the side to move on an empty square next to others. */
static void random_stone(struct position *p, struct rng *r)
{
    for (;;) {
        square s = test_random_stone(p, r);
        for (int d = 0; d < DIRECTIONS; d++)
            for (int far = -2; far <= 2; far++) {
                int at = s + far * direction_step[d];
                if (at > 0 && at < SQUARE_CELLS && (p->cell[at] == CELL_BLACK || p->cell[at] == CELL_WHITE)) {
                    position_place(p, s);
                    return;
                }
            }
    }
}

static bool open_turn(const struct position *p)
{
    return p->outcome == OUTCOME_OPEN && p->left == p->rules.p && p->empty > 8;
}

/* Puzzles, and what becomes of them after some random stones: many a win, and many a near miss. */
static void the_plain_search_finds_the_same(void **state)
{
    struct rng rng;
    struct puzzles l = collect_builtin(3, 7);
    int rounds = test_rounds(60), compared = 0, wins = 0;
    struct err e;
    (void)state;
    rng_seed(&rng, 16);
    for (int i = 0; i < rounds; i++) {
        const struct puzzle *z = &l.at[rng_below(&rng, (uint32_t)l.n)];
        struct position *p = puzzle_position(z, &e);
        struct hunt *h = hunt_new(&p->rules, 1 << 20);
        for (int turns = 2 * (int)rng_below(&rng, 2); turns > 0 && p->outcome == OUTCOME_OPEN; turns--)
            for (int j = 0; j < p->rules.p && p->outcome == OUTCOME_OPEN; j++)
                random_stone(p, &rng);
        struct squares row;
        if (open_turn(p) && (hunt_within(h, p, HUNT_DOUBLE, 0, &row) != HUNT_WIN)) {
            bool done = agree(h, p, 2);
            compared += done;
            int n;
            wins += done && hunt_shortest(h, p, HUNT_DOUBLE, 2, &n, NULL) == HUNT_WIN;
        }
        position_free(p);
        hunt_free(h);
    }
    puzzles_free(&l);
    assert_true(compared > rounds / 2);
    assert_true(wins > rounds / 20);
}

/* Games with longer turns, and with rows of exactly k: a win that is there is found, and none that is not; and its
 * certificate is accepted. */
static void every_game_has_wins(void **state)
{
    static const char *const games[] = {"8,8,6,3,1", "9,9,5,1,1,exact", "8,8,6,2,1,exact", "7,7,7,4,2"};
    struct rng rng;
    struct err e;
    int wins = 0, nones = 0;
    (void)state;
    rng_seed(&rng, 61);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r;
        assert_true(rules_parse(games[g], &r, &e));
        struct hunt *h = hunt_new(&r, 1 << 20);
        for (int i = 0; i < test_rounds(60); i++) {
            struct position *p = position_new(&r);
            int stones = 6 + (int)rng_below(&rng, (uint32_t)(r.m * r.n / 3));
            while (p->outcome == OUTCOME_OPEN && (p->stones < stones || p->left != r.p))
                position_place(p, p->stones ? test_random_stone(p, &rng) : square_at(r.m / 2, r.n / 2));
            struct hunt_limits l = {.nodes = 200000};
            struct prove_result proof;
            struct squares turn;
            int n;
            hunt_clear(h);
            hunt_limit(h, &l);
            enum hunt_answer a = open_turn(p) ? hunt_shortest(h, p, HUNT_DOUBLE, 4, &n, &turn) : HUNT_CUT;
            enum forced_answer plain = a == HUNT_CUT ? FORCED_UNKNOWN : forced_wins(p, r.p, 60);
            bool never = a == HUNT_NONE && hunt_exhausted(h); /* not only within these turns */
            if ((a == HUNT_WIN && plain == FORCED_NO) || (never && plain == FORCED_YES))
                fail_msg("%s, position %d: the hunt says %d, the plain search %d", games[g], i, (int)a,
                         (int)plain);
            if (a == HUNT_WIN && n > 0) {
                hunt_limit(h, &(struct hunt_limits){0});
                assert_true(prove_win(h, p, HUNT_DOUBLE, n, &proof, &e));
                assert_int_equal(proof.depth, n);
            }
            wins += a == HUNT_WIN && plain != FORCED_NO;
            nones += never && plain == FORCED_NO;
            position_free(p);
        }
        hunt_free(h);
    }
    assert_true(wins > 3 && nones > 3); /* all games together: under the sanitizers there are few rounds */
}

/* Go-Moku: an open three wins if fours follow, and the blocks are tried; the shortest such win is proved. */
static void threes_win(void **state)
{
    struct position *p = test_game("gomoku", "h8 h6 f8 f6 f10 i7 e8 g8 e10 g5 f4");
    struct hunt *h = hunt_new(&p->rules, 1 << 20);
    struct prove_result proof;
    struct squares turn;
    struct err e;
    int n;
    (void)state;
    assert_int_equal(hunt_shortest(h, p, HUNT_DOUBLE, 6, &n, &turn), HUNT_NONE);
    assert_int_equal(hunt_shortest(h, p, HUNT_SINGLE, 4, &n, &turn), HUNT_WIN);
    assert_true(prove_win(h, p, HUNT_SINGLE, n, &proof, &e));
    assert_int_equal(proof.depth, n);
    struct hunt_reply reply[64];
    position_place(p, turn.s[0]);
    int replies = hunt_replies(h, p, HUNT_SINGLE, n - 1, reply, 64);
    assert_true(replies > 1);
    for (int i = 0; i < replies; i++)
        assert_true(reply[i].defence.n == 1 && reply[i].turns > 0);
    position_free(p);
    p = test_game("gomoku", "h8 a1 i8 a3");
    assert_int_equal(hunt_shortest(h, p, HUNT_SINGLE, 3, &n, &turn), HUNT_NONE);
    hunt_free(h);
    position_free(p);
}

/* The threes of a position, up to so many of them in a line and so many turns: as a plain search that tries every
 * square against every turn. Returns its number of turns, −1 if it had not the time. */
static int agree_quiet(struct hunt *h, const struct position *p, int quiet, int most)
{
    struct shortest plain = shortest_quiet(p, quiet, most, BUDGET / 10);
    struct prove_result proof;
    struct err e;
    int n;
    if (plain.n < 0)
        return -1;
    hunt_clear(h);
    hunt_limit(h, &(struct hunt_limits){0});
    enum hunt_answer a = hunt_shortest(h, p, (enum hunt_class)quiet, most, &n, NULL);
    assert_int_equal(a, plain.n ? HUNT_WIN : HUNT_NONE);
    if (plain.n) {
        assert_int_equal(n, plain.n);
        struct counting c = {0};
        assert_int_equal(hunt_firsts(h, p, (enum hunt_class)quiet, n, count, &c), HUNT_WIN);
        assert_int_equal(c.right, plain.firsts);
        assert_true(prove_win(h, p, (enum hunt_class)quiet, n, &proof, &e));
        assert_int_equal(proof.depth, n);
    } else if (hunt_exhausted(h)) { /* then there is none of any length */
        hunt_clear(h);
        hunt_limit(h, &(struct hunt_limits){.nodes = 100000});
        assert_int_not_equal(hunt_within(h, p, HUNT_WIDEST, most + 3, NULL), HUNT_WIN);
    }
    return plain.n;
}

static void threes_are_all_found(void **state)
{
    static const char *const games[] = {"6,6,4,1,1", "7,7,5,1,1", "8,8,5,1,1"};
    struct rng rng;
    struct err e;
    int rounds = test_rounds(240), compared = 0, wins[2] = {0, 0}; /* by threes alone: with one, with two */
    (void)state;
    rng_seed(&rng, 27);
    for (int i = 0; i < rounds; i++) {
        struct rules r;
        assert_true(rules_parse(games[i % 3], &r, &e));
        struct hunt *h = hunt_new(&r, 1 << 20);
        struct position *p = position_new(&r);
        int stones = r.k + 1 + (int)rng_below(&rng, 6), n = -1;
        position_place(p, square_at(r.m / 2, r.n / 2));
        while (p->outcome == OUTCOME_OPEN && p->stones < stones) {
            random_stone(p, &rng);
            if (p->to_move == WHITE && p->outcome == OUTCOME_OPEN && rng_below(&rng, 4) == 0)
                position_pass(p); /* so that there are more wins */
        }
        if (open_turn(p) && hunt_within(h, p, HUNT_DOUBLE, 0, NULL) != HUNT_WIN &&
            hunt_within(h, p, HUNT_DOUBLE, 6, NULL) != HUNT_WIN) {
            n = agree_quiet(h, p, 1, 3);
            wins[0] += n > 0;
            compared += n >= 0;
        }
        if (n == 0) {
            n = agree_quiet(h, p, 2, 4);
            wins[1] += n > 0;
            compared += n >= 0;
        }
        position_free(p);
        hunt_free(h);
    }
    assert_true(compared > rounds / 2 && wins[0] > rounds / 60 && wins[1] >= rounds / 240);
}

/* The collection from nothing: exactly n, no shorter, the key and the number of first turns right. A few in
 * check, all in nightly. */
static void puzzles_are_solved_again_from_nothing(void **state)
{
    int most = test_rounds(8), done = 0;
    bool nightly = most > 40;
    struct puzzles l = collect_builtin(0, nightly ? 1 : 29);
    struct err e;
    (void)state;
    for (size_t i = 0; i < l.n && (nightly || done < most); i++) {
        const struct puzzle *z = &l.at[i];
        if (z->kind != PUZZLE_WIN || z->class != HUNT_DOUBLE || (!nightly && z->turns > 3))
            continue;
        struct position *p = puzzle_position(z, &e);
        struct shortest s = shortest_solve(p, z->turns, nightly ? 400 * (long)BUDGET : BUDGET);
        if (s.n >= 0) {
            assert_int_equal(s.n, z->turns);
            assert_int_equal(s.firsts, z->firsts);
            assert_int_equal(s.key.n, z->key.n);
            for (int j = 0; j < z->key.n; j++)
                assert_true(has(&s.key, z->key.s[j]));
            done++;
        }
        position_free(p);
    }
    if (nightly)
        print_message("%d puzzles solved again\n", done);
    assert_true(nightly ? done >= 1000 : done >= most * 3 / 4);
    puzzles_free(&l);
}

/* A limit gives "cut", never a wrong answer; and the same question costs the same. */
static void limits_are_kept(void **state)
{
    struct puzzles l = collect_builtin(5, 41);
    struct err e;
    (void)state;
    for (size_t i = 0; i < l.n && i < 12; i++) {
        const struct puzzle *z = &l.at[i];
        if (z->kind != PUZZLE_WIN || z->class != HUNT_DOUBLE || z->turns < 2)
            continue;
        struct position *p = puzzle_position(z, &e);
        struct hunt *h = hunt_new(&p->rules, 1 << 20);
        struct hunt_limits few = {.nodes = 20}, none = {0};
        int n;
        hunt_limit(h, &few);
        assert_int_not_equal(hunt_shortest(h, p, HUNT_DOUBLE, z->turns, &n, NULL), HUNT_NONE);
        uint64_t nodes[2];
        for (int j = 0; j < 2; j++) {
            hunt_clear(h);
            hunt_limit(h, &none);
            assert_int_equal(hunt_shortest(h, p, HUNT_DOUBLE, 9, &n, NULL), HUNT_WIN);
            assert_int_equal(n, z->turns);
            nodes[j] = hunt_nodes(h);
        }
        assert_int_equal(nodes[0], nodes[1]);
        hunt_free(h);
        position_free(p);
    }
    puzzles_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plain_search_finds_the_same),
        cmocka_unit_test(every_game_has_wins),
        cmocka_unit_test(threes_win),
        cmocka_unit_test(threes_are_all_found),
        cmocka_unit_test(puzzles_are_solved_again_from_nothing),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
