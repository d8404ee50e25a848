/* Players of Go that need nothing but the rules; see game.h. */
#include <string.h>

#include "go/game.h"
#include "go/ladder.h"
#include "go/score.h"

bool go_sensible(const struct go *g, go_point at)
{
    return at < g->points && g->cell[at] == CELL_EMPTY && !go_eye(g, at, g->to_move) && go_legal(g, at);
}

static void answer(struct squares *out, go_point at)
{
    out->s[out->n++] = at;
}

/* random: any legal point with the same probability, a pass only if there is none. */
static void choose_random(struct bot *b, struct game *game, struct squares *out)
{
    const struct go *g = go_of(game);
    go_point best = GO_PASS;
    uint32_t n = 0;
    for (int p = 0; p < g->points; p++)
        if (go_legal(g, (go_point)p) && rng_below(&b->rng, ++n) == 0)
            best = (go_point)p;
    answer(out, best);
}

/* What a point is worth to `plain`: taking and saving stones first, ladders, then shape. */
struct plain {
    struct go *g;
    struct go_set ladder;
    int score[GO_POINTS];
};

/* Stones that are taken or saved by a move there, those of ladders too. */
static int tactics(struct plain *p, go_point at)
{
    const struct go *g = p->g;
    int taken = 0, saved = 0;
    for (int i = 0; i < 4; i++) {
        go_point q = g->near[at][i];
        if (g->cell[q] == CELL_EMPTY || g->cell[q] == CELL_EDGE || g->liberties[g->chain[q]] > 1)
            continue;
        if (g->cell[q] == (int)cell_of(side_other(g->to_move)))
            taken += g->length[g->chain[q]];
        else
            saved += g->length[g->chain[q]];
    }
    if (saved || taken) { /* does it help: two liberties or more afterwards, and no ladder? */
        go_play(p->g, at);
        go_point name = g->chain[at];
        bool alive = g->liberties[name] > 2;
        if (g->liberties[name] == 2) {
            struct go_set hunted;
            go_ladders(p->g, &hunted);
            alive = true;
            for (int w = 0; w < g->words; w++)
                alive = alive && !(hunted.w[w] & g->liberty[name].w[w]);
        }
        go_undo(p->g);
        saved = alive ? saved : 0;
    }
    return 40 * taken + 30 * saved + (go_set_has(&p->ladder, at) ? 25 : 0);
}

/* Is a stone played there in atari at once? */
static bool self_atari(const struct plain *p, go_point at)
{
    go_play(p->g, at);
    bool bad = p->g->liberties[p->g->chain[at]] == 1 && p->g->move[p->g->moves - 1].taken == 0;
    go_undo(p->g);
    return bad;
}

/* Near stones of either colour, on the third and fourth lines while the board is empty. */
static int shape(const struct go *g, go_point at)
{
    int col = at % g->size, row = at / g->size, near = 0;
    for (int dr = -2; dr <= 2; dr++)
        for (int dc = -2; dc <= 2; dc++) {
            int c = col + dc, r = row + dr;
            if (c < 0 || c >= g->size || r < 0 || r >= g->size || g->cell[go_at(g, c, r)] == CELL_EMPTY)
                continue;
            near += dr * dr + dc * dc <= 2 ? 2 : 1;
        }
    int across = col < g->size - 1 - col ? col : g->size - 1 - col;
    int up = row < g->size - 1 - row ? row : g->size - 1 - row;
    int line = across < up ? across : up;
    return (near > 8 ? 8 : near) + (line == 0 ? -6 : line == 2 || line == 3 ? 3 : 0);
}

static void choose_plain(struct bot *b, struct game *game, struct squares *out)
{
    struct plain p = {.g = go_of(game)};
    go_ladders(p.g, &p.ladder);
    go_point best = GO_PASS;
    double most = 0;
    for (int i = 0; i < p.g->points; i++) {
        go_point at = (go_point)i;
        if (!go_sensible(p.g, at))
            continue;
        double score =
            100 + tactics(&p, at) + shape(p.g, at) - (self_atari(&p, at) ? 60 : 0) + 6 * rng_unit(&b->rng);
        if (best == GO_PASS || score > most) {
            best = at;
            most = score;
        }
    }
    answer(out, best);
}

const struct bot_kind go_random = {
    .name = "random",
    .about = "any legal point",
    .size = sizeof(struct bot),
    .choose = choose_random,
};

const struct bot_kind go_plain = {
    .name = "plain",
    .about =
        "takes and saves stones, reads ladders, plays near others, fills no eye; passes when nothing is left",
    .size = sizeof(struct bot),
    .choose = choose_plain,
};
