/* Zones across siblings (SPEC 4.3); see inner.h.
 *
 * The attacker wins after the defence {a, b}, with zones Z. Without b it wins as well, with zones Z and b; and then
 * after {a, c}, too, if c is in neither. The same holds for a part {a} and the turn {a, b}, if b is outside the
 * part's zone: the checker wants to see it nevertheless. So the proof is played through for the sibling, its turns
 * taken from the certificate as if the stones stood as they did there, and written down anew. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/proof/cert.h"
#include "connect/proof/verifier.h"
#include "lab/inner.h"
#include "lab/plan.h"

enum {
    TURNS_MOST = 100000, /* of a proof that is played through: the zones of a large one are large, too */
    BYTES_MOST = 2 * TURNS_MOST, /* of a certificate that is composed for it; a turn has two at least */
};

struct moving {
    struct plan *plan;
    struct squares missing; /* stones of the sibling's defence that are not there */
    struct cert_writer *cert;
    int turns;
};

static bool turn_of(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    struct moving *m = ctx;
    (void)depth;
    (void)order;
    if (++m->turns > TURNS_MOST || !plan_turn_near(m->plan, b, &m->missing, turn))
        return false;
    cert_write_turn(m->cert, turn->s, turn->n);
    return true;
}

/* The stones of `a` that are not in `b`. */
static struct squares without(const struct squares *a, const struct squares *b)
{
    struct squares out = {.n = 0};
    for (int i = 0; i < a->n; i++) {
        bool there = false;
        for (int j = 0; j < b->n; j++)
            there = there || a->s[i] == b->s[j];
        if (!there)
            out.s[out.n++] = a->s[i];
    }
    return out;
}

/* Are the stones irrelevant to the zones: can they be ordered so that the i-th is not in Zi? The squares of the
 * zones are seen through the symmetry. */
static bool irrelevant(const struct lab *l, const uint8_t *zone, int all, int symmetry,
                       const struct squares *extra)
{
    int last[RULES_MAX_TURN]; /* by stone: the last zone that it is not in */
    for (int i = 0; i < extra->n; i++) {
        int first = zone[symmetry_square(&l->rules, symmetry, extra->s[i])];
        last[i] = (first && first < all ? first : all) - 1;
        for (int j = i; j > 0 && last[j - 1] > last[j]; j--) {
            int swap = last[j];
            last[j] = last[j - 1];
            last[j - 1] = swap;
        }
    }
    for (int i = 0; i < extra->n; i++)
        if (last[i] < i + 1)
            return false;
    return true;
}

static struct position *seen_through(const struct lab *l, uint32_t node, int symmetry)
{
    struct position *p = lab_position(l, node), *q = position_new(&l->rules);
    for (square s = square_first(); s; s = square_next(&l->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            position_setup(q, symmetry_square(&l->rules, symmetry, s), (enum cell)p->cell[s]);
    position_settle(q, p->to_move, p->left, NULL);
    position_free(p);
    return q;
}

/* Plays the proof of `from` through for `to`, both children of one node; the certificate is in the orientation of
 * the node of `to`. */
static bool play_through(struct lab *l, uint32_t from, uint32_t to, const struct squares *missing,
                         struct buf *out)
{
    const struct graph *g = l->graph;
    int turned = g->edge[to].symmetry;
    struct position *start = seen_through(l, g->edge[from].parent, turned),
                    *p = lab_position(l, g->edge[to].child);
    enum side attacker = lab_attacker(l, g->edge[to].child);
    struct moving m = {plan_new(start, attacker), symmetry_squares(&l->rules, turned, missing), NULL, 0};
    struct buf bytes = BUF_EMPTY;
    int symmetry = symmetry_then(symmetry_inverse(g->edge[from].symmetry), turned);
    bool ok = lab_cert_bytes(l, lab_cert(l, g->edge[from].child), &bytes) &&
              plan_load(m.plan, bytes.text, bytes.len, symmetry, NULL, NULL) == CHECK_ACCEPTED;
    char *text = NULL;
    size_t length = 0;
    FILE *f = ok ? open_memstream(&text, &length) : NULL;
    if (f) {
        struct cert_claim claim = {p, attacker, false, false};
        struct battle *b = battle_new(p, attacker);
        struct strategy strategy = {&m, turn_of, NULL, NULL, NULL, NULL};
        struct verifier *v = verifier_new(b, &strategy);
        m.cert = cert_writer_on(f, &claim);
        ok = verifier_run(v, 4, NULL) >= 0;
        if (ok)
            ok = cert_writer_close(m.cert, NULL);
        else
            cert_writer_abandon(m.cert);
        verifier_free(v);
        battle_free(b);
        fclose(f);
        if (ok)
            buf_bytes(out, text, length);
    }
    free(text);
    buf_free(&bytes);
    plan_free(m.plan);
    position_free(start);
    position_free(p);
    return ok && f;
}

/* One sibling. */
static bool transfer(struct lab *l, uint32_t from, uint32_t to, const uint8_t *zone, int all)
{
    struct squares has, wants, missing, extra;
    lab_edge_turn(l, from, &has);
    lab_edge_turn(l, to, &wants);
    missing = without(&has, &wants);
    extra = without(&wants, &has);
    if (!irrelevant(l, zone, all, l->graph->edge[from].symmetry, &extra))
        return false;
    struct buf cert = BUF_EMPTY;
    struct err e;
    uint32_t node = l->graph->edge[to].child;
    bool ok = play_through(l, from, to, &missing, &cert) && lab_cert_keep(l, node, cert.text, cert.len, &e);
    buf_free(&cert);
    return ok;
}

static int64_t cert_size(struct lab *l, int64_t id)
{
    return db_number(l->ledger, 0, "SELECT length(bytes) FROM cert WHERE id = ?1", db_int(id));
}

/* Has the proved node a certificate that is worth playing through, or can it be composed? */
static bool certified(struct lab *l, uint32_t node)
{
    const struct graph *g = l->graph;
    if (lab_cert(l, node))
        return cert_size(l, lab_cert(l, node)) <= BYTES_MOST;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        if (g->node[g->edge[e].child].state == GRAPH_PROVED)
            return cert_size(l, lab_cert(l, g->edge[e].child)) <= BYTES_MOST && lab_compose_own(l, node).ok;
    return false;
}

int lab_transfer(struct lab *l, uint32_t edge)
{
    struct graph *g = l->graph;
    uint32_t parent = g->edge[edge].parent, child = g->edge[edge].child;
    int all = 0, n = 0;
    uint8_t *zone = certified(l, child) ? lab_cert_zones(l, lab_cert(l, child), &all) : NULL;
    for (uint32_t e = g->node[parent].children; e && zone; e = g->edge[e].next_down) {
        uint32_t sibling = g->edge[e].child;
        /* Whole turns only: a part needs zones that are as small as can be, and gets a search of its own. */
        if (g->node[sibling].state != GRAPH_OPEN || g->edge[e].source != LAB_BY_VERIFY ||
            !transfer(l, edge, e, zone, all))
            continue;
        n++;
        struct buf text = BUF_EMPTY;
        buf_format(&text, "node %u by the zones of node %u", sibling, child);
        ledger_event(l->ledger, "transfer", buf_str(&text), true);
        buf_free(&text);
        lab_prove(l, sibling);
        lab_settle(l, sibling);
    }
    free(zone);
    return n;
}
