/* Playouts of a game: how it would end if both sides played on by chance, or nearly so.
 *
 * One table a game (struct game_kind has it; NULL: games by chance tell nothing of it), which tree searches read. Points are those
 * of the board, row * columns + column; a move that is a point has its number. */
#ifndef GAME_PLAYOUT_H
#define GAME_PLAYOUT_H

#include <stdint.h>

#include "base/rng.h"
#include "game/game.h"

/* How one ended. The caller gives room for columns * rows in both. */
struct playout {
    double black;   /* what Black gets: 1, 0.5 or 0 */
    double score;   /* Black's points minus White's, with komi; of games without points 0 */
    uint8_t *first; /* by point: who played there first (enum cell), CELL_EMPTY if nobody did */
    uint8_t *owner; /* by point: whose it is at the end */
};

struct game_playouts {
    /* The memory that playouts need, for games of the rules of `g` and one thread. */
    void *(*maker)(const struct game *g);
    void (*done)(void *maker);
    /* Plays an open game on, on a board of its own. */
    void (*run)(void *maker, const struct game *g, struct rng *r, struct playout *out);
    /* Is this legal move worth a look at all? A pass is. */
    bool (*sensible)(const struct game *g, game_move m);
};

#endif
