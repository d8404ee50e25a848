/* The agents of the table, one small file each. */
#ifndef PLAY_AGENT_KINDS_H
#define PLAY_AGENT_KINDS_H

#include "play/agent/agent.h"

extern const struct bot_kind agent_random, agent_adjacent, agent_windows, agent_threats, agent_montecarlo,
    agent_sequences, agent_mesh, agent_book, agent_tiling, agent_net, agent_mcts, agent_engine;

/* The shared search: no entry of the table, but what "+search" puts on top of one (search.c). */
extern const struct bot_kind agent_search_kind;

#endif
