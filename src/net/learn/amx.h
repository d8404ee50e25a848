/* Convolutions by the matrix tiles (AMX) that some processors have: several times the speed of vectors.
 *
 * What is multiplied is rounded to bf16 (8 bits of mantissa) and added up in floats; tensors between layers, parameters and
 * gradients are floats as with the other kernels. */
#ifndef NET_LEARN_AMX_H
#define NET_LEARN_AMX_H

#include "base/err.h"
#include "net/run.h"

/* The kernels, or NULL with the reason: there are no tiles here. Depthwise layers, which have too little to multiply for
 * them, are left to oneDNN, or to plain C without it. */
const struct net_kernels *amx_kernels(struct err *e);

#endif
