/* Positions of the book: one key for all that are equal.
 *
 * Equal are positions that a symmetry of the board maps onto each other, whatever the order of their stones.
 * The paper (connect-k-agents §3.3, Opening Book) also counts positions as equal that are shifted, taking
 * squares relative to the first stone. That is kept where it is harmless: if every stone has at least k−1
 * squares to every edge, so that no segment through it is cut off, the key has only the stones relative to
 * each other. A turn from a position is written in the frame of its key. */
#ifndef PLAY_BOOK_KEY_H
#define PLAY_BOOK_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "connect/board/position.h"
#include "connect/board/symmetry.h"

enum { BOOK_KEY_MOST = POSITION_PACKED_MOST + 8 };

/* How squares of the board are seen in the key: through a symmetry, then relative to (col, row). */
struct book_frame {
    struct rules rules;
    int symmetry, col, row;
};

struct book_key {
    size_t size;
    uint8_t bytes[BOOK_KEY_MOST];
    struct book_frame frame;
};

void book_key(const struct position *p, struct book_key *out);

/* Writes squares in a frame as text, "0,1 2,-1", in order of columns and rows. */
void book_label(const struct book_frame *f, const struct squares *s, struct buf *out);

/* Reads such a text back as squares of the board; false if it is none or leaves the board. */
bool book_label_squares(const struct book_frame *f, const char *label, struct squares *out);

#endif
