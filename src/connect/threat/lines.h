/* What a single line is worth to a player: dead-l, live-l and HP-threats (SPEC 2; connect6-note, definition
 * 6).
 *
 * `one` and `two` are the fewest stones a player must add on the line to have one threat there, and to have
 * two: threats that a single stone does not stop. With δ = k−p, the line has a dead-l threat for l = δ − one
 * and a live-l threat for l = δ − two, these being the largest such l. A row of k counts as a threat that
 * nothing stops. */
#ifndef CONNECT_THREAT_LINES_H
#define CONNECT_THREAT_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "connect/board/rules.h"

enum { LINE_NEVER = 255 }; /* no number of stones does it: the line is blocked */

/* Stones on a line of at most RULES_MAX_SIDE squares, one bit a square from its start. */
struct line_bits {
    uint64_t word[2];
};

struct line_value {
    uint8_t one, two;
};

/* The value for the owner of `own` of a line of that many squares, `other` being the opponent's stones. */
struct line_value line_value(const struct rules *r, int length, const struct line_bits *own,
                             const struct line_bits *other);

/* Does the line hold real threats already? */
static inline bool line_is_threat(struct line_value v)
{
    return v.one == 0;
}

/* A highly potential threat: no threat yet, but t threats from at most t stones, t ≤ min(2, p). In Connect6:
 * live-3, live-2 and dead-3. */
static inline bool line_is_hp(const struct rules *r, struct line_value v)
{
    return v.one > 0 && (v.one == 1 || (v.two <= 2 && r->p >= 2));
}

/* No threat yet, but one from the stones of a turn: in Connect6 the HP-threats, and dead-2. */
static inline bool line_is_near(const struct rules *r, struct line_value v)
{
    return v.one > 0 && v.one <= r->p;
}

/* An HP-threat one stone away from a threat: live-3 and dead-3 in Connect6. */
static inline bool line_is_hp3(struct line_value v)
{
    return v.one == 1;
}

#endif
