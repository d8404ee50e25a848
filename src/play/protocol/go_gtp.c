/* GTP for Go: a game and a player in GTP's shell; see go_gtp.h. */
#include "play/protocol/go_gtp.h"

#include <stdlib.h>

#include "base/mem.h"
#include "play/protocol/go_gtp_state.h"

static const struct gtp_command *const tables[] = {gtp_shell_commands, go_gtp_play_commands,
                                                   go_gtp_view_commands, NULL};
static const struct gtp_game go_by_gtp = {tables, go_gtp_play, go_gtp_undo, go_gtp_generate};

bool go_gtp_take(struct go_gtp *g, struct go *board, struct err *e)
{
    struct game *game = go_take(board);
    struct bot *bot = g->options.make(g->options.player, game, g->options.seed, e);
    if (!bot) {
        game_free(game);
        return false;
    }
    bot_free(g->bot);
    game_free(g->game);
    g->bot = bot;
    g->game = game;
    g->board = board;
    g->handicap = board->moves == 0 ? board->stones[BLACK] : 0;
    return true;
}

bool go_gtp_restart(struct go_gtp *g, const struct go_rules *r, struct err *e)
{
    if (!go_rules_check(r, e) || !go_gtp_take(g, go_new(r), e))
        return false;
    gtp_clock_restart(&g->shell.clock);
    return true;
}

struct go_gtp *go_gtp_new(const struct go_gtp_options *o, FILE *out, struct err *e)
{
    struct go_gtp *g = mem_zero(1, sizeof *g);
    g->shell = gtp_shell_init(&go_by_gtp, out);
    g->shell.player = o->player;
    g->options = *o;
    if (go_gtp_restart(g, &o->rules, e))
        return g;
    go_gtp_free(g);
    return NULL;
}

void go_gtp_free(struct go_gtp *g)
{
    if (!g)
        return;
    bot_free(g->bot);
    game_free(g->game);
    free(g);
}

bool go_gtp_vertex(const struct go_gtp *g, const char *word, go_point *out, struct buf *text)
{
    struct err e;
    return go_point_parse(g->board->size, word, out, &e) || gtp_wrong(text, "invalid coordinate: %s", e.text);
}

bool go_gtp_line(struct go_gtp *g, char *line)
{
    return gtp_shell_line(&g->shell, line);
}
