/* Counts without games: what is left of a collection when only the positions of its early turns that came up often are kept,
 * as numbers. One such file is built into the program (recorded.bin): positions that at least five of 23,465 games of
 * Connect6 came through.
 *
 * The file: "HXSUM1", the rules as six bytes, m n k p q and 1 for exact games, then numbers of seven bits a byte, the lowest first: how many
 * positions; and of each, in the order of their keys, the key (eight bytes, the lowest first), the games won by Black,
 * drawn, won by White, open, how many turns, and of each turn the four counts, how many stones, and their squares as
 * row * m + column in the position's own frame (connect/board/key.h). */
#ifndef STORE_EXPLORER_SUMMARY_H
#define STORE_EXPLORER_SUMMARY_H

#include "store/explorer/explorer.h"

struct summary;

/* Writes the positions of a collection that at least `least` games had, with the turns between them, for these rules. */
enum explorer_answer summary_make(struct explorer *x, int64_t collection, const struct rules *r,
                                  uint64_t least, struct buf *out, size_t *positions, struct err *e);

/* Reads such a file, which must be whole. The caller frees it. */
bool summary_read(const void *bytes, size_t len, struct summary **out, struct err *e);
void summary_free(struct summary *s);

/* The one in the program. */
const struct summary *summary_builtin(void);

const struct rules *summary_rules(const struct summary *s);
uint64_t summary_games(const struct summary *s);

/* As explorer_ask, without games. */
void summary_ask(const struct summary *s, const struct position *p, size_t turns,
                 struct explorer_report *out);

#endif
