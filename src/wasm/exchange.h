/* Questions that are being answered, in the place of the transport's (server/transport/transport.h): its functions of the
 * same names are here, for one client and without sockets. */
#ifndef WASM_EXCHANGE_H
#define WASM_EXCHANGE_H

#include <stdatomic.h>

#include "server/transport/transport.h"

struct exchange *exchange_new(int id);
/* The one of this number, held until it is dropped; NULL if it was answered. */
struct exchange *exchange_find(int id);
atomic_bool *exchange_gone_flag(struct exchange *x);

/* An answer was given; whoever defines it takes the body. */
void exchange_told(int id, struct transport_answer *a);

#endif
