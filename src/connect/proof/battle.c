/* Stones placed and taken back with their lists; see battle.h. */
#include "connect/proof/battle.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

enum { FIRST_STONES = 64 };

static void push(struct battle *b, square s, enum side side)
{
    struct stone_list *l = &b->stone[side];
    l->s = mem_grow(l->s, &l->room, (size_t)l->n + 1, sizeof *l->s);
    l->s[l->n++] = s;
    if (side == b->attacker)
        b->attack_hash ^= position_stone_key(s, side);
}

struct battle *battle_new(const struct position *p, enum side attacker)
{
    struct battle *b = mem_zero(1, sizeof *b);
    b->position = position_copy(p);
    b->threats = threats_new(b->position);
    b->attacker = attacker;
    b->defender = side_other(attacker);
    b->seen = mem_zero((size_t)b->threats->segments->count + 1, sizeof *b->seen);
    for (int side = BLACK; side <= WHITE; side++)
        b->stone[side].s = mem_grow(NULL, &b->stone[side].room, FIRST_STONES, sizeof(square));
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            push(b, s, p->cell[s] == CELL_BLACK ? BLACK : WHITE);
    b->stone[BLACK].first = b->stone[BLACK].n;
    b->stone[WHITE].first = b->stone[WHITE].n;
    return b;
}

void battle_free(struct battle *b)
{
    if (b) {
        threats_free(b->threats);
        position_free(b->position);
        free(b->stone[BLACK].s);
        free(b->stone[WHITE].s);
        free(b->seen);
        free(b);
    }
}

void battle_limit(struct battle *b, const struct deadline *until)
{
    b->pulse = (struct pulse){.until = until};
    threats_limit(b->threats, until);
}

void battle_place(struct battle *b, square s)
{
    push(b, s, b->position->to_move);
    threats_place(b->threats, s);
}

int battle_turn(struct battle *b, const square *s, int n, bool pass)
{
    struct position *p = b->position;
    enum side side = p->to_move;
    int before = p->plies;
    for (int i = 0; i < n && p->outcome == OUTCOME_OPEN; i++)
        battle_place(b, s[i]);
    if (pass && p->outcome == OUTCOME_OPEN && p->to_move == side)
        threats_pass(b->threats);
    return p->plies - before;
}

void battle_back(struct battle *b, int plies)
{
    struct position *p = b->position;
    for (; plies > 0; plies--) {
        struct ply last = p->ply[p->plies - 1];
        threats_undo(b->threats);
        if (last.at == SQUARE_NONE)
            continue;
        struct stone_list *l = &b->stone[last.side];
        l->n--;
        assert(l->s[l->n] == last.at);
        if ((enum side)last.side == b->attacker)
            b->attack_hash ^= position_stone_key(last.at, b->attacker);
    }
}
