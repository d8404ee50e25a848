/* Go as a game (game/game.h), and its own players. */
#ifndef GO_GAME_H
#define GO_GAME_H

#include "game/bot.h"
#include "game/game.h"
#include "go/go.h"

extern const struct game_kind go_game;

/* What is behind the handle, NULL if it is another game. It belongs to the game. */
struct go *go_of(const struct game *g);

/* The game of a board, which it owns from now on. */
struct game *go_take(struct go *board);

/* Appends the board with letters and numbers around it; the last stone is marked. */
void go_draw(const struct go *g, enum diagram_style style, struct buf *out);

/* Appends "B+3.5", "W+0.5", "0": a score in half points from Black's side, as GTP and SGF write it. */
void go_score_text(int score, struct buf *out);

/* The set-up stones before the first move; returns how many. */
int go_setup_stones(const struct go *g, go_point *at, uint8_t *who);

/* How nets see it (game_planes.c). */
extern const struct game_planes go_game_planes;
/* How it is played on by chance (game_playouts.c). */
extern const struct game_playouts go_game_playouts;

/* Players that need nothing but the rules. */
extern const struct bot_kind go_plain, go_random;

/* Would the side to move spoil nothing by playing there: legal, and not into an eye of its own? */
bool go_sensible(const struct go *g, go_point at);

#endif
