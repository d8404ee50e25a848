/* The engine's seat at a game that somebody outside conducts: the stones as they were told, in whatever
 * order, the engine's turns, and searches that go on while we listen.
 *
 * Stones that come in the order of the game are its plies. If a colour comes out of turn the position counts
 * as set up: then whoever is asked to play is to move, with as many stones left as the number of stones on
 * the board says for that colour, or else a whole turn. */
#ifndef PLAY_PROTOCOL_SEAT_H
#define PLAY_PROTOCOL_SEAT_H

#include "game/bot.h"
#include "play/chooser.h"

struct seat;

/* Makes a player (game/bot.h) for games of the rules of `g`; the program hands its own way in. */
typedef struct bot *seat_player(const char *spec, const struct game *g, uint64_t seed, struct err *e);

struct seat_options {
    struct rules rules;
    struct chooser_options chooser;
    /* Somebody else than the engine chooses the turns: his specification, which outlives the seat, and who makes him. What is
     * analysed the engine says all the same. NULL: the engine plays. */
    const char *player;
    seat_player *make;
    struct engine_limits limits; /* of every turn */
    double lag;                  /* seconds that answers are under way (play/clock.h) */
    bool ponder;                 /* think on the other side's time */
};

/* The rules must be valid; the caller frees it. */
struct seat *seat_new(const struct seat_options *o);
void seat_free(struct seat *s);

/* The options, to be read; those of a turn (limits, lag, ponder) may be written between turns. */
struct seat_options *seat_options(struct seat *s);

/* Another level, or other options of the engine: as new, but the game goes on. */
void seat_renew(struct seat *s, const struct chooser_options *o);

/* An empty board, perhaps of other rules (NULL: as before). The engine forgets what it learned. */
void seat_clear(struct seat *s, const struct rules *r);

/* The position as it was told. */
const struct position *seat_position(const struct seat *s);

/* Takes another position of any rules over; it becomes the seat's. */
void seat_take(struct seat *s, struct position *p);

/* A stone, of either side at any time while the game is open. Messages name no square: every protocol has
 * names of its own. */
bool seat_stone(struct seat *s, enum side side, square at, struct err *e);

/* Takes the last stone back. */
bool seat_undo(struct seat *s, struct err *e);

/* Takes a stone off wherever it came in the order. */
bool seat_remove(struct seat *s, square at, struct err *e);

/* Makes this side the one to move, if the game is open. */
bool seat_side(struct seat *s, enum side side, struct err *e);

/* Chooses the rest of the turn of the side to move; does not place it. The game must be open. `clock` may be
 * NULL: then the limits alone count (without any, five seconds). `out` may be NULL. Fails if the engine
 * cannot be made. */
bool seat_think(struct seat *s, const struct game_clock *clock, report_progress *progress, void *context,
                struct squares *turn, struct report *out, struct err *e);

/* What the engine itself thinks of the position, without openings and level. The game must be open. */
bool seat_judge(struct seat *s, const struct engine_limits *l, struct report *out, struct err *e);

/* Starts a search of the position as it stands on a thread of its own, until seat_stop: reports go to
 * `progress` on that thread (it may be NULL). The game must be open. `region` (connect/engine/engine.h) may be NULL, and stays
 * the caller's until the search has ended. */
bool seat_watch(struct seat *s, int lines, const uint8_t *region, report_progress *progress, void *context,
                struct err *e);

/* For `progress` of seat_watch: is this the last report, because there is nothing left to search? */
bool seat_searched(const struct seat *s);

/* If options say so, thinks on while the other side does. */
void seat_ponder(struct seat *s);

/* Ends the search that seat_watch or seat_ponder started, if one is under way. Everything above does so by
 * itself. */
void seat_stop(struct seat *s);

/* To be called when a line has come: ends such a search, and clocks count from now on. */
void seat_heard(struct seat *s);

#endif
