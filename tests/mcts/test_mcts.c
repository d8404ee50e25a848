/* Tree search over any game: the same answer every time, its memory, its end, what it finds. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "go/game.h"
#include "mcts/mcts.h"
#include "net/evaluator.h"

static struct report report; /* large */

static struct game *game(const char *rules, const char *moves)
{
    struct game_rules r = test_any(rules);
    struct game *g = game_new(&r);
    char *text = strdup(moves), *rest = text;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        struct err e;
        if (!game_play_text(g, GAME_GTP, word, &e))
            fail_msg("%s: %s", word, e.text);
    }
    free(text);
    return g;
}

static struct evaluator *net(const struct game *g)
{
    struct net_evaluator_options o = {NULL, NET_USUAL, NET_LAST_USUAL};
    struct err e;
    struct evaluator *x = net_evaluator_new(g, &o, &e);
    if (!x)
        fail_msg("%s", e.text);
    return x;
}

static void run(struct mcts *m, uint64_t playouts)
{
    struct mcts_limits l = {.playouts = playouts};
    mcts_run(m, &l);
    mcts_report(m, &report);
}

/* White lives with three points in a row, or is dead: Black's move in the middle decides the game. */
static void finds_what_decides(void **state)
{
    (void)state;
    static const char *const row[] = {"...WW", //
                                      "WWWWW", //
                                      "BBBBB", //
                                      ".B.B.", //
                                      "....."};
    struct game_rules r = test_any("go:5,komi=7.5");
    struct game *g = game_new(&r);
    uint8_t cells[GO_POINTS] = {0};
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 5; x++) {
            char c = row[4 - y][x];
            cells[go_at(go_of(g), x, y)] = c == 'B' ? CELL_BLACK : c == 'W' ? CELL_WHITE : CELL_EMPTY;
        }
    struct err e;
    assert_true(go_lay(go_of(g), cells, &e));
    struct mcts_options o = mcts_usual();
    struct mcts *m = mcts_new(g, &o);
    run(m, 2000);
    char text[GAME_MOVE_TEXT];
    assert_string_equal(g->kind->format(g, GAME_GTP, report.line[0].move[0], text), "B5");
    assert_true(report.line[0].chance > 0.8);
    mcts_free(m);
    game_free(g);
}

/* Every way to ask that runs in the thread of the search. */
static void the_same_answer_every_time(void **state)
{
    (void)state;
    struct game *g = game("go9", "E5 G7 C3");
    struct evaluator *x = net(g);
    static const enum mcts_asking how[] = {MCTS_NEVER, MCTS_AT_ONCE, MCTS_BATCHES};
    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        struct report_line first[2];
        for (int k = 0; k < 2; k++) {
            struct mcts_options o = mcts_usual();
            o.asking = how[i];
            o.evaluator = &x;
            struct mcts *m = mcts_new(g, &o);
            run(m, 120);
            first[k] = report.line[0];
            struct mcts_counts c = mcts_count(m);
            assert_int_equal(c.walks, 120);
            assert_true(how[i] == MCTS_NEVER ? c.asked == 0 : c.asked > 1);
            mcts_free(m);
        }
        assert_int_equal(first[0].visits, first[1].visits);
        assert_int_equal(first[0].n, first[1].n);
        assert_memory_equal(first[0].move, first[1].move, (size_t)first[0].n * sizeof(game_move));
    }
    evaluator_free(x);
    game_free(g);
}

/* The walks of the moves are those of the root, whatever was pruned on the way, and memory is what was given. */
static void a_small_memory_is_obeyed(void **state)
{
    (void)state;
    struct game *g = game("go9", "");
    struct mcts_options o = mcts_usual();
    o.memory = (size_t)1 << 20;
    struct mcts *m = mcts_new(g, &o);
    run(m, 3000);
    struct mcts_counts c = mcts_count(m);
    assert_true(c.prunings > 0);
    assert_true(c.used <= c.memory / 2 && c.memory <= o.memory);
    uint64_t walks = 0;
    for (int i = 0; i < report.n; i++)
        walks += report.line[i].visits;
    assert_true(walks <= 3000 && walks >= 1500); /* not every move is told */
    mcts_free(m);
    game_free(g);
}

static void goes_on_from_what_it_knows(void **state)
{
    (void)state;
    struct game *g = game("go9", "");
    struct mcts_options o = mcts_usual();
    struct mcts *m = mcts_new(g, &o);
    run(m, 1000);
    uint64_t visits = report.line[0].visits;
    game_play(g, report.line[0].move[0]);
    mcts_go_to(m, g);
    run(m, 1);
    uint64_t kept = 0;
    for (int i = 0; i < report.n; i++)
        kept += report.line[i].visits;
    assert_true(kept > visits / 4);
    /* Another game, and one that goes back: nothing is kept. */
    game_undo(g);
    game_play(g, 0);
    game_play(g, 80);
    mcts_go_to(m, g);
    run(m, 1);
    kept = 0;
    for (int i = 0; i < report.n; i++)
        kept += report.line[i].visits;
    assert_true(kept <= 1);
    mcts_free(m);
    game_free(g);
}

/* Threads, the queue and its thread, pruning: for the thread sanitizer above all. */
static void threads_share_one_tree(void **state)
{
    (void)state;
    struct game *g = game("go9", "");
    struct evaluator *x = net(g);
    struct mcts_options o = mcts_usual();
    o.asking = MCTS_THREAD;
    o.evaluator = &x;
    o.threads = 3;
    o.memory = (size_t)2 << 20;
    struct mcts *m = mcts_new(g, &o);
    for (int i = 0; i < 3; i++) {
        run(m, 1500);
        game_play(g, report.line[0].move[0]);
        mcts_go_to(m, g);
    }
    struct mcts_counts c = mcts_count(m);
    assert_int_equal(c.walks, 4500);
    assert_true(c.asked > 0 && c.prunings > 0);
    mcts_free(m);
    evaluator_free(x);
    game_free(g);
}

static void hear(void *context, const struct report *r)
{
    int *heard = context;
    assert_true(r->n >= 1 && r->points == 81);
    ++*heard;
}

/* Reports are made while others walk. */
static void reports_while_others_walk(void **state)
{
    (void)state;
    struct game *g = game("go9", "");
    struct mcts_options o = mcts_usual();
    o.threads = 2;
    struct mcts *m = mcts_new(g, &o);
    int heard = 0;
    struct mcts_limits l = {.until = deadline_in(0.3, 0, CPU_THREAD, NULL), .tell = hear, .context = &heard};
    mcts_run(m, &l);
    assert_true(heard >= 1);
    mcts_free(m);
    game_free(g);
}

/* A tree of many nodes goes on after a move, and is pruned when it is full: a million in the nightly tests. */
static void large_trees_are_kept_and_pruned(void **state)
{
    (void)state;
    uint32_t nodes = (uint32_t)test_rounds(100000);
    struct game *g = game("go9", "");
    struct mcts_options o = mcts_usual();
    o.rave = 0;
    o.open_after = 0;
    o.memory = 2 * (size_t)nodes * 64;
    struct mcts *m = mcts_new(g, &o);
    uint64_t made = 0;
    while (mcts_count(m).prunings == 0) {
        run(m, 500);
        made += 500;
        struct mcts_counts c = mcts_count(m);
        assert_true(c.used <= c.memory / 2 && c.memory <= o.memory);
    }
    assert_true(mcts_count(m).opened * 80 > nodes);
    assert_int_equal(mcts_count(m).walks, made);
    uint64_t visits = report.line[0].visits, kept = 0;
    game_play(g, report.line[0].move[0]);
    mcts_go_to(m, g);
    run(m, 1);
    for (int i = 0; i < report.n; i++)
        kept += report.line[i].visits;
    assert_true(kept > visits / 4 && kept <= visits + 1);
    mcts_free(m);
    game_free(g);
}

/* A flag from outside ends it, and there is an answer all the same. */
static void ends_when_it_is_told(void **state)
{
    (void)state;
    struct game *g = game("go", "");
    struct mcts_options o = mcts_usual();
    struct mcts *m = mcts_new(g, &o);
    atomic_bool stop = true;
    struct mcts_limits l = {.until = deadline_in(0, 0, CPU_THREAD, &stop)};
    mcts_run(m, &l);
    mcts_report(m, &report);
    assert_true(report.n >= 1 && report.line[0].n >= 1);
    assert_int_equal(mcts_count(m).walks, 1);
    l = (struct mcts_limits){.until = deadline_in(0, 0.05, CPU_THREAD, NULL)};
    double before = clock_cpu(CPU_THREAD);
    mcts_run(m, &l);
    assert_true(clock_cpu(CPU_THREAD) - before < 0.05 + 0.3);
    mcts_free(m);
    game_free(g);
}

/* Two passes end the game: with the board as it stands Black has won, and the search knows it for certain. */
static void an_end_is_certain(void **state)
{
    (void)state;
    struct game *g = game("go:5,komi=0.5", "C3 pass B3 pass D3 pass A3 pass E3 pass");
    struct mcts_options o = mcts_usual();
    o.urgency = -1; /* every move is tried */
    struct mcts *m = mcts_new(g, &o);
    run(m, 300);
    assert_int_equal(report.line[0].move[0], GO_PASS);
    double owner[GO_POINTS];
    assert_true(mcts_owner(m, owner) > 0);
    mcts_free(m);
    game_free(g);
}

/* A game without playouts, by an evaluator that knows nothing: wins are found by the ends of the tree. */
static void other_games_by_their_evaluator(void **state)
{
    (void)state;
    struct game *g = game("tictactoe", "a1 c1 a2 c2"); /* a3 wins */
    struct evaluator *x = evaluator_none();
    struct mcts_options o = mcts_usual();
    o.asking = MCTS_AT_ONCE;
    o.evaluator = &x;
    o.mix = 1;
    struct mcts *m = mcts_new(g, &o);
    run(m, 200);
    char text[GAME_MOVE_TEXT];
    assert_string_equal(g->kind->format(g, GAME_PEOPLE, report.line[0].move[0], text), "a3");
    mcts_free(m);
    evaluator_free(x);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_decides),        cmocka_unit_test(the_same_answer_every_time),
        cmocka_unit_test(a_small_memory_is_obeyed),  cmocka_unit_test(goes_on_from_what_it_knows),
        cmocka_unit_test(reports_while_others_walk), cmocka_unit_test(large_trees_are_kept_and_pruned),
        cmocka_unit_test(threads_share_one_tree),    cmocka_unit_test(ends_when_it_is_told),
        cmocka_unit_test(an_end_is_certain),         cmocka_unit_test(other_games_by_their_evaluator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
