/* How a game shows its positions to nets: planes of bytes, 0 or 1, plane after plane, each rows * columns points (row *
 * columns + column, rows from the bottom).
 *
 * One table a game (struct game_kind has it), which training, evaluators and players read. */
#ifndef GAME_PLANES_H
#define GAME_PLANES_H

#include <stdint.h>

#include "game/game.h"

struct game_planes {
    int planes;
    int history, histories; /* which say what was played last: the first, and how many */
    int rank, ranks;        /* which how strong the players are; those of older nets end before them */
    bool colours; /* planes 0 and 1 are Black's and White's stones, and the policy's outputs theirs; no other
                     plane has colours */
    int strength; /* of players whose moves are asked for, if nobody says: a rank or rating as the game has them */
    int reduced;               /* planes of the reduced set, which some nets see instead; 0: there is none */
    const uint8_t *of_reduced; /* which of all they are, from the first on */
    bool hide;                 /* nets play better without the history */

    /* What keeps the memory that making planes needs, for games of the rules of `g` and one thread. */
    void *(*maker)(const struct game *g);
    void (*done)(void *maker);
    /* Writes all planes. `strength`: of both sides, 0 where it is not known. The game is as before afterwards. */
    void (*fill)(void *maker, struct game *g, const int strength[2], uint8_t *out);
    /* Which of a net's outputs speaks of the position, as the planes are filled. */
    int (*head)(const struct game *g);
    /* The move that a point stands for. */
    game_move (*move)(const struct game *g, int point);
    /* Can a net that was trained for the game named `trained` see this one? If not, says why. */
    bool (*fits)(const struct game *g, const char *trained, struct err *e);
    const char *builtin; /* the name of the net inside the program (net/builtin.h) */
};

/* Can a net of so many planes see the game: all of them, those before the ranks, or the reduced set? */
bool game_planes_serve(const struct game_planes *d, int planes);

/* Makes of planes, as `fill` wrote them for output `head`, what a net of so many `planes` sees, from the first byte on: its own and
 * the other's stones in place of colours (`by_colour`: it wants colours), without the history or the ranks. Returns the output to
 * ask. The one place that swaps, hides and leaves out. */
int game_planes_show(const struct game_planes *d, uint8_t *bytes, int planes, int points, int head,
                     bool by_colour, bool hide, bool hide_ranks);

#endif
