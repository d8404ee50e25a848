/* Alpha-beta over turns: one node is one turn of p stones.
 *
 * What is done at a node, in this order:
 *   1. a row that can be completed in this turn wins; more threats against it than stones left lose;
 *   2. the transposition table cuts off, or at least gives the turn to try first;
 *   3. stand-pat: at the horizon, an evaluation that cuts off is enough; a forcing win could only be more;
 *   4. a forcing win of the side to move ends the search here (the quiescence search of this game);
 *   5. at the horizon: the evaluation, unless every reply is forced;
 *   6. null move: a forcing win of the other side after a pass leaves only the turns that meet its zone;
 *   7. turns from candidates.c, ordered by table, policy, killers and histories: the first with a full
 *      window, the others with a null window (principal variation search) and late ones less deep (late-move
 *      reductions); if all lose, many more. There is no aspiration: iterations begin with an open window. */
#include "connect/engine/search.h"

#include <string.h>

#include "base/clock.h"

enum {
    HISTORY_MOST = 8192,
    BUDGET_MOST = 18, /* levels of budgets for forcing wins */
    INNER_MOST = 13,  /* below the root */
};

static void count_nodes(struct worker *w, uint64_t n)
{
    atomic_store_explicit(&w->nodes, atomic_load_explicit(&w->nodes, memory_order_relaxed) + n,
                          memory_order_relaxed);
}

void worker_put(struct worker *w, square s)
{
    enum side side = w->p->to_move;
    threats_place(w->t, s);
    eval_placed(w->e, s, side);
    count_nodes(w, 1);
}

void worker_take(struct worker *w)
{
    struct ply last = w->p->ply[w->p->plies - 1];
    threats_undo(w->t);
    eval_removed(w->e, last.at, (enum side)last.side);
}

int worker_put_turn(struct worker *w, const struct squares *turn)
{
    int n = 0;
    while (n < turn->n && w->p->outcome == OUTCOME_OPEN)
        worker_put(w, turn->s[n++]);
    return n;
}

static bool budget_spent(struct engine *x)
{
    if (x->nodes_most && engine_nodes(x) >= x->nodes_most)
        return true;
    return deadline_over(&x->until) ||
           (x->limits.enough && !x->closing && atomic_load_explicit(x->limits.enough, memory_order_relaxed));
}

bool worker_out(struct worker *w)
{
    if (w->out || split_unwanted(w))
        return w->out = true;
    if (budget_spent(w->engine)) {
        atomic_store_explicit(&w->engine->halt, true, memory_order_relaxed);
        return w->out = true;
    }
    if (w->id == 0)
        engine_say(w->engine, false);
    return false;
}

/* ---- Forcing wins ---- */

/* Budgets grow with the depth that is left below a node: the leaves, of which there are most, get little.
 * They are small on purpose (bench/results/engine.md). */
int search_level(int depth)
{
    int level = depth <= 0 ? 0 : 2 + (depth + ONE_TURN / 2 - 1) * 2 / ONE_TURN;
    return level < INNER_MOST ? level : INNER_MOST;
}

static uint64_t level_nodes(int level)
{
    static const uint32_t nodes[BUDGET_MOST + 1] = {40,     40,     50,     60,     90,     160,   270,
                                                    480,    900,    3000,   6000,   12000,  25000, 50000,
                                                    100000, 200000, 400000, 800000, 1600000};
    return nodes[level];
}

/* So many stones, as far as the whole search has them. */
static struct forcing_limits limits_of(const struct worker *w, enum forcing_kind kind, uint64_t nodes)
{
    struct forcing_limits l = {.kind = kind, .nodes = nodes > 0 ? nodes : 1, .until = w->engine->until};
    if (w->id > 0)
        l.until.stop = &w->engine->halt;
    uint64_t done = atomic_load_explicit(&w->nodes, memory_order_relaxed), most = w->engine->nodes_most;
    if (most && done + l.nodes > most)
        l.nodes = most > done ? most - done : 1;
    return l;
}

/* The budget of a level. */
static struct forcing_limits level_limits(const struct worker *w, int level)
{
    uint64_t nodes = level_nodes(level < BUDGET_MOST ? level : BUDGET_MOST);
    nodes = nodes * (uint64_t)w->engine->params.forcing_percent / 100;
    struct forcing_limits l = limits_of(w, level == 0 ? FORCING_VCDT : FORCING_VCST, nodes);
    l.macros = true;
    return l;
}

static bool search_within(struct worker *w, const struct forcing_limits *l, struct forcing_result *r)
{
    forcing_search(w->f, w->t, l, r);
    count_nodes(w, r->nodes);
    return r->answer == FORCING_WIN;
}

bool search_forcing(struct worker *w, int level, struct forcing_result *r)
{
    struct forcing_limits l = level_limits(w, level);
    return search_within(w, &l, r);
}

bool search_trees(struct worker *w, int level, int percent, struct forcing_result *r)
{
    struct forcing_limits l = level_limits(w, level);
    l.kind = FORCING_VCDT;
    l.macros = false;
    l.nodes = l.nodes * (uint64_t)percent / 100;
    r->answer = FORCING_CUT;
    return l.nodes > 0 && search_within(w, &l, r);
}

bool search_all_forcing(struct worker *w, struct forcing_result *r)
{
    uint64_t used = engine_nodes(w->engine), most = w->engine->nodes_most;
    struct forcing_limits l = limits_of(w, FORCING_VCST, most > used ? most - used : 1);
    return search_within(w, &l, r);
}

bool search_losing(struct worker *w, int level)
{
    struct forcing_limits l = level_limits(w, level);
    struct forcing_result r;
    forcing_loses(w->f, w->t, &l, &r);
    count_nodes(w, r.nodes);
    return r.answer == FORCING_WIN;
}

/* ---- Lines ---- */

/* The turn, then what follows. */
static void line_of_turn(struct stones_line *l, const struct squares *turn, const struct stones_line *next)
{
    l->n = 0;
    for (int i = 0; i < turn->n && l->n < REPORT_LINE_MOST; i++)
        l->s[l->n++] = turn->s[i];
    for (int i = 0; i < next->n && l->n < REPORT_LINE_MOST; i++)
        l->s[l->n++] = next->s[i];
}

static void line_of_win(struct worker *w, int ply, const struct forcing_result *r)
{
    struct stones_line *l = &w->line[ply];
    l->n = r->n < REPORT_LINE_MOST ? r->n : REPORT_LINE_MOST;
    memcpy(l->s, r->line, (size_t)l->n * sizeof *l->s);
}

/* ---- Killers and histories ---- */

static void history_update(int16_t *h, int bonus)
{
    *h = (int16_t)(*h + bonus - *h * (bonus < 0 ? -bonus : bonus) / HISTORY_MOST);
}

/* Beta cutoff: turn `best` cut off, the ones before it did not. */
static void cutoff_learn(struct worker *w, const struct candidates *c, int best, int depth, int ply)
{
    enum side side = w->p->to_move;
    const struct search_params *s = &w->engine->params;
    int bonus = depth * s->history_bonus < HISTORY_MOST / 8 ? depth * s->history_bonus : HISTORY_MOST / 8;
    for (int i = 0; i <= best; i++) {
        int sign = i == best ? bonus : -bonus * s->history_malus / 100;
        for (int j = 0; j < c->c[i].turn.n; j++)
            history_update(&w->stone_history[c->c[i].turn.s[j]][side], sign);
        history_update(&w->pair_history[c->c[i].set % PAIR_SLOTS], sign);
    }
    struct squares *killer = w->killer[ply];
    if (candidate_key(&killer[0], side) != c->c[best].set) {
        killer[1] = killer[0];
        killer[0] = c->c[best].turn;
    }
}

/* Moves a turn that is among the candidates to place `to`. */
static int promote(struct candidates *c, uint64_t set, int to)
{
    for (int i = to; i < c->n; i++)
        if (c->c[i].set == set) {
            struct candidate x = c->c[i];
            memmove(&c->c[to + 1], &c->c[to], (size_t)(i - to) * sizeof x);
            c->c[to] = x;
            return to + 1;
        }
    return to;
}

static void order_turns(struct worker *w, struct candidates *c, const struct tt_entry *known, int ply)
{
    enum side side = w->p->to_move;
    int front = 0, place = w->engine->params.killer_place;
    if (known->n > 0) {
        struct squares turn = {.n = known->n};
        memcpy(turn.s, known->turn, known->n * sizeof *turn.s);
        front = promote(c, candidate_key(&turn, side), front);
    }
    for (int i = 0; i < 2 && front < c->n; i++) { /* killers come after the likeliest turns */
        int to = front + place < c->n ? front + place : c->n - 1;
        if (w->killer[ply][i].n > 0)
            promote(c, candidate_key(&w->killer[ply][i], side), to);
    }
}

/* ---- Nodes ---- */

/* Values of wins are counted from the root in the search, from the node in the table. */
static int value_from_tt(int v, int ply)
{
    return v >= LIKELY_LEAST ? v - ply : v <= -LIKELY_LEAST ? v + ply : v;
}

static int16_t value_to_tt(int v, int ply)
{
    return (int16_t)(v >= LIKELY_LEAST ? v + ply : v <= -LIKELY_LEAST ? v - ply : v);
}

/* Is there a forcing win of the other side after a pass? Marks its zone. */
static bool null_move_refuted(struct worker *w, int level)
{
    struct forcing_result r;
    threats_pass(w->t);
    bool win = search_forcing(w, level, &r);
    if (win)
        forcing_zone(w->f, w->t, w->zone);
    threats_undo(w->t);
    return win;
}

static int late_move_reduction(const struct search_params *s, int depth, int i, bool forced)
{
    if (i < s->lmr_first || forced)
        return 0;
    static const uint8_t late[] = {0, 0, 30, 42, 51, 57, 63, 69, 75, 78, 81, 84, 87, 90, 93, 96};
    int r = i < 16 ? late[i] : 96 + (i < 48 ? i : 48) * 3 / 4;
    r = r * s->lmr_percent / 100;
    return depth >= 2 * ONE_TURN ? r : r / 2;
}

static void node_width(const struct search_params *s, int depth, int *width, int *most)
{
    int d = (depth + ONE_TURN - 1) / ONE_TURN;
    *width = d <= 1 ? s->width_1 : d == 2 ? s->width_2 : d == 3 ? s->width_3 : s->width_4;
    *most = d <= 1 ? s->turns_1 : d == 2 ? s->turns_2 : d == 3 ? s->turns_3 : s->turns_4;
}

/* What the steps of a node tell each other. */
struct search_node {
    int depth, alpha, beta, ply;
    int danger; /* threats of the other side */
    uint64_t key;
    bool hit;  /* the table knew the position */
    bool wide; /* the first choice of turns lost: these are many more */
    struct tt_entry known;
};

/* Step 1. */
static bool decided(struct worker *w, struct search_node *n, int *value)
{
    struct position *p = w->p;
    if (p->outcome != OUTCOME_OPEN) {
        *value = p->outcome == OUTCOME_DRAW ? 0 : -(MATE - n->ply + 1);
        return true;
    }
    if (threats_can_win(w->t, p->to_move, p->left)) {
        struct squares s = threats_winning_squares(w->t);
        w->line[n->ply + 1].n = 0;
        line_of_turn(&w->line[n->ply], &s, &w->line[n->ply + 1]);
        *value = MATE - n->ply;
        return true;
    }
    n->danger = threats_number(w->t, side_other(p->to_move));
    *value = -(MATE - n->ply - 1);
    return n->danger > p->left;
}

/* Step 2. */
static bool tt_cutoff(struct worker *w, struct search_node *n, int *value)
{
    struct tt_entry *k = &n->known;
    n->key = position_key(w->p);
    n->hit = tt_probe(w->engine->tt, n->key, k);
    if (!n->hit || !k->bound || n->beta - n->alpha > 1)
        return false;
    int v = *value = value_from_tt(k->value, n->ply);
    bool final = v >= MATE_LEAST || v <= -MATE_LEAST;
    return (k->depth >= n->depth || final) &&
           ((k->bound & BOUND_LOWER && v >= n->beta) || (k->bound & BOUND_UPPER && v <= n->alpha));
}

/* Are the turns below this node left to the evaluation? */
static bool at_horizon(const struct worker *w, const struct search_node *n)
{
    return n->depth <= 0 && n->danger < w->p->left;
}

static void store_evaluation(struct worker *w, const struct search_node *n, int value, enum bound bound)
{
    struct tt_entry e = {.value = (int16_t)value, .own = n->known.own, .bound = (uint8_t)bound};
    if (!n->hit)
        tt_store(w->engine->tt, n->key, &e);
}

/* Step 3. */
static bool stand_pat(struct worker *w, const struct search_node *n, int *value)
{
    if (!at_horizon(w, n) || n->beta - n->alpha > 1 || (*value = eval_value(w->e)) < n->beta)
        return false;
    store_evaluation(w, n, *value, BOUND_LOWER);
    return true;
}

/* Step 4. */
static bool wins_by_force(struct worker *w, struct search_node *n, int *value)
{
    int level = search_level(n->depth);
    if (n->known.own > level)
        return false;
    struct forcing_result r;
    if (search_forcing(w, level, &r)) {
        line_of_win(w, n->ply, &r);
        *value = MATE - n->ply - 2 * (r.depth - 1);
        struct tt_entry e = {.value = value_to_tt(*value, n->ply), .depth = INT16_MAX, .bound = BOUND_LOWER};
        tt_store(w->engine->tt, n->key, &e);
        return true;
    }
    if (r.answer == FORCING_NONE && level > 0)
        level = BUDGET_MOST; /* none to be found, whatever the budget */
    n->known.own = (uint8_t)(level + 1);
    return false;
}

/* Step 5. */
static int leaf(struct worker *w, const struct search_node *n)
{
    int v = eval_value(w->e);
    store_evaluation(w, n, v, BOUND_EXACT);
    return v;
}

/* Step 6. One turn above the horizon it costs more than it saves: the leaves tell. */
static const uint8_t *zone_of_threat(struct worker *w, struct search_node *n)
{
    int level = search_level(n->depth - ONE_TURN / 2);
    if (n->depth <= w->engine->params.null_move_depth || n->danger > 0 || n->known.other > level)
        return NULL;
    if (null_move_refuted(w, level))
        return w->zone;
    n->known.other = (uint8_t)(level + 1);
    return NULL;
}

/* Step 7. */
struct turns {
    struct split split;
    const struct search_node *node;
    const struct candidates *c;
    struct stones_line *line; /* of the node */
    atomic_int alpha;
    int best, chosen;
};

static int alpha_of(struct turns *t)
{
    return atomic_load_explicit(&t->alpha, memory_order_relaxed);
}

/* The value of the i-th turn. Alpha may rise meanwhile: others are at work. */
static int try_turn(struct worker *w, struct turns *t, int i)
{
    const struct search_node *n = t->node;
    bool forced = n->danger == w->p->left;
    int less = late_move_reduction(&w->engine->params, n->depth, i, forced), ply = n->ply + 1,
        alpha = alpha_of(t), v = alpha + 1;
    int next = !forced         ? n->depth - ONE_TURN
               : n->depth <= 0 ? n->depth
                               : n->depth - w->engine->params.forced_cost;
    int put = worker_put_turn(w, &t->c->c[i].turn);
    if (i > 0)
        v = -search_node(w, next - less, -alpha - 1, -alpha, ply);
    if (i > 0 && v > (alpha = alpha_of(t)) && less > 0 && !w->out)
        v = -search_node(w, next, -alpha - 1, -alpha, ply);
    if (i == 0 || (v > (alpha = alpha_of(t)) && v < n->beta && !w->out))
        v = -search_node(w, next, -n->beta, -alpha, ply);
    while (put--)
        worker_take(w);
    return v;
}

static void try_more(struct worker *w, struct split *s)
{
    struct turns *t = (struct turns *)s;
    const struct search_node *n = t->node;
    for (int i; (i = split_take(w, s)) >= 0;) {
        int v = try_turn(w, t, i);
        if (w->out)
            return;
        split_lock(w->engine);
        if (v > t->best) {
            t->best = v;
            t->chosen = i;
            if (v > alpha_of(t)) {
                atomic_store_explicit(&t->alpha, v, memory_order_relaxed);
                line_of_turn(t->line, &t->c->c[i].turn, &w->line[n->ply + 1]);
            }
            if (v >= n->beta) {
                cutoff_learn(w, t->c, i, n->depth, n->ply);
                split_cut(s);
            }
        }
        split_unlock(w->engine);
    }
}

static void store(struct worker *w, const struct search_node *n, int best, const struct squares *turn)
{
    struct tt_entry e = {
        .value = value_to_tt(best, n->ply),
        .depth = (int16_t)n->depth,
        .own = n->known.own,
        .other = n->known.other,
        .bound = best >= n->beta   ? BOUND_LOWER
                 : best > n->alpha ? BOUND_EXACT
                                   : BOUND_UPPER,
        .n = n->known.n,
    };
    memcpy(e.turn, n->known.turn, sizeof e.turn);
    if (turn->n <= TT_TURN && (best > n->alpha || n->known.n == 0)) {
        e.n = (uint8_t)turn->n;
        memcpy(e.turn, turn->s, (size_t)turn->n * sizeof *turn->s);
    }
    tt_store(w->engine->tt, n->key, &e);
}

/* The first turn alone, for a bound; then all others. */
static int try_turns(struct worker *w, const struct search_node *n, const struct candidates *c)
{
    struct turns t = {.split = {.depth = n->depth, .n = 1, .work = try_more},
                      .node = n,
                      .c = c,
                      .line = &w->line[n->ply],
                      .alpha = n->alpha,
                      .best = -INFINITE};
    split_run(w, &t.split, false);
    if (!w->out && t.best < n->beta && c->n > 1) {
        t.split.n = c->n;
        split_run(w, &t.split, n->depth >= w->engine->params.split_depth);
    }
    if (w->out)
        return 0;
    if (t.best <= -LIKELY_LEAST && !c->complete && !n->wide)
        return t.best;
    if (t.best <= -MATE_LEAST && !c->complete)
        t.best = -(LIKELY - n->ply - 1);
    store(w, n, t.best, &c->c[t.chosen].turn);
    return t.best;
}

int search_node(struct worker *w, int depth, int alpha, int beta, int ply)
{
    struct search_node n = {.depth = depth, .alpha = alpha, .beta = beta, .ply = ply};
    int value;
    w->line[ply].n = 0;
    if (ply > w->reached)
        w->reached = ply;
    if (worker_out(w))
        return 0;
    if (decided(w, &n, &value) || tt_cutoff(w, &n, &value))
        return value;
    if (ply >= PLY_MOST - 1)
        return eval_value(w->e);
    if (stand_pat(w, &n, &value) || wins_by_force(w, &n, &value))
        return value;
    if (w->out)
        return 0;
    if (at_horizon(w, &n))
        return leaf(w, &n);
    const uint8_t *zone = zone_of_threat(w, &n);
    if (w->out)
        return 0;
    int width, most;
    node_width(&w->engine->params, depth, &width, &most);
    struct candidates c = {.c = w->pool + ply * CANDIDATES_MOST};
    candidates_make(w, width, most, zone, &c);
    if (c.n == 0 && worker_out(w)) /* no time to make any */
        return 0;
    order_turns(w, &c, &n.known, ply);
    value = try_turns(w, &n, &c);
    if (w->out || value > -LIKELY_LEAST || c.complete)
        return value;
    /* Every turn tried loses. Before the node is given up, many more are tried: otherwise the other side
     * would count on wins that are none. */
    n.wide = true;
    if (zone &&
        !null_move_refuted(w, search_level(depth - ONE_TURN / 2))) /* the zone was overwritten below */
        zone = NULL;
    candidates_make(w, w->engine->params.wide_width, w->engine->params.wide_turns, zone, &c);
    return w->out || (c.n == 0 && worker_out(w)) ? 0 : try_turns(w, &n, &c);
}
