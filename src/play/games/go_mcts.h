/* mcts, of Go: tree search with playouts and a net. */
#ifndef PLAY_GAMES_GO_MCTS_H
#define PLAY_GAMES_GO_MCTS_H

#include "game/bot.h"

extern const struct bot_kind go_mcts;

#endif
