/* The trained numbers of the learned evaluation (cells.h): what they are, those built in, and their file.
 *
 * A cell is seen by the side to move. For each of the four lines through it there is the pattern of the own
 * stones and that of the other side (cells_class.h), each with a row of WEIGHTS_LANES numbers. Their sum and
 * the bias, clipped to 0 … WEIGHTS_ONE, are the features of the cell. docs/evaluation.md has the rest.
 *
 *     number                         is one of            bound
 *     rows, bias, features           1024th               WEIGHTS_ROW_MOST: nine of them add up within
 *                                                         16 bits
 *     policy, skip, first, out       1024th               a unit's `first` sizes add up to less than 2^15,
 *                                                         so that with any input they fit 32 bits
 *     input: the sum of features/64  256th (of 16 ones)   32767
 */
#ifndef CONNECT_EVAL_WEIGHTS_H
#define CONNECT_EVAL_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/board/rules.h"

enum {
    WEIGHTS_LANES = 32,  /* features of a cell */
    WEIGHTS_HIDDEN = 32, /* units of the value */
    WEIGHTS_ONE = 1024,
    WEIGHTS_ROW_MOST = 3640,
    WEIGHTS_INPUT_SHIFT = 6,             /* from the sum of features to the input */
    WEIGHTS_INPUT_UNIT = 256,            /* of the input: a sum of 16 whole features */
    WEIGHTS_UNIT_SHIFT = 8,              /* from what a unit sums up to its activity, in 1024ths */
    WEIGHTS_UNIT_MOST = 8 * WEIGHTS_ONE, /* activity */
    WEIGHTS_UNIT_SUM = (1 << 15) - 1,
    WEIGHTS_BIAS_MOST = 1 << 29,
    WEIGHTS_HEADS_MOST = 2, /* p at the most */
};

/* What is read out for a side that has a certain number of stones left in its turn. */
struct weights_head {
    int16_t policy[WEIGHTS_LANES];
    int16_t skip[WEIGHTS_LANES];                  /* from the input straight to the value */
    int16_t first[WEIGHTS_HIDDEN][WEIGHTS_LANES]; /* from the input to the units */
    int16_t out[WEIGHTS_HIDDEN];                  /* from the units to the value */
    int32_t first_bias[WEIGHTS_HIDDEN];           /* 2^18ths, as the sums of the units */
    int32_t out_bias;                             /* 2^20ths, as the value before it is scaled */
};

struct weights {
    int k, p;
    int classes;                           /* of line patterns for this k */
    const int16_t (*own)[WEIGHTS_LANES];   /* by class */
    const int16_t (*other)[WEIGHTS_LANES]; /* by class */
    _Alignas(16) int16_t bias[WEIGHTS_LANES];
    struct weights_head head[WEIGHTS_HEADS_MOST]; /* by stones left − 1; p of them are used */
    int16_t (*owned)[WEIGHTS_LANES];              /* the rows, own before other, if they are not built in */
};

/* Those built in for this game; NULL if there are none. */
const struct weights *weights_for(const struct rules *r);

/* Weights full of zeros for k up to CELLS_K_MOST and p up to WEIGHTS_HEADS_MOST, to be filled through `owned`
 * and the other members. The caller frees them. */
struct weights *weights_new(int k, int p);
void weights_free(struct weights *w);

/* Are they meant for this game? The board's size and q do not matter. */
bool weights_fit(const struct weights *w, const struct rules *r);

/* Are all numbers within their bounds? If not, says which is not. */
bool weights_check(const struct weights *w, struct err *e);

/* The file: appends it; reads it, refusing whatever is not exactly one. The caller frees `*out`. */
void weights_write(const struct weights *w, struct buf *out);
bool weights_read(const char *bytes, size_t len, struct weights **out, struct err *e);

/* What the last eight bytes of a file are, reckoned from those before. */
uint64_t weights_checksum(const char *bytes, size_t len);

/* Those of a file, for these rules. The caller frees them; NULL with a message that names the file. */
struct weights *weights_load(const char *path, const struct rules *r, struct err *e);

/* Appends them as the C text that weights.c includes. */
void weights_embed(const struct weights *w, struct buf *out);

#endif
