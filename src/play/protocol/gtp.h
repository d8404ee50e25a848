/* GTP version 2, from the engine's side: a command line in, its answer out (docs/protocols.md). */
#ifndef PLAY_PROTOCOL_GTP_H
#define PLAY_PROTOCOL_GTP_H

#include <stdio.h>

#include "play/protocol/seat.h"

struct gtp;

struct gtp_options {
    struct seat_options seat;
    bool files; /* loadsgf and printsgf may read and write files */
};

/* Answers go to `out`, which outlives it. The caller frees it. */
struct gtp *gtp_new(const struct gtp_options *o, FILE *out);
void gtp_free(struct gtp *g);

/* Obeys a line, which is changed by it. False: it was `quit`. */
bool gtp_line(struct gtp *g, char *line);

#endif
