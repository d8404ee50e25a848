/* Inside src/go: the board of playouts, without undo and without sets of liberties.
 *
 * Its points are places of a square of 27x27 with edge all around, so that neighbours are fixed steps away. Place 0 is a
 * corner of that edge: it stands for "none", and as a chain it takes what empty places and the edge would count.
 *
 * A chain counts its pseudo-liberties: every pair of a stone of it and an empty place beside. It keeps the sum of their
 * keys, three numbers in one word:
 *
 *     63 … 34 squares of the places | 33 … 12 the places | 11 … 0 how many
 *
 * n places with sum s and squares q are all the same one if, and only if, n * q = s * s, so that atari and the last
 * liberty are seen at once. One liberty has at most four stones beside it, so n is at most 4 then. */
#ifndef GO_PLAYOUT_BOARD_H
#define GO_PLAYOUT_BOARD_H

#include "base/rng.h"
#include "go/go.h"

enum {
    PLAYOUT_WIDTH = GO_MAX_SIZE + 2,
    PLAYOUT_PLACES = PLAYOUT_WIDTH * PLAYOUT_WIDTH,
};

/* Steps to the eight places around: left, right, below, above, then the diagonal ones. */
static const int playout_step[8] = {
    -1,
    1,
    -PLAYOUT_WIDTH,
    PLAYOUT_WIDTH,
    -PLAYOUT_WIDTH - 1,
    -PLAYOUT_WIDTH + 1,
    PLAYOUT_WIDTH - 1,
    PLAYOUT_WIDTH + 1,
};

struct playout_board {
    int size, points;
    int stones[2];    /* on the board, by colour */
    uint32_t ko;      /* where simple ko forbids the next move, or 0 */
    uint32_t empties; /* how many empty places, which, and where in that list each is */
    uint16_t empty[GO_POINTS], index[PLAYOUT_PLACES];
    uint8_t cell[PLAYOUT_PLACES];    /* enum cell */
    uint16_t around[PLAYOUT_PLACES]; /* the eight cells around, two bits for each step */
    uint16_t chain[PLAYOUT_PLACES];  /* of a stone: the place that names its chain, 0 elsewhere */
    uint16_t next[PLAYOUT_PLACES];   /* of a stone: the next of its chain, round and round */
    uint16_t length[PLAYOUT_PLACES]; /* by name of a chain: its stones */
    uint64_t free[PLAYOUT_PLACES];   /* by name of a chain: the keys of its pseudo-liberties */
    /* By size, kept from one game to the next. */
    uint16_t place[GO_OFF];               /* of a point */
    uint16_t bare_around[PLAYOUT_PLACES]; /* the empty board's */
    uint8_t bare_cell[PLAYOUT_PLACES];
};

static inline uint64_t playout_key(uint32_t at)
{
    return 1 | (uint64_t)at << 12 | (uint64_t)(at * at) << 34;
}

/* The only place among these keys, 0 if there are none or several. */
static inline uint32_t playout_only(uint64_t keys)
{
    uint32_t n = keys & 0xfff;
    if (n - 1 > 3)
        return 0;
    uint32_t sum = keys >> 12 & 0x3fffff;
    return n * (uint32_t)(keys >> 34) == sum * sum ? sum / n : 0;
}

/* The last liberty of a stone's chain, 0 if it has more. */
static inline uint32_t playout_last(const struct playout_board *b, uint32_t at)
{
    return playout_only(b->free[b->chain[at]]);
}

static inline uint32_t playout_beside(uint32_t at, int step)
{
    return at + (uint32_t)playout_step[step];
}

/* Are two or more of the four places beside empty? */
static inline bool playout_open(const struct playout_board *b, uint32_t at)
{
    uint32_t taken = b->around[at] | b->around[at] >> 1, open = ~taken & 0x55;
    return open & (open - 1);
}

/* Takes over a position. The board is all zero or was used before. */
void playout_board_set(struct playout_board *b, const struct go *g);

/* What the stone would be part of. */
struct playout_look {
    uint64_t free; /* its pseudo-liberties but for those that captures give */
    int length;
    bool takes; /* it captures */
};
struct playout_look playout_board_look(const struct playout_board *b, uint32_t at, enum side side);

/* May the side to move play on this empty place? Simple ko. */
bool playout_board_legal(const struct playout_board *b, uint32_t at, enum side side);

/* Plays a legal move, or for place 0 a pass; returns how many stones it captured. */
int playout_board_play(struct playout_board *b, uint32_t at, enum side side);

/* Whose every point is, as go_area says (NULL: not wanted). Returns Black's points minus White's. */
int playout_board_area(const struct playout_board *b, uint8_t *owner);

/* A playout move by move, as go_playout_run plays it. */
struct go_playout;
void go_playout_start(struct go_playout *p, const struct go *g);
/* Plays the next move and returns it. */
go_point go_playout_move(struct go_playout *p, struct rng *r);
const struct playout_board *go_playout_board(const struct go_playout *p);

static inline go_point playout_point(const struct playout_board *b, uint32_t at)
{
    uint32_t row = at / PLAYOUT_WIDTH - 1, col = at % PLAYOUT_WIDTH - 1;
    return at ? (go_point)(row * (uint32_t)b->size + col) : (go_point)GO_PASS;
}

#endif
