/* Solved and studied games, with their sources; see fairness.h. Results for one q carry over to others by
 * strategy stealing, so only the sharpest q is listed.
 *
 * A win on one board says nothing about another, except where the proof keeps clear of the edges: a
 * certificate for the infinite board holds on every board that has room for all its stones and k−1 squares
 * around them, since no row through them knows of the edges then. A test works these sizes out from the
 * certificates. */
#include "connect/theory/fairness.h"

#define ANY_FROM(a)  a, FAIR_INFINITE
#define UP_TO(a)     1, a
#define JUST(a)      a, a
#define SQUARE(a)    JUST(a), JUST(a)
#define EVERYWHERE   SQUARE(FAIR_INFINITE)
#define MNK(k)       k, 1, 1, FAIR_PROVED
#define FROM(a)      ANY_FROM(a), ANY_FROM(a)
#define TABLE1(k, q) EVERYWHERE, k, (k)-3, q
#define CERTIFIED    FAIR_PROVED, FAIR_BLACK, certificate

static const char herik[] = "van den Herik, Uiterwijk, van Rijswijck 2002 (solved mnk-games)";
static const char uiterwijk[] = "Uiterwijk 2019 (Solving Strong and Weak 4-in-a-Row)";
static const char charatsidis[] = "Charatsidis 2017 (thesis, a single source)";
static const char hsu[] = "Hsu et al. 2020 (TCS 815)";
static const char allis[] = "Allis 1994";
static const char certificate[] = "our certificates of `hexad solve`, bench/results/theory-boards.md";
static const char connect623[] = "our certificates of `hexad solve`, bench/results/proof-connect623.md, "
                                 "theory-boards.md";
static const char table1[] = "new-family §2.3, Table 1";

const struct fair_known fair_known[] = {
    /* One stone a turn: sides m and n, k in a row. */
    {SQUARE(3), MNK(3), FAIR_DRAW, herik},
    {ANY_FROM(4), ANY_FROM(3), MNK(3), FAIR_BLACK, herik},
    {SQUARE(4), MNK(4), FAIR_DRAW, uiterwijk},
    {JUST(5), JUST(4), MNK(4), FAIR_DRAW, uiterwijk},
    {JUST(6), JUST(4), MNK(4), FAIR_DRAW, uiterwijk},
    {7, 8, JUST(4), MNK(4), FAIR_DRAW, charatsidis},
    {9, 10, JUST(4), MNK(4), FAIR_BLACK, charatsidis},
    {SQUARE(5), MNK(4), FAIR_DRAW, uiterwijk},
    {JUST(6), 5, 6, MNK(4), FAIR_BLACK, uiterwijk},
    {ANY_FROM(6), ANY_FROM(5), MNK(4), FAIR_BLACK, herik},
    {UP_TO(6), UP_TO(6), MNK(5), FAIR_DRAW, herik},
    {SQUARE(7), MNK(5), FAIR_DRAW, hsu},
    {SQUARE(8), MNK(5), FAIR_DRAW, hsu},
    {SQUARE(15), MNK(5), FAIR_BLACK, allis},
    {SQUARE(19), MNK(5), FAIR_BLACK, herik},
    {EVERYWHERE, MNK(5), FAIR_BLACK, allis},
    /* Several stones, on the infinite board. */
    {EVERYWHERE, 6, 2, 3, FAIR_PROVED, FAIR_BLACK, "new-family §5, Corollary 3"},
    {EVERYWHERE, 19, 17, 7, FAIR_PROVED, FAIR_BLACK, "new-family §2.2, after Corollary 2"},
    {EVERYWHERE, 12, 10, 3, FAIR_PROVED, FAIR_WHITE, "new-family §2.2, after Corollary 2"},
    {FROM(24), 6, 2, 3, FAIR_PROVED, FAIR_BLACK, connect623},
    {SQUARE(15), 6, 2, 3, FAIR_PROVED, FAIR_BLACK, connect623},
    {SQUARE(19), 6, 2, 3, FAIR_PROVED, FAIR_BLACK, connect623},
    /* δ = 2 and 3, what is proved by certificates that the checker accepts. White's hold after any first
     * stone, where there are no edges. */
    {EVERYWHERE, 4, 2, 1, FAIR_PROVED, FAIR_WHITE, certificate},
    {FROM(12), 4, 2, 2, CERTIFIED},
    {EVERYWHERE, 5, 3, 1, FAIR_PROVED, FAIR_WHITE, certificate},
    {FROM(24), 5, 3, 2, CERTIFIED},
    {EVERYWHERE, 6, 4, 1, FAIR_PROVED, FAIR_WHITE, certificate},
    {FROM(13), 6, 4, 3, CERTIFIED},
    {EVERYWHERE, 7, 5, 1, FAIR_PROVED, FAIR_WHITE, certificate},
    {FROM(14), 7, 5, 3, CERTIFIED},
    {EVERYWHERE, 8, 6, 1, FAIR_PROVED, FAIR_WHITE, certificate},
    {FROM(16), 4, 1, 1, CERTIFIED},
    {FROM(24), 5, 2, 1, CERTIFIED},
    {SQUARE(15), 5, 2, 1, CERTIFIED},
    {SQUARE(19), 5, 2, 1, CERTIFIED},
    {FROM(20), 6, 3, 3, CERTIFIED},
    {SQUARE(15), 6, 3, 3, CERTIFIED},
    {SQUARE(19), 6, 3, 3, CERTIFIED},
    {FROM(35), 7, 4, 4, CERTIFIED},
    {SQUARE(15), 7, 4, 4, CERTIFIED},
    {SQUARE(19), 7, 4, 4, CERTIFIED},
    {FROM(34), 8, 5, 5, CERTIFIED},
    {SQUARE(15), 8, 5, 5, CERTIFIED},
    {SQUARE(19), 8, 5, 5, CERTIFIED},
    {FROM(33), 9, 6, 6, CERTIFIED},
    {SQUARE(15), 9, 6, 6, CERTIFIED},
    {SQUARE(19), 9, 6, 6, CERTIFIED},
    {TABLE1(6, 1), FAIR_PROVED, FAIR_WHITE, certificate},
    {TABLE1(7, 1), FAIR_PROVED, FAIR_WHITE, certificate},
    {TABLE1(8, 1), FAIR_PROVED, FAIR_WHITE, certificate},
    {TABLE1(9, 1), FAIR_PROVED, FAIR_WHITE, certificate},
    {SQUARE(19), 6, 3, 1, FAIR_PROVED, FAIR_WHITE, certificate},
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
    {SQUARE(19), 6, 2, 2, FAIR_CLAIMED, FAIR_BLACK, "drawn-k-in-a-row §5, a conjecture of most players"},
    {0, 0, 0, 0, 0, 0, 0, FAIR_REMARK, 0, ""},
};
