/* Positions of games as samples for the net: which there are, and each worked out when it is wanted. */
#ifndef NET_TUNE_SAMPLES_H
#define NET_TUNE_SAMPLES_H

#include "net/tune/games.h"
#include "net/tune/net.h"

/* A position: before stone `stone` of game `game`. */
struct sample_at {
    uint32_t game;
    uint16_t stone;
    uint8_t weight; /* for the value, in 255ths */
};

struct samples {
    const struct tune_games *games;
    struct cells_classes *classes;
    struct sample_at *learn, *test; /* no game is in both */
    size_t learns, tests;
};

/* All positions of the games, which stay the caller's; about one game in `test_in` is kept for the test,
 * chosen by the seed. The caller frees it. */
struct samples *samples_new(const struct tune_games *g, int test_in, uint64_t seed);
void samples_free(struct samples *s);

/* The one that makes samples, for one thread. */
struct sampler;
struct sampler *sampler_new(const struct samples *s);
void sampler_free(struct sampler *m);

/* Works a position out. `share` (0 to 1) says how much a known value of a search counts for the target beside
 * the game's result. The sample is good until the next one is made. */
const struct net_sample *sampler_make(struct sampler *m, struct sample_at at, float share);

/* The position itself, on a board that the caller keeps clear for it: replays the stones before. */
void samples_replay(const struct samples *s, struct sample_at at, struct position *p);

#endif
