/* Agents as bots; see connect_bot.h. */
#include "play/games/connect_bot.h"

#include "connect/game/connect.h"
#include "play/agent/agent.h"

struct connect_bot {
    struct bot head;
    struct agent *agent;
};

static void done(struct bot *b)
{
    agent_free(((struct connect_bot *)b)->agent);
}

static void choose(struct bot *b, struct game *g, struct squares *out)
{
    *out = agent_choose(((struct connect_bot *)b)->agent, connect_threats(g), &b->budget);
}

static const struct bot_kind agent_bot = {
    .name = "agent",
    .about = "an agent of the Connect family",
    .size = sizeof(struct connect_bot),
    .done = done,
    .choose = choose,
};

struct bot *connect_player(const char *spec, const struct game *g, uint64_t seed, struct err *e)
{
    struct agent *a = agent_new(spec, &connect_threats(g)->position->rules, seed, e);
    if (!a)
        return NULL;
    struct bot *b = bot_make(&agent_bot, NULL, g, seed, e);
    ((struct connect_bot *)b)->agent = a;
    return b;
}
