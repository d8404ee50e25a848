/* The results of a match, for people and for scripts. */
#ifndef PLAY_ARENA_REPORT_H
#define PLAY_ARENA_REPORT_H

#include "play/arena/match.h"

/* Appends the tables: ratings and who scored how much against whom (of more than two players), meetings, faults, the test. */
void report_text(const struct match_setup *s, const struct standing *now, struct buf *out);

/* Appends what fits into a few lines, for watching: the ratings, or of two players their meeting. */
void report_live(const struct match_setup *s, const struct standing *now, struct buf *out);

/* The same and more; infinite numbers are null. docs/arena.md describes it. */
json_t *report_json(const struct match_setup *s, const struct standing *now);

#endif
