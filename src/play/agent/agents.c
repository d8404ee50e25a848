/* The table of agents, and the help made from it. */
#include "game/options.h"
#include "play/agent/agent.h"
#include "play/agent/kinds.h"

const struct agent_kind *const agent_kinds[] = {
    &agent_random, &agent_adjacent, &agent_windows, &agent_threats, &agent_montecarlo, &agent_sequences,
    &agent_mesh,   &agent_book,     &agent_tiling,  &agent_net,     &agent_engine,     NULL,
};

static void describe(const struct agent_kind *k, const char *name, struct buf *out)
{
    buf_format(out, "  %-12s %s\n", name, k->about);
    options_describe(k->options, out);
}

void agent_list(struct buf *out)
{
    buf_text(out, "Agents and their options, as in sequences:c=2,marking=paper\n");
    for (const struct agent_kind *const *k = agent_kinds; *k; k++)
        describe(*k, (*k)->name, out);
    buf_text(out, "On top of any agent that scores stones, as in sequences+search:depth=4,width=8\n");
    describe(&agent_search_kind, "+search", out);
}
