/* What a search says, in Gomocup's words. */
#ifndef PLAY_PROTOCOL_GOMOCUP_TOLD_H
#define PLAY_PROTOCOL_GOMOCUP_TOLD_H

#include "base/buf.h"
#include "connect/board/rules.h"
#include "game/report.h"

/* One line for people: "MESSAGE depth 5, longest line 9, 61.2%, value +46, 120000 nodes, 0.25 s, line 7,7 8,8 7,8". The first
 * line of the report must be there. */
void gomocup_message(const struct rules *r, const struct report *report, struct buf *out);

/* Every line of the report as managers read it that draw what a program thinks: INFO PV, NUMPV, DEPTH, SELDEPTH, NODES,
 * TOTALNODES, TOTALTIME (milliseconds), SPEED (nodes a second), EVAL (+M and -M with the number of stones to the end, if that is
 * certain), WINRATE, BESTLINE, PV DONE. */
void gomocup_lines(const struct rules *r, const struct report *report, struct buf *out);

#endif
