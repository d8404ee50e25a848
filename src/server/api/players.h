/* The players that a client may name: the engine, and the agents, as long as they read no files. */
#ifndef SERVER_API_PLAYERS_H
#define SERVER_API_PLAYERS_H

#include <jansson.h>

#include "base/err.h"
#include "game/bot.h"

#define PLAYERS_ENGINE "engine"

/* [{"spec","about","kind"}]: the engine, and the agents, those that score stones also with the shared search. */
json_t *players_json(void);
/* The games outside the Connect family that are played here: [{"kind","about","rules","usual","players"}] */
json_t *players_games_json(void);

/* May a client ask for this agent? What comes over the network must not open files or take memory as it
 * likes. */
bool players_allow(const char *spec, struct err *e);
/* The same of players of another game. */
bool players_allow_of(const struct bot_kind *const *kinds, const char *spec, struct err *e);

#endif
