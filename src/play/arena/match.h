/* A match as it is played: games on several threads, a journal, records, and the tally at any moment.
 *
 * Every game's players, opening and seed follow from its number (setup.h), so that with players whose turns
 * depend on nothing else the games are the same whatever the number of threads and interruptions. */
#ifndef PLAY_ARENA_MATCH_H
#define PLAY_ARENA_MATCH_H

#include "play/arena/ratings.h"
#include "play/arena/setup.h"

struct match;

/* A match of this setup, which must have passed setup_check and must outlive it. If `journal` is given, a
 * file of that name is begun. NULL with a message if it cannot. */
struct match *match_new(const struct match_setup *s, const char *journal, struct err *e);
/* The match of a journal, as far as it has come. `s` (as setup_init leaves it) gets its setup. */
struct match *match_resume(const char *journal, struct match_setup *s, struct err *e);
/* Stops if it runs, and frees. */
void match_free(struct match *m);

/* Starts to play, `threads` games at a time. */
void match_start(struct match *m, int threads);
/* Waits until it is over, or so many seconds. Is it over? */
bool match_wait(struct match *m, double seconds);
/* Lets it end, without waiting for that: match_wait says when it has. */
void match_halt(struct match *m);
/* Ends it: games that are under way are given up and do not count. Returns when all players are gone. */
void match_stop(struct match *m);

/* Something other than a player went wrong (the disk is full, say), so that the match could not go on? */
bool match_failed(struct match *m, struct err *e);

/* Points of one meeting from its first player's side. */
struct tally {
    long win[2], draw[2], loss[2]; /* by the colour that the first player had */
    long penta[PENTA];             /* whole pairs */
    long fault[2][FAULT_KINDS]; /* games lost by a fault, and resignations, by the first and second player */
    double seconds[2];          /* thinking time of the first and second player */
    long turns[2];
};

struct standing {
    long planned, played; /* games; of a decided test only those that count are played */
    long unused;          /* games that were over when the test had been decided without them */
    long distinct;        /* games that differ in players, colours or stones */
    long under_way;
    bool over, stopped;
    enum sprt_verdict verdict;
    double llr;
    struct tally *tally; /* by meeting; free with standing_free */
    int meetings;
};

/* How it stands at this moment. May be called while it runs. */
struct standing match_standing(struct match *m);
void standing_free(struct standing *s);

#endif
