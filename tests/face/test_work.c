/* Everything that takes long, through the public face: the engine, forcing wins, exact values; their limits,
 * progress and stops, also from another thread. */
#include "face/using.h"

#include <pthread.h>
#include <stdlib.h>

/* Four in a row of Black, who is to move. */
static const char won[] = "j10 a1 a3 k10 l10 c1 c3 m10 s1 e1 e3";

static void the_engine_finds_the_win(void **state)
{
    (void)state;
    hexad_game *g = game_of("connect6", won);
    hexad_engine *x = hexad_engine_new("connect6", 1 << 20, 0, NULL);
    hexad_report *r = calloc(1, sizeof *r);
    hexad_limits limits = {.nodes = 2000};
    assert_ok(hexad_engine_think(x, g, &limits, r, &error));
    assert_int_equal(r->count, 1);
    assert_int_equal(r->line[0].mate, 1);
    assert_int_equal(r->line[0].turn, 2);
    for (int i = 0; i < r->line[0].turn; i++)
        assert_ok(hexad_game_play(g, r->line[0].stones.at[i], &error));
    hexad_state s;
    assert_ok(hexad_game_state(g, &s, &error));
    assert_int_equal(s.outcome, HEXAD_BLACK_WINS);
    assert_fails(hexad_engine_think(x, g, &limits, r, &error), HEXAD_ILLEGAL, "over");
    hexad_engine_free(x);
    hexad_game_free(g);
    free(r);
}

static void a_new_engine_answers_the_same(void **state)
{
    (void)state;
    hexad_game *g = game_of("gomoku", "h8 h9 i9");
    hexad_report *r = calloc(2, sizeof *r);
    hexad_limits limits = {.nodes = 3000, .lines = 3};
    hexad_engine *x = hexad_engine_new("gomoku", 1 << 20, 1, NULL);
    for (int i = 0; i < 2; i++, hexad_engine_clear(x))
        assert_ok(hexad_engine_think(x, g, &limits, &r[i], &error));
    assert_int_equal(r[0].count, 3);
    assert_int_equal(r[0].nodes, r[1].nodes);
    assert_memory_equal(&r[0].line[2].stones.at, &r[1].line[2].stones.at, sizeof r[0].line[2].stones.at[0]);
    hexad_engine_free(x);
    hexad_game_free(g);
    free(r);
}

struct telling {
    int calls, stop_at;
};

static int count_calls(void *context, const hexad_report *r)
{
    struct telling *t = context;
    assert_true(r->seconds >= 0);
    return ++t->calls == t->stop_at;
}

static void progress_is_told_and_stops(void **state)
{
    (void)state;
    hexad_game *g = game_of(NULL, "j10");
    hexad_engine *x = hexad_engine_new(NULL, 1 << 20, 1, NULL);
    hexad_report *r = calloc(1, sizeof *r);
    struct telling t = {0, 2};
    hexad_limits limits = {.progress = count_calls, .context = &t}; /* no other limit */
    assert_ok(hexad_engine_think(x, g, &limits, r, &error));
    assert_true(t.calls >= 2);
    assert_true(r->count == 1 && r->line[0].turn == 2);
    hexad_engine_free(x);
    hexad_game_free(g);
    free(r);
}

static void *set_stop(void *stop)
{
    hexad_stop_set(stop);
    return NULL;
}

static void another_thread_stops_the_engine(void **state)
{
    (void)state;
    hexad_game *g = game_of(NULL, "j10");
    hexad_engine *x = hexad_engine_new(NULL, 1 << 20, 2, NULL);
    hexad_report *r = calloc(1, sizeof *r);
    hexad_stop *stop = hexad_stop_new();
    hexad_limits limits = {.stop = stop};
    for (int i = 0; i < 3; i++) {
        /* It may come before the search begins, and is not missed. */
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, set_stop, stop), 0);
        assert_ok(hexad_engine_think(x, g, &limits, r, &error));
        pthread_join(thread, NULL);
        assert_true(r->count >= 1);
        hexad_stop_clear(stop);
    }
    hexad_stop_free(stop);
    hexad_engine_free(x);
    hexad_game_free(g);
    free(r);
}

static void limits_out_of_range_are_errors(void **state)
{
    (void)state;
    hexad_game *g = game_of("gomoku", "h8");
    hexad_engine *x = hexad_engine_new("gomoku", 1 << 20, 1, NULL);
    hexad_report *r = calloc(1, sizeof *r);
    hexad_limits none = {.seconds = 0}, past = {.seconds = -1}, lines = {.nodes = 1, .lines = 33},
                 deep = {.depth = -1}, vast = {.memory = SIZE_MAX / 4};
    hexad_win w;
    assert_fails(hexad_engine_think(x, g, &none, r, &error), HEXAD_BAD_ARGUMENT, "no limit");
    assert_fails(hexad_engine_think(x, g, NULL, r, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_fails(hexad_engine_think(x, NULL, &none, r, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_fails(hexad_engine_think(x, g, &past, r, &error), HEXAD_BAD_ARGUMENT, "-1 seconds");
    assert_fails(hexad_engine_think(x, g, &lines, r, &error), HEXAD_BAD_ARGUMENT, "33 lines");
    assert_fails(hexad_engine_think(x, g, &deep, r, &error), HEXAD_BAD_ARGUMENT, "depth");
    assert_fails(hexad_game_force(g, false, &vast, &w, &error), HEXAD_NO_MEMORY, "memory");
    assert_null_for(hexad_engine_new("gomoku", SIZE_MAX / 4, 1, &error), HEXAD_NO_MEMORY, "memory");
    assert_null_for(hexad_engine_new("gomoku", 0, 65, &error), HEXAD_BAD_ARGUMENT, "65 threads");
    assert_null_for(hexad_engine_new("chess", 0, 1, &error), HEXAD_BAD_ARGUMENT, "chess");
    hexad_game *other = game_of("tictactoe", "");
    hexad_limits fine = {.nodes = 10};
    assert_fails(hexad_engine_think(x, other, &fine, r, &error), HEXAD_BAD_ARGUMENT, "Connect(3,3,3,1,1)");
    hexad_game_free(other);
    hexad_engine_free(x);
    hexad_game_free(g);
    free(r);
}

static void forcing_wins(void **state)
{
    (void)state;
    hexad_game *g = game_of("connect6", won);
    hexad_win w;
    assert_ok(hexad_game_force(g, false, NULL, &w, &error));
    assert_int_equal(w.answer, HEXAD_WIN);
    assert_int_equal(w.turn.count, 2);
    assert_true(w.stones.count >= 2);
    hexad_game_free(g);
    g = game_of("tictactoe", "b2 a1");
    assert_ok(hexad_game_force(g, true, NULL, &w, &error));
    assert_int_equal(w.answer, HEXAD_NONE);
    assert_int_equal(w.turn.count, 0);
    hexad_game_free(g);
}

static void exact_values(void **state)
{
    (void)state;
    hexad_game *g = game_of("tictactoe", "a1 b1");
    hexad_value v;
    assert_ok(hexad_game_exact(g, NULL, &v, &error));
    assert_int_equal(v.lower, 1);
    assert_int_equal(v.upper, 1);
    assert_int_equal(v.turn.count, 1);
    hexad_limits few = {.nodes = 1};
    hexad_game *large = game_of("5,5,4,1,1", "");
    assert_ok(hexad_game_exact(large, &few, &v, &error));
    assert_true(v.lower < v.upper);
    hexad_stop *stop = hexad_stop_new();
    hexad_stop_set(stop);
    hexad_limits stopped = {.stop = stop};
    assert_ok(hexad_game_exact(large, &stopped, &v, &error));
    assert_true(v.lower < v.upper);
    hexad_stop_free(stop);
    hexad_game_free(large);
    hexad_game_free(g);
    g = game_of("gomoku", "");
    assert_fails(hexad_game_exact(g, NULL, &v, &error), HEXAD_BAD_ARGUMENT, "225 empty squares");
    hexad_game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_finds_the_win),
        cmocka_unit_test(a_new_engine_answers_the_same),
        cmocka_unit_test(progress_is_told_and_stops),
        cmocka_unit_test(another_thread_stops_the_engine),
        cmocka_unit_test(limits_out_of_range_are_errors),
        cmocka_unit_test(forcing_wins),
        cmocka_unit_test(exact_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
