/* Nodes and their memory; see mcts.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mcts/inner.h"

bool arena_init(struct arena *a, size_t bytes)
{
    size_t room = bytes / sizeof *a->node;
    a->room = room > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)room;
    a->node = malloc(a->room * sizeof *a->node);
    return a->node != NULL;
}

uint32_t tree_take(struct mcts *m, int n)
{
    struct arena *a = m->arena;
    uint32_t at = atomic_fetch_add(&a->used, (uint32_t)n);
    if (at > a->room || a->room - at < (uint32_t)n) {
        atomic_fetch_sub(&a->used, (uint32_t)n);
        atomic_store(&m->full, true);
        return NO_NODE;
    }
    memset(&a->node[at], 0, (size_t)n * sizeof *a->node);
    return at;
}

void tree_clear(struct mcts *m)
{
    atomic_store(&m->arena->used, 1);
    atomic_store(&m->full, false);
    m->root = tree_take(m, 1);
    assert(m->root != NO_NODE);
}

/* A copy of one node; what it has below comes later, if at all. */
static void copy_node(struct node *to, const struct node *from)
{
    atomic_store(&to->sum, atomic_load(&from->sum));
    atomic_store(&to->amaf_sum, atomic_load(&from->amaf_sum));
    atomic_store(&to->visits, atomic_load(&from->visits));
    atomic_store(&to->amaf_visits, atomic_load(&from->amaf_visits));
    atomic_store(&to->share, atomic_load(&from->share));
    atomic_store(&to->outcome, atomic_load(&from->outcome));
    atomic_store(&to->turns, atomic_load(&from->turns));
    to->move = from->move;
    /* Until its moves are copied it is a leaf; `child` says where they were. */
    to->child = atomic_load(&from->state) == NODE_OPEN ? from->child : NO_NODE;
    to->children = from->children;
    to->all = from->all;
    atomic_store(&to->asked, atomic_load(&from->asked) == ASK_DONE ? ASK_DONE : ASK_NOT);
}

/* Breadth first: what stands at `at` and after in the new half is looked through for moves that were not copied yet. */
void tree_move(struct mcts *m, uint32_t root, uint32_t visits)
{
    struct arena *from = m->arena, *to = from == &m->half[0] ? &m->half[1] : &m->half[0];
    struct node old = from->node[root];
    m->arena = to;
    tree_clear(m);
    copy_node(&to->node[m->root], &old);
    for (uint32_t at = m->root; at < atomic_load(&to->used); at++) {
        struct node *n = &to->node[at];
        uint32_t old_child = n->child;
        n->child = NO_NODE;
        if (old_child == NO_NODE)
            continue;
        uint32_t child = NO_NODE;
        if (at == m->root || atomic_load(&n->visits) >= visits)
            child = tree_take(m, n->children);
        if (child == NO_NODE) {
            n->children = 0;
            atomic_store(&n->asked, ASK_NOT);
            continue;
        }
        for (int i = 0; i < n->children; i++)
            copy_node(&to->node[child + (uint32_t)i], &from->node[old_child + (uint32_t)i]);
        n->child = child;
        atomic_store(&n->state, NODE_OPEN);
    }
    atomic_store(&m->full, false);
}

/* How many nodes would stay. */
static uint32_t kept(const struct mcts *m, uint32_t visits)
{
    const struct arena *a = m->arena;
    uint64_t n = 0;
    for (uint32_t i = 1; i < atomic_load(&a->used); i++)
        if (atomic_load(&a->node[i].state) == NODE_OPEN && atomic_load(&a->node[i].visits) >= visits)
            n += a->node[i].children;
    return (uint32_t)n;
}

void tree_prune(struct mcts *m)
{
    uint32_t visits = 2;
    while (kept(m, visits) > m->arena->room / 2)
        visits *= 2;
    tree_move(m, m->root, visits);
    m->prunings++;
}

uint32_t tree_size(const struct mcts *m)
{
    return atomic_load(&m->arena->used) - 1;
}
