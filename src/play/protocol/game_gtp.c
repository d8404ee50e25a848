/* GTP for any game: a game and a player in GTP's shell; see game_gtp.h. */
#include "play/protocol/game_gtp.h"

#include <stdlib.h>

#include "base/mem.h"
#include "go/game.h"
#include "play/protocol/game_gtp_inner.h"

static const struct game_gtp_more *more_of(const struct game_kind *kind)
{
    static const struct game_gtp_more nothing = {.commands = NULL};
    return kind == &go_game ? &go_by_gtp : &nothing;
}

bool game_gtp_take(struct game_gtp *g, struct game *game, struct err *e)
{
    struct bot *bot = g->options.make(g->options.player, game, g->options.seed, e);
    if (!bot) {
        game_free(game);
        return false;
    }
    bot_free(g->bot);
    game_free(g->game);
    g->bot = bot;
    g->game = game;
    return true;
}

struct game_gtp *game_gtp_new(const struct game_gtp_options *o, FILE *out, struct err *e)
{
    struct game_gtp *g = mem_zero(1, sizeof *g);
    int n = 0;
    g->more = more_of(o->rules.kind);
    g->tables[n++] = gtp_shell_commands;
    g->tables[n++] = game_gtp_play_commands;
    g->tables[n++] = game_gtp_view_commands;
    g->tables[n++] = game_gtp_analyze_commands;
    g->tables[n++] = g->more->commands;
    g->functions = (struct gtp_game){g->tables, game_gtp_play, game_gtp_undo, game_gtp_generate};
    g->shell = gtp_shell_init(&g->functions, out);
    g->shell.player = o->player;
    g->options = *o;
    if (game_gtp_take(g, game_new(&o->rules), e))
        return g;
    game_gtp_free(g);
    return NULL;
}

void game_gtp_free(struct game_gtp *g)
{
    if (!g)
        return;
    game_gtp_hush(g);
    bot_free(g->bot);
    game_free(g->game);
    free(g);
}

bool game_gtp_vertex(const struct game_gtp *g, const char *word, game_move *out, struct buf *text)
{
    struct err e;
    return g->game->kind->read_move(g->game, GAME_GTP, word, out, &e) ||
           gtp_wrong(text, "invalid coordinate: %s", e.text);
}

void game_gtp_tell(const struct game_gtp *g, game_move m, struct buf *out)
{
    char text[GAME_MOVE_TEXT];
    buf_format(out, "%s%s", out->len ? " " : "", g->game->kind->format(g->game, GAME_GTP, m, text));
}

const char *game_gtp_refusal(const struct game_gtp *g, enum side side, game_move m)
{
    if (g->more->refusal)
        return g->more->refusal(g->game, side, m);
    if (game_state(g->game) == OUTCOME_OPEN && side != game_to_move(g->game))
        return "it is the other side's turn";
    return g->game->kind->refusal(g->game, m);
}

bool game_gtp_line(struct game_gtp *g, char *line)
{
    game_gtp_hush(g);
    g->moved = false;
    bool on = gtp_shell_line(&g->shell, line);
    if (on && g->moved && g->options.ponder)
        game_gtp_ponder(g);
    return on;
}
