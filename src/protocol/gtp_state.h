/* What the files of GTP (gtp*.c) share. */
#ifndef PROTOCOL_GTP_STATE_H
#define PROTOCOL_GTP_STATE_H

#include "base/buf.h"
#include "notation/notation.h"
#include "protocol/gtp.h"
#include "protocol/gtp_frame.h"
#include "protocol/line.h"
#include "search/params.h"

struct gtp {
    struct seat *seat;
    FILE *out;
    bool files, on;
    char id[GTP_ID]; /* of the command being answered: digits, or "" */

    struct gtp_clock clock;

    struct squares planned; /* the rest of a turn that genmove has begun */
    uint64_t planned_key;   /* of the position before it */

    struct search_params params; /* of the engine, once hexad-param has set one */

    bool streaming; /* the answer to an analysis is under way */
    double interval, last;
    bool limited; /* it is about turns of the region alone */
    uint8_t region[SQUARE_CELLS];
};

/* One command: its name, the least and most words after it, and the function that answers. It appends the
 * answer, or returns false after appending what is wrong. */
struct gtp_command {
    const char *name;
    int least, most;
    bool (*run)(struct gtp *g, const struct words *w, struct buf *out);
    bool streams; /* writes its answer itself, "=" included */
};

/* The commands of each file; the last name is NULL. */
extern const struct gtp_command gtp_game_commands[], gtp_view_commands[], gtp_analyze_commands[];

/* The next stone of `side`, planning the turn if none is planned; places it. */
bool gtp_generate(struct gtp *g, enum side side, bool place, engine_progress *progress, void *context,
                  square *out, struct err *e);

/* Writes to the other side at once. */
void gtp_say(struct gtp *g, const char *text);

/* "K10"; returns `out`. */
static inline const char *gtp_vertex(square s, char out[SQUARE_TEXT])
{
    return notation_format(NOTATION_GTP, NULL, s, out);
}

#endif
