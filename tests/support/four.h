/* Connect Four, for tests alone: a game whose stones fall, behind the same seam (game/game.h) as the others, so that the seam
 * is there for more than the two that we have. Its values are known (Allis 1988; the table of small boards is Tromp's).
 *
 *     four        7 columns, 6 rows
 *     four:5x4    others, up to 8x8
 *
 * A move is a square, row * columns + column; the lowest empty one of a column is legal. */
#ifndef SUPPORT_FOUR_H
#define SUPPORT_FOUR_H

#include "game/bot.h"
#include "game/game.h"

extern const struct game_kind four_game;
extern const struct bot_kind *const four_players[];

#endif
