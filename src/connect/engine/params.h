/* The numbers that the search was tuned with, each declared once: name, usual value, range, meaning. They can be
 * changed at run time (`--set NAME=VALUE`, the engine's option `set`, GTP's hexad-param), which is how others are
 * tried: `hexad bench params` lists them, `hexad arena` tells whether they are better.
 *
 * Depths are in units of which a turn has 64 (ONE_TURN). */
#ifndef CONNECT_ENGINE_PARAMS_H
#define CONNECT_ENGINE_PARAMS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

#define SEARCH_PARAMS(X)                                                                                  \
    X(root_width, 24, 1, 48, "first stones of the turns tried at the root")                               \
    X(root_turns, 72, 1, 96, "turns tried at the root")                                                   \
    X(more_width, 48, 1, 48, "first stones when all of these lose")                                       \
    X(width_1, 5, 1, 48, "first stones at a node one turn above the horizon")                             \
    X(width_2, 6, 1, 48, "two turns above it")                                                            \
    X(width_3, 8, 1, 48, "three turns above it")                                                          \
    X(width_4, 10, 1, 48, "four turns above it and more")                                                 \
    X(turns_1, 8, 1, 96, "turns tried at a node one turn above the horizon")                              \
    X(turns_2, 10, 1, 96, "two turns above it")                                                           \
    X(turns_3, 16, 1, 96, "three turns above it")                                                         \
    X(turns_4, 24, 1, 96, "four turns above it and more")                                                 \
    X(wide_width, 20, 1, 48, "first stones at a node all of whose turns lose")                            \
    X(wide_turns, 64, 1, 96, "turns tried there")                                                         \
    X(lmr_first, 2, 1, 96, "the first turn of a node that is reduced, from 0")                            \
    X(lmr_percent, 100, 0, 300, "of the late-move reductions")                                            \
    X(root_lmr_1, 32, 0, 256, "late-move reduction of the 5th to 10th turn of the root")                  \
    X(root_lmr_2, 48, 0, 256, "of the 11th to 30th")                                                      \
    X(root_lmr_3, 64, 0, 256, "of later ones")                                                            \
    X(forced_cost, 16, 0, 64, "depth that a turn with forced stones takes")                               \
    X(null_move_depth, 64, 0, 1024, "nodes deeper than this look for the other side's threats")           \
    X(killer_place, 3, 0, 64, "place of killers behind the table's turn")                                 \
    X(history_bonus, 4, 0, 64, "of a cutoff, for a unit of depth")                                        \
    X(history_malus, 25, 0, 200, "percent of it, for the turns before the one that cut off")              \
    X(history_weight, 64, 0, 1024, "of a stone's history in a turn's score, 4096ths")                     \
    X(pair_weight, 128, 0, 1024, "of a turn's history in its score, 4096ths")                             \
    X(forcing_percent, 100, 1, 1000, "of the nodes for forcing searches")                                 \
    X(first_level, 7, 0, 18, "budget level of the first forcing search at the root")                      \
    X(own_trees, 100, 0, 1000, "of a level's stones: a win from the root with an answer to each defence") \
    X(verify_trees, 100, 0, 1000, "the same for the other side after a turn that would be the best")      \
    X(confirm_percent, 2, 0, 50, "of the search, kept back for the turn that is to be played")            \
    X(proof_levels, 3, 0, 18, "levels more for the proof that all is lost")                               \
    X(forced_depth, 2, 1, 60, "turns to look ahead if there is but one turn")                             \
    X(split_depth, 65, 0, 1024, "nodes less deep are not shared between threads")                         \
    X(age_cost, 96, 0, 1024, "depth that an entry of the table loses with every search since it was made")

struct search_params {
#define MEMBER(name, usual, least, most, meaning) int name;
    SEARCH_PARAMS(MEMBER)
#undef MEMBER
};

extern const struct search_params search_params_usual;

/* The same as a list; the last name is NULL. */
struct search_param {
    const char *name;
    int usual, least, most;
    const char *meaning;
    size_t offset; /* in struct search_params */
};
extern const struct search_param search_param_list[];

int search_param_get(const struct search_params *p, const struct search_param *which);

/* Sets one by its name and number; or several, "NAME=VALUE;NAME=VALUE". Fails with a message that names what is
 * wrong; nothing is changed then. */
bool search_param_set(struct search_params *p, const char *name, const char *value, struct err *e);
bool search_params_read(struct search_params *p, const char *text, struct err *e);

#endif
