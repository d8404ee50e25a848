/* Levels: a table in order, choices near the best, turns that are always legal. */
#include "support/boards.h"

#include <string.h>

#include "play/chooser.h"
#include "play/level.h"

static void the_table_is_in_order(void **state)
{
    (void)state;
    int n = 0;
    for (const struct level *v = levels; v->name; v++, n++) {
        assert_int_equal(v->number, LEVEL_LEAST + n);
        assert_ptr_equal(level_of(v->number), v);
        assert_true(v->lines <= REPORT_LINES_MOST);
        if (n > 0 && v->number <= LEVEL_MOST) {
            assert_true(v->nodes >= v[-1].nodes);
            assert_true(v->random <= v[-1].random && v->heat <= v[-1].heat && v->blind <= v[-1].blind);
        }
    }
    assert_int_equal(n, LEVEL_FULL);
    assert_string_equal(level_of(LEVEL_FULL)->name, "full");
    assert_string_equal(level_of(0)->name, "full");
}

static void levels_are_read(void **state)
{
    (void)state;
    const struct level *v;
    struct err e;
    assert_true(level_parse("1", &v, &e));
    assert_int_equal(v->number, 1);
    assert_true(level_parse("Beginner", &v, &e));
    assert_int_equal(v->number, 2);
    assert_true(level_parse("full", &v, &e));
    assert_int_equal(v->number, LEVEL_FULL);
    static const char *const wrong[] = {"", "0", "12", "-1", "3x", "strongest"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(level_parse(wrong[i], &v, &e));
        assert_non_null(strstr(e.text, "is no level"));
    }
}

static void limits_are_narrowed(void **state)
{
    (void)state;
    struct engine_limits l = {.work.nodes = 50, .lines = 2};
    level_narrow(level_of(8), &l);
    assert_int_equal(l.work.nodes, 50);
    assert_int_equal(l.lines, level_of(8)->lines);
    l = (struct engine_limits){.work.seconds = 1};
    level_narrow(level_of(5), &l);
    assert_int_equal(l.work.nodes, level_of(5)->nodes);
    l = (struct engine_limits){.work.seconds = 1};
    level_narrow(level_of(LEVEL_FULL), &l);
    assert_int_equal(l.work.nodes, 0);
}

/* Three turns, of which the last is far worse. */
static struct report three_turns(const struct position *p)
{
    static const char *const turns[3][2] = {{"k11", "i11"}, {"k9", "i9"}, {"a1", "a2"}};
    static const int values[3] = {50, 40, -400};
    struct report r = {.n = 3};
    for (int i = 0; i < 3; i++) {
        r.line[i].n = 2;
        r.line[i].value = values[i];
        for (int j = 0; j < 2; j++)
            r.line[i].move[j] = test_square(p, turns[i][j]);
    }
    return r;
}

static void choices_are_near_the_best(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10");
    struct report r = three_turns(p);
    struct rng rng;
    int count[3] = {0};
    rng_seed(&rng, 1);
    for (int i = 0; i < 1000; i++) {
        struct squares turn = level_choose(level_of(8), p, &r, &rng);
        for (int j = 0; j < 3; j++)
            count[j] += turn.s[0] == r.line[j].move[0];
    }
    assert_int_equal(count[0] + count[1], 1000);
    assert_true(count[0] > count[1] && count[1] > 100);
    for (int i = 0; i < 100; i++) {
        struct squares turn = level_choose(level_of(LEVEL_FULL), p, &r, &rng);
        assert_int_equal(turn.s[0], r.line[0].move[0]);
    }
    position_free(p);
}

/* A newcomer's turns are its own: whole, legal, near the stones, and not always the same. */
static void first_sight_is_legal_and_varied(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6", "gomoku", "3,3,4,2,1"};
    static const char *const stones[] = {"j10 k11 i11", "h8 i9", "b2 a1 a2 c2 b1 b3 c1 a3"};
    struct rng rng;
    rng_seed(&rng, 2);
    for (int g = 0; g < 3; g++) {
        struct position *p = test_game(games[g], stones[g]);
        struct report r = {.n = 1};
        square first = SQUARE_NONE;
        bool varied = false;
        r.line[0].n = position_turn_length(p);
        for (int i = 0; i < r.line[0].n; i++)
            r.line[0].move[i] = test_random_stone(p, &rng);
        for (int i = 0; i < 50; i++) {
            struct squares turn = level_choose(level_of(1), p, &r, &rng);
            assert_int_equal(turn.n, position_turn_length(p));
            for (int j = 0; j < turn.n; j++)
                assert_true(position_legal_square(p, turn.s[j]));
            assert_true(turn.n < 2 || turn.s[0] != turn.s[1]);
            varied = varied || (first && first != turn.s[0]);
            first = turn.s[0];
        }
        assert_true(varied == (g < 2)); /* the last square of a board is the last */
        position_free(p);
    }
}

/* Rows are overlooked as often as the level says: seldom. */
static void rows_are_seldom_overlooked(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 a1 a3 k10 l10 c1 c3 m10 s1 e1 e3");
    struct report r = {.n = 1};
    struct rng rng;
    int won[2] = {0};
    r.line[0].n = 2;
    r.line[0].move[0] = test_square(p, "n10");
    r.line[0].move[1] = test_square(p, "o10");
    rng_seed(&rng, 3);
    for (int i = 0; i < 200; i++)
        for (int j = 0; j < 2; j++) {
            struct squares turn = level_choose(level_of(j ? 4 : 1), p, &r, &rng);
            struct position *q = position_copy(p);
            for (int s = 0; s < turn.n; s++)
                position_place(q, turn.s[s]);
            won[j] += q->outcome == OUTCOME_BLACK;
            position_free(q);
        }
    assert_true(won[0] >= 120 && won[1] >= 180);
    position_free(p);
}

/* Whole games at every level on boards of all kinds: legal to the end. */
static void every_level_plays_every_game(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6", "gomoku", "tictactoe", "6,6,4,2,1", "8,5,4,3,3"};
    struct rng rng;
    rng_seed(&rng, 4);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (int number = LEVEL_LEAST; number <= 6; number++) {
            struct rules r = test_rules(games[g]);
            struct position *p = position_new(&r);
            struct chooser_options o = {
                .engine = {.hash_bytes = 1 << 20}, .level = level_of(number), .openings = true, .seed = g};
            struct chooser *c = chooser_new(&r, &o, NULL);
            struct chooser_job job = {.limits = {.work.nodes = 200}};
            for (int turns = 0; turns < 8 && p->outcome == OUTCOME_OPEN; turns++) {
                int length = position_turn_length(p);
                struct squares turn = chooser_turn(c, p, &job, NULL);
                for (int i = 0; i < turn.n; i++) {
                    assert_true(position_legal_square(p, turn.s[i]));
                    position_place(p, turn.s[i]);
                }
                assert_true(turn.n == length || p->outcome != OUTCOME_OPEN);
            }
            chooser_free(c);
            position_free(p);
        }
}

/* The same seed, the same game. */
static void a_seed_settles_a_level(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 k11 i11 k9 i9");
    struct squares turn[3];
    for (int i = 0; i < 3; i++) {
        struct chooser_options o = {
            .engine = {.hash_bytes = 1 << 20}, .level = level_of(3), .seed = i < 2 ? 7 : 8};
        struct chooser *c = chooser_new(&p->rules, &o, NULL);
        struct chooser_job job = {.limits = {.work.nodes = 0}};
        turn[i] = chooser_turn(c, p, &job, NULL);
        chooser_free(c);
    }
    assert_memory_equal(turn[0].s, turn[1].s, 2 * sizeof turn[0].s[0]);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_in_order),
        cmocka_unit_test(levels_are_read),
        cmocka_unit_test(limits_are_narrowed),
        cmocka_unit_test(choices_are_near_the_best),
        cmocka_unit_test(first_sight_is_legal_and_varied),
        cmocka_unit_test(rows_are_seldom_overlooked),
        cmocka_unit_test(every_level_plays_every_game),
        cmocka_unit_test(a_seed_settles_a_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
