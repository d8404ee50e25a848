/* The Connect family as a game (game/game.h): a tracker of threats over a position. */
#ifndef CONNECT_GAME_CONNECT_H
#define CONNECT_GAME_CONNECT_H

#include "connect/threat/threats.h"
#include "game/game.h"

extern const struct game_kind connect_game;

/* How nets see it (planes.c). */
extern const struct game_planes connect_game_planes;

/* A game: the head of the handle, and what is behind it. */
struct connect {
    struct game head;
    struct threats *tracker; /* and its position */
};

/* The game of a tracker that stays the caller's: for questions to those who take games of any kind. It is not to be freed. */
struct connect connect_over(struct threats *t);

/* What is behind the handle, NULL if it is another game. It belongs to the game; whoever places stones on it
 * takes them back, or has played. */
struct threats *connect_threats(const struct game *g);

/* The rules, which must be of this kind. */
struct rules connect_rules(const struct game_rules *r);
struct game_rules connect_game_rules(const struct rules *r);

/* The game of a position, which it owns from now on. */
struct game *connect_take(struct position *p);

/* Appends "White to move, 2 stones" or how the game ended: "Black has won: e5 f6 …", "a draw". */
void connect_state(const struct position *p, struct buf *out);

/* Who wins for certain, by the rules and the numbers of threats alone, at the beginning of a turn: the side
 * to move can complete a row in it; or it cannot, and has too few stones to stop all threats of the other.
 * OUTCOME_OPEN if that does not decide. `why` gets the reason. */
enum outcome connect_decided(struct threats *t, struct err *why);

#endif
