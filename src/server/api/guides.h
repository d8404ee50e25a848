/* The proofs that clients walk through at the moment: checked once, then kept in memory for a while. */
#ifndef SERVER_API_GUIDES_H
#define SERVER_API_GUIDES_H

#include "connect/proof/guide.h"

struct guides;

/* So many bytes of memory may those have together that nobody holds; 0: LIMIT_GUIDES_MEMORY. */
struct guides *guides_new(size_t bytes_most);
size_t guides_bytes_most(const struct guides *g);
void guides_free(struct guides *g);

/* A checked proof, with what the check found. It stays as it is while somebody holds it. */
struct guides_entry {
    struct guide *guide;
    uint64_t turns;
    int depth;
    bool reachable;
    square *
        open; /* turns that a partial claim leaves open, the first GUIDES_OPEN of them, one after the other, */
    size_t opens;    /* so many */
    int open_stones; /* of so many squares */
};

enum { GUIDES_OPEN = 5000 };

struct guides_verdict {
    enum check_verdict check;
    bool too_large; /* for the memory that there is; it was stopped then */
};

/* The proof that these bytes are: as it was kept, or checked now; the holder releases it. What is kept is found by all of its
 * bytes, so that a name can come to stand for another proof at any moment. NULL with the verdict and a message if it is
 * not accepted; stopped, it was too large or out of time. */
struct guides_entry *guides_hold(struct guides *g, const char *bytes, size_t len,
                                 const struct deadline *until, struct guides_verdict *verdict, struct err *e);
void guides_release(struct guides *g, struct guides_entry *x);

#endif
