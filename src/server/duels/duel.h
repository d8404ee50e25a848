/* One game between two people: who sits where, what was played, offered and agreed, and what its clocks say. No threads, no files and
 * no sockets: desk.c has those. Time is told by the caller, in milliseconds that the server has been up. */
#ifndef SERVER_DUELS_DUEL_H
#define SERVER_DUELS_DUEL_H

#include <jansson.h>

#include "base/buf.h"
#include "base/sha256.h"
#include "game/game.h"
#include "server/duels/timing.h"
#include "json/problem.h"

enum { DUEL_ID = 12, DUEL_KEY = 26 }; /* letters: of what everybody may know, of what one player knows */

enum duel_state {
    DUEL_WAITS, /* for somebody to sit down */
    DUEL_PLAYS,
    DUEL_RESTS, /* adjourned */
    DUEL_OVER,
};

/* What one offers and the other agrees to. */
enum duel_offer { OFFER_TAKEBACK, OFFER_DRAW, OFFER_ADJOURN, OFFER_RESUME, OFFER_REMATCH, OFFERS };

enum duel_end { END_NONE, END_BOARD, END_RESIGNED, END_TIME, END_AGREED, END_LONG, ENDS };

struct duel_seat {
    char *name;            /* NULL: nobody sits there yet */
    char key[SHA256_TEXT]; /* of the key: nobody who reads the file can play */
    struct timing_rules rules;
    struct timing left; /* when the turn began */
};

struct duel {
    char id[DUEL_ID + 1];
    char *start;       /* the game from which it is played, as it was asked for: JSON */
    struct game *game; /* as it stands; NULL: not needed of late (duel_game makes it) */
    int first;         /* moves that were there at the start */
    struct buf moves;  /* those since, "j10 k11 l12" */
    int plies;
    enum side to_move;
    struct duel_seat seat[2];
    enum duel_state state;
    int8_t offered[OFFERS]; /* by which side; -1: nobody */
    enum duel_end end;
    enum outcome outcome;
    char ending[60];        /* as the game has it, "B+3.5"; "": no more than who won */
    char next[DUEL_ID + 1]; /* the rematch; "": none */
    int64_t made, touched;  /* milliseconds since 1970 */
    uint64_t client;        /* that made it */
    int64_t spent,
        since;   /* of the turn: used up while the clock ran before, and since when it runs (-1: it stands) */
    bool halted; /* the server was started anew, and neither player was back since */
};

void duel_free(struct duel *d);

/* A new game from {"game", "clock", "side", "name"}: its maker sits, the other seat is free. `key` is the maker's. NULL with what is
 * wrong. */
struct duel *duel_make(const json_t *wish, const char *id, const char *key, uint64_t chance, int64_t date,
                       struct err *e);
/* The next game of the same two, colours swapped. */
struct duel *duel_rematch(const struct duel *d, const char *id, int64_t date, struct err *e);

/* The game as it stands; NULL (damaged) if what was kept cannot be played. */
struct game *duel_game(struct duel *d, struct err *e);

/* Somebody sits down on the free seat. */
bool duel_sit(struct duel *d, const char *name, const char *key, enum side *seat, enum problem *f,
              struct err *e);
/* Whose key it is. */
bool duel_seat_of(const struct duel *d, const char *key, enum side *seat);

/* What a player does: {"act": "move" …}. `at` is when it came. `*rematch` becomes true when a next game is agreed on. */
bool duel_act(struct duel *d, enum side who, const json_t *act, int64_t at, bool *rematch, enum problem *f,
              struct err *e);

/* ---- Clocks ---- */

/* Lets the clock run or stand, as the state of the game wants it. */
void duel_wind(struct duel *d, int64_t now);
/* What the turn has taken so far. */
int64_t duel_used(const struct duel *d, int64_t now);
/* When the side to move will have lost by time; -1: never. */
int64_t duel_flag(const struct duel *d);
/* Ends the game if that moment has come. */
bool duel_look(struct duel *d, int64_t now);

/* ---- JSON (duel_json.c) ---- */

/* For everybody who looks; `here`: whether the players are connected. */
json_t *duel_json(const struct duel *d, int64_t now, const bool here[2], int watchers);
/* A line of a list. */
json_t *duel_line(const struct duel *d);
/* As it is kept, without what the store has columns for. */
char *duel_keep(const struct duel *d);
/* From there; NULL: it is not as it was written. */
struct duel *duel_restore(const char *id, const char *body, size_t len);

/* {"main", "increment", "periods", "period"} in seconds, or {"black": …, "white": …}, or null. */
bool duel_clock_read(const json_t *clock, struct timing_rules out[2], struct err *e);

extern const char *const duel_states[], *const duel_offers[], *const duel_ends[];

#endif
