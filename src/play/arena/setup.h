/* What a match is: its players, games, openings and limits, and which game of it is which.
 *
 * Games are numbered. Every opening is a round: in it each two players who meet play two games, colours
 * swapped. Round by round, so that the table is fair at any moment:
 *
 *     game  = (round · meetings + meeting) · 2 + swapped
 */
#ifndef PLAY_ARENA_SETUP_H
#define PLAY_ARENA_SETUP_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "play/arena/game.h"
#include "play/arena/openings.h"
#include "play/arena/spec.h"
#include "play/arena/stats.h"

enum { SETUP_MOST_PLAYERS = 64, SETUP_MOST_GAMES = 10000000 };

struct match_setup {
    struct game_rules rules;
    char *player_text[SETUP_MOST_PLAYERS]; /* as given */
    struct spec player[SETUP_MOST_PLAYERS];
    int players;
    bool gauntlet; /* the first player against each other, instead of everybody against everybody */
    long rounds;   /* pairs of games that each two who meet play */
    uint64_t seed;
    struct openings openings; /* at least one, perhaps of no stones; used in turn */
    struct turn_clock time;
    bool adjudicate;
    bool test; /* stop by `sprt`: with two players only */
    struct sprt sprt;
    char *sgf;          /* the directory for records; NULL: none */
    char *referee_text; /* the GTP program that is asked about games that end by counting; NULL: none */
    struct spec referee;
};

/* What it is unless told otherwise: Connect6, a margin of 0.5 s, 60 s until a program is taken to hang. */
void setup_init(struct match_setup *s);
void setup_free(struct match_setup *s);

/* Adds a player; a name that is there already gets a number. */
bool setup_add_player(struct match_setup *s, const char *text, struct err *e);

/* Names the referee, once. */
bool setup_set_referee(struct match_setup *s, const char *text, struct err *e);

/* Is all of it possible? Adds the empty opening if there is none. */
bool setup_check(struct match_setup *s, struct err *e);

/* As JSON, and back (checked; `out` must be as setup_init leaves it and is freed by the caller in any
 * case). */
json_t *setup_to_json(const struct match_setup *s);
bool setup_from_json(const json_t *j, struct match_setup *out, struct err *e);

int setup_meetings(const struct match_setup *s);
/* The two players of a meeting, 0 … setup_meetings − 1. */
void setup_meeting(const struct match_setup *s, int meeting, int *first, int *second);
long setup_games(const struct match_setup *s);

struct scheduled {
    long round;
    int meeting, black, white; /* players */
    bool swapped;              /* the second player of the meeting is Black */
    const struct opening *opening;
    uint64_t seed; /* depends on the match's seed and the number alone */
};
struct scheduled setup_game(const struct match_setup *s, long game);

#endif
