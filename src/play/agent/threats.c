/* threats: generalised threats as a utility (connect-k-agents §3.2, and §3.3, Threats).
 *
 * For each line through an empty square and each player, the threat value t is the most stones that the
 * player has in a window of k around the square without a stone of the other. (The paper looks for it forward
 * and backward from the square, each time for the player met first; that finds the same windows, and two
 * values exactly if the players differ: a stone there makes one sequence and blocks another.) A value is a
 * shadow, and dropped, if within k squares of the line the same player has a larger one. Those left count
 * 2^(c(t−1)), so that with c = 6 no sum of smaller threats outweighs a larger.
 *
 * The paper's optional last step sets priorities: complete a row if this turn has the stones for it; block
 * what the opponent could complete next turn; and do not lengthen a sequence past k−p stones otherwise, since
 * it is a threat already.
 *
 * A stone changes the four lines through it; the values of the others are kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "play/agent/follow.h"
#include "play/agent/kinds.h"

enum { OPTION_C, OPTION_PRIORITY };
static const struct bot_option options[] = {
    {"c", OPTION_WHOLE, "6", 1, 12, NULL, "a threat with one stone more counts 2^c times as much"},
    {"priority", OPTION_WHOLE, "1", 0, 1, NULL, "complete rows first, then block, lengthen no threats"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

/* The threat values of a square: by direction, by side. Eight bytes, so that "none" is one comparison. */
union values {
    uint8_t t[DIRECTIONS][2];
    uint64_t any;
};

struct threats_agent {
    struct bot bot;
    struct follow follow;
    int c;
    bool priority;
    union values *at;      /* by square */
    uint32_t look, *fresh; /* by line: the look at which it was last worked out */
};

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    (void)e;
    struct threats_agent *g = (struct threats_agent *)a;
    g->c = (int)v[OPTION_C].number;
    g->priority = v[OPTION_PRIORITY].number > 0;
    g->at = mem_zero((size_t)square_limit(agent_rules(game)), sizeof *g->at);
    return true;
}

static void done(struct bot *a)
{
    struct threats_agent *g = (struct threats_agent *)a;
    follow_free(&g->follow);
    free(g->at);
    free(g->fresh);
}

/* The largest of n bytes. */
static uint8_t largest(const uint8_t *v, int n)
{
    uint8_t most = 0;
    for (int i = 0; i < n; i++)
        most = v[i] > most ? v[i] : most; /* NOLINT: n of them are there */
    return most;
}

/* Works out the threat values of one player along a line. */
static void work_out(struct threats_agent *g, const struct threats *t, const struct line *line,
                     enum side side)
{
    int k = t->position->rules.k, length = line->length, windows = length - k + 1;
    int step = direction_step[line->direction];
    uint8_t stones[RULES_MAX_SIDE], most[RULES_MAX_SIDE];
    for (int i = 0; i < windows; i++) {
        uint16_t state = t->state[line->first + i];
        stones[i] = segment_active(state, side) ? (uint8_t)segment_count(state, side) : 0;
    }
    for (int i = 0; i < length; i++) {
        int low = i >= k ? i - k + 1 : 0, high = i < windows ? i : windows - 1;
        bool empty = t->position->cell[line->start + i * step] == CELL_EMPTY;
        most[i] = empty ? largest(stones + low, high - low + 1) : 0;
    }
    for (int i = 0; i < length; i++) {
        int low = i > k ? i - k : 0, high = i + k < length ? i + k : length - 1;
        bool shadow = most[i] == 0 || largest(most + low, high - low + 1) > most[i];
        g->at[line->start + i * step].t[line->direction][side] = shadow ? 0 : most[i];
    }
}

static void work_out_line(struct threats_agent *g, const struct threats *t, int line)
{
    if (line == 0 || g->fresh[line] == g->look)
        return;
    g->fresh[line] = g->look;
    work_out(g, t, &t->segments->line[line], BLACK);
    work_out(g, t, &t->segments->line[line], WHITE);
}

static void update(struct threats_agent *g, const struct threats *t)
{
    const square *changed;
    size_t lines = (size_t)t->segments->lines;
    if (!g->fresh)
        g->fresh = mem_zero(lines, sizeof *g->fresh);
    if (++g->look == 0) { /* after 2^32 looks old stamps would seem fresh */
        memset(g->fresh, 0, lines * sizeof *g->fresh);
        g->look = 1;
    }
    int n = follow_look(&g->follow, t->position, &changed);
    for (int line = 1; n < 0 && line < t->segments->lines; line++)
        work_out_line(g, t, line);
    for (int i = 0; i < n; i++)
        for (int d = 0; d < DIRECTIONS; d++)
            work_out_line(g, t, t->segments->at[changed[i]][d].line);
}

/* What a threat of t stones counts, for either player, in this turn. */
static void set_weights(const struct threats_agent *g, const struct position *p,
                        double weight[2][RULES_MAX_K + 1])
{
    int k = p->rules.k, delta = rules_delta(&p->rules);
    enum side own = p->to_move, other = side_other(own);
    for (int t = 0; t < k; t++) {
        weight[own][t] = weight[other][t] = t ? ldexp(1, g->c * (t - 1)) : 0;
        if (g->priority && t + p->left >= k)
            weight[own][t] = ldexp(1, g->c * (k + 1));
        else if (g->priority && t > 0 && t >= delta)
            weight[own][t] = 1;
        if (g->priority && t >= delta)
            weight[other][t] = ldexp(1, g->c * k);
    }
}

static int score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    struct threats_agent *g = (struct threats_agent *)a;
    const struct position *p = t->position;
    if (p->stones == 0) {
        out[0] = (struct scored){agent_centre(p), 0};
        return 1;
    }
    double weight[2][RULES_MAX_K + 1];
    update(g, t);
    set_weights(g, p, weight);
    int n = agent_empties(p, out);
    for (int i = 0; i < n; i++) {
        union values v = g->at[out[i].at];
        for (int d = 0; d < DIRECTIONS && v.any; d++)
            out[i].score += weight[BLACK][v.t[d][BLACK]] + weight[WHITE][v.t[d][WHITE]];
    }
    return n;
}

const struct bot_kind agent_threats = {
    .name = "threats",
    .about = "generalised threat values of both players, larger ones dominating",
    .options = options,
    .size = sizeof(struct threats_agent),
    .init = init,
    .done = done,
    .score = score,
};
