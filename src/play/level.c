/* Levels for people; see level.h. */
#include "play/level.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "connect/eval/eval.h"
#include "connect/threat/threats.h"

enum { GLANCE_WORK = 3000000 }; /* squares scored in a turn at first sight, times k */

const struct level levels[] = {
    {1, "newcomer", "sees rows, often looks away", 100, 1, 1.8, 0.35, 1, 0, false},
    {2, "beginner", "completes and blocks rows, mostly", 100, 0.9, 1.5, 0.2, 1, 0, false},
    {3, "learner", "blocks what it sees", 200, 0.8, 1.2, 0.1, 1, 0, false},
    {4, "casual", "makes threats of its own", 400, 0.6, 1, 0.05, 1, 0, false},
    {5, "regular", "seldom misses a threat", 1000, 0.4, 0.9, 0.02, 1, 0, true},
    {6, "club", "plays sound turns", 4000, 0.2, 0.8, 0, 1, 0, true},
    {7, "strong", "sees short combinations", 10000, 0.12, 0.8, 0, 4, 15, true},
    {8, "expert", "sees long combinations", 60000, 0, 0, 0, 3, 8, true},
    {9, "master", "few mistakes", 200000, 0, 0, 0, 2, 5, true},
    {10, "champion", "about a second of thought", 600000, 0, 0, 0, 2, 3, true},
    {LEVEL_FULL, "full", "as strong as the time allows", 0, 0, 0, 0, 0, 0, true},
    {0, NULL, NULL, 0, 0, 0, 0, 0, 0, false},
};

const struct level *level_of(int number)
{
    return &levels[(number >= LEVEL_LEAST && number <= LEVEL_MOST ? number : LEVEL_FULL) - LEVEL_LEAST];
}

bool level_parse(const char *text, const struct level **out, struct err *e)
{
    char *end;
    long number = strtol(text, &end, 10);
    for (const struct level *v = levels; v->name; v++)
        if (strcasecmp(text, v->name) == 0 || (end != text && !*end && number == v->number)) {
            *out = v;
            return true;
        }
    return err_set(e, "'%.40s' is no level: %d, %s, to %d, %s, or full", text, LEVEL_LEAST, levels[0].name,
                   LEVEL_MOST, level_of(LEVEL_MOST)->name);
}

void level_narrow(const struct level *v, struct engine_limits *l)
{
    if (v->nodes && (l->work.nodes == 0 || v->nodes < l->work.nodes))
        l->work.nodes = v->nodes;
    if (v->lines > l->lines)
        l->lines = v->lines;
}

/* One of the lines, the better ones more often. */
static int draw_line(const struct level *v, const struct report *r, struct rng *rng)
{
    double weight[REPORT_LINES_MOST], sum = 0;
    int n = r->n < v->lines ? r->n : v->lines;
    if (!(v->spread > 0) || n < 2)
        return 0;
    for (int i = 0; i < n; i++)
        sum += weight[i] = exp((double)(r->line[i].value - r->line[0].value) / v->spread);
    double at = rng_unit(rng) * sum;
    for (int i = 0; i < n - 1; i++) {
        at -= weight[i];
        if (at < 0)
            return i;
    }
    return n - 1;
}

/* One of the scored squares, drawn with chances as of exp(score / heat). */
static square draw_square(const struct eval_score *score, int n, double heat, struct rng *rng)
{
    int best = 0;
    double sum = 0;
    for (int i = 1; i < n; i++)
        best = score[i].score > score[best].score ? i : best;
    if (!(heat > 0))
        return score[best].at;
    for (int i = 0; i < n; i++)
        sum += exp((score[i].score - score[best].score) / (heat * EVAL_UNIT));
    double at = rng_unit(rng) * sum;
    for (int i = 0; i < n - 1; i++) {
        at -= exp((score[i].score - score[best].score) / (heat * EVAL_UNIT));
        if (at < 0)
            return score[i].at;
    }
    return score[n - 1].at;
}

/* Takes a square out of the list; returns how many are left. */
static int take_out(struct eval_score *score, int n, square at)
{
    int i = 0;
    while (score[i].at != at)
        i++;
    score[i] = score[n - 1];
    return n - 1;
}

/* A turn at first sight, stone by stone. Squares are scored anew for every stone, as long as that is little
 * work: with turns of tens of stones on the largest boards it would be a second. */
static struct squares glance(struct threats *t, double heat, struct rng *rng)
{
    struct position *p = t->position;
    struct eval *e = eval_new(t);
    struct eval_score *score = mem_alloc((size_t)p->empty * sizeof *score);
    struct squares turn = {.n = 0};
    enum side side = p->to_move;
    int length = position_turn_length(p), n = 0, work = 0;
    while (turn.n < length && p->outcome == OUTCOME_OPEN) {
        if (n == 0 || work < GLANCE_WORK) {
            work += p->empty * p->rules.k;
            n = eval_policy(e, score);
        }
        square s = draw_square(score, n, heat, rng);
        n = take_out(score, n, s);
        threats_place(t, s);
        eval_placed(e, s, side);
        turn.s[turn.n++] = s;
    }
    free(score);
    eval_free(e);
    return turn;
}

struct squares level_choose(const struct level *v, const struct position *p, const struct report *r,
                            struct rng *rng)
{
    assert(r->n > 0);
    if (!(v->random > 0 || v->blind > 0))
        return engine_turn(p, &r->line[draw_line(v, r, rng)]);
    struct position *mine = position_copy(p);
    struct threats *t = threats_new(mine);
    bool sharp = threats_can_win(t, p->to_move, p->left) || t->threat[side_other(p->to_move)].n > 0;
    struct squares turn = rng_unit(rng) < (sharp ? v->blind : v->random)
                              ? glance(t, v->heat, rng)
                              : engine_turn(p, &r->line[draw_line(v, r, rng)]);
    threats_free(t);
    position_free(mine);
    return turn;
}
