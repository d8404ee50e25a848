/* Puzzles made from many games: of the engine against itself, of records, and of solved trees (certificates, labs); by several
 * threads, the same whatever their number, and gone on with from files. */
#ifndef LAB_PUZZLES_MAKING_H
#define LAB_PUZZLES_MAKING_H

#include "base/clock.h"
#include "connect/puzzle/find.h"
#include "connect/record/record.h"

/* What is made, and how. */
struct make_options {
    struct rules rules;
    uint64_t seed;
    int level[2]; /* of the players, from and to */
    long games;   /* at the most; 0: no limit */
    long puzzles; /* to have in the end; 0: no limit */
    long quota;   /* of each length; 0: no limit */
    long places;  /* of a proof that are looked at, at the most */
    int threads;
    struct finder_options find;
};

/* Counts of a making, over all its runs. */
struct make_counts {
    long games, positions;
    long rejected[REASONS];
    double cpu; /* seconds of processor time */
};

/* A game from a file, and the first of its plies at which it is looked at. */
struct make_record {
    struct position *game;
    int from;
};

/* The shape of a puzzle, and which one. */
struct make_seen {
    uint64_t shape;
    size_t at;
};

struct making {
    struct make_options options;
    struct puzzles puzzles;
    struct make_seen *seen; /* shapes as a hash table: 0 is empty */
    size_t seen_room, seen_n;
    long length[HUNT_DEPTH + 1][2]; /* puzzles by length and kind */
    uint64_t next;                  /* the first game that was not looked at */
    struct make_counts counts;
    struct make_record *record; /* games from files; NULL: the engine plays */
    size_t records, record_room;
    bool from_records, stopped;
    struct make_worker *worker; /* one a thread */
};

struct making *making_new(const struct make_options *o);
void making_free(struct making *m);
/* Goes on with what an earlier run left at `path`, if there is something. */
bool making_load(struct making *m, const char *path, struct err *e);
bool making_save(const struct making *m, const char *path, struct err *e);
/* Takes the games of a file, each variation one, instead of playing; or places of a certificate or a lab. Bad games are told
 * to `bad`; without it one of them is an error. */
bool making_add_records(struct making *m, const char *path, record_bad *bad, void *context, struct err *e);
/* Some more games; false when all is done or it was stopped. */
bool making_batch(struct making *m);

/* ---- between its files ---- */

/* Takes a game, which is its own then. */
void making_add_game(struct making *m, struct position *game, int from);

/* Is this the text of a certificate or a lab? Then adds places of it; the lab is opened by its path. */
bool making_is_proof(const char *text, size_t len);
bool making_add_proof(struct making *m, const char *path, const char *text, size_t len, struct err *e);

/* Plays a game, the same for the same number; the caller frees it. NULL if it was stopped. */
struct position *make_game(const struct make_options *o, uint64_t number);

#endif
