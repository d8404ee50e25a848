/* A certificate as version 3: every part of it that is there more than once is written once. */
#ifndef CONNECT_PROOF_COMPACT_H
#define CONNECT_PROOF_COMPACT_H

#include "connect/proof/check.h"

/* Checks what the reader, fresh from its opening, holds and appends it as version 3 to `out`; written out it is what was read,
 * item by item. With any other verdict than CHECK_ACCEPTED nothing is appended, and `result` says why, as check_run does.
 * The caller frees the result in any case. */
enum check_verdict compact(struct cert_reader *r, const struct deadline *until, struct buf *out,
                           struct check_result *result);

/* The other way round: writes every item that the reader, fresh from its opening, holds. False with a message if it cannot be
 * read. The writer stays open. */
bool expand(struct cert_reader *r, struct cert_writer *w, struct err *e);

#endif
