/* The agents of the Connect family (play/agent/agent.h) as bots. */
#ifndef PLAY_GAMES_CONNECT_BOT_H
#define PLAY_GAMES_CONNECT_BOT_H

#include "game/bot.h"

struct bot *connect_player(const char *spec, const struct game *g, uint64_t seed, struct err *e);

#endif
