/* A position of a Connect game and the game that led to it: place, undo, turns, end of the game, hashing.
 *
 * The fields are there to be read; only the functions below write them. */
#ifndef CONNECT_BOARD_POSITION_H
#define CONNECT_BOARD_POSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/rng.h"
#include "connect/board/rules.h"
#include "connect/board/square.h"
#include "game/side.h"

/* One step of the game so far: a stone, or with `at` SQUARE_NONE the rest of a turn given up. */
struct ply {
    square at;
    uint8_t side; /* whose stone */
    uint8_t left; /* stones this side still had to place before it, this one included */
};

struct position {
    struct rules rules;
    uint64_t hash; /* of the stones alone, whatever their order; see position_key */
    int stones, empty;
    enum side to_move;
    int left; /* stones that the side to move has still to place in this turn */
    enum outcome outcome;
    int plies; /* steps that position_undo can take back; set-up stones are not among them */
    struct ply *ply;
    size_t ply_room;
    uint8_t cell[SQUARE_CELLS]; /* enum cell by square */
};

/* The empty board, Black to place q stones. The rules must be valid. The caller frees it. */
struct position *position_new(const struct rules *r);
struct position *position_copy(const struct position *p);
void position_free(struct position *p);

/* Back to the empty board. */
void position_clear(struct position *p);

/* May the side to move place on this square now? If not, says why. Any number is taken. */
bool position_legal(const struct position *p, square s, struct err *e);
bool position_legal_square(const struct position *p, square s);

/* Why it may not, NULL if it may; names no square, for those who know it by another name. */
const char *position_refusal(const struct position *p, square s);

/* Places a stone of the side to move; the square must be legal. The game ends at once on k or more in a row
 * (exactly k in an exact game), and as a draw when the board is full; otherwise the turn passes when its last stone is placed. */
void position_place(struct position *p, square s);

/* The same for a caller that knows whether this stone makes a row of k (connect/threat/threats.c counts it
 * anyway). */
void position_place_known(struct position *p, square s, bool wins);

/* The same for input: false with a message if the stone is illegal. */
bool position_play(struct position *p, square s, struct err *e);

/* A whole turn of the side to move, from outside: as many stones as it has to place (position_turn_length), or fewer if the last of
 * them ends the game. False with a message, and nothing is changed, if it is none. This is the one place that says what a turn is. */
bool position_play_turn(struct position *p, const struct squares *turn, struct err *e);

/* The same for the part of a turn whose rest is given up (position_pass), if it is one. */
bool position_play_part(struct position *p, const struct squares *turn, struct err *e);

/* Gives up the rest of the turn. No rule of the game allows it: it is the null (or semi-null) move of proofs
 * and searches. The game must be open. */
void position_pass(struct position *p);

/* Takes back the last stone or pass; there must be one. */
void position_undo(struct position *p);
/* Takes back the stones of a turn that has begun and is not over; returns how many. */
int position_undo_part(struct position *p);

/* Puts a set-up stone on an empty square (or CELL_EMPTY on an occupied one), outside the order of play;
 * no plies may be on the stack. Afterwards call position_settle. */
void position_setup(struct position *p, square s, enum cell what);

/* Ends a set-up: says who is to move with how many stones to place (at least 1), and finds out whether the
 * game is over. Fails if both sides have k in a row. */
bool position_settle(struct position *p, enum side to_move, int left, struct err *e);

/* The same for a caller that knows which sides have k in a row (connect/record/walk.c counts them as it sets up). */
bool position_settle_known(struct position *p, enum side to_move, int left, const bool row[2], struct err *e);

/* How many rows there are through this stone: segments of k squares with nothing but its colour in them. In an
 * exact game, how many runs of exactly k there are more with it than without it, which may be less than 0. */
int position_rows_through(const struct position *p, square s);

/* The plies and the turn of a position, out of the way while its stones are set up otherwise. */
struct position_aside {
    struct ply *ply;
    size_t ply_room;
    int plies, left;
    enum side to_move;
    enum outcome outcome;
};

/* Takes them off: the stones stay, and are set-up stones from now on. They are given back when the stones are
 * again as they were, with no plies on them; or freed by `free(a->ply)`. */
void position_put_aside(struct position *p, struct position_aside *a);
void position_take_back(struct position *p, const struct position_aside *a);

/* Who would be to move, and with how many stones left, after this many stones played in order from the
 * start. */
void rules_turn_at(const struct rules *r, int stones, enum side *to_move, int *left);

/* Number of stones in a turn that begins now, if the board has room: the side's `left`, or fewer on a nearly
 * full board. */
static inline int position_turn_length(const struct position *p)
{
    return p->left < p->empty ? p->left : p->empty;
}

static inline uint64_t position_stone_key(square s, enum side side)
{
    return rng_mix(((uint64_t)s << 1 | side) + 0x51ed270b35ae1c6fu);
}

/* Hash of the whole position: stones, side to move, stones left. Equal positions of the same rules have equal
 * keys. */
static inline uint64_t position_key(const struct position *p)
{
    return p->hash ^ rng_mix((uint64_t)p->left << 1 | p->to_move);
}

/* The same stones on the same board under the same rules, the same side to move with as many stones left?
 * How the position came about does not matter. */
bool position_equal(const struct position *a, const struct position *b);

/* The squares of the winner's row in order (k or more of them, by the rules), if the game was won; returns how many.
 * With several rows it is the first found. `out` has room for RULES_MAX_SIDE. */
int position_win_row(const struct position *p, square out[RULES_MAX_SIDE]);

#endif
