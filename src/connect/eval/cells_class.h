/* Classes of line patterns: what the stones around an empty square on one line mean to one side.
 *
 * The k−1 neighbours on either hand are own, empty or blocked (the other side's stone, or the edge). Only the
 * free squares up to the first block matter, and only if a row of k still fits; a pattern and its mirror
 * image are the same. The neighbours are written as a number, the code, with a digit 0 empty, 1 own, 2
 * blocked each:
 *
 *     digit 0 … k−2       the hand against the direction, nearest first
 *     digit k−1 … 2k−3    the hand along it, nearest first
 */
#ifndef CONNECT_EVAL_CELLS_CLASS_H
#define CONNECT_EVAL_CELLS_CLASS_H

#include <stdint.h>

enum {
    CELLS_K_MOST = 6, /* codes fit 16 bits */
    CELLS_CLASSES_MOST = 2048,
    CELLS_DEAD = 0, /* the class of patterns where no row fits any more */
};

struct cells_classes {
    int k;
    int codes;                           /* 3^(2k−2) */
    int classes;                         /* their order is part of every weights file */
    int stoneless;                       /* classes below this one have no own stone, the others do */
    uint16_t *of;                        /* by code */
    uint16_t sample[CELLS_CLASSES_MOST]; /* a code of each class */
};

/* k from 2 to CELLS_K_MOST. The caller frees it. */
struct cells_classes *cells_classes_new(int k);
void cells_classes_free(struct cells_classes *c);

/* How many there are, without the table. */
int cells_classes_count(int k);

#endif
