/* Line patterns (connect/eval/cells_class.h) that are much alike, gathered: most classes are rare in games, and
 * learn what they have in common with others before they learn what is their own. */
#ifndef NET_TUNE_COARSE_H
#define NET_TUNE_COARSE_H

#include <stdint.h>

#include "connect/eval/cells_class.h"

/* Sorts: 0 for dead patterns; otherwise the most stones on a row that fits, how many rows have as many, and
 * how many fit at all. */
enum { COARSE_SORTS = CELLS_K_MOST * CELLS_K_MOST * (CELLS_K_MOST + 1) };

/* The sort of every class. */
void coarse_sorts(const struct cells_classes *c, uint16_t sort[CELLS_CLASSES_MOST]);

#endif
