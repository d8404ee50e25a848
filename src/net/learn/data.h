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

#include "base/buf.h"
#include "base/err.h"
#include "game/planes.h"
#include "net/file.h"

enum { DATA_RIGHTS = 64, DATA_LEVEL = 32 };

/* A position as the net sees it and what is to be learned from it. The planes are the maker's. */
struct data_sample {
    uint8_t *planes;                /* [plane][point], 0 or 1 */
    const uint8_t *legal;           /* [point] */
    int moves;                      /* how many were played before */
    int level;                      /* of the player whose move it is (a game's `level`) */
    int head;                       /* which output of the policy is asked */
    int rights, right[DATA_RIGHTS]; /* points that are right, equally; none: the policy learns nothing */
    float target,
        weight; /* of the value: the chance that the side to move wins; how much it counts, may be 0 */
    /* Where a game's `end` tells: [point] 1 for what is the side to move's at the end, -1 for the other's, 0 for nobody's, and tens
     * of points (NET_SCORE_UNIT) by which the side to move is ahead then. */
    int8_t *owner; /* the maker's; NULL: not known */
    bool scored;
    float score;
};

/* Which games of the files are wanted, where a game's records tell. */
struct data_filter {
    int rank;  /* both players have at least so many dan; 0: any */
    bool even; /* no handicap */
    const char
        *without; /* no player has one of these words in the name (commas between them); NULL: any name */
};

/* What a game must offer. `source` and `maker` are its own. */
struct data_game {
    const struct game_kind *kind; /* its planes are how nets see it */
    /* How files of nets call it: what is no matter to a net is left out. */
    void (*called)(const struct game_rules *r, char out[NET_GAME]);
    /* The games of files; `told` gets what people may want to know of them. NULL with a message. */
    void *(*load)(const struct game_rules *r, const struct data_filter *f, int n, char *const *path,
                  struct buf *told, struct err *e);
    void (*free)(void *source);
    size_t (*games)(const void *source);
    int (*positions)(const void *source, size_t game);
    uint64_t (*key)(const void *source, size_t game); /* equal for games that are equal up to symmetry */
    /* One thread's maker of samples. */
    void *(*maker_new)(const void *source);
    void (*maker_free)(void *maker);
    /* Makes a position; good until the next. `learn`: false in tests, which may cost more. */
    void (*make)(void *maker, size_t game, int position, struct data_sample *out);
    /* Adds to the sample made last how its game ended; NULL where that is no more than who won. */
    void (*end)(void *maker, size_t game, struct data_sample *out);
    /* What a level is called: "6d"; level 0 is not known. */
    void (*level)(int level, char out[DATA_LEVEL]);
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

/* The game of a text as --game or a net's file has it, and its rules; NULL with a message if nets cannot learn it. */
const struct data_game *data_game_of(const char *text, struct game_rules *rules, struct err *e);

/* The games of files, one in `test_in` for the test; at least one position. NULL with a message. */
struct data *data_load(const char *game, const struct data_filter *f, int n, char *const *path, int test_in,
                       struct buf *told, struct err *e);

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
