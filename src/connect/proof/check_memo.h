/* The checker's memory of definitions that it has read: where else they need not be read again.
 *
 * Kept are readings in which the defender finishes every turn. One that went well would go just as well, turn by turn, from
 * another position with the attacker to move, if there
 * - the attacker has the same stones, and the defender no more of them,
 * - the stones that the defender has there in addition are irrelevant to the zones of the reading: then they are on no square of the
 *   attacker's turns and threats, and complete no segment that the defender could then fill,
 * - and none of those that it lacks kept a segment from being a threat anywhere in the reading.
 * So the threats are the same everywhere, the critical defences with them, and the file answers all of them. It says nothing of
 * exact games, in which a stone less can make a row, and of turns as long as a row. */
#ifndef CONNECT_PROOF_CHECK_MEMO_H
#define CONNECT_PROOF_CHECK_MEMO_H

#include "connect/proof/check_board.h"
#include "connect/proof/check_zones.h"

enum {
    CHECK_MEMO_ZONES =
        1, /* zones that are kept of a reading: as many stones more can be irrelevant; more cost more than they save */
    CHECK_MEMO_ITEMS = 3, /* a definition with fewer items is as soon read as recalled */
};

/* A reading that went well. */
struct check_reading {
    uint32_t next;                         /* the one before of the same definition, plus 1 */
    int attackers, defenders, zone, stops; /* squares in the list below, in this order */
    int all, height;                       /* turns of the attacker on the longest line */
    uint64_t whole;                        /* defences */
    square *square;
    uint8_t *first; /* of the zones */
};

struct check_memo {
    struct check_reading *reading;
    size_t readings, room;
    uint32_t *last; /* by definition: the newest reading, plus 1 */
    size_t lasts, last_room;
    size_t bytes, most; /* in use; no more is kept when it is more than that */
};

void check_memo_free(struct check_memo *m);

/* Is anything kept for such a game? */
bool check_memo_allowed(const struct rules *r);

/* A reading of the definition that is as good as one from the position on the board, NULL: none is kept. How many stones the defender
 * has there that it had not goes to `*more`. */
const struct check_reading *check_memo_find(const struct check_memo *m, uint32_t definition,
                                            const struct check_board *b, enum side attacker, int *more);

/* Adds the zones of the reading to z, for the position on the board. They may be larger than those of another reading there. */
void check_memo_zones(const struct check_reading *x, const struct check_board *b, int more,
                      struct check_zones *z);

/* Keeps the reading from the position on the board, unless there are enough. */
void check_memo_add(struct check_memo *m, uint32_t definition, const struct check_board *b,
                    enum side attacker, const struct check_zones *z, int height, uint64_t whole);

#endif
