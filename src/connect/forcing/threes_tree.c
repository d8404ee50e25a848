/* The main line and the tree of a win by fours and threes, from the positions that the search has kept. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/inner.h"
#include "connect/forcing/threes_inner.h"

/* ---- how long it takes ---- */

static int depth_of(struct threes *x, uint32_t i, bool attack);

/* Turns to the end after this way on. */
static int slot_depth(struct threes *x, const struct threes_slot *s, bool attack)
{
    return depth_of(x, s->node, !attack || s->reply != SQUARE_NONE);
}

/* The attacker's shortest way to win, or the defender's longest to lose; NULL if there is none in the slots. */
static const struct threes_slot *best_slot(struct threes *x, uint32_t i, bool attack)
{
    const struct threes_node *n = &x->node[i];
    const struct threes_slot *best = NULL;
    int depth = 0;
    for (uint32_t j = n->slots_at; j < n->slots_at + n->slots; j++) {
        const struct threes_slot *s = &x->slot[j];
        if (slot_pn(x, s) > 0)
            continue;
        int d = slot_depth(x, s, attack);
        if (!best || (attack ? d < depth : d > depth)) {
            best = s;
            depth = d;
        }
    }
    return best;
}

enum { DOUBLE_DEPTH = 2 }; /* a double threat, and a row */

static int depth_of(struct threes *x, uint32_t i, bool attack)
{
    struct threes_node *n = &x->node[i];
    if (n->depth)
        return n->depth;
    const struct threes_slot *s = best_slot(x, i, attack);
    int depth = n->line_n ? n->line_n + 1 : 0;
    if (s && (!attack || !depth)) {
        int way = slot_depth(x, s, attack) + attack;
        depth = way > depth ? way : depth;
    }
    if (!attack && depth < DOUBLE_DEPTH)
        depth = DOUBLE_DEPTH;
    return n->depth = (uint16_t)depth;
}

/* ---- the main line ---- */

static void put(struct threes *x, struct forcing_result *out, enum side side, square s)
{
    threes_place(x, side, s);
    if (out->n < FORCING_LINE_MOST)
        out->line[out->n++] = s;
}

/* The attacker's stones with the answers to them. */
static void put_fours(struct threes *x, const struct fours_line *l, struct forcing_result *out)
{
    for (int i = 0; i < l->n; i++) {
        square e[2];
        put(x, out, x->attacker, l->s[i]);
        if (i + 1 < l->n && threes_rows(x, x->attacker, e) > 0)
            put(x, out, x->defender, e[0]);
    }
}

/* Any answer to a three of which none was worth a slot. */
static void put_last(struct threes *x, uint32_t i, struct forcing_result *out)
{
    struct fours_line l;
    square s;
    threes_get_line(x, i, &l);
    threes_zone(x, &l);
    s = x->listed ? x->list[0] : SQUARE_NONE;
    threes_unmark(x);
    if (s == SQUARE_NONE)
        return;
    put(x, out, x->defender, s);
    if (threes_double(x, &s))
        put(x, out, x->attacker, s);
}

void threes_line(struct threes *x, const struct position *p, struct forcing_result *out)
{
    struct deadline never = {0};
    struct fours_line l;
    uint32_t i = x->root;
    bool attack = true;
    threes_begin(x, p, x->attacker, 0, &never);
    out->depth = depth_of(x, i, true);
    out->n = 0;
    while (i) {
        const struct threes_slot *s = attack && x->node[i].line_n ? NULL : best_slot(x, i, attack);
        if (!s)
            break;
        put(x, out, attack ? x->attacker : x->defender, s->at);
        if (attack && s->reply != SQUARE_NONE)
            put(x, out, x->defender, s->reply);
        attack = !attack || s->reply != SQUARE_NONE;
        i = s->node;
    }
    threes_get_line(x, i, &l);
    if (attack)
        put_fours(x, &l, out);
    else
        put_last(x, i, out);
    while (x->field->plies)
        field_undo(x->field);
    out->turn = (struct squares){.n = 1, .s = {out->line[0]}};
}

/* ---- the tree ---- */

struct builder {
    struct threes *x;
    size_t left; /* nodes that may still be made */
    bool failed;
};

static struct forcing_node *new_node(struct builder *b, square s, bool wins)
{
    b->failed = b->failed || b->left == 0 || threes_spent(b->x);
    if (b->failed)
        return NULL;
    b->left--;
    struct forcing_node *n = mem_zero(1, sizeof *n);
    n->turn = (struct squares){.n = 1, .s = {s}};
    n->wins = wins;
    return n;
}

/* An answer of one stone, or none. */
static void answer(struct forcing_node *n, square s, struct forcing_node *next)
{
    struct squares a = {.n = s != SQUARE_NONE, .s = {s}};
    if (next)
        forcing_node_answer(n, &a, next);
}

/* A win by fours, from its stone `at` on. */
static struct forcing_node *build_fours(struct builder *b, const struct fours_line *l, int at)
{
    struct threes *x = b->x;
    square e[2];
    bool row = field_any(x->field, x->attacker, 0);
    threes_place(x, x->attacker, l->s[at]);
    int rows = threes_rows(x, x->attacker, e);
    bool wins = row || rows == 2;
    struct forcing_node *n = new_node(b, l->s[at], wins);
    if (n && !wins) {
        b->failed = b->failed || rows == 0 || at + 1 == l->n;
        if (!b->failed) {
            threes_place(x, x->defender, e[0]);
            answer(n, e[0], build_fours(b, l, at + 1));
            field_undo(x->field);
        }
    }
    field_undo(x->field);
    return n;
}

static struct forcing_node *build_attack(struct builder *b, uint32_t i);

/* The slot of an answer; 0: it was settled at sight. */
static uint32_t node_after(const struct threes *x, uint32_t i, square s)
{
    const struct threes_node *n = &x->node[i];
    for (uint32_t j = n->slots_at; j < n->slots_at + n->slots; j++)
        if (x->slot[j].at == s)
            return x->slot[j].node;
    return 0;
}

/* All answers to a three, which is on the board: none, and those in the zone of the win that follows then. */
static void build_answers(struct builder *b, struct forcing_node *n, uint32_t i)
{
    struct threes *x = b->x;
    struct fours_line l;
    threes_get_line(x, i, &l);
    answer(n, SQUARE_NONE, build_fours(b, &l, 0));
    threes_zone(x, &l);
    int answers = x->listed;
    square *s = mem_alloc((size_t)(answers + 1) * sizeof *s);
    memcpy(s, x->list, (size_t)answers * sizeof *s);
    threes_unmark(x);
    for (int j = 0; j < answers && !b->failed; j++) {
        threes_place(x, x->defender, s[j]);
        answer(n, s[j], build_attack(b, node_after(x, i, s[j])));
        field_undo(x->field);
    }
    free(s);
}

/* Two threats at once, if there are any. */
static struct forcing_node *build_double(struct builder *b)
{
    square s;
    if (threes_double(b->x, &s))
        return new_node(b, s, true);
    b->failed = true;
    return NULL;
}

static struct forcing_node *build_attack(struct builder *b, uint32_t i)
{
    struct threes *x = b->x;
    if (!i)
        return build_double(b);
    if (x->node[i].line_n) {
        struct fours_line l;
        threes_get_line(x, i, &l);
        return build_fours(b, &l, 0);
    }
    const struct threes_slot *s = best_slot(x, i, true);
    struct forcing_node *n = s ? new_node(b, s->at, false) : NULL;
    b->failed = b->failed || !n;
    if (b->failed)
        return n;
    threes_place(x, x->attacker, s->at);
    if (s->reply != SQUARE_NONE) {
        threes_place(x, x->defender, s->reply);
        answer(n, s->reply, build_attack(b, s->node));
        field_undo(x->field);
    } else {
        build_answers(b, n, s->node);
    }
    field_undo(x->field);
    return n;
}

struct forcing_node *threes_tree(struct threes *x, const struct position *p, size_t most,
                                 const struct deadline *until)
{
    struct builder b = {x, most, false};
    threes_begin(x, p, x->attacker, 0, until);
    depth_of(x, x->root, true);
    struct forcing_node *n = build_attack(&b, x->root);
    if (n)
        n->users = 1;
    if (b.failed) {
        forcing_node_free(n);
        return NULL;
    }
    return n;
}
