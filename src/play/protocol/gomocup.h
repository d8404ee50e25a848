/* The Gomocup protocol, from the engine's side, for games with turns of one stone (docs/protocols.md). */
#ifndef PLAY_PROTOCOL_GOMOCUP_H
#define PLAY_PROTOCOL_GOMOCUP_H

#include <stdio.h>

#include "play/protocol/seat.h"

struct gomocup;

/* Answers go to `out`, which outlives it; p and q of the rules are 1, START sets the size. The caller frees
 * it. */
struct gomocup *gomocup_new(const struct seat_options *o, FILE *out);
void gomocup_free(struct gomocup *g);

/* Obeys a line, which is changed by it. False: it was END. */
bool gomocup_line(struct gomocup *g, char *line);

#endif
