/* The rules End, (a) and (b); see zone_parts.h.
 *
 * Only segments near the defender's stones are looked at: with r = δ−1 zones a segment counts only if the
 * defender has a stone on it, so the cost does not grow with the board. Where δ is too small for that, or the
 * defender's turn longer than p, all segments are. */
#include "connect/proof/zone_parts.h"

static void add_segment(struct zones *z, const struct battle *b, int segment, int turn)
{
    uint16_t state = b->threats->state[segment];
    if (!threats_open(b->threats, segment, b->defender))
        return;
    int empties = b->position->rules.k - segment_count(state, b->defender);
    int level = empties > turn ? empties - turn : 1;
    if (level > z->r)
        return;
    const struct segment *g = &b->threats->segments->segment[segment];
    int step = direction_step[g->direction], at = g->start;
    for (int i = b->position->rules.k; i > 0; i--, at += step)
        if (b->position->cell[at] == CELL_EMPTY)
            zones_add(z, (square)at, level);
}

void zones_counter(struct zones *z, struct battle *b, int turn)
{
    const struct segments *g = b->threats->segments;
    if (z->r + turn >= b->position->rules.k) {
        battle_late(b, 8 * g->count); /* the next node will see what it says */
        for (int i = 0; i < g->count; i++)
            add_segment(z, b, i, turn);
        return;
    }
    const struct stone_list *stones = &b->stone[b->defender];
    uint32_t stamp = ++b->stamp;
    for (int i = 0; i < stones->n; i++)
        for (int d = 0; d < DIRECTIONS; d++) {
            const struct span *span = &g->at[stones->s[i]][d];
            for (int id = span->first; id < span->first + span->count; id++)
                if (b->seen[id] != stamp) {
                    b->seen[id] = stamp;
                    add_segment(z, b, id, turn);
                }
        }
}

void zones_end(struct zones *z, struct battle *b)
{
    zones_counter(z, b, 0);
}

void zones_threats(struct zones *z, const struct battle *b)
{
    const struct segment_list *l = &b->threats->threat[b->attacker];
    for (int i = 0; i < l->n; i++) {
        square e[RULES_MAX_K];
        zones_add_all(z, e, threats_segment_empties(b->threats, l->id[i], e), 1);
    }
}
