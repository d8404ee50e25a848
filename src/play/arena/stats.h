/* How strong is a player, and how sure is that: Elo with its interval, and the sequential test.
 *
 * Games come in pairs: the same opening with colours swapped. The two games of a pair are not independent (a
 * one-sided opening gives 1-1), so pairs are what is counted: five classes by the points of the first player,
 * 0, ½, 1, 1½, 2 of 2, the pentanomial. */
#ifndef PLAY_ARENA_STATS_H
#define PLAY_ARENA_STATS_H

enum { PENTA = 5 };

/* The expected score of a player who is this much stronger, and the other way (infinite at 0 and 1). */
double elo_score(double elo);
double score_elo(double score);

struct estimate {
    long n;                  /* observations: games or pairs */
    double score, low, high; /* the mean, 0 … 1, and its 95% interval */
    double elo, elo_low, elo_high;
    double los; /* likelihood of superiority: how sure it is that the first player is the stronger */
};

/* From independent games. */
struct estimate stats_games(long wins, long draws, long losses);
/* From pairs. The interval is Wilson's, with the variance that the pairs show instead of a coin's: without
 * draws and pairing it is exactly Wilson's, and unlike mean ± 1.96 σ it stays sensible for clean sweeps and
 * few games. */
struct estimate stats_pairs(const long penta[PENTA]);

struct sprt {
    double elo0, elo1;  /* the hypotheses, elo0 < elo1 */
    double alpha, beta; /* chances to accept elo1 when elo0 is true, and elo0 when elo1 is */
};

enum sprt_verdict { SPRT_OPEN, SPRT_ELO0, SPRT_ELO1 };

/* The logarithm of the likelihood ratio of elo1 to elo0: each hypothesis takes the distribution over the five
 * classes that fits the pairs best among those with its expected score. */
double sprt_llr(const long penta[PENTA], double elo0, double elo1);
/* The bounds that Wald's test stops at. */
void sprt_bounds(const struct sprt *s, double *lower, double *upper);
enum sprt_verdict sprt_decide(const struct sprt *s, const long penta[PENTA]);

#endif
