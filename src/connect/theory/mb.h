/* Maker-Breaker boards and games (drawn-k-in-a-row-games, Definitions 1 and 2).
 *
 * A board is a set of squares and a set of lines. Black places up to p stones a turn and wants to own a line;
 * White answers with at most as many and wants to prevent it. A line without a white stone is *active*. On
 * *exclusive* squares only White may place.
 *
 * Both kinds of game of the paper are one: when Black is to move, no active line may hold more than its
 * *bound* of black stones. In MBBoard(B, p) a line of n squares has the bound n−p−1 (with more, Black fills
 * the line); in MBBoardX(B, b) Black places any number of stones and every line has the bound b.
 *
 * The text form of a board, one item a line, `#` begins a comment:
 *
 *     board NAME                 once, before the rest
 *     line a1 b1 c1 d1           a line; squares exist from their first mention
 *     square e1                  squares that are on no line
 *     exclusive x1 x2            squares where Black may not place
 */
#ifndef CONNECT_THEORY_MB_H
#define CONNECT_THEORY_MB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum {
    MB_SQUARES = 128, /* a set of squares is two words */
    MB_LINES = 64,    /* a set of lines is one */
    MB_NAME = 24,
    MB_SQUARE_NAME = 12,
    MB_SET_TEXT = 33,
};

__extension__ typedef unsigned __int128 mb_set; /* of squares: bit i is square i */

struct mb_board {
    char name[MB_NAME];
    int squares, lines;
    mb_set line[MB_LINES]; /* none empty, no two equal */
    mb_set exclusive;
    char square_name[MB_SQUARES][MB_SQUARE_NAME];
};

/* MBBoard(board, p) if b < 0, otherwise MBBoardX(board, b) with Black placing any number (p is 0). */
struct mb_game {
    const struct mb_board *board;
    int p, b;
};

static inline int mb_count(mb_set s)
{
    return __builtin_popcountll((uint64_t)s) + __builtin_popcountll((uint64_t)(s >> 64));
}

static inline int mb_first(mb_set s)
{
    return (uint64_t)s ? __builtin_ctzll((uint64_t)s) : 64 + __builtin_ctzll((uint64_t)(s >> 64));
}

static inline mb_set mb_bit(int at)
{
    return (mb_set)1 << at;
}

/* All squares of the board. */
static inline mb_set mb_all(const struct mb_board *b)
{
    return b->squares == MB_SQUARES ? ~(mb_set)0 : mb_bit(b->squares) - 1;
}

/* The most black stones that line `l` may hold, if active, when Black is to move. */
static inline int mb_bound(const struct mb_game *g, int l)
{
    return g->b >= 0 ? g->b : mb_count(g->board->line[l]) - g->p - 1;
}

/* The most stones Black may place on `free` squares in a turn. */
static inline int mb_most(const struct mb_game *g, int free)
{
    return g->b < 0 && g->p < free ? g->p : free;
}

/* A set as a hexadecimal number, for certificates and messages. Returns `text`. */
const char *mb_set_text(mb_set s, char text[MB_SET_TEXT]);

/* Reads the text form. Fails with a message that names the line. */
bool mb_read(const char *text, struct mb_board *out, struct err *e);
void mb_write(const struct mb_board *b, struct buf *out);

/* The number of a square by its name, -1 if there is none. */
int mb_find(const struct mb_board *b, const char *name, size_t len);

/* ---- Building boards: squares in any order, then lines ---- */

void mb_begin(struct mb_board *b, const char *name);
/* Adds a square and returns its number, -1 if the board is full or the name taken. */
int mb_add_square(struct mb_board *b, const char *name);
/* Adds a line; false if there are too many. A line that is there already is not added again. */
bool mb_add_line(struct mb_board *b, mb_set squares);

/* A board by its built-in name:
 *
 *     B2             Lemma 1's parallelogram: 4 rows of 6
 *     P(h,w)         a parallelogram of h rows of w squares, row r shifted by r: rows, slanted columns, and
 *                    the w−h+1 verticals that cross all rows; P(4,6) is B2
 *     BN(L,n)        the strip BN(L) closed to a ring of n columns
 *     BZ(L,z)        the strip BZ(L) closed to a ring of z zones, z even
 *     BNX(L,n)       BN(L,n) with an exclusive square on every line
 *     BrecX(m,n)     m rows and n columns, each with an exclusive square
 *     BrecX-(m,n)    the same without one corner
 */
bool mb_builtin(const char *name, struct mb_board *out, struct err *e);

/* ---- Symmetries ---- */

struct mb_symmetries {
    int count;                    /* at least 1: the identity comes first */
    uint8_t (*image)[MB_SQUARES]; /* image[g][s] */
};

/* Automorphisms of the board, at most `most` of them (so not always a group). The caller frees them. */
void mb_symmetries_find(const struct mb_board *b, int most, struct mb_symmetries *out);
void mb_symmetries_free(struct mb_symmetries *s);

static inline mb_set mb_image(const uint8_t *image, mb_set s)
{
    mb_set out = 0;
    for (; s; s &= s - 1)
        out |= mb_bit(image[mb_first(s)]);
    return out;
}

#endif
