/* From the rows of a file to a lab in memory; see inner.h.
 *
 * Anybody can edit a file. Whatever is in it, the graph that is loaded is one that all functions can work with: nodes are open
 * positions of the game, edges are turns that lead from one to the other, numbers are numbers. What is not so is refused here,
 * with the row that is to blame. Whether it is also true takes longer to find out, and is asked by lab_check (audit.c). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/inner.h"

enum { JOB_LAST = 1 << 30 }; /* numbers of jobs end somewhere */

static bool damaged(struct err *e, const char *table, int64_t row)
{
    return err_set(e, "the table of %s is damaged: row %" PRId64, table, row);
}

/* ---- options ---- */

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

/* ---- nodes ---- */

/* Whole numbers from this column on, each from 0 to its most. */
static bool read_numbers(struct rows *rows, int at, const int64_t *most, int n, int64_t *out)
{
    for (int i = 0; i < n; i++)
        if (!rows_whole(rows, at + i, 0, most[i], &out[i]))
            return false;
    return true;
}

static bool read_node(struct lab *l, struct rows *rows)
{
    enum { KIND, LEVEL, PN, DN, OWN_PN, OWN_DN, PHANTOM, STATE, EFFORT, CHOSEN, NUMBERS };
    static const int64_t most[NUMBERS] = {
        GRAPH_PART,     UINT16_MAX, GRAPH_INFINITE,  GRAPH_INFINITE,  GRAPH_INFINITE,
        GRAPH_INFINITE, 1,          GRAPH_DISPROVED, EFFORT_GIVEN_UP, UINT32_MAX};
    int64_t x[NUMBERS], cert = 0, id;
    size_t len;
    bool fresh, known = !rows_null(rows, 12);
    const uint8_t *key = rows_bytes(rows, 1, &len);
    if (len != l->graph->key_size || !read_numbers(rows, 2, most, NUMBERS, x) ||
        !rows_whole(rows, 0, 1, UINT32_MAX - 1, &id) || (known && !rows_whole(rows, 12, 0, INT64_MAX, &cert)))
        return false;
    struct position *p = lab_key_position(&l->rules, key);
    bool attack = p && p->to_move == (key[0] ? WHITE : BLACK);
    bool fits = p && x[LEVEL] == 2 * p->stones + attack && (x[KIND] == GRAPH_DEFEND) == !attack;
    position_free(p);
    if (!fits)
        return false;
    uint32_t n = graph_add(l->graph, key, (enum graph_kind)x[KIND], (int)x[LEVEL], (uint32_t)x[OWN_PN],
                           (uint32_t)x[OWN_DN], &fresh);
    struct graph_node *node = &l->graph->node[n];
    node->pn = (uint32_t)x[PN];
    node->dn = (uint32_t)x[DN];
    node->phantom = x[PHANTOM];
    node->state = (uint8_t)x[STATE];
    node->effort = (uint8_t)x[EFFORT];
    node->chosen = (uint32_t)x[CHOSEN];
    lab_cert_set(l, n, cert);
    return fresh && n == id;
}

static bool load_nodes(struct lab *l, struct err *e)
{
    struct rows *rows =
        db_ask(l->ledger, "SELECT id, key, kind, level, pn, dn, own_pn, own_dn, phantom, state, "
                          "effort, chosen, cert FROM node ORDER BY id");
    while (rows_next(rows))
        if (!read_node(l, rows)) {
            int64_t row = rows_int(rows, 0);
            rows_end(rows);
            return damaged(e, "nodes", row);
        }
    l->saved_nodes = l->graph->nodes;
    return true;
}

/* ---- edges ---- */

bool lab_turn_read(const struct rules *r, const char *text, struct squares *out)
{
    out->n = 0;
    while (*text) {
        if (out->n == RULES_MAX_TURN || !square_parse(r, text, &text, &out->s[out->n], NULL))
            return false;
        for (int i = 0; i < out->n; i++)
            if (out->s[i] == out->s[out->n])
                return false;
        out->n++;
        if (*text && *text++ != ' ')
            return false;
    }
    return true;
}

static bool has(const struct squares *turn, square s)
{
    for (int i = 0; i < turn->n; i++)
        if (turn->s[i] == s)
            return true;
    return false;
}

static enum cell cell_at(const uint8_t *key, int i)
{
    return (enum cell)(key[3 + i / 4] >> (6 - 2 * (i % 4)) & 3);
}

/* Does the turn lead from one key to the other, seen through the symmetry? Keys are: attacker, side to move, stones left, cells. */
static bool leads(const struct rules *r, const uint8_t *from, const struct squares *turn, int symmetry,
                  const uint8_t *to)
{
    enum cell mine = cell_of(from[1] ? WHITE : BLACK);
    int i = 0, empty = 0;
    if (from[0] != to[0] || from[1] == to[1] || to[2] != r->p || symmetry >= symmetry_count(r))
        return false;
    for (square s = square_first(); s; s = square_next(r, s), i++) {
        int col = square_col(s), row = square_row(s);
        symmetry_turn(symmetry, r->m, r->n, &col, &row);
        enum cell before = cell_at(from, i), after = cell_at(to, row * r->m + col);
        empty += before == CELL_EMPTY;
        if (has(turn, s) ? before != CELL_EMPTY || after != mine : before != after)
            return false;
    }
    int length = from[2] < empty ? from[2] : empty;
    return turn->n == length || (turn->n < length && from[0] != from[1]);
}

/* Parts of turns are the defender's alone; the attacker's turns come from the engine and from people. */
static bool source_fits(const struct graph *g, const struct graph_edge *e, bool part)
{
    if (g->node[e->parent].kind != GRAPH_DEFEND)
        return e->source == LAB_BY_ENGINE || e->source == LAB_BY_PERSON;
    return e->source == LAB_BY_VERIFY || (part && e->source >= LAB_PART);
}

static bool read_edge(struct lab *l, struct rows *rows)
{
    enum { ID, PARENT, CHILD, SYMMETRY, SOURCE, PRUNED, NUMBERS };
    struct graph *g = l->graph;
    const int64_t most[NUMBERS] = {UINT32_MAX - 1, g->nodes, g->nodes, 7, LAB_PART_FOLLOWED, 1};
    int64_t x[NUMBERS], job = 0;
    struct squares turn;
    if (!read_numbers(rows, 0, most, NUMBERS, x) || x[ID] != g->edges + 1 ||
        (!rows_null(rows, 7) && !rows_whole(rows, 7, 0, INT64_MAX, &job)) ||
        !lab_turn_read(&l->rules, rows_text(rows, 6), &turn))
        return false;
    if (x[PARENT] == 0) {
        graph_skip_edge(g); /* it was taken away: a liar had brought it */
        lab_edge_job(l, g->edges, job);
        return true;
    }
    if (x[CHILD] == 0 || !leads(&l->rules, graph_key(g, (uint32_t)x[PARENT]), &turn, (int)x[SYMMETRY],
                                graph_key(g, (uint32_t)x[CHILD])))
        return false;
    uint32_t edge = graph_join(g, (uint32_t)x[PARENT], (uint32_t)x[CHILD], turn.s, turn.n, (int)x[SYMMETRY],
                               (int)x[SOURCE]);
    g->edge[edge].pruned = x[PRUNED];
    lab_edge_job(l, edge, job);
    return source_fits(g, &g->edge[edge], lab_edge_is_part(g, edge));
}

static bool load_edges(struct lab *l, struct err *e)
{
    struct rows *rows = db_ask(
        l->ledger, "SELECT id, parent, child, symmetry, source, pruned, turn, job FROM edge ORDER BY id");
    while (rows_next(rows))
        if (!read_edge(l, rows)) {
            int64_t row = rows_int(rows, 0);
            rows_end(rows);
            return damaged(e, "edges", row);
        }
    l->saved_edges = l->graph->edges;
    return true;
}

/* ---- states ---- */

/* Can the state be true, as far as the rows beside it tell? And the edge that was chosen last is one of the node's. */
static bool state_fits(const struct lab *l, uint32_t node)
{
    const struct graph *g = l->graph;
    const struct graph_node *n = &g->node[node];
    bool attack = n->kind != GRAPH_DEFEND, proved = false, all = true;
    for (uint32_t e = n->children; e; e = g->edge[e].next_down) {
        enum graph_state s = (enum graph_state)g->node[g->edge[e].child].state;
        proved = proved || s == GRAPH_PROVED;
        all = all && s == GRAPH_DISPROVED;
    }
    if (n->chosen && (n->chosen > g->edges || g->edge[n->chosen].parent != node))
        return false;
    if (n->state == GRAPH_PROVED)
        return lab_cert(l, node) || (attack && proved);
    if (lab_cert(l, node))
        return false;
    return n->state == GRAPH_OPEN || !attack || all || lab_twin_proved(l, node);
}

static bool check_states(const struct lab *l, struct err *e)
{
    for (uint32_t n = 1; n <= l->graph->nodes; n++)
        if (!state_fits(l, n))
            return damaged(e, "nodes", n);
    return true;
}

/* ---- roots and jobs ---- */

static bool read_root(struct lab *l, struct rows *rows)
{
    int64_t id, node, symmetry, priority, paused;
    if (!rows_whole(rows, 0, 1, INT64_MAX, &id) || !rows_whole(rows, 3, 1, l->graph->nodes, &node) ||
        !rows_whole(rows, 4, 0, symmetry_count(&l->rules) - 1, &symmetry) ||
        !rows_whole(rows, 5, INT32_MIN, INT32_MAX, &priority) || !rows_whole(rows, 6, 0, 1, &paused) ||
        !rows_text(rows, 1)[0])
        return false;
    l->root = mem_grow(l->root, &l->root_room, l->roots + 1, sizeof *l->root);
    l->root[l->roots++] = (struct lab_root){id,
                                            mem_strdup(rows_text(rows, 1)),
                                            mem_strdup(rows_text(rows, 2)),
                                            (uint32_t)node,
                                            (int)symmetry,
                                            (int)priority,
                                            paused};
    return true;
}

bool lab_load_roots(struct lab *l, struct err *e)
{
    for (size_t i = 0; i < l->roots; i++) {
        free(l->root[i].name);
        free(l->root[i].game);
    }
    lab_forget_pairs(l);
    l->roots = 0;
    struct rows *rows = db_ask(
        l->ledger,
        "SELECT id, name, game, node, symmetry, priority, paused FROM root ORDER BY priority DESC, id");
    while (rows_next(rows))
        if (!read_root(l, rows)) {
            int64_t row = rows_int(rows, 0);
            rows_end(rows);
            return damaged(e, "roots", row);
        }
    int64_t pair = lab_load_pairs(l);
    return !pair || damaged(e, "pairs", pair);
}

/* Those that are out. What the job itself says is read when it is given out again. */
static bool load_jobs(struct lab *l, struct err *e)
{
    const struct graph *g = l->graph;
    struct rows *rows = db_ask(l->ledger, "SELECT id, node, kind FROM job WHERE state = 0 ORDER BY id");
    while (rows_next(rows)) {
        int64_t id, node, kind;
        if (!rows_whole(rows, 0, 1, JOB_LAST, &id) || !rows_whole(rows, 1, 1, g->nodes, &node) ||
            !rows_whole(rows, 2, 0, LAB_KINDS - 1, &kind) ||
            (kind == LAB_VERIFY) != (g->node[node].kind == GRAPH_DEFEND)) {
            id = rows_int(rows, 0);
            rows_end(rows);
            return damaged(e, "jobs", id);
        }
        l->out = mem_grow(l->out, &l->out_room, l->outs + 1, sizeof *l->out);
        l->out[l->outs++] = (struct outstanding){id, (uint32_t)node, (enum lab_kind)kind, false, 0};
    }
    int64_t last = db_number(l->ledger, 0, "SELECT coalesce(max(id), 0) FROM job");
    l->next_job = last + (last < JOB_LAST);
    return (last >= 0 && last < JOB_LAST) || damaged(e, "jobs", last);
}

/* ---- older files ---- */

/* Before the lab saw by itself what is over in one turn, and tried every turn in the end. */
static void heal_node(struct lab *l, uint32_t node)
{
    struct graph *g = l->graph;
    struct squares turn;
    bool attack = g->node[node].kind != GRAPH_DEFEND;
    if (lab_glance(l, node))
        lab_settle(l, node);
    const struct graph_node *n = &g->node[node]; /* there may be more of them now */
    if (n->state != GRAPH_OPEN)
        return;
    if (attack && n->children && !n->phantom && n->effort > EFFORT_NONE && lab_untried(l, node, &turn))
        graph_set_own(g, node, FAILED_PN, 1, true);
    if (!attack && n->effort == EFFORT_STUCK) {
        g->node[node].effort = EFFORT_NONE;
        graph_note(g, node);
    }
    lab_settle_node(l, node);
}

/* Before what proves one claim disproved the other. */
static bool heal_twins(struct lab *l, struct err *e)
{
    db_begin(l->ledger);
    for (uint32_t n = 1; n <= l->graph->nodes; n++)
        if (l->graph->node[n].state == GRAPH_OPEN && lab_twin_proved(l, n) && lab_glance(l, n))
            lab_settle(l, n);
    ledger_set(l->ledger, LAB_TWINNED, "yes");
    lab_save(l);
    return db_commit(l->ledger, e);
}

static bool heal_glances(struct lab *l, struct err *e)
{
    db_begin(l->ledger);
    for (uint32_t n = 1; n <= l->graph->nodes; n++)
        heal_node(l, n);
    /* Which of them roots came from was not kept: all stay. */
    db_do(l->ledger, "UPDATE event SET done = 2 WHERE kind = 'add' AND done = 1");
    ledger_set(l->ledger, LAB_GLANCED, "yes");
    lab_save(l);
    return db_commit(l->ledger, e);
}

static bool lacks(struct lab *l, const char *name)
{
    char *done = ledger_get(l->ledger, name);
    free(done);
    return !done;
}

bool lab_heal(struct lab *l, struct err *e)
{
    return (!lacks(l, LAB_GLANCED) || heal_glances(l, e)) && (!lacks(l, LAB_TWINNED) || heal_twins(l, e)) &&
           db_fine(l->ledger, e);
}

/* ---- the whole ---- */

bool lab_load(struct lab *l, struct err *e)
{
    if (!load_meta(l, e))
        return false;
    graph_free(l->graph); /* of an earlier time */
    l->outs = 0;
    l->graph = graph_new(lab_key_size(&l->rules), &l->options.graph);
    bool ok =
        load_nodes(l, e) && load_edges(l, e) && check_states(l, e) && lab_load_roots(l, e) && load_jobs(l, e);
    if (ok) {
        graph_forget_changes(l->graph);
        graph_renew(l->graph); /* numbers that are not what the rows say are written with the next change */
        for (size_t i = 0; i < l->outs; i++)
            graph_set_work(l->graph, l->out[i].node, true);
    }
    return ok && db_fine(l->ledger, e);
}
