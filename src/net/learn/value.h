/* How a net's value begins and learns: as if what its units see had mean 0 and variance 1.
 *
 * The value sees means and maxima over the whole board: hardly changing numbers beside large ones, all of them positive. Plain
 * descent is slow along the first and leaps along the second; its noise was the larger part of the whole gradient, and ended
 * with units that say nothing (bench/results/net.md). Batch normalisation would mend it, but is one more thing that a net does
 * when it plays. The same steps come from a gradient that is changed by the batch's means and variances; see value_gradient. */
#ifndef NET_LEARN_VALUE_H
#define NET_LEARN_VALUE_H

#include "net/net.h"

/* Sums over positions of what the units see, and of the units. */
struct value_sums {
    double n;
    double seen[NET_SEEN_MOST], seen_squares[NET_SEEN_MOST]; /* inputs with equal weights are one */
    double unit[NET_CHANNELS_MOST], unit_squares[NET_CHANNELS_MOST];
};

/* Where the parameters are; of a net without a value there are no rows. */
struct value_map {
    const struct net *net;
    int rows, units, results;
    int planes;                              /* the first row of those that are means of planes */
    int row[NET_SEEN_MOST];                  /* by input */
    const uint32_t *of_row[NET_SEEN_MOST];   /* by row: its parameters, by unit */
    const uint32_t *last, *bias, *last_bias; /* by unit and result; by unit; by result */
};

struct value_map value_map(const struct net *n);

/* Adds positions: what was pooled, and the units, one after the other. */
void value_add(const struct value_map *m, struct value_sums *s, int n, const float *pooled,
               const float *unit);
void value_join(struct value_sums *s, const struct value_sums *other);

/* Has it learned nothing yet? */
bool value_fresh(const struct value_map *m, const float *parameter);

/* Scales the weights of units that began by chance, and sets their biases, so that over these positions their sums have mean 0 and
 * variances of about 2. Else most of them would say nothing ever, or be switched on always: what they see changes less than
 * it is large. */
void value_begin(const struct value_map *m, const struct value_sums *s, float *parameter);

/* Changes a gradient by parameters. */
void value_gradient(const struct value_map *m, const struct value_sums *s, float *gradient);

#endif
