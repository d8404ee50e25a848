/* Forcing wins worked out the plain way, from the definitions of SPEC 2 and 3 and the cells of the board
 * alone: every turn of the attacker that makes enough threats is tried, wherever its stones are, and every
 * turn of the defender against it. Nothing here uses threat/, engine/ or proof/. Slow: for small boards, and
 * on large ones for what a budget allows. */
#ifndef SUPPORT_FORCED_H
#define SUPPORT_FORCED_H

#include "connect/board/position.h"

enum forced_answer { FORCED_NO, FORCED_YES, FORCED_UNKNOWN };

/* Does the side to move win by turns that each make `least` threats or more (p for VCDT, 1 for VCST), ended
 * by p+1 threats or a row? The position is open and may be in the middle of a turn; boards of up to 400
 * squares. UNKNOWN after `most` positions with the attacker to move. */
enum forced_answer forced_wins(const struct position *p, int least, uint64_t most);

/* Has the side that is not to move such a win, whatever the other plays now? */
enum forced_answer forced_loses(const struct position *p, int least, uint64_t most);

#endif
