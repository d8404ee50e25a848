/* A forcing win (connect/forcing/forcing.h) as a certificate.
 *
 * The search's tree is the strategy; the verifier asks it turn by turn, and what it answers is written down.
 * So there is one checker for every claim of a win, and it knows nothing of trees. */
#ifndef CONNECT_PROOF_FORCED_H
#define CONNECT_PROOF_FORCED_H

#include "base/buf.h"
#include "connect/forcing/forcing.h"

enum {
    FORCED_NODES = 1 << 20,      /* of the tree, at the most */
    FORCED_TURNS_MOST = 1 << 24, /* of the certificate */
};

enum forced_status {
    FORCED_WRITTEN,
    FORCED_STOPPED,  /* the deadline came first */
    FORCED_TOO_LONG, /* more than FORCED_NODES or FORCED_TURNS_MOST */
    FORCED_WRONG,    /* the tree does not win: an error of the search */
};

/* After `f` has found a win of the side to move from the tracker's position: appends its certificate to
 * `out`, which is left as it was if that fails. `turns` gets the turns that were written. */
enum forced_status forced_certify(struct forcing *f, struct threats *t, const struct deadline *until,
                                  struct buf *out, uint64_t *turns);

#endif
