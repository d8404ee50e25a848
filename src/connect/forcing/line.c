/* Lines of macros for provers; see forcing.h. A win by a line needs no tree to be remembered: its turns are the
 * strategy, whatever the defences. */
#include <string.h>

#include "connect/forcing/inner.h"

/* ---- lines that won before ---- */

static bool on_empty_squares(const struct field *f, const square *s, int n)
{
    for (int i = 0; i < n; i++)
        if (f->cell[s[i]] != CELL_EMPTY)
            return false;
    return true;
}

/* Places the squares of all critical defences. Returns how many, or −1, nothing being placed, if the defender
 * has a row then or they are not known. */
static int place_macro(struct forcing *x, const struct edges *e)
{
    struct covers c;
    square s[FORCING_MACRO];
    edges_covers(e, x->rules.p, &c);
    int n = c.cut ? -1 : forcing_macro(&c, s);
    if (n < 0 || x->field->plies + n + 2 * x->rules.p >= FIELD_PLIES)
        return -1;
    place_all(x, x->defender, s, n);
    if (!defender_has_row(x, n))
        return n;
    take_back(x, n);
    return -1;
}

/* The attacker has placed a turn: does it win? With exactly p threats the line may go on, and the macro is on
 * the board: `placed` tells its stones, −1 if it does not. */
static bool turn_ends(struct forcing *x, int *placed)
{
    struct edges e;
    bool sure;
    *placed = -1;
    if (field_any(x->field, x->defender, 0))
        return false;
    edges_find(x->field, x->attacker, &e);
    int number = edges_number(&e, x->rules.p, &sure);
    if (number > x->rules.p)
        return sure;
    if (number == x->rules.p)
        *placed = place_macro(x, &e);
    return false;
}

/* The field shows a position with the attacker to move, a whole turn before it: does the line win? */
static bool follow(struct forcing *x, const struct forcing_line *l, uint64_t *nodes)
{
    struct field *f = x->field;
    int stones = x->rules.p, before = f->plies;
    bool won = false, goes_on = true;
    for (int i = 0; goes_on && !won && f->empty > stones; i++) {
        const square *turn = l->s + i * stones;
        ++*nodes;
        won = field_any(f, x->attacker, 0);
        goes_on = !won && i < l->turns && on_empty_squares(f, turn, stones);
        if (!goes_on)
            break;
        int placed;
        place_all(x, x->attacker, turn, stones);
        won = turn_ends(x, &placed);
        goes_on = placed >= 0;
    }
    take_back(x, f->plies - before);
    return won;
}

bool forcing_follow(struct forcing *x, const struct position *p, const struct forcing_line *l,
                    uint64_t *nodes)
{
    if (p->left != x->rules.p)
        return false;
    forcing_begin(x, p, p->to_move);
    return follow(x, l, nodes);
}

/* Moves line i to the front. (Shorter lines first makes proofs a fifth smaller, but takes twice as long.) */
static struct forcing_line *to_front(struct forcing *x, int i)
{
    struct forcing_line line = x->line[i];
    memmove(x->line + 1, x->line, (size_t)i * sizeof *x->line);
    x->line[0] = line;
    return x->line;
}

const struct forcing_line *forcing_again(struct forcing *x, const struct position *p, uint64_t *nodes)
{
    if (p->left != x->rules.p)
        return NULL;
    forcing_begin(x, p, p->to_move);
    for (int i = 0; i < x->lines; i++)
        if (follow(x, &x->line[i], nodes))
            return to_front(x, i);
    return NULL;
}

/* Keeps a line in place of the one that was of no use for longest. */
static void keep_line(struct forcing *x, const struct forcing_line *l)
{
    if (x->lines < FORCING_LINES)
        x->lines++;
    x->line[x->lines - 1] = *l;
    to_front(x, x->lines - 1);
}

/* ---- the shortest ---- */

/* The line that the table has. False if it has forgotten a part and does not find it again. */
static bool read_line(struct forcing *x, struct forcing_line *out)
{
    struct field *f = x->field;
    int before = f->plies, stones = x->rules.p, placed = 0;
    bool ok = true, won = false;
    out->turns = 0;
    while (ok && !won && placed >= 0) {
        struct squares turn;
        enum way way;
        bool row;
        ok = forcing_replay_turn(x, &turn, &way, &row);
        won = ok && row;
        if (!ok || won)
            break;
        ok = turn.n == stones && way == WAY_MACRO && (out->turns + 1) * stones <= FORCING_LINE_MOST;
        if (ok) {
            memcpy(out->s + out->turns++ * stones, turn.s, (size_t)stones * sizeof *turn.s);
            place_all(x, x->attacker, turn.s, stones);
            won = turn_ends(x, &placed);
        }
    }
    take_back(x, f->plies - before);
    return ok && won;
}

static void first_turn(const struct squares *turn, struct forcing_line *out)
{
    out->turns = 1;
    memcpy(out->s, turn->s, (size_t)turn->n * sizeof *turn->s);
}

/* The win found, as a line if it is one. */
static bool take_win(struct forcing *x, struct forcing_line *out, bool *tree)
{
    struct squares turn;
    enum way way;
    x->visits_most = 0;
    *tree = x->root_left != x->rules.p || x->mode.way == WAY_TREE;
    if (!*tree) {
        bool whole = read_line(x, out);
        if (whole)
            keep_line(x, out);
        return whole;
    }
    if (x->root_left != x->rules.p)
        turn = x->root_turn;
    else if (!forcing_known_turn(x, &turn, &way))
        return false;
    first_turn(&turn, out);
    return true;
}

enum forcing_answer forcing_order1(struct forcing *x, const struct position *p,
                                   const struct forcing_order1 *l, struct forcing_line *out, bool *tree,
                                   uint64_t *nodes)
{
    static const struct mode macros = {FORCING_VCDT, WAY_MACRO, 0, false};
    int line = FORCING_LINE_MOST / x->rules.p, most = l->depth < line ? l->depth : line;
    enum forcing_answer answer = FORCING_CUT;
    uint64_t used = 0;
    forcing_begin(x, p, p->to_move);
    x->root_row.n = 0;
    x->proves = x->table.used = true;
    x->tell = l->tell;
    x->tell_ctx = l->ctx;
    /* With p = 1 a threat has one answer: lines are all there is. */
    for (int trees = 0; trees <= (x->rules.p > 1) && answer == FORCING_CUT; trees++) {
        x->nodes = x->visits = 0;
        forcing_set_limits(x, 0, l->until);
        x->visits_most = l->nodes;
        if (l->all && (!l->nodes || l->all - used < l->nodes))
            x->visits_most = l->all - used;
        x->mode = trees ? (struct mode){FORCING_VCDT, WAY_TREE, EFFORT_COUNTED, l->wide} : macros;
        x->limited = x->partial = false;
        bool won = forcing_deepen(x, most);
        *nodes += x->visits;
        used += x->visits;
        if (won && take_win(x, out, tree))
            answer = FORCING_WIN;
        else if (!won && !x->cut && !x->limited && !x->partial && !x->field->all_segments[x->defender])
            answer = FORCING_NONE;
        if (won || (l->all && used >= l->all) || (x->cut && deadline_over(l->until)))
            break;
    }
    x->visits_most = 0;
    x->tell = NULL;
    return answer;
}

/* ---- turns ---- */

void forcing_turns_each(struct forcing *x, const struct position *p, int least,
                        void (*each)(void *ctx, const struct squares *turn), void *ctx)
{
    size_t from = x->turns.items, pool = x->turns.used;
    forcing_begin(x, p, p->to_move);
    x->mode = (struct mode){FORCING_VCDT, WAY_TREE, EFFORT_COUNTED, false};
    x->proves = true;
    edges_find(x->field, x->defender, &x->guard);
    int left = position_turn_length(p);
    forcing_turns(x, left, least, least);
    for (size_t i = from; i < x->turns.items; i++) {
        struct squares turn = {.n = left};
        memcpy(turn.s, x->turns.pool + x->turns.item[i].at, (size_t)turn.n * sizeof *turn.s);
        each(ctx, &turn);
    }
    x->turns.items = from;
    x->turns.used = pool;
}

struct field *forcing_field(struct forcing *x)
{
    return x->field;
}

bool forcing_turns_all(struct forcing *x, enum side attacker, int least,
                       void (*each)(void *ctx, const square *turn), void *ctx)
{
    size_t from = x->turns.items, pool = x->turns.used;
    x->attacker = attacker;
    x->defender = side_other(attacker);
    x->mode = (struct mode){FORCING_VCDT, WAY_TREE, EFFORT_COUNTED, true};
    x->proves = x->partial = x->cut = false;
    x->pulse = (struct pulse){.until = &x->limit, .left = PULSE_STEPS};
    x->every = true;
    edges_find(x->field, x->defender, &x->guard);
    forcing_turns(x, x->rules.p, least, least);
    x->every = false;
    bool all = !x->partial && !x->cut;
    for (size_t i = from, to = x->turns.items; i < to; i++)
        each(ctx, x->turns.pool + x->turns.item[i].at);
    x->turns.items = from;
    x->turns.used = pool;
    return all;
}
