/* The last look: a search that is over has chosen a turn; what was kept back of the limits is for everything that the
 * other side could force after it, single threats and an answer to each defence included. If the other side wins, the turn
 * is proved to lose, and the others are searched once more, from depth 1 on: the table knows most of it. */
#include "connect/engine/search.h"

static uint64_t percent_of(uint64_t n, int percent)
{
    return n / 100 * (uint64_t)percent + n % 100 * (uint64_t)percent / 100;
}

void confirm_reserve(struct engine *x)
{
    int percent = x->params.confirm_percent;
    uint64_t nodes = x->limits.work.nodes;
    struct deadline now = deadline_now(&x->end);
    x->until = deadline_between(&now, &x->end, (100 - percent) / 100.0);
    x->nodes_most = nodes - percent_of(nodes, percent);
    x->closing = false;
}

/* The reserve becomes the limit. False if there is none. */
static bool begin(struct worker *w)
{
    struct engine *x = w->engine;
    uint64_t used = engine_nodes(x), limit = x->limits.work.nodes;
    uint64_t more = percent_of(limit ? limit : used, x->params.confirm_percent);
    if (limit && used + more > limit)
        more = limit > used ? limit - used : 0;
    if (more == 0 || deadline_over(&x->end))
        return false;
    x->until = x->end;
    x->nodes_most = used + more;
    x->closing = true;
    atomic_store(&x->halt, false);
    w->out = false;
    w->pulse = (struct pulse){.until = &x->until};
    threats_limit(w->t, &x->until);
    return true;
}

/* Does the other side win by force after this turn? */
static bool refuted(struct worker *w, const struct root_turn *r, struct forcing_result *win)
{
    int put = worker_put_turn(w, &r->c.turn);
    bool lost = w->p->outcome == OUTCOME_OPEN && search_all_forcing(w, win);
    while (put--)
        worker_take(w);
    return lost;
}

void root_confirm(struct worker *w)
{
    struct root_best best;
    struct forcing_result win;
    if (w->roots == 0 || w->lost || !begin(w))
        return;
    while (!worker_out(w) && root_best(w, &best, 1) == 1) {
        struct root_turn *r = root_find(w, best.turn->c.set);
        if (r->won || r->refuted || !refuted(w, r, &win))
            break;
        root_refute(w, r, &win);
        root_reopen(w);
        for (int depth = 1; depth <= w->depth && !worker_out(w); depth++)
            root_iterate(w, depth * ONE_TURN);
        root_sort(w);
    }
}
