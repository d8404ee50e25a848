/* The way into the forcing search: the handle, iterative deepening, the answer; see forcing.h. */
#include "connect/forcing/forcing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/forcing/inner.h"

enum { REPLAY_NODES = 200000 }; /* stones to find a win again that the table has forgotten */
static const double LINE_SECONDS = 0.02;

/* With turns of one stone the positions of the search for threes get half of the bytes. */
static struct forcing *make(const struct rules *r, size_t bytes, size_t entries, struct err *e)
{
    size_t threes = r->p == 1 ? bytes / 2 : 0;
    bytes -= threes;
    struct forcing *x = mem_zero(1, sizeof *x);
    x->rules = *r;
    x->field = field_new(r);
    x->field->pulse = &x->pulse;
    x->patterns = patterns_new(r);
    x->patterns->pulse = &x->pulse;
    bool room = forcing_table_init(&x->table, bytes, entries, x->field, e);
    x->spot_of = mem_zero((size_t)square_limit(r), sizeof *x->spot_of);
    x->pad_score = mem_zero((size_t)square_limit(r), sizeof *x->pad_score);
    x->pad = mem_alloc((size_t)(r->m * r->n) * sizeof *x->pad);
    x->best = best_new();
    x->threat_score = r->p <= 3 ? 48 : UINT8_MAX / (r->p + 2);
    int useful = rules_delta(r) - 1;
    x->threes_bytes = threes;
    x->r = useful < 1 ? 1 : useful < FORCING_ZONES ? useful : FORCING_ZONES;
    if (!room) {
        forcing_free(x);
        x = NULL;
    }
    return x;
}

struct forcing *forcing_make(const struct rules *r, size_t bytes, struct err *e)
{
    return make(r, bytes, 0, e);
}

struct forcing *forcing_new(const struct rules *r, size_t bytes)
{
    struct forcing *x = forcing_make(r, bytes, NULL);
    if (!x)
        mem_fail(bytes);
    return x;
}

struct forcing *forcing_for_proofs(const struct rules *r, size_t bytes)
{
    enum { ENTRIES = 1 << 18 };
    size_t words = ((size_t)(r->m * r->n) + 63) / 64, entry = 2 * words * sizeof(uint64_t) + 128;
    size_t entries = bytes / entry < ENTRIES ? bytes / entry + 1 : ENTRIES;
    struct forcing *x = make(r, 0, entries, NULL);
    if (!x)
        mem_fail(bytes);
    return x;
}

void forcing_free(struct forcing *x)
{
    if (!x)
        return;
    field_free(x->field);
    patterns_free(x->patterns);
    forcing_table_done(&x->table);
    free(x->turns.item);
    free(x->turns.pool);
    free(x->spot_of);
    free(x->pad_score);
    free(x->pad);
    best_free(x->best);
    threes_free(x->threes);
    for (size_t i = 0; i < x->zones_made; i++)
        zones_free(x->zone_pool[i]);
    free(x->zone_pool);
    free(x);
}

void forcing_clear(struct forcing *x)
{
    forcing_table_clear(&x->table);
    if (x->threes)
        threes_clear(x->threes);
}

size_t forcing_memory(const struct forcing *x)
{
    return sizeof *x + forcing_table_bytes(&x->table) + field_memory(x->field) +
           PATTERNS * sizeof(struct pattern) + x->threes_bytes;
}

void forcing_set_limits(struct forcing *x, uint64_t nodes, const struct deadline *until)
{
    x->nodes_most = nodes;
    x->until = *until;
    x->pulse = (struct pulse){.until = &x->until, .left = PULSE_STEPS};
    x->depth_most = FORCING_DEPTH / 2;
    x->next_look = 0;
    x->cut = false;
}

void forcing_limit(struct forcing *x, const struct deadline *until)
{
    x->limit = *until;
}

bool forcing_deepen(struct forcing *x, int most)
{
    for (int depth = 1; depth <= most; depth++) {
        x->limited = false;
        if (forcing_root(x, depth))
            return true;
        x->cut |= x->pulse.over;
        if (x->cut || !x->limited)
            return false;
    }
    return false;
}

/* The parts of a search and where in the budget each ends. The macros come first: what they find they find
 * much faster. */
struct part {
    struct mode mode;
    double share;
};

static const struct part vcdt_parts[] = {
    {{FORCING_VCDT, WAY_MACRO, 0, false}, 0.8}, {{FORCING_VCDT, WAY_TREE, 0, false}, 0.9},
    {{FORCING_VCDT, WAY_TREE, 1, false}, 0.95}, {{FORCING_VCDT, WAY_TREE, 1, true}, 1},
    {{FORCING_VCDT, WAY_MACRO, 0, false}, 0},
};
static const struct part vcst_parts[] = {
    {{FORCING_VCDT, WAY_MACRO, 0, false}, 0.15}, {{FORCING_VCDT, WAY_TREE, 0, false}, 0.25},
    {{FORCING_VCST, WAY_MACRO, 0, false}, 0.5},  {{FORCING_VCST, WAY_MACRO, 1, false}, 0.75},
    {{FORCING_VCDT, WAY_TREE, 1, false}, 0.8},   {{FORCING_VCDT, WAY_TREE, 1, true}, 0.85},
    {{FORCING_VCST, WAY_TREE, 1, false}, 0.95},  {{FORCING_VCST, WAY_TREE, 1, true}, 1},
    {{FORCING_VCDT, WAY_MACRO, 0, false}, 0},
};
static const struct part vcdt_macros[] = {{{FORCING_VCDT, WAY_MACRO, 0, false}, 1},
                                          {{FORCING_VCDT, WAY_MACRO, 0, false}, 0}};
static const struct part vcst_macros[] = {
    {{FORCING_VCDT, WAY_MACRO, 0, false}, 0.5},
    {{FORCING_VCST, WAY_MACRO, 0, false}, 1},
    {{FORCING_VCDT, WAY_MACRO, 0, false}, 0},
};

/* With p = 1 a four has one answer: macros are all there is. */
static const struct part *parts_of(const struct forcing *x, const struct forcing_limits *l)
{
    if (x->rules.p == 1)
        return vcdt_macros;
    if (l->macros)
        return l->kind == FORCING_VCDT ? vcdt_macros : vcst_macros;
    return l->kind == FORCING_VCDT ? vcdt_parts : vcst_parts;
}

/* Does the part that found nothing show that there is nothing? */
static bool refutes(const struct forcing *x, const struct forcing_limits *l)
{
    bool kind = x->mode.kind == l->kind || x->rules.p == 1, depth = !x->limited || l->depth > 0;
    bool strict = !x->field->all_segments[x->defender]; /* else the defender was given more than it has */
    return kind && depth && strict && !x->cut && !x->partial;
}

/* A part of the search may take the limits up to this share of them. */
static void set_share(struct forcing *x, const struct forcing_limits *l, const struct deadline *start,
                      double share)
{
    uint64_t nodes = (uint64_t)((double)l->nodes * share);
    struct deadline until = deadline_between(start, &l->until, share);
    forcing_set_limits(x, l->nodes && !nodes ? 1 : nodes, &until);
}

enum forcing_answer forcing_parts(struct forcing *x, const struct forcing_limits *l)
{
    const struct part *part = parts_of(x, l);
    int most = l->depth > 0 && l->depth < FORCING_DEPTH / 2 ? l->depth : FORCING_DEPTH / 2 - 1;
    struct deadline start = deadline_now(&l->until);
    for (; part->share > 0; part++) {
        set_share(x, l, &start, part->share);
        x->depth_most = most;
        x->mode = part->mode;
        x->limited = x->partial = false;
        bool best = mode_plain(x->mode) && x->root_left == x->rules.p && x->rules.p <= 2;
        if (best ? forcing_best(x, most) : forcing_deepen(x, most))
            return FORCING_WIN;
        if (refutes(x, l))
            return FORCING_NONE;
    }
    return l->macros && !x->cut ? FORCING_NONE : FORCING_CUT;
}

void forcing_begin(struct forcing *x, const struct position *p, enum side attacker)
{
    assert(p->outcome == OUTCOME_OPEN);
    field_sync(x->field, p);
    field_attacker(x->field, attacker);
    x->attacker = attacker;
    x->defender = side_other(attacker);
    x->root_left = p->left;
}

/* A new search: nothing done, nothing known. */
static void begin_search(struct forcing *x, const struct forcing_limits *l, struct forcing_result *out)
{
    *out = (struct forcing_result){.answer = FORCING_CUT, .kind = FORCING_VCDT};
    x->nodes = 0;
    x->quick = l->quick;
    x->proves = x->by_threes = false;
    x->mode = (struct mode){.kind = FORCING_VCDT, .way = WAY_MACRO};
    x->root_row.n = 0;
    x->table.age++;
    x->table.used = true;
    x->limit = l->until;
}

/* The main line of a win. One that is found in the last moment gets a little more time for it. */
static void find_line(struct forcing *x, const struct deadline *until, struct forcing_result *out)
{
    uint64_t nodes = x->nodes + REPLAY_NODES;
    forcing_set_limits(x, nodes, until);
    forcing_line(x, out);
    if (x->cut && deadline_over(until)) {
        struct deadline grace = deadline_in(0, LINE_SECONDS, CPU_THREAD, NULL);
        forcing_set_limits(x, nodes, &grace);
        forcing_line(x, out);
    }
    if (out->turn.n == 0)
        out->answer = FORCING_CUT; /* the table has lost the win, and there is no time to find it again */
}

void forcing_search(struct forcing *x, struct threats *t, const struct forcing_limits *l,
                    struct forcing_result *out)
{
    forcing_begin(x, t->position, t->position->to_move);
    begin_search(x, l, out);
    x->root_row = threats_winning_squares(t);
    if (x->root_row.n)
        out->answer = FORCING_WIN;
    else if (threes_wanted(x, l))
        out->answer = threes_and_fours(x, t->position, l);
    else if (x->rules.p <= FORCING_TURN)
        out->answer = forcing_parts(x, l);
    out->nodes = x->nodes;
    out->kind = x->by_threes ? FORCING_VCT : x->mode.kind;
    if (x->by_threes)
        threes_line(x->threes, t->position, out);
    else if (out->answer == FORCING_WIN)
        find_line(x, &l->until, out);
}

/* Defences one by one, the attacker's wins by macros, then without. */
static const struct mode loss_modes[] = {{FORCING_VCST, WAY_MACRO, 0, false},
                                         {FORCING_VCST, WAY_MACRO, 1, false},
                                         {FORCING_VCST, WAY_TREE, 1, false}};

void forcing_loses(struct forcing *x, struct threats *t, const struct forcing_limits *l,
                   struct forcing_result *out)
{
    enum { MODES = sizeof loss_modes / sizeof *loss_modes };
    const struct position *p = t->position;
    struct deadline start = deadline_now(&l->until);
    int left = position_turn_length(p);
    forcing_begin(x, p, side_other(p->to_move));
    begin_search(x, l, out);
    bool lost = false;
    if (!threats_can_win(t, p->to_move, left) && x->rules.p <= FORCING_TURN)
        for (int i = 0; i < MODES && !lost; i++) {
            set_share(x, l, &start, (double)(i + 1) / MODES);
            x->mode = loss_modes[i];
            for (int depth = 0; depth < FORCING_DEPTH / 2 && !lost && !x->cut; depth++) {
                x->limited = false;
                lost = forcing_defend(x, left, depth);
                if (!x->limited)
                    break;
            }
        }
    out->kind = x->mode.kind;
    if (!lost && threes_wanted(x, l) && (lost = threes_refute(x, p, l)))
        out->kind = FORCING_VCT;
    out->answer = lost ? FORCING_WIN : FORCING_CUT;
    out->nodes = x->nodes;
}

int forcing_zone(struct forcing *x, struct threats *t, uint8_t *zone)
{
    const struct rules *r = &x->rules;
    forcing_begin(x, t->position, t->position->to_move);
    x->nodes = 0;
    forcing_set_limits(x, REPLAY_NODES, &x->limit);
    memset(zone, 0, (size_t)square_limit(r));
    struct zones *z = forcing_zones_take(x, r->p);
    if (x->by_threes ? !threes_zones(x, t->position, &x->limit, z) : !forcing_replay_root_zones(x, z))
        z->all_from = 1;
    int n = 0;
    for (square s = square_first(); s; s = square_next(r, s))
        for (int i = r->p; i >= 1 && x->field->cell[s] == CELL_EMPTY && zones_has(z, i, s); i--) {
            n += !zone[s];
            zone[s] = (uint8_t)i;
        }
    forcing_zones_give(x);
    return n;
}

bool forcing_irrelevant(const uint8_t *zone, const struct squares *turn)
{
    for (int i = 1; i <= turn->n; i++) {
        int late = 0; /* stones that may be the i-th or a later one */
        for (int j = 0; j < turn->n; j++)
            late += zone[turn->s[j]] == 0 || zone[turn->s[j]] > i;
        if (late < turn->n - i + 1)
            return false;
    }
    return true;
}

struct forcing_node *forcing_tree(struct forcing *x, struct threats *t, size_t most)
{
    forcing_begin(x, t->position, t->position->to_move);
    x->nodes = 0;
    if (x->by_threes)
        return threes_tree(x->threes, t->position, most, &x->limit);
    forcing_set_limits(x, REPLAY_NODES + (uint64_t)most * 64, &x->limit);
    return forcing_build(x, most);
}
