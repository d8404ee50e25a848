/* Wins by fours and threes (victory by continuous threats, VCT), for games with turns of one stone: five-in-a-row and its
 * relatives.
 *
 * A four is a threat to complete a row; it has one answer. A three is any other stone after which the attacker, if the
 * defender passed, would win by fours. That win has a relevance zone (SPEC 4.2), and every defender's stone in it is an
 * answer, counter-fours included; all others lose to the same win. */
#ifndef CONNECT_FORCING_THREES_H
#define CONNECT_FORCING_THREES_H

#include "connect/forcing/forcing.h"

struct threes;

/* For turns of one stone, in about so many bytes, which are taken as they are needed. */
struct threes *threes_new(const struct rules *r, size_t bytes);
void threes_free(struct threes *x);
/* Forgets what it knows. */
void threes_clear(struct threes *x);

/* Is there a win of the side to move, which cannot complete a row at once? NONE: there is no win of this kind at all.
 * `nodes`: stones that may be placed, 0 for no limit, and gets those that were. */
enum forcing_answer threes_search(struct threes *x, const struct position *p, uint64_t *nodes,
                                  const struct deadline *until);

/* After a win was found from this position: fills depth, turn and line. */
void threes_line(struct threes *x, const struct position *p, struct forcing_result *out);

/* The same: the win against every answer, at most so many nodes; NULL if it is larger. */
struct forcing_node *threes_tree(struct threes *x, const struct position *p, size_t most,
                                 const struct deadline *until);

#endif
