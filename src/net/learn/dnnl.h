/* Convolutions by oneDNN, for training: the one file that knows it is dnnl.c. */
#ifndef NET_LEARN_DNNL_H
#define NET_LEARN_DNNL_H

#include "base/err.h"
#include "net/run.h"

/* The kernels, or NULL with the reason: this program was built without them, or the library is not there. It is
 * opened when it is first asked for, so that nobody who does not train needs it or waits for it. */
const struct net_kernels *dnnl_kernels(struct err *e);

/* Seconds of processor time that oneDNN itself took since the last call, in the thread that asks; counting begins with the
 * first call. */
double dnnl_seconds(void);

#endif
