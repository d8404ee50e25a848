/* What all games share; see game.h. */
#include "game/game.h"

#include <string.h>

struct game *game_new(const struct game_rules *r)
{
    return r->kind->start(r);
}

struct game *game_copy(const struct game *g)
{
    return g->kind->copy(g);
}

void game_free(struct game *g)
{
    if (g)
        g->kind->done(g);
}

bool game_rules_equal(const struct game_rules *a, const struct game_rules *b)
{
    return a->kind == b->kind && strcmp(a->text, b->text) == 0;
}

bool game_allows(const struct game *g, enum game_dialect d, game_move m, struct err *e)
{
    char name[GAME_MOVE_TEXT];
    const char *why = g->kind->refusal(g, m);
    if (!why)
        return true;
    g->kind->format(g, d, m, name);
    /* "it is occupied" becomes "k10 is occupied". */
    return strncmp(why, "it ", 3) == 0 ? err_set(e, "%s %s", name, why + 3) : err_set(e, "%s: %s", name, why);
}

bool game_play_text(struct game *g, enum game_dialect d, const char *text, struct err *e)
{
    game_move m;
    if (!g->kind->read_move(g, d, text, &m, e) || !game_allows(g, d, m, e))
        return false;
    game_play(g, m);
    return true;
}
