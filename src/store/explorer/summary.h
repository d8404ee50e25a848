/* Counts without games (play/book/summary.h), made of a collection, and asked as collections are. */
#ifndef STORE_EXPLORER_SUMMARY_H
#define STORE_EXPLORER_SUMMARY_H

#include "play/book/summary.h"
#include "store/explorer/explorer.h"

/* Writes the positions of a collection that at least `least` games had, with the turns between them, for these rules. */
enum explorer_answer summary_make(struct explorer *x, int64_t collection, const struct rules *r,
                                  uint64_t least, struct buf *out, size_t *positions, struct err *e);

/* As explorer_ask, without games. */
void summary_ask(const struct summary *s, const struct position *p, size_t turns,
                 struct explorer_report *out);

#endif
