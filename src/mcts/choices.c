/* Which moves of a position become nodes; see mcts.h. */
#include <assert.h>

#include "mcts/inner.h"

/* By move, in the scratch table of the evaluator's slots, which is zero between its uses. */
enum { WANTED = 1, TAKEN };

/* Without a scout: what is sensible, in the game's order. */
static int by_playouts(const struct worker *w, game_move *out, bool *all)
{
    const struct game_playouts *p = w->m->playouts;
    int every = w->game->kind->moves(w->game, out), n = 0;
    for (int i = 0; i < every; i++)
        if (!p || p->sensible(w->game, out[i]))
            out[n++] = out[i];
    *all = n == every;
    assert(n > 0);
    return n;
}

/* Of the moves of this turn so far each stood in a row with others; a turn with one that stood before it begins with that one. */
static void leave_out(const struct worker *w, uint16_t *mark)
{
    const struct mcts *m = w->m;
    enum side side = game_to_move(w->game);
    for (int d = w->depth - 1; d >= 0 && w->mover[d] == side; d--) {
        const struct node *n = tree_node(m, w->path[d]);
        for (uint32_t c = n->child; c < w->path[d + 1]; c++)
            mark[tree_node(m, c)->move] = 0;
    }
}

int choices(struct worker *w, game_move *out, bool *all)
{
    if (!w->scout)
        return by_playouts(w, out, all);
    const struct scouted *s = &w->scouted;
    const struct evaluation *said = &w->asker.said[0];
    uint16_t *mark = w->asker.slot;
    game_move legal[GAME_MOVES_MOST];
    int every = w->game->kind->moves(w->game, legal), n = 0, wanted = 0;
    const game_move *matters = s->n < 0 ? legal : s->move;
    int matter = s->n < 0 ? every : s->n, most = s->n < 0 && w->depth > 0 ? w->m->o.width : GAME_MOVES_MOST;
    for (int i = 0; i < matter; i++)
        mark[matters[i]] = WANTED;
    leave_out(w, mark);
    for (int i = 0; i < matter; i++)
        wanted += mark[matters[i]] == WANTED;
    /* The likeliest first; what the evaluator does not speak of comes last, in the game's order. */
    for (int i = 0; i < said->n && n < most; i++)
        if (mark[said->prior[i].move] == WANTED) {
            mark[said->prior[i].move] = TAKEN;
            out[n++] = said->prior[i].move;
        }
    for (int i = 0; i < matter && n < most; i++)
        if (mark[matters[i]] == WANTED)
            out[n++] = matters[i];
    for (int i = 0; i < every; i++)
        mark[legal[i]] = 0;
    *all = n == wanted;
    return n;
}
