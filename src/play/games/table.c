/* The games there are; see games.h. */
#include "connect/game/connect.h"
#include "go/game.h"
#include "play/agent/agent.h"
#include "play/games/games.h"
#include "play/games/go_mcts.h"
#include "play/games/go_net.h"

#ifndef HEXAD_WITHOUT_GO
static const struct bot_kind *const go_players[] = {&go_mcts, &go_net, &go_plain, &go_random, NULL};
#endif

const struct game_entry games_table[] = {
    {&connect_game, agent_kinds, "engine:level=6", agent_player, agent_list, NULL},
#ifndef HEXAD_WITHOUT_GO
    {&go_game, go_players, "mcts", NULL, NULL, "mcts"},
#endif
    {NULL, NULL, NULL, NULL, NULL, NULL},
};
