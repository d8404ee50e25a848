/* net, of Go: the move that a trained net expects. */
#ifndef PLAY_GAMES_GO_NET_H
#define PLAY_GAMES_GO_NET_H

#include "game/bot.h"

extern const struct bot_kind go_net;

#endif
