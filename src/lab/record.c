/* The tree of a proof in a lab as a record; see lab.h. */
#include <stdlib.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/proof/cert.h"
#include "connect/record/record.h"
#include "lab/lab.h"

struct writing {
    struct lab *l;
    uint64_t *weight; /* by node: how large the proof below it is, 0 if not known yet */
    int levels;       /* defences one below the other that are kept */
    size_t stones, most;
    bool cut;
};

/* The edge by which an attack node is proved; 0 if it has a certificate of its own. */
static uint32_t winning_edge(const struct writing *w, uint32_t node)
{
    const struct graph *g = lab_graph(w->l);
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        if (g->node[g->edge[e].child].state == GRAPH_PROVED)
            return e;
    return GRAPH_NONE;
}

static uint64_t weight_of(struct writing *w, uint32_t node)
{
    const struct graph *g = lab_graph(w->l);
    if (w->weight[node])
        return w->weight[node];
    uint64_t sum = 1;
    uint32_t e = g->node[node].kind == GRAPH_DEFEND ? GRAPH_NONE : winning_edge(w, node);
    if (e) {
        sum += weight_of(w, g->edge[e].child);
    } else if (lab_cert(w->l, node)) {
        struct buf bytes = BUF_EMPTY;
        lab_cert_bytes(w->l, lab_cert(w->l, node), &bytes);
        sum += bytes.len;
        buf_free(&bytes);
    }
    return w->weight[node] = sum;
}

/* The first turn of a node's own certificate; none if it cannot be read. */
static struct squares first_turn(struct writing *w, uint32_t node)
{
    struct buf bytes = BUF_EMPTY;
    struct squares turn = {.n = 0};
    struct err e;
    lab_cert_bytes(w->l, lab_cert(w->l, node), &bytes);
    struct cert_reader *r = cert_reader_bytes(bytes.text, bytes.len, &e);
    if (r && cert_read(r, &turn, &e) != CERT_TURN)
        turn.n = 0;
    cert_reader_free(r);
    buf_free(&bytes);
    return turn;
}

static struct tree_node *put(struct writing *w, struct tree_node *at, enum side side, const uint16_t *s,
                             int n, int symmetry)
{
    int back = symmetry_inverse(symmetry);
    for (int i = 0; i < n; i++)
        at = node_add(at, side, symmetry_square(lab_rules(w->l), back, s[i]));
    w->stones += (size_t)n;
    return at;
}

static void put_defences(struct writing *w, struct tree_node *at, uint32_t node, int symmetry, int level);

/* The attacker's answer in this node, and what comes after it. */
static void put_attack(struct writing *w, struct tree_node *at, uint32_t node, int symmetry, int level)
{
    const struct graph *g = lab_graph(w->l);
    enum side attacker = lab_attacker(w->l, node);
    uint32_t e = winning_edge(w, node);
    if (e) {
        at = put(w, at, attacker, graph_turn(g, e), g->edge[e].stones, symmetry);
        put_defences(w, at, g->edge[e].child, symmetry_then(symmetry, g->edge[e].symmetry), level);
    } else {
        struct squares turn = first_turn(w, node);
        at = put(w, at, attacker, turn.s, turn.n, symmetry);
        node_set_comment(at, "wins; the certificate has all defences");
    }
}

static int compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    if (x[0] != y[0])
        return x[0] > y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : 1;
}

/* The defences of a node that had to be answered one by one, those with the largest proofs first. */
static void put_defences(struct writing *w, struct tree_node *at, uint32_t node, int symmetry, int level)
{
    const struct graph *g = lab_graph(w->l);
    uint64_t(*order)[2] = NULL;
    size_t n = 0, room = 0;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        if (g->node[g->edge[e].child].state == GRAPH_PROVED) {
            order = mem_grow(order, &room, n + 1, sizeof *order);
            order[n][0] = weight_of(w, g->edge[e].child);
            order[n++][1] = e;
        }
    if (n)
        qsort(order, n, sizeof *order, compare);
    for (size_t i = 0; i < n; i++) {
        uint32_t e = (uint32_t)order[i][1], child = g->edge[e].child;
        if (level >= w->levels || w->stones >= w->most) {
            w->cut = true;
            break;
        }
        enum side attacker = lab_attacker(w->l, node);
        struct tree_node *to =
            put(w, at, side_other(attacker), graph_turn(g, e), g->edge[e].stones, symmetry);
        if (g->edge[e].source >= LAB_PART) {
            to = node_add(to, BLACK, SQUARE_NONE);
            node_set_setup(to, NULL, 0, cell_of(attacker), lab_rules(w->l)->p);
            node_set_name(to, g->edge[e].stones ? "semi-null move" : "null move");
        }
        put_attack(w, to, child, symmetry_then(symmetry, g->edge[e].symmetry), level + 1);
    }
    if (n == 0)
        node_set_comment(at, "every defence loses to a win by threats; the certificate has them");
    free(order);
}

static struct record *make(struct writing *w, uint32_t node, int symmetry)
{
    struct position *p = lab_position(w->l, node), *q = position_new(&p->rules);
    int back = symmetry_inverse(symmetry);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            position_setup(q, symmetry_square(&p->rules, back, s), (enum cell)p->cell[s]);
    position_settle(q, p->to_move, p->left, NULL);
    struct record *r = record_of_position(q);
    position_free(p);
    position_free(q);
    w->stones = 0;
    w->cut = false;
    if (lab_graph(w->l)->node[node].kind == GRAPH_DEFEND)
        put_defences(w, r->root, node, symmetry, 0);
    else
        put_attack(w, r->root, node, symmetry, 0);
    return r;
}

struct record *lab_record(struct lab *l, uint32_t node, int symmetry, size_t most, bool *whole)
{
    struct writing w = {.l = l, .most = most};
    w.weight = mem_zero(lab_graph(l)->nodes + 1, sizeof *w.weight);
    /* As deep as the stones allow: what is cut is always the deepest. */
    struct record *best = NULL;
    for (w.levels = 1;; w.levels++) {
        struct record *r = make(&w, node, symmetry);
        bool fits = w.stones < most;
        if (best && !fits) {
            record_free(r);
            *whole = false;
            break;
        }
        record_free(best);
        best = r;
        *whole = !w.cut;
        if (!w.cut || !fits)
            break;
    }
    free(w.weight);
    return best;
}
