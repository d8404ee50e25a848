/* mesh: clumps of stones in an elastic sheet (connect-k-agents §3.3, Mesh).
 *
 * Every stone weighs the sheet down, and the sheet carries its depth on to its surroundings:
 *
 *     depth(s) = weight(s) + elasticity · mean depth of the four nearest squares in each of the 8 directions
 *
 * with squares off the board at depth 0. The equations are solved by Gauss-Seidel sweeps, always from the
 * same start, so that a position has one answer; the deepest empty square is played. An own stone weighs
 * 1. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "play/agent/kinds.h"

enum { REACH = 4, RAYS = 2 * DIRECTIONS };
enum { OPTION_ELASTICITY, OPTION_OPPONENT };
static const struct bot_option options[] = {
    {"elasticity", OPTION_NUMBER, "0.8", 0, 0.95, NULL, "how much of its depth a square hands on"},
    {"opponent", OPTION_NUMBER, "0.5", -10, 10, NULL, "weight of a stone of the opponent"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

struct mesh {
    struct bot bot;
    double elasticity, opponent;
    int sweeps;
    double *depth; /* by square */
};

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    (void)e;
    struct mesh *m = (struct mesh *)a;
    m->elasticity = v[OPTION_ELASTICITY].number;
    m->opponent = v[OPTION_OPPONENT].number;
    /* Each sweep leaves at most `elasticity` of the error: go on to one part in a thousand. */
    m->sweeps = m->elasticity > 0 ? (int)ceil(log(1e-3) / log(m->elasticity)) : 1;
    m->depth = mem_alloc((size_t)square_limit(agent_rules(game)) * sizeof *m->depth);
    return true;
}

static void done(struct bot *a)
{
    free(((struct mesh *)a)->depth);
}

/* The sum of the depths around a square; a ray ends at the edge. */
static double around(const struct mesh *m, const struct position *p, square s)
{
    double sum = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int step = sign * direction_step[d], at = s + step;
            for (int i = 0; i < REACH && agent_cell(p, at) != CELL_EDGE; i++, at += step)
                sum += m->depth[at];
        }
    return sum;
}

/* Sweeps until it is exact enough, or the time over: then the sheet is flatter than it should be. */
static void solve(struct mesh *m, const struct position *p)
{
    double weight[] = {[CELL_EMPTY] = 0, [CELL_BLACK] = 1, [CELL_WHITE] = 1, [CELL_EDGE] = 0};
    weight[cell_of(side_other(p->to_move))] = m->opponent;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        m->depth[s] = weight[p->cell[s]];
    for (int sweep = 0; sweep < m->sweeps && (sweep == 0 || !bot_expired(&m->bot)); sweep++)
        for (square s = square_first(); s; s = square_next(&p->rules, s))
            m->depth[s] = weight[p->cell[s]] + m->elasticity / (RAYS * REACH) * around(m, p, s);
}

static int score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    struct mesh *m = (struct mesh *)a;
    if (t->position->stones == 0) {
        out[0] = (struct scored){agent_centre(t->position), 0};
        return 1;
    }
    solve(m, t->position);
    int n = agent_empties(t->position, out);
    for (int i = 0; i < n; i++)
        out[i].score = m->depth[out[i].at];
    return n;
}

const struct bot_kind agent_mesh = {
    .name = "mesh",
    .about = "the deepest square of an elastic sheet under the stones' weight",
    .options = options,
    .size = sizeof(struct mesh),
    .init = init,
    .done = done,
    .score = score,
};
