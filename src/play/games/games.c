/* The table of games; see games.h. */
#include "play/games/games.h"

#include <assert.h>

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
    const struct game_entry *t = games_find(g->kind);
    return t->player ? t->player(spec, g, seed, e) : bot_new(t->players, spec, g, seed, e);
}

void games_list_players(const struct game_kind *kind, struct buf *out)
{
    const struct game_entry *t = games_find(kind);
    if (t->list)
        t->list(out);
    else
        bot_list(t->players, out);
}
