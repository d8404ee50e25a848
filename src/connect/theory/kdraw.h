/* From which k on Connect(k, p) is drawn: the bounds of the papers side by side.
 *
 * Connect(k, p) is the collection of Connect(m,n,k,p,q) games for all m, n and 0 ≤ q ≤ p. */
#ifndef CONNECT_THEORY_KDRAW_H
#define CONNECT_THEORY_KDRAW_H

#include "base/buf.h"

/* Theorem 2 of drawn-k-in-a-row-games: 3p+3d−1 with P(d−1) < p ≤ P(d), P(d) = 2^d−d−2; p ≥ 1. */
long long kdraw_theorem2(long long p, int *d);

/* 4p+7 (Hsieh and Tsai). */
long long kdraw_hsieh_tsai(long long p);

/* The least k with k−p ≥ 80·log2(p)+160, for p ≥ 1000 (Pluhár 2002); 0 for smaller p. */
long long kdraw_pluhar(long long p);

/* The least bound known: 8 for p = 1 (Zetters), 11 for p = 2 (Theorem 1), otherwise the least of the above.
 * `why` gets the name of the result, if not NULL. */
long long kdraw(long long p, const char **why);

/* A picture of k/p against p, from 1 to `most`. */
void kdraw_svg(long long most, struct buf *out);

#endif
