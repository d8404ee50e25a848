/* The parts of BN(M) in which stones are answered (drawn-k-in-a-row-games §4.2).
 *
 * The lines of BN(M) are columns c and diagonals d; a square is where two cross, 0 ≤ c−d < M. The squares
 * fall apart (Lemmas 11 and 12; the blocks restored from the text, and checked by a test) into
 *
 *     blocks    squares of L+1 columns and as many diagonals, all crossing, for M = 2L+1; or L+2 of each
 *               without one corner for M = 2L+2, neighbours then sharing a line; L = ⌊(M−1)/2⌋
 *     the rest  two copies of BN(L), which are cut in the same way, down to BN(2), BN(3) or BN(4)
 *
 * In a block the answers keep at most one black stone on active lines, all lines together (Lemmas 5 and 6).
 * In BN(2), BN(3) and BN(4) each square is given to one of its two lines or to none, and a stone on it is
 * answered on that line (Lemmas 8 to 10 by pairing). So an active line holds at most one stone for each
 * level, and 1, 2 or 2 at the bottom. */
#ifndef CONNECT_THEORY_STRIP_H
#define CONNECT_THEORY_STRIP_H

#include <stdbool.h>

enum strip_part_kind { STRIP_BLOCK, STRIP_COLUMN, STRIP_DIAGONAL, STRIP_FREE };

/* Where square (c, d) belongs: to a block, or at the bottom to its column, its diagonal, or neither. Squares
 * of one block have equal parts. */
struct strip_part {
    enum strip_part_kind kind;
    int level; /* 0: the whole strip */
    int path;  /* which of the two copies at each level above, a bit each */
    int block; /* which, along the strip */
};

/* M ≥ 2. */
struct strip_part strip_part(int m, int c, int d);
bool strip_same(const struct strip_part *a, const struct strip_part *b);

/* The most black stones on an active line that the answers leave. */
int strip_bound(int m);

#endif
