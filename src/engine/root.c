/* The root of the search: iterations of growing depth over the turns of the position in question.
 *
 * Before every iteration the forcing wins of both sides are searched with a larger budget than before: one of
 * the side to move ends the search, one of the other side after a pass narrows the turns to its zone. With
 * several lines asked for, the window stays open down to the last of them. */
#include <stdlib.h>
#include <string.h>

#include "board/symmetry.h"
#include "engine/search.h"

enum { ROOT_WIDTH = 24, ROOT_TURNS = 72, FIRST_LEVEL = 9, FORCED_DEPTH = 2 };

static int lines_wanted(const struct worker *w)
{
    int n = w->engine->limits.lines;
    return n < 1 ? 1 : n > ENGINE_LINES_MOST ? ENGINE_LINES_MOST : n;
}

static struct root_turn *root_find(struct worker *w, uint64_t set)
{
    for (int i = 0; i < w->roots; i++)
        if (w->root[i].c.set == set)
            return &w->root[i];
    return NULL;
}

static struct root_turn *root_add(struct worker *w, const struct candidate *c)
{
    struct root_turn *r = root_find(w, c->set);
    if (r || w->roots == CANDIDATES_MOST)
        return r;
    r = &w->root[w->roots++];
    *r = (struct root_turn){.c = *c, .value = -INFINITE, .last = -INFINITE};
    r->line.n = c->turn.n;
    memcpy(r->line.s, c->turn.s, (size_t)c->turn.n * sizeof *r->line.s);
    return r;
}

/* A turn that need not be searched: it wins. */
static void root_win(struct worker *w, const struct squares *turn, const square *line, int n, int value)
{
    struct candidate c = {.turn = *turn, .set = candidate_key(turn, w->p->to_move)};
    if (w->roots == CANDIDATES_MOST && !root_find(w, c.set))
        w->roots--;
    struct root_turn *r = root_add(w, &c);
    r->won = true;
    r->value = r->last = value;
    r->c.turn = *turn;
    r->line.n = n < ENGINE_LINE_MOST ? n : ENGINE_LINE_MOST;
    memcpy(r->line.s, line, (size_t)r->line.n * sizeof *line);
}

static int by_value(const void *a, const void *b)
{
    const struct root_turn *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    if (x->last != y->last)
        return x->last > y->last ? -1 : 1;
    if (x->c.score != y->c.score)
        return x->c.score > y->c.score ? -1 : 1;
    return x->c.set < y->c.set ? -1 : x->c.set > y->c.set;
}

static void root_sort(struct worker *w)
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
    candidates_make(w, ROOT_WIDTH, ROOT_TURNS, zone, &c);
    w->complete = c.complete;
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
    while (w->p->outcome == OUTCOME_OPEN && w->p->to_move != other) {
        int n = eval_policy(w->e, w->scores), most = -1;
        square best = w->scores[0].at;
        for (int i = 0; i < n; i++) {
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
    for (int i = 0; i < turn.n; i++)
        worker_take(w);
    root_win(w, &turn, turn.s, turn.n, -(MATE - 1));
}

/* Searches one root turn with the window of this iteration. */
static int search_turn(struct worker *w, const struct root_turn *r, int depth, int less, int alpha, int beta)
{
    int put = worker_put_turn(w, &r->c.turn);
    int v = -search_node(w, depth - ONE - less, -beta, -alpha, 1);
    while (put--)
        worker_take(w);
    return v;
}

/* A turn that would be among the best: does the other side have a forcing win after it, which the search
 * with its smaller budgets missed? Gives its value then, else the one it has. */
static int root_verify(struct worker *w, const struct root_turn *r, int level, int value)
{
    struct forcing_result f;
    int put = worker_put_turn(w, &r->c.turn);
    bool lost = w->p->outcome == OUTCOME_OPEN && search_forcing(w, level, &f);
    while (put--)
        worker_take(w);
    if (!lost)
        return value;
    w->line[1].n = f.n < ENGINE_LINE_MOST ? f.n : ENGINE_LINE_MOST;
    memcpy(w->line[1].s, f.line, (size_t)w->line[1].n * sizeof *f.line);
    return -(MATE - 1 - 2 * (f.depth - 1));
}

static int root_reduction(int i)
{
    return i < 4 ? 0 : i < 10 ? ONE / 2 : i < 30 ? ONE * 3 / 4 : ONE;
}

/* The value that a turn must exceed to be among the lines wanted. */
static int root_alpha(const struct worker *w, int lines)
{
    if (w->roots < lines)
        return -INFINITE;
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

/* One iteration. What it found stays in the list even if the budget ends in the middle. */
static void root_iterate(struct worker *w, int depth)
{
    int lines = lines_wanted(w);
    for (int i = 0; i < w->roots; i++)
        if (!w->root[i].won) {
            w->root[i].last = w->root[i].value > -INFINITE ? w->root[i].value : w->root[i].last;
            w->root[i].value = -INFINITE;
        }
    for (int tried = 0; tried < w->roots && !w->out; tried++) {
        int i = worker_order(w, tried, w->roots);
        struct root_turn *r = &w->root[i];
        if (r->won)
            continue;
        int alpha = root_alpha(w, lines), less = alpha > -INFINITE ? root_reduction(i) : 0, v;
        if (alpha == -INFINITE) {
            v = search_turn(w, r, depth, 0, alpha, INFINITE);
        } else {
            v = search_turn(w, r, depth, less, alpha, alpha + 1);
            if (v > alpha && less > 0 && !w->out)
                v = search_turn(w, r, depth, 0, alpha, alpha + 1);
            if (v > alpha && !w->out)
                v = search_turn(w, r, depth, 0, alpha, INFINITE);
        }
        if (v > alpha && !w->out)
            v = root_verify(w, r, FIRST_LEVEL + depth / ONE, v);
        if (w->out)
            break;
        if (v <= alpha)
            continue;
        r->value = v;
        r->line.n = r->c.turn.n;
        for (int j = 0; j < w->line[1].n && r->line.n < ENGINE_LINE_MOST; j++)
            r->line.s[r->line.n++] = w->line[1].s[j];
        if (w->id == 0)
            engine_say(w->engine, true);
    }
    /* An iteration that was cut short before its first turn was done has found nothing: the old order holds.
     */
    bool found = false;
    for (int i = 0; i < w->roots; i++)
        found |= !w->root[i].won && w->root[i].value > -INFINITE;
    if (!found)
        for (int i = 0; i < w->roots; i++)
            w->root[i].value = w->root[i].won ? w->root[i].value : w->root[i].last;
    root_sort(w);
}

/* Forcing wins of both sides from the root. Returns whether the turns to try have to be made anew, with
 * `*zone` saying among which. */
static void root_force(struct worker *w, int level, bool *refuted, bool *safe, bool *zoned)
{
    struct forcing_result r;
    if (!*refuted) {
        if (search_forcing(w, level, &r)) {
            root_win(w, &r.turn, r.line, r.n, MATE - 2 * (r.depth - 1));
            *refuted = true; /* one is enough */
        } else if (r.answer == FORCING_NONE) {
            *refuted = true;
        }
    }
    if (*safe || *zoned || w->out || threats_number(w->t, side_other(w->p->to_move)) > 0)
        return;
    threats_pass(w->t);
    if (search_forcing(w, level, &r)) {
        *zoned = true;
        forcing_zone(w->f, w->t, w->zone);
    } else if (r.answer == FORCING_NONE) {
        *safe = true;
    }
    threats_undo(w->t);
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
}

/* Is there nothing more to find out? A forced turn is searched a little, for its value. */
static bool root_settled(const struct worker *w)
{
    int best = w->root[0].value;
    bool known = best > -INFINITE, certain = known && abs(best) >= MATE_LEAST;
    if (lines_wanted(w) > 1)
        return w->roots == 1 && certain;
    return (certain && (best > 0 || w->complete)) || (known && w->roots == 1 && w->depth >= FORCED_DEPTH);
}

void root_search(struct worker *w)
{
    struct position *p = w->p;
    int most = w->engine->limits.depth > 0 ? w->engine->limits.depth : PLY_MOST - 2;
    w->roots = w->depth = w->reached = 0;
    w->complete = false;
    if (threats_can_win(w->t, p->to_move, p->left)) {
        struct squares s = threats_winning_squares(w->t);
        root_win(w, &s, s.s, s.n, MATE);
        return;
    }
    if (threats_number(w->t, side_other(p->to_move)) > p->left) {
        root_lost(w);
        return;
    }
    root_fill(w, NULL);
    bool refuted = false, safe = false, zoned = false;
    for (int depth = 1; depth <= most && !worker_out(w); depth++) {
        bool was = zoned;
        root_force(w, FIRST_LEVEL + depth - 1, &refuted, &safe, &zoned);
        root_sort(w);
        if (root_settled(w) || w->out)
            break;
        if (zoned && !was)
            root_narrow(w);
        root_iterate(w, depth * ONE);
        if (w->out)
            break;
        w->depth = depth;
        if (w->id == 0)
            engine_say(w->engine, true);
        if (root_settled(w))
            break;
    }
}
