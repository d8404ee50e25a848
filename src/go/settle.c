/* Ends by chance; see settle.h. */
#include "go/settle.h"

#include "go/game.h"
#include "go/score.h"

enum { ROUNDS = 48, STRAY = 6 }; /* so many rounds may give a point to the other side */

/* A sensible point by lot, or a pass. */
static go_point any(const struct go *g, struct rng *r)
{
    go_point empty[GO_POINTS];
    uint32_t n = 0;
    for (int p = 0; p < g->points; p++)
        if (g->cell[p] == CELL_EMPTY)
            empty[n++] = (go_point)p;
    while (n) {
        uint32_t i = rng_below(r, n);
        if (go_sensible(g, empty[i]))
            return empty[i];
        empty[i] = empty[--n];
    }
    return GO_PASS;
}

/* Whose every point is after a game by chance; the board is as before. */
static void play_out(struct go *g, struct rng *r, uint8_t owner[GO_POINTS])
{
    int moves = 0, most = 3 * g->points; /* of games that go on by captures */
    for (int passes = 0; passes < 2 && moves < most; moves++) {
        go_point at = any(g, r);
        passes = at == GO_PASS ? passes + 1 : 0;
        go_play(g, at);
    }
    go_area(g, owner);
    while (moves-- > 0)
        go_undo(g);
}

bool go_settled(const struct go *g, struct rng *r, uint8_t owner[GO_POINTS])
{
    struct go *copy = go_copy(g);
    int black[GO_POINTS] = {0}, white[GO_POINTS] = {0};
    bool settled = true;
    for (int i = 0; i < ROUNDS; i++) {
        play_out(copy, r, owner);
        for (int p = 0; p < g->points; p++) {
            black[p] += owner[p] == CELL_BLACK;
            white[p] += owner[p] == CELL_WHITE;
            settled = settled && (black[p] <= STRAY || white[p] <= STRAY);
        }
    }
    for (int p = 0; p < g->points; p++)
        owner[p] = black[p] > white[p] ? CELL_BLACK : CELL_WHITE;
    go_free(copy);
    return settled;
}

bool go_enough(const struct go *g, struct rng *r)
{
    int ours = g->to_move == BLACK ? 1 : -1;
    uint8_t owner[GO_POINTS];
    if (g->passes == 0)
        return false;
    bool settled = go_settled(g, r, owner), won = ours * go_score_of(g, owner) > 0;
    return won ? ours * go_score(g) > 0 : settled;
}
