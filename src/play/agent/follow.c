/* Following a position by its plies; see follow.h. */
#include "play/agent/follow.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void follow_free(struct follow *f)
{
    free(f->ply);
    free(f->changed);
    *f = (struct follow){.started = false};
}

static bool same_ply(struct ply a, struct ply b)
{
    return a.at == b.at && a.side == b.side;
}

/* Adds the stones of these plies to the list of changes and to the hash; returns how many are in the list. */
static int note(struct follow *f, const struct ply *ply, int from, int to, int n)
{
    for (int i = from; i < to; i++)
        if (ply[i].at != SQUARE_NONE) {
            f->hash ^= position_stone_key(ply[i].at, (enum side)ply[i].side);
            f->changed[n++] = ply[i].at;
        }
    return n;
}

int follow_look(struct follow *f, const struct position *p, const square **changed)
{
    int common = 0, most = f->plies < p->plies ? f->plies : p->plies, n = -1;
    while (common < most && same_ply(f->ply[common], p->ply[common]))
        common++;
    int steps = f->plies + p->plies - 2 * common;
    /* More steps than stones: a new look at everything is cheaper. */
    if (f->started && steps <= p->stones + 2) {
        f->changed = mem_grow(f->changed, &f->changed_room, (size_t)steps + 1, sizeof *f->changed);
        n = note(f, f->ply, common, f->plies, 0);
        n = note(f, p->ply, common, p->plies, n);
        if (f->hash != p->hash)
            n = -1;
    }
    if (n < 0)
        common = 0;
    f->ply = mem_grow(f->ply, &f->ply_room, (size_t)p->plies + 1, sizeof *f->ply);
    if (p->plies > common)
        memcpy(f->ply + common, p->ply + common, (size_t)(p->plies - common) * sizeof *f->ply);
    f->started = true;
    f->plies = p->plies;
    f->hash = p->hash;
    *changed = f->changed;
    return n;
}
