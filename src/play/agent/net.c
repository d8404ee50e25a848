/* net: plays what a net expects (SPEC 9), directly and without search: the stone that is the likeliest next one.
 *
 * A row that can be completed is completed, unless `sure=no`: the net knows such squares by a plane, but a bare net can be
 * wrong about them. Turns come stone by stone: the second is asked for with the first on the board. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "net/evaluator.h"
#include "play/agent/kinds.h"

enum { OPTION_FILE, OPTION_RANK, OPTION_TOP, OPTION_HEAT, OPTION_SURE };
static const struct bot_option options[] = {
    {"file", OPTION_PATH, "builtin", 0, 0, NULL, "a net of `hexad net train`"},
    {"rank", OPTION_WHOLE, "2400", 0, 9999, NULL,
     "play as players of this rating do (the net inside knows 2100 to 2500); 0: of any"},
    {"top", OPTION_WHOLE, "1", 1, 1000, NULL, "draw one of the so many likeliest by lot, by their shares"},
    {"heat", OPTION_NUMBER, "1", 0.01, 100, NULL, "with top: above 1 the lot is more even, below less"},
    {"sure", OPTION_CHOICE, "yes", 0, 0, "no|yes", "complete rows whatever the net says"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

static const double completes = 1e9;

struct net_agent {
    struct bot bot;
    struct evaluator *evaluator;
    struct evaluation said;
    int top;
    double heat;
    bool sure;
};

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    struct net_agent *n = (struct net_agent *)a;
    n->top = (int)v[OPTION_TOP].number;
    n->heat = v[OPTION_HEAT].number;
    n->sure = v[OPTION_SURE].choice == 1;
    n->said.prior =
        mem_zero((size_t)(agent_rules(game)->m * agent_rules(game)->n + 1), sizeof *n->said.prior);
    n->evaluator = net_evaluator_new(
        game,
        &(struct net_evaluator_options){v[OPTION_FILE].text, (int)v[OPTION_RANK].number, NET_LAST_USUAL}, e);
    return n->evaluator || err_prefix(e, "net");
}

static void done(struct bot *a)
{
    struct net_agent *n = (struct net_agent *)a;
    evaluator_free(n->evaluator);
    free(n->said.prior);
}

/* One of the likeliest by lot gets the best score. */
static void draw(struct net_agent *n, struct scored *out, int count)
{
    double sum = 0, weight[1000];
    int top = n->top < count ? n->top : count;
    for (int i = 0; i < top; i++)
        sum += weight[i] = pow((double)n->said.prior[i].share, 1 / n->heat);
    double lot = rng_unit(&n->bot.rng) * sum;
    int i = 0;
    while (i + 1 < top && lot >= weight[i])
        lot -= weight[i++];
    out[i].score += 1;
}

static int score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    struct net_agent *n = (struct net_agent *)a;
    const struct position *p = t->position;
    if (p->stones == 0) { /* which the net has never seen */
        out[0] = (struct scored){agent_centre(p), 0};
        return 1;
    }
    struct squares win = {0};
    if (n->sure)
        win = threats_winning_squares(t);
    for (int i = 0; i < win.n; i++)
        out[i] = (struct scored){win.s[i], completes};
    if (win.n)
        return win.n;
    evaluator_ask(n->evaluator, &game, 1, &n->said);
    for (int i = 0; i < n->said.n; i++)
        out[i] = (struct scored){n->said.prior[i].move, (double)n->said.prior[i].share};
    if (n->top > 1)
        draw(n, out, n->said.n);
    a->work.value = n->said.chance;
    return n->said.n;
}

const struct bot_kind agent_net = {
    .name = "net",
    .about = "the stone that a trained net expects, without search",
    .options = options,
    .size = sizeof(struct net_agent),
    .init = init,
    .done = done,
    .score = score,
};
