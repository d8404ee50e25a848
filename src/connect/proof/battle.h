/* A position as a proof sees it: an attacker who is to be shown to win, a defender, and where their stones
 * are.
 *
 * A battle drives its own copy of a position through a tracker and keeps the stones of both sides in lists,
 * so that nothing done at a node costs more on a larger board. */
#ifndef CONNECT_PROOF_BATTLE_H
#define CONNECT_PROOF_BATTLE_H

#include "connect/board/position.h"
#include "connect/threat/threats.h"

/* Stones of one side, in order of arrival; the first `first` were there at the start. */
struct stone_list {
    int n, first;
    size_t room;
    square *s;
};

struct battle {
    struct position *position;
    struct threats *threats;
    enum side attacker, defender;
    struct stone_list stone[2]; /* by side */
    uint64_t attack_hash;       /* of the attacker's stones alone */
    uint32_t stamp, *seen;      /* by segment: scratch marks, valid if they carry the current stamp */
    struct pulse pulse;         /* of whoever works on it: how long that may take */
};

/* What is done on the battle from now on ends when this deadline comes, which stays the caller's. */
void battle_limit(struct battle *b, const struct deadline *until);

/* Is the time over? To be asked after so many steps of work (base/clock.h). */
static inline bool battle_late(struct battle *b, int steps)
{
    return pulse_over(&b->pulse, steps);
}

/* A battle on a copy of `p`. The caller frees it. */
struct battle *battle_new(const struct position *p, enum side attacker);
void battle_free(struct battle *b);

/* Stones of the side to move; the game must be open. */
void battle_place(struct battle *b, square s);
/* Places squares in order until all are there or the game is over; then gives up what is left of the turn if
 * `pass` is set and the side still has stones to place. Returns the plies made, for battle_back. */
int battle_turn(struct battle *b, const square *s, int n, bool pass);
void battle_back(struct battle *b, int plies);

static inline bool battle_attacker_won(const struct battle *b)
{
    return b->position->outcome == outcome_win(b->attacker);
}

#endif
