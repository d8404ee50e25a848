/* Games, positions and squares in JSON.
 *
 * A game is {"rules": [19,19,6,2,1] or [15,15,5,1,1,"exact"] or "connect6", "setup": {…}, "stones": ["j10", …]}: the position after
 * these stones were placed in order, on the empty board or on the set-up. */
#ifndef JSON_GAME_H
#define JSON_GAME_H

#include <jansson.h>

#include "connect/board/position.h"
#include "connect/record/tree.h"

/* The rules of an object that must have them. */
bool game_rules(const json_t *o, struct rules *out, struct err *e);

/* The position of a game; the message counts the stones from 1. The caller frees it. */
bool game_position(const json_t *game, struct position **out, struct err *e);

/* The same for the field "game" of a request; the game must still be open if `open`. `*out` is NULL if it fails. */
bool game_of_request(const json_t *request, bool open, struct position **out, struct err *e);

/* A game of any kind, as the field "game" of a request: of the Connect family as above; of others {"rules": "go9" or
 * "go:19,komi=7.5", "setup": {"black": [], "white": [], "to_move"}, "stones": ["Q16", "pass"]}, in the words of its people. One of
 * the two is there afterwards, the other is NULL, and both if it fails. */
struct game;
struct game_asked {
    struct position *position; /* of the Connect family */
    struct game *game;         /* of another */
};
bool game_asked_read(const json_t *request, bool open, struct game_asked *out, struct err *e);
void game_asked_free(struct game_asked *a);

/* A set-up {"black": […], "white": […], "empty": […], "to_move", "left"}. The caller frees `*stones`. */
struct game_setup {
    struct setup_stone *stones;
    size_t count;
    enum cell to_move; /* CELL_EMPTY: not said */
    int left;          /* 0: not said */
};
bool game_setup_read(const struct rules *r, const json_t *o, struct game_setup *out, struct err *e);

/* A position: {"rules", "to_move", "left", "outcome", "win_row", "stones", "black", "white", "played"} and "opening"; the same for the server's answers
 * and for what commands print. docs/json.md describes it. */
json_t *game_position_json(const struct position *p);

/* {"name", "also", "stones"} as "opening", if the game went through one that has a name (play/opening_names.h). */
void game_put_opening(json_t *o, const struct position *p);

/* A game of any kind: {"kind", "game", "columns", "rows", "to_move", "outcome", "state", "legal", "setup", "moves"}, and of the Connect
 * family all that its positions have. */
json_t *game_json(const struct game *g);

/* The squares with a cell of this kind. */
json_t *game_stones_json(const struct position *p, enum cell what);

/* [19,19,6,2,1], ["j10","k11"], "black". */
json_t *game_rules_json(const struct rules *r);
json_t *game_squares_json(const square *s, int n);
/* Moves of any game as its people write them. */
json_t *game_moves_json(const struct game *g, const game_move *m, int n);
const char *game_side(enum side s);
/* "black" or "white" of a field, left alone if it is missing. */
bool game_side_field(const json_t *o, const char *name, enum side *out, struct err *e);
const char *game_outcome(enum outcome o);

#endif
