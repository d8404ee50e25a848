/* Nodes, edges and their numbers; see graph.h. */
#include "lab/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

const char *const graph_policy_name[GRAPH_POLICIES] = {"loss", "win", "greedy", "equal"};

struct graph *graph_new(size_t key_size, const struct graph_options *o)
{
    struct graph *g = mem_zero(1, sizeof *g);
    g->options = *o;
    g->key_size = key_size;
    g->slots = 1024;
    g->slot = mem_zero(g->slots, sizeof *g->slot);
    g->node = mem_grow(NULL, &g->node_room, 1, sizeof *g->node);
    g->edge = mem_grow(NULL, &g->edge_room, 1, sizeof *g->edge);
    g->change_stamp = 1;
    return g;
}

void graph_free(struct graph *g)
{
    if (!g)
        return;
    free(g->node);
    free(g->edge);
    free(g->keys);
    free(g->turns);
    free(g->slot);
    free(g->heap);
    free(g->changed);
    free(g->marked);
    free(g);
}

size_t graph_memory(const struct graph *g)
{
    return g->node_room * sizeof *g->node + g->edge_room * sizeof *g->edge + g->key_room +
           g->turn_room * sizeof *g->turns + g->slots * sizeof *g->slot + g->heap_room * sizeof *g->heap +
           (g->change_room + g->marked_room) * sizeof *g->marked;
}

/* ---- nodes ---- */

const uint8_t *graph_key(const struct graph *g, uint32_t node)
{
    return g->keys + (size_t)g->node[node].key * g->key_size;
}

static uint32_t hash_of(const uint8_t *key, size_t size)
{
    uint64_t h = size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, key + i, size - i < 8 ? size - i : 8);
        h = rng_mix(h ^ word);
    }
    return (uint32_t)h;
}

static uint32_t find(const struct graph *g, const uint8_t *key, uint32_t hash)
{
    for (size_t i = hash;; i++) {
        uint32_t n = g->slot[i & (g->slots - 1)];
        if (n == 0 || (g->node[n].hash == hash && memcmp(graph_key(g, n), key, g->key_size) == 0))
            return n;
    }
}

uint32_t graph_find(const struct graph *g, const uint8_t *key)
{
    return find(g, key, hash_of(key, g->key_size));
}

static void enter(struct graph *g, uint32_t node)
{
    size_t i = g->node[node].hash;
    while (g->slot[i & (g->slots - 1)])
        i++;
    g->slot[i & (g->slots - 1)] = node;
}

static void widen(struct graph *g)
{
    g->slots *= 2;
    free(g->slot);
    g->slot = mem_zero(g->slots, sizeof *g->slot);
    for (uint32_t n = 1; n <= g->nodes; n++)
        enter(g, n);
}

void graph_note(struct graph *g, uint32_t node)
{
    if (g->marked[node] == g->change_stamp)
        return;
    g->marked[node] = g->change_stamp;
    g->changed = mem_grow(g->changed, &g->change_room, g->changes + 1, sizeof *g->changed);
    g->changed[g->changes++] = node;
}

void graph_forget_changes(struct graph *g)
{
    g->changes = 0;
    g->change_stamp++;
}

uint32_t graph_add(struct graph *g, const uint8_t *key, enum graph_kind kind, int level, uint32_t pn,
                   uint32_t dn, bool *fresh)
{
    uint32_t hash = hash_of(key, g->key_size), n = find(g, key, hash);
    if (fresh)
        *fresh = n == 0;
    if (n)
        return n;
    n = ++g->nodes;
    size_t before = g->marked_room;
    g->node = mem_grow(g->node, &g->node_room, (size_t)n + 1, sizeof *g->node);
    g->marked = mem_grow(g->marked, &g->marked_room, (size_t)n + 1, sizeof *g->marked);
    if (g->marked_room > before)
        memset(g->marked + before, 0, (g->marked_room - before) * sizeof *g->marked);
    g->keys = mem_grow(g->keys, &g->key_room, (size_t)n * g->key_size, 1);
    memcpy(g->keys + (size_t)(n - 1) * g->key_size, key, g->key_size);
    g->node[n] = (struct graph_node){.pn = pn,
                                     .dn = dn,
                                     .own_pn = pn,
                                     .own_dn = dn,
                                     .key = n - 1,
                                     .hash = hash,
                                     .level = (uint16_t)level,
                                     .kind = (uint8_t)kind};
    if ((size_t)n * 2 > g->slots)
        widen(g);
    else
        enter(g, n);
    graph_note(g, n);
    return n;
}

/* ---- numbers ---- */

static uint32_t plus(uint32_t a, uint32_t b)
{
    if (a >= GRAPH_INFINITE || b >= GRAPH_INFINITE)
        return GRAPH_INFINITE;
    return a + b < GRAPH_INFINITE ? a + b : GRAPH_INFINITE - 1;
}

/* What one side's numbers add up to. */
struct sum {
    uint32_t all, most, open;
};

static void sum_add(struct sum *s, uint32_t x)
{
    s->all = plus(s->all, x);
    s->most = x > s->most ? x : s->most;
    s->open += x > 0;
}

static uint32_t sum_of(const struct graph *g, const struct sum *s)
{
    return g->options.weak && s->open && s->most < GRAPH_INFINITE ? plus(s->most, s->open - 1) : s->all;
}

/* The numbers that decide at a node: those that its mover wants small, and those that add up. */
static uint32_t deciding(const struct graph_node *parent, uint32_t pn, uint32_t dn)
{
    return parent->kind == GRAPH_DEFEND ? dn : pn;
}

/* Is there nothing to do on the leaf, or the phantom child, itself? */
static bool taken(const struct graph_node *n)
{
    return n->work || n->spent;
}

/* Does the child behind this edge say something of the node? A pruned turn of the attacker does not, it does without; one of
 * the defender's stays, and is only not gone into. That the attacker does not win a part refutes nothing: what follows it
 * counts. */
static bool counts(const struct graph *g, const struct graph_node *n, uint32_t edge)
{
    const struct graph_node *c = &g->node[g->edge[edge].child];
    if (n->kind != GRAPH_DEFEND)
        return !g->edge[edge].pruned;
    return c->kind != GRAPH_PART || (!g->edge[edge].pruned && c->pn < GRAPH_INFINITE);
}

/* The least deciding number among the children of `n`, without one edge. */
static uint32_t least_beside(const struct graph *g, const struct graph_node *n, uint32_t without)
{
    uint32_t least = n->phantom && !taken(n) ? deciding(n, n->own_pn, n->own_dn) : GRAPH_INFINITE;
    for (uint32_t e = n->children; e; e = g->edge[e].next_down) {
        const struct graph_node *c = &g->node[g->edge[e].child];
        uint32_t x = deciding(n, c->pn, c->dn);
        if (e != without && !g->edge[e].pruned && counts(g, n, e) && x < least)
            least = x;
    }
    return least;
}

/* What a leaf in work, or a phantom child in work, shows. */
static void show_work(const struct graph *g, const struct graph_node *n, uint32_t *pn, uint32_t *dn)
{
    enum graph_policy p = g->options.policy;
    if (p == GRAPH_GREEDY)
        p = n->own_pn <= n->own_dn ? GRAPH_WIN : GRAPH_LOSS;
    if (p == GRAPH_LOSS || p == GRAPH_WIN) {
        *pn = p == GRAPH_LOSS ? GRAPH_INFINITE : 0;
        *dn = p == GRAPH_LOSS ? 0 : GRAPH_INFINITE;
        return;
    }
    /* Equivalence: a little worse than its neighbours, so that one of them is next, and no verdict. */
    *pn = plus(n->own_pn, 1);
    *dn = plus(n->own_dn, 1);
    uint32_t e = n->children ? 0 : n->parents;
    if (!e)
        return;
    const struct graph_node *parent = &g->node[g->edge[e].parent];
    uint32_t beside = least_beside(g, parent, e);
    if (beside >= GRAPH_INFINITE - 1 || beside == 0)
        return;
    uint32_t *mine = parent->kind == GRAPH_DEFEND ? dn : pn;
    *mine = *mine > beside + 1 ? *mine : beside + 1;
}

/* The numbers of a node from those below it. */
static void back_up(const struct graph *g, const struct graph_node *n, uint32_t *pn, uint32_t *dn)
{
    uint32_t own_pn = n->own_pn, own_dn = n->own_dn;
    if (n->state != GRAPH_OPEN) {
        *pn = n->state == GRAPH_PROVED ? 0 : GRAPH_INFINITE;
        *dn = n->state == GRAPH_PROVED ? GRAPH_INFINITE : 0;
        return;
    }
    if (n->work)
        show_work(g, n, &own_pn, &own_dn);
    if (!n->children) {
        *pn = own_pn;
        *dn = own_dn;
        return;
    }
    bool defend = n->kind == GRAPH_DEFEND;
    uint32_t least = GRAPH_INFINITE;
    struct sum sum = {0, 0, 0};
    if (n->phantom) {
        least = defend ? own_dn : own_pn;
        sum_add(&sum, defend ? own_pn : own_dn);
    }
    for (uint32_t e = n->children; e; e = g->edge[e].next_down) {
        const struct graph_node *c = &g->node[g->edge[e].child];
        uint32_t x = defend ? c->dn : c->pn, y = defend ? c->pn : c->dn;
        if (!counts(g, n, e))
            continue;
        sum_add(&sum, y);
        if (!g->edge[e].pruned && x < least)
            least = x;
    }
    *pn = defend ? sum_of(g, &sum) : least;
    *dn = defend ? least : sum_of(g, &sum);
}

/* Of two nodes, whose numbers are found first? */
static bool before(const struct graph *g, uint32_t a, uint32_t b)
{
    return g->node[a].level != g->node[b].level ? g->node[a].level > g->node[b].level : a < b;
}

static void push(struct graph *g, uint32_t n)
{
    if (g->node[n].stamp == g->stamp)
        return;
    g->node[n].stamp = g->stamp;
    g->heap = mem_grow(g->heap, &g->heap_room, g->heaped + 1, sizeof *g->heap);
    size_t i = g->heaped++;
    for (; i > 0 && before(g, n, g->heap[(i - 1) / 2]); i = (i - 1) / 2)
        g->heap[i] = g->heap[(i - 1) / 2];
    g->heap[i] = n;
}

static uint32_t pop(struct graph *g)
{
    uint32_t first = g->heap[0], last = g->heap[--g->heaped];
    size_t i = 0;
    for (size_t down; (down = 2 * i + 1) < g->heaped; i = down) {
        if (down + 1 < g->heaped && before(g, g->heap[down + 1], g->heap[down]))
            down++;
        if (!before(g, g->heap[down], last))
            break;
        g->heap[i] = g->heap[down];
    }
    if (g->heaped)
        g->heap[i] = last;
    g->node[first].stamp = 0;
    return first;
}

static void update(struct graph *g, uint32_t node)
{
    g->stamp++;
    if (g->stamp == 0)
        g->stamp = 1;
    push(g, node);
    while (g->heaped) {
        uint32_t n = pop(g), pn, dn;
        back_up(g, &g->node[n], &pn, &dn);
        if (pn == g->node[n].pn && dn == g->node[n].dn && n != node)
            continue;
        g->node[n].pn = pn;
        g->node[n].dn = dn;
        graph_note(g, n);
        for (uint32_t e = g->node[n].parents; e; e = g->edge[e].next_up)
            push(g, g->edge[e].parent);
    }
}

void graph_renew(struct graph *g)
{
    /* In the order of levels, by the same heap. */
    g->stamp++;
    for (uint32_t n = 1; n <= g->nodes; n++)
        push(g, n);
    while (g->heaped) {
        uint32_t n = pop(g), pn = g->node[n].pn, dn = g->node[n].dn;
        back_up(g, &g->node[n], &g->node[n].pn, &g->node[n].dn);
        if (pn != g->node[n].pn || dn != g->node[n].dn)
            graph_note(g, n);
    }
}

/* ---- changes ---- */

uint32_t graph_edge_between(const struct graph *g, uint32_t parent, uint32_t child)
{
    for (uint32_t e = g->node[child].parents; e; e = g->edge[e].next_up)
        if (g->edge[e].parent == parent)
            return e;
    return GRAPH_NONE;
}

uint32_t graph_join(struct graph *g, uint32_t parent, uint32_t child, const uint16_t *turn, int stones,
                    int symmetry, int source)
{
    assert(g->node[child].level > g->node[parent].level);
    uint32_t e = ++g->edges;
    g->edge = mem_grow(g->edge, &g->edge_room, (size_t)e + 1, sizeof *g->edge);
    g->turns = mem_grow(g->turns, &g->turn_room, g->turn_used + (size_t)stones + 1, sizeof *g->turns);
    g->edge[e] = (struct graph_edge){parent,
                                     child,
                                     0,
                                     g->node[child].parents,
                                     (uint8_t)symmetry,
                                     (uint8_t)source,
                                     false,
                                     (uint8_t)stones,
                                     (uint32_t)g->turn_used};
    if (stones)
        memcpy(g->turns + g->turn_used, turn, (size_t)stones * sizeof *turn);
    g->turn_used += (size_t)stones;
    g->node[child].parents = e;
    if (g->node[parent].children)
        g->edge[g->node[parent].last_child].next_down = e;
    else
        g->node[parent].children = e;
    g->node[parent].last_child = e;
    return e;
}

void graph_skip_edge(struct graph *g)
{
    g->edge = mem_grow(g->edge, &g->edge_room, (size_t)++g->edges + 1, sizeof *g->edge);
    memset(&g->edge[g->edges], 0, sizeof *g->edge);
}

uint32_t graph_link(struct graph *g, uint32_t parent, uint32_t child, const uint16_t *turn, int stones,
                    int symmetry, int source)
{
    uint32_t e = graph_join(g, parent, child, turn, stones, symmetry, source);
    update(g, parent);
    return e;
}

void graph_cut(struct graph *g, uint32_t node)
{
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down) {
        uint32_t *at = &g->node[g->edge[e].child].parents;
        while (*at != e)
            at = &g->edge[*at].next_up;
        *at = g->edge[e].next_up;
        g->edge[e].parent = 0;
    }
    g->node[node].children = g->node[node].last_child = g->node[node].chosen = 0;
    update(g, node);
}

void graph_set_own(struct graph *g, uint32_t node, uint32_t pn, uint32_t dn, bool phantom)
{
    g->node[node].own_pn = pn < GRAPH_INFINITE ? pn : GRAPH_INFINITE;
    g->node[node].own_dn = dn < GRAPH_INFINITE ? dn : GRAPH_INFINITE;
    g->node[node].phantom = phantom;
    g->node[node].spent = false;
    update(g, node);
}

void graph_set_state(struct graph *g, uint32_t node, enum graph_state s)
{
    g->node[node].state = (uint8_t)s;
    update(g, node);
}

void graph_set_pruned(struct graph *g, uint32_t edge, bool pruned)
{
    g->edge[edge].pruned = pruned;
    update(g, g->edge[edge].parent);
}

void graph_set_chosen(struct graph *g, uint32_t node, uint32_t edge)
{
    if (g->node[node].chosen != edge) {
        g->node[node].chosen = edge;
        graph_note(g, node);
    }
}

void graph_set_work(struct graph *g, uint32_t node, bool work)
{
    g->node[node].work = work;
    update(g, node);
}

void graph_set_spent(struct graph *g, uint32_t node)
{
    g->node[node].spent = true; /* its numbers stay: they are what is known of it */
}

void graph_set_turn(struct graph *g, uint32_t edge, const uint16_t *turn, int symmetry)
{
    memcpy(g->turns + g->edge[edge].turn, turn, (size_t)g->edge[edge].stones * sizeof *turn);
    g->edge[edge].symmetry = (uint8_t)symmetry;
}

/* ---- choosing ---- */

/* Is there anything to do below this child, as far as one knows? */
static bool eligible(const struct graph *g, uint32_t edge)
{
    const struct graph_node *c = &g->node[g->edge[edge].child];
    return !g->edge[edge].pruned && c->state == GRAPH_OPEN && !(taken(c) && !c->children) &&
           c->stamp != g->stamp;
}

/* The edge to go down by; 0 is the phantom child; false if there is none. */
static bool choose_edge(const struct graph *g, const struct graph_node *n, uint32_t *edge)
{
    uint32_t best = 0, least = GRAPH_INFINITE, kept = 0;
    bool found = n->phantom && !taken(n), keep = false;
    if (found)
        least = deciding(n, n->own_pn, n->own_dn);
    for (uint32_t e = n->children; e; e = g->edge[e].next_down) {
        if (!eligible(g, e))
            continue;
        const struct graph_node *c = &g->node[g->edge[e].child];
        uint32_t x = deciding(n, c->pn, c->dn);
        /* A child that is there goes before the phantom. */
        if (!found || x < least || (x == least && best == 0)) {
            best = e;
            least = x;
            found = true;
        }
        if (e == n->chosen) {
            keep = true;
            kept = x;
        }
    }
    *edge = keep && (double)kept <= (1 + g->options.patience) * (double)least ? n->chosen : best;
    return found;
}

int graph_choose(struct graph *g, uint32_t root, uint32_t *edge, int most, uint32_t *node)
{
    uint32_t n = root;
    int length = 0;
    const struct graph_node *r = &g->node[root];
    if (r->state != GRAPH_OPEN)
        return -1;
    g->stamp++; /* from now on it marks nodes below which everything is in work */
    for (;;) {
        uint32_t e = 0;
        bool leaf = !g->node[n].children;
        bool found =
            leaf ? !taken(&g->node[n]) && g->node[n].state == GRAPH_OPEN : choose_edge(g, &g->node[n], &e);
        if (found && e && length < most) {
            edge[length++] = e;
            n = g->edge[e].child;
        } else if (found && !e) {
            *node = n;
            return length;
        } else {
            g->node[n].stamp = g->stamp;
            if (length == 0)
                return -1;
            n = g->edge[edge[--length]].parent;
        }
    }
}
