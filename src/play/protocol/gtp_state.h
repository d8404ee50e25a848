/* What the files of GTP (gtp*.c) share. */
#ifndef PLAY_PROTOCOL_GTP_STATE_H
#define PLAY_PROTOCOL_GTP_STATE_H

#include "base/buf.h"
#include "connect/engine/params.h"
#include "game/notation.h"
#include "play/protocol/gtp.h"
#include "play/protocol/gtp_shell.h"

struct gtp {
    struct gtp_shell shell;
    struct seat *seat;
    bool files;

    struct squares planned; /* the rest of a turn that genmove has begun */
    uint64_t planned_key;   /* of the position before it */

    struct search_params params; /* of the engine, once hexad-param has set one */

    bool streaming; /* the answer to an analysis is under way */
    double interval, last;
    bool limited; /* it is about turns of the region alone */
    uint8_t region[SQUARE_CELLS];
};

static inline struct gtp *gtp_of(struct gtp_shell *shell)
{
    return (struct gtp *)shell;
}

/* The commands of each file; the last name is NULL. */
extern const struct gtp_command gtp_game_commands[], gtp_view_commands[], gtp_analyze_commands[];

/* The functions of struct gtp_game. */
bool gtp_game_play(struct gtp_shell *shell, enum side side, const char *vertex, struct buf *out);
void gtp_game_undo(struct gtp_shell *shell);
bool gtp_game_generate(struct gtp_shell *shell, enum side side, bool keep, struct buf *out);

/* The next stone of `side`, planning the turn if none is planned; places it. */
bool gtp_generate(struct gtp *g, enum side side, bool place, report_progress *progress, void *context,
                  square *out, struct err *e);

/* "K10"; returns `out`. */
static inline const char *gtp_vertex(square s, char out[SQUARE_TEXT])
{
    return notation_format(NOTATION_GTP, 0, s, out);
}

#endif
