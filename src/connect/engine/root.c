/* The root of the search: iterations of growing depth over the turns of the position in question.
 *
 * Before every iteration the forcing wins of both sides are searched with a larger budget than before: one of
 * the side to move ends the search, one of the other side after a pass narrows the turns to its zone. With
 * several lines asked for, the window stays open down to the last of them. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "connect/board/symmetry.h"
#include "connect/engine/search.h"

/* What a turn is said to be worth of which nothing is known but that others lose. */
enum { UNTRIED = -3 * EVAL_UNIT };

static int lines_wanted(const struct worker *w)
{
    int n = w->engine->limits.lines;
    return n < 1 ? 1 : n > REPORT_LINES_MOST ? REPORT_LINES_MOST : n;
}

struct root_turn *root_find(struct worker *w, uint64_t set)
{
    for (int i = 0; i < w->roots; i++)
        if (w->root[i].c.set == set)
            return &w->root[i];
    return NULL;
}

/* Is this a turn that nobody wants to hear of? */
static bool root_excluded(const struct worker *w, const struct squares *turn)
{
    const struct engine_limits *l = &w->engine->limits;
    if (!region_has(w, turn))
        return true;
    for (size_t i = 0; i < l->excludes; i++) {
        int same = 0;
        for (int j = 0; j < l->excluded[i].n && l->excluded[i].n == turn->n; j++)
            for (int k = 0; k < turn->n; k++)
                same += l->excluded[i].s[j] == turn->s[k];
        if (same == turn->n && turn->n > 0)
            return true;
    }
    return false;
}

/* NULL if there is no room for it, or it is excluded. */
static struct root_turn *root_add(struct worker *w, const struct candidate *c)
{
    struct root_turn *r = root_find(w, c->set);
    if (r || w->roots == ROOTS_MOST || root_excluded(w, &c->turn))
        return r;
    r = &w->root[w->roots++];
    *r = (struct root_turn){.c = *c, .value = -INFINITE, .last = -INFINITE};
    r->line.n = c->turn.n;
    memcpy(r->line.s, c->turn.s, (size_t)c->turn.n * sizeof *r->line.s);
    return r;
}

/* A turn of the mover that need not be searched: it wins. False if it is excluded. May be called by another thread,
 * while the worker's position is on its way. */
static bool root_win(struct worker *w, enum side mover, const struct squares *turn, const square *line, int n,
                     int value)
{
    struct candidate c = {.turn = *turn, .set = candidate_key(turn, mover)};
    if (root_excluded(w, turn))
        return false;
    if (w->roots == ROOTS_MOST && !root_find(w, c.set))
        w->roots--;
    struct root_turn *r = root_add(w, &c);
    r->won = true;
    r->value = r->last = value;
    r->c.turn = *turn;
    r->line.n = n < REPORT_LINE_MOST ? n : REPORT_LINE_MOST;
    memcpy(r->line.s, line, (size_t)r->line.n * sizeof *line);
    return true;
}

/* Is it known for sure how it ends, so that it is not searched again? */
static bool settled(const struct root_turn *r)
{
    return r->won || r->refuted;
}

/* What this iteration says goes before what the last one said, but a turn that was not looked at yet before
 * one that loses. */
static int standing(const struct root_turn *r)
{
    bool open = !r->done && !r->won && r->last > -LIKELY_LEAST;
    return open || (!r->done && r->last == -INFINITE) ? -LIKELY_LEAST + 1 : r->value;
}

static int by_value(const void *a, const void *b)
{
    const struct root_turn *x = a, *y = b;
    if (standing(x) != standing(y))
        return standing(x) > standing(y) ? -1 : 1;
    if (x->last != y->last)
        return x->last > y->last ? -1 : 1;
    if (x->c.score != y->c.score)
        return x->c.score > y->c.score ? -1 : 1;
    return x->c.set < y->c.set ? -1 : x->c.set > y->c.set;
}

static int by_pointer(const void *a, const void *b)
{
    return by_value(*(const struct root_turn *const *)a, *(const struct root_turn *const *)b);
}

int root_best(const struct worker *w, struct root_best *out, int most)
{
    const struct root_turn *all[ROOTS_MOST];
    bool tried = false;
    for (int i = 0; i < w->roots; i++) {
        all[i] = &w->root[i];
        tried |= w->root[i].done;
    }
    qsort(all, (size_t)w->roots, sizeof(const struct root_turn *), by_pointer);
    int n = 0;
    for (int i = 0; i < w->roots && n < most; i++) {
        int value = all[i]->value > -INFINITE ? all[i]->value : all[i]->last;
        if (value == -INFINITE && n > 0)
            continue;
        if (value == -INFINITE)
            value = tried ? UNTRIED : 0;
        if (n > 0 &&
            value > out[n - 1].value) /* of an earlier iteration, and no better than those above it */
            value = out[n - 1].value;
        out[n++] = (struct root_best){all[i], value};
    }
    return n;
}

void root_sort(struct worker *w)
{
    qsort(w->root, (size_t)w->roots, sizeof *w->root, by_value);
}

/* Does the board look the same through this symmetry? */
static bool fixed_by(const struct position *p, int symmetry)
{
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != p->cell[symmetry_square(&p->rules, symmetry, s)])
            return false;
    return true;
}

/* Is the turn in the list already, as it is or seen through a symmetry of the position? */
static bool root_has(struct worker *w, const struct squares *turn, unsigned symmetries)
{
    for (int i = 0; symmetries >> i; i++) {
        struct squares seen = {.n = turn->n};
        for (int j = 0; j < turn->n; j++)
            seen.s[j] = symmetry_square(&w->p->rules, i, turn->s[j]);
        if (symmetries >> i & 1 && root_find(w, candidate_key(&seen, w->p->to_move)))
            return true;
    }
    return false;
}

/* The first turns: all of them if the opponent's threats leave few, else the likeliest. */
static void root_fill(struct worker *w, const uint8_t *zone)
{
    struct candidates c = {.c = w->pool};
    const struct engine *x = w->engine;
    int most = x->params.root_turns, spare = CANDIDATES_MOST - most;
    if (spare > 0 && x->limits.excludes > 0)
        most += x->limits.excludes < (size_t)spare ? (int)x->limits.excludes : spare;
    candidates_root(w, x->params.root_width, most, zone, false, &c);
    w->complete = c.complete && x->limits.excludes == 0;
    unsigned symmetries = 1;
    for (int i = 1; i < symmetry_count(&w->p->rules); i++)
        symmetries |= (unsigned)fixed_by(w->p, i) << i;
    for (int i = 0; i < c.n; i++)
        if (!root_has(w, &c.c[i].turn, symmetries))
            root_add(w, &c.c[i]);
    root_sort(w);
}

/* More threats against the side to move than stones left: it is lost, but stops as many as it can. */
static void root_lost(struct worker *w)
{
    enum side other = side_other(w->p->to_move);
    struct squares turn = {.n = 0};
    while (w->p->outcome == OUTCOME_OPEN && w->p->to_move != other &&
           !worker_late(w, worker_policy_steps(w))) {
        int n = region_scores(w), most = -1;
        square best = w->scores[0].at;
        for (int i = 0; i < n && !worker_late(w, 8 * w->p->rules.k); i++) {
            int before = w->t->threat[other].n;
            worker_put(w, w->scores[i].at);
            int stopped = (before - w->t->threat[other].n) * 4096 + w->scores[i].score / 16;
            if (stopped > most || i == 0) {
                most = stopped;
                best = w->scores[i].at;
            }
            worker_take(w);
        }
        worker_put(w, best);
        turn.s[turn.n++] = best;
    }
    int put = turn.n;
    if (w->p->outcome == OUTCOME_OPEN && w->p->to_move != other)
        worker_hurry(w, &turn);
    while (put--)
        worker_take(w);
    root_win(w, w->p->to_move, &turn, turn.s, turn.n, -(MATE - 1));
    w->lost = true;
}

/* There was no time for a single turn: a moment more, then any. */
static void root_hurry(struct worker *w)
{
    struct deadline until;
    if (worker_grace(w, &until))
        root_fill(w, NULL);
    if (w->roots == 0) {
        struct candidate c = {.turn = {.n = 0}};
        worker_hurry(w, &c.turn);
        c.set = candidate_key(&c.turn, w->p->to_move);
        root_add(w, &c);
    }
    w->pulse = (struct pulse){.until = &w->engine->until};
    threats_limit(w->t, &w->engine->until);
}

/* Searches one root turn with the window of this iteration. */
static int search_turn(struct worker *w, const struct root_turn *r, int depth, int less, int alpha, int beta)
{
    int put = worker_put_turn(w, &r->c.turn);
    int v = -search_node(w, depth - ONE_TURN - less, -beta, -alpha, 1);
    while (put--)
        worker_take(w);
    return v;
}

/* What a turn is worth after which the other side has this win, and the line. */
static int lost_to(struct worker *w, const struct forcing_result *win)
{
    w->line[1].n = win->n < REPORT_LINE_MOST ? win->n : REPORT_LINE_MOST;
    memcpy(w->line[1].s, win->line, (size_t)w->line[1].n * sizeof *win->line);
    return -(MATE - 1 - 2 * (win->depth - 1));
}

/* A turn that would be among the best: does the other side have a forcing win after it, which the search
 * with its smaller budgets missed? Gives its value then, else the one it has. */
static int root_verify(struct worker *w, const struct root_turn *r, int level, int value)
{
    struct forcing_result f;
    int put = worker_put_turn(w, &r->c.turn);
    bool lost = w->p->outcome == OUTCOME_OPEN &&
                (search_forcing(w, level, &f) || search_trees(w, level, w->engine->params.verify_trees, &f));
    while (put--)
        worker_take(w);
    return lost ? lost_to(w, &f) : value;
}

static int root_reduction(const struct search_params *s, int i)
{
    return i < 4 ? 0 : i < 10 ? s->root_lmr_1 : i < 30 ? s->root_lmr_2 : s->root_lmr_3;
}

/* The value that a turn must exceed to be among the lines wanted. */
static int root_alpha(const struct worker *w, int lines)
{
    if (w->roots < lines)
        return -INFINITE;
    assert(lines > 0);
    int value[CANDIDATES_MOST];
    int n = 0;
    for (int i = 0; i < w->roots; i++) {
        int v = w->root[i].value, at = n < lines ? n++ : n;
        if (at == lines && v <= value[lines - 1])
            continue;
        for (at = at == lines ? lines - 1 : at; at > 0 && value[at - 1] < v; at--)
            value[at] = value[at - 1];
        value[at] = v;
    }
    return value[lines - 1];
}

/* The turns of an iteration. */
struct root_turns {
    struct split split;
    struct worker *owner; /* of the list of turns */
    int depth, lines;
    bool unverified; /* the first turn: the owner does it while others begin with the rest */
    bool again;      /* it lost: the rest was measured against too much */
};

static int alpha_of(const struct root_turns *t)
{
    split_lock(t->owner->engine);
    int alpha = root_alpha(t->owner, t->lines);
    split_unlock(t->owner->engine);
    return alpha;
}

/* The value of the i-th turn, if it is more than alpha. */
static int try_turn(struct worker *w, const struct root_turns *t, int i, int alpha)
{
    const struct root_turn *r = &t->owner->root[i];
    if (alpha == -INFINITE)
        return search_turn(w, r, t->depth, 0, alpha, INFINITE);
    int less = root_reduction(&w->engine->params, i), v = search_turn(w, r, t->depth, less, alpha, alpha + 1);
    if (v > (alpha = alpha_of(t)) && less > 0 && !w->out)
        v = search_turn(w, r, t->depth, 0, alpha, alpha + 1);
    if (v > (alpha = alpha_of(t)) && !w->out)
        v = search_turn(w, r, t->depth, 0, alpha, INFINITE);
    return v;
}

static int verify_level(const struct root_turns *t)
{
    return t->owner->engine->params.first_level + 1 + t->depth / ONE_TURN;
}

/* With the lock held. */
static void set_value(struct worker *w, struct root_turn *r, int value)
{
    r->value = value;
    r->line.n = r->c.turn.n;
    for (int j = 0; j < w->line[1].n && r->line.n < REPORT_LINE_MOST; j++)
        r->line.s[r->line.n++] = w->line[1].s[j];
}

void root_refute(struct worker *w, struct root_turn *r, const struct forcing_result *win)
{
    set_value(w, r, lost_to(w, win));
    r->refuted = true;
}

/* Is the value of the first turn as good as it looked? */
static bool first_holds(struct worker *w, struct root_turns *t)
{
    struct root_turn *r = &w->root[0];
    int v = root_verify(w, r, verify_level(t), r->value);
    t->unverified = false;
    if (v == r->value)
        return true;
    split_lock(w->engine);
    set_value(w, r, v);
    r->refuted = true;
    split_cut(&t->split);
    split_unlock(w->engine);
    t->again = true;
    return false;
}

static void try_turns(struct worker *w, struct split *s)
{
    struct root_turns *t = (struct root_turns *)s;
    if (w == t->owner && t->unverified && !first_holds(w, t))
        return;
    for (int i; (i = split_take(w, s)) >= 0;) {
        struct root_turn *r = &t->owner->root[i];
        if (settled(r))
            continue;
        int v = try_turn(w, t, i, alpha_of(t)), verified = v;
        if (i > 0 && v > alpha_of(t) && !w->out)
            verified = root_verify(w, r, verify_level(t), v);
        if (worker_out(w))
            return;
        split_lock(w->engine);
        int alpha = root_alpha(t->owner, t->lines);
        bool better = verified > alpha;
        r->refuted |= verified != v;
        r->done = true;
        if (better || r->refuted)
            set_value(w, r, verified);
        else if (alpha <= -LIKELY_LEAST)
            r->last = alpha; /* it loses, too, and no later */
        split_unlock(w->engine);
        if (i == 0)
            t->unverified = better;
        if (better && w->id == 0)
            engine_say(w->engine, true);
        else if (better)
            atomic_store_explicit(&w->engine->news, true, memory_order_relaxed);
    }
}

void root_reopen(struct worker *w)
{
    for (int i = 0; i < w->roots; i++)
        if (!settled(&w->root[i])) {
            w->root[i].last = w->root[i].value > -INFINITE ? w->root[i].value : w->root[i].last;
            w->root[i].value = -INFINITE;
            w->root[i].done = false;
        }
}

/* What it found stays in the list even if the budget ends in the middle. */
void root_iterate(struct worker *w, int depth)
{
    root_reopen(w);
    struct root_turns t = {
        .split = {.depth = INT_MAX, .work = try_turns}, .owner = w, .depth = depth, .lines = lines_wanted(w)};
    t.split.n = 1;
    split_run(w, &t.split, false);
    t.split.n = w->roots;
    if (!w->out)
        split_run(w, &t.split, true);
    t.split.next = 1;
    if (t.again && !w->out)
        split_run(w, &t.split, true);
    /* An iteration that was cut short before its first turn was done has found nothing: the old order
     * holds. */
    bool found = false;
    for (int i = 0; i < w->roots; i++)
        found |= !settled(&w->root[i]) && w->root[i].value > -INFINITE;
    if (!found)
        for (int i = 0; i < w->roots; i++)
            if (!settled(&w->root[i]))
                w->root[i].value = w->root[i].last;
    root_sort(w);
}

/* What is known of forcing wins at the root. */
struct forces {
    struct split split;
    struct worker *owner;
    int level;
    bool refuted; /* the side to move has none, or one was found: one is enough */
    bool safe;    /* the other side has none after a pass */
    bool zoned;   /* it has one: the owner's zone has to be met */
};

static void force_own(struct worker *w, struct forces *f)
{
    struct forcing_result r;
    if (f->refuted)
        return;
    bool won = search_forcing(w, f->level, &r), none = r.answer == FORCING_NONE;
    won = won || search_trees(w, f->level, w->engine->params.own_trees, &r);
    f->refuted = won || (none && r.answer == FORCING_NONE);
    if (!won)
        return;
    split_lock(w->engine);
    root_win(f->owner, w->p->to_move, &r.turn, r.line, r.n, MATE - 2 * (r.depth - 1));
    split_unlock(w->engine);
}

static void force_other(struct worker *w, struct forces *f)
{
    struct forcing_result r;
    if (f->safe || f->zoned || w->out || threats_number(w->t, side_other(w->p->to_move)) > 0)
        return;
    threats_pass(w->t);
    f->zoned = search_forcing(w, f->level, &r);
    if (f->zoned)
        forcing_zone(w->f, w->t, f->owner->zone);
    f->safe = r.answer == FORCING_NONE;
    threats_undo(w->t);
}

static void force(struct worker *w, struct split *s)
{
    for (int i; (i = split_take(w, s)) >= 0;)
        (i == 0 ? force_own : force_other)(w, (struct forces *)s);
}

/* Forcing wins of both sides from the root. */
static void root_force(struct worker *w, struct forces *f, int level)
{
    f->split = (struct split){.depth = INT_MAX, .n = 2, .work = force};
    f->owner = w;
    f->level = level;
    split_run(w, &f->split, true);
}

/* Keeps only turns that meet the zone, and adds the likeliest of those. */
static void root_narrow(struct worker *w)
{
    int kept = 0;
    for (int i = 0; i < w->roots; i++) {
        bool meets = w->root[i].won;
        for (int j = 0; j < w->root[i].c.turn.n && !meets; j++)
            meets = w->zone[w->root[i].c.turn.s[j]];
        if (meets)
            w->root[kept++] = w->root[i];
    }
    w->roots = kept;
    root_fill(w, w->zone);
    if (w->roots == 0)
        root_fill(w, NULL); /* those on the zone were excluded */
    if (w->roots == 0)
        root_hurry(w);
}

/* Every turn tried loses. Tries to prove that all others do, too; if that fails, there are more to try. */
static void root_resist(struct worker *w, int level, bool zoned)
{
    struct forcing_result r;
    struct candidates c = {.c = w->pool};
    /* A turn that wins at once may be excluded. */
    w->lost = !threats_can_win(w->t, w->p->to_move, w->p->left) &&
              search_losing(w, level + w->engine->params.proof_levels);
    if (w->lost || w->complete || worker_out(w))
        return;
    if (zoned) { /* searches below have overwritten it */
        threats_pass(w->t);
        zoned = search_forcing(w, level, &r);
        if (zoned)
            forcing_zone(w->f, w->t, w->zone);
        threats_undo(w->t);
    }
    candidates_root(w, w->engine->params.more_width, CANDIDATES_MOST, zoned ? w->zone : NULL, true, &c);
    for (int i = 0; i < c.n; i++)
        root_add(w, &c.c[i]);
    root_sort(w);
}

/* Is there nothing more to find out? A forced turn is searched a little, for its value. */
static bool root_settled(const struct worker *w)
{
    int best = w->root[0].value;
    bool known = best > -INFINITE, won = known && best >= MATE_LEAST;
    if (lines_wanted(w) > 1)
        return w->lost || (w->roots == 1 && won);
    bool forced = w->roots == 1 && !w->engine->limits.region;
    return won || w->lost || (known && forced && w->depth >= w->engine->params.forced_depth);
}

void root_search(struct worker *w)
{
    struct position *p = w->p;
    int first = w->engine->params.first_level;
    int most = w->engine->limits.depth > 0 ? w->engine->limits.depth : PLY_MOST - 2;
    w->roots = w->depth = w->reached = 0;
    w->complete = false;
    bool wins = threats_can_win(w->t, p->to_move, p->left);
    if (wins) {
        struct squares s = region_win(w);
        if (s.n > 0 && root_win(w, p->to_move, &s, s.s, s.n, MATE))
            return;
    }
    if (!wins && threats_number(w->t, side_other(p->to_move)) > p->left) {
        root_lost(w);
        return;
    }
    root_fill(w, NULL);
    if (w->roots == 0)
        root_hurry(w);
    if (w->roots == 0)
        return; /* whatever there is was excluded */
    struct forces known = {.refuted = false};
    for (int depth = 1; depth <= most && !worker_out(w); depth++) {
        bool was = known.zoned;
        root_force(w, &known, first + depth - 1);
        root_sort(w);
        if (root_settled(w) || w->out)
            break;
        if (known.zoned && !was)
            root_narrow(w);
        if (w->roots == 0)
            break;
        root_iterate(w, depth * ONE_TURN);
        if (w->out)
            break;
        w->depth = depth;
        if (standing(&w->root[0]) <= -LIKELY_LEAST)
            root_resist(w, first + depth, known.zoned);
        if (w->id == 0)
            engine_say(w->engine, true);
        if (root_settled(w))
            break;
    }
}
