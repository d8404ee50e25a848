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

#endif
