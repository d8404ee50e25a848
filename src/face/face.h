/* What the files of the public face (include/hexad.h) share: the insides of handles, and the way from the
 * errors and squares of the modules to those of the face. */
#ifndef FACE_FACE_H
#define FACE_FACE_H

#include <hexad.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/err.h"
#include "connect/board/position.h"
#include "game/game.h"
#include "game/report.h"

/* Of the Connect family a position, of others a game: one of them is there. */
struct hexad_game {
    struct position *position;
    struct game *other;
};

struct hexad_stop {
    atomic_bool set;
};

/* Fills in the caller's error, which may be NULL; returns the status. */
hexad_status face_fail(hexad_error *error, hexad_status status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the message of a module. */
hexad_status face_fail_as(hexad_error *error, hexad_status status, const struct err *e);

/* All went well. */
hexad_status face_fine(hexad_error *error);

/* A handle of this position, which it takes over. */
hexad_game *face_game(struct position *p, hexad_error *error);
/* The position of a game of the Connect family; NULL with the error if it is another or none. */
struct position *face_position(const hexad_game *game, hexad_error *error);
/* A game of any kind like this one, to be freed by game_free, behind which the handle stays as it is. */
struct game *face_any(const hexad_game *game);

/* Rules by name or numbers; NULL is the default. */
bool face_rules(const char *text, struct rules *out, hexad_error *error);
/* Those of any game. */
bool face_any_rules(const char *text, struct game_rules *out, hexad_error *error);

/* Are the limits, which may be NULL, in their ranges? */
hexad_status face_check_limits(const hexad_limits *limits, hexad_error *error);
/* And besides, are the pointers there, and is the game open? */
hexad_status face_may_search(const hexad_game *game, const hexad_limits *limits, const void *out,
                             hexad_error *error);

void face_squares(const square *s, int n, hexad_squares *out);
/* A move of a game as a square, and moves; a square as a move, false if it is none of this board. */
hexad_square face_square(const hexad_game *g, game_move m);
void face_moves(const hexad_game *g, const game_move *m, int n, hexad_squares *out);
bool face_move(const hexad_game *g, hexad_square s, game_move *out);
/* How many squares the board has. */
size_t face_points(const hexad_game *g);
/* Colours are cells. */
enum side face_side(hexad_colour c);
hexad_colour face_colour(enum side s);
/* Is it there, open, and a game of these rules? `who` is for games of them. */
hexad_status face_plays(const hexad_game *game, const struct game_rules *rules, const char *who,
                        hexad_error *error);
/* Are there so many positions from this number of stones on, and is `out` there? */
bool face_span(const hexad_game *game, int from, int count, const void *out, hexad_error *error);
/* As many bytes as so many times the squares of the board? */
bool face_size(const hexad_game *g, size_t size, size_t boards, hexad_error *error);
/* A copy as it was after so many stones. */
hexad_game *face_back(const hexad_game *game, int stones);

/* What a search reported of a game. */
void face_report(const hexad_game *g, const struct report *r, hexad_report *out);

/* The game of this number, NULL if there is none or it is bad. */
struct record *face_record(const hexad_record *r, size_t number, hexad_error *error);

/* Work under way: what asks now and then whether it is to go on. */
struct face_work {
    hexad_limits limits;
    double start, told; /* clock_now() */
    atomic_bool halted; /* by the progress of a caller without a stop */
    uint64_t nodes;
    hexad_report report; /* for the progress */
};

/* `limits` may be NULL. The caller frees it. */
struct face_work *face_work_new(const hexad_limits *limits);
/* What becomes true when the work is to stop. */
atomic_bool *face_work_stop(struct face_work *w);
/* Its time, its nodes and its stop; and its time and its stop for work that begins now. */
struct limits face_work_limits(struct face_work *w);
struct deadline face_work_until(struct face_work *w);
/* Calls the progress, if there is one, with w->report. */
void face_work_tell(struct face_work *w);
/* Calls it with the nodes and the time alone, a few times a second at the most. */
void face_work_tick(struct face_work *w, uint64_t nodes);

#endif
