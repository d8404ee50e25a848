/* Hexad as a library, second part: who plays, who judges, how nets see positions, and puzzles.
 *
 *     hexad_player *player = hexad_player_new("engine:level=4", "connect6", 1, &error);
 *     hexad_squares turn;
 *     if (!player || hexad_player_turn(player, game, NULL, &turn, &error) != HEXAD_OK)
 *         fprintf(stderr, "%s\n", error.text);
 *
 * Everything is as hexad.h says of handles, errors, threads and limits. */
#ifndef HEXAD_PLAYERS_H
#define HEXAD_PLAYERS_H

#include <hexad.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Players: all that the arena has (docs/agents.md, docs/go.md) ---- */

typedef struct hexad_player hexad_player;

/* A player by its name and options, "engine:level=3", "sequences+search:depth=4", "net", "mcts:playouts=200", for
 * games of these rules (as in hexad_game_new). The seed decides what chance decides. Books of recorded games need
 * the program: "book:…" is refused. */
HEXAD_API hexad_player *hexad_player_new(const char *player, const char *rules, uint64_t seed,
                                         hexad_error *error);
HEXAD_API void hexad_player_free(hexad_player *player);
/* The rest of the turn of the side to move. Limits: seconds, nodes, stop; none: as its options say. */
HEXAD_API hexad_status hexad_player_turn(hexad_player *player, const hexad_game *game,
                                         const hexad_limits *limits, hexad_squares *out, hexad_error *error);
/* The players of a game with their options, for people. */
HEXAD_API char *hexad_players(const char *rules, hexad_error *error);

/* ---- Evaluators: who wins, and where to play ---- */

typedef struct hexad_evaluator hexad_evaluator;

/* "net" is the trained net inside the library for this game, "engine" the engine's own evaluation (not of Go); anything
 * else the file of a net by `hexad net`. */
HEXAD_API hexad_evaluator *hexad_evaluator_new(const char *which, const char *rules, hexad_error *error);
HEXAD_API void hexad_evaluator_free(hexad_evaluator *evaluator);
/* Judges open positions of its rules, all in one call: `chance`, 0 to 1, of the side to move to win; and `shares`, a
 * number for each square, row by row from the bottom left, game after game: how likely the next stone is there.
 * They add up to 1. Either may be NULL. */
HEXAD_API hexad_status hexad_evaluator_ask(hexad_evaluator *evaluator, const hexad_game *const *games,
                                           size_t count, double *chance, float *shares, hexad_error *error);

/* ---- Planes: positions as nets see them, bytes of 0 and 1 ----
 *
 * Plane after plane, each row by row from the bottom left. What they are: docs/library.md. */

/* How many a position of this game has. */
HEXAD_API int hexad_game_plane_count(const hexad_game *game);
/* Those after the first `from` stones that were played, after one more … `count` positions. `strength`, by colour
 * (Black first), is a rating or rank; NULL: not known. */
HEXAD_API hexad_status hexad_game_planes(const hexad_game *game, int from, int count, const int strength[2],
                                         uint8_t *out, size_t size, hexad_error *error);

/* ---- Puzzles: the collection inside the library (docs/puzzles.md) ---- */

typedef struct hexad_puzzles hexad_puzzles;

typedef struct hexad_puzzle {
    char id[40];
    bool defence; /* find the turn that does not lose; else: win within `turns` turns */
    int turns;
    int rating;
    hexad_squares error; /* the turn that let it happen, already played */
} hexad_puzzle;

/* The collection from its beginning, in order of rating. */
HEXAD_API hexad_puzzles *hexad_puzzles_new(void);
HEXAD_API void hexad_puzzles_free(hexad_puzzles *puzzles);
/* The next puzzle, and the position that is to be solved, which is yours. `*game` is NULL after the last. */
HEXAD_API hexad_status hexad_puzzles_next(hexad_puzzles *puzzles, hexad_puzzle *out, hexad_game **game,
                                          hexad_error *error);

typedef enum hexad_judgement {
    HEXAD_PUZZLE_WINS,   /* within the turns asked for: proved against every answer */
    HEXAD_PUZZLE_LONGER, /* it wins, but not within them */
    HEXAD_PUZZLE_HOLDS,  /* a defence: no forced win against it */
    HEXAD_PUZZLE_FAILS,  /* refuted */
    HEXAD_PUZZLE_OPEN    /* neither proved nor refuted within the limits */
} hexad_judgement;

/* Is this turn right in the position of a puzzle, any position of its sort? `answer`, which may be NULL, gets the
 * other side's strongest. Limits: seconds, stop. */
HEXAD_API hexad_status hexad_puzzle_judge(const hexad_game *game, bool defence, int turns,
                                          const hexad_squares *turn, const hexad_limits *limits,
                                          hexad_judgement *out, hexad_squares *answer, hexad_error *error);

#ifdef __cplusplus
}
#endif

#endif
