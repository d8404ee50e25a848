/* Weights that a symmetry of the board ties together.
 *
 * A symmetry s of the square moves the taps of a filter; and where a tensor's channels come in eight orientations
 * (channel = base * 8 + orientation, the regular representation of p4m) also those. A layer commutes with all symmetries
 * if and only if w(s out, s in, s tap) = w(out, in, tap). So the weights of an orbit are one parameter, numbered by the
 * least of them. With plain channels this gives isotropic filters (the paper, section 4); with orientations it
 * gives group convolutions, which may have any filters and still see all eight boards alike. */
#ifndef NET_TIE_H
#define NET_TIE_H

#include "net/net.h"

/* Fills net->tie and net->parameters; layers and weights are there. */
void net_tie(struct net *n);

/* What the composition of two symmetries is (game/symmetry.h numbers them): first b, then a. */
int net_symmetry_product(int a, int b);

/* Where a symmetry of a square board of that side takes a point. */
int net_symmetry_point(int symmetry, int side, int point);

#endif
