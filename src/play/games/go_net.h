/* net, of Go: the move that a trained net expects. */
#ifndef PLAY_GAMES_GO_NET_H
#define PLAY_GAMES_GO_NET_H

#include "game/bot.h"

/* It alone, and NULL. */
extern const struct bot_kind *const go_net_bots[];

#endif
