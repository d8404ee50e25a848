/* The verbs of `hexad puzzle`, and what they share. */
#ifndef CLI_PUZZLE_PUZZLE_H
#define CLI_PUZZLE_PUZZLE_H

#include "base/clock.h"
#include "cli/cli.h"
#include "connect/puzzle/find.h"

int puzzle_make(int argc, char **argv);
int puzzle_list(int argc, char **argv);
int puzzle_show(int argc, char **argv);
int puzzle_check(int argc, char **argv);
int puzzle_import(int argc, char **argv);
int puzzle_try(int argc, char **argv);

/* Reads "3-8" of the option --levels; ends with a usage error through `state`. */
void puzzle_read_levels(struct argp_state *state, const char *text, int level[2]);

/* The option --game of verbs that take puzzles of one game, or of all. */
struct puzzle_of {
    struct rules rules;
    bool given;
};
/* clang-format off */
#define OPTION_PUZZLE_OF(T, field) \
    {"game", 'g', "GAME", 0, "only puzzles of this game", 0, TO_READER(puzzle_of_read, struct puzzle_of, T, field)}
/* clang-format on */
void puzzle_of_read(void *puzzle_of, char *text, struct argp_state *state);
bool puzzle_is_of(const struct puzzle *p, const struct puzzle_of *of);

/* ---- files ---- */

/* Adds the puzzles of a file, JSON lines or SGF; of the built-in collection if there is none. */
bool puzzle_load(const char *path, struct puzzles *out, struct err *e);
/* Writes them, as SGF if the name ends so. */
bool puzzle_save(const struct puzzles *l, const char *path, struct err *e);

/* A finder for the rules, kept while they stay the same. */
struct finder_seat {
    struct finder *finder;
    struct rules rules;
    struct finder_options options;
};
struct finder *seat_finder(struct finder_seat *s, const struct rules *r);

/* ---- making ---- */

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
/* Takes the games of a file, each variation one, instead of playing; or places of a certificate or a lab. */
bool making_add_records(struct making *m, const char *path, struct err *e);
/* Takes a game, which is its own then. */
void making_add_game(struct making *m, struct position *game, int from);

/* Is this the text of a certificate or a lab? Then adds places of it; the lab is opened by its path. */
bool making_is_proof(const char *text, size_t len);
bool making_add_proof(struct making *m, const char *path, const char *text, size_t len, struct err *e);
/* Some more games; false when all is done or it was stopped. */
bool making_batch(struct making *m);

/* Plays a game, the same for the same number; the caller frees it. NULL if it was stopped. */
struct position *make_game(const struct make_options *o, uint64_t number);

#endif
