/* Levels for people: 1, a newcomer, to 10, and full strength.
 *
 * A level is a budget of nodes and ways to be human: turns that look good at first sight (the evaluation's
 * policy, which is learned from games) instead of those searched for, rows and threats that are overlooked,
 * and a choice at random among turns nearly as good as the best. The same seed makes the same choices.
 * bench/results/levels.md has the matches between neighbouring levels. */
#ifndef PLAY_LEVEL_H
#define PLAY_LEVEL_H

#include "base/rng.h"
#include "connect/engine/engine.h"

enum { LEVEL_LEAST = 1, LEVEL_MOST = 10, LEVEL_FULL = 11 };

struct level {
    int number; /* LEVEL_LEAST … LEVEL_MOST, LEVEL_FULL */
    const char *name, *about;
    uint64_t nodes; /* of a turn; 0: as the caller's limits say */
    double random;  /* chance of a turn to be chosen at first sight */
    double heat;    /* how wild such turns are: 1 as often as people play them, 0 the likeliest */
    double blind;   /* the same chance where rows can be completed or must be stopped */
    int lines;      /* of the turns searched for, among which to choose */
    double spread; /* one worth this much less (in values of engine_line) is chosen 1/e times as often; 0: the
                      best */
    bool openings; /* knows openings */
};

/* By number; the last one's name is NULL. */
extern const struct level levels[];

/* The level of a number, or of full strength for any other. */
const struct level *level_of(int number);

/* Reads "3", "club" or "full". */
bool level_parse(const char *text, const struct level **out, struct err *e);

/* Narrows limits to those of the level. */
void level_narrow(const struct level *v, struct engine_limits *l);

/* The turn that a player of this level makes after this report of a search from `p` (which was narrowed). */
struct squares level_choose(const struct level *v, const struct position *p, const struct report *r,
                            struct rng *rng);

#endif
