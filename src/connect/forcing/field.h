/* The board as the forcing search sees it: lines of bits, and on every line the segments that are worth a
 * look.
 *
 * For either side and each line there is a mask of the active segments that need 0, 1, 2 … more stones to be
 * a threat segment, one bit for the place where the segment starts; need 0 holds all threat segments. Both
 * sides are worked out at once in the two halves of a vector, all segments of a line by adding bits in
 * parallel. A line of Connect6 fills one cache line; a stone changes four of them, and taking it back copies
 * the four again.
 *
 *     line[…]   stones   need 0   need 1   need 2        each is {Black's bits, White's bits}
 *
 * Boards with sides past 64 have two such words for each.
 *
 * In an exact game the segments that a stone of their side beyond an end makes useless are not among these, but for
 * the defender where macros (SPEC 4.3) may give it stones that it does not have: there such a stone may be one of them, and only full
 * segments, which are overlines, are left out. So field_attacker has to say whose win is searched for. */
#ifndef CONNECT_FORCING_FIELD_H
#define CONNECT_FORCING_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "connect/board/position.h"
#include "connect/threat/segments.h"

typedef uint64_t both __attribute__((vector_size(16)));
__extension__ typedef unsigned __int128 line_mask;

enum {
    FIELD_NEEDS = 8,    /* needs kept at the most: usually 0 … min(p, 7) */
    FIELD_PLIES = 1024, /* stones that can be taken back */
};

/* A segment of the board. */
struct window {
    uint16_t line;
    uint8_t start;
};

struct field_ply {
    square at;
    uint8_t side;
    uint16_t has[DIRECTIONS]; /* of its lines, before it */
};

struct field {
    struct rules rules;
    int k, p, delta;
    int needs;                      /* kept: need 0 … needs − 1 */
    int bits;                       /* of a number up to k */
    int words;                      /* of a line, 1 or 2 */
    int stride;                     /* vectors of a line */
    bool connect6;                  /* k = 6 and p = 2 on a board of sides up to 64: the fast way */
    bool all_segments[2];           /* exact games: by side, those beyond whose ends a stone stands, too */
    struct segments *geometry;      /* its lines; line 0 is none */
    both *line;                     /* stride for each line, 16-byte aligned */
    line_mask *starts;              /* by line: places where a segment can start */
    uint16_t *has;                  /* by line: bit 2 * need + side is set if it has such segments */
    uint64_t *some[2][FIELD_NEEDS]; /* by side and need: the lines that have such segments, as bits */
    int some_words;
    uint16_t *stale;   /* lines to be derived, */
    int stales;        /* so many, */
    uint8_t *is_stale; /* by line: it is among them; none between calls */
    both *saved;       /* four lines a ply */
    void *raw[2];      /* the memory of the two */
    int plies;
    struct field_ply ply[FIELD_PLIES];
    int empty;
    uint64_t hash;       /* of the stones */
    uint64_t *packed[2]; /* by side: the stones, a bit a square, row by row */
    int packed_words;    /* of either */
    uint16_t *number;    /* by square: its bit in `packed` */
    square *at_number;
    uint8_t *cell;       /* enum cell by square */
    struct pulse *pulse; /* of whoever uses it, for the work on its threats; may be NULL */
};

struct field *field_new(const struct rules *r);
/* The same with so many needs kept, at least 1. */
struct field *field_new_needs(const struct rules *r, int needs);
void field_free(struct field *f);
size_t field_memory(const struct field *f);

/* From now on it is for the wins of this side. Nothing may be there to be taken back. */
void field_attacker(struct field *f, enum side attacker);

/* Becomes the position's stones; nothing can be taken back afterwards. */
void field_sync(struct field *f, const struct position *p);

/* Places a stone on an empty square; takes the last one back. */
void field_place(struct field *f, enum side side, square s);
void field_undo(struct field *f);

static inline const both *field_line(const struct field *f, int line)
{
    return f->line + line * f->stride;
}

static inline line_mask field_wide(const struct field *f, const both *at, enum side side)
{
    line_mask m = at[0][side];
    if (f->words == 2)
        m |= (line_mask)at[1][side] << 64;
    return m;
}

static inline line_mask field_stones(const struct field *f, int line, enum side side)
{
    return field_wide(f, field_line(f, line), side);
}

/* Where segments of `side` on the line start that need so many stones. */
static inline line_mask field_need(const struct field *f, int line, enum side side, int need)
{
    return field_wide(f, field_line(f, line) + (1 + need) * f->words, side);
}

/* Has the side any segment of that need? */
static inline bool field_any(const struct field *f, enum side side, int need)
{
    for (int w = 0; w < f->some_words; w++)
        if (f->some[side][need][w])
            return true;
    return false;
}

static inline int mask_lowest(line_mask m)
{
    return (uint64_t)m ? __builtin_ctzll((uint64_t)m) : 64 + __builtin_ctzll((uint64_t)(m >> 64));
}

/* The segments of `side` of that need, at most `most` of them; returns how many. */
int field_windows(const struct field *f, enum side side, int need, struct window *out, int most);

/* The empty squares of a segment, in order along it; returns how many. */
int field_empties(const struct field *f, struct window w, square *out);

/* Has the side a full row on one of the lines through s? */
bool field_row_at(const struct field *f, enum side side, square s);

#endif
