/* The table of games; see games.h. */
#include "play/games/games.h"

#include <assert.h>

#include "connect/game/connect.h"
#include "go/game.h"
#include "play/agent/agent.h"
#include "play/games/go_net.h"

static const struct bot_kind *const go_players[] = {&go_net, &go_plain, &go_random, NULL};

static struct bot *go_player(const char *spec, const struct game *g, uint64_t seed, struct err *e)
{
    return bot_new(go_players, spec, g, seed, e);
}

static void go_list(struct buf *out)
{
    bot_list(go_players, out);
}

const struct game_entry games_table[] = {
    {&connect_game, agent_player, agent_list, "engine:level=6"},
    {&go_game, go_player, go_list, "net"},
    {NULL, NULL, NULL, NULL},
};

const struct game_entry *games_find(const struct game_kind *kind)
{
    const struct game_entry *t = games_table;
    while (t->kind && t->kind != kind)
        t++;
    assert(t->kind);
    return t;
}

bool games_parse(const char *text, struct game_rules *out, struct err *e)
{
    /* The family of the first row takes every text that is nobody else's. */
    for (const struct game_entry *t = games_table + 1; t->kind; t++) {
        bool mine, ok = t->kind->parse(text, out, &mine, e);
        if (mine)
            return ok;
    }
    bool mine;
    return games_table[0].kind->parse(text, out, &mine, e);
}

struct bot *games_player(const char *spec, const struct game *g, uint64_t seed, struct err *e)
{
    return games_find(g->kind)->player(spec, g, seed, e);
}
