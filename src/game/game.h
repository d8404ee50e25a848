/* A game, as those see it who do not care which one it is: arena, GTP, records, networks, counting.
 *
 * A kind of game is one table of functions (struct game_kind); the table of kinds is in play/games/games.c. What is
 * specific to a game stays behind it, in its own folder; whoever needs that asks for it there (connect_threats,
 * go_of), and engines, provers and solvers never come through here.
 *
 * A turn is the moves (game/move.h) of one side in a row: p stones in the Connect family, one move in Go. Two players take turns; Black is the
 * side that begins, or the darker one.
 *
 * Ownership: game_new and game_copy give a handle that the caller frees with game_free; texts that functions return
 * live as long as the program, what they append belongs to the buffer. A handle is used by one thread at a time. */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "game/draw.h"
#include "game/move.h"
#include "game/side.h"
#include "game/tree.h"

enum {
    GAME_RULES_TEXT = 64,
    GAME_MOVE_TEXT = 8,
    GAME_MOVES_MOST = GAME_SIDE_MOST * GAME_SIDE_MOST + 1, /* of any position of any game */
};

/* Which game: its kind, and its rules as the kind writes them, so that equal rules are equal texts. */
struct game_rules {
    const struct game_kind *kind;
    char text[GAME_RULES_TEXT];
};

/* The head of a game's own structure. */
struct game {
    const struct game_kind *kind;
};

/* How moves are written. */
enum game_dialect { GAME_PEOPLE, GAME_GTP };

/* Whether the board agrees with the result that a record gives: it cannot be told (an unfinished game, one that was
 * resigned), it does, it does not. */
enum game_check { GAME_UNCHECKED, GAME_AGREES, GAME_CONTRADICTS };

/* What a record says beside its moves; texts may be NULL or "". */
struct game_info {
    const char *name[2], *rank[2]; /* by side */
    const char *result, *date, *event, *place, *round, *comment;
    enum outcome said; /* who won by `result`; OUTCOME_OPEN: it does not say */
    const char *game;  /* the rules in words, as the file has them */
    /* From readers: does the board agree with `result`? `counted`: what it says instead, or as well. */
    enum game_check check;
    const char *counted;
    const char *board; /* from readers: how it stands at the end, in a few words; NULL: nobody can tell */
    const char *fault; /* of a bad game: its kind in a word, for lists; NULL if there are no kinds */
    const struct record *record; /* from readers: the tree that was read; NULL if it could not be */
};

/* How to read the games of a file. */
struct game_reading {
    const struct game_rules *rules; /* of the games; NULL: as the file says */
    bool fallback;                  /* only of those that do not say theirs */
    bool whole; /* the trees with all that is in them are wanted, not only the main lines */
    bool first; /* only the first game */
};

/* A game read from a file: at the end of its main line. Everything belongs to the reader and is gone when this
 * returns. A bad game has NULL and a message with its place. Returning false ends the reading. */
typedef bool game_read_one(void *context, size_t number, struct game *g, const struct game_info *info,
                           const struct err *bad);

struct deadline;
struct game_planes;
struct game_playouts;

struct game_kind {
    const char *name, *about; /* "go"; one line */
    const char *usage;        /* how its rules are written, for help */
    const char *unit;         /* what people call a move: "stone"; NULL: "move" */

    /* ---- Rules and handles ---- */

    /* Reads rules; "" are the usual ones. Not this kind's: false with *mine false. */
    bool (*parse)(const char *text, struct game_rules *out, bool *mine, struct err *e);
    struct game *(*start)(const struct game_rules *r);
    struct game *(*copy)(const struct game *g);
    void (*done)(struct game *g);
    void (*rules)(const struct game *g, struct game_rules *out);
    /* Columns and rows of the board. */
    void (*size)(const struct game *g, int *columns, int *rows);

    /* ---- The position ---- */

    enum side (*to_move)(const struct game *g);
    /* How many moves the side to move still has in this turn, at least 1 while the game is open. */
    int (*left)(const struct game *g);
    enum outcome (*outcome)(const struct game *g);
    /* Appends how it ended, in a few words; the game is over. */
    void (*ending)(const struct game *g, struct buf *out);
    /* Appends a line about it, "White to move, 2 stones". NULL: who is to move, or who has won and its ending. */
    void (*state)(const struct game *g, struct buf *out);
    /* Who is ahead if it ended now by counting, for games that go on too long; NULL: a game cannot. */
    enum outcome (*count)(const struct game *g);
    /* Moves after which a game has gone on too long; 0: never. */
    int (*longest)(const struct game *g);
    /* Turns of its own that the side to move may still have to make, this one included, for those who plan their time. */
    double (*ahead)(const struct game *g);
    /* From now on what takes long in the game itself looks at this moment, which may be NULL; returns the one before.
     * NULL: nothing takes long. */
    const struct deadline *(*limit)(struct game *g, const struct deadline *until);
    /* Who wins for certain though the game goes on, with the reason; OUTCOME_OPEN if that is not known. NULL: never
     * known. */
    enum outcome (*decided)(struct game *g, struct err *why);

    /* Every legal move in a fixed order into `out`, which has room for GAME_MOVES_MOST; none when the game is over.
     * Returns how many. */
    int (*moves)(const struct game *g, game_move *out);
    /* Why it may not be played, NULL if it may. Any number is taken; the text names no square. */
    const char *(*refusal)(const struct game *g, game_move m);
    void (*play)(struct game *g, game_move m); /* a legal one */
    void (*undo)(struct game *g);              /* there must be one */
    int (*plies)(const struct game *g);        /* that undo can take back */
    game_move (*ply)(const struct game *g, int i, enum side *who);
    /* Equal positions have equal keys. */
    uint64_t (*key)(const struct game *g);

    /* ---- Symmetries and planes ---- */

    int (*symmetries)(const struct game *g);
    game_move (*turned)(const struct game *g, int symmetry, game_move m);
    /* How nets see it (game/planes.h). NULL: there are no planes yet. */
    const struct game_planes *planes;
    /* How it is played on by chance (game/playout.h). NULL: that tells nothing. */
    const struct game_playouts *playouts;

    /* ---- Text ---- */

    const char *(*format)(const struct game *g, enum game_dialect d, game_move m, char out[GAME_MOVE_TEXT]);
    /* All of a text. */
    bool (*read_move)(const struct game *g, enum game_dialect d, const char *text, game_move *out,
                      struct err *e);
    /* Appends the board. */
    void (*draw)(const struct game *g, enum diagram_style style, struct buf *out);

    /* ---- Records ---- */

    /* Reads the games of a file. False if there is no good one, with the first message. */
    bool (*read)(const char *text, size_t len, const struct game_reading *how, game_read_one *one,
                 void *context, struct err *e);
    /* The record of the game so far: its set-up, and its moves as the main line. The caller frees it. */
    struct record *(*record)(const struct game *g);

    /* ---- Programs from outside ---- */

    /* The stones that were on the board before the first move, and whose they are, into arrays with room for
     * GAME_MOVES_MOST; returns how many. */
    int (*setup)(const struct game *g, game_move *at, uint8_t *who);
    /* The other way round: lays these stones on the board of a game without moves, and says who is to move. NULL: it has no
     * set-ups. False with a message. */
    bool (*lay)(struct game *g, const game_move *at, const uint8_t *who, int n, enum side to_move,
                struct err *e);
    /* Appends the GTP command that tells what the size does not ("komi 7.5"), if there is one. NULL: there is none. */
    void (*gtp_rules)(const struct game *g, struct buf *out);
};

/* The functions of the kind, for readers' eyes. */
struct game *game_new(const struct game_rules *r);
struct game *game_copy(const struct game *g);
void game_free(struct game *g);

static inline enum side game_to_move(const struct game *g)
{
    return g->kind->to_move(g);
}

static inline enum outcome game_state(const struct game *g)
{
    return g->kind->outcome(g);
}

static inline int game_plies(const struct game *g)
{
    return g->kind->plies(g);
}

static inline bool game_legal(const struct game *g, game_move m)
{
    return g->kind->refusal(g, m) == NULL;
}

static inline void game_play(struct game *g, game_move m)
{
    g->kind->play(g, m);
}

static inline void game_undo(struct game *g)
{
    g->kind->undo(g);
}

/* What the root of a record says; everything belongs to the record, which may be NULL. */
struct game_info game_info_of(const struct record *r);

/* The first game of a file ("-": standard input), at the end of its main line. The caller frees it. */
bool game_load(const char *path, const struct game_kind *kind, const struct game_reading *how,
               struct game **out, struct err *e);

/* Appends the game as SGF. `info` may be NULL. */
void game_write(const struct game *g, const struct game_info *info, struct buf *out);

/* Appends a line about it: "White to move, 2 stones", "Black has won: B+3.5". */
void game_describe(const struct game *g, struct buf *out);

/* What people call a move of it. */
static inline const char *game_unit(const struct game_kind *k)
{
    return k->unit ? k->unit : "move";
}

bool game_rules_equal(const struct game_rules *a, const struct game_rules *b);

/* May it be played? If not, says why: "k10 is occupied". */
bool game_allows(const struct game *g, enum game_dialect d, game_move m, struct err *e);

/* Reads a move and plays it, or says what is wrong. */
bool game_play_text(struct game *g, enum game_dialect d, const char *text, struct err *e);

#endif
