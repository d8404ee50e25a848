/* The table of games; see games.h. */
#include "play/games/games.h"

#include <assert.h>
#include <string.h>

#include "connect/game/connect.h"
#include "go/game.h"
#include "play/agent/agent.h"
#include "play/games/connect_bot.h"
#include "play/games/go_net.h"

static struct bot *go_player(const char *spec, const struct game *g, uint64_t seed, struct err *e)
{
    bool net = strncmp(spec, "net", 3) == 0 && (spec[3] == ':' || spec[3] == '\0');
    return bot_new(net ? go_net_bots : go_bots, spec, g, seed, e);
}

static void go_list(struct buf *out)
{
    bot_list(go_bots, out);
    bot_list(go_net_bots, out);
}

const struct game_entry games_table[] = {
    {&connect_game, connect_player, agent_list, "engine:level=6"},
    {&go_game, go_player, go_list, "plain"},
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
