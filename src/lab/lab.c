/* A lab's file: opening it, and rows in and out; see inner.h. */
#include "lab/lab.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/inner.h"

/* ---- making ---- */

bool lab_create(const char *path, const struct rules *r, const struct lab_options *o, struct err *e)
{
    struct buf rows = BUF_EMPTY;
    char text[RULES_TEXT];
    buf_format(&rows, "INSERT INTO meta (name, value) VALUES ('game', '%s')", rules_format(r, text));
    for (const struct lab_option *t = lab_option_table; t->name; t++) {
        double x = lab_option_get(o, t->name);
        if (t->words)
            buf_format(&rows, ", ('%s', '%s')", t->name, t->words[(int)x]);
        else
            buf_format(&rows, ", ('%s', '%.10g')", t->name, x);
    }
    buf_format(&rows, ", ('" LAB_GLANCED "', 'yes'), ('" LAB_TWINNED "', 'yes')");
    bool ok = ledger_make(path, buf_str(&rows), e);
    buf_free(&rows);
    return ok;
}

/* ---- opening ---- */

struct lab *lab_open(const char *path, bool change, struct err *e)
{
    struct lab *l = mem_zero(1, sizeof *l);
    l->ledger = ledger_open(path, e);
    l->change = change;
    l->own = -1;
    bool ok = l->ledger && (!change || ledger_own(l->ledger, &l->own, e));
    if (ok) {
        db_begin_reading(l->ledger); /* all rows as of one moment, while another process writes */
        bool loaded = lab_load(l, e);
        ok = db_commit(l->ledger, e) && loaded && (!change || lab_heal(l, e));
    }
    if (ok)
        return l;
    if (l->ledger && !strstr(e->text, path))
        err_prefix(e, "%s", path);
    lab_close(l);
    return NULL;
}

void lab_close(struct lab *l)
{
    if (!l)
        return;
    for (size_t i = 0; i < l->roots; i++) {
        free(l->root[i].name);
        free(l->root[i].game);
    }
    free(l->root);
    lab_forget_pairs(l);
    free(l->pair);
    free(l->cert);
    free(l->edge_job);
    free(l->edge_changed);
    free(l->out);
    free(l->told);
    graph_free(l->graph);
    db_close(l->ledger);
    ledger_disown(l->own);
    free(l);
}

/* ---- saving ---- */

/* Squares as they are kept in a row: "j10 k11". */
static void turn_text(const uint16_t *s, int n, struct buf *out)
{
    char text[SQUARE_TEXT];
    for (int i = 0; i < n; i++)
        buf_format(out, "%s%s", i ? " " : "", square_format(s[i], text));
}

static void save_node(struct lab *l, uint32_t n)
{
    const struct graph_node *x = &l->graph->node[n];
    bool fresh = n > l->saved_nodes;
    struct db_value pn = db_int(x->pn), dn = db_int(x->dn), own_pn = db_int(x->own_pn),
                    own_dn = db_int(x->own_dn), phantom = db_int(x->phantom), state = db_int(x->state),
                    effort = db_int(x->effort), chosen = db_int(x->chosen), cert = db_some(lab_cert(l, n));
    if (fresh)
        db_do(l->ledger,
              "INSERT INTO node (pn, dn, own_pn, own_dn, phantom, state, effort, chosen, cert, id, key, "
              "kind, level) "
              "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
              pn, dn, own_pn, own_dn, phantom, state, effort, chosen, cert, db_int(n),
              db_bytes(graph_key(l->graph, n), l->graph->key_size), db_int(x->kind), db_int(x->level));
    else
        db_do(l->ledger,
              "UPDATE node SET pn = ?1, dn = ?2, own_pn = ?3, own_dn = ?4, phantom = ?5, state = ?6, effort "
              "= ?7, "
              "chosen = ?8, cert = ?9 WHERE id = ?10",
              pn, dn, own_pn, own_dn, phantom, state, effort, chosen, cert, db_int(n));
}

static void save_edge(struct lab *l, uint32_t e)
{
    const struct graph_edge *x = &l->graph->edge[e];
    if (e <= l->saved_edges) {
        struct buf turn = BUF_EMPTY;
        turn_text(graph_turn(l->graph, e), x->stones, &turn);
        db_do(l->ledger,
              "UPDATE edge SET source = ?1, pruned = ?2, parent = ?3, turn = ?4, symmetry = ?5 WHERE id = ?6",
              db_int(x->source), db_int(x->pruned), db_int(x->parent), db_text(buf_str(&turn)),
              db_int(x->symmetry), db_int(e));
        buf_free(&turn);
        return;
    }
    struct buf turn = BUF_EMPTY;
    turn_text(graph_turn(l->graph, e), x->stones, &turn);
    db_do(l->ledger,
          "INSERT INTO edge (id, parent, child, turn, symmetry, source, pruned, job) VALUES (?1, ?2, ?3, ?4, "
          "?5, "
          "?6, ?7, ?8)",
          db_int(e), db_int(x->parent), db_int(x->child), db_text(buf_str(&turn)), db_int(x->symmetry),
          db_int(x->source), db_int(x->pruned), db_int(l->edge_job[e]));
    buf_free(&turn);
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

void lab_save(struct lab *l)
{
    struct graph *g = l->graph;
    if (g->changes)
        qsort(g->changed, g->changes, sizeof *g->changed, by_number);
    for (size_t i = 0; i < g->changes; i++)
        save_node(l, g->changed[i]);
    for (size_t i = 0; i < l->edges_changed; i++)
        if (l->edge_changed[i] <= l->saved_edges)
            save_edge(l, l->edge_changed[i]);
    for (uint32_t e = l->saved_edges + 1; e <= g->edges; e++)
        save_edge(l, e);
    graph_forget_changes(g);
    l->edges_changed = 0;
    l->saved_nodes = g->nodes;
    l->saved_edges = g->edges;
}

/* ---- looking ---- */

const struct rules *lab_rules(const struct lab *l)
{
    return &l->rules;
}

const struct lab_options *lab_options(const struct lab *l)
{
    return &l->options;
}

const struct graph *lab_graph(const struct lab *l)
{
    return l->graph;
}

void lab_until(struct lab *l, const struct deadline *until)
{
    l->until = until;
}

struct db *lab_ledger(struct lab *l)
{
    return l->ledger;
}

char *lab_kept(struct lab *l, const char *name)
{
    return ledger_get(l->ledger, name);
}

bool lab_keep(struct lab *l, const char *name, const char *value, struct err *e)
{
    ledger_set(l->ledger, name, value);
    return db_fine(l->ledger, e);
}

size_t lab_roots(const struct lab *l, const struct lab_root **out)
{
    *out = l->root;
    return l->roots;
}

const struct lab_root *lab_root_find(const struct lab *l, const char *name)
{
    for (size_t i = 0; i < l->roots; i++)
        if (strcmp(l->root[i].name, name) == 0)
            return &l->root[i];
    for (size_t i = 0; i < l->pairs; i++)
        if (strcmp(l->pair[i].name, name) == 0)
            return lab_pair_told(l, &l->pair[i]);
    return NULL;
}
