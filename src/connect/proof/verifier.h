/* The verifier V(P, S) of SPEC 4.2: does the attacker win P with strategy S, and with which zones?
 *
 * The strategy is a function that is asked for the attacker's turn. The order in which it is asked is the one
 * of certificates (docs/certificates.md), so a certificate is the list of its answers.
 *
 * It is independent of the searches on purpose: the tracker's threats and zones of its own (zone_parts.h), not
 * the forcing search's, so that an error there is found here and not repeated.
 *
 * On the way the verifier finds the order of the win (SPEC 3), the threats its turns make, and whether it
 * holds on the infinite board (SPEC 4.6). */
#ifndef CONNECT_PROOF_VERIFIER_H
#define CONNECT_PROOF_VERIFIER_H

#include <stdbool.h>
#include <stdint.h>

#include "connect/forcing/zone.h"
#include "connect/proof/battle.h"

/* What the verifier asks its user. Every function gets `ctx`; the battle is left as it was found. */
struct strategy {
    void *ctx;
    /* The attacker is to move: its turn. False if there is none (the win fails). `order` is the most that
     * the definition of Λ-order leaves for this node, `depth` the number of attacker's turns on the path
     * to it. */
    bool (*turn)(void *ctx, struct battle *b, int depth, int order, struct squares *turn);
    /* May be NULL. The attacker is to move: if the win and its zones are known already, adds them to `z` and
     * returns the order of the win, else −1. Not asked where no zones are wanted. */
    int (*known)(void *ctx, struct battle *b, struct zones *z);
    /* May be NULL. The attacker, to move, was verified to win with these zones; `partial` tells that the
     * defender has given up stones, so that the zones are what the node was verified for. */
    void (*proved)(void *ctx, struct battle *b, const struct squares *turn, const struct zones *z, int order,
                   bool partial);
    /* May be NULL. Asked now and then; true ends the work, as failed. */
    bool (*stop)(void *ctx);
    /* May be NULL. A win failed after this defence of the position before it. */
    void (*refuted)(void *ctx, const struct squares *defence);
};

struct verifier {
    struct battle *battle;
    struct strategy strategy;
    struct zones **pool; /* zones in use by nodes under way, then spare ones */
    size_t pooled, pool_room, pool_used;
    int unreal; /* given-up turns on the path */
    int depth;

    /* What was found; set them to nought with verifier_reset. */
    uint64_t attacks, defends; /* nodes: attacker, defender to move */
    uint64_t root_calls;       /* sub-verifiers called by the first defender node */
    uint64_t root_zone;        /* squares enumerated at its null move */
    uint64_t root_full;        /* its full defences */
    int deepest;               /* attacker turns on the longest path */
    int fewest_threats;        /* least number of threats of a turn outside null and semi-null lines */
    int margin;                /* squares between the stones and the nearest edge, at the least */
    bool everywhere;           /* a zone was "every empty square", or past δ−1, where it was enumerated */
};

/* Verifies what the battle shows, whenever it is asked. The caller frees it, not the battle. */
struct verifier *verifier_new(struct battle *b, const struct strategy *s);
void verifier_free(struct verifier *v);
void verifier_reset(struct verifier *v);

/* Does the attacker win the battle's position, which is open? Returns the order of the win, at most `order`
 * if the strategy keeps to what it is told, or −1; `z` (cleared by the caller; NULL if
 * they are not wanted) gets the zones. */
int verifier_run(struct verifier *v, int order, struct zones *z);

/* Does the proof just verified hold on the infinite board? */
bool verifier_infinite(const struct verifier *v);

/* The order that is left after a defence that gives up d stones. */
static inline int order_after(int order, int d)
{
    return d == 0 ? order : order > d ? order - d : 0;
}

#endif
