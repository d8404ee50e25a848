/* Walks with the position in step; see walk.h.
 *
 * A position undoes stones one by one, but set-up is outside its plies. So a set-up starts the plies anew, on
 * a packed copy of the board as it left it, and the way back up restores the board before it: the packed copy
 * below, then the plies that stood on it. That costs time in the size of the board for each set-up, and a
 * quarter byte a square of memory for each on the way from the root; a copy of the position for each would be
 * 16 kB. */
#include "record/walk.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "board/symmetry.h"

/* What a set-up put out of the way. */
struct walk_setup {
    uint8_t *base;
    square *plies;
    int count;
};

/* Side to move, stones left, then two bits a square, as position_pack has it; row by row, without its
 * symmetries, which cost a call for every square. */
static uint8_t *pack(const struct position *p)
{
    const struct rules *r = &p->rules;
    uint8_t *packed = mem_zero(1, position_packed_size(r));
    packed[0] = (uint8_t)p->to_move;
    packed[1] = (uint8_t)p->left;
    size_t i = 0;
    for (int row = 0; row < r->n; row++) {
        const uint8_t *cell = p->cell + square_at(0, row);
        for (int col = 0; col < r->m; col++, i++)
            packed[2 + i / 4] |= (uint8_t)(cell[col] << (6 - 2 * (i % 4)));
    }
    return packed;
}

/* Puts the packed stones on the board, without plies; settling is left to the caller. */
static void unpack_stones(struct position *p, const uint8_t *packed)
{
    const struct rules *r = &p->rules;
    position_clear(p);
    size_t i = 0;
    for (int row = 0; row < r->n; row++)
        for (int col = 0; col < r->m; col++, i++) {
            enum cell c = (enum cell)(packed[2 + i / 4] >> (6 - 2 * (i % 4)) & 3);
            if (c != CELL_EMPTY)
                position_setup(p, square_at(col, row), c);
        }
}

/* Back to a base and the plies on it, which were legal when they were made. */
static void restore(struct position *p, const uint8_t *base, const square *plies, int count)
{
    position_clear(p);
    if (base) {
        unpack_stones(p, base);
        bool ok = position_settle(p, (enum side)base[0], base[1], NULL);
        assert(ok);
        (void)ok;
    }
    for (int i = 0; i < count; i++)
        position_place(p, plies[i]);
}

/* Are there as many stones of each colour as a game of so many stones has? */
static bool colours_fit(const struct rules *r, const int stones[2])
{
    int all = stones[BLACK] + stones[WHITE];
    if (all <= r->q)
        return stones[WHITE] == 0;
    int turns = (all - r->q) / r->p, rest = (all - r->q) % r->p;
    int white = (turns + 1) / 2 * r->p + (turns % 2 == 0 ? rest : 0);
    return stones[WHITE] == white;
}

static void turn_after_setup(const struct position *p, const struct notes *n, enum side *side, int *left)
{
    int stones[2] = {p->stones, 0};
    for (int row = 0; row < p->rules.n; row++)
        for (int col = 0; col < p->rules.m; col++)
            stones[WHITE] += p->cell[square_at(col, row)] == CELL_WHITE;
    stones[BLACK] -= stones[WHITE];
    enum side by_count;
    int count_left;
    rules_turn_at(&p->rules, p->stones, &by_count, &count_left);
    bool fit = colours_fit(&p->rules, stones);
    if (n->to_move != CELL_EMPTY)
        *side = n->to_move == CELL_BLACK ? BLACK : WHITE;
    else
        *side = fit ? by_count : stones[WHITE] < stones[BLACK] ? WHITE : BLACK;
    *left = n->left ? n->left : fit && *side == by_count ? count_left : p->rules.p;
}

static bool apply_setup(struct position *p, const struct notes *n, struct err *e)
{
    for (size_t i = 0; i < n->setups; i++) {
        square s = n->setup[i].at;
        enum cell what = (enum cell)n->setup[i].what;
        if (s >= SQUARE_CELLS || p->cell[s] == CELL_EDGE)
            return err_set(e, "a set-up stone off the %dx%d board", p->rules.m, p->rules.n);
        if (p->cell[s] == what)
            continue;
        if (p->cell[s] != CELL_EMPTY)
            position_setup(p, s, CELL_EMPTY);
        if (what != CELL_EMPTY)
            position_setup(p, s, what);
    }
    enum side side;
    int left;
    turn_after_setup(p, n, &side, &left);
    return position_settle(p, side, left, e) || err_prefix(e, "set-up");
}

static bool enter_setup(struct walk *w, const struct notes *n, struct err *e)
{
    struct position *p = w->position;
    struct walk_setup old = {w->base, mem_alloc((size_t)p->plies * sizeof *old.plies), p->plies};
    for (int i = 0; i < p->plies; i++)
        old.plies[i] = p->ply[i].at;
    if (p->plies) { /* the same stones without them */
        uint8_t *now = pack(p);
        unpack_stones(p, now);
        free(now);
    }
    if (!apply_setup(p, n, e)) {
        restore(p, old.base, old.plies, old.count);
        free(old.plies);
        return false;
    }
    w->setups = mem_grow(w->setups, &w->room, w->nested + 1, sizeof *w->setups);
    w->setups[w->nested++] = old;
    w->base = pack(p);
    return true;
}

static void leave_setup(struct walk *w)
{
    assert(w->nested);
    struct walk_setup old = w->setups[--w->nested];
    restore(w->position, old.base, old.plies, old.count);
    free(w->base);
    w->base = old.base;
    free(old.plies);
}

static bool enter_stone(struct position *p, const struct node *n, struct err *e)
{
    if (!position_legal(p, n->at, e))
        return false;
    if (p->to_move != (enum side)n->side) {
        char text[SQUARE_TEXT];
        return err_set(e, "%s: %s's stone, but %s has %d more to place", square_format(n->at, text),
                       side_name((enum side)n->side), side_name(p->to_move), p->left);
    }
    position_place(p, n->at);
    return true;
}

static bool enter(struct walk *w, const struct node *n, struct err *e)
{
    if (n->at ? !enter_stone(w->position, n, e) : node_is_setup(n) && !enter_setup(w, n->notes, e))
        return false;
    w->at = n;
    return true;
}

bool walk_new(const struct record *r, struct walk **out, struct err *e)
{
    struct walk *w = mem_zero(1, sizeof *w);
    w->position = position_new(&r->rules);
    if (!enter(w, r->root, e)) {
        walk_free(w);
        return false;
    }
    *out = w;
    return true;
}

void walk_free(struct walk *w)
{
    if (!w)
        return;
    for (size_t i = 0; i < w->nested; i++) {
        free(w->setups[i].base);
        free(w->setups[i].plies);
    }
    free(w->setups);
    free(w->base);
    position_free(w->position);
    free(w);
}

bool walk_down(struct walk *w, const struct node *child, struct err *e)
{
    assert(child->parent == w->at);
    return enter(w, child, e);
}

void walk_up(struct walk *w)
{
    assert(w->at->parent);
    if (w->at->at)
        position_undo(w->position);
    else if (node_is_setup(w->at))
        leave_setup(w);
    w->at = w->at->parent;
}

/* "line 3: " in front of a message, or the number of nodes on the way if the node is of no file. */
static bool say_where(const struct node *n, struct err *e)
{
    return n->line ? err_prefix(e, "line %d", n->line) : err_prefix(e, "node %zu of its line", node_depth(n));
}

bool record_position(const struct record *r, const struct node *n, struct position **out, struct err *e)
{
    size_t depth = node_depth(n);
    const struct node **way = mem_alloc((depth + 1) * sizeof *way);
    for (size_t i = depth; i > 0; i--, n = n->parent)
        way[i] = n;
    assert(n == r->root);
    struct walk *w = NULL;
    bool ok = walk_new(r, &w, e) || say_where(r->root, e);
    for (size_t i = 1; ok && i <= depth; i++)
        ok = walk_down(w, way[i], e) || say_where(way[i], e);
    free(way);
    if (ok) {
        *out = w->position;
        w->position = NULL;
    }
    walk_free(w);
    return ok;
}

bool record_check(const struct record *r, struct err *e)
{
    struct walk *w = NULL;
    bool ok = walk_new(r, &w, e) || say_where(r->root, e);
    for (const struct node *n = r->root; ok && (n = node_next(n, r->root));) {
        while (w->at != n->parent)
            walk_up(w);
        ok = walk_down(w, n, e) || say_where(n, e);
    }
    walk_free(w);
    return ok;
}

struct record *record_of_position(const struct position *p)
{
    struct record *r = record_new(&p->rules);
    struct position *before = position_copy(p);
    bool passed = false;
    for (int i = 0; i < p->plies; i++)
        passed = passed || p->ply[i].at == SQUARE_NONE;
    while (before->plies && !passed)
        position_undo(before);
    struct position *start = position_new(&p->rules);
    if (!position_equal(before, start)) {
        struct setup_stone *stones = mem_alloc((size_t)before->stones * sizeof *stones);
        size_t count = 0;
        for (square s = square_first(); s; s = square_next(&p->rules, s))
            if (before->cell[s] != CELL_EMPTY)
                stones[count++] = (struct setup_stone){s, before->cell[s]};
        node_set_setup(r->root, stones, count, cell_of(before->to_move), before->left);
        free(stones);
    }
    struct node *at = r->root;
    for (int i = 0; i < p->plies && !passed; i++)
        at = node_add(at, (enum side)p->ply[i].side, p->ply[i].at);
    position_free(start);
    position_free(before);
    return r;
}
