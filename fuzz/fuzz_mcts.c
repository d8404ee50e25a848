/* Bytes as games of Go and orders to one tree search: moves, ways back, small memories, threads, limits. What it tells is legal, its
 * walks are counted, and its memory is what it was given. */
#include <stdio.h>
#include <stdlib.h>

#include "go/game.h"
#include "mcts/mcts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS_MOST = 24 };

static void claim(bool truth, const char *what)
{
    if (truth)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void check(const struct mcts *m, struct game *g, uint64_t walks)
{
    static struct report r;
    struct mcts_counts c = mcts_count(m);
    mcts_report(m, &r);
    claim(r.nodes == walks, "walks are lost");
    claim(c.used <= c.memory, "too much memory");
    claim(r.n >= 1, "no move is told");
    for (int i = 0; i < r.n; i++) {
        int n = 0;
        for (; n < r.line[i].n; n++) {
            claim(game_state(g) == OUTCOME_OPEN && game_legal(g, r.line[i].move[n]), "an illegal line");
            game_play(g, r.line[i].move[n]);
        }
        while (n--)
            game_undo(g);
        claim(r.line[i].chance >= 0.01 && r.line[i].chance <= 0.99, "a chance that is none");
    }
    for (int p = 0; p < r.points; p++)
        claim(r.owner[p] >= -100 && r.owner[p] <= 100, "an owner that is none");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4)
        return 0;
    struct go_rules rules = {2 + data[0] % 6, 15, 0, data[0] & 128 ? GO_SIMPLE_KO : GO_SUPERKO};
    struct game *g = go_take(go_new(&rules));
    struct mcts_options o = mcts_usual();
    o.memory = (size_t)(64 + 16 * (data[1] % 16)) << 10;
    o.threads = 1 + data[2] % 2;
    o.rave = data[2] & 16 ? 0 : 100;
    o.points = data[2] & 32 ? 0.7 : 0;
    o.open_after = data[3] % 4;
    struct mcts *m = mcts_new(g, &o);
    for (size_t i = 4; i < size && i < 4 + STEPS_MOST && game_state(g) == OUTCOME_OPEN; i++) {
        game_move move[GAME_MOVES_MOST];
        int n = g->kind->moves(g, move);
        if (data[i] >= 240 && game_plies(g) > 0)
            game_undo(g);
        else
            game_play(g, move[data[i] % n]);
        if (game_state(g) != OUTCOME_OPEN)
            break;
        struct mcts_limits l = {.playouts = 1 + data[i] % 40};
        if (data[i] & 1)
            mcts_go_to(m, g);
        else
            mcts_begin(m, g);
        mcts_run(m, &l);
        check(m, g, l.playouts);
    }
    mcts_free(m);
    game_free(g);
    return 0;
}
