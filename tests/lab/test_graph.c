/* The graph against a plain computation from the definitions, on random graphs under random changes; and a graph
 * of a million nodes: choosing and updating take less than a millisecond at the median. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "lab/graph.h"
#include "support/boards.h"

enum { KEY = 8 };

static void key_of(uint32_t n, uint8_t out[KEY])
{
    uint64_t x = rng_mix(n);
    memcpy(out, &x, KEY);
}

/* ---- the plain computation ---- */

struct plain {
    uint64_t pn, dn;
    bool known;
};

static uint64_t add(uint64_t a, uint64_t b)
{
    if (a >= GRAPH_INFINITE || b >= GRAPH_INFINITE)
        return GRAPH_INFINITE;
    return a + b < GRAPH_INFINITE ? a + b : GRAPH_INFINITE - 1;
}

static struct plain leaf(const struct graph *g, const struct graph_node *n)
{
    struct plain own = {n->own_pn, n->own_dn, true};
    bool win =
        g->options.policy == GRAPH_WIN || (g->options.policy == GRAPH_GREEDY && n->own_pn <= n->own_dn);
    if (n->work)
        own = (struct plain){win ? 0 : GRAPH_INFINITE, win ? GRAPH_INFINITE : 0, true};
    return own;
}

static struct plain compute(const struct graph *g, uint32_t node, struct plain *memo)
{
    const struct graph_node *n = &g->node[node];
    if (memo[node].known)
        return memo[node];
    struct plain out = leaf(g, n);
    if (n->state != GRAPH_OPEN) {
        bool proved = n->state == GRAPH_PROVED;
        out = (struct plain){proved ? 0 : GRAPH_INFINITE, proved ? GRAPH_INFINITE : 0, true};
    } else if (n->children) {
        bool defend = n->kind == GRAPH_DEFEND;
        uint64_t least = GRAPH_INFINITE, sum = 0, most = 0, open = 0;
        for (uint32_t e = n->children;; e = e ? g->edge[e].next_down : 0) {
            bool phantom = e == 0; /* comes last */
            if (phantom && !n->phantom)
                break;
            struct plain c = phantom ? leaf(g, n) : compute(g, g->edge[e].child, memo);
            bool pruned = !phantom && g->edge[e].pruned;
            bool part = !phantom && defend && g->node[g->edge[e].child].kind == GRAPH_PART;
            uint64_t x = defend ? c.dn : c.pn, y = defend ? c.pn : c.dn;
            if (part && (pruned || c.pn >= GRAPH_INFINITE))
                continue; /* a part that is not won says nothing */
            if (!pruned || defend) {
                sum = add(sum, y);
                most = y > most ? y : most;
                open += y > 0;
            }
            if (!pruned && x < least)
                least = x;
            if (phantom)
                break;
        }
        if (g->options.weak && open && most < GRAPH_INFINITE)
            sum = add(most, open - 1);
        out = (struct plain){defend ? sum : least, defend ? least : sum, true};
    }
    return memo[node] = out;
}

static void compare(const struct graph *g)
{
    struct plain *memo = mem_zero(g->nodes + 1, sizeof *memo);
    for (uint32_t n = 1; n <= g->nodes; n++) {
        struct plain want = compute(g, n, memo);
        if (want.pn != g->node[n].pn || want.dn != g->node[n].dn)
            fail_msg("node %u: %u/%u, must be %llu/%llu", n, g->node[n].pn, g->node[n].dn,
                     (unsigned long long)want.pn, (unsigned long long)want.dn);
    }
    free(memo);
}

/* ---- random graphs ---- */

static enum graph_kind kind_at(int level, struct rng *r)
{
    return level % 2 == 0 ? GRAPH_DEFEND : rng_below(r, 4) ? GRAPH_ATTACK : GRAPH_PART;
}

static uint32_t new_node(struct graph *g, struct rng *r, int level)
{
    uint8_t key[KEY];
    bool fresh;
    key_of(g->nodes + 1, key);
    uint32_t n =
        graph_add(g, key, kind_at(level, r), level, 1 + rng_below(r, 20), 1 + rng_below(r, 20), &fresh);
    assert_true(fresh);
    assert_int_equal(graph_find(g, key), n);
    return n;
}

static void change(struct graph *g, struct rng *r)
{
    uint32_t n = 1 + rng_below(r, g->nodes);
    struct graph_node *x = &g->node[n];
    switch (rng_below(r, 8)) {
    case 0:
        graph_set_own(g, n, 1 + rng_below(r, 30), 1 + rng_below(r, 30), rng_below(r, 2));
        break;
    case 1:
        graph_set_state(g, n, rng_below(r, 6) ? GRAPH_OPEN : (enum graph_state)(1 + rng_below(r, 2)));
        break;
    case 2:
        if (g->edges)
            graph_set_pruned(g, 1 + rng_below(r, g->edges), rng_below(r, 2));
        break;
    case 3:
        graph_set_work(g, n, !x->work);
        if (rng_below(r, 8) == 0)
            graph_set_spent(g, n);
        break;
    case 4: /* a transposition */
        for (uint32_t m = 1; m <= g->nodes; m++)
            if (g->node[m].level == x->level + 1 && !graph_edge_between(g, n, m)) {
                graph_link(g, n, m, NULL, 0, 0, 0);
                break;
            }
        break;
    default:
        if (x->level < 30)
            graph_link(g, n, new_node(g, r, x->level + 1), (const uint16_t[]){7, 9}, 2, 0, 0);
    }
}

/* The choice by the definition, while nothing is kept to and nothing is in a dead end. */
static void check_choice(struct graph *g, uint32_t root)
{
    uint32_t edge[GRAPH_PATH_MOST], node;
    int length = graph_choose(g, root, edge, GRAPH_PATH_MOST, &node);
    if (length < 0)
        return;
    uint32_t at = root;
    for (int i = 0; i < length; i++) {
        assert_int_equal(g->edge[edge[i]].parent, at);
        assert_false(g->edge[edge[i]].pruned);
        at = g->edge[edge[i]].child;
        assert_int_equal(g->node[at].state, GRAPH_OPEN);
    }
    assert_int_equal(at, node);
    assert_false(g->node[node].work || g->node[node].spent);
    assert_true(!g->node[node].children || g->node[node].phantom);
}

static void test_random(void **state)
{
    (void)state;
    int rounds = test_rounds(60);
    for (int round = 0; round < rounds; round++) {
        struct rng r;
        rng_seed(&r, (uint64_t)round);
        struct graph_options o = {(enum graph_policy)(round % 3), round % 2, 0};
        struct graph *g = graph_new(KEY, &o);
        new_node(g, &r, 0);
        for (int i = 0; i < 200; i++) {
            change(g, &r);
            compare(g);
            check_choice(g, 1);
        }
        graph_renew(g);
        compare(g);
        graph_free(g);
    }
}

/* With nothing in work the four policies are the same; with it, equivalence settles nothing. */
static void test_equal(void **state)
{
    (void)state;
    struct graph_options o = {GRAPH_EQUAL, false, 0};
    struct graph *g = graph_new(KEY, &o);
    struct rng r;
    rng_seed(&r, 5);
    uint32_t root = new_node(g, &r, 0), edge[8], first = 0, node;
    for (int i = 0; i < 5; i++)
        graph_link(g, root, new_node(g, &r, 1), NULL, 0, 0, 0);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(graph_choose(g, root, edge, 8, &node), 1);
        assert_true(g->node[root].pn > 0 && g->node[root].dn > 0);
        assert_int_not_equal(node, first);
        first = node;
        graph_set_work(g, node, true);
    }
    assert_int_equal(graph_choose(g, root, edge, 8, &node), -1);
    graph_free(g);
}

/* 1 + ε: the subtree chosen last is kept while its number is not much larger. */
static void test_patience(void **state)
{
    (void)state;
    struct graph_options o = {GRAPH_EQUAL, false, 0.5};
    struct graph *g = graph_new(KEY, &o);
    struct rng r;
    rng_seed(&r, 5);
    uint32_t root = new_node(g, &r, 1), edge[8], node, a = new_node(g, &r, 2), b = new_node(g, &r, 2);
    graph_link(g, root, a, NULL, 0, 0, 0);
    graph_link(g, root, b, NULL, 0, 0, 0);
    graph_set_own(g, a, 10, 10, false);
    graph_set_own(g, b, 11, 10, false);
    assert_int_equal(graph_choose(g, root, edge, 8, &node), 1);
    assert_int_equal(node, a);
    graph_set_chosen(g, root, edge[0]);
    graph_set_own(g, a, 16, 10, false);
    graph_choose(g, root, edge, 8, &node);
    assert_int_equal(node, a);
    graph_set_own(g, a, 17, 10, false);
    graph_choose(g, root, edge, 8, &node);
    assert_int_equal(node, b);
    graph_free(g);
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* A million nodes grown by choosing, as a search would: 30 children a node, keys of 19x19. */
static void test_million(void **state)
{
    (void)state;
    enum { NODES = 1000000, CHILDREN = 30, KEY_19 = 94, STEPS = 2000 };
    struct graph_options o = {GRAPH_EQUAL, false, 0.25};
    struct graph *g = graph_new(KEY_19, &o);
    struct rng r;
    uint8_t key[KEY_19] = {0};
    uint32_t edge[GRAPH_PATH_MOST], node;
    double *took = mem_zero(NODES / CHILDREN + 1, sizeof *took);
    size_t steps = 0;
    rng_seed(&r, 1);
    graph_add(g, key, GRAPH_DEFEND, 0, 6, 6, NULL);
    while (g->nodes < NODES) {
        double start = clock_cpu(CPU_THREAD);
        int length = graph_choose(g, 1, edge, GRAPH_PATH_MOST, &node);
        assert_true(length >= 0);
        for (int i = 0; i < length; i++)
            graph_set_chosen(g, g->edge[edge[i]].parent, edge[i]);
        graph_set_work(g, node, true);
        graph_set_work(g, node, false);
        took[steps++] = clock_cpu(CPU_THREAD) - start;
        int level = g->node[node].level + 1;
        for (int i = 0; i < CHILDREN; i++) {
            uint32_t number = g->nodes + 1;
            memcpy(key, &number, sizeof number);
            uint32_t child = graph_add(g, key, kind_at(level, &r), level, 1 + rng_below(&r, 9),
                                       1 + rng_below(&r, 9), NULL);
            graph_link(g, node, child, (const uint16_t[]){1, 2}, 2, 0, 0);
        }
        graph_forget_changes(g);
    }
    size_t from = steps > STEPS ? steps - STEPS : 0;
    qsort(took + from, steps - from, sizeof *took, by_time);
    double median = took[from + (steps - from) / 2];
    print_message(
        "%u nodes, %.0f bytes a node; choosing and updating at the end: median %.4f ms, worst %.3f ms\n",
        g->nodes, (double)graph_memory(g) / g->nodes, 1e3 * median, 1e3 * took[steps - 1]);
    assert_true(median < 1e-3);
    free(took);
    graph_free(g);
}

/* With every policy and however many are in work, whoever is free gets a leaf as long as there is one: that the root looks
 * decided by what is in work is no reason to wait. */
static void test_nobody_waits(void **state)
{
    (void)state;
    enum { WIDE = 5 };
    for (int policy = 0; policy < GRAPH_POLICIES; policy++) {
        struct graph_options o = {.policy = (enum graph_policy)policy, .patience = 0.25};
        struct graph *g = graph_new(KEY, &o);
        struct rng r;
        rng_seed(&r, 1);
        uint32_t root = new_node(g, &r, 0), edge[GRAPH_PATH_MOST], node;
        for (int i = 0; i < WIDE; i++) {
            uint32_t below = new_node(g, &r, 1);
            graph_link(g, root, below, NULL, 0, 0, 0);
            for (int j = 0; j < WIDE; j++)
                graph_link(g, below, new_node(g, &r, 2), NULL, 0, 0, 0);
        }
        for (int i = 0; i < WIDE * WIDE; i++) {
            assert_int_equal(graph_choose(g, root, edge, GRAPH_PATH_MOST, &node), 2);
            assert_false(g->node[node].work);
            graph_set_work(g, node, true);
        }
        assert_int_equal(graph_choose(g, root, edge, GRAPH_PATH_MOST, &node), -1);
        graph_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),       cmocka_unit_test(test_equal),   cmocka_unit_test(test_patience),
        cmocka_unit_test(test_nobody_waits), cmocka_unit_test(test_million),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
