/* How hard a puzzle is for people, from its solution alone: the first rating, before anybody tried. */
#ifndef CONNECT_PUZZLE_GRADE_H
#define CONNECT_PUZZLE_GRADE_H

#include "connect/puzzle/puzzle.h"

struct grade_features {
    int turns;      /* of the win */
    int firsts;     /* right first turns */
    int forcing;    /* forcing first turns, right and wrong */
    int tempting;   /* of the wrong ones, those that look good: some defence loses, too */
    int deepest;    /* the most turns for which one of these goes on against such a defence */
    bool single;    /* a turn with fewer threats than the other side has stones */
    bool quiet;     /* a defence puzzle, or one whose first turn makes the fewest threats of all */
    int counters;   /* defences of the main line that make threats */
    uint64_t proof; /* turns of the certificate: the size of the tree */
    int stones;     /* on the board */
    int spread;     /* the longer side of the box around the main line */
    bool edge;      /* the main line touches the edge */
    bool free;      /* a stone of the first turn may be anywhere */
};

/* X(name, points, what it is): what makes up the first rating, a sum of these times the points of each, and
 * GRADE_START. The points are fitted to what the engine's levels 1 to 8 solve, by tools/puzzle_fit.py;
 * bench/results/puzzles.md says from what and how well. */
#define GRADE_WEIGHTS(X)                                                      \
    X(turns, 69.7, "of the win; 0 for a defence")                             \
    X(firsts, -82.1, "right first turns, log2 of one more")                   \
    X(wrong, 32.4, "forcing first turns that lead nowhere, log2 of one more") \
    X(tempting, -6.9, "those of them that look good, log2 of one more")       \
    X(deepest, 9.2, "the turns for which they do")                            \
    X(single, 66.4, "a turn with fewer threats")                              \
    X(counters, -98.5, "defences of the main line that make threats")         \
    X(tree, 30.2, "turns of the certificate, log2 of one more")               \
    X(stones, 1.1, "on the board")                                            \
    X(spread, 0.9, "the longer side of the box around the main line")         \
    X(edge, 31.3, "the main line touches the edge")                           \
    X(defence, -192.5, "a defence puzzle")                                    \
    X(one, 131.2, "turns of one stone")

enum grade_weight {
#define GRADE_WEIGHT(name, points, about) GRADE_##name,
    GRADE_WEIGHTS(GRADE_WEIGHT)
#undef GRADE_WEIGHT
        GRADES
};
extern const char *const grade_names[GRADES];
/* What the weights apply to. */
void grade_values(const struct puzzle *p, const struct grade_features *f, double out[GRADES]);

int grade_rating(const struct puzzle *p, const struct grade_features *f);
unsigned grade_themes(const struct puzzle *p, const struct grade_features *f);

#endif
