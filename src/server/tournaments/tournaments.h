/* The tournaments of a server: players of ours against each other by themselves, each a match (play/arena/match.h) whose journal
 * NAME.match is in a folder. One that was stopped, or whose server was killed, goes on with the games that it has. */
#ifndef SERVER_TOURNAMENTS_TOURNAMENTS_H
#define SERVER_TOURNAMENTS_TOURNAMENTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/err.h"
#include "game/game.h"
#include "json/limits.h"
#include "json/problem.h"

struct tournaments;

enum { TOURNAMENT_NAME = 81 }; /* bytes of a name: letters, digits, and . _ - not at its beginning */

/* NULL: there are none, and none can be made. The folder is made when the first one is. */
struct tournaments *tournaments_new(const char *folder, bool read_only);
/* Gives up what is being played; what is over is kept. */
void tournaments_stop(struct tournaments *t);
void tournaments_free(struct tournaments *t);

/* What is wanted of a new one. */
struct tournament_wish {
    struct game_rules rules;
    char *player[LIMIT_TOURNAMENT_PLAYERS]; /* as in matches, agents alone */
    int players;
    int64_t rounds; /* pairs of games of each two */
    int64_t random; /* turns of random openings of the Connect family; 0: from the empty board */
    int64_t seed;
    double seconds;        /* of processor time, for a turn */
    struct deadline until; /* of looking for openings */
};

/* What follows is false, or NULL, with what is wrong. */

/* {"tournaments": [{"name", "rules", "players", "planned", "played", "state"}], "kept"} by name. */
json_t *tournaments_list(struct tournaments *t);
bool tournaments_make(struct tournaments *t, const char *name, const struct tournament_wish *w,
                      enum problem *f, struct err *e);
bool tournaments_delete(struct tournaments *t, const char *name, enum problem *f, struct err *e);
/* Its report (play/arena/report.h), with "name", "rules", "state", "under_way", "seconds" and perhaps "why". */
json_t *tournaments_view(struct tournaments *t, const char *name, enum problem *f, struct err *e);
/* Plays on, for this client, or stops; stopping takes a moment, in which its state is "ending". */
bool tournaments_run(struct tournaments *t, const char *name, bool run, uint64_t client, enum problem *f,
                     struct err *e);

/* Which games: those between two players (by number; -1: anybody), `skip` left out, the newest first. */
struct tournament_games {
    int64_t first, second, skip, limit;
};
/* {"games": [{"number", "black", "white", "winner", "end", "why", "turns", "seconds"}], "total"} */
json_t *tournaments_games(struct tournaments *t, const char *name, const struct tournament_games *w,
                          const struct deadline *until, enum problem *f, struct err *e);
/* One of them, with "game": its rules and stones. */
json_t *tournaments_game(struct tournaments *t, const char *name, int64_t number,
                         const struct deadline *until, enum problem *f, struct err *e);

#endif
