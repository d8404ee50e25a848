/* Ratings of many players from all their games together: the Bradley-Terry model, in Elo.
 *
 * The ratings are those that make the observed scores likeliest, a draw being half a win. Every pair of
 * players that met gets one drawn pair of games on top, so that a clean sweep stays finite. The intervals
 * come from how the pairs of games scatter (the "sandwich"), so that 1-1 openings count for what they are. */
#ifndef PLAY_ARENA_RATINGS_H
#define PLAY_ARENA_RATINGS_H

#include <stddef.h>

#include "play/arena/stats.h"

struct meeting {
    int first, second; /* players */
    long penta[PENTA]; /* from the first one's side */
};

struct rating {
    double elo;   /* the mean of all players is 0 */
    double error; /* half of the 95% interval */
};

void ratings_find(const struct meeting *m, size_t meetings, struct rating *out, int players);

#endif
