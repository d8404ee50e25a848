/* GTP of the Connect family: the engine's seat in GTP's shell; see gtp.h. */
#include "play/protocol/gtp.h"

#include <stdlib.h>

#include "base/mem.h"
#include "play/protocol/gtp_state.h"

static const struct gtp_command *const tables[] = {gtp_shell_commands, gtp_game_commands, gtp_view_commands,
                                                   gtp_analyze_commands, NULL};
static const struct gtp_game connect_family = {tables, gtp_game_play, gtp_game_undo, gtp_game_generate};

struct gtp *gtp_new(const struct gtp_options *o, FILE *out)
{
    struct gtp *g = mem_zero(1, sizeof *g);
    g->shell = gtp_shell_init(&connect_family, out);
    g->seat = seat_new(&o->seat);
    g->files = o->files;
    g->shell.player = o->seat.player;
    return g;
}

void gtp_free(struct gtp *g)
{
    if (g) {
        seat_free(g->seat);
        free(g);
    }
}

/* Any line, even an empty one, ends an analysis. */
bool gtp_line(struct gtp *g, char *line)
{
    seat_heard(g->seat);
    if (g->streaming) {
        g->streaming = false;
        gtp_shell_say(&g->shell, "\n");
    }
    return gtp_shell_line(&g->shell, line);
}
