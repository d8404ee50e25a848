/* The proofs that clients walk through at the moment: checked once, then kept in memory for a while. */
#ifndef SERVER_API_GUIDES_H
#define SERVER_API_GUIDES_H

#include "connect/proof/guide.h"

struct guides;

struct guides *guides_new(void);
void guides_free(struct guides *g);

/* A checked proof, with what the check found. It stays as it is while somebody holds it. */
struct guides_entry {
    struct guide *guide;
    uint64_t turns;
    int depth;
    bool reachable;
    struct squares *open; /* of a partial claim */
    size_t opens;
};

/* The proof that these bytes are: as it was kept, or checked now; the holder releases it. What is kept is found by all of its
 * bytes, so that a name can come to stand for another proof at any moment. NULL with the verdict and a message if it is
 * not accepted. */
struct guides_entry *guides_hold(struct guides *g, const char *bytes, size_t len,
                                 const struct deadline *until, enum check_verdict *verdict, struct err *e);
void guides_release(struct guides *g, struct guides_entry *x);

#endif
