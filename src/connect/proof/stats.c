/* Gathering what a proof consists of; see stats.h. */
#include "connect/proof/stats.h"

#include <stdlib.h>

#include "base/mem.h"

static struct proof_frame *push(struct proof_stats *s, bool won)
{
    s->frame = mem_grow(s->frame, &s->frame_room, (size_t)s->depth + 1, sizeof *s->frame);
    struct proof_frame *f = &s->frame[s->depth++];
    *f = (struct proof_frame){won ? 0 : 1, s->rules.p + 1, false};
    return f;
}

void proof_stats_start(struct proof_stats *s, const struct cert_claim *claim)
{
    *s = (struct proof_stats){.rules = claim->position->rules,
                              .attacker_first = claim->position->to_move == claim->attacker,
                              .ordered = true,
                              .fewest_threats = claim->position->rules.p + 1};
    push(s, false);
}

void proof_stats_free(struct proof_stats *s)
{
    free(s->frame);
    s->frame = NULL;
}

int proof_zone_size(const struct check_zones *z, int i)
{
    int n = 0;
    if (check_zones_all(z, i))
        return PROOF_EVERYWHERE;
    for (int j = 0; j < z->n; j++)
        n += z->first[z->at[j]] <= i;
    return n;
}

/* Is the defence one of the first defender node? */
static bool at_first_node(const struct proof_stats *s)
{
    return s->depth == (s->attacker_first ? 2 : 1);
}

/* A null or semi-null defence that leaves j stones unplaced and loses by order i makes the turn before it one
 * of order i+j; a loss at once (order 0) asks for nothing. */
static void defence_done(struct proof_stats *s, const struct check_event *e)
{
    struct proof_frame *f = &s->frame[s->depth - 1];
    int order = s->last_order > 0 ? s->last_order + e->unplaced : 0;
    if (order > f->order)
        f->order = order;
    s->ordered = s->ordered && !e->unsolved;
    if (!at_first_node(s))
        return;
    if (e->unplaced == 0)
        s->first_whole++;
    else
        s->first_parts++;
    if (e->stones == 0)
        s->null_zone = proof_zone_size(e->zones, e->unplaced);
}

static void turn_done(struct proof_stats *s, const struct check_event *e)
{
    struct proof_frame f = s->frame[--s->depth];
    s->last_order = f.order;
    if (e->position->outcome == OUTCOME_OPEN && f.threats < s->fewest_threats)
        s->fewest_threats = f.threats;
}

bool proof_stats_event(void *user, const struct check_event *e)
{
    struct proof_stats *s = user;
    struct proof_frame *f = &s->frame[s->depth - 1];
    switch (e->kind) {
    case CHECK_TURN:
        push(s, e->position->outcome != OUTCOME_OPEN);
        break;
    case CHECK_TURN_DONE:
        turn_done(s, e);
        break;
    case CHECK_DEFENCE:
        /* The first defence is one of the smallest that stop all threats. */
        if (!f->answered)
            f->threats = e->stones;
        f->answered = true;
        break;
    case CHECK_DEFENCE_DONE:
        defence_done(s, e);
        break;
    }
    return true;
}

void proof_stats_finish(struct proof_stats *s)
{
    /* The frame of the position itself has seen either one turn or the defences. */
    s->order = s->attacker_first ? s->last_order : s->frame[0].order;
    if (!s->attacker_first && s->frame[0].threats < s->fewest_threats)
        s->fewest_threats = s->frame[0].threats;
}

const char *proof_stats_kind(const struct proof_stats *s)
{
    return s->fewest_threats >= s->rules.p ? "VCDT" : s->fewest_threats > 0 ? "VCST" : "VCNT";
}
