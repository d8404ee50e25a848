/* The game of Go on square boards up to 25x25: stones, chains and their liberties, kept up to date move by move.
 *
 * Rules: suicide is forbidden; a position must not repeat (positional superko), or only not at once (simple ko);
 * a pass is always legal; two passes in a row end the game; area scoring as Tromp and Taylor define it (score.h).
 *
 * A point is one number, row * size + column, rows from the bottom and columns from the left, both from 0: the
 * order of Hexad's boards, of the planes (planes.h) and of their targets. Every point has four neighbours; those
 * off the board are the point GO_OFF, whose cell is CELL_EDGE.
 *
 * The fields are there to be read; only the functions below write them. */
#ifndef GO_GO_H
#define GO_GO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/side.h"
#include "go/rules.h"

typedef uint16_t go_point;

enum {
    GO_POINTS = GO_MAX_SIZE * GO_MAX_SIZE,
    GO_OFF = GO_POINTS, /* beyond the edge */
    GO_PASS,            /* a move on no point */
    GO_NONE,            /* no point at all */
    GO_WORDS = (GO_POINTS + 63) / 64,
};

/* A set of points: bit p of the words is point p. */
struct go_set {
    uint64_t w[GO_WORDS];
};

/* One step of the game so far. */
struct go_move {
    go_point at;    /* or GO_PASS */
    uint8_t side;   /* whose */
    uint8_t turn;   /* who was to move before it */
    go_point taken; /* how many stones it captured */
    go_point ko;    /* as before it, like those that follow */
    int passes;
    uint64_t hash;
    size_t saved, gone; /* how far the logs for undoing went (inner.h) */
    int older;          /* the move before which the stones had the same bucket, -1 if none */
};

struct go {
    struct go_rules rules;
    int size, points; /* points: size * size */
    int words;        /* of a set on this board */
    enum side to_move;
    int passes;           /* in a row, up to now */
    go_point ko;          /* where simple ko forbids the next move, or GO_NONE */
    int taken[2];         /* stones of the other colour that each side has captured */
    int stones[2];        /* on the board, by colour */
    uint64_t hash;        /* of the stones on the board alone */
    struct go_move *move; /* the game so far; set-up stones are not among it */
    int moves;
    size_t move_room;

    uint8_t cell[GO_OFF + 1];      /* enum cell by point */
    go_point near[GO_POINTS][4];   /* the neighbours: left, right, below, above */
    go_point chain[GO_OFF + 1];    /* of a stone: the point that names its chain */
    go_point next[GO_POINTS];      /* of a stone: the next of its chain, round and round */
    go_point length[GO_POINTS];    /* by name of a chain: its stones */
    go_point liberties[GO_POINTS]; /* by name of a chain: how many liberties, and which */
    struct go_set liberty[GO_POINTS];

    struct go_log *log; /* for undoing and superko: inner.h */
};

/* The empty board (with the handicap of the rules, if any, as set-up stones), its first player to move. The
 * caller frees it. */
struct go *go_new(const struct go_rules *r);
struct go *go_copy(const struct go *g);
void go_free(struct go *g);

/* Back to the start, under these rules: no allocation where the board was used before, so that many games can be
 * replayed on one. */
void go_clear(struct go *g, const struct go_rules *r);

/* Puts a set-up stone on the board, or with CELL_EMPTY takes one off, outside the order of play; only before the
 * first move. A stone without liberties is refused with a message. */
bool go_setup(struct go *g, go_point at, enum cell what, struct err *e);
/* The same for a whole board: enum cell by point. */
bool go_lay(struct go *g, const uint8_t *cells, struct err *e);
/* Says who is to move. Where that is not who would be, a ko on the board counts no longer. */
void go_turn(struct go *g, enum side side);

/* Another komi, in half points, at any time. */
void go_set_komi(struct go *g, int komi);

/* May this side play there? Sides need not alternate: the other one is taken to have passed. Any number
 * is taken. A pass is legal while the game is open. */
enum go_verdict { GO_LEGAL, GO_NO_POINT, GO_OCCUPIED, GO_SUICIDE, GO_KO, GO_REPEATS, GO_ENDED };
enum go_verdict go_judge(const struct go *g, enum side side, go_point at);
/* The same where play goes on after two passes: players who do not agree which stones are dead. */
enum go_verdict go_judge_on(const struct go *g, enum side side, go_point at);
/* In words that name no point: "it is occupied". NULL for GO_LEGAL. */
const char *go_verdict_text(enum go_verdict v);

static inline bool go_legal(const struct go *g, go_point at)
{
    return go_judge(g, g->to_move, at) == GO_LEGAL;
}

/* Plays for a side, whoever is to move: afterwards the other side is. The move must be legal, but for superko and
 * the end of the game, which are the caller's to ask for. */
void go_play_as(struct go *g, enum side side, go_point at);

static inline void go_play(struct go *g, go_point at)
{
    go_play_as(g, g->to_move, at);
}

/* Takes the last move back; there must be one. */
void go_undo(struct go *g);

/* Has the game ended by two passes in a row? */
static inline bool go_over(const struct go *g)
{
    return g->passes >= 2;
}

/* Equal stones, side to move and ko have equal keys. */
uint64_t go_key(const struct go *g);

static inline bool go_set_has(const struct go_set *s, go_point p)
{
    return s->w[p / 64] >> (p % 64) & 1;
}

static inline go_point go_at(const struct go *g, int col, int row)
{
    return (go_point)(row * g->size + col);
}

/* Points as Go's players and GTP write them: "Q16", letters without I, rows from 1 at the bottom; "pass". Letters of
 * either case are read. Returns `out`. */
enum { GO_POINT_TEXT = 8 };
const char *go_point_format(int size, go_point at, char out[GO_POINT_TEXT]);
bool go_point_parse(int size, const char *text, go_point *out, struct err *e);

/* Symmetry s (0 … 7, as connect/board/symmetry.h numbers them) of a board of this size: `to[p]` is where point p goes. */
void go_symmetry(int size, int symmetry, go_point to[GO_POINTS]);

#endif
