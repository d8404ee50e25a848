/* Walks with the position in step; see walk.h.
 *
 * A position undoes stones one by one, but set-up is outside its plies. So a set-up puts the plies aside and
 * starts anew on the stones as it leaves them; the way back up undoes what it changed and gives the plies
 * back. It costs time and memory in the squares it changes, whatever the size of the board: what must be
 * known of the whole board (White's stones, full segments) is counted along the way. */
#include "connect/record/walk.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* What a set-up put out of the way. */
struct walk_setup {
    struct position_aside aside;
    struct walk_change *change;
    size_t changes;
    int white, rows[2];
};

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

static void turn_after_setup(const struct walk *w, const struct notes *n, enum side *side, int *left)
{
    const struct position *p = w->position;
    int stones[2] = {p->stones - w->white, w->white};
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

/* Counts a stone that is on the board: `sign` 1 if it came, -1 if it is about to go. */
static void count_stone(struct walk *w, square s, int sign)
{
    enum side side = w->position->cell[s] == CELL_BLACK ? BLACK : WHITE;
    w->white += side == WHITE ? sign : 0;
    w->rows[side] += sign * position_rows_through(w->position, s);
}

static void set_square(struct walk *w, square s, enum cell what)
{
    struct position *p = w->position;
    if (p->cell[s] != CELL_EMPTY) {
        count_stone(w, s, -1);
        position_setup(p, s, CELL_EMPTY);
    }
    if (what != CELL_EMPTY) {
        position_setup(p, s, what);
        count_stone(w, s, 1);
    }
}

static bool set_squares(struct walk *w, const struct notes *n, struct walk_setup *old, struct err *e)
{
    const struct position *p = w->position;
    old->change = mem_alloc(n->setups * sizeof *old->change);
    for (size_t i = 0; i < n->setups; i++) {
        square s = n->setup[i].at;
        if (s >= SQUARE_CELLS || p->cell[s] == CELL_EDGE)
            return err_set(e, "a set-up stone off the %dx%d board", p->rules.m, p->rules.n);
        if (p->cell[s] == n->setup[i].what)
            continue;
        old->change[old->changes++] = (struct walk_change){s, p->cell[s]};
        set_square(w, s, (enum cell)n->setup[i].what);
    }
    return true;
}

static bool apply_setup(struct walk *w, const struct notes *n, struct walk_setup *old, struct err *e)
{
    enum side side;
    int left;
    if (!set_squares(w, n, old, e))
        return false;
    turn_after_setup(w, n, &side, &left);
    const bool row[2] = {w->rows[BLACK] > 0, w->rows[WHITE] > 0};
    return position_settle_known(w->position, side, left, row, e) || err_prefix(e, "set-up");
}

/* Back to the stones before a set-up and the plies that stood there. */
static void undo_setup(struct walk *w, struct walk_setup *old)
{
    struct position *p = w->position;
    for (size_t i = old->changes; i-- > 0;) {
        const struct walk_change *c = &old->change[i];
        if (p->cell[c->at] != CELL_EMPTY)
            position_setup(p, c->at, CELL_EMPTY);
        if (c->was != CELL_EMPTY)
            position_setup(p, c->at, (enum cell)c->was);
    }
    position_take_back(p, &old->aside);
    w->white = old->white;
    w->rows[BLACK] = old->rows[BLACK];
    w->rows[WHITE] = old->rows[WHITE];
    free(old->change);
}

static bool enter_setup(struct walk *w, const struct notes *n, struct err *e)
{
    struct position *p = w->position;
    struct walk_setup old = {.white = w->white, .rows = {w->rows[BLACK], w->rows[WHITE]}};
    /* Stones are played where there is no full segment; only the last of them can have made any. */
    const struct ply *last = p->plies ? &p->ply[p->plies - 1] : NULL;
    if (last && p->outcome == outcome_win((enum side)last->side))
        w->rows[last->side] = position_rows_through(p, last->at);
    position_put_aside(p, &old.aside);
    if (!apply_setup(w, n, &old, e)) {
        undo_setup(w, &old);
        return false;
    }
    w->setups = mem_grow(w->setups, &w->room, w->nested + 1, sizeof *w->setups);
    w->setups[w->nested++] = old;
    return true;
}

static bool enter_stone(struct walk *w, const struct tree_node *n, struct err *e)
{
    struct position *p = w->position;
    if (!position_legal(p, n->at, e))
        return false;
    if (p->to_move != (enum side)n->side) {
        char text[SQUARE_TEXT];
        return err_set(e, "%s: %s's stone, but %s has %d more to place", square_format(n->at, text),
                       side_name((enum side)n->side), side_name(p->to_move), p->left);
    }
    position_place(p, n->at);
    w->white += n->side == WHITE;
    return true;
}

static bool enter(struct walk *w, const struct tree_node *n, struct err *e)
{
    if (n->at ? !enter_stone(w, n, e) : node_is_setup(n) && !enter_setup(w, n->notes, e))
        return false;
    w->at = n;
    return true;
}

bool walk_new(const struct record *r, struct walk **out, struct err *e)
{
    struct walk *w = mem_zero(1, sizeof *w);
    w->position = position_new(record_rules(r));
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
        free(w->setups[i].aside.ply);
        free(w->setups[i].change);
    }
    free(w->setups);
    position_free(w->position);
    free(w);
}

bool walk_down(struct walk *w, const struct tree_node *child, struct err *e)
{
    assert(child->parent == w->at);
    return enter(w, child, e);
}

void walk_up(struct walk *w)
{
    assert(w->at->parent);
    if (w->at->at) {
        position_undo(w->position);
        w->white -= w->at->side == WHITE;
    } else if (node_is_setup(w->at)) {
        assert(w->nested);
        undo_setup(w, &w->setups[--w->nested]);
    }
    w->at = w->at->parent;
}

const struct walk_change *walk_changes(const struct walk *w, size_t *count)
{
    assert(w->nested && !w->at->at && node_is_setup(w->at));
    *count = w->setups[w->nested - 1].changes;
    return w->setups[w->nested - 1].change;
}

/* "line 3: " in front of a message, or the number of nodes on the way if the node is of no file. */
static bool say_where(const struct tree_node *n, struct err *e)
{
    return n->line ? err_prefix(e, "line %d", n->line) : err_prefix(e, "node %zu of its line", node_depth(n));
}

bool record_position(const struct record *r, const struct tree_node *n, struct position **out, struct err *e)
{
    size_t depth = node_depth(n);
    const struct tree_node **way = mem_alloc((depth + 1) * sizeof *way);
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
    for (const struct tree_node *n = r->root; ok && (n = node_next(n, r->root));) {
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
    struct tree_node *at = r->root;
    for (int i = 0; i < p->plies && !passed; i++)
        at = node_add(at, (enum side)p->ply[i].side, p->ply[i].at);
    position_free(start);
    position_free(before);
    return r;
}
