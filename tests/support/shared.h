/* Certificates of version 3 to attack checkers with: any turns, repeated wherever they repeat. */
#ifndef SUPPORT_SHARED_H
#define SUPPORT_SHARED_H

#include "connect/proof/cert.h"

/* The turns (one without stones is an unsolved mark) as version 3, with definitions begun and ended by chance and repeated by chance
 * where they can be. Returns the bytes, which the caller frees. */
char *shared_certificate(const struct cert_claim *claim, const struct squares *turn, size_t turns,
                         struct rng *r, size_t *size);

/* One of the bytes changed, or some more or fewer; the header with the claim is left alone in most. */
char *shared_change(const char *bytes, size_t header, size_t *size, struct rng *r);

/* The certificate of version 1 or 2 with the same items; NULL if it cannot be read to its end. The caller frees it. */
char *shared_expand(const char *bytes, size_t size, size_t *out);

#endif
