/* What a proof consists of, gathered while its certificate is checked. */
#ifndef CONNECT_PROOF_STATS_H
#define CONNECT_PROOF_STATS_H

#include "connect/proof/check.h"

enum { PROOF_EVERYWHERE = -1 }; /* the size of a zone that is every empty square */

/* A turn of the attacker whose subtree is being gone through; the first one stands for the position
 * itself. */
struct proof_frame {
    int order;   /* of the turn, by what was seen so far */
    int threats; /* the attacker's after it, p + 1 for more than p; 0 is none */
    bool answered;
};

struct proof_stats {
    struct rules rules;
    bool attacker_first;
    /* the result */
    int order;          /* SPEC 3: of the win; every turn is of this order at most */
    bool ordered;       /* false: some defence is unsolved, there is no order */
    int fewest_threats; /* made by a turn that does not end the game */
    int null_zone;      /* at the first defender node: the squares that one stone must be on, or 0 */
    uint64_t first_whole, first_parts; /* defences answered there: whole turns, parts of turns */
    /* while it goes on */
    struct proof_frame *frame;
    int depth;
    size_t frame_room;
    int last_order;
};

void proof_stats_start(struct proof_stats *s, const struct cert_claim *claim);
void proof_stats_free(struct proof_stats *s);
/* For check_watch: `user` is the struct proof_stats. */
bool proof_stats_event(void *user, const struct check_event *e);
/* After an accepted check. */
void proof_stats_finish(struct proof_stats *s);

/* "VCDT", "VCST" or "VCNT" (SPEC 3) */
const char *proof_stats_kind(const struct proof_stats *s);

/* Squares in zone i, or PROOF_EVERYWHERE. */
int proof_zone_size(const struct check_zones *z, int i);

#endif
