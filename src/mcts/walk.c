/* One walk through the tree: down to a leaf, its value, and up again; see mcts.h. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "mcts/inner.h"

/* ---- Down ---- */

/* A sum of Black's as the mean of a side. */
static double mean(uint64_t sum, uint32_t n, enum side side)
{
    double black = (double)sum / WHOLE / n;
    return side == BLACK ? black : 1 - black;
}

/* What a position is for the side, as far as its walks tell. */
static double worth(const struct node *n, enum side side)
{
    uint32_t visits = atomic_load(&n->visits);
    return visits ? mean(atomic_load(&n->sum), visits, side) : 0.5;
}

struct selection {
    double urgency, priors, explore; /* of the formula, as far as it is the same for all moves */
    double rave;
    enum side side;
};

static double score(const struct selection *s, const struct node *c)
{
    uint32_t visits = atomic_load(&c->visits), lost = atomic_load(&c->under_way);
    uint32_t amaf = s->rave > 0 ? atomic_load(&c->amaf_visits) : 0;
    double n = visits + lost, a = amaf, b = 0, q = s->urgency;
    enum outcome certain = atomic_load(&c->outcome);
    if (certain != OUTCOME_OPEN)
        return certain == outcome_win(s->side) ? 1e9 : certain == OUTCOME_DRAW ? 0.5 : -1e9 - n;
    if (visits)
        q = mean(atomic_load(&c->sum), visits, s->side) * visits / n;
    else if (lost)
        q = 0;
    if (amaf) {
        b = a / (a + n + a * n / s->rave);
        q = (1 - b) * q + b * mean(atomic_load(&c->amaf_sum), amaf, s->side);
    }
    return q + s->priors * (double)atomic_load(&c->share) / (1 + n) + s->explore / sqrt(1 + n);
}

/* The move to walk on by. Of equals the one that comes first. */
static uint32_t select(const struct worker *w, const struct node *n)
{
    const struct mcts_options *o = &w->m->o;
    enum side side = game_to_move(w->game);
    double visits = atomic_load(&n->visits) + 1.0;
    struct selection s = {.urgency = worth(n, side) - o->urgency,
                          .priors = o->priors * sqrt(visits),
                          .explore = o->explore * sqrt(log(visits)),
                          .rave = o->rave,
                          .side = side};
    uint32_t best = n->child;
    double most = -INFINITY;
    for (int i = 0; i < n->children; i++) {
        double x = score(&s, tree_node(w->m, n->child + (uint32_t)i));
        if (x > most) {
            most = x;
            best = n->child + (uint32_t)i;
        }
    }
    return best;
}

/* ---- The leaf ---- */

/* Makes the moves of a leaf nodes; false if there is no room, another thread is at it, or the line is too long. */
bool walk_open(struct worker *w, struct node *n)
{
    struct mcts *m = w->m;
    uint8_t leaf = NODE_LEAF;
    game_move move[GAME_MOVES_MOST];
    if (w->depth >= LINE_MOST - 1 || atomic_load(&m->full) ||
        !atomic_compare_exchange_strong(&n->state, &leaf, NODE_BUSY))
        return false;
    bool all;
    int count = choices(w, move, &all);
    if (count == 0) { /* nothing is left to be found here: for the position before it is as good as lost */
        atomic_store(&n->outcome, (uint8_t)outcome_win(side_other(game_to_move(w->game))));
        atomic_store(&n->state, NODE_LEAF);
        return false;
    }
    uint32_t child = tree_take(m, count);
    if (child == NO_NODE) {
        atomic_store(&n->state, NODE_LEAF);
        return false;
    }
    for (int i = 0; i < count; i++)
        tree_node(m, child + (uint32_t)i)->move = move[i];
    n->child = child;
    n->children = (uint16_t)count;
    n->all = all;
    atomic_store(&n->state, NODE_OPEN);
    atomic_fetch_add(&m->opened, 1);
    return true;
}

static void descend(struct worker *w)
{
    struct mcts *m = w->m;
    struct node *n = tree_node(m, m->root);
    w->path[0] = m->root;
    w->depth = 0;
    atomic_fetch_add(&n->under_way, 1);
    while (atomic_load(&n->state) == NODE_OPEN && !(w->scout && atomic_load(&n->outcome) != OUTCOME_OPEN)) {
        if (m->o.asking >= MCTS_BATCHES && atomic_load(&n->asked) == ASK_NOT)
            ask_later(w, n);
        uint32_t next = select(w, n);
        n = tree_node(m, next);
        atomic_fetch_add(&n->under_way, 1);
        w->mover[w->depth] = (uint8_t)game_to_move(w->game);
        w->path[++w->depth] = next;
        game_play(w->game, n->move);
    }
}

/* To a number that nobody else writes. */
static void add(_Atomic int64_t *to, int64_t more)
{
    atomic_store_explicit(to, atomic_load_explicit(to, memory_order_relaxed) + more, memory_order_relaxed);
}

static void play_out(struct worker *w)
{
    struct mcts *m = w->m;
    assert(m->playouts);
    m->playouts->run(w->maker, w->game, &w->rng, &w->playout);
    add(&w->score, lround(w->playout.score * POINT_PARTS));
    for (int p = 0; p < m->points; p++)
        add(&w->owner[p], (w->playout.owner[p] == CELL_BLACK) - (w->playout.owner[p] == CELL_WHITE));
    atomic_fetch_add(&w->playouts, 1);
}

/* What Black gets of the playout: who won it, and by how much, a side of the board being much. Playouts that are all won tell moves
 * apart by nothing else. */
static double won(const struct worker *w)
{
    double part = w->m->o.points, much = sqrt(w->m->points);
    return (1 - part) * w->playout.black + part * (0.5 + 0.5 * tanh(w->playout.score / much));
}

static double worth_of(enum outcome end)
{
    return end == OUTCOME_BLACK ? 1 : end == OUTCOME_WHITE ? 0 : 0.5;
}

double walk_look(struct worker *w, struct node *n, bool root)
{
    struct scouted *s = &w->scouted;
    w->scout->kind->look(w->scout, w->game, &w->until, s);
    if (s->outcome != OUTCOME_OPEN && !root) {
        atomic_store(&n->turns, (uint16_t)s->turns);
        atomic_store(&n->outcome, (uint8_t)s->outcome);
        return worth_of(s->outcome);
    }
    if (s->outcome != OUTCOME_OPEN)
        s->n = -1;
    return ask_position(w);
}

/* The same with a scout. */
static double scouted_value(struct worker *w, struct node *n)
{
    double black = walk_look(w, n, false);
    if (atomic_load(&n->outcome) == OUTCOME_OPEN && walk_open(w, n))
        ask_put(w, n);
    return black;
}

/* What Black gets of the position that was reached. */
static double value(struct worker *w, struct node *n)
{
    struct mcts *m = w->m;
    double mix = m->o.mix, chance = 0.5;
    enum outcome end = game_state(w->game);
    if (end != OUTCOME_OPEN) {
        atomic_store(&n->outcome, (uint8_t)end);
        return worth_of(end);
    }
    if (w->scout) {
        end = atomic_load(&n->outcome);
        return end != OUTCOME_OPEN ? worth_of(end) : scouted_value(w, n);
    }
    bool opened = atomic_load(&n->visits) >= (uint32_t)m->o.open_after && walk_open(w, n);
    if (opened && m->o.asking == MCTS_AT_ONCE)
        chance = ask_now(w, n);
    else if (opened && m->o.asking != MCTS_NEVER)
        ask_later(w, n);
    else
        mix = m->playouts ? 0 : mix;
    if (mix < 1)
        play_out(w);
    return mix < 1 ? mix * chance + (1 - mix) * won(w) : chance;
}

/* ---- Up ---- */

/* All moves of the side that it played later on, in the tree or in the playout, get the result too. */
static void spread(struct worker *w, const struct node *n, enum side side, uint64_t part)
{
    for (int i = 0; i < n->children; i++) {
        struct node *c = tree_node(w->m, n->child + (uint32_t)i);
        if (c->move < w->m->points && w->playout.first[c->move] == (uint8_t)cell_of(side)) {
            atomic_fetch_add(&c->amaf_sum, part);
            atomic_fetch_add(&c->amaf_visits, 1);
        }
    }
}

static void settle(struct node *n, enum outcome o, unsigned turns)
{
    atomic_store(&n->turns, (uint16_t)(turns < UINT16_MAX ? turns : UINT16_MAX));
    atomic_store(&n->outcome, (uint8_t)o);
}

/* Is the end of this position certain, by what is certain of its moves? `ends`: the other side moves next, or nobody. */
static void conclude(const struct mcts *m, struct node *n, enum side side, bool ends)
{
    bool all = n->all, draw = false;
    enum outcome win = outcome_win(side);
    unsigned soonest = UINT_MAX, latest = 0;
    for (int i = 0; i < n->children; i++) {
        const struct node *c = tree_node(m, n->child + (uint32_t)i);
        enum outcome o = atomic_load(&c->outcome);
        unsigned turns = atomic_load(&c->turns);
        if (o == win && turns + (ends || turns == 0) < soonest)
            soonest = turns + (ends || turns == 0);
        latest = turns > latest ? turns : latest;
        all = all && o != OUTCOME_OPEN;
        draw = draw || o == OUTCOME_DRAW;
    }
    if (soonest < UINT_MAX)
        settle(n, win, m->o.scout ? soonest : 0);
    else if (all)
        settle(n, draw ? OUTCOME_DRAW : outcome_win(side_other(side)), draw || !m->o.scout ? 0 : latest);
}

static void ascend(struct worker *w, double black, bool amaf)
{
    struct mcts *m = w->m;
    uint64_t part = (uint64_t)(black * WHOLE + 0.5);
    for (int d = w->depth; d >= 0; d--) {
        struct node *n = tree_node(m, w->path[d]);
        if (d < w->depth) {
            enum side side = (enum side)w->mover[d];
            struct node *next = tree_node(m, w->path[d + 1]);
            bool ends = game_to_move(w->game) != side || game_state(w->game) != OUTCOME_OPEN;
            game_undo(w->game);
            if (amaf && next->move < m->points)
                w->playout.first[next->move] = (uint8_t)cell_of(side);
            if (amaf)
                spread(w, n, side, part);
            if (atomic_load(&next->outcome) != OUTCOME_OPEN)
                conclude(m, n, side, ends);
        }
        atomic_fetch_add(&n->sum, part);
        atomic_fetch_add(&n->visits, 1);
        atomic_fetch_sub(&n->under_way, 1);
    }
}

void walk(struct worker *w)
{
    uint64_t before = w->playouts;
    descend(w);
    double black = value(w, tree_node(w->m, w->path[w->depth]));
    ascend(w, black, w->m->o.rave > 0 && w->playouts > before);
}
