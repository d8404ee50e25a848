/* The two sides, what can be on a cell of a board, and how a game can stand: the words that every game shares. */
#ifndef GAME_SIDE_H
#define GAME_SIDE_H

enum side { BLACK, WHITE };

static inline enum side side_other(enum side s)
{
    return s == BLACK ? WHITE : BLACK;
}

/* "Black", "White" */
const char *side_name(enum side s);

enum cell { CELL_EMPTY, CELL_BLACK, CELL_WHITE, CELL_EDGE };

static inline enum cell cell_of(enum side s)
{
    return s == BLACK ? CELL_BLACK : CELL_WHITE;
}

enum outcome { OUTCOME_OPEN, OUTCOME_BLACK, OUTCOME_WHITE, OUTCOME_DRAW };

static inline enum outcome outcome_win(enum side s)
{
    return s == BLACK ? OUTCOME_BLACK : OUTCOME_WHITE;
}

#endif
