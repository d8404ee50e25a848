/* Dead stones and final scores by playouts.
 *
 * With GO_RECORDS=DIR the counts of at most GO_GAMES records there (default 1,000) that mark their territory are compared with ours,
 * in the folder and those below it. */
#include "support/boards.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "go/final.h"
#include "go/game.h"
#include "go/record.h"

/* A board of rows from the top: X, O and points. */
static struct go *board(int size, const char *rows)
{
    struct go_rules r = {size, 1, 0, GO_SUPERKO};
    uint8_t cells[GO_POINTS] = {CELL_EMPTY};
    for (int p = 0; p < size * size; p++) {
        char c = rows[(size - 1 - p / size) * size + p % size];
        cells[p] = c == 'X' ? CELL_BLACK : c == 'O' ? CELL_WHITE : CELL_EMPTY;
    }
    struct go *g = go_new(&r);
    assert_true(go_lay(g, cells, NULL));
    return g;
}

static void stones_in_territory_are_dead(void **state)
{
    (void)state;
    struct go *g = board(7, "..XO..."
                            ".OXO..."
                            "..XO.X."
                            "..XO..."
                            "..XO..."
                            "..XO..."
                            "..XO...");
    struct go_final f;
    struct rng r;
    rng_seed(&r, 1);
    for (int passes = 0; passes < 3; passes++) { /* before and after both have passed */
        go_final(g, &r, &f);
        for (int p = 0; p < g->points; p++) {
            bool dead = p == go_at(g, 1, 5) || p == go_at(g, 5, 4);
            if (g->cell[p] != CELL_EMPTY)
                assert_int_equal(f.status[p], dead ? GO_DEAD : GO_ALIVE);
            assert_int_equal(f.owner[p], p % 7 < 3 ? CELL_BLACK : CELL_WHITE);
        }
        assert_int_equal(f.score, 2 * (21 - 28) - 1);
        go_play(g, GO_PASS);
    }
    assert_int_equal(g->moves, 3); /* the game is as it was */
    go_free(g);
}

static void sekis_are_told(void **state)
{
    (void)state;
    /* White who plays between the inner chains loses four stones, whose place has two eyes. */
    struct go *g = board(7, "OX.OXO."
                            "OXXOXO."
                            "OX.OXO."
                            "OXXXXO."
                            "OOOOOO."
                            "......."
                            ".......");
    struct go_final f;
    struct rng r;
    rng_seed(&r, 1);
    go_final(g, &r, &f);
    assert_int_equal(f.status[go_at(g, 1, 6)], GO_SEKI);
    assert_int_equal(f.status[go_at(g, 3, 6)], GO_SEKI);
    assert_int_equal(f.status[go_at(g, 0, 6)], GO_ALIVE);
    assert_int_equal(f.owner[go_at(g, 2, 6)], CELL_EMPTY);
    go_free(g);
}

/* ---- Records ---- */

static struct {
    struct go *board;
    struct go_record *record;
    long most, games, winner, same, stones;
} count;

static void compare(void)
{
    struct go_final f;
    struct go_record *r = count.record;
    const struct go *g = count.board;
    struct rng rng;
    int said, ours;
    bool stones = true;
    if (!go_record_count(r, g, &said))
        return;
    rng_seed(&rng, (uint64_t)count.games);
    go_final(g, &rng, &f);
    uint8_t territory[GO_POINTS];
    for (int p = 0; p < g->points; p++) {
        bool dead = g->cell[p] != CELL_EMPTY && f.status[p] == GO_DEAD;
        bool theirs =
            g->cell[p] != CELL_EMPTY && r->territory[p] != CELL_EMPTY && r->territory[p] != g->cell[p];
        territory[p] = g->cell[p] == CELL_EMPTY || dead ? f.owner[p] : CELL_EMPTY;
        stones = stones && dead == theirs;
    }
    memcpy(r->territory, territory, sizeof territory);
    go_record_count(r, g, &ours);
    count.games++;
    count.same += ours == said;
    count.winner += (ours > 0) == (said > 0) && (ours < 0) == (said < 0);
    count.stones += stones;
    if (ours != said && getenv("GO_TELL"))
        print_message("said %g, ours %g, %s: %s\n", said / 2.0, ours / 2.0, r->ruleset,
                      stones ? "the same stones" : "other stones");
}

static int visit(const char *path, const struct stat *st, int type)
{
    (void)st;
    char *text = NULL;
    size_t len;
    struct err e;
    if (type != FTW_F || !file_read(path, &text, &len, &e))
        return 0;
    if (go_record_read(count.record, text, len, &e) && count.record->counted &&
        count.record->result.by == GO_BY_POINTS &&
        go_record_replay(count.record, count.board, count.record->moves, &e))
        compare();
    free(text);
    return count.games >= count.most;
}

static void records_are_counted_alike(void **state)
{
    (void)state;
    const char *folder = getenv("GO_RECORDS"), *most = getenv("GO_GAMES");
    if (!folder)
        skip();
    count.most = most ? atol(most) : 1000;
    count.board = go_new(&go_default);
    count.record = go_record_new();
    ftw(folder, visit, 16);
    print_message("%ld games: the same winner %ld, the same result %ld, the same dead stones %ld\n",
                  count.games, count.winner, count.same, count.stones);
    assert_true(count.games == 0 || count.winner * 100 >= count.games * 95);
    go_record_free(count.record);
    go_free(count.board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_in_territory_are_dead),
        cmocka_unit_test(sekis_are_told),
        cmocka_unit_test(records_are_counted_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
