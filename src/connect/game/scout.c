/* The scout of the Connect family; see scout.h. */
#include "connect/game/scout.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/game/connect.h"

enum { DEFENCES_MOST = 200 };

struct connect_scout {
    struct scout scout;
    struct forcing *forcing;
    uint64_t nodes;
    bool zones;
    struct square_sets defences;
    uint8_t *zone, *seen; /* by square */
};

static bool won_by_force(struct connect_scout *x, struct threats *t, const struct deadline *until,
                         struct forcing_result *r)
{
    struct forcing_limits l = {.kind = FORCING_VCST,
                               .nodes = x->nodes,
                               .macros = true,
                               .until = until ? *until : (struct deadline){0}};
    forcing_search(x->forcing, t, &l, r);
    return r->answer == FORCING_WIN;
}

/* The other side has threats, which the stones left suffice for: a turn stops them by stones of one of the critical defences. */
static void meet_threats(struct connect_scout *x, struct threats *t, struct scouted *out)
{
    const struct position *p = t->position;
    threats_defences(t, side_other(p->to_move), position_turn_length(p), DEFENCES_MOST, &x->defences);
    if (x->defences.cut)
        return;
    out->n = 0;
    for (size_t i = 0; i < x->defences.count; i++)
        for (int k = 0; k < x->defences.set[i].n; k++) {
            square s = x->defences.set[i].s[k];
            if (!x->seen[s])
                out->move[out->n++] = s;
            x->seen[s] = 1;
        }
    for (int i = 0; i < out->n; i++)
        x->seen[out->move[i]] = 0;
    out->n = out->n ? out->n : -1;
}

/* The other side wins by force if nothing is done against it: something has to be done where that win can be met. */
static void meet_win(struct connect_scout *x, struct threats *t, const struct deadline *until,
                     struct scouted *out)
{
    const struct position *p = t->position;
    enum side other = side_other(p->to_move);
    int left = position_turn_length(p);
    struct forcing_result r;
    threats_pass(t);
    bool wins = won_by_force(x, t, until, &r);
    if (wins)
        forcing_zone(x->forcing, t, x->zone);
    threats_undo(t);
    if (!wins)
        return;
    out->n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        struct squares one = {.n = 1, .s = {s}};
        if (p->cell[s] == CELL_EMPTY && x->zone[s] && (left > 1 || !forcing_irrelevant(x->zone, &one)))
            out->move[out->n++] = s;
    }
    if (out->n > 0)
        return;
    out->outcome = outcome_win(other);
    out->turns = r.depth;
}

/* Is a turn under way, one of whose stones is on the board? What begins with a quiet stone was looked for before it. */
static bool inside_turn(const struct position *p)
{
    return p->plies > 0 && p->ply[p->plies - 1].side == p->to_move;
}

static void look(struct scout *scout, struct game *g, const struct deadline *until, struct scouted *out)
{
    struct connect_scout *x = (struct connect_scout *)scout;
    struct threats *t = connect_threats(g);
    const struct position *p = t->position;
    struct err why;
    *out = (struct scouted){.outcome = connect_decided(t, &why), .turns = 1, .n = -1, .move = out->move};
    if (out->outcome != OUTCOME_OPEN)
        return;
    struct forcing_result r;
    if (x->nodes && !inside_turn(p) && won_by_force(x, t, until, &r)) {
        out->outcome = outcome_win(p->to_move);
        out->turns = r.depth;
    } else if (threats_number(t, side_other(p->to_move)) > 0) {
        meet_threats(x, t, out);
    } else if (x->nodes && x->zones) {
        meet_win(x, t, until, out);
    }
}

static void begin(struct scout *scout)
{
    forcing_clear(((struct connect_scout *)scout)->forcing);
}

static void done(struct scout *scout)
{
    struct connect_scout *x = (struct connect_scout *)scout;
    forcing_free(x->forcing);
    square_sets_free(&x->defences);
    free(x->zone);
    free(x->seen);
    free(x);
}

struct forcing *connect_scout_forcing(struct scout *x)
{
    return ((struct connect_scout *)x)->forcing;
}

struct scout *connect_scout(const struct rules *r, uint64_t nodes, bool zones, size_t table)
{
    static const struct scout_kind kind = {.look = look, .begin = begin, .done = done};
    struct connect_scout *x = mem_zero(1, sizeof *x);
    x->scout.kind = &kind;
    x->forcing = forcing_new(r, table);
    x->nodes = nodes;
    x->zones = zones;
    x->zone = mem_zero(SQUARE_CELLS, 1);
    x->seen = mem_zero(SQUARE_CELLS, 1);
    return &x->scout;
}
