/* One check while it goes on: what attack, defend and W (check_rules.c) share. */
#ifndef CONNECT_PROOF_CHECK_STATE_H
#define CONNECT_PROOF_CHECK_STATE_H

#include "connect/proof/check.h"
#include "connect/proof/check_board.h"
#include "connect/proof/check_hits.h"
#include "connect/proof/check_memo.h"

struct check {
    struct cert_reader *reader;
    const struct cert_claim *claim;
    const struct check_watch *watch; /* NULL: nobody looks on */
    struct check_result *result;
    struct check_board *board;
    struct rules rules;
    enum side attacker, defender;
    struct check_hits *hits;
    struct check_segments *segments; /* scratch */
    uint64_t work;                   /* that the search for critical defences may still do */
    int nested, depth;               /* calls of W, turns of the attacker on this line */
    int deepest;    /* the largest depth below the turn that is kept in mind (check_memo.h) */
    bool remembers; /* repetitions need not be gone through */
    int asking;     /* zones that decide what is checked: they must be those of the rules, not larger */
    struct check_memo memo;
    size_t waiting, sets_bytes; /* critical defences, bytes of covered sets at the nodes of this line */
    struct check_zones **spare; /* zones not in use */
    size_t spares, spare_room;
    size_t zones_bytes; /* of all of them, in use or not */
    struct pulse pulse; /* looks at the watcher's deadline */
};

/* Notes the reason and the line of stones. Returns false. */
bool check_reject(struct check *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#ifdef __clang_analyzer__ /* as in base/err.h */
#define check_reject(...) ((void)(check_reject)(__VA_ARGS__), false)
#endif

/* Tells whoever looks on. False if they have seen enough. */
bool check_tell(struct check *c, struct check_event e);

/* So much more was done: false if the time is over, or too much memory in use. */
bool check_go_on(struct check *c, int steps);

/* Zones without a square, and back again when they are not needed any more. */
struct check_zones *check_zones_get(struct check *c);
void check_zones_put(struct check *c, struct check_zones *z);

/* The traversal, from either side: checks that the attacker wins the position on the board. The zones go into
 * z, which is empty, or NULL if nothing hangs on them. Where the attacker's turn may be missing, `unsolved` says whether it is; else it is
 * NULL. `root`: it is the position of the claim. */
bool check_attack(struct check *c, struct check_zones *z, bool *unsolved);
bool check_defend(struct check *c, struct check_zones *z, bool root);

#endif
