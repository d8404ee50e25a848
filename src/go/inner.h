/* Inside src/go: what undoing a move needs, and the positions seen. */
#ifndef GO_INNER_H
#define GO_INNER_H

#include "base/rng.h"
#include "go/go.h"

/* A chain as it was before a stone joined it. */
struct go_saved {
    go_point name, length, liberties;
    struct go_set liberty;
};

enum { GO_BUCKETS = 1024 };

struct go_log {
    struct go_saved *saved; /* by move: the chains that its stone joined, the largest first */
    size_t saves, save_room;
    go_point *gone; /* by move: for every chain captured its length, then its stones as they were linked */
    size_t gones, gone_room;
    int bucket[GO_BUCKETS]; /* the last move before which the stones had such a hash, -1 if none */
};

static inline uint64_t go_stone_key(go_point at, enum side side)
{
    return rng_mix(((uint64_t)at << 1 | side) + 0x3c79ac492ba7b653u);
}

static inline void go_set_add(struct go_set *s, go_point p)
{
    s->w[p / 64] |= (uint64_t)1 << (p % 64);
}

static inline void go_set_drop(struct go_set *s, go_point p)
{
    s->w[p / 64] &= ~((uint64_t)1 << (p % 64));
}

/* The chains around a point, each once. */
struct go_around {
    int own, other, empty;
    go_point own_chain[4], other_chain[4];
};
void go_look_around(const struct go *g, go_point at, enum side side, struct go_around *a);

/* Legal by suicide and simple ko? The point is empty. */
enum go_verdict go_judge_plain(const struct go *g, enum side side, go_point at);

/* The hash of the stones after this move, which is legal but for superko. */
uint64_t go_hash_after(const struct go *g, enum side side, go_point at);
/* Have the stones had this hash before? */
bool go_seen(const struct go *g, uint64_t hash);

/* How many points a set has, and the first of them. */
int go_set_count(const struct go *g, const struct go_set *s);
go_point go_set_first(const struct go *g, const struct go_set *s);

#endif
