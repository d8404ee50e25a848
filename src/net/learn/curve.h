/* The learning curve as a picture. */
#ifndef NET_LEARN_CURVE_H
#define NET_LEARN_CURVE_H

#include "base/buf.h"
#include "net/learn/train.h"

/* Appends SVG: losses of the policy and shares of first choices, learned and tested, over positions. */
void curve_svg(const struct train_state *s, const char *title, struct buf *out);

#endif
