/* Boards for tests: positions from drawings and random positions, and the cmocka headers they need. */
#ifndef SUPPORT_BOARDS_H
#define SUPPORT_BOARDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above. */
#include <cmocka.h>

#include "base/rng.h"
#include "connect/board/position.h"
#include "game/game.h"
#include "support/patience.h"

/* "19,19,6,2,1" or a name; fails the test if it is none. */
struct rules test_rules(const char *text);

/* The same for any game: "go9". */
struct game_rules test_any(const char *text);

/* The position of a drawing (connect/board/diagram.h); fails the test if it cannot be read. The caller frees it. */
struct position *test_board(const char *game, const char *drawing);

/* The position after these stones, "j10 k11 i11"; fails the test on an illegal one. The caller frees it. */
struct position *test_game(const char *game, const char *stones);

/* A square by its name; fails the test if it is none of the board. */
square test_square(const struct position *p, const char *name);

/* A random legal stone for the side to move, or SQUARE_NONE if the game is over. */
square test_random_stone(const struct position *p, struct rng *r);

/* How often to repeat a random check: as given, a tenth in builds with sanitizers, ten times as often in the
 * nightly run (HEXAD_NIGHTLY set in the environment). */
int test_rounds(int usual);

#endif
