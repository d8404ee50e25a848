/* The checker's board: a position, and how many stones of each side stand on every segment.
 *
 * Counts are kept as stones come and go, and stones are listed by side, so that a question about segments
 * costs what the stones do and not what the board does. */
#ifndef CONNECT_PROOF_CHECK_BOARD_H
#define CONNECT_PROOF_CHECK_BOARD_H

#include "connect/board/position.h"

/* k squares in a line, from `start` in direction_step[direction]. */
struct check_segment {
    square start;
    uint8_t direction;
    uint8_t empty; /* empty squares on it */
};

struct check_segments {
    int n;
    struct check_segment at[DIRECTIONS * RULES_MAX_SIDE * RULES_MAX_SIDE];
};

struct check_zones;

struct check_board {
    struct position *p;
    int stones[2]; /* by side */
    square stone[2][RULES_MAX_SIDE * RULES_MAX_SIDE];
    bool fits[DIRECTIONS][SQUARE_CELLS];        /* does a segment that starts here end on the board? */
    uint8_t count[2][DIRECTIONS][SQUARE_CELLS]; /* stones of a side on the segment that starts here */
    /* Segments that come into question as threats, with stones of the other side or not: those with `warm` stones of a side or more
     * (k−p, but at least 1), in the order in which they got them. A stone that is taken back takes the last ones. */
    int warm, warms[2];
    struct check_start {
        square start;
        uint8_t direction;
    } warm_at[2][DIRECTIONS * RULES_MAX_SIDE * RULES_MAX_SIDE];
};

/* On a copy of the position. The caller frees it. */
struct check_board *check_board_new(const struct position *p);
void check_board_free(struct check_board *b);

/* A stone of the side to move; the square must be legal. */
void check_board_place(struct check_board *b, square s);
/* Takes back the last stone or pass. */
void check_board_undo(struct check_board *b);

/* All segments active for `side` with at most `most` empty squares, each once. */
void check_board_active(const struct check_board *b, enum side side, int most, struct check_segments *out);

/* Calls `stops` for the stones of the other side on every segment that has k−p stones of `side` or more (at least 1). A stone may come
 * more than once. */
void check_board_stopped(const struct check_board *b, enum side side,
                         void (*stops)(struct check_zones *z, square s), struct check_zones *z);

/* The empty squares of a segment, in order along it; returns how many. */
int check_board_empties(const struct check_board *b, struct check_segment g, square out[RULES_MAX_K]);

/* The squares between s and the nearest edge. */
int check_board_margin(const struct check_board *b, square s);

#endif
