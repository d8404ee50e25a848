/* The opening explorer: collections of recorded games in an SQLite file, and for every position in them, up to symmetry,
 * which turns were played, how often, with what results, and in which games.
 *
 * A game adds one row for each position that no game of its collection had before. That row holds the game and its
 * next turn; only what later games add is counted in rows of its own. So the long tails of games, where each is alone, cost
 * little. Everything is safe to call from several threads. */
#ifndef STORE_EXPLORER_EXPLORER_H
#define STORE_EXPLORER_EXPLORER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/board/position.h"
#include "connect/record/tree.h"

struct explorer;

enum explorer_answer {
    EXPLORER_FINE,
    EXPLORER_NONE,    /* there is no such collection or game */
    EXPLORER_FULL,    /* the file is as large as it may be, or the disk is full */
    EXPLORER_FAILED,  /* the message says why */
    EXPLORER_STOPPED, /* the time was over (db/until.h): nothing was changed */
    EXPLORER_REFUSED, /* of a certificate: it proves nothing of the game; the message says why */
};

/* Games by how they ended. */
struct explorer_counts {
    uint64_t black, draw, white, open;
};

static inline uint64_t explorer_games(const struct explorer_counts *c)
{
    return c->black + c->draw + c->white + c->open;
}

struct explorer_collection {
    int64_t id;
    char *name;
    int64_t games, added; /* when it was last added to, in seconds since 1970 */
};

/* What the engine found out about a position, seen by the side to move. */
struct explorer_verdict {
    double chance;
    int mate;  /* the mover wins in so many turns, proved; negative: loses; 0: not known */
    int depth; /* 0: nothing is known */
};

/* What is proved of a position, or how far a lab is with it (known.h). */
struct explorer_proof {
    bool proved, weighed;
    enum side attacker; /* proved: the winner; weighed: who is to win */
    int depth;          /* proved: in so many turns of the winner at most */
    uint64_t turns;     /* of the proof */
    uint32_t pn, dn;    /* weighed */
    char name[101];     /* of the proof, or of the lab */
};

struct explorer_turn {
    struct squares squares; /* on the board that was asked about */
    struct explorer_counts counts;
    struct explorer_verdict verdict; /* of the position after it, seen by the side to move there */
    struct explorer_proof proof;     /* of the same */
};

struct explorer_game {
    int64_t id, collection;
    char *black, *white, *date, *event; /* "" where not known */
    enum outcome result;
    int stones;
};

/* What is known of a position. The turns with the most games first, the last added games first. */
struct explorer_report {
    struct explorer_counts counts;
    struct explorer_verdict verdict;
    struct explorer_proof proof;
    struct explorer_turn *turn;
    size_t turns, turns_all; /* here; altogether */
    struct explorer_game *game;
    size_t games;
    bool cut; /* of filtered games: there are more than were looked at, the latest */
};

/* Which games are meant: all of it must be so. */
struct explorer_filter {
    const char *player;    /* a part of a player's name; NULL: whoever */
    int side;              /* whose name it must be: 1 Black's, 2 White's, 0 either's */
    const char *from, *to; /* by their dates as they stand, "2017" or "2017-05-31"; NULL: any */
    int result;            /* enum outcome; -1: any */
};

/* One with nothing to say. */
#define EXPLORER_ALL ((struct explorer_filter){.result = -1})

/* A search for games. */
struct explorer_search {
    int64_t collection; /* 0: all */
    struct explorer_filter filter;
    const struct position *through[2]; /* the games went through these, up to symmetry; NULL: any */
    size_t most, skip;
};

struct explorer_found {
    uint64_t total;
    struct explorer_game *game; /* the latest dates first */
    size_t games;
};

/* Opens the file to read, or to write; then it is made if it is not there. Without a path it is in memory, gone at the end. With `bytes_most` it grows no larger (0: as it
 * likes). The caller closes it. */
bool explorer_open(const char *path, bool write, int64_t bytes_most, struct explorer **out, struct err *e);
void explorer_close(struct explorer *x);
/* The same, and leaves one file that can be read where nobody may write, unless others have it open. */
void explorer_close_sealed(struct explorer *x);

/* ---- Collections ---- */

enum explorer_answer explorer_list(struct explorer *x, struct explorer_collection **out, size_t *count,
                                   struct err *e);
void explorer_list_free(struct explorer_collection *list, size_t count);
enum explorer_answer explorer_make(struct explorer *x, const char *name, int64_t *id, struct err *e);
enum explorer_answer explorer_rename(struct explorer *x, int64_t id, const char *name, struct err *e);
enum explorer_answer explorer_drop(struct explorer *x, int64_t id, struct err *e);

/* ---- Games ---- */

struct explorer_added {
    size_t added, known; /* new ones; those that were there before */
};

/* Adds the main lines of records (NULLs are left out), all or none of them. A game that the collection has already is
 * counted as known. */
enum explorer_answer explorer_add(struct explorer *x, int64_t collection, struct record *const *records,
                                  size_t count, struct explorer_added *out, struct err *e);

/* A game as a record. The caller frees it. */
enum explorer_answer explorer_game(struct explorer *x, int64_t id, struct record **out, struct err *e);

/* ---- Questions ---- */

/* What the collection knows of a position at the beginning of a turn: up to `turns` turns, and `games` games after
 * the first `skip`. Replaces nothing; the caller frees it with explorer_report_free. */
enum explorer_answer explorer_ask(struct explorer *x, int64_t collection, const struct position *p,
                                  size_t turns, size_t games, size_t skip, struct explorer_report *out,
                                  struct err *e);
void explorer_report_free(struct explorer_report *r);

/* The same of the games that a filter lets through, with those games, the latest dates first. Each has to be looked at: of more than
 * LIMIT_FILTERED_GAMES it is the latest, and `cut` says so. */
enum explorer_answer explorer_ask_some(struct explorer *x, int64_t collection, const struct position *p,
                                       const struct explorer_filter *f, size_t turns, size_t games,
                                       size_t skip, struct explorer_report *out, struct err *e);

/* The games of a search. The caller frees them with explorer_found_free. */
enum explorer_answer explorer_search(struct explorer *x, const struct explorer_search *s,
                                     struct explorer_found *out, struct err *e);
void explorer_found_free(struct explorer_found *f);

/* Notes what the engine found of a position, if it is worth more than what is noted; and fills in what is noted of the
 * positions after the turns of a report. */
enum explorer_answer explorer_note(struct explorer *x, const struct position *p,
                                   const struct explorer_verdict *v, struct err *e);
enum explorer_answer explorer_judge(struct explorer *x, const struct position *p, struct explorer_report *r,
                                    struct err *e);

#endif
