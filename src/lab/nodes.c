/* Positions as nodes; see inner.h. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/inner.h"
#include "json/proof.h"

_Static_assert((int)GRAPH_INFINITE == (int)PROOF_NUMBER_INFINITE, "numbers are told as they are meant");

/* The attacker, then the packed position. */
size_t lab_key_size(const struct rules *r)
{
    return 1 + position_packed_size(r);
}

struct position *lab_position(const struct lab *l, uint32_t node)
{
    return lab_key_position(&l->rules, graph_key(l->graph, node));
}

struct position *lab_key_position(const struct rules *r, const uint8_t *key_of_node)
{
    const uint8_t *key = key_of_node + 1;
    bool fine =
        key_of_node[0] <= WHITE && key[0] <= WHITE && key[1] >= 1 && key[1] <= (r->p > r->q ? r->p : r->q);
    struct position *p = position_new(r);
    size_t i = 0;
    for (square s = square_first(); s; s = square_next(r, s), i++) {
        enum cell c = (enum cell)(key[2 + i / 4] >> (6 - 2 * (i % 4)) & 3);
        if (c == CELL_BLACK || c == CELL_WHITE)
            position_setup(p, s, c);
        fine = fine && c != CELL_EDGE;
    }
    for (; i % 4; i++) /* what is left of the last byte */
        fine = fine && (key[2 + i / 4] >> (6 - 2 * (i % 4)) & 3) == 0;
    if (fine && position_settle(p, key[0] ? WHITE : BLACK, key[1], NULL) && p->outcome == OUTCOME_OPEN)
        return p;
    position_free(p);
    return NULL;
}

enum side lab_attacker(const struct lab *l, uint32_t node)
{
    return graph_key(l->graph, node)[0] ? WHITE : BLACK;
}

int64_t lab_cert(const struct lab *l, uint32_t node)
{
    return node < l->cert_room ? l->cert[node] : 0;
}

void lab_cert_set(struct lab *l, uint32_t node, int64_t cert)
{
    size_t before = l->cert_room;
    l->cert = mem_grow(l->cert, &l->cert_room, (size_t)node + 1, sizeof *l->cert);
    if (l->cert_room > before)
        memset(l->cert + before, 0, (l->cert_room - before) * sizeof *l->cert);
    l->cert[node] = cert;
    graph_note(l->graph, node);
}

uint32_t lab_node(struct lab *l, const struct position *p, enum side attacker, bool part, uint32_t pn,
                  uint32_t dn, int *symmetry, bool *fresh)
{
    uint8_t key[1 + POSITION_PACKED_MOST];
    key[0] = (uint8_t)attacker;
    *symmetry = position_canonical(p, key + 1);
    bool attack = p->to_move == attacker;
    enum graph_kind kind = !attack ? GRAPH_DEFEND : part ? GRAPH_PART : GRAPH_ATTACK;
    bool first;
    uint32_t node = graph_add(l->graph, key, kind, 2 * p->stones + attack, pn, dn, &first);
    if (first)
        lab_glance(l, node);
    if (fresh)
        *fresh = first;
    return node;
}

struct position *lab_after(const struct position *p, const struct squares *turn, bool part, struct err *e)
{
    struct position *q = position_copy(p);
    if (part ? position_play_part(q, turn, e) : position_play_turn(q, turn, e))
        return q;
    position_free(q);
    return NULL;
}

void lab_edge_turn(const struct lab *l, uint32_t edge, struct squares *out)
{
    out->n = l->graph->edge[edge].stones;
    memcpy(out->s, graph_turn(l->graph, edge), (size_t)out->n * sizeof *out->s);
}

bool lab_edge_is_part(const struct graph *g, uint32_t edge)
{
    /* The stones that are left stand in the key, behind the attacker and the side to move; a turn that fills the board ends
     * the game, so that no edge is by one. */
    uint32_t parent = g->edge[edge].parent;
    return g->node[parent].kind == GRAPH_DEFEND && g->edge[edge].stones < graph_key(g, parent)[2];
}

void lab_edge_note(struct lab *l, uint32_t edge)
{
    l->edge_changed =
        mem_grow(l->edge_changed, &l->edge_changed_room, l->edges_changed + 1, sizeof *l->edge_changed);
    l->edge_changed[l->edges_changed++] = edge;
}

void lab_edge_job(struct lab *l, uint32_t edge, int64_t job)
{
    l->edge_job = mem_grow(l->edge_job, &l->edge_job_room, (size_t)edge + 1, sizeof *l->edge_job);
    l->edge_job[edge] = job;
}

struct squares lab_seen_turn(const struct lab *l, uint32_t edge, int symmetry)
{
    struct squares turn;
    lab_edge_turn(l, edge, &turn);
    return symmetry_squares(&l->rules, symmetry_inverse(symmetry), &turn);
}

uint32_t lab_edge_by(const struct lab *l, uint32_t node, const struct squares *turn)
{
    for (uint32_t e = l->graph->node[node].children; e; e = l->graph->edge[e].next_down) {
        struct squares s;
        lab_edge_turn(l, e, &s);
        if (squares_same(&s, turn))
            return e;
    }
    return GRAPH_NONE;
}

uint32_t lab_link(struct lab *l, uint32_t node, const struct squares *turn, int source, int64_t job,
                  uint32_t pn, uint32_t dn, bool *fresh)
{
    struct position *p = lab_position(l, node);
    bool defend = l->graph->node[node].kind == GRAPH_DEFEND;
    bool part = defend && turn->n < position_turn_length(p);
    struct position *q = lab_after(p, turn, part, NULL);
    uint32_t edge = 0;
    if (q && q->outcome == OUTCOME_OPEN) {
        int symmetry;
        uint32_t child = lab_node(l, q, lab_attacker(l, node), part, pn, dn, &symmetry, NULL);
        /* Two defences that a symmetry of the position exchanges lead to one child, but what follows them has to be dealt
         * with on both sides; of the attacker's turns one is enough. */
        edge = defend ? lab_edge_by(l, node, turn) : graph_edge_between(l->graph, node, child);
        *fresh = !edge;
        if (!edge) {
            edge = graph_link(l->graph, node, child, turn->s, turn->n, symmetry, source);
            lab_edge_job(l, edge, job);
        }
    }
    position_free(q);
    position_free(p);
    return edge;
}

void lab_edge_turn_to(struct lab *l, uint32_t edge, const struct squares *turn)
{
    struct position *p = lab_position(l, l->graph->edge[edge].parent), *q = lab_after(p, turn, false, NULL);
    uint8_t key[1 + POSITION_PACKED_MOST];
    if (q) {
        graph_set_turn(l->graph, edge, turn->s, position_canonical(q, key));
        lab_edge_note(l, edge);
    }
    position_free(p);
    position_free(q);
}

void lab_say(struct lab *l, const char *fmt, ...)
{
    char text[400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (l->run && l->run->said)
        l->run->said(l->run->ctx, text);
}
