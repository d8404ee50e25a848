/* The bytes of a certificate, versions 1 to 3, that its writer and reader share; docs/certificates.md describes
 * them. */
#ifndef CONNECT_PROOF_CERT_BYTES_H
#define CONNECT_PROOF_CERT_BYTES_H

#include "connect/board/square.h"

#define CERT_MAGIC "HEXCERT"

enum {
    CERT_MAGIC_SIZE = 7,
    CERT_VERSION = 1,
    CERT_VERSION_EXACT = 2,  /* written for exact games alone */
    CERT_VERSION_SHARED = 3, /* with definitions and references */

    /* flags of the claim */
    CERT_FLAG_WHITE_ATTACKS = 1,
    CERT_FLAG_WHITE_MOVES = 2,
    CERT_FLAG_INFINITE = 4,
    CERT_FLAG_PARTIAL = 8,
    CERT_FLAGS = 15,
    CERT_FLAG_EXACT = 16, /* in versions 2 and 3 */

    /* A stone at most CERT_REACH columns and rows from the one before it is one byte below
     * CERT_NEAR_CODES. */
    CERT_REACH = 7,
    CERT_SPAN = 2 * CERT_REACH + 1,
    CERT_NEAR_CODES = CERT_SPAN * CERT_SPAN,
    CERT_CODE_LENGTH = 225,
    CERT_CODE_FAR = 226,
    CERT_CODE_UNSOLVED = 227,
    CERT_CODE_BEGIN = 228,     /* in version 3, as all below 255: a definition */
    CERT_CODE_FINISH = 229,    /* its end */
    CERT_CODE_REFERENCE = 230, /* its distance follows */
    CERT_CODE_NEAR = 231,      /* + its distance − 1 */
    CERT_NEAR_MOST = 24,
    CERT_CODE_END = 255,

    /* Items of version 3 that are repeated: so many at most, and so many more for every byte of the file. */
    CERT_REPEATED_MOST = 1 << 20,
    CERT_REPEATED_EACH = 1 << 10,
};

/* What the first stone is measured from. */
static inline square cert_start_square(const struct rules *r)
{
    return square_at(r->m / 2, r->n / 2);
}

#endif
