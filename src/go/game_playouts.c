/* Go's playouts as a game's (game/playout.h). */
#include "game/playout.h"

#include "go/game.h"
#include "go/playout.h"
#include "go/score.h"

static void *maker(const struct game *g)
{
    (void)g;
    return go_playout_new();
}

static void done(void *p)
{
    go_playout_free(p);
}

static void run(void *p, const struct game *g, struct rng *r, struct playout *out)
{
    int score = go_playout_run(p, go_of(g), r, out->first, out->owner);
    out->score = score / 2.0;
    out->black = score > 0 ? 1 : score < 0 ? 0 : 0.5;
}

static bool sensible(const struct game *g, game_move m)
{
    return m == GO_PASS || !go_eye(go_of(g), m, go_of(g)->to_move);
}

const struct game_playouts go_game_playouts = {maker, done, run, sensible};
