/* The engine as an agent: its options, its limits, and the same game from the same seed. */
#include "support/boards.h"

#include <string.h>

#include "base/clock.h"
#include "connect/board/pace.h"
#include "play/agent/agent.h"
#include "play/clock.h"

static struct bot *make(const char *spec, const struct rules *r, uint64_t seed)
{
    struct err e;
    struct bot *a = agent_new(spec, r, seed, &e);
    if (!a)
        fail_msg("%s: %s", spec, e.text);
    return a;
}

static void options_are_checked(void **state)
{
    (void)state;
    struct rules r = test_rules("connect6");
    struct err e;
    static const struct {
        const char *spec, *message;
    } wrong[] = {
        {"engine:level=12", "engine: level: '12' is no level"},
        {"engine:hash=0", "engine: hash is '0'"},
        {"engine:threads=65", "engine: threads is '65'"},
        {"engine:speed=9", "engine: no option 'speed'"},
        {"engine+search", ""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(agent_new(wrong[i].spec, &r, 0, &e));
        if (!strstr(e.text, wrong[i].message))
            fail_msg("%s: %s", wrong[i].spec, e.text);
    }
    bot_free(make("engine:level=beginner,hash=1,threads=2,seconds=0.1,nodes=10,depth=2,openings=no", &r, 1));
}

/* Plays some turns against itself; writes the stones. */
static int play(const char *spec, uint64_t seed, const char *game, square *out, int most)
{
    struct rules r = test_rules(game);
    struct position *p = position_new(&r);
    struct threats *t = threats_new(p);
    struct bot *a = make(spec, &r, seed);
    int n = 0;
    while (p->outcome == OUTCOME_OPEN && n < most) {
        struct squares turn = agent_choose(a, t, NULL);
        for (int i = 0; i < turn.n && n < most; i++) {
            threats_place(t, turn.s[i]);
            out[n++] = turn.s[i];
        }
    }
    bot_free(a);
    threats_free(t);
    position_free(p);
    return n;
}

static void a_seed_makes_a_game(void **state)
{
    (void)state;
    static const char *const specs[] = {"engine:nodes=500,hash=1", "engine:level=2,hash=1",
                                        "engine:depth=1,hash=1"};
    for (int i = 0; i < 3; i++) {
        square first[30], second[30];
        int n = play(specs[i], 5, "connect6", first, 30);
        assert_int_equal(play(specs[i], 5, "connect6", second, 30), n);
        assert_memory_equal(first, second, (size_t)n * sizeof first[0]);
    }
}

static void every_game_is_played(void **state)
{
    (void)state;
    static const char *const games[] = {"gomoku",       "15,15,8,3,1", "59,59,6,2,1", "tictactoe",
                                        "5,9,7,3,3",    "1,9,4,2,1",   "6,6,3,5,9",   "30,30,20,20,20",
                                        "10,8,4,63,63", "1,1,1,1,1",   "2,2,2,3,1"};
    square stones[60];
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        assert_true(play("engine:nodes=200,hash=1", i, games[i], stones, 60) > 0);
}

/* The caller's budget counts as well as the agent's own limits; a stop is heard. */
static void budgets_are_kept(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 a1 a19 s1 s19");
    struct threats *t = threats_new(p);
    struct bot *a = make("engine:hash=1,openings=no,seconds=60", &p->rules, 1);
    struct limits nodes = {.nodes = 300}, seconds = {.seconds = 0.1};
    assert_int_equal(agent_choose(a, t, &nodes).n, 2);
    assert_true(a->work.nodes > 0 && a->work.nodes < 10000);
    double start = clock_cpu(CPU_PROCESS);
    assert_int_equal(agent_choose(a, t, &seconds).n, 2);
    assert_true(clock_cpu(CPU_PROCESS) - start < 5);
    atomic_bool stop = true;
    struct limits stopped = {.stop = &stop};
    start = clock_cpu(CPU_PROCESS);
    assert_int_equal(agent_choose(a, t, &stopped).n, 2);
    assert_true(clock_cpu(CPU_PROCESS) - start < 5);
    bot_free(a);
    threats_free(t);
    position_free(p);
}

/* What an agent sees of a clock for the game. */
static struct bot_clock seen;

static void look(struct bot *a, struct game *game, struct squares *out)
{
    struct threats *t = connect_threats(game);
    seen = a->clock;
    out->s[out->n++] = test_square(t->position, "j10");
}

/* A clock for the game is shared out as the engine's time plan says, not in equal parts. */
static void a_clock_for_the_game_is_planned(void **state)
{
    (void)state;
    struct bot_kind plain = {.name = "plain", .about = "-", .size = sizeof(struct bot), .choose = look};
    struct bot_kind planner = plain;
    planner.plans = true;
    struct rules r = test_rules("connect6");
    struct position *p = position_new(&r);
    struct threats *t = threats_new(p);
    for (int i = 0; i < 4; i++) {
        struct limits l = {.seconds = i & 2 ? 7 : 0};
        double left = 1000;
        struct game_clock c = {.turn = l.seconds, .game = left};
        struct clock_plan plan = clock_plan(&c, pace_turns_ahead(p));
        struct bot *a = agent_make(i & 1 ? &planner : &plain, NULL, &r, 0, NULL);
        double before = clock_now();
        struct game *g = connect_take(position_copy(p));
        bot_choose_timed(a, g, &l, left);
        game_free(g);
        double most = i & 1 ? plan.most : plan.usual;
        assert_true(seen.until.wall >= before + most && seen.until.wall <= clock_now() + most);
        assert_true(seen.game == left && seen.turn == l.seconds);
        bot_free(a);
    }
    threats_free(t);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(a_seed_makes_a_game),
        cmocka_unit_test(every_game_is_played),
        cmocka_unit_test(budgets_are_kept),
        cmocka_unit_test(a_clock_for_the_game_is_planned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
