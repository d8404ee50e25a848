/* The protocol of Connect6 contests, from the engine's side (docs/protocols.md). */
#ifndef PLAY_PROTOCOL_CONTEST_H
#define PLAY_PROTOCOL_CONTEST_H

#include <stdio.h>

#include "play/protocol/seat.h"

struct contest;

/* How a turn of a single stone on j10 is written: JJ, JJ@@, JJJJ. All three are read. */
enum contest_single { CONTEST_SHORT, CONTEST_AT, CONTEST_TWICE };

struct contest_options {
    struct seat_options seat; /* boards up to 26x26 */
    bool top;                 /* row A is at the top */
    bool waits;               /* `new black` waits for `next` */
    enum contest_single single;
};

/* Answers go to `out`, which outlives it. The caller frees it. */
struct contest *contest_new(const struct contest_options *o, FILE *out);
void contest_free(struct contest *c);

/* Obeys a line, which is changed by it. False: it was `quit`. */
bool contest_line(struct contest *c, char *line);

#endif
