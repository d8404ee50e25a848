/* The parts of `hexad explore`. */
#ifndef CLI_GAMES_EXPLORE_H
#define CLI_GAMES_EXPLORE_H

#include "cli/game_arg.h"
#include "store/explorer/explorer.h"

/* The collection of a name, or the only one if no name is given; `*id` 0 if there is none of it. */
bool explore_find(struct explorer *x, const char *name, int64_t *id, struct err *e);

int explore_add(int argc, char **argv);

/* The same for another command: games of record files into a collection of the file, both made if they are not there. What is wrong with
 * single files and games is said. interrupt_hold is on. */
struct explore_added {
    size_t added, known, bad, unreadable;
    bool interrupted;
};
bool explore_add_records(const struct game_arg *game, const char *file, const char *collection, int n,
                         char **path, struct explore_added *out, struct err *e);

#endif
