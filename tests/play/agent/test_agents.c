/* The agents: what they are made from, whole games by the rules, wins and blocks, the same answer twice. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "play/agent/agent.h"

static struct bot *make(const char *spec, const struct rules *r, uint64_t seed)
{
    struct err e;
    struct bot *a = agent_new(spec, r, seed, &e);
    if (!a)
        fail_msg("%s: %s", spec, e.text);
    return a;
}

/* What an agent chooses in a position, as text: "c3 d4". Checks that the tracker is left as it was. */
static const char *choice(const char *spec, struct position *p, uint64_t seed)
{
    static char text[RULES_MAX_TURN * SQUARE_TEXT];
    struct bot *a = make(spec, &p->rules, seed);
    struct threats *t = threats_new(p);
    struct position *before = position_copy(p);
    struct squares turn = agent_choose(a, t, NULL);
    assert_true(position_equal(p, before));
    assert_int_equal(p->plies, before->plies);
    text[0] = '\0';
    for (int i = 0; i < turn.n; i++) {
        char s[SQUARE_TEXT];
        strcat(strcat(text, i ? " " : ""), square_format(turn.s[i], s));
    }
    position_free(before);
    threats_free(t);
    bot_free(a);
    return text;
}

/* ---- Specifications ---- */

static void specifications_are_read(void **state)
{
    (void)state;
    static const char *const good[] = {
        "random",
        "threats:c=6",
        "threats:c=6,priority=0",
        "sequences:c=0.5,marking=paper",
        "sequences:marking=wu",
        "montecarlo:playout=random,games=3,near=0",
        "sequences+search",
        "sequences+search:depth=4,width=8",
        "threats:c=4+search:depth=2t,nodes=100,time=1",
        "mesh:opponent=-1",
        "sequences:c=(2)",
        "mcts:memory=8,force=20,width=5",
    };
    struct rules r = test_rules("connect6");
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        bot_free(make(good[i], &r, 1));
}

static void mistakes_are_told(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "no player ''"},
        {"nobody", "no player 'nobody' for connect; there are random adjacent"},
        {"sequences+", "no player 'sequences+'"},
        {"sequences+think", "no player 'sequences+think'"},
        {"+search", "no player ''"},
        {"sequences:", "options are missing after the colon"},
        {"sequences:c", "'c' is no option"},
        {"sequences:c=", "c is '', must be a number from 0 to 100"},
        {"sequences:c=x", "c is 'x', must be a number"},
        {"sequences:c=nan", "c is 'nan', must be a number"},
        {"sequences:c=101", "c is '101', must be a number from 0 to 100"},
        {"sequences:c=1,", "an option is missing after the last comma"},
        {"sequences:c=1,c=2", "c is given twice"},
        {"sequences:marking=wrong", "marking is 'wrong', must be one of exact|paper|wu"},
        {"sequences:speed=9", "no option 'speed'; it has c, marking"},
        {"random:c=6", "no option 'c'; it has none"},
        {"threats:c=2.5", "must be a whole number from 1 to 12"},
        {"threats+search:depth=0", "depth is '0'"},
        {"threats+search:depth=4x", "depth is '4x'"},
        {"threats+search:depth=t", "depth is 't'"},
        {"threats+search:depth=127", "must be 1 to 126 stones"},
        {"threats+search:width=65", "width is '65', must be a whole number from 1 to 64"},
        {"threats+search+search", "search chooses turns without scoring stones"},
        {"book:file=/nowhere/at/all.db", "No such file"},
        {"book:file=x,fallback=nobody", "book: fallback: no player 'nobody'"},
        {"book:file=x,fallback=(sequences+search:depth=x)", "book: fallback: search: depth is 'x'"},
    };
    struct rules r = test_rules("connect6");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct err e = {""};
        assert_null(agent_new(bad[i][0], &r, 1, &e));
        if (!strstr(e.text, bad[i][1]))
            fail_msg("'%s' says '%s', not '%s'", bad[i][0], e.text, bad[i][1]);
    }
    char *endless = malloc(5001);
    memset(endless, '(', 5000);
    endless[5000] = '\0';
    assert_null(agent_new(endless, &r, 1, NULL));
    free(endless);
}

/* The help has every agent and every option. */
static void help_comes_from_the_table(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    agent_list(&b);
    int agents = 0;
    for (const struct bot_kind *const *k = agent_kinds; *k; k++, agents++) {
        assert_non_null(strstr(buf_str(&b), (*k)->about));
        for (const struct bot_option *o = (*k)->options; o && o->name; o++)
            assert_non_null(strstr(buf_str(&b), o->help));
    }
    assert_int_equal(agents, 12);
    assert_non_null(strstr(buf_str(&b), "marking=exact"));
    assert_non_null(strstr(buf_str(&b), "(exact|paper|wu)"));
    assert_non_null(strstr(buf_str(&b), "depth=4"));
    buf_free(&b);
}

/* ---- Whole games ---- */

static const char *const everybody[] = {
    "random",
    "adjacent",
    "windows",
    "threats",
    "montecarlo:games=1",
    "sequences",
    "mesh",
    "sequences+search:depth=2,width=3",
    "mcts:memory=8,playouts=10,force=20,first=20",
};
enum { EVERYBODY = sizeof everybody / sizeof *everybody };

/* Lets two agents play for at most so many stones; agent_choose itself checks that every turn is one. */
static int play(const char *black, const char *white, struct position *p, int most)
{
    struct bot *a[2] = {make(black, &p->rules, 1), make(white, &p->rules, 2)};
    struct threats *t = threats_new(p);
    while (p->outcome == OUTCOME_OPEN && p->plies < most) {
        enum side side = p->to_move;
        struct squares turn = agent_choose(a[side], t, NULL);
        for (int i = 0; i < turn.n; i++) {
            assert_true(position_legal_square(p, turn.s[i]));
            assert_int_equal(p->to_move, side);
            threats_place(t, turn.s[i]);
        }
    }
    threats_free(t);
    bot_free(a[BLACK]);
    bot_free(a[WHITE]);
    return p->plies;
}

static void everybody_plays_every_game(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int most;
    } games[] = {{"gomoku", 30},        {"connect6", 30},   {"15,15,8,3,1", 30}, {"59,59,6,2,1", 5},
                 {"tictactoe", 9},      {"5,9,7,3,3", 400}, {"1,9,4,2,1", 400},  {"6,6,3,5,9", 400},
                 {"9,1,3,4,2", 400},    {"4,4,5,2,1", 400}, {"7,7,5,2,12", 400}, {"30,30,20,20,20", 40},
                 {"10,8,4,63,63", 400}, {"1,1,1,1,1", 9},   {"2,2,2,3,1", 9}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (int i = 0; i < EVERYBODY; i++) {
            struct rules r = test_rules(games[g].game);
            struct position *p = position_new(&r);
            play(everybody[i], everybody[(i + 3) % EVERYBODY], p, games[g].most);
            position_free(p);
        }
}

/* A game between two fast agents goes to its end. */
static void games_end(void **state)
{
    (void)state;
    struct rules r = test_rules("connect6");
    struct position *p = position_new(&r);
    play("sequences", "threats", p, 361);
    assert_int_not_equal(p->outcome, OUTCOME_OPEN);
    position_free(p);
}

/* Set-up positions and half-played turns, with more stones left than a turn has, on boards nearly full. */
static void any_position_is_answered(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6", "9,9,5,2,1", "7,6,4,3,2", "tictactoe", "8,8,6,3,1"};
    struct rng rng;
    rng_seed(&rng, 3);
    for (int round = 0; round < test_rounds(60); round++) {
        struct rules r = test_rules(games[round % 5]);
        struct position *p = position_new(&r);
        int stones = (int)rng_below(&rng, (uint32_t)(r.m * r.n));
        for (int i = 0; i < stones; i++) {
            square s = square_at((int)rng_below(&rng, (uint32_t)r.m), (int)rng_below(&rng, (uint32_t)r.n));
            if (p->cell[s] == CELL_EMPTY)
                position_setup(p, s, rng_below(&rng, 2) ? CELL_BLACK : CELL_WHITE);
        }
        enum side side = rng_below(&rng, 2) ? BLACK : WHITE;
        bool open = position_settle(p, side, 1 + (int)rng_below(&rng, (uint32_t)r.p + 2), NULL) &&
                    p->outcome == OUTCOME_OPEN;
        for (int i = 0; i < EVERYBODY && open; i++)
            choice(everybody[i], p, 1);
        position_free(p);
    }
}

/* ---- What they see ---- */

/* Four of Black's six: with two stones to place that is a win. */
static const char win_in_turn[] = ". . . . . . . . . . .\n"
                                  ". . o . . . o . . . .\n"
                                  ". . . . . . . . . . .\n"
                                  ". . x x . x . x . . .\n"
                                  ". . . . . o . . o . .\n"
                                  ". . o . . . . . o . .\n"
                                  ". . . . . . . . . . .\n"
                                  ". . x . . . . . . . .\n"
                                  ". . . . x . x . . . .\n"
                                  ". . . . . o . . . . .\n"
                                  ". . . . . . . . . . .\n";

static void who_looks_for_rows_completes_them(void **state)
{
    (void)state;
    static const char *const agents[] = {"windows",   "threats",          "montecarlo",
                                         "sequences", "sequences+search", "adjacent+search:depth=1"};
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        struct position *p = test_board("11,11,6,2,1", win_in_turn);
        assert_true(position_settle(p, BLACK, 2, NULL));
        const char *turn = choice(agents[i], p, 5);
        if (strcmp(turn, "e8 g8") != 0 && strcmp(turn, "g8 e8") != 0)
            fail_msg("%s plays %s", agents[i], turn);
        position_free(p);
    }
}

/* Does the agent's turn stop all threats of the opponent? There must be some. */
static bool stops_threats(const char *spec, struct position *p, uint64_t seed)
{
    struct threats *t = threats_new(p);
    struct bot *a = make(spec, &p->rules, seed);
    enum side other = side_other(p->to_move);
    assert_true(threats_number(t, other) > 0);
    struct squares turn = agent_choose(a, t, NULL);
    for (int j = 0; j < turn.n; j++)
        threats_place(t, turn.s[j]);
    int left = threats_number(t, other);
    bot_free(a);
    threats_free(t);
    return left == 0;
}

/* The same four with White to move: two stones stop them, one on each side of the gap or in it. */
static void who_looks_for_threats_stops_them(void **state)
{
    (void)state;
    static const char *const agents[] = {"windows",          "threats",
                                         "sequences",        "sequences:marking=paper",
                                         "sequences+search", "adjacent+search:depth=1"};
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        struct position *p = test_board("11,11,6,2,1", win_in_turn);
        assert_true(position_settle(p, WHITE, 2, NULL));
        if (!stops_threats(agents[i], p, 5))
            fail_msg("%s does not stop the threat", agents[i]);
        position_free(p);
    }
}

/* connect-k-agents §2.3: a row and a column through each of its empty squares. Marking counts one threat,
 * which one stone could stop; it takes two, b3 and g3 or one of them and a square below the other. */
static const char crossing[] = ". o . . . . o . . .\n"
                               ". x . . . . x . . .\n"
                               ". x . . . . x . . .\n"
                               ". x . . . . x . . .\n"
                               ". x . . . . x . . .\n"
                               "o . x x x x . o . .\n"
                               ". . . . . . . . . .\n"
                               ". . . . . . . . . .\n";

static void exact_threats_see_what_marking_misses(void **state)
{
    (void)state;
    struct position *p = test_board("10,8,6,2,1", crossing);
    assert_true(position_settle(p, WHITE, 2, NULL));
    assert_true(stops_threats("sequences", p, 1));
    position_free(p);
}

/* Three own stones on each of two crossing lines: the stones that make p+1 threats at once win. */
static void sequences_makes_threats_that_cannot_be_stopped(void **state)
{
    (void)state;
    struct position *p = test_board("13,13,6,2,1", ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . o . . . . . . . o . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . x . . . . . .\n"
                                                   ". . . . . . x . . . . . .\n"
                                                   ". . . . . . x . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . x x x . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . o . . . . . . . o . .\n"
                                                   ". . . . o . . . o . . . .\n"
                                                   ". . . . . . . . . . . . .\n");
    assert_true(position_settle(p, BLACK, 2, NULL));
    struct threats *t = threats_new(p);
    struct bot *a = make("sequences", &p->rules, 1);
    struct squares turn = agent_choose(a, t, NULL);
    for (int i = 0; i < turn.n; i++)
        threats_place(t, turn.s[i]);
    assert_int_equal(threats_number(t, BLACK), 3);
    bot_free(a);
    threats_free(t);
    position_free(p);
}

/* Stones of one side only around the centre, far from the corner: the sheet is deepest among them. */
static void mesh_plays_into_the_clump(void **state)
{
    (void)state;
    struct position *p = test_board("11,11,6,2,1", ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . x x x . . . .\n"
                                                   ". . . . x . x . . . .\n"
                                                   ". . . . x x x . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   "o o . . . . . . . . .\n"
                                                   "o o . . . . . . . . .\n");
    assert_true(position_settle(p, BLACK, 1, NULL));
    assert_string_equal(choice("mesh", p, 1), "f6");
    position_free(p);
}

static void adjacent_stays_near(void **state)
{
    (void)state;
    struct rules r = test_rules("59,59,6,2,1");
    struct position *p = position_new(&r);
    assert_string_equal(choice("adjacent", p, 1), "ad30");
    position_place(p, test_square(p, "a1"));
    for (uint64_t seed = 0; seed < 20; seed++) {
        const char *turn = choice("adjacent", p, seed);
        for (const char *at = turn; *at; at += *at == ' ') {
            square s = SQUARE_NONE;
            assert_true(square_parse(&r, at, &at, &s, NULL));
            assert_true(square_col(s) <= 2 && square_row(s) <= 2);
        }
    }
    position_free(p);
}

/* ---- The same question, the same answer ---- */

static void a_seed_settles_everything(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 k11 i11 k9 i9 m10 h12 l8");
    for (int i = 0; i < EVERYBODY; i++) {
        char first[64];
        strcpy(first, choice(everybody[i], p, 9));
        assert_string_equal(choice(everybody[i], p, 9), first);
        /* An agent that has seen other positions before answers the same. */
        struct bot *a = make(everybody[i], &p->rules, 9);
        struct position *other = test_game("connect6", "a1 b2 c3 d4");
        struct threats *t = threats_new(other), *u = threats_new(p);
        agent_choose(a, t, NULL);
        struct squares turn = agent_choose(a, u, NULL);
        char s[SQUARE_TEXT];
        assert_memory_equal(square_format(turn.s[0], s), first, strlen(s));
        threats_free(t);
        threats_free(u);
        position_free(other);
        bot_free(a);
    }
    position_free(p);
}

/* Other seeds give other games, where scores are equal. */
static void seeds_differ(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10");
    static const char *const agents[] = {"random", "adjacent", "threats", "sequences"};
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        char first[64];
        bool differ = false;
        strcpy(first, choice(agents[i], p, 0));
        for (uint64_t seed = 1; seed < 20; seed++)
            differ = differ || strcmp(first, choice(agents[i], p, seed)) != 0;
        assert_true(differ);
    }
    position_free(p);
}

/* ---- Budgets ---- */

static void montecarlo_keeps_to_its_budget(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 k11 i11");
    struct threats *t = threats_new(p);
    struct bot *a = make("montecarlo:games=1000000", &p->rules, 1);
    atomic_bool stop = false;
    struct limits time = {.seconds = 0.05}, games = {.nodes = 200}, stopped = {.stop = &stop};
    assert_int_equal(agent_choose(a, t, &time).n, 2);
    assert_true(a->work.nodes > 0);
    assert_int_equal(agent_choose(a, t, &games).n, 2);
    assert_true(a->work.nodes >= 200 && a->work.nodes < 400);
    atomic_store(&stop, true);
    assert_int_equal(agent_choose(a, t, &stopped).n, 2);
    bot_free(a);
    threats_free(t);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specifications_are_read),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(help_comes_from_the_table),
        cmocka_unit_test(everybody_plays_every_game),
        cmocka_unit_test(games_end),
        cmocka_unit_test(any_position_is_answered),
        cmocka_unit_test(who_looks_for_rows_completes_them),
        cmocka_unit_test(who_looks_for_threats_stops_them),
        cmocka_unit_test(exact_threats_see_what_marking_misses),
        cmocka_unit_test(sequences_makes_threats_that_cannot_be_stopped),
        cmocka_unit_test(mesh_plays_into_the_clump),
        cmocka_unit_test(adjacent_stays_near),
        cmocka_unit_test(a_seed_settles_everything),
        cmocka_unit_test(seeds_differ),
        cmocka_unit_test(montecarlo_keeps_to_its_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
