/* How large a game is: the estimates of new-family §3 and connect6-note §3, as powers of ten. */
#ifndef CONNECT_THEORY_COMPLEXITY_H
#define CONNECT_THEORY_COMPLEXITY_H

#include "connect/board/rules.h"

struct complexity {
    double state;        /* log10 3^(mn): every square empty, black or white */
    double state_counts; /* log10 of the positions whose numbers of stones can occur */
    int choices_squares; /* squares to choose from, about: 300 on 19x19, other boards in proportion */
    int turns;           /* length of a game in turns: 30 as for Go-Moku, fewer if the board is full before */
    double choices;      /* log10 of the turns to choose from: squares^p / p! */
    double tree;         /* turns · choices */
};

/* `turns` and `squares` replace the papers' assumptions if positive. The rules must be valid. */
struct complexity complexity_of(const struct rules *r, int turns, int squares);

#endif
