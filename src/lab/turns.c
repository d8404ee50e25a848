/* The turns of a node: those that end the game at once, those that were tried, and one that was not; see inner.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/proof/cert.h"
#include "connect/threat/threats.h"
#include "lab/inner.h"

/* ---- the end of the game ---- */

enum lab_end lab_end(const struct position *p, struct squares *turn)
{
    struct position *copy = position_copy(p);
    struct threats *t = threats_new(copy);
    enum lab_end end = threats_can_win(t, p->to_move, p->left) ? LAB_END_ROW
                       : p->empty <= p->left                   ? LAB_END_FULL
                                                               : LAB_END_NONE;
    if (end == LAB_END_ROW && turn)
        *turn = threats_winning_squares(t); /* as few as can be: the last one completes the row */
    threats_free(t);
    position_free(copy);
    return end;
}

/* The attacker completes a row: one turn is the whole proof. */
static bool keep_row(struct lab *l, uint32_t node, const struct position *p, const struct squares *turn)
{
    struct buf bytes = BUF_EMPTY;
    struct err e;
    struct cert_claim claim = {p, lab_attacker(l, node), false, false};
    struct cert_writer *w = cert_writer_to(&bytes, &claim);
    cert_write_turn(w, turn->s, turn->n);
    bool ok = cert_writer_close(w, &e) && lab_cert_keep(l, node, bytes.text, bytes.len, &e);
    buf_free(&bytes);
    return ok;
}

bool lab_glance(struct lab *l, uint32_t node)
{
    struct squares turn;
    if (l->graph->node[node].state != GRAPH_OPEN)
        return false;
    if (lab_twin_proved(l, node)) {
        graph_set_state(l->graph, node, GRAPH_DISPROVED);
        return true;
    }
    struct position *p = lab_position(l, node);
    enum lab_end end = lab_end(p, &turn);
    bool attack = p->to_move == lab_attacker(l, node);
    bool won = end == LAB_END_ROW && attack && keep_row(l, node, p, &turn);
    bool lost = end == LAB_END_FULL || (end == LAB_END_ROW && !attack);
    position_free(p);
    if (won)
        lab_prove(l, node);
    else if (lost)
        graph_set_state(l->graph, node, GRAPH_DISPROVED);
    return won || lost;
}

/* ---- what was tried ---- */

static int by_turn(const void *a, const void *b)
{
    const struct lab_turn *x = a, *y = b;
    for (int i = 0; i < x->squares.n && i < y->squares.n; i++)
        if (x->squares.s[i] != y->squares.s[i])
            return x->squares.s[i] - y->squares.s[i];
    return x->squares.n - y->squares.n;
}

static bool has_turn(const struct lab_turns *list, const struct squares *s)
{
    for (size_t i = 0; i < list->n; i++)
        if (squares_same(&list->turn[i].squares, s))
            return true;
    return false;
}

/* The turn by which the position becomes the child, seen through the symmetry; false if none does. Its squares are in order. */
static bool turn_between(const struct position *p, const struct position *child, int symmetry,
                         struct squares *out)
{
    out->n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        uint8_t there = child->cell[symmetry_square(&p->rules, symmetry, s)];
        if (p->cell[s] == there)
            continue;
        if (p->cell[s] != CELL_EMPTY || there != cell_of(p->to_move) || out->n == RULES_MAX_TURN)
            return false;
        out->s[out->n++] = s;
    }
    return true;
}

void lab_tried(const struct lab *l, uint32_t node, const struct position *p, struct lab_turns *out)
{
    const struct graph *g = l->graph;
    bool defend = g->node[node].kind == GRAPH_DEFEND;
    struct squares turn;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down) {
        if (defend) {
            lab_edge_turn(l, e, &turn);
            lab_turns_add(out, &turn, false, NULL, 0);
            continue;
        }
        struct position *child = lab_position(l, g->edge[e].child);
        for (int symmetry = 0; symmetry < symmetry_count(&l->rules); symmetry++)
            if (turn_between(p, child, symmetry, &turn) && !has_turn(out, &turn))
                lab_turns_add(out, &turn, false, NULL, 0);
        position_free(child);
    }
}

/* The next choice of n of so many, in order; false after the last. */
static bool next_choice(int *at, int n, int of)
{
    int i = n - 1;
    while (i >= 0 && at[i] == of - n + i)
        i--;
    if (i < 0)
        return false;
    at[i]++;
    while (++i < n)
        at[i] = at[i - 1] + 1;
    return true;
}

bool lab_untried(const struct lab *l, uint32_t node, struct squares *out)
{
    struct position *p = lab_position(l, node);
    struct lab_turns tried = {0, 0, NULL};
    square *empty = mem_alloc((size_t)(p->empty + 1) * sizeof *empty);
    int at[RULES_MAX_TURN], n = position_turn_length(p), squares = 0;
    struct lab_turn t = {.squares = {.n = n}};
    bool found = false;
    lab_tried(l, node, p, &tried);
    if (tried.n)
        qsort(tried.turn, tried.n, sizeof *tried.turn, by_turn);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY)
            empty[squares++] = s;
    for (int i = 0; i < n; i++)
        at[i] = i;
    do {
        for (int i = 0; i < n; i++)
            t.squares.s[i] = empty[at[i]];
        found = !tried.n || !bsearch(&t, tried.turn, tried.n, sizeof t, by_turn);
    } while (!found && next_choice(at, n, squares));
    *out = t.squares;
    lab_turns_clear(&tried);
    free(empty);
    position_free(p);
    return found;
}
