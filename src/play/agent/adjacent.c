/* adjacent: a random empty square next to a stone (connect-k-agents §3.3, Adjacent). Without a stone it
 * begins in the centre. The paper's proof of concept, useful to test searches on small boards. */
#include "play/agent/kinds.h"

static bool has_neighbour(const struct position *p, square s)
{
    for (int d = 0; d < DIRECTIONS; d++)
        for (int sign = -1; sign <= 1; sign += 2) {
            enum cell c = agent_cell(p, s + sign * direction_step[d]);
            if (c == CELL_BLACK || c == CELL_WHITE)
                return true;
        }
    return false;
}

static int score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    const struct position *p = t->position;
    int n = 0;
    if (p->stones == 0) {
        out[0] = (struct scored){agent_centre(p), 0};
        return 1;
    }
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY && has_neighbour(p, s))
            out[n++] = (struct scored){s, rng_unit(&a->rng)};
    return n; /* at least one: from a stone to an empty square one comes across neighbours */
}

const struct bot_kind agent_adjacent = {
    .name = "adjacent",
    .about = "a random neighbour of a stone",
    .size = sizeof(struct bot),
    .score = score,
};
