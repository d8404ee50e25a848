/* Lists of openings: files of plain stone lists, one opening to a line. */
#ifndef PLAY_ARENA_OPENINGS_H
#define PLAY_ARENA_OPENINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/board/square.h"
#include "game/game.h"

struct opening {
    game_move *s;
    int n;
};

struct openings {
    struct opening *list;
    size_t n, room;
};

/* Reads the lines of a text; blank ones and those that begin with # do not count. Every opening must be
 * legal, end with a turn and leave the game open. Messages name the line. Appends to `out`, also when it
 * fails. */
bool openings_read(const char *text, const struct game_rules *r, struct openings *out, struct err *e);
/* The same for a file; at least one opening must be in it. */
bool openings_load(const char *path, const struct game_rules *r, struct openings *out, struct err *e);

/* Adds one; it is copied. */
void openings_add(struct openings *o, const game_move *s, int n);
void openings_free(struct openings *o);

/* Appends the stones, "j10 k11 i11", as in a file's line without its end. */
void stones_format(const square *s, int n, struct buf *out);
/* The same for moves of any game. */
void moves_format(const struct game_rules *r, const game_move *m, int n, struct buf *out);

#endif
