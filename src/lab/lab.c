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
    bool ok = ledger_make(path, buf_str(&rows), e);
    buf_free(&rows);
    return ok;
}

/* ---- loading ---- */

static bool load_meta(struct lab *l, struct err *e)
{
    char *game = ledger_get(l->ledger, "game");
    bool ok = game ? rules_parse(game, &l->rules, e) : err_set(e, "the file names no game");
    free(game);
    lab_options_usual(&l->options);
    for (const struct lab_option *t = lab_option_table; t->name && ok; t++) {
        char *value = ledger_get(l->ledger, t->name);
        ok = !value || lab_option_set(&l->options, t->name, value, e);
        free(value);
    }
    return ok;
}

static bool load_nodes(struct lab *l, struct err *e)
{
    struct graph *g = l->graph;
    struct rows *rows = db_ask(l->ledger, "SELECT id, key, kind, level, own_pn, own_dn, phantom, state, "
                                          "effort, chosen, cert FROM node ORDER BY id");
    while (rows_next(rows)) {
        size_t len;
        const uint8_t *key = rows_bytes(rows, 1, &len);
        bool fresh = false;
        uint32_t n = 0;
        if (len == g->key_size)
            n = graph_add(g, key, (enum graph_kind)rows_int(rows, 2), (int)rows_int(rows, 3),
                          (uint32_t)rows_int(rows, 4), (uint32_t)rows_int(rows, 5), &fresh);
        if (!fresh || n != rows_int(rows, 0)) {
            rows_end(rows);
            return err_set(e, "the table of nodes is damaged");
        }
        struct graph_node *x = &g->node[n];
        x->phantom = rows_int(rows, 6);
        x->state = (uint8_t)rows_int(rows, 7);
        x->effort = (uint8_t)rows_int(rows, 8);
        x->chosen = (uint32_t)rows_int(rows, 9);
        lab_cert_set(l, n, rows_int(rows, 10));
    }
    l->saved_nodes = g->nodes;
    return true;
}

/* Squares as they are kept in a row: "j10 k11". */
static void turn_text(const uint16_t *s, int n, struct buf *out)
{
    char text[SQUARE_TEXT];
    for (int i = 0; i < n; i++)
        buf_format(out, "%s%s", i ? " " : "", square_format(s[i], text));
}

static bool read_turn(const struct rules *r, const char *text, struct squares *out)
{
    out->n = 0;
    while (*text) {
        if (out->n == RULES_MAX_TURN || !square_parse(r, text, &text, &out->s[out->n], NULL))
            return false;
        out->n++;
        text += *text == ' ';
    }
    return true;
}

static bool load_edges(struct lab *l, struct err *e)
{
    struct graph *g = l->graph;
    struct rows *rows = db_ask(
        l->ledger, "SELECT id, parent, child, turn, symmetry, source, pruned, job FROM edge ORDER BY id");
    while (rows_next(rows)) {
        int64_t parent = rows_int(rows, 1), child = rows_int(rows, 2);
        struct squares turn;
        if (parent == 0 && rows_int(rows, 0) == g->edges + 1) {
            graph_skip_edge(g); /* it was taken away: a liar had brought it */
            continue;
        }
        bool ok = parent >= 1 && parent <= g->nodes && child >= 1 && child <= g->nodes &&
                  g->node[child].level > g->node[parent].level &&
                  read_turn(&l->rules, rows_text(rows, 3), &turn) && rows_int(rows, 0) == g->edges + 1;
        if (!ok) {
            rows_end(rows);
            return err_set(e, "the table of edges is damaged");
        }
        uint32_t edge = graph_join(g, (uint32_t)parent, (uint32_t)child, turn.s, turn.n,
                                   (int)rows_int(rows, 4), (int)rows_int(rows, 5));
        g->edge[edge].pruned = rows_int(rows, 6);
        lab_edge_job(l, edge, rows_int(rows, 7));
    }
    l->saved_edges = g->edges;
    return true;
}

void lab_load_roots(struct lab *l)
{
    for (size_t i = 0; i < l->roots; i++) {
        free(l->root[i].name);
        free(l->root[i].game);
    }
    l->roots = 0;
    struct rows *rows = db_ask(
        l->ledger,
        "SELECT id, name, game, node, symmetry, priority, paused FROM root ORDER BY priority DESC, id");
    while (rows_next(rows)) {
        l->root = mem_grow(l->root, &l->root_room, l->roots + 1, sizeof *l->root);
        l->root[l->roots++] = (struct lab_root){rows_int(rows, 0),
                                                mem_strdup(rows_text(rows, 1)),
                                                mem_strdup(rows_text(rows, 2)),
                                                (uint32_t)rows_int(rows, 3),
                                                (int)rows_int(rows, 4),
                                                (int)rows_int(rows, 5),
                                                rows_int(rows, 6)};
    }
}

static void load_jobs(struct lab *l)
{
    struct rows *rows = db_ask(l->ledger, "SELECT id, node, kind FROM job WHERE state = 0 ORDER BY id");
    while (rows_next(rows)) {
        l->out = mem_grow(l->out, &l->out_room, l->outs + 1, sizeof *l->out);
        l->out[l->outs++] = (struct outstanding){rows_int(rows, 0), (uint32_t)rows_int(rows, 1),
                                                 (enum lab_kind)rows_int(rows, 2), false};
    }
    l->next_job = db_number(l->ledger, 1, "SELECT coalesce(max(id), 0) + 1 FROM job");
}

static bool load(struct lab *l, struct err *e)
{
    if (!load_meta(l, e))
        return false;
    l->graph = graph_new(lab_key_size(&l->rules), &l->options.graph);
    bool ok = load_nodes(l, e) && load_edges(l, e);
    if (ok) {
        lab_load_roots(l);
        load_jobs(l);
        graph_renew(l->graph);
        graph_forget_changes(l->graph);
        for (size_t i = 0; i < l->outs; i++)
            graph_set_work(l->graph, l->out[i].node, true);
    }
    return ok;
}

struct lab *lab_open(const char *path, bool change, struct err *e)
{
    struct lab *l = mem_zero(1, sizeof *l);
    l->ledger = ledger_open(path, e);
    l->change = change;
    l->own = -1;
    bool ok = l->ledger && (!change || ledger_own(l->ledger, &l->own, e));
    if (ok) {
        db_begin_reading(l->ledger); /* all rows as of one moment, while another process writes */
        bool loaded = load(l, e);
        ok = db_commit(l->ledger, e) && loaded;
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
    return NULL;
}
