/* Positions to learn from, whatever the game: which there are, split by game, and each made when it is wanted.
 *
 * A source has games, replayed on the fly: nothing but their moves is in memory. Games that are equal up to symmetry are
 * kept once. A game's part (learn or test) follows from its key alone, the same for all its symmetric twins, so that no file,
 * order or duplicate can bring a game into both. */
#ifndef NET_LEARN_DATA_H
#define NET_LEARN_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/planes.h"

enum { DATA_RIGHTS = 64 };

/* A position as the net sees it and what is to be learned from it. The planes are the maker's. */
struct data_sample {
    uint8_t *planes;                /* [plane][point], 0 or 1 */
    const uint8_t *legal;           /* [point] */
    int head;                       /* which output of the policy is asked */
    int rights, right[DATA_RIGHTS]; /* points that are right, equally; none: the policy learns nothing */
    float target,
        weight; /* of the value: the chance that the side to move wins; how much it counts, may be 0 */
};

/* What a game must offer. `source` and `maker` are its own. */
struct data_game {
    const char *name;
    const struct game_planes *planes; /* how nets see it */
    void (*free)(void *source);
    size_t (*games)(const void *source);
    int (*positions)(const void *source, size_t game);
    uint64_t (*key)(const void *source, size_t game); /* equal for games that are equal up to symmetry */
    /* One thread's maker of samples. */
    void *(*maker_new)(const void *source);
    void (*maker_free)(void *maker);
    /* Makes a position; good until the next. `learn`: false in tests, which may cost more. */
    void (*make)(void *maker, size_t game, int position, struct data_sample *out);
};

struct data {
    const struct data_game *game;
    void *source;
    int width, height;
    size_t learns, tests;   /* positions */
    size_t games[2], twins; /* kept: learn, test; left out as twins */
    uint32_t *number[2];    /* games of a part, and */
    uint64_t *upto[2];      /* positions of it and all before */
};

enum data_part { DATA_LEARN, DATA_TEST };

/* Splits the games of a source, which the data own from now on: one in `test_in` for the test. */
struct data *data_new(const struct data_game *g, void *source, int width, int height, int test_in);
void data_free(struct data *d);

/* Number `i` of a part: which game, which position. */
void data_find(const struct data *d, enum data_part part, uint64_t i, size_t *game, int *position);

/* A permutation of 0 … n-1 by a key: where i goes. No memory, so that a training goes on from its step alone. */
uint64_t data_shuffle(uint64_t i, uint64_t n, uint64_t key);

/* Symmetries of the board: 8 if square, else 4; out[plane][to(p)] = in[plane][p]. */
int data_symmetries(const struct data *d);
int data_turn_point(const struct data *d, int symmetry, int point);

#endif
