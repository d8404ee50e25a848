/* Games of Go from SGF files, to be played: the main line of a game as a list, and what its root says of it.
 *
 * One handle reads game after game. docs/go.md says which habits of servers (KGS first) are understood. */
#ifndef GO_RECORD_H
#define GO_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "game/source.h"
#include "go/tree.h"

/* A player's rank: 1 … 9 dan; 11 … 19 professional dan; -1 … -30 kyu; 0 unknown or none. */
typedef int go_rank;
enum { GO_RANK_TEXT = 8, GO_RANK_PRO = 10 };

enum go_by { GO_BY_UNKNOWN, GO_BY_POINTS, GO_BY_RESIGNATION, GO_BY_TIME, GO_BY_FORFEIT };

struct go_result {
    enum outcome outcome; /* OUTCOME_OPEN: the record does not say, or nobody won ("Void") */
    enum go_by by;
    int points; /* half points by which it was won, GO_BY_POINTS */
};

/* What was wrong with a record: counted by these where many are read. */
enum go_fault {
    GO_FINE,
    GO_FAULT_SYNTAX,   /* no SGF */
    GO_FAULT_GAME,     /* another game than Go */
    GO_FAULT_SIZE,     /* an oblong board, or one above 25x25 */
    GO_FAULT_VALUE,    /* a komi, size or number that is none */
    GO_FAULT_POINT,    /* not a point of the board */
    GO_FAULT_SETUP,    /* set-up stones after the first move, or without a liberty */
    GO_FAULT_OCCUPIED, /* a move on a stone */
    GO_FAULT_SUICIDE,
    GO_FAULT_KO,
    GO_FAULT_SUPERKO,
    GO_FAULTS,
};

/* "suicide", "set-up", …: for lists. */
const char *go_fault_name(enum go_fault f);

struct go_record_stone {
    go_point at;  /* or GO_PASS, in moves */
    uint8_t side; /* in set-ups: enum cell */
    int line;     /* of the file */
};

struct go_record {
    bool whole;            /* to be set before reading: all of `tree`, not only what is below */
    struct go_rules rules; /* handicap 0: its stones are in `setup`; superko, whatever RU says */
    int handicap;          /* HA, 0 if it does not say */
    struct go_record_stone *setup, *move;
    int setups, moves;
    enum side first; /* who moves first: PL, or the first move's side */
    go_rank rank[2]; /* by side */
    struct go_result result;
    bool counted;                 /* the last node of the main line says whose territory is whose (TB, TW) */
    uint8_t territory[GO_POINTS]; /* then: CELL_BLACK or CELL_WHITE where it is, dead stones on it included */
    enum go_fault fault;          /* of the last reading or playing that failed */
    const char *ruleset;          /* what RU says, "" if nothing */
    const char *name[2];          /* of the players, by side; "" if it does not say */
    /* What was read, NULL after a failure; valid until the next game is. Without `whole`: no variations, and of the nodes
     * below the root no comments and no properties that have no meaning. */
    struct record *tree;
    size_t setup_room, move_room;
    struct source source;
    char *clean; /* the text of the file in UTF-8 */
};

struct go_record *go_record_new(void);
void go_record_free(struct go_record *r);

/* Reads the first game of a file. On failure the message says what and on which line, `fault` which kind. Moves
 * are read, not played: see go_record_play. */
bool go_record_read(struct go_record *r, const char *text, size_t len, struct err *e);

/* Is there another game behind the one read last, good or bad? */
bool go_record_more(struct go_record *r);
/* Reads it. A bad one is passed over, if its end can be found. */
bool go_record_next(struct go_record *r, struct err *e);

/* Sets `g` up as before the first move. */
bool go_record_start(struct go_record *r, struct go *g, struct err *e);

/* Plays move number `i`, 0 … moves-1. Colours need not alternate, and play may go on after two passes; superko
 * counts if `g` has it. False with the reason in `r->fault`, and nothing played. */
bool go_record_play(struct go_record *r, struct go *g, int i, struct err *e);

/* Both: the first `most` moves, or as many as there are. */
bool go_record_replay(struct go_record *r, struct go *g, int most, struct err *e);

/* The result by the record's own count (`counted`), on the board at the end of its moves: Black's points minus White's
 * with komi, in half points. Territory and prisoners under Japanese rules, else area; stones on territory of the other
 * colour are dead. False if it cannot be told. */
bool go_record_count(const struct go_record *r, const struct go *g, int *score);

/* Rank as text and back: "6d", "9p", "3k", "?". */
go_rank go_rank_parse(const char *text);
const char *go_rank_format(go_rank rank, char out[GO_RANK_TEXT]);
/* For planes: 1 … 9, professionals as 9, 0 for kyu and unknown. */
int go_rank_plane(go_rank rank);

/* "B+3.5", "W+R", "Jigo", "0" … as in SGF. What is not understood leaves OUTCOME_OPEN. */
struct go_result go_result_parse(const char *text);

#endif
