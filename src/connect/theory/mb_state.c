/* Positions reduced to what counts; see mb_state.h. */
#include "connect/theory/mb_state.h"

#include <string.h>

/* For MBBoard alone: who owns the line also owns the one within it. A bound of stones can be exceeded on the
 * line before it is on the one within. */
static void drop_including(struct mb_view *v)
{
    int kept = 0;
    for (int i = 0; i < v->lines; i++) {
        bool needed = true;
        for (int j = 0; j < v->lines && needed; j++) {
            mb_set a = v->line[j].empty, b = v->line[i].empty;
            /* Of equal ones the first stays; what stands in kept places has been judged already. */
            if (j != i && (a & ~b) == 0 && (a != b || j < i))
                needed = false;
        }
        if (needed)
            v->line[kept++] = v->line[i];
        else
            v->line[i].empty = ~(mb_set)0; /* includes everything: hides no other line */
    }
    v->lines = kept;
}

void mb_view(const struct mb_game *g, mb_set black, mb_set white, struct mb_view *out)
{
    const struct mb_board *b = g->board;
    out->lines = 0;
    for (int l = 0; l < b->lines; l++)
        if (!(b->line[l] & white)) {
            out->line[out->lines].id = l;
            out->line[out->lines].empty = b->line[l] & ~black;
            out->line[out->lines++].slack = mb_bound(g, l) - mb_count(b->line[l] & black);
        }
    if (g->b < 0)
        drop_including(out);
    mb_set on = 0;
    memset(out->through, 0, sizeof out->through);
    for (int i = 0; i < out->lines; i++) {
        mb_set s = b->line[out->line[i].id];
        on |= s;
        for (; s; s &= s - 1)
            out->through[mb_first(s)] |= (uint64_t)1 << i;
    }
    out->state.black = on & black;
    out->state.live = on & ~black;
}

/* The lines of each square, of all that the state has whole. These may be more than the view has: a line that
 * it dropped, because of where the black stones are, may count when they are elsewhere. */
static void lines_through(const struct mb_board *b, struct mb_state state, uint64_t through[MB_SQUARES])
{
    memset(through, 0, MB_SQUARES * sizeof *through);
    for (int l = 0; l < b->lines; l++)
        if (!(b->line[l] & ~(state.black | state.live)))
            for (mb_set s = b->line[l]; s; s &= s - 1)
                through[mb_first(s)] |= (uint64_t)1 << l;
}

/* Among squares on the same lines (exclusive ones apart) the black stones go to the lowest. */
static struct mb_state settle_twins(const struct mb_game *g, const uint8_t *image, struct mb_state state,
                                    const uint64_t through[MB_SQUARES])
{
    struct mb_state out = {0, mb_image(image, state.live & g->board->exclusive)};
    mb_set rest = (state.black | state.live) & ~g->board->exclusive;
    while (rest) {
        int s = mb_first(rest);
        mb_set twins = 0;
        for (mb_set t = rest; t; t &= t - 1)
            if (through[mb_first(t)] == through[s])
                twins |= mb_bit(mb_first(t));
        rest &= ~twins;
        int black = mb_count(twins & state.black);
        for (mb_set t = mb_image(image, twins); t; t &= t - 1)
            if (black-- > 0)
                out.black |= mb_bit(mb_first(t));
            else
                out.live |= mb_bit(mb_first(t));
    }
    return out;
}

struct mb_state mb_canonical(const struct mb_game *g, const struct mb_symmetries *sym, struct mb_state state,
                             bool twins, int *which)
{
    struct mb_state best = {0, 0};
    uint64_t through[MB_SQUARES];
    if (twins)
        lines_through(g->board, state, through);
    for (int i = 0; i < sym->count; i++) {
        const uint8_t *image = sym->image[i];
        struct mb_state s = {mb_image(image, state.black), mb_image(image, state.live)};
        if (twins)
            s = settle_twins(g, image, state, through);
        if (i == 0 || s.live < best.live || (s.live == best.live && s.black < best.black)) {
            best = s;
            if (which)
                *which = i;
        }
    }
    return best;
}
