/* Solved and studied games, with their sources; see fairness.h. Results for one q carry over to others by
 * strategy stealing, so only the sharpest q is listed. */
#include "theory/fairness.h"

#define ANY_FROM(a)  a, FAIR_INFINITE
#define UP_TO(a)     1, a
#define ONE(a)       a, a
#define EVERYWHERE   ONE(FAIR_INFINITE), ONE(FAIR_INFINITE)
#define MNK(k)       k, 1, 1, FAIR_PROVED
#define TABLE1(k, q) EVERYWHERE, k, (k)-3, q

static const char herik[] = "van den Herik, Uiterwijk, van Rijswijck 2002 (solved mnk-games)";
static const char uiterwijk[] = "Uiterwijk 2019 (Solving Strong and Weak 4-in-a-Row)";
static const char charatsidis[] = "Charatsidis 2017 (thesis, a single source)";
static const char hsu[] = "Hsu et al. 2020 (TCS 815)";
static const char allis[] = "Allis 1994";
static const char certificate[] = "our certificates of `hexad solve`, bench/results/proof-delta3.md";
static const char connect623[] = "our certificate of `hexad solve`, bench/results/proof-connect623.md";
static const char table1[] = "new-family §2.3, Table 1";

const struct fair_known fair_known[] = {
    /* One stone a turn: sides m and n, k in a row. */
    {ONE(3), ONE(3), MNK(3), FAIR_DRAW, herik},
    {ANY_FROM(4), ANY_FROM(3), MNK(3), FAIR_BLACK, herik},
    {ONE(4), ONE(4), MNK(4), FAIR_DRAW, uiterwijk},
    {ONE(5), ONE(4), MNK(4), FAIR_DRAW, uiterwijk},
    {ONE(6), ONE(4), MNK(4), FAIR_DRAW, uiterwijk},
    {7, 8, ONE(4), MNK(4), FAIR_DRAW, charatsidis},
    {9, 10, ONE(4), MNK(4), FAIR_BLACK, charatsidis},
    {ONE(5), ONE(5), MNK(4), FAIR_DRAW, uiterwijk},
    {ONE(6), 5, 6, MNK(4), FAIR_BLACK, uiterwijk},
    {ANY_FROM(6), ANY_FROM(5), MNK(4), FAIR_BLACK, herik},
    {UP_TO(6), UP_TO(6), MNK(5), FAIR_DRAW, herik},
    {ONE(7), ONE(7), MNK(5), FAIR_DRAW, hsu},
    {ONE(8), ONE(8), MNK(5), FAIR_DRAW, hsu},
    {ONE(15), ONE(15), MNK(5), FAIR_BLACK, allis},
    {ONE(19), ONE(19), MNK(5), FAIR_BLACK, herik},
    {EVERYWHERE, MNK(5), FAIR_BLACK, allis},
    /* Several stones, on the infinite board. */
    {EVERYWHERE, 6, 2, 3, FAIR_PROVED, FAIR_BLACK, "new-family §5, Corollary 3"},
    {EVERYWHERE, 19, 17, 7, FAIR_PROVED, FAIR_BLACK, "new-family §2.2, after Corollary 2"},
    {EVERYWHERE, 12, 10, 3, FAIR_PROVED, FAIR_WHITE, "new-family §2.2, after Corollary 2"},
    {EVERYWHERE, 6, 2, 3, FAIR_PROVED, FAIR_BLACK, connect623},
    {ONE(19), ONE(19), 6, 2, 3, FAIR_PROVED, FAIR_BLACK, connect623},
    {ONE(59), ONE(59), 6, 2, 3, FAIR_PROVED, FAIR_BLACK, connect623},
    {ONE(99), ONE(99), 6, 2, 3, FAIR_PROVED, FAIR_BLACK, connect623},
    /* δ = 3, what is proved by certificates that the checker accepts. */
    {TABLE1(4, 1), FAIR_PROVED, FAIR_BLACK, certificate},
    {TABLE1(5, 1), FAIR_PROVED, FAIR_BLACK, certificate},
    {TABLE1(6, 1), FAIR_PROVED, FAIR_WHITE, certificate},
    {TABLE1(6, 3), FAIR_PROVED, FAIR_BLACK, certificate},
    {TABLE1(7, 1), FAIR_PROVED, FAIR_WHITE, certificate},
    {TABLE1(7, 4), FAIR_PROVED, FAIR_BLACK, certificate},
    {TABLE1(8, 1), FAIR_PROVED, FAIR_WHITE, certificate},
    {TABLE1(8, 5), FAIR_PROVED, FAIR_BLACK, certificate},
    {TABLE1(9, 1), FAIR_PROVED, FAIR_WHITE, certificate},
    {TABLE1(9, 6), FAIR_PROVED, FAIR_BLACK, certificate},
    {ONE(19), ONE(19), 6, 3, 1, FAIR_PROVED, FAIR_WHITE, certificate},
    /* δ = 3: rows q of the table, each the sharpest. */
    {TABLE1(4, 1), FAIR_INFORMAL, FAIR_BLACK, table1},
    {TABLE1(5, 1), FAIR_INFORMAL, FAIR_BLACK, table1},
    {TABLE1(6, 2), FAIR_INFORMAL, FAIR_WHITE, table1},
    {TABLE1(6, 3), FAIR_INFORMAL, FAIR_BLACK, table1},
    {TABLE1(7, 2), FAIR_INFORMAL, FAIR_WHITE, table1},
    {TABLE1(7, 3), FAIR_CLAIMED, FAIR_BLACK, table1},
    {TABLE1(7, 4), FAIR_INFORMAL, FAIR_BLACK, table1},
    {TABLE1(8, 2), FAIR_INFORMAL, FAIR_WHITE, table1},
    {TABLE1(8, 3), FAIR_CLAIMED, FAIR_BLACK, table1},
    {TABLE1(8, 4), FAIR_INFORMAL, FAIR_BLACK, table1},
    {TABLE1(9, 2), FAIR_INFORMAL, FAIR_WHITE, table1},
    {TABLE1(9, 4), FAIR_CLAIMED, FAIR_WHITE, table1},
    {TABLE1(9, 5), FAIR_INFORMAL, FAIR_BLACK, table1},
    /* What players believe. */
    {EVERYWHERE, 6, 2, 2, FAIR_CLAIMED, FAIR_BLACK, "new-family §2.4"},
    {ONE(19), ONE(19), 6, 2, 2, FAIR_CLAIMED, FAIR_BLACK,
     "drawn-k-in-a-row §5, a conjecture of most players"},
    {0, 0, 0, 0, 0, 0, 0, FAIR_REMARK, 0, ""},
};
