/* From the most proving node to a job; see inner.h. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/inner.h"

enum { MOST_MORE = 8 };
enum { SOLVE_MORE = 5 }; /* a part is tried again with so many times the nodes, one order higher */

/* ---- what a job needs ---- */

/* Parts that are solved, or will not be, and whose continuations nobody has asked for. */
static bool give_parts(struct lab *l, uint32_t node, const struct position *p, struct lab_turns *out)
{
    const struct graph *g = l->graph;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down) {
        uint32_t part = g->edge[e].child;
        bool proved = g->node[part].state == GRAPH_PROVED;
        if (g->edge[e].source != LAB_PART || !lab_part_over(&g->node[part]))
            continue;
        struct squares turn;
        lab_edge_turn(l, e, &turn);
        bool everywhere = true;
        square *follow = NULL;
        int n = 0, back = symmetry_inverse(g->edge[e].symmetry);
        if (proved && !lab_follow(l, part, position_turn_length(p) - turn.n, &everywhere, &follow, &n))
            return false;
        for (int i = 0; i < n; i++)
            follow[i] = symmetry_square(&l->rules, back, follow[i]);
        lab_turns_add(out, &turn, everywhere, follow, n);
        free(follow);
    }
    return true;
}

static bool in_pair(const struct lab *l, uint32_t node)
{
    for (size_t i = 0; i < l->roots; i++)
        if (l->root[i].node == node && lab_pair_of(l, l->root[i].id))
            return true;
    return false;
}

/* How many open defences are put up with: eight times as many whenever there were too many of them. A turn of the attacker's that leaves
 * hundreds open was never the one that wins, and finding them all cost more than the rest of a search together. A root has nothing
 * beside it that could be tried instead, unless who wins is asked. */
static int64_t most_open(struct lab *l, uint32_t node)
{
    bool beside = l->graph->node[node].parents || in_pair(l, node);
    int64_t most = beside ? l->options.verify_most : 0, tried = 0;
    if (most)
        tried = db_number(
            l->ledger, 0,
            "SELECT count(*) FROM job JOIN result ON result.job = job.id WHERE node = ?1 AND kind = 0 "
            "AND verdict = 5 AND checked <> 3",
            db_int(node));
    while (tried-- > 0 && most <= LAB_TURNS_MOST)
        most *= MOST_MORE;
    return most <= LAB_TURNS_MOST ? most : 0;
}

static bool make_job(struct lab *l, uint32_t node, struct lab_job *j)
{
    const struct graph_node *n = &l->graph->node[node];
    const struct lab_options *o = &l->options;
    memset(j, 0, sizeof *j);
    j->position = lab_position(l, node);
    j->attacker = lab_attacker(l, node);
    if (n->kind == GRAPH_DEFEND) {
        j->kind = LAB_VERIFY;
        j->order = o->verify_order;
        j->nodes = (uint64_t)o->verify_nodes;
        if (n->effort == EFFORT_STUCK)
            return false;
        if (n->effort == EFFORT_NONE) {
            j->most = most_open(l, node);
            return true;
        }
        lab_tried(l, node, j->position, &j->excluded);
        return give_parts(l, node, j->position, &j->given);
    }
    if (n->kind == GRAPH_PART && n->effort == EFFORT_GIVEN_UP && !n->children)
        return false;
    bool more = n->kind == GRAPH_PART && n->effort == EFFORT_SOLVED;
    if (n->effort == EFFORT_NONE || more) {
        j->kind = LAB_SOLVE;
        j->order = more && o->solve_order < 4 ? o->solve_order + 1 : o->solve_order;
        j->nodes = (uint64_t)(more ? SOLVE_MORE * o->solve_nodes : o->solve_nodes);
        return true;
    }
    j->kind = LAB_EXPAND;
    j->nodes = (uint64_t)o->expand_nodes;
    lab_tried(l, node, j->position, &j->excluded);
    return true;
}

/* ---- giving it out ---- */

static void path_text(const uint32_t *edge, int length, struct buf *out)
{
    for (int i = 0; i < length; i++)
        buf_format(out, "%s%u", i ? " " : "", edge[i]);
}

/* The job is in the file before anybody works on it. */
static void enter_job(struct lab *l, uint32_t node, int64_t root, const char *path, struct lab_job *j)
{
    j->id = l->next_job++;
    struct buf body = BUF_EMPTY;
    lab_job_write(j, &body);
    db_do(l->ledger,
          "INSERT INTO job (id, node, kind, body, path, state, attempt, "
          "created) VALUES (?1, ?2, ?3, ?4, ?5, 0, 1, ?6)",
          db_int(j->id), db_int(node), db_int(j->kind), db_text(buf_str(&body)), db_text(path),
          db_int((int64_t)time(NULL)));
    buf_free(&body);
    l->out = mem_grow(l->out, &l->out_room, l->outs + 1, sizeof *l->out);
    l->out[l->outs++] = (struct outstanding){j->id, node, j->kind, false, root};
    graph_set_work(l->graph, node, true);
}

/* Postponed siblings (SPEC 5): while the newest child of a node is worked on, the next one is generated. */
static bool next_sibling(struct lab *l, struct lab_job *out)
{
    for (size_t i = 0; i < l->outs; i++) {
        const struct graph *g = l->graph;
        uint32_t child = l->out[i].node, e = g->node[child].parents;
        uint32_t parent = e ? g->edge[e].parent : 0;
        const struct graph_node *p = &g->node[parent];
        if (!e || l->out[i].kind != LAB_VERIFY || p->last_child != e || !p->phantom || p->work ||
            p->state != GRAPH_OPEN || p->kind == GRAPH_DEFEND)
            continue;
        if (make_job(l, parent, out)) {
            enter_job(l, parent, l->out[i].root, "", out);
            return true;
        }
        lab_job_free(out);
    }
    return false;
}

/* The most proving node below a root that something can be done for. */
static bool next_below(struct lab *l, const struct lab_root *r, struct lab_job *out)
{
    uint32_t edge[GRAPH_PATH_MOST], node;
    int length;
    while (!lab_root_rests(l, r) &&
           (length = graph_choose(l->graph, r->node, edge, GRAPH_PATH_MOST, &node)) >= 0) {
        if (lab_glance(l, node)) { /* from before this was seen when a node was made */
            lab_settle(l, node);
            continue;
        }
        if (!make_job(l, node, out)) {
            lab_job_free(out);
            graph_set_spent(l->graph, node);
            continue;
        }
        uint32_t at = r->node;
        for (int k = 0; k < length; k++) {
            graph_set_chosen(l->graph, at, edge[k]);
            at = l->graph->edge[edge[k]].child;
        }
        struct buf path = BUF_EMPTY;
        path_text(edge, length, &path);
        enter_job(l, node, r->id, buf_str(&path), out);
        buf_free(&path);
        return true;
    }
    return false;
}

bool lab_next(struct lab *l, int room, struct lab_job *out)
{
    if (room > 0 && next_sibling(l, out))
        return true;
    for (size_t i = 0; i < l->roots; i++) {
        /* Of a pair the one whose turn it is; the other, if there is nothing to be done for that one. */
        const struct lab_pair *pair = lab_pair_of(l, l->root[i].id);
        if ((pair && next_below(l, lab_pair_next(l, pair), out)) || next_below(l, &l->root[i], out))
            return true;
    }
    return false;
}

/* Is the job, as its row has it, what it is known as? */
static bool job_fits(const struct lab *l, const struct outstanding *o, const struct lab_job *j)
{
    struct position *p = lab_position(l, o->node);
    bool fits =
        j->kind == o->kind && j->attacker == lab_attacker(l, o->node) && position_equal(j->position, p);
    position_free(p);
    return fits;
}

bool lab_job_again(struct lab *l, const struct outstanding *o, struct lab_job *out)
{
    struct rows *rows = db_ask(l->ledger, "SELECT body FROM job WHERE id = ?1", db_int(o->id));
    bool ok = rows_next(rows);
    if (ok) {
        const char *body = rows_text(rows, 0);
        ok = lab_job_read(body, strlen(body), out, NULL);
        rows_end(rows);
    }
    if (ok && !job_fits(l, o, out)) {
        lab_job_free(out);
        ok = false;
    }
    if (ok)
        out->id = o->id;
    return ok;
}

/* ---- is it still wanted? ---- */

static bool is_root(const struct lab *l, uint32_t node)
{
    for (size_t i = 0; i < l->roots; i++)
        if (l->root[i].node == node && !lab_root_rests(l, &l->root[i]))
            return true;
    return false;
}

bool lab_needed(const struct lab *l, uint32_t node)
{
    /* Up through open nodes, each once; jobs are few, and so is what lies above them. */
    const struct graph *g = l->graph;
    uint32_t *stack = NULL;
    size_t room = 0, n = 0, done = 0;
    bool needed = false;
    if (g->node[node].state == GRAPH_OPEN) {
        stack = mem_grow(stack, &room, 1, sizeof *stack);
        stack[n++] = node;
    }
    for (; done < n && !needed; done++) {
        needed = is_root(l, stack[done]);
        for (uint32_t e = g->node[stack[done]].parents; e && !needed; e = g->edge[e].next_up) {
            uint32_t parent = g->edge[e].parent;
            bool seen = g->node[parent].state != GRAPH_OPEN || g->edge[e].pruned;
            for (size_t i = 0; i < n && !seen; i++)
                seen = stack[i] == parent;
            if (seen)
                continue;
            stack = mem_grow(stack, &room, n + 1, sizeof *stack);
            stack[n++] = parent;
        }
    }
    free(stack);
    return needed;
}
