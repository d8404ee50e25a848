/* Planes, ladders, legality and undo of src/go against Go from its definitions (support/plain_go.c).
 *
 * With GO_RECORDS=DIR the positions of the records in this folder are compared as well, at most GO_POSITIONS of
 * them (default a million). */
#include "support/boards.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/rng.h"
#include "game/planes.h"
#include "go/game.h"
#include "go/ladder.h"
#include "go/planes.h"
#include "go/record.h"
#include "go/score.h"
#include "support/plain_go.h"

static int differences, cuts;

static void compare(struct go *g, const struct plain_go *p, int rank)
{
    static uint8_t fast[GO_PLANES * GO_POINTS], slow[GO_PLANES * GO_POINTS];
    struct go_set set;
    int cut = go_ladders(g, &set);
    cuts += cut;
    go_planes(g, rank, fast);
    plain_go_planes(p, rank, cut == 0, slow);
    if (cut)
        memset(fast + GO_PLANE_LADDER * g->points, 0, (size_t)g->points);
    for (int i = 0; i < GO_PLANES * g->points; i++)
        if (fast[i] != slow[i] && differences++ < 10) {
            print_error("plane %d, point %d of %dx%d after %d moves: %d, by definition %d\n", i / g->points,
                        i % g->points, g->size, g->size, g->moves, fast[i], slow[i]);
        }
}

static char side_char(enum side s)
{
    return s == BLACK ? 'X' : 'O';
}

/* A random legal move, mostly no pass and no filled eye, so that games get long and full of captures. */
static go_point some_move(struct go *g, struct rng *rng)
{
    for (int i = 0; i < 60; i++) {
        go_point at = (go_point)rng_below(rng, (uint32_t)g->points);
        if (go_legal(g, at) && (rng_below(rng, 4) == 0 || !go_eye(g, at, g->to_move)))
            return at;
    }
    return GO_PASS;
}

static void both(struct go *g, struct plain_go *p, go_point at)
{
    plain_go_play(p, side_char(g->to_move), at == GO_PASS ? PLAIN_GO_PASS : at);
    go_play(g, at);
}

static void random_game(int size, enum go_ko ko, uint64_t seed, int moves, int every)
{
    static struct plain_go p;
    struct go_rules r = {size, 15, 0, ko};
    struct go *g = go_new(&r);
    struct rng rng;
    rng_seed(&rng, seed);
    plain_go_start(&p, size, ko == GO_SUPERKO);
    for (int i = 0; i < moves && !go_over(g); i++) {
        uint32_t what = rng_below(&rng, 12);
        for (uint32_t k = 0; what == 0 && k < rng_below(&rng, 9) && g->moves > 0; k++) {
            go_undo(g);
            plain_go_undo(&p);
        }
        both(g, &p, some_move(g, &rng));
        if (i % every)
            continue;
        assert_int_equal(go_score(g) + r.komi, 2 * plain_go_score(&p));
        compare(g, &p, (int)rng_below(&rng, 10));
    }
    while (g->moves)
        go_undo(g);
    assert_int_equal(g->hash, 0);
    assert_int_equal(g->stones[0] + g->stones[1], 0);
    go_free(g);
}

static void random_games_have_the_planes_of_the_definition(void **state)
{
    (void)state;
    for (int i = 0; i < test_rounds(6); i++)
        for (int size = 1; size <= 11; size++)
            random_game(size, i % 2 ? GO_SUPERKO : GO_SIMPLE_KO, (uint64_t)(100 * i + size), 3 * size * size,
                        5);
    for (int i = 0; i < test_rounds(1); i++) {
        random_game(19, GO_SUPERKO, (uint64_t)i, 500, 29);
        random_game(25, GO_SUPERKO, (uint64_t)i, 600, 97);
    }
    assert_int_equal(differences, 0);
}

static long record_positions(struct go_record *r, const char *path, struct go *g, long most)
{
    static struct plain_go p;
    struct err e;
    char *text;
    size_t len;
    long n = 0;
    assert_true(file_read(path, &text, &len, &e));
    if (go_record_read(r, text, len, &e) && go_record_start(r, g, &e)) {
        plain_go_start(&p, g->size, true);
        for (int i = 0; i < g->points; i++)
            p.now.at[i / g->size][i % g->size] = g->cell[i] == CELL_EMPTY   ? '.'
                                                 : g->cell[i] == CELL_BLACK ? 'X'
                                                                            : 'O';
        p.to_move = side_char(g->to_move);
        for (int i = 0; i < r->moves && n < most; i++, n++) {
            p.to_move = side_char(r->move[i].side);
            go_turn(g, r->move[i].side);
            compare(g, &p, go_rank_plane(r->rank[g->to_move]));
            if (!go_record_play(r, g, i, &e))
                break;
            plain_go_play(&p, side_char(r->move[i].side),
                          r->move[i].at == GO_PASS ? PLAIN_GO_PASS : r->move[i].at);
        }
    }
    free(text);
    return n;
}

static void records_have_the_planes_of_the_definition(void **state)
{
    (void)state;
    const char *folder = getenv("GO_RECORDS"), *most_text = getenv("GO_POSITIONS");
    if (!folder)
        skip();
    long most = most_text ? atol(most_text) : 1000000, n = 0;
    struct go *g = go_new(&go_default);
    struct go_record *r = go_record_new();
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *f; (f = readdir(d)) && n < most;) {
        char path[1024];
        struct stat st;
        snprintf(path, sizeof path, "%s/%s", folder, f->d_name);
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
            n += record_positions(r, path, g, most - n);
    }
    closedir(d);
    go_record_free(r);
    go_free(g);
    print_message("%ld positions of records, %d differences, %d ladders cut off\n", n, differences, cuts);
    assert_int_equal(differences, 0);
}

/* What White sees is what Black would see with all colours exchanged: captures, a ladder's stones and liberties included. */
static void planes_are_swapped_for_white(void **state)
{
    (void)state;
    enum { SIZE = 9, POINTS = SIZE * SIZE };
    struct go_rules rules = go_default;
    rules.size = SIZE;
    struct go *game = go_new(&rules), *mirror = go_new(&rules);
    static uint8_t seen[GO_PLANES * POINTS], expected[GO_PLANES * POINTS];
    struct rng r;
    rng_seed(&r, 12);
    for (int round = 0; round < test_rounds(200); round++) {
        go_clear(game, &rules);
        go_clear(mirror, &rules);
        for (int i = 0; i < 30; i++) {
            go_point at = (go_point)rng_below(&r, POINTS);
            bool white = rng_below(&r, 2);
            bool set = go_setup(game, at, white ? CELL_WHITE : CELL_BLACK, NULL);
            assert_int_equal(go_setup(mirror, at, white ? CELL_BLACK : CELL_WHITE, NULL), set);
        }
        go_turn(game, WHITE);
        go_turn(mirror, BLACK);
        go_planes(game, 5, seen);
        go_planes(mirror, 5, expected);
        assert_int_equal(game_planes_show(&go_game_planes, seen, GO_PLANES, POINTS, 1, false, false, false),
                         0);
        assert_memory_equal(seen, expected, sizeof seen);
    }
    go_free(game);
    go_free(mirror);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_have_the_planes_of_the_definition),
        cmocka_unit_test(planes_are_swapped_for_white),
        cmocka_unit_test(records_have_the_planes_of_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
