/* What a search says, whoever searched and whatever the game: the best turns so far, what follows them, what is thought of
 * them, and what of it is certain.
 *
 * The engine, a tree search, a net or what is known from proofs write it; JSON, GTP, live analysis, reviews and the page read
 * it. Lines are moves in the order of play; which of them make up a turn follows from the game. */
#ifndef GAME_REPORT_H
#define GAME_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "game/move.h"

enum {
    REPORT_LINES_MOST = 32,   /* turns reported at once */
    REPORT_LINE_MOST = 126,   /* moves of a line */
    REPORT_POINTS_MOST = 625, /* of a board whose owners are told */
};

/* One turn and what is thought to follow. */
struct report_line {
    int n;
    game_move move[REPORT_LINE_MOST];
    int value;     /* for the side to move, 100 about a won advantage; wins are past every evaluation */
    double chance; /* the same as a share of games won: 0 or 1 if that is certain, else 0.01 to 0.99 */
    int mate;      /* certain: the side to move wins in this many of its turns; negative: the turn loses in as
                        many, and in the first line, every turn of the position does, whatever the region */
    int likely;    /* the same by what the search tried, which is not everything; 0 if mate is known */
    uint64_t visits; /* of searches that count them; 0: not told */
    double share;    /* what an evaluator expected of it, 0 to 1; 0: not told */
};

struct report {
    int depth;        /* turns, of the last finished iteration; 0: none (a forced turn, or a forcing win) */
    int reached;      /* turns, the longest line looked at */
    uint64_t nodes;   /* moves played in the search */
    double seconds;   /* since the start */
    int hash_permill; /* of the table in use */
    int n;            /* lines, the best first; at least one when the search is over, unless turns were
                         excluded and no other was found */
    struct report_line line[REPORT_LINES_MOST];
    /* Of searches by playouts. */
    uint64_t playouts;                /* that what follows is from; 0: nothing of it is told */
    double score;                     /* the mean of Black's points less White's, komi among them */
    int points;                       /* of the board, 0: the owners are not told, */
    int8_t owner[REPORT_POINTS_MOST]; /* by point: 100 always Black's at the end, -100 always White's */
};

/* Called during a search whenever the lines change, and about ten times a second besides, from the thread that searches. */
typedef void report_progress(void *context, const struct report *r);

/* "wins in 3", "loses in 2", "loses in 2, unproved", or "" if the line says nothing of an end. */
void report_end_text(const struct report_line *l, char *out, size_t size);

#endif
