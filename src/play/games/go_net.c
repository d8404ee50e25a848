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
#include "go/record.h"
#include "go/settle.h"
#include "net/evaluator.h"

enum { OPTION_FILE, OPTION_RANK, OPTION_TOP, OPTION_HEAT, OPTION_LAST };
static const struct bot_option options[] = {
    {"file", OPTION_PATH, "builtin", 0, 0, NULL,
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
    struct evaluator *evaluator;
    struct evaluation said;
    int top;
    double heat;
};

static bool init(struct bot *b, const struct game *g, const struct bot_value *v, struct err *e)
{
    struct go_net *n = (struct go_net *)b;
    int rank = go_rank_plane(go_rank_parse(v[OPTION_RANK].text));
    n->top = (int)v[OPTION_TOP].number;
    n->heat = v[OPTION_HEAT].number;
    if (rank == 0)
        return err_set(e, "net: rank is '%s', must be 1d to 9d", v[OPTION_RANK].text);
    n->said.prior = mem_zero((size_t)go_of(g)->points + 1, sizeof *n->said.prior);
    struct net_evaluator_options o = {v[OPTION_FILE].text, rank,
                                      v[OPTION_LAST].choice == 1 ? NET_LAST_SHOW : NET_LAST_HIDE};
    n->evaluator = net_evaluator_new(g, &o, e);
    return n->evaluator || err_prefix(e, "net");
}

static void done(struct bot *b)
{
    struct go_net *n = (struct go_net *)b;
    evaluator_free(n->evaluator);
    free(n->said.prior);
}

/* Sensible moves alone, at most so many of the likeliest; returns how many. */
static int likeliest(struct go_net *n, const struct go *g)
{
    int count = 0;
    for (int i = 0; i < n->said.n && count < n->top; i++)
        if (go_sensible(g, n->said.prior[i].move))
            n->said.prior[count++] = n->said.prior[i];
    return count;
}

static go_point draw(struct go_net *n, int count)
{
    double weight[100], sum = 0;
    assert(count <= 100);
    for (int i = 0; i < count; i++)
        sum += weight[i] = pow((double)n->said.prior[i].share, 1 / n->heat);
    double lot = rng_unit(&n->bot.rng) * sum;
    int i = 0;
    while (i + 1 < count && lot >= weight[i])
        lot -= weight[i++];
    return n->said.prior[i].move;
}

static void choose(struct bot *b, struct game *game, struct squares *out)
{
    struct go_net *n = (struct go_net *)b;
    struct go *g = go_of(game);
    go_point at = GO_PASS;
    if (!go_enough(g, &n->bot.rng)) {
        evaluator_ask(n->evaluator, &game, 1, &n->said);
        int count = likeliest(n, g);
        at = count ? draw(n, count) : GO_PASS;
    }
    out->s[out->n++] = at;
}

const struct bot_kind go_net = {
    .name = "net",
    .about = "the move that a trained net expects, without search",
    .options = options,
    .size = sizeof(struct go_net),
    .init = init,
    .done = done,
    .choose = choose,
};
