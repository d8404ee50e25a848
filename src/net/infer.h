/* A net at play: one position at a time, forward only, with nothing but this program.
 *
 * On processors with AVX2 the convolutions are tiles of 6 points x 16 channels in registers (infer_avx2.c), with AVX-512 14 x 32; elsewhere the
 * layers in plain C do it. Both add in their own order, so that results differ in the last digits; on one machine they are
 * always the same. A handle is used by one thread at a time. */
#ifndef NET_INFER_H
#define NET_INFER_H

#include <stdint.h>

#include "net/net.h"

struct net_infer;

/* The best there is, AVX2 at the most, or plain C. */
enum net_infer_with { NET_INFER_BEST, NET_INFER_AVX2, NET_INFER_PLAIN };

/* For a board of that size, which the net must be able to see (net_sees). The net must outlive it. */
struct net_infer *net_infer_new(const struct net *n, const float *parameter, int width, int height,
                                enum net_infer_with with);
void net_infer_free(struct net_infer *i);

/* Can the net see a board of that size? */
bool net_sees(const struct net *n, int width, int height);

/* Runs the net on planes ([plane][point], 0 or 1). Writes the policy's log-odds of one of the outputs, by point, and
 * returns the log-odds of winning, 0 if the net has no value. */
float net_infer_run(struct net_infer *i, const uint8_t *planes, int head, float *policy);

/* What it runs with: "AVX-512", "AVX2", "plain C". */
const char *net_infer_name(const struct net_infer *i);

#endif
