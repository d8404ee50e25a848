/* Whether a lab's file is true; see lab.h.
 *
 * What a lab can work with was found out when it was loaded. Here every state is proved or refuted from what is below it and from
 * the certificates, keys are compared with positions, numbers with those that follow from the rows, and roots with what people asked
 * for; audit_rows.c does the same for jobs, results and certificates. */
#include "lab/audit.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "json/fields.h"

void audit_fault(struct audit *a, const char *fmt, ...)
{
    char text[400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    a->faults++;
    a->say(a->ctx, text);
}

/* ---- states ---- */

/* What is below a node. */
struct below {
    bool proved;  /* a child is */
    bool refuted; /* a whole turn is */
    bool all;     /* there are children, and all are refuted */
};

static struct below look_below(const struct graph *g, uint32_t node)
{
    struct below b = {false, false, g->node[node].children};
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down) {
        enum graph_state s = (enum graph_state)g->node[g->edge[e].child].state;
        b.proved = b.proved || s == GRAPH_PROVED;
        b.refuted = b.refuted || (s == GRAPH_DISPROVED && !lab_edge_is_part(g, e));
        b.all = b.all && s == GRAPH_DISPROVED;
    }
    return b;
}

/* The certificate of a proved node; without one it is proved by a child. */
static void check_proved(struct audit *a, uint32_t node, const struct below *b)
{
    struct lab *l = a->l;
    int64_t cert = lab_cert(l, node);
    struct buf bytes = BUF_EMPTY, claim = BUF_EMPTY, kept = BUF_EMPTY;
    struct err why;
    int all;
    if (!cert) {
        if (l->graph->node[node].kind == GRAPH_DEFEND || !b->proved)
            audit_fault(a, "node %u: proved by nothing", node);
        return;
    }
    if (!lab_cert_bytes(l, cert, &bytes) || !lab_cert_claim(l, cert, &kept))
        audit_fault(a, "node %u: there is no certificate %lld", node, (long long)cert);
    else if (!lab_cert_accepted(l, node, bytes.text, bytes.len, &claim, &why))
        audit_fault(a, "node %u: %s", node, why.text);
    else if (strcmp(buf_str(&claim), buf_str(&kept)) != 0)
        audit_fault(a, "certificate %lld: it does not claim '%.80s'", (long long)cert, buf_str(&kept));
    if (l->graph->node[node].kind != GRAPH_DEFEND) {
        uint8_t *zones = lab_cert_zones(l, cert, &all);
        if (!zones)
            audit_fault(a, "certificate %lld: its zones cannot be read", (long long)cert);
        free(zones);
    }
    buf_free(&bytes);
    buf_free(&claim);
    buf_free(&kept);
}

/* Whatever the row says: is the node disproved? */
static bool is_refuted(const struct lab *l, uint32_t node, const struct below *b, enum lab_end end)
{
    struct squares turn;
    if (lab_twin_proved(l, node))
        return true;
    if (l->graph->node[node].kind == GRAPH_DEFEND)
        return b->refuted || end != LAB_END_NONE;
    return end == LAB_END_FULL || (b->all && !lab_untried(l, node, &turn));
}

static void check_open(struct audit *a, uint32_t node, const struct below *b, enum lab_end end, bool glanced)
{
    const struct lab *l = a->l;
    const struct graph_node *n = &l->graph->node[node];
    struct squares turn;
    bool attack = n->kind != GRAPH_DEFEND;
    if (!glanced)
        return; /* an older file: much was left open that would be settled at once */
    if (attack && (b->proved || end == LAB_END_ROW))
        audit_fault(a, "node %u: open, and won by one of its turns", node);
    else if (is_refuted(l, node, b, end))
        audit_fault(a, "node %u: open, and refuted", node);
    else if (attack && n->children && !n->phantom && n->effort > EFFORT_NONE && lab_untried(l, node, &turn))
        audit_fault(a, "node %u: nothing more is tried there, though there are other turns", node);
}

static void check_state(struct audit *a, uint32_t node, const struct position *p, bool glanced)
{
    const struct graph *g = a->l->graph;
    struct below b = look_below(g, node);
    if (g->node[node].state == GRAPH_PROVED) {
        check_proved(a, node, &b);
        return;
    }
    enum lab_end end = lab_end(p, NULL);
    if (lab_cert(a->l, node))
        audit_fault(a, "node %u: it has a certificate and is not proved", node);
    if (g->node[node].state == GRAPH_OPEN)
        check_open(a, node, &b, end, glanced);
    else if (!is_refuted(a->l, node, &b, end))
        audit_fault(a, "node %u: disproved by nothing", node);
}

static void check_nodes(struct audit *a)
{
    struct lab *l = a->l;
    uint8_t key[1 + POSITION_PACKED_MOST];
    char *meta = ledger_get(l->ledger, LAB_GLANCED), *twinned = ledger_get(l->ledger, LAB_TWINNED);
    for (uint32_t n = 1; n <= l->graph->nodes; n++) {
        struct position *p = lab_position(l, n);
        position_canonical(p, key + 1);
        if (memcmp(key + 1, graph_key(l->graph, n) + 1, l->graph->key_size - 1) != 0)
            audit_fault(a, "node %u: its key is not the canonical one", n);
        check_state(a, n, p, meta && twinned);
        position_free(p);
    }
    free(meta);
    free(twinned);
}

/* ---- kinds ---- */

/* A part came by a part of a turn, other positions of the attacker's by a whole one, as a root, or as what refutes their twin; edges that were taken away
 * are told by their source. */
static void check_kinds(struct audit *a)
{
    const struct graph *g = a->l->graph;
    bool *part = mem_zero((size_t)g->nodes + 1, sizeof *part),
         *whole = mem_zero((size_t)g->nodes + 1, sizeof *whole);
    struct rows *rows = db_ask(a->l->ledger, "SELECT child, source FROM edge WHERE parent = 0");
    for (uint32_t e = 1; e <= g->edges; e++)
        if (g->edge[e].parent)
            (lab_edge_is_part(g, e) ? part : whole)[g->edge[e].child] = true;
    for (size_t i = 0; i < a->l->roots; i++)
        whole[a->l->root[i].node] = true;
    while (rows_next(rows)) {
        int64_t child, source;
        if (rows_whole(rows, 0, 1, g->nodes, &child) && rows_whole(rows, 1, 0, LAB_PART_FOLLOWED, &source)) {
            part[child] = part[child] || source == LAB_BY_VERIFY || source >= LAB_PART;
            whole[child] = whole[child] || source < LAB_PART;
        }
    }
    for (uint32_t n = 1; n <= g->nodes; n++)
        if (g->node[n].kind == GRAPH_PART ? !part[n] : !whole[n] && !lab_twin(a->l, n))
            audit_fault(a, "node %u: no edge of its kind leads there", n);
    free(part);
    free(whole);
}

/* ---- numbers ---- */

/* What is in work looks otherwise than it is, and how depends on when it was looked at: numbers above it are not compared. */
static bool *find_touched(const struct lab *l)
{
    const struct graph *g = l->graph;
    bool *touched = mem_zero((size_t)g->nodes + 1, sizeof *touched);
    uint32_t *stack = NULL;
    size_t room = 0, n = 0;
    for (size_t i = 0; i < l->outs; i++) {
        stack = mem_grow(stack, &room, n + 1, sizeof *stack);
        stack[n++] = l->out[i].node;
    }
    while (n > 0) {
        uint32_t node = stack[--n];
        if (touched[node])
            continue;
        touched[node] = true;
        for (uint32_t e = g->node[node].parents; e; e = g->edge[e].next_up) {
            stack = mem_grow(stack, &room, n + 1, sizeof *stack);
            stack[n++] = g->edge[e].parent;
        }
    }
    free(stack);
    return touched;
}

static void check_numbers(struct audit *a)
{
    const struct graph *g = a->l->graph;
    bool *touched = find_touched(a->l);
    struct rows *rows = db_ask(a->l->ledger, "SELECT id, pn, dn FROM node");
    while (rows_next(rows)) {
        int64_t id;
        if (!rows_whole(rows, 0, 1, g->nodes, &id) || touched[id])
            continue;
        if (rows_int(rows, 1) != g->node[id].pn || rows_int(rows, 2) != g->node[id].dn)
            audit_fault(a, "node %lld: its numbers are %u and %u, not %lld and %lld", (long long)id,
                        g->node[id].pn, g->node[id].dn, (long long)rows_int(rows, 1),
                        (long long)rows_int(rows, 2));
    }
    free(touched);
}

/* ---- roots ---- */

/* Is this what was asked for, as it was given? */
static bool root_fits(const struct lab *l, const struct lab_root *r, const json_t *o)
{
    const char *game = "";
    struct lab_job j;
    uint8_t key[1 + POSITION_PACKED_MOST];
    char *text = json_dumps(json_object_get(o, "position"), JSON_COMPACT | JSON_ENCODE_ANY);
    bool ok = text && lab_job_read(text, strlen(text), &j, NULL);
    free(text);
    if (!ok)
        return false;
    ok = rules_equal(&j.position->rules, &l->rules) && field_text(o, "stones", &game, NULL);
    if (ok) {
        key[0] = (uint8_t)j.attacker;
        int symmetry = position_canonical(j.position, key + 1);
        ok = symmetry == r->symmetry && memcmp(key, graph_key(l->graph, r->node), l->graph->key_size) == 0 &&
             strcmp(game, r->game) == 0;
    }
    lab_job_free(&j);
    return ok;
}

static void check_roots(struct audit *a)
{
    struct lab *l = a->l;
    bool *found = mem_zero(l->roots + 1, sizeof *found);
    struct rows *rows = db_ask(l->ledger, "SELECT body FROM event WHERE kind = 'add' AND done <> 0");
    while (rows_next(rows)) {
        json_t *o = json_loads(rows_text(rows, 0), JSON_REJECT_DUPLICATES, NULL);
        const char *name = json_string_value(json_object_get(o, "name"));
        const struct lab_root *r = name ? lab_root_find(l, name) : NULL;
        if (r && root_fits(l, r, o))
            found[r - l->root] = true;
        json_decref(o);
    }
    for (size_t i = 0; i < l->roots; i++) {
        if (!found[i])
            audit_fault(a, "root '%.60s': nobody asked for it so", l->root[i].name);
        for (size_t k = 0; k < i; k++)
            if (strcmp(l->root[k].name, l->root[i].name) == 0 || l->root[k].id == l->root[i].id)
                audit_fault(a, "root '%.60s': it is there twice", l->root[i].name);
    }
    free(found);
}

/* ---- the whole ---- */

size_t lab_check(struct lab *l, void (*say)(void *ctx, const char *text), void *ctx)
{
    struct audit a = {l, say, ctx, 0};
    struct err e;
    db_begin_reading(l->ledger); /* all rows as of one moment: who only looks on may have loaded older ones */
    if (l->change || lab_load(l, &e)) {
        check_nodes(&a);
        check_kinds(&a);
        check_numbers(&a);
        check_roots(&a);
        audit_rows(&a);
    } else {
        audit_fault(&a, "%s", e.text);
    }
    if (!db_commit(l->ledger, &e))
        audit_fault(&a, "%s", e.text);
    return a.faults;
}
