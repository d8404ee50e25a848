/* What follows from the state of a node for those above it; see inner.h.
 *
 * An attack node is proved by one turn, and disproved when every turn there is was tried and refuted. A defend node is disproved
 * by one whole turn, and proved when everything that its jobs left open is proved, and one certificate was composed of it all.
 * That the attacker does not win a part, after which the defender has stones left, refutes nothing; but a certificate needs
 * the answer to it, unless the composition finds one by itself. */
#include <stdlib.h>

#include "lab/inner.h"

enum { STUCK_MOST = 3 }; /* how often a node whose certificate cannot be composed is verified anew */

/* A part without which no certificate could be composed: it was given up, and taken up again. */
static bool is_wanted(const struct graph *g, uint32_t edge)
{
    return lab_edge_is_part(g, edge) && g->edge[edge].source != LAB_PART && !g->edge[edge].pruned &&
           g->node[g->edge[edge].child].state != GRAPH_PROVED;
}

bool lab_part_over(const struct graph_node *part)
{
    return part->state != GRAPH_OPEN || part->effort == EFFORT_GIVEN_UP;
}

/* ---- defend nodes ---- */

/* Is everything proved that has to be? */
static bool all_proved(const struct lab *l, uint32_t node)
{
    const struct graph *g = l->graph;
    const struct graph_node *n = &g->node[node];
    if (n->effort != EFFORT_VERIFIED || n->phantom)
        return false;
    for (uint32_t e = n->children; e; e = g->edge[e].next_down) {
        bool proved = g->node[g->edge[e].child].state == GRAPH_PROVED;
        bool given_up = g->edge[e].source == LAB_PART_FOLLOWED && g->edge[e].pruned;
        if (g->edge[e].source == LAB_PART || !(proved || given_up))
            return false;
    }
    return true;
}

/* Are there parts whose continuations can be asked for now? */
static bool parts_wait(const struct lab *l, uint32_t node)
{
    const struct graph *g = l->graph;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        if (g->edge[e].source == LAB_PART && lab_part_over(&g->node[g->edge[e].child]))
            return true;
    return false;
}

/* Is there a whole turn that refutes the node; or a part that does not, but of which no certificate is to be had? */
static bool refuted(const struct lab *l, uint32_t node, bool part)
{
    const struct graph *g = l->graph;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        if (g->node[g->edge[e].child].state == GRAPH_DISPROVED &&
            (part ? is_wanted(g, e) : !lab_edge_is_part(g, e)))
            return true;
    return false;
}

/* What the jobs claim of this node is not worth much: it is verified again, and what follows its parts is asked for again. */
static void verify_again(struct lab *l, uint32_t node, uint32_t pn)
{
    struct graph *g = l->graph;
    db_do(
        l->ledger,
        "UPDATE result SET checked = 3 WHERE checked = 0 AND job IN (SELECT id FROM job WHERE node = ?1 AND "
        "kind = 0)",
        db_int(node));
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        if (g->edge[e].source == LAB_PART_FOLLOWED &&
            (!is_wanted(g, e) || g->node[g->edge[e].child].state != GRAPH_OPEN)) {
            g->edge[e].source = LAB_PART;
            g->edge[e].pruned = false;
            lab_edge_note(l, e);
        }
    g->node[node].effort = EFFORT_NONE;
    graph_set_own(g, node, pn, 1, true);
}

/* Defences that a composition needed and no job had named. Zones differ a little between certificates; but when
 * there are many, there is reason to doubt. */
static void doubt(struct lab *l, uint32_t node)
{
    struct graph *g = l->graph;
    int missed = 0;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        missed += l->edge_job[e] == 0;
    if (missed % DOUBT == 0)
        verify_again(l, node, 1);
}

/* No certificate, and nothing is missing. It is verified anew, behind all others, in case that what it was composed of
 * is to blame; but not for ever: of some wins there is no certificate (docs/certificates.md, exact games). */
static void stick(struct lab *l, uint32_t node)
{
    struct buf text = BUF_EMPTY;
    buf_format(&text, "node %u: everything below it is proved, but no certificate could be composed", node);
    lab_say(l, "%s", buf_str(&text));
    ledger_event(l->ledger, "stuck", buf_str(&text), true);
    verify_again(l, node, FAILED_PN);
    int64_t times = db_number(l->ledger, 0, "SELECT count(*) FROM event WHERE kind = 'stuck' AND body = ?1",
                              db_text(buf_str(&text)));
    if (times >= STUCK_MOST)
        l->graph->node[node].effort = EFFORT_STUCK;
    buf_free(&text);
}

/* The composition lacks an answer to this defence. False if it was there before, and nothing more can be done for it. */
static bool add_missing(struct lab *l, uint32_t node, const struct squares *missing)
{
    struct graph *g = l->graph;
    struct position *p = lab_position(l, node);
    bool part = missing->n < position_turn_length(p), fresh = false;
    position_free(p);
    uint32_t e = lab_link(l, node, missing, part ? LAB_PART : LAB_BY_VERIFY, 0, part ? PART_PN : OPEN_PN,
                          part ? PART_DN : OPEN_DN, &fresh);
    if (fresh) {
        doubt(l, node);
        return true;
    }
    if (!e || !lab_edge_is_part(g, e) || !g->edge[e].pruned || g->node[g->edge[e].child].state != GRAPH_OPEN)
        return false;
    /* It was given up, and has to be won nevertheless. */
    uint32_t child = g->edge[e].child;
    lab_edge_note(l, e);
    graph_set_pruned(g, e, false);
    if (g->node[child].effort == EFFORT_GIVEN_UP) {
        g->node[child].effort = EFFORT_SOLVED_MORE;
        graph_set_own(g, child, g->node[child].own_pn, g->node[child].own_dn, g->node[child].children);
    }
    return true;
}

/* One step; true if there may be another. */
static bool step_defend(struct lab *l, uint32_t node)
{
    struct graph *g = l->graph;
    if (g->node[node].state != GRAPH_OPEN)
        return false;
    if (refuted(l, node, false)) {
        graph_set_state(g, node, GRAPH_DISPROVED);
        lab_settle(l, node);
        return false;
    }
    if (g->node[node].effort != EFFORT_VERIFIED)
        return false;
    if (parts_wait(l, node)) {
        if (!g->node[node].phantom)
            graph_set_own(g, node, 1, 1, true);
        return false;
    }
    if (refuted(l, node, true)) {
        stick(l, node);
        return false;
    }
    if (!all_proved(l, node))
        return false;
    struct composed c = lab_compose_own(l, node);
    if (c.ok) {
        lab_prove(l, node);
        lab_settle(l, node);
    } else if (c.liar) {
        lab_quarantine(l, c.liar, "its certificates were rejected");
    } else if (c.has_missing && add_missing(l, node, &c.missing)) {
        return true;
    } else {
        stick(l, node);
    }
    return false;
}

static void settle_defend(struct lab *l, uint32_t node)
{
    while (step_defend(l, node))
        ;
}

/* Is there a whole turn of this node that is open? */
static bool open_sibling(const struct lab *l, uint32_t parent)
{
    const struct graph *g = l->graph;
    for (uint32_t e = g->node[parent].children; e; e = g->edge[e].next_down)
        if (g->node[g->edge[e].child].state == GRAPH_OPEN && g->edge[e].source == LAB_BY_VERIFY)
            return g->node[parent].state == GRAPH_OPEN;
    return false;
}

/* A part that has resisted: what follows it is listed instead, unless it has to be won. */
void lab_give_up_parts(struct lab *l)
{
    struct graph *g = l->graph;
    for (size_t i = 0; i < g->changes; i++) {
        uint32_t node = g->changed[i];
        const struct graph_node *n = &g->node[node];
        bool wanted = false;
        if (n->kind != GRAPH_PART || n->state != GRAPH_OPEN || n->effort < EFFORT_SOLVED_MORE ||
            n->effort == EFFORT_GIVEN_UP || n->pn < PART_PATIENCE)
            continue;
        for (uint32_t e = n->parents; e; e = g->edge[e].next_up)
            wanted = wanted || is_wanted(g, e);
        if (wanted)
            continue;
        g->node[node].effort = EFFORT_GIVEN_UP;
        for (uint32_t e = g->node[node].parents; e; e = g->edge[e].next_up)
            settle_defend(l, g->edge[e].parent);
    }
}

/* ---- attack nodes ---- */

static void settle_attack(struct lab *l, uint32_t node)
{
    struct graph *g = l->graph;
    struct squares turn;
    bool refuted_all = g->node[node].children, proved = false;
    if (g->node[node].state != GRAPH_OPEN)
        return;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down) {
        enum graph_state s = (enum graph_state)g->node[g->edge[e].child].state;
        proved = proved || s == GRAPH_PROVED;
        refuted_all = refuted_all && s == GRAPH_DISPROVED;
    }
    if (!proved && (!refuted_all || lab_untried(l, node, &turn)))
        return;
    if (proved)
        lab_prove(l, node);
    else
        graph_set_state(g, node, GRAPH_DISPROVED);
    lab_settle(l, node);
}

/* ---- both ---- */

void lab_settle_node(struct lab *l, uint32_t node)
{
    if (l->graph->node[node].kind == GRAPH_DEFEND)
        settle_defend(l, node);
    else
        settle_attack(l, node);
}

void lab_settle(struct lab *l, uint32_t node)
{
    struct graph *g = l->graph;
    for (uint32_t e = g->node[node].parents; e; e = g->edge[e].next_up) {
        uint32_t parent = g->edge[e].parent;
        if (g->node[parent].kind == GRAPH_DEFEND && g->node[node].state == GRAPH_PROVED &&
            open_sibling(l, parent))
            lab_transfer(l, e);
        lab_settle_node(l, parent);
    }
}
