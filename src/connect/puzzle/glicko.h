/* Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system"): ratings of players and puzzles, which meet as
 * players do: who solves a puzzle beats it. */
#ifndef CONNECT_PUZZLE_GLICKO_H
#define CONNECT_PUZZLE_GLICKO_H

struct glicko {
    double rating, deviation, volatility;
};

/* A player of whom nothing is known. */
#define GLICKO_NEW                 \
    {                              \
        1500, 350, GLICKO_VOLATILE \
    }
#define GLICKO_VOLATILE 0.06
#define GLICKO_TAU      0.5 /* how fast the volatility may change */

struct glicko_result {
    double rating, deviation; /* of the other side */
    double score;             /* 1 won, 0 lost */
};

/* The rating after a period with these results; with none, the deviation grows. */
struct glicko glicko_update(const struct glicko *p, const struct glicko_result *r, int n, double tau);

/* The chance that a player of this rating wins. */
double glicko_chance(const struct glicko *p, double rating, double deviation);

#endif
