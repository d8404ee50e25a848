/* The table of games (play/games/table.c) as tests have it: with one that is not shipped. */
#include "connect/game/connect.h"
#include "go/game.h"
#include "play/agent/agent.h"
#include "play/games/games.h"
#include "play/games/go_mcts.h"
#include "play/games/go_net.h"
#include "support/four.h"

static const struct bot_kind *const go_players[] = {&go_mcts, &go_net, &go_plain, &go_random, NULL};

const struct game_entry games_table[] = {
    {&connect_game, agent_kinds, "engine:level=6", agent_player, agent_list, NULL},
    {&go_game, go_players, "net", NULL, NULL, "mcts"},
    {&four_game, four_players, "random", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};
