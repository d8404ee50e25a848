/* What the files of GTP (gtp*.c) share. */
#ifndef PROTOCOL_GTP_STATE_H
#define PROTOCOL_GTP_STATE_H

#include "base/buf.h"
#include "protocol/gtp.h"
#include "protocol/line.h"

/* Time of one side as GTP counts it. */
struct gtp_time {
    bool told;   /* by time_left, or reckoned on from time_settings */
    double left; /* seconds */
    int stones;  /* for so many stones; 0: main time */
};

struct gtp {
    struct seat *seat;
    FILE *out;
    bool files, on;
    char id[16]; /* of the command being answered: digits, or "" */

    double main, byo; /* as time_settings says */
    int byo_stones;
    bool timed;
    struct gtp_time time[2];

    struct squares planned; /* the rest of a turn that genmove has begun */
    uint64_t planned_key;   /* of the position before it */

    bool streaming; /* the answer to an analysis is under way */
    double interval, last;
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

/* Appends and returns false. */
bool gtp_wrong(struct buf *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Reads the colour at a word; appends what is wrong. */
bool gtp_side(const struct words *w, int at, enum side *side, struct buf *out);

/* The next stone of `side`, planning the turn if none is planned; places it. */
bool gtp_generate(struct gtp *g, enum side side, bool place, engine_progress *progress, void *context,
                  square *out, struct err *e);

/* Writes to the other side at once. */
void gtp_say(struct gtp *g, const char *text);

#endif
