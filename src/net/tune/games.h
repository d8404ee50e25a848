/* Games to learn from: read from files of any kind and replayed by the rules.
 *
 * Kinds of files: CSV whose first line names the columns `stones` and `winner` (black, white or draw), and may name
 * `black_rating` and `white_rating`; the journal of an arena match; every record that record.h reads. */
#ifndef NET_TUNE_GAMES_H
#define NET_TUNE_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "connect/board/position.h"

struct tune_game {
    enum outcome result; /* never OUTCOME_OPEN */
    int n;
    square *stone;
    int16_t *value; /* by stone: what a search thought of the turn it begins, in EVAL_UNITs of the side to
                       move; TUNE_NO_VALUE where it is not known. NULL: nowhere known */
    int rating[2];  /* by side; 0: not known */
};

enum { TUNE_NO_VALUE = INT16_MIN, TUNE_RATING_MOST = 9999 };

struct tune_games {
    struct rules rules; /* of all of them */
    struct tune_game *game;
    size_t n, room;
    size_t other_rules, no_result; /* games that were left out */
};

/* None yet. */
struct tune_games *tune_games_new(const struct rules *r);
void tune_games_free(struct tune_games *g);

/* Adds the games of a file ("-": standard input). Fails with its name and line on a game that is not
 * legal. */
bool tune_games_load(struct tune_games *g, const char *path, struct err *e);
/* The same from memory. */
bool tune_games_read(struct tune_games *g, const char *text, size_t len, struct err *e);

/* Appends the games as CSV with the columns stones, winner and values, as they are read; and the line of one of them. */
#define TUNE_GAMES_HEAD "stones,winner,values\n"
void tune_game_write(const struct tune_game *game, struct buf *out);
void tune_games_write(const struct tune_games *g, struct buf *out);

#endif
