/* A net as an evaluator (game/evaluator.h), for any game that has planes. */
#ifndef NET_EVALUATOR_H
#define NET_EVALUATOR_H

#include "game/evaluator.h"
#include "net/file.h"

struct net_evaluator_options {
    const char *path; /* of a net; NULL or "builtin": the one inside the program for the game */
    int strength; /* of both players, as the game has ranks or ratings; 0: not known; NET_USUAL: what the game has */
    enum net_last { NET_LAST_USUAL, NET_LAST_HIDE, NET_LAST_SHOW } last; /* the last moves */
};

enum { NET_USUAL = -1 };

/* For games of the rules of `g`. NULL with a message if the net cannot be read or does not know this game. */
struct evaluator *net_evaluator_new(const struct game *g, const struct net_evaluator_options *o,
                                    struct err *e);

/* The net itself. */
const struct net_file *net_evaluator_file(const struct evaluator *x);

#endif
