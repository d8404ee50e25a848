/* net, of Go: the move that a trained net expects. */
#ifndef GAMES_GO_NET_H
#define GAMES_GO_NET_H

#include "game/bot.h"

/* It alone, and NULL. */
extern const struct bot_kind *const go_net_bots[];

#endif
