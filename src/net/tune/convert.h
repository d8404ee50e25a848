/* From floating point to the whole numbers that are played with, and back. */
#ifndef NET_TUNE_CONVERT_H
#define NET_TUNE_CONVERT_H

#include "net/tune/net.h"

/* Fills weights from a net's numbers; what is past the bounds of weights.h is cut, so that the result always
 * passes weights_check. */
void convert_to_weights(const float *numbers, struct weights *w);

/* Fills a net's numbers, of weights->classes and p heads. */
void convert_to_net(const struct weights *w, float *numbers);

#endif
