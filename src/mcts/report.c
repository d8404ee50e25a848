/* What a search found; see mcts.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcts/inner.h"

/* Is a the better first move: certainly won and soonest, or with more walks? Lost ones come last, the latest end first. */
static int rank(const struct node *n, enum side side)
{
    enum outcome o = atomic_load(&n->outcome);
    return o == outcome_win(side) ? 2 : o == outcome_win(side_other(side)) ? 0 : 1;
}

static bool before(const struct node *a, const struct node *b, enum side side)
{
    int x = rank(a, side), y = rank(b, side);
    unsigned s = atomic_load(&a->turns), t = atomic_load(&b->turns);
    if (x == y && x != 1 && s != t)
        return x == 2 ? s < t : s > t;
    return x != y ? x > y : atomic_load(&a->visits) > atomic_load(&b->visits);
}

static const struct node *best(const struct mcts *m, const struct node *n, enum side side)
{
    const struct node *found = NULL;
    for (int i = 0; i < n->children; i++) {
        const struct node *c = tree_node(m, n->child + (uint32_t)i);
        if (!found || before(c, found, side))
            found = c;
    }
    return found;
}

/* The line from a move on: the best of each position, while somebody has walked there. */
static void follow(const struct mcts *m, struct game *g, const struct node *n, struct report_line *out)
{
    out->n = 0;
    while (n && out->n < REPORT_LINE_MOST) {
        out->move[out->n++] = n->move;
        game_play(g, n->move);
        if (atomic_load(&n->state) != NODE_OPEN || game_state(g) != OUTCOME_OPEN)
            break;
        n = best(m, n, game_to_move(g));
        if (n && atomic_load(&n->visits) == 0)
            n = NULL;
    }
    for (int i = 0; i < out->n; i++)
        game_undo(g);
}

/* Turns of a certain end by this move, as reports tell them (mate); 0: none is known. Only of games with scouts. */
static int end_of(const struct mcts *m, struct game *g, const struct node *n)
{
    enum side side = game_to_move(g);
    enum outcome o = m->o.scout ? atomic_load(&n->outcome) : OUTCOME_OPEN;
    int turns = atomic_load(&n->turns);
    if (o == outcome_win(side_other(side)))
        return -turns;
    if (o != outcome_win(side))
        return 0;
    game_play(g, n->move);
    bool ends = turns == 0 || game_to_move(g) != side;
    game_undo(g);
    return turns + ends;
}

/* Every turn with this move stands elsewhere (choices.c). */
static bool empty(const struct mcts *m, const struct node *n, enum side side)
{
    return m->o.scout && atomic_load(&n->outcome) == outcome_win(side_other(side)) &&
           atomic_load(&n->turns) == 0;
}

/* Chances by walks are never certain. */
static void judge(const struct mcts *m, struct game *g, const struct node *n, struct report_line *out)
{
    uint32_t visits = atomic_load(&n->visits);
    double black = visits ? (double)atomic_load(&n->sum) / WHOLE / visits : 0.5;
    double chance = game_to_move(g) == BLACK ? black : 1 - black;
    out->mate = end_of(m, g, n);
    out->chance = out->mate ? out->mate > 0 : chance < 0.01 ? 0.01 : chance > 0.99 ? 0.99 : chance;
    out->visits = visits;
    out->share = (double)atomic_load(&n->share);
    out->value = (int)(200 * (out->chance - 0.5));
}

/* The first line tells of the whole position: it is lost when all its turns are, not when all that were tried are. */
static void judge_first(const struct mcts *m, struct report_line *l)
{
    if (l->mate >= 0 || mcts_outcome(m) == outcome_win(side_other(game_to_move(m->game))))
        return;
    l->likely = l->mate;
    l->mate = 0;
    l->chance = 0.01;
}

/* What the playouts say. Others may be under way, so that a point is told a playout late. */
static void tell_points(const struct mcts *m, struct report *out)
{
    double owner[REPORT_POINTS_MOST];
    if (m->points > REPORT_POINTS_MOST || !m->playouts)
        return;
    out->playouts = mcts_owner(m, owner);
    out->score = mcts_score(m);
    out->points = m->points;
    for (int p = 0; p < m->points; p++)
        out->owner[p] = (int8_t)lround(100 * fmax(-1, fmin(1, owner[p])));
}

void mcts_report(const struct mcts *m, struct report *out)
{
    const struct node *root = tree_node(m, m->root), *taken[REPORT_LINES_MOST] = {NULL};
    enum side side = game_to_move(m->game);
    struct game *g = game_copy(m->game);
    *out = (struct report){.nodes = atomic_load(&m->walks) - m->before,
                           .seconds = clock_now() - m->began,
                           .hash_permill = (int)(1000.0 * tree_size(m) / m->arena->room)};
    while (out->n < REPORT_LINES_MOST && out->n < root->children) {
        const struct node *next = NULL;
        for (int i = 0; i < root->children; i++) {
            const struct node *c = tree_node(m, root->child + (uint32_t)i);
            bool done = false;
            for (int k = 0; k < out->n; k++)
                done = done || taken[k] == c;
            if (!done && !empty(m, c, side) && (!next || before(c, next, side)))
                next = c;
        }
        if (!next || (out->n > 0 && atomic_load(&next->visits) == 0))
            break;
        struct report_line *l = &out->line[out->n];
        taken[out->n++] = next;
        follow(m, g, next, l);
        judge(m, g, next, l);
        out->reached = l->n > out->reached ? l->n : out->reached;
    }
    game_free(g);
    judge_first(m, &out->line[0]);
    tell_points(m, out);
}
