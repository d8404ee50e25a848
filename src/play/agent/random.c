/* random: any empty square, all with the same probability. What every other agent must beat, and what finds
 * bugs. */
#include "play/agent/kinds.h"

static int score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    int n = agent_empties(t->position, out);
    for (int i = 0; i < n; i++)
        out[i].score = rng_unit(&a->rng);
    return n;
}

const struct bot_kind agent_random = {
    .name = "random",
    .about = "any empty square",
    .size = sizeof(struct bot),
    .score = score,
};
