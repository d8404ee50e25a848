/* Segments of exact games; see flanks.h. Each segment that a stone touches is taken out of all counts, changed,
 * and put back: plainer and slower than the free game's way. */
#include "connect/threat/flanks.h"

#include <stdlib.h>

#include "base/mem.h"

struct flanks {
    uint16_t *stones;  /* by segment: the counts of both sides, as in a state of the free game */
    uint8_t *flank[2]; /* by side and segment: stones of the side next to its ends, 0 … 2 */
};

bool flanks_dead(const struct flanks *f, int segment, enum side side)
{
    return f->flank[side][segment] > 0;
}

static uint16_t state_of(const struct flanks *f, int id)
{
    uint16_t stones = f->stones[id];
    int black = segment_count(stones, BLACK), white = segment_count(stones, WHITE);
    bool no_black = white || flanks_dead(f, id, BLACK), no_white = black || flanks_dead(f, id, WHITE);
    if (!no_black || !no_white || (black && white))
        return stones;
    return (uint16_t)((black ? black : SEGMENT_DEAD) * SEGMENT_BLACK +
                      (white ? white : SEGMENT_DEAD) * SEGMENT_WHITE);
}

static bool is_threat(const struct threats *t, int id, enum side side)
{
    return threats_open(t, id, side) && segment_count(t->state[id], side) >= rules_delta(&t->position->rules);
}

/* Counts a segment as it is, or stops counting it. */
static void count(struct threats *t, int id, bool in)
{
    if (in)
        t->state[id] = state_of(t->flanks, id);
    t->by_state[t->state[id] / SEGMENT_BLACK].count += in ? 1 : -1u;
    for (int side = BLACK; side <= WHITE; side++) {
        if (t->state[id] == 0 && flanks_dead(t->flanks, id, (enum side)side))
            t->dead_empty[side] += in ? 1 : -1;
        if (is_threat(t, id, (enum side)side)) {
            (in ? segment_list_add : segment_list_remove)(&t->threat[side], id);
            t->number[side] = -1;
        }
    }
}

static void change(struct threats *t, square s, enum side side, int by)
{
    struct flanks *f = t->flanks;
    const struct segments *g = t->segments;
    int unit = by * (side == BLACK ? SEGMENT_BLACK : SEGMENT_WHITE);
    for (int d = 0; d < DIRECTIONS; d++) {
        const struct span *span = &g->at[s][d];
        if (!span->line)
            continue;
        for (int id = span->first; id < span->first + span->count; id++) {
            count(t, id, false);
            f->stones[id] = (uint16_t)(f->stones[id] + unit);
            count(t, id, true);
        }
        /* The segments that end before the square and begin after it. */
        const struct line *line = &g->line[span->line];
        int k = g->rules.k, flanked[2] = {span->place - k, span->place + 1};
        for (int i = 0; i < 2; i++) {
            if (flanked[i] < 0 || flanked[i] > line->length - k)
                continue;
            int id = line->first + flanked[i];
            count(t, id, false);
            f->flank[side][id] = (uint8_t)(f->flank[side][id] + by);
            count(t, id, true);
        }
    }
}

struct flanks *flanks_new(const struct threats *t)
{
    struct flanks *f = mem_zero(1, sizeof *f);
    size_t all = (size_t)t->segments->count;
    f->stones = mem_zero(all, sizeof *f->stones);
    for (int side = BLACK; side <= WHITE; side++)
        f->flank[side] = mem_zero(all, sizeof *f->flank[side]);
    return f;
}

void flanks_free(struct flanks *f)
{
    if (f) {
        free(f->stones);
        free(f->flank[BLACK]);
        free(f->flank[WHITE]);
        free(f);
    }
}

void flanks_place(struct threats *t, square s, enum side side)
{
    change(t, s, side, 1);
}

void flanks_remove(struct threats *t, square s, enum side side)
{
    change(t, s, side, -1);
}
