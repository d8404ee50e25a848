/* Plays whatever the bytes say on a small board of Go, undoes some of it, and compares with Go from its definitions:
 * legality by both ko rules, planes, scores, and that undoing everything leaves nothing behind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "go/ladder.h"
#include "go/planes.h"
#include "go/score.h"
#include "support/plain_go.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS_MOST = 250, COMPARE_EVERY = 8 };

static void claim(bool truth, const char *what)
{
    if (truth)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void compare(struct go *g, const struct plain_go *p)
{
    static uint8_t fast[GO_PLANES * GO_POINTS], slow[GO_PLANES * GO_POINTS];
    struct go_set set;
    uint64_t key = go_key(g);
    bool cut = go_ladders(g, &set) > 0;
    go_planes(g, 4, fast);
    plain_go_planes(p, 4, !cut, slow);
    if (cut)
        memset(fast + GO_PLANE_LADDER * g->points, 0, (size_t)g->points);
    claim(memcmp(fast, slow, (size_t)(GO_PLANES * g->points)) == 0, "planes differ");
    claim(go_score(g) + g->rules.komi == 2 * plain_go_score(p), "scores differ");
    claim(key == go_key(g), "reading ladders has changed the game");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct plain_go p;
    if (size < 2)
        return 0;
    struct go_rules r = {2 + data[0] % 6, 13, 0, data[0] / 6 % 2 ? GO_SIMPLE_KO : GO_SUPERKO};
    struct go *g = go_new(&r);
    plain_go_start(&p, r.size, r.ko == GO_SUPERKO);
    for (size_t i = 1; i < size && i < STEPS_MOST; i++) {
        int what = data[i] % (g->points + 4);
        if (what < 3 && g->moves) { /* take back one to three */
            for (int k = 0; k <= what && g->moves; k++) {
                go_undo(g);
                plain_go_undo(&p);
            }
        } else {
            go_point at = what < g->points ? (go_point)what : (go_point)GO_PASS;
            int same = at == GO_PASS ? PLAIN_GO_PASS : at;
            char side = g->to_move == BLACK ? 'X' : 'O';
            bool legal = go_legal(g, at);
            claim(legal == plain_go_legal(&p, side, same), "legality differs");
            if (legal) {
                go_play(g, at);
                plain_go_play(&p, side, same);
            }
        }
        if (i % COMPARE_EVERY == 0)
            compare(g, &p);
    }
    compare(g, &p);
    while (g->moves)
        go_undo(g);
    claim(g->hash == 0 && g->stones[0] + g->stones[1] == 0 && g->taken[0] + g->taken[1] == 0,
          "something is left");
    go_free(g);
    return 0;
}
