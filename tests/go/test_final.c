/* Dead stones and final scores by playouts.
 *
 * With GO_RECORDS=DIR the counts of at most GO_GAMES records there (default 1,000) that mark their territory are compared with ours,
 * in the folder and those below it; with GO_TELL the boards on which they differ are shown. */
#include "support/boards.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/mem.h"
#include "go/final.h"
#include "go/game.h"
#include "go/record.h"
#include "go/score.h"

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
    const char *path;
    long most, games, winner, same, stones;
} count;

/* The board: stones X and O, small where we think that they are dead; after each point what the record says of it and then we, b, w or
 * nothing; a star where they differ. */
static void tell(const struct go_record *r, const struct go *g, const struct go_final *f,
                 const uint8_t *theirs, int said, int ours)
{
    print_message("%s: said %g, ours %g, %s, handicap %d, komi %g\n", count.path, said / 2.0, ours / 2.0,
                  r->ruleset, r->handicap, r->rules.komi / 2.0);
    for (int row = g->size - 1; row >= 0; row--) {
        for (int col = 0; col < g->size; col++) {
            static const char stone[2][4] = {".XO", ".xo"}, whose[] = "-bw";
            int p = go_at(g, col, row);
            bool dead = g->cell[p] != CELL_EMPTY && f->status[p] == GO_DEAD;
            int own = g->cell[p] == CELL_EMPTY || dead ? f->owner[p] : CELL_EMPTY;
            print_message("%c%c%c%c", stone[dead][g->cell[p]], whose[theirs[p]], whose[own],
                          own != theirs[p] ? '*' : ' ');
        }
        print_message("\n");
    }
}

/* By Japanese rules a false eye is no territory where its owner has to connect in the end: a chain beside it has no other liberty but
 * nobody's points. */
static void leave_out_connections(const struct go *g, const struct go_final *f, uint8_t territory[GO_POINTS])
{
    uint8_t cells[GO_POINTS];
    struct go *b = go_new(&(struct go_rules){g->size, g->rules.komi, 0, GO_SUPERKO});
    for (int p = 0; p < g->points; p++)
        cells[p] = (uint8_t)(f->status[p] == GO_DEAD ? CELL_EMPTY : g->cell[p]);
    go_lay(b, cells, NULL);
    for (int p = 0; p < g->points; p++) {
        bool eye = b->cell[p] == CELL_EMPTY && f->owner[p] != CELL_EMPTY, connects = false;
        for (int i = 0; i < 4; i++) {
            go_point q = b->near[p][i];
            if (q >= g->points)
                continue;
            eye = eye && b->cell[q] == f->owner[p];
            int left = 0;
            for (int k = 0; k < g->points && eye; k++)
                left += go_set_has(&b->liberty[b->chain[q]], (go_point)k) && f->owner[k] != CELL_EMPTY;
            connects = connects || left == 1;
        }
        if (eye && connects && !go_eye(b, (go_point)p, f->owner[p] == CELL_BLACK ? BLACK : WHITE))
            territory[p] = CELL_EMPTY;
    }
    go_free(b);
}

static void compare(void)
{
    struct go_final f;
    struct go_record *r = count.record;
    const struct go *g = count.board;
    struct rng rng;
    int said, ours;
    bool stones = true;
    uint8_t theirs[GO_POINTS];
    if (!go_record_count(r, g, &said))
        return;
    memcpy(theirs, r->territory, sizeof theirs);
    rng_seed(&rng, (uint64_t)count.games);
    go_final(g, &rng, &f);
    uint8_t territory[GO_POINTS];
    for (int p = 0; p < g->points; p++) {
        bool dead = g->cell[p] != CELL_EMPTY && f.status[p] == GO_DEAD;
        bool taken = g->cell[p] != CELL_EMPTY && theirs[p] != CELL_EMPTY && theirs[p] != g->cell[p];
        territory[p] = g->cell[p] == CELL_EMPTY || dead ? f.owner[p] : CELL_EMPTY;
        stones = stones && dead == taken;
    }
    if (strncasecmp(r->ruleset, "Japan", 5) == 0)
        leave_out_connections(g, &f, territory);
    memcpy(r->territory, territory, sizeof territory);
    go_record_count(r, g, &ours);
    count.games++;
    count.same += ours == said;
    count.winner += (ours > 0) == (said > 0) && (ours < 0) == (said < 0);
    count.stones += stones;
    if (ours != said && getenv("GO_TELL"))
        tell(r, g, &f, theirs, said, ours);
}

static int visit(const char *path, const struct stat *st, int type)
{
    (void)st;
    char *text = NULL;
    size_t len;
    struct err e;
    count.path = path;
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
