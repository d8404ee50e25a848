/* net, of Go: plays what a net expects (SPEC 9), directly and without search.
 *
 * Own eyes are never filled. A bare net does not know when to stop: it passes when nothing else is left, or when the other side
 * has passed and the game is won, whether dead stones are taken off or not; or when it is settled and lost. */
#include "play/games/go_net.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "go/game.h"
#include "go/planes.h"
#include "go/record.h"
#include "go/score.h"
#include "go/settle.h"
#include "net/builtin.h"
#include "net/infer.h"

enum { OPTION_FILE, OPTION_RANK, OPTION_TOP, OPTION_HEAT, OPTION_LAST };
static const struct agent_option options[] = {
    {"file", OPTION_TEXT, "builtin", 0, 0, NULL,
     "a net of `hexad net train --game go` (builtin: that of the program)"},
    {"rank", OPTION_TEXT, "9d", 0, 0, NULL, "play as players of this rank do, 1d to 9d"},
    {"top", OPTION_WHOLE, "1", 1, 100, NULL, "draw one of the so many likeliest by lot, by their shares"},
    {"heat", OPTION_NUMBER, "1", 0.01, 100, NULL, "with top: above 1 the lot is more even, below less"},
    {"last", OPTION_CHOICE, "no", 0, 0, "no|yes",
     "show the net the last moves: it expects people's moves better with them, but plays better without"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

struct go_net {
    struct bot bot;
    struct net_file file;
    struct net_infer *infer;
    uint8_t *planes;
    float *logit;
    int rank, top;
    double heat;
    bool last;
};

static bool load(struct go_net *n, const char *path, int size, struct err *e)
{
    if (!net_open(path, "go", &n->file, e))
        return false;
    if (n->file.game[0] != 'g' || n->file.game[1] != 'o' || n->file.net->planes != GO_PLANES)
        return err_set(e, "%s: a net for '%s', not for Go", path, n->file.game);
    if (!net_sees(n->file.net, size, size))
        return err_set(e, "%s: knows %dx%d boards only", path, n->file.net->width, n->file.net->height);
    n->infer = net_infer_new(n->file.net, n->file.parameter, size, size, NET_INFER_BEST);
    return true;
}

static bool init(struct bot *b, const struct game *g, const struct agent_value *v, struct err *e)
{
    struct go_net *n = (struct go_net *)b;
    const struct go *go = go_of(g);
    n->rank = go_rank_plane(go_rank_parse(v[OPTION_RANK].text));
    n->top = (int)v[OPTION_TOP].number;
    n->heat = v[OPTION_HEAT].number;
    n->last = v[OPTION_LAST].choice == 1;
    if (n->rank == 0)
        return err_set(e, "net: rank is '%s', must be 1d to 9d", v[OPTION_RANK].text);
    n->planes = mem_zero((size_t)(GO_PLANES * go->points), 1);
    n->logit = mem_zero((size_t)go->points, sizeof *n->logit);
    return load(n, v[OPTION_FILE].text, go->size, e) || err_prefix(e, "net");
}

static void done(struct bot *b)
{
    struct go_net *n = (struct go_net *)b;
    net_infer_free(n->infer);
    net_file_done(&n->file);
    free(n->planes);
    free(n->logit);
}

/* Sensible points, the likeliest first, at most so many; returns how many. */
static int likeliest(const struct go_net *n, const struct go *g, go_point *out)
{
    int count = 0;
    for (int p = 0; p < g->points; p++) {
        if (!go_sensible(g, (go_point)p))
            continue;
        int i = count < n->top ? count++ : n->top;
        for (; i > 0 && n->logit[out[i - 1]] < n->logit[p]; i--)
            if (i < n->top)
                out[i] = out[i - 1];
        if (i < n->top)
            out[i] = (go_point)p;
    }
    return count;
}

static go_point draw(struct go_net *n, const go_point *list, int count)
{
    double weight[100], sum = 0;
    assert(count <= 100);
    for (int i = 0; i < count; i++)
        sum += weight[i] = exp((double)(n->logit[list[i]] - n->logit[list[0]]) / n->heat);
    double lot = rng_unit(&n->bot.rng) * sum;
    int i = 0;
    while (i + 1 < count && lot >= weight[i])
        lot -= weight[i++];
    return list[i];
}

/* Has the other side passed, and is there nothing to win by going on? A board that is won as it stands may be lost where dead
 * stones are taken off, by players or a referee: then it is better to go on, which costs nothing. */
static bool enough(struct go_net *n, const struct go *g)
{
    int ours = g->to_move == BLACK ? 1 : -1;
    uint8_t owner[GO_POINTS];
    if (g->passes == 0)
        return false;
    bool settled = go_settled(g, &n->bot.rng, owner), won = ours * go_score_of(g, owner) > 0;
    return won ? ours * go_score(g) > 0 : settled;
}

static void choose(struct bot *b, struct game *game, struct squares *out)
{
    struct go_net *n = (struct go_net *)b;
    struct go *g = go_of(game);
    go_point list[100 + 1], at = GO_PASS;
    if (!enough(n, g)) {
        go_planes(g, n->rank, n->planes);
        if (!n->last)
            memset(n->planes + GO_PLANE_SINCE * g->points, 0, (size_t)(GO_HISTORY * g->points));
        bool colours = n->file.net->by_colour, white = g->to_move == WHITE;
        if (white && !colours)
            go_planes_swap(g->size, n->planes);
        net_infer_run(n->infer, n->planes, white && colours, n->logit);
        int count = likeliest(n, g, list);
        at = count ? draw(n, list, count) : GO_PASS;
    }
    out->s[out->n++] = at;
}

static const struct bot_kind kind = {
    .name = "net",
    .about = "the move that a trained net expects, without search",
    .options = options,
    .size = sizeof(struct go_net),
    .init = init,
    .done = done,
    .choose = choose,
};

const struct bot_kind *const go_net_bots[] = {&kind, NULL};
