/* Threats kept up to date stone by stone (SPEC 2).
 *
 * A tracker drives a position: stones are placed and taken back through it, and it always knows, for either
 * side, how many segments hold how many stones, which of them are threat segments, the exact number of
 * threats, the critical defences against them, and the dead, live and HP-threats of every line. Segments are
 * updated at once; the numbers are worked out when asked for and remembered until a stone changes them.
 *
 * State of a segment:   bit 14 … 9 white stones   bit 8 … 3 black stones   bit 2 … 0 zero
 *
 * so that a state is the distance in bytes to its entry in the table of states: counting a segment is one
 * load and three additions. */
#ifndef CONNECT_THREAT_THREATS_H
#define CONNECT_THREAT_THREATS_H

#include <stdbool.h>
#include <stdint.h>

#include "connect/board/position.h"
#include "connect/threat/hitting.h"
#include "connect/threat/lines.h"
#include "connect/threat/segments.h"

enum {
    SEGMENT_STATES = 1 << 12,
    SEGMENT_BLACK = 1 << 3,
    SEGMENT_WHITE = 1 << 9,
    SEGMENT_DEAD = 63, /* in place of a count; see flanks.h */
};                     /* a stone of either side */

/* All about the segments that are in one state. */
struct segment_state {
    uint32_t count;    /* how many there are */
    uint8_t change[2]; /* what a stone of a side does to their being a threat */
};

struct segment_list {
    int n;
    uint16_t *id;   /* in no particular order */
    uint16_t *slot; /* by segment: where in `id` it is, if it is */
};

/* How many lines hold HP-threats of a side, and how many of them HP3-threats. */
struct hp_count {
    int hp, hp3;
};

struct threats {
    struct position *position; /* driven by this tracker, owned by the caller; read it freely */
    struct segments *segments;
    uint16_t *state;                               /* by segment */
    struct segment_state by_state[SEGMENT_STATES]; /* by state / 8 */
    struct segment_list threat[2];                 /* the threat segments of a side */
    int8_t number[2];                              /* threats of a side, or -1: not worked out */
    int first_ply;                                 /* plies that were there before the tracker */
    struct saved_numbers *saved;                   /* the numbers before each ply, for undo */
    size_t saved_room;
    uint32_t stamp, *mark; /* by square: scratch marks, valid if they carry the current stamp */
    struct hitting *hitting;
    struct line_table *lines;
    struct flanks *flanks; /* in exact games only: what stands next to segments' ends */
    int dead_empty[2];     /* empty segments that are dead to a side alone, for that */
};

/* Follows `p`, as it stands, from now on; as long as the tracker lives, stones go through it. The caller
 * frees it, before or after the position. */
struct threats *threats_new(struct position *p);
void threats_free(struct threats *t);

/* As position_place, position_pass and position_undo. */
void threats_place(struct threats *t, square s);
void threats_pass(struct threats *t);
void threats_undo(struct threats *t);

/* Exact numbers of threats and lists of defences, which take long where p is in the tens, are given up when
 * this deadline comes: numbers are then lower bounds, lists cut. It stays the caller's; NULL: none. Returns
 * the one before. */
const struct deadline *threats_limit(struct threats *t, const struct deadline *until);

/* The number of the state with `count` stones of `owner` alone, in by_state. */
static inline int segment_number(enum side owner, int count)
{
    return owner == BLACK ? count : count * (SEGMENT_WHITE / SEGMENT_BLACK);
}

/* Number of segments that are active for `owner` (no stone of the other side) with `count` stones. An empty
 * segment is active for both. In exact games those with a stone of the owner next to their ends are not. */
static inline int threats_segments(const struct threats *t, enum side owner, int count)
{
    int all = (int)t->by_state[segment_number(owner, count)].count;
    return count ? all : all - t->dead_empty[owner];
}

static inline int segment_count(uint16_t state, enum side owner)
{
    return owner == BLACK ? state / SEGMENT_BLACK % (SEGMENT_WHITE / SEGMENT_BLACK) : state / SEGMENT_WHITE;
}

static inline bool segment_active(uint16_t state, enum side owner)
{
    return segment_count(state, side_other(owner)) == 0;
}

bool flanks_dead(const struct flanks *f, int segment, enum side side);

/* Is a segment active for `owner`, so that filling it makes a row? */
static inline bool threats_open(const struct threats *t, int segment, enum side owner)
{
    return segment_active(t->state[segment], owner) && !(t->flanks && flanks_dead(t->flanks, segment, owner));
}

/* Segments enter and leave lists; the tracker's own. */
static inline void segment_list_add(struct segment_list *l, int segment)
{
    l->slot[segment] = (uint16_t)l->n;
    l->id[l->n++] = (uint16_t)segment;
}

static inline void segment_list_remove(struct segment_list *l, int segment)
{
    int slot = l->slot[segment];
    uint16_t last = l->id[--l->n];
    l->id[slot] = last;
    l->slot[last] = (uint16_t)slot;
}

/* The empty squares of a segment, in order; returns how many. */
int threats_segment_empties(const struct threats *t, int segment, square out[RULES_MAX_K]);

/* Works out the number for the function below, which is the one to call. */
int threats_count(struct threats *t, enum side owner);

/* The exact number of threats of `owner`: the stones that the other side needs to stop them all; p+1 if it
 * needs more than p. (With p in the tens it may be a lower bound; see hitting.h.) */
static inline int threats_number(struct threats *t, enum side owner)
{
    if (t->threat[owner].n == 0)
        return 0;
    return t->number[owner] >= 0 ? t->number[owner] : threats_count(t, owner);
}

/* The same, counted anew; tells whether it is exact. */
int threats_number_exact(struct threats *t, enum side owner, bool *exact);

/* The critical defences of at most `most` stones against the threats of `owner`: all sets that stop every
 * threat and none of whose stones can be spared, the smallest first; those larger than threats_number are the
 * relaxed ones. At most `limit` of them (out->cut tells). */
void threats_defences(struct threats *t, enum side owner, int most, size_t limit, struct square_sets *out);

/* Can `owner` complete a row with at most `stones` stones? */
bool threats_can_win(const struct threats *t, enum side owner, int stones);

/* The squares that complete a row for the side to move in this turn, in any order; none if it cannot. */
struct squares threats_winning_squares(const struct threats *t);

/* Dead and live threats of one line (1 … segments->lines − 1), and HP-threats counted over all lines. */
struct line_value threats_line(struct threats *t, enum side owner, int line);
struct hp_count threats_hp(struct threats *t, enum side owner);

#endif
