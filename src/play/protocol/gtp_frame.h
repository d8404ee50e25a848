/* GTP's own forms, whatever the game: numbers before commands, answers, complaints. */
#ifndef PLAY_PROTOCOL_GTP_FRAME_H
#define PLAY_PROTOCOL_GTP_FRAME_H

#include <stdio.h>

#include "base/buf.h"
#include "play/protocol/line.h"

enum { GTP_ID = 16 };

/* Time of one side as GTP counts it. */
struct gtp_time {
    bool told;   /* by time_left, or reckoned on from time_settings */
    double left; /* seconds */
    int stones;  /* for so many stones; 0: main time */
};

/* As time_settings and time_left tell it. */
struct gtp_clock {
    double main, byo;
    int byo_stones;
    bool timed;
    struct gtp_time time[2];
};

/* The commands time_settings and time_left, with their words; append what is wrong. */
bool gtp_clock_set(struct gtp_clock *c, const struct words *w, struct buf *out);
bool gtp_clock_left(struct gtp_clock *c, const struct words *w, struct buf *out);
/* A new game: nobody has told what is left. */
void gtp_clock_restart(struct gtp_clock *c);

/* Takes a number off the front of the words, which are not none; "" if there is none. */
void gtp_take_id(struct words *w, char id[GTP_ID]);

/* Writes an answer. It ends with an empty line, so it must not hold one: those of the text are dropped. */
void gtp_answer(FILE *to, const char *id, bool fine, const struct buf *text);

/* Appends and returns false. */
bool gtp_wrong(struct buf *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Reads the colour at a word; appends what is wrong. */
bool gtp_side(const struct words *w, int at, enum side *side, struct buf *out);

#endif
