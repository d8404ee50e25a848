/* The table of agents, and the help made from it. */
#include "play/agent/agent.h"
#include "play/agent/kinds.h"

const struct bot_kind *const agent_kinds[] = {
    &agent_random,    &agent_adjacent, &agent_windows, &agent_threats, &agent_montecarlo,
    &agent_sequences, &agent_mesh,     &agent_book,    &agent_tiling,  &agent_net,
    &agent_mcts,      &agent_engine,   NULL,
};

void agent_list(struct buf *out)
{
    buf_text(out, "Agents and their options, as in sequences:c=2,marking=paper\n");
    bot_list(agent_kinds, out);
    buf_text(out, "On top of any agent that scores stones, as in sequences+search:depth=4,width=8\n");
    bot_describe(&agent_search_kind, "+search", out);
}
