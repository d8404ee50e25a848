/* Moves as numbers, and short lists of them.
 *
 * A move is a number that its game gives it: a square of the Connect family, a point or a pass of Go. */
#ifndef GAME_MOVE_H
#define GAME_MOVE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint16_t game_move;

enum {
    GAME_SIDE_MOST = 127, /* columns and rows of the largest board */
    GAME_TURN_MOST = 63,  /* moves of a turn */
};

/* A few moves: a turn, a part of one, a defence. In most games they are squares. */
struct squares {
    int n;
    game_move s[GAME_TURN_MOST];
};

/* The same ones, in whatever order? None is there twice. */
static inline bool squares_same(const struct squares *a, const struct squares *b)
{
    int same = 0;
    for (int i = 0; i < a->n && a->n == b->n; i++)
        for (int j = 0; j < b->n; j++)
            same += a->s[i] == b->s[j];
    return a->n == b->n && same == a->n;
}

#endif
