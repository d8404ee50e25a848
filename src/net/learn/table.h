/* What a net knows, by phase of the game and strength of the player; and what its chances are worth. */
#ifndef NET_LEARN_TABLE_H
#define NET_LEARN_TABLE_H

#include "base/buf.h"
#include "net/learn/loss.h"

enum { TABLE_PHASES = 9, TABLE_LEVELS = 40, TABLE_TENTHS = 10 };

/* Chances that the net gave the side to move, from a tenth up to the next: the sum of them, and of the results. */
struct table_tenth {
    uint64_t n;
    double said, won;
};

struct table {
    struct loss_sum phase[TABLE_PHASES], level[TABLE_LEVELS];
    struct table_tenth tenth[TABLE_TENTHS];
};

/* Adds a position: what the value said, if it did and counts, and its sums alone. */
void table_add(struct table *t, const struct data_sample *s, const float *value, const struct loss_sum *one);
void table_join(struct table *t, const struct table *other);

/* The first and last number of moves played before a position of a phase; of the last phase the end is INT_MAX. */
void table_phase(int phase, int *first, int *last);

/* How far a tenth's chances are from its results: positive where it says too much. 0 without positions. */
double table_off(const struct table_tenth *t);

/* As a picture, SVG: how often the move is among the first so many, and results by chances. */
void table_svg(const struct table *t, const struct loss_score *all, const char *title, struct buf *out);

#endif
