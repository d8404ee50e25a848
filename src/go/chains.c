/* Moves on the board of Go: chains grow, join and are captured, and everything is taken back.
 *
 * A chain is named by one of its stones; a stone knows its chain's name and the next stone of it, in a ring. When a
 * stone joins chains, the largest keeps its name and the others are renamed. Two rings become one by exchanging
 * the successors of one stone of each, and by the same exchange two again: that is why a captured chain is put back in
 * the order in which it was linked. */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "go/inner.h"

static void add_once(go_point list[4], int *n, go_point chain)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == chain)
            return;
    list[(*n)++] = chain;
}

void go_look_around(const struct go *g, go_point at, enum side side, struct go_around *a)
{
    a->own = a->other = a->empty = 0;
    for (int i = 0; i < 4; i++) {
        go_point q = g->near[at][i];
        int c = g->cell[q];
        if (c == CELL_EMPTY)
            a->empty++;
        else if (c == (int)cell_of(side))
            add_once(a->own_chain, &a->own, g->chain[q]);
        else if (c != CELL_EDGE)
            add_once(a->other_chain, &a->other, g->chain[q]);
    }
}

static void gain_liberty(struct go *g, go_point chain, go_point at)
{
    if (!go_set_has(&g->liberty[chain], at)) {
        go_set_add(&g->liberty[chain], at);
        g->liberties[chain]++;
    }
}

static void lose_liberty(struct go *g, go_point chain, go_point at)
{
    if (go_set_has(&g->liberty[chain], at)) {
        go_set_drop(&g->liberty[chain], at);
        g->liberties[chain]--;
    }
}

static void rename_chain(struct go *g, go_point from, go_point name)
{
    go_point q = from;
    do {
        g->chain[q] = name;
        q = g->next[q];
    } while (q != from);
}

/* Two rings become one, or one two. */
static void exchange(struct go *g, go_point a, go_point b)
{
    go_point was = g->next[a];
    g->next[a] = g->next[b];
    g->next[b] = was;
}

static void save_chain(struct go *g, go_point name)
{
    struct go_log *l = g->log;
    l->saved = mem_grow(l->saved, &l->save_room, l->saves + 1, sizeof *l->saved);
    struct go_saved *s = &l->saved[l->saves++];
    s->name = name;
    s->length = g->length[name];
    s->liberties = g->liberties[name];
    for (int w = 0; w < g->words; w++)
        s->liberty.w[w] = g->liberty[name].w[w];
}

/* The new stone is a chain of its own. */
static void found_chain(struct go *g, go_point at)
{
    g->chain[at] = g->next[at] = at;
    g->length[at] = 1;
    g->liberties[at] = 0;
    for (int w = 0; w < g->words; w++)
        g->liberty[at].w[w] = 0;
    for (int i = 0; i < 4; i++)
        if (g->cell[g->near[at][i]] == CELL_EMPTY)
            gain_liberty(g, at, g->near[at][i]);
}

static void join_chains(struct go *g, go_point at, struct go_around *a)
{
    for (int i = 1; i < a->own; i++) /* the largest to the front */
        if (g->length[a->own_chain[i]] > g->length[a->own_chain[0]]) {
            go_point larger = a->own_chain[i];
            a->own_chain[i] = a->own_chain[0];
            a->own_chain[0] = larger;
        }
    go_point name = a->own_chain[0];
    for (int i = 0; i < a->own; i++)
        save_chain(g, a->own_chain[i]);
    for (int i = 1; i < a->own; i++) {
        go_point other = a->own_chain[i];
        rename_chain(g, other, name);
        exchange(g, name, other);
        g->length[name] = (go_point)(g->length[name] + g->length[other]);
        for (int w = 0; w < g->words; w++)
            g->liberty[name].w[w] |= g->liberty[other].w[w];
    }
    g->chain[at] = name;
    g->next[at] = at;
    exchange(g, name, at);
    g->length[name]++;
    for (int i = 0; i < 4; i++)
        if (g->cell[g->near[at][i]] == CELL_EMPTY)
            go_set_add(&g->liberty[name], g->near[at][i]);
    go_set_drop(&g->liberty[name], at);
    g->liberties[name] = (go_point)go_set_count(g, &g->liberty[name]);
}

static void part_chains(struct go *g, go_point at, const struct go_move *m)
{
    struct go_log *l = g->log;
    go_point name = l->saved[m->saved].name;
    exchange(g, name, at);
    for (size_t i = l->saves; i-- > m->saved + 1;) {
        exchange(g, name, l->saved[i].name);
        rename_chain(g, l->saved[i].name, l->saved[i].name);
    }
    for (size_t i = m->saved; i < l->saves; i++) {
        const struct go_saved *s = &l->saved[i];
        g->length[s->name] = s->length;
        g->liberties[s->name] = s->liberties;
        for (int w = 0; w < g->words; w++)
            g->liberty[s->name].w[w] = s->liberty.w[w];
    }
    l->saves = m->saved;
}

static int capture(struct go *g, go_point name, enum side by)
{
    struct go_log *l = g->log;
    int n = g->length[name];
    l->gone = mem_grow(l->gone, &l->gone_room, l->gones + (size_t)n + 1, sizeof *l->gone);
    l->gone[l->gones++] = (go_point)n;
    go_point q = name;
    do {
        l->gone[l->gones++] = q;
        g->cell[q] = CELL_EMPTY;
        g->hash ^= go_stone_key(q, side_other(by));
        for (int i = 0; i < 4; i++)
            if (g->cell[g->near[q][i]] == (int)cell_of(by))
                gain_liberty(g, g->chain[g->near[q][i]], q);
        q = g->next[q];
    } while (q != name);
    return n;
}

/* Puts a captured chain back; its last liberty was `at`. Returns where the next one is in the log. */
static size_t restore(struct go *g, size_t from, go_point at, enum side by)
{
    const go_point *stone = g->log->gone + from + 1;
    int n = g->log->gone[from];
    go_point name = stone[0];
    for (int i = 0; i < n; i++) {
        go_point q = stone[i];
        g->cell[q] = (uint8_t)cell_of(side_other(by));
        g->chain[q] = name;
        g->next[q] = stone[i + 1 < n ? i + 1 : 0];
        for (int k = 0; k < 4; k++)
            if (g->cell[g->near[q][k]] == (int)cell_of(by))
                lose_liberty(g, g->chain[g->near[q][k]], q);
    }
    g->length[name] = (go_point)n;
    g->liberties[name] = 1;
    for (int w = 0; w < g->words; w++)
        g->liberty[name].w[w] = 0;
    go_set_add(&g->liberty[name], at);
    return from + (size_t)n + 1;
}

static void place(struct go *g, enum side side, go_point at, struct go_move *m)
{
    assert(at < g->points && g->cell[at] == CELL_EMPTY);
    struct go_around a;
    go_look_around(g, at, side, &a);
    g->cell[at] = (uint8_t)cell_of(side);
    g->hash ^= go_stone_key(at, side);
    if (a.own)
        join_chains(g, at, &a);
    else
        found_chain(g, at);
    int taken = 0;
    for (int i = 0; i < a.other; i++) {
        lose_liberty(g, a.other_chain[i], at);
        if (g->liberties[a.other_chain[i]] == 0)
            taken += capture(g, a.other_chain[i], side);
    }
    go_point name = g->chain[at];
    assert(g->liberties[name] > 0);
    m->taken = (go_point)taken;
    g->taken[side] += taken;
    g->stones[side]++;
    g->stones[side_other(side)] -= taken;
    if (taken == 1 && g->length[name] == 1 && g->liberties[name] == 1)
        g->ko = g->log->gone[m->gone + 1];
}

static void unplace(struct go *g, const struct go_move *m)
{
    enum side side = m->side;
    g->taken[side] -= m->taken;
    g->stones[side]--;
    g->stones[side_other(side)] += m->taken;
    for (size_t i = m->gone; i < g->log->gones;)
        i = restore(g, i, m->at, side);
    g->log->gones = m->gone;
    if (g->log->saves > m->saved)
        part_chains(g, m->at, m);
    g->cell[m->at] = CELL_EMPTY;
    for (int i = 0; i < 4; i++) {
        go_point q = g->near[m->at][i];
        if (g->cell[q] == (int)cell_of(side_other(side)))
            gain_liberty(g, g->chain[q], m->at);
    }
}

void go_play_as(struct go *g, enum side side, go_point at)
{
    g->move = mem_grow(g->move, &g->move_room, (size_t)g->moves + 1, sizeof *g->move);
    struct go_move *m = &g->move[g->moves];
    int *bucket = &g->log->bucket[g->hash % GO_BUCKETS];
    *m = (struct go_move){.at = at,
                          .side = (uint8_t)side,
                          .turn = (uint8_t)g->to_move,
                          .ko = g->ko,
                          .passes = g->passes,
                          .hash = g->hash,
                          .saved = g->log->saves,
                          .gone = g->log->gones,
                          .older = *bucket};
    *bucket = g->moves++;
    g->ko = GO_NONE;
    if (at == GO_PASS) {
        g->passes++;
    } else {
        g->passes = 0;
        place(g, side, at, m);
    }
    g->to_move = side_other(side);
}

void go_undo(struct go *g)
{
    assert(g->moves > 0);
    const struct go_move *m = &g->move[--g->moves];
    if (m->at != GO_PASS)
        unplace(g, m);
    g->hash = m->hash;
    g->ko = m->ko;
    g->passes = m->passes;
    g->to_move = m->turn;
    g->log->bucket[g->hash % GO_BUCKETS] = m->older;
}
