/* The turns of the hunt: those of the forcing search, all of them; see hunt.h. */
#include <string.h>

#include "base/mem.h"
#include "connect/puzzle/hunt_inner.h"

static void add(void *ctx, const square *turn)
{
    struct hunt *h = ctx;
    h->turn = mem_grow(h->turn, &h->turn_room, h->turns + (size_t)h->p, sizeof *h->turn);
    memcpy(h->turn + h->turns, turn, (size_t)h->p * sizeof *turn);
    h->turns += (size_t)h->p;
}

/* A turn of one stone that makes no threat may be anywhere. */
static void add_quiet(struct hunt *h, size_t from)
{
    const struct field *f = h->field;
    size_t to = h->turns;
    struct edges guard;
    edges_find(f, h->defender, &guard);
    for (int i = 0; i < f->rules.m * f->rules.n; i++) {
        square s = f->at_number[i];
        bool there = f->cell[s] != CELL_EMPTY || !edges_hit(&guard, &s, 1);
        for (size_t j = from; j < to && !there; j++)
            there = h->turn[j] == s;
        if (!there)
            add(h, &s);
    }
}

void hunt_turns(struct hunt *h, int least)
{
    size_t from = h->turns;
    if (!forcing_turns_all(h->maker, h->attacker, least ? least : 1, add, h))
        h->cut = true; /* not told rather than told wrong */
    if (least == 0)
        add_quiet(h, from);
}
