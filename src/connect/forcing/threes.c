/* The search for wins by fours and threes: depth-first proof-number search (df-pn) over positions that are kept.
 *
 * A node is expanded once: its ways on go to its slots, and a way that is settled at sight (a win by fours, an answer that
 * leaves a double threat) to none. A position reached by two ways is one node. It begins with few kinds of threes, as most
 * wins need no others, and takes in more when these are refuted, or have had their part of the limits. */
#include "connect/forcing/threes.h"

#include <stdlib.h>

#include "base/mem.h"
#include "connect/forcing/threes_inner.h"

enum {
    LOOK_EVERY = 256,
    FOLLOW_STONES = 60,     /* for a win by fours: for what a three threatens, */
    ANSWER_STONES = 100,    /* after an answer, before anything else, */
    FOURS_MORE = 20000,     /* and where everything is tried */
    SLOTS_MOST = UINT16_MAX /* of a node */
};

struct threes *threes_new(const struct rules *r, size_t bytes)
{
    struct threes *x = mem_zero(1, sizeof *x);
    size_t squares = (size_t)(r->m * r->n), limit = (size_t)square_limit(r);
    x->rules = *r;
    x->field = field_new_needs(r, 3);
    fours_table_init(x, bytes / 8);
    x->bytes_most = bytes - bytes / 8;
    x->partner = mem_zero(limit, sizeof *x->partner);
    x->score = mem_zero(limit, sizeof *x->score);
    x->tries = mem_zero(limit, sizeof *x->tries);
    x->marked = mem_zero(limit, sizeof *x->marked);
    x->list = mem_alloc(squares * sizeof *x->list);
    x->turn = mem_alloc(squares * sizeof *x->turn);
    threes_forget(x);
    return x;
}

void threes_free(struct threes *x)
{
    if (!x)
        return;
    field_free(x->field);
    free(x->fours);
    free(x->node);
    free(x->packed);
    free(x->slot);
    free(x->line);
    free(x->table);
    free(x->partner);
    free(x->score);
    free(x->tries);
    free(x->marked);
    free(x->list);
    free(x->turn);
    free(x);
}

bool threes_spent(struct threes *x)
{
    if (x->cut)
        return true;
    if (x->nodes_most && x->nodes >= x->nodes_most)
        return x->cut = true;
    if (x->nodes >= x->next_look) {
        x->next_look = x->nodes + LOOK_EVERY;
        x->cut = deadline_over(&x->until);
    }
    return x->cut;
}

/* ---- expanding ---- */

static void settle(struct threes *x, uint32_t i, bool won)
{
    x->node[i].pn = won ? 0 : PROOF_NEVER;
    x->node[i].dn = won ? PROOF_NEVER : 0;
}

uint64_t threes_stones(const struct threes *x, uint64_t usual)
{
    return x->level == THREES_ALL ? FOURS_MORE : usual;
}

static bool fours_win(struct threes *x, uint64_t stones, struct fours_line *l)
{
    bool won = threes_fours(x, threes_stones(x, stones), l);
    x->partial |= !won && x->fours_cut;
    return won;
}

static void add_slot(struct threes *x, uint32_t i, square at, square reply, uint16_t pn, enum side to_move)
{
    struct threes_slot s = {threes_find(x, to_move), at, reply, pn};
    if (x->node[i].slots < SLOTS_MOST)
        threes_add_slot(x, i, &s);
    else
        x->partial = true;
}

static void add_fours(struct threes *x, uint32_t i, square only)
{
    int n = threes_four_turns(x, only);
    for (int j = 0; j < n; j++) {
        struct threes_turn t = x->turn[j];
        if (t.reply == SQUARE_NONE)
            continue; /* a double threat, which a win by fours would have been */
        threes_place(x, x->attacker, t.at);
        threes_place(x, x->defender, t.reply);
        add_slot(x, i, t.at, t.reply, 1, x->attacker);
        field_undo(x->field);
        field_undo(x->field);
    }
}

/* A stone of the attacker that makes no four is on the board: does it threaten to win by fours? */
static bool threatens(struct threes *x, bool forced, struct fours_line *l)
{
    square s;
    if (threes_double(x, &s)) {
        *l = (struct fours_line){1, {s}};
        return true;
    }
    if (x->level == THREES_DOUBLE && !forced) {
        x->partial = true;
        return false;
    }
    return fours_win(x, FOLLOW_STONES, l);
}

/* The proof number of a three, on the board, that nobody has looked at: how many answers it has. */
static uint16_t first_pn(struct threes *x, const struct fours_line *l)
{
    threes_zone(x, l);
    int n = x->listed;
    threes_unmark(x);
    return (uint16_t)(n > 0 ? n : 1);
}

static void add_threes(struct threes *x, uint32_t i, square only)
{
    int n = threes_three_turns(x, only);
    x->partial |= x->level == THREES_DOUBLE;
    for (int j = 0; j < n && !threes_spent(x); j++) {
        struct fours_line l;
        square at = x->turn[j].at;
        threes_place(x, x->attacker, at);
        if (!field_any(x->field, x->attacker, 0) && threatens(x, only != SQUARE_NONE, &l))
            add_slot(x, i, at, SQUARE_NONE, first_pn(x, &l), x->defender);
        field_undo(x->field);
    }
}

static int turns_made(const struct threes *x)
{
    return x->field->plies / 2;
}

/* The attacker is to move. */
static void expand_attack(struct threes *x, uint32_t i)
{
    struct fours_line l;
    square danger[2];
    int rows = threes_rows(x, x->defender, danger);
    if (fours_win(x, THREES_FOURS_STONES, &l)) {
        threes_set_line(x, i, &l);
        settle(x, i, true);
        return;
    }
    bool late = turns_made(x) >= x->turns_most || x->field->plies >= THREES_PLIES;
    if (rows == 2 || late) {
        x->partial |= rows < 2;
        settle(x, i, false);
        return;
    }
    square only = rows ? danger[0] : SQUARE_NONE;
    add_fours(x, i, only);
    add_threes(x, i, only);
    if (x->node[i].slots == 0)
        settle(x, i, false);
}

/* An answer is on the board after which the attacker may have a win by fours: then it is settled now, which tells more of
 * the three than the number of its answers. */
static void lost_to_fours(struct threes *x)
{
    struct fours_line l;
    uint32_t i = threes_get(x, x->attacker);
    if (!i || x->node[i].expanded || !threes_fours(x, ANSWER_STONES, &l))
        return;
    threes_set_line(x, i, &l);
    settle(x, i, true);
    x->node[i].expanded = 1;
}

/* The defender has answered a three: is it settled at sight? */
static bool answered(struct threes *x, uint32_t i, square at)
{
    square e[2];
    int rows = threes_rows(x, x->defender, e);
    if (rows == 2) {
        settle(x, i, false);
        return true;
    }
    if (rows || !threes_double(x, e)) {
        lost_to_fours(x);
        add_slot(x, i, at, SQUARE_NONE, 1, x->attacker);
    }
    return false;
}

/* The attacker has made a three, and the defender is to move. */
static void expand_defence(struct threes *x, uint32_t i)
{
    struct fours_line l;
    if (!threatens(x, true, &l)) { /* it was found to once, and there is no time to find it again */
        x->partial = true;
        settle(x, i, false);
        return;
    }
    threes_set_line(x, i, &l);
    threes_zone(x, &l);
    bool refuted = false;
    int n = x->listed;
    for (int j = 0; j < n; j++)
        x->turn[j].at = x->list[j];
    threes_unmark(x);
    for (int j = 0; j < n && !refuted; j++) {
        threes_place(x, x->defender, x->turn[j].at);
        refuted = answered(x, i, x->turn[j].at);
        field_undo(x->field);
    }
    if (!refuted && x->node[i].slots == 0)
        settle(x, i, true);
}

static void expand(struct threes *x, uint32_t i, bool attack)
{
    x->node[i].expanded = 1;
    if (attack)
        expand_attack(x, i);
    else
        expand_defence(x, i);
    if (x->cut && x->node[i].pn && x->node[i].dn) { /* half of the ways on may be missing */
        x->node[i].expanded = 0;
        x->node[i].slots = 0;
        x->node[i].pn = x->node[i].dn = 1;
    }
}

/* ---- proof numbers ---- */

/* What the slots of a node say. For the attacker `least` is of proof numbers and `sum` of disproof numbers; for the
 * defender it is the other way round. */
struct numbers {
    uint32_t least, second, sum;
    uint32_t best; /* the slot of the least */
};

static struct numbers numbers_of(const struct threes *x, uint32_t i, bool attack)
{
    struct numbers n = {PROOF_NEVER, PROOF_NEVER, 0, 0};
    const struct threes_node *node = &x->node[i];
    uint64_t sum = 0;
    for (uint32_t j = node->slots_at; j < node->slots_at + node->slots; j++) {
        const struct threes_slot *s = &x->slot[j];
        uint32_t pn = slot_pn(x, s), dn = slot_dn(x, s), least = attack ? pn : dn;
        sum += attack ? dn : pn;
        if (least < n.least) {
            n.second = n.least;
            n.least = least;
            n.best = j;
        } else if (least < n.second) {
            n.second = least;
        }
    }
    /* what cannot be shown of one way can be shown of none; what is only much stays possible */
    n.sum = n.least == 0 ? PROOF_NEVER : sum >= PROOF_NEVER ? PROOF_NEVER - 1 : (uint32_t)sum;
    return n;
}

static uint32_t less(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t place_slot(struct threes *x, const struct threes_slot *s, bool attack)
{
    if (attack) {
        threes_place(x, x->attacker, s->at);
        if (s->reply != SQUARE_NONE)
            threes_place(x, x->defender, s->reply);
        return s->reply != SQUARE_NONE ? 2 : 1;
    }
    threes_place(x, x->defender, s->at);
    return 1;
}

/* Works on a node until its numbers reach these limits. */
static void prove(struct threes *x, uint32_t i, bool attack, uint32_t pn_most, uint32_t dn_most)
{
    if (!x->node[i].expanded)
        expand(x, i, attack);
    while (x->node[i].slots && x->node[i].pn && x->node[i].dn && !threes_spent(x)) {
        struct numbers n = numbers_of(x, i, attack);
        uint32_t *least = attack ? &x->node[i].pn : &x->node[i].dn,
                 *sum = attack ? &x->node[i].dn : &x->node[i].pn;
        *least = n.least;
        *sum = n.sum;
        uint32_t least_most = attack ? pn_most : dn_most, sum_most = attack ? dn_most : pn_most;
        if (n.least == 0 || n.sum == 0 || n.least >= least_most || n.sum >= sum_most)
            return;
        struct threes_slot s = x->slot[n.best];
        uint32_t own = attack ? slot_dn(x, &s) : slot_pn(x, &s);
        uint32_t next_least = less(least_most, n.second + n.second / 4 + 1);
        uint32_t next_sum = sum_most >= PROOF_NEVER ? PROOF_NEVER : sum_most - n.sum + own;
        bool next_attack = !attack || s.reply != SQUARE_NONE;
        uint32_t placed = place_slot(x, &s, attack);
        if (!s.node)
            s.node = x->slot[n.best].node = threes_get(x, next_attack ? x->attacker : x->defender);
        if (s.node) /* of the next node, and from its side */
            prove(x, s.node, next_attack, attack ? next_least : next_sum, attack ? next_sum : next_least);
        while (placed--)
            field_undo(x->field);
    }
}

void threes_begin(struct threes *x, const struct position *p, enum side attacker, uint64_t nodes,
                  const struct deadline *until)
{
    field_sync(x->field, p);
    field_attacker(x->field, attacker);
    x->attacker = attacker;
    x->defender = side_other(attacker);
    x->nodes = x->next_look = 0;
    x->nodes_most = nodes;
    x->until = *until;
    x->cut = false;
}

/* The parts of a search and where in the limits each ends. Short wins are looked for before long ones, as a line of fours
 * and threes can go on for long without an end. */
struct part {
    enum threes_level level;
    int turns; /* before a win by fours, at the most */
    double share;
};

static const struct part parts[] = {
    {THREES_DOUBLE, 5, 0.15},         {THREES_FOUR, 4, 0.5},         {THREES_DOUBLE, THREES_PLIES, 0.7},
    {THREES_FOUR, THREES_PLIES, 0.9}, {THREES_ALL, THREES_PLIES, 1},
};

/* With few stones there is no time for more than one. */
static const struct part quick_part = {THREES_DOUBLE, THREES_PLIES, 1};
enum { QUICK_STONES = 3000, PARTS = sizeof parts / sizeof *parts };

static enum forcing_answer search_part(struct threes *x, const struct part *part, uint64_t nodes)
{
    x->level = part->level;
    x->turns_most = part->turns;
    x->cut = x->partial = false;
    x->nodes_most = nodes;
    x->next_look = x->nodes;
    threes_forget(x);
    x->root = threes_get(x, x->attacker);
    if (!x->root)
        return FORCING_CUT;
    prove(x, x->root, true, PROOF_NEVER, PROOF_NEVER);
    if (x->node[x->root].pn == 0)
        return FORCING_WIN;
    return x->node[x->root].dn == 0 && !x->cut && !x->partial ? FORCING_NONE : FORCING_CUT;
}

enum forcing_answer threes_search(struct threes *x, const struct position *p, uint64_t *nodes,
                                  const struct deadline *until)
{
    struct deadline start = deadline_now(until);
    enum forcing_answer answer = FORCING_CUT;
    uint64_t most = *nodes;
    threes_begin(x, p, p->to_move, most, until);
    bool quick = most > 0 && most < QUICK_STONES;
    if (quick)
        answer = search_part(x, &quick_part, most);
    for (int i = 0; i < PARTS && answer == FORCING_CUT && !quick; i++) {
        uint64_t share = (uint64_t)((double)most * parts[i].share);
        x->until = deadline_between(&start, until, parts[i].share);
        answer = search_part(x, &parts[i], most && !share ? 1 : share);
    }
    *nodes = x->nodes;
    return answer;
}

void threes_clear(struct threes *x)
{
    fours_table_clear(x);
    threes_forget(x);
}
