/* What is known about the fairness of a Connect(m,n,k,p,q) game, each piece with its reason and its source.
 *
 * Every piece either rules outcomes out (by proof, or by what its authors call an informal proof), or says
 * whom the game is believed to favour, or is a remark. The verdict follows from the pieces in the words of
 * connect6-note §2.1. Boards may be infinite. */
#ifndef CONNECT_THEORY_FAIRNESS_H
#define CONNECT_THEORY_FAIRNESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

enum { FAIR_INFINITE = 1000000000, FAIR_MOST = 1000000 }; /* an infinite side; the largest other number */

struct fair_game {
    int m, n, k, p, q;
};

/* Outcomes under best play, as sets. */
enum { FAIR_BLACK = 1, FAIR_DRAW = 2, FAIR_WHITE = 4, FAIR_ANY = 7 };

enum fair_strength {
    FAIR_PROVED,
    FAIR_INFORMAL, /* "informally proved" (new-family §2.3) */
    FAIR_CLAIMED,  /* the outcomes that people believe in */
    FAIR_REMARK,
};

struct fair_fact {
    enum fair_strength strength;
    int outcomes; /* those that remain possible (proofs), or that are favoured (claims) */
    char text[200];
    const char *source; /* where it is from */
};

enum fair_verdict {
    FAIR_DEFINITELY_UNFAIR,
    FAIR_MONOTONICALLY_UNFAIR,
    FAIR_EMPIRICALLY_UNFAIR,
    FAIR_POTENTIALLY_FAIR,
    FAIR_DRAWN,
};

enum { FAIR_FACTS = 32 };

struct fairness {
    struct fair_game game;
    int count;
    struct fair_fact fact[FAIR_FACTS];
    int proved, informal; /* the outcomes left by proofs, and by informal proofs too */
    int favoured;         /* by claims: FAIR_BLACK, FAIR_WHITE, both or none */
    enum fair_verdict verdict;
};

/* Reads one of the five numbers: "19", "inf", "∞" (sides only). */
bool fair_number(const char *text, bool side, int *out, struct err *e);
bool fair_game_check(const struct fair_game *g, struct err *e);
/* Appends a side of a board: "19" or "∞". */
void fair_side_format(int side, struct buf *out);
/* Appends "Connect(19,19,6,2,1)" or, on the infinite board, "Connect(∞,∞,6,2,1)". */
void fair_game_format(const struct fair_game *g, struct buf *out);

void fairness_find(const struct fair_game *g, struct fairness *out);

/* "definitely unfair", "drawn" … */
const char *fair_verdict_name(enum fair_verdict v);
/* The verdict with whom it concerns: "definitely unfair: Black wins". */
void fair_verdict_format(const struct fairness *f, struct buf *out);
/* For grids: B W D proved (or informally), FB FW favoured, B? W? only the other is proved not to win, U
 * unfair in some way by conjecture, . none of these. */
const char *fair_cell(const struct fairness *f);

/* ---- Games as data (fairness_data.c) ---- */

struct fair_known {
    int m_least, m_most, n_least, n_most; /* of the longer and the shorter side */
    int k, p, q;
    enum fair_strength strength;
    int outcome;
    const char *source;
};

/* The last entry has k = 0. */
extern const struct fair_known fair_known[];

/* ---- Grids (fairness_grid.c) ---- */

/* Columns k from k_least to k_most, rows q; p = k−delta in every column, or a grid for each p from p_least to
 * p_most if these are not 0. Cells with q > p are not asked. */
struct fair_grid {
    int m, n, delta;
    int p_least, p_most, k_least, k_most, q_least, q_most;
};

bool fair_grid_check(const struct fair_grid *g, struct err *e);
/* The game of a cell in the grid of p (0 where p = k−delta); false if the cell is not asked. */
bool fair_grid_game(const struct fair_grid *g, int p, int k, int q, struct fair_game *out);
void fair_grid_text(const struct fair_grid *g, struct buf *out);
void fair_grid_svg(const struct fair_grid *g, struct buf *out);

#endif
