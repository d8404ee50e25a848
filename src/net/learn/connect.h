/* Games of the Connect family to learn from. */
#ifndef NET_LEARN_CONNECT_H
#define NET_LEARN_CONNECT_H

#include "net/learn/data.h"
#include "net/tune/games.h"

extern const struct data_game data_connect;

/* The source of data_connect: it owns the games from now on. */
void *data_connect_source(struct tune_games *g);

#endif
