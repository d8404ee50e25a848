/* Macro lines best first.
 *
 * With macros the defender has one answer to every turn, so a VCDT is a path to be found, and no tree:
 * positions wait in a queue, those with the most double threats to come first. Each is looked at once, where
 * iterative deepening would come back to it at every depth. A position that enters the queue has been tried
 * for a turn that wins at once. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/inner.h"

enum {
    QUEUES = 256,
    NODES_MOST = 1 << 20,
    MACROS_MOST = 1 << 23, /* squares of all macros */
    NONE = UINT32_MAX,
    BATCH = 5,      /* turns of a node tried before others have their chance */
    BATCH_COST = 5, /* what that takes from its promise, in eighths of a doubling */
};

/* A position: the one before it, the attacker's turn and the macro. */
struct best_node {
    uint32_t before, macro, next; /* next in its queue */
    square turn[2];
    uint8_t macro_n, depth, queue;
    uint16_t tried; /* of its turns, the best first */
};

struct best {
    struct best_node *node;
    size_t nodes, node_room;
    square *macro;
    size_t macros, macro_room;
    uint32_t queue[QUEUES];
    uint64_t waiting[QUEUES / 64];    /* queues that are not empty */
    uint32_t path[FORCING_DEPTH + 1]; /* on the board now, without the root */
    int path_n;
    uint32_t won; /* the node that wins, and its turn */
    struct squares turn;
};

struct best *best_new(void)
{
    return mem_zero(1, sizeof(struct best));
}

void best_free(struct best *b)
{
    if (b) {
        free(b->node);
        free(b->macro);
        free(b);
    }
}

static void push(struct best *b, uint32_t node, int queue)
{
    b->node[node].next = b->queue[queue];
    b->queue[queue] = node;
    b->waiting[queue >> 6] |= (uint64_t)1 << (queue & 63);
}

static uint32_t pop(struct best *b)
{
    for (int w = QUEUES / 64 - 1; w >= 0; w--)
        if (b->waiting[w]) {
            int q = w * 64 + 63 - __builtin_clzll(b->waiting[w]);
            uint32_t node = b->queue[q];
            b->queue[q] = b->node[node].next;
            if (b->queue[q] == NONE)
                b->waiting[w] &= ~((uint64_t)1 << (q & 63));
            return node;
        }
    return NONE;
}

/* ---- the board follows the nodes ---- */

static void enter(struct forcing *x, struct best *b, uint32_t node)
{
    const struct best_node *n = &b->node[node];
    place_all(x, x->attacker, n->turn, x->rules.p);
    place_all(x, x->defender, b->macro + n->macro, n->macro_n);
    b->path[b->path_n++] = node;
}

static void leave(struct forcing *x, struct best *b)
{
    const struct best_node *n = &b->node[b->path[--b->path_n]];
    take_back(x, x->rules.p + n->macro_n);
}

static void go_to(struct forcing *x, struct best *b, uint32_t node)
{
    uint32_t way[FORCING_DEPTH + 1];
    int n = 0, same = 0;
    for (uint32_t i = node; i != 0; i = b->node[i].before) /* node 0 is the root */
        way[n++] = i;
    while (same < n && same < b->path_n && b->path[same] == way[n - 1 - same])
        same++;
    while (b->path_n > same)
        leave(x, b);
    while (b->path_n < n)
        enter(x, b, way[n - 1 - b->path_n]);
}

/* ---- looking at a position ---- */

/* Has a turn here p+1 threats? If not, says how many have p, which is what the position promises. */
static bool wins_at_once(struct forcing *x, struct best *b, int *promise)
{
    int p = x->rules.p;
    size_t from = x->turns.items, pool = x->turns.used;
    bool won = false;
    edges_find(x->field, x->defender, &x->guard);
    forcing_turns(x, p, p, p + 1);
    *promise = x->more + (int)(x->turns.items - from);
    for (size_t i = from; i < x->turns.items && !won; i++) {
        struct edges e;
        bool sure = false;
        const square *s = x->turns.pool + x->turns.item[i].at;
        place_all(x, x->attacker, s, p);
        if (!field_any(x->field, x->defender, 0)) {
            edges_find(x->field, x->attacker, &e);
            won = edges_number(&e, p, &sure) > p && sure;
            x->partial |= !sure;
        }
        if (won) {
            b->turn.n = p;
            memcpy(b->turn.s, s, (size_t)p * sizeof *s);
        }
        take_back(x, p);
    }
    x->turns.items = from;
    x->turns.used = pool;
    return won;
}

/* The logarithm of what a position promises, in eighths. The number of turns before it does not matter: to
 * prefer short lines finds fewer wins. */
static int queue_of(int promise)
{
    int log = 0;
    while (promise >> (log / 8 + 1) && log < 8 * 12)
        log += 8;
    if (log)
        log += (promise << 3 >> log / 8) & 7;
    return QUEUES / 2 + log;
}

static uint32_t add_node(struct forcing *x, struct best *b, uint32_t before, const square *turn,
                         const square *macro, int macro_n)
{
    b->node = mem_grow(b->node, &b->node_room, b->nodes + 1, sizeof *b->node);
    b->macro = mem_grow(b->macro, &b->macro_room, b->macros + (size_t)macro_n, sizeof *b->macro);
    struct best_node *n = &b->node[b->nodes];
    *n = (struct best_node){.before = before, .macro = (uint32_t)b->macros, .macro_n = (uint8_t)macro_n};
    n->depth = (uint8_t)(before == NONE ? 0 : b->node[before].depth + 1);
    for (int i = 0; turn && i < x->rules.p; i++)
        n->turn[i] = turn[i];
    for (int i = 0; i < macro_n; i++)
        b->macro[b->macros++] = macro[i];
    return (uint32_t)b->nodes++;
}

/* The attacker's turn and the macro are on the board; the position becomes a node, if it is new and promises
 * something. True if it is won. */
static bool new_node(struct forcing *x, struct best *b, uint32_t before, const square *turn,
                     const square *macro, int macro_n)
{
    struct entry *e = forcing_table_get(x);
    int promise = 0;
    bool won = e->won;
    if (!won && (e->none == FORCING_EVER || (e->seen == x->search_id && before != NONE))) {
        x->partial |= e->none == FORCING_EVER && e->partial;
        return false;
    }
    e->seen = x->search_id;
    b->turn.n = 0; /* if it is won already, the table knows how */
    bool partial = x->partial;
    x->partial = false;
    if (!won)
        won = wins_at_once(x, b, &promise);
    e->partial = x->partial;
    x->partial |= partial;
    if (!won && promise == 0) {
        if (!x->cut)
            e->none = FORCING_EVER;
        return false;
    }
    if (b->nodes == NODES_MOST || b->macros + FORCING_MACRO > MACROS_MOST) {
        x->limited = true;
        return false;
    }
    uint32_t node = add_node(x, b, before, turn, macro, macro_n);
    if (won) {
        b->won = node;
    } else {
        b->node[node].queue = (uint8_t)queue_of(promise);
        push(b, node, b->node[node].queue);
    }
    return won;
}

/* Places the turn and the macro that answers it, and looks at what comes of it. */
static bool try_turn(struct forcing *x, struct best *b, uint32_t node, const square *turn)
{
    int p = x->rules.p, n = 0;
    bool won = false;
    place_all(x, x->attacker, turn, p);
    if (!field_any(x->field, x->defender, 0)) {
        struct edges e;
        struct covers c;
        square macro[FORCING_MACRO];
        edges_find(x->field, x->attacker, &e);
        edges_covers(&e, p, &c);
        bool good = c.n > 0 && !c.cut;
        x->partial |= c.cut;
        for (int i = 0; i < c.n && good; i++)
            good = covers_size(&c, i) == p;
        if (good && (n = forcing_macro(&c, macro)) > 0) {
            place_all(x, x->defender, macro, n);
            won = !defender_has_row(x, n) && x->field->empty > p && new_node(x, b, node, turn, macro, n);
            take_back(x, n);
        }
    }
    take_back(x, p);
    return won;
}

/* Tries the next few turns of a node; if there are more, it waits for another time, behind others as good. */
static bool expand(struct forcing *x, struct best *b, uint32_t node)
{
    int p = x->rules.p;
    size_t from = x->turns.items, pool = x->turns.used;
    bool won = false;
    edges_find(x->field, x->defender, &x->guard);
    forcing_turns(x, p, p, p);
    size_t to = x->turns.items, i = from + b->node[node].tried;
    size_t pause = i + BATCH;
    for (; i < to && i < pause && !won && !forcing_spent(x); i++) {
        square turn[2];
        memcpy(turn, x->turns.pool + x->turns.item[i].at, (size_t)p * sizeof *turn);
        won = try_turn(x, b, node, turn);
    }
    if (i < to && !won) {
        struct best_node *n = &b->node[node];
        n->tried = (uint16_t)(i - from);
        n->queue = (uint8_t)(n->queue > BATCH_COST ? n->queue - BATCH_COST : 0);
        push(b, node, n->queue);
    }
    x->turns.items = from;
    x->turns.used = pool;
    return won;
}

/* Writes the path to the won node into the table. */
static void remember_path(struct forcing *x, struct best *b)
{
    go_to(x, b, b->won);
    if (b->turn.n)
        forcing_remember(x, &b->turn);
    while (b->path_n) {
        struct squares turn = {.n = x->rules.p};
        memcpy(turn.s, b->node[b->path[b->path_n - 1]].turn, (size_t)turn.n * sizeof *turn.s);
        leave(x, b);
        forcing_remember(x, &turn);
    }
}

bool forcing_best(struct forcing *x, int depth)
{
    struct best *b = x->best;
    if (forcing_spent(x))
        return false;
    if (field_any(x->field, x->attacker, 0))
        return true;
    if (x->field->empty <= x->rules.p)
        return false;
    b->nodes = b->macros = 0;
    b->path_n = 0;
    b->turn.n = 0;
    memset(b->queue, 0xff, sizeof b->queue);
    memset(b->waiting, 0, sizeof b->waiting);
    x->search_id++;
    bool limited = x->limited;
    x->limited = false;
    bool won = new_node(x, b, NONE, NULL, NULL, 0);
    if (won && b->turn.n)
        forcing_remember(x, &b->turn);
    if (won)
        return true;
    for (uint32_t node = pop(b); node != NONE && !won && !forcing_spent(x); node = won ? NONE : pop(b)) {
        if (b->node[node].depth + 1 >= depth || x->field->plies > FIELD_PLIES / 2) {
            x->limited = true;
            continue;
        }
        go_to(x, b, node);
        won = expand(x, b, node);
    }
    if (won)
        remember_path(x, b);
    while (b->path_n)
        leave(x, b);
    if (!won && x->rules.p > 1 && b->nodes > 0)
        x->partial = true; /* a macro may be more than any of the defences it stands for */
    if (!won && !x->cut && !x->limited) {
        struct entry *e = forcing_table_get(x);
        e->none = FORCING_EVER;
        e->partial = x->partial;
    }
    x->limited |= limited || x->cut;
    return won;
}
