/* Counts without games: what is left of a collection of recorded games when only the positions of its early turns that came up
 * often are kept, as numbers. One such file is built into the program (recorded.bin): positions that at least five of 23,465 games of
 * Connect6 came through. The explorer shows it (store/explorer/summary.h), and the book plays by it.
 *
 * The file: "HXSUM1", the rules as six bytes, m n k p q and 1 for exact games, then numbers of seven bits a byte, the lowest first: how many
 * positions; and of each, in the order of their keys, the key (eight bytes, the lowest first), the games won by Black,
 * drawn, won by White, open, how many turns, and of each turn the four counts, how many stones, and their squares as
 * row * m + column in the position's own frame (connect/board/key.h). */
#ifndef PLAY_BOOK_SUMMARY_H
#define PLAY_BOOK_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "connect/board/position.h"

struct summary;

/* Games by how they ended. */
struct summary_counts {
    uint64_t black, draw, white, open;
};

/* Reads such a file, which must be whole. The caller frees it. */
bool summary_read(const void *bytes, size_t len, struct summary **out, struct err *e);
void summary_free(struct summary *s);

/* The one in the program. */
const struct summary *summary_builtin(void);

const struct rules *summary_rules(const struct summary *s);
uint64_t summary_games(const struct summary *s);

/* A turn from a position, numbered from 0: its stones as bytes of connect/board/key.h, to be seen through the symmetry that
 * summary_look tells, and the games that went on with it. */
typedef void summary_turn(void *context, size_t number, const uint8_t *turn, size_t len,
                          const struct summary_counts *c);

/* What is known of a position; false if nothing is. */
bool summary_look(const struct summary *s, const struct position *p, int *symmetry,
                  struct summary_counts *counts, summary_turn *tell, void *context);

#endif
