/* windows: a pure defender that blocks the windows that serve the opponent most (connect-k-agents §3.3,
 * Windows).
 *
 * A window of k squares without a stone of ours and with t ≥ 1 of the opponent's counts 2^(c(t−1)); a square
 * is worth the sum over the windows it blocks. A row that can be completed in this turn is completed: the
 * window scheme finds it anyway. The sums are kept up to date stone by stone (sums.h). */
#include "play/agent/kinds.h"
#include "play/agent/sums.h"

enum { OPTION_C };
static const struct bot_option options[] = {
    {"c", OPTION_WHOLE, "2", 0, 8, NULL, "a window with one stone more counts 2^c times as much"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

enum { LARGEST_SHIFT = 50 }; /* 252 windows through a square at the most: the sums stay below 2^58 */
static const double completes = 1e18;

struct windows {
    struct bot bot;
    struct sums sums; /* channel side: what that side's windows are worth */
};

static struct sum worth(const struct rules *r, int black, int white, const void *context)
{
    (void)r;
    int c = *(const int *)context, shift = c * ((black ? black : white) - 1);
    struct sum w = {{0, 0, 0, 0}};
    if ((black == 0) != (white == 0))
        w.of[black ? BLACK : WHITE] = (int64_t)1 << (shift < LARGEST_SHIFT ? shift : LARGEST_SHIFT);
    return w;
}

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    (void)e;
    int c = (int)v[OPTION_C].number;
    sums_init(&((struct windows *)a)->sums, agent_rules(game), worth, &c);
    return true;
}

static void done(struct bot *a)
{
    sums_free(&((struct windows *)a)->sums);
}

static int score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    const struct position *p = t->position;
    struct sums *sums = &((struct windows *)a)->sums;
    if (p->stones == 0) {
        out[0] = (struct scored){agent_centre(p), 0};
        return 1;
    }
    struct squares win = threats_winning_squares(t);
    for (int i = 0; i < win.n; i++)
        out[i] = (struct scored){win.s[i], completes};
    if (win.n)
        return win.n;
    sums_update(sums, t);
    enum side other = side_other(p->to_move);
    int n = agent_empties(p, out);
    for (int i = 0; i < n; i++)
        out[i].score = (double)sums->at[out[i].at].of[other];
    return n;
}

const struct bot_kind agent_windows = {
    .name = "windows",
    .about = "blocks the windows that serve the opponent most",
    .options = options,
    .size = sizeof(struct windows),
    .init = init,
    .done = done,
    .score = score,
};
