/* What is known of the positions of a report; see known.h. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "store/explorer/known.h"

static struct explorer_proof proof_of(const struct known_answer *k)
{
    struct explorer_proof p = {.proved = k->what == KNOWN_PROVED,
                               .weighed = k->what == KNOWN_WEIGHED,
                               .attacker = k->attacker,
                               .depth = k->depth,
                               .turns = k->turns,
                               .pn = k->pn,
                               .dn = k->dn};
    memcpy(p.name, k->name, sizeof p.name);
    return p;
}

/* Puts the mover's winning turn first, if it is not among the turns. */
static void add_winning(struct explorer_report *r, const struct known_answer *k)
{
    for (size_t i = 0; i < r->turns; i++)
        if (squares_same(&r->turn[i].squares, &k->turn))
            return;
    r->turn = mem_resize(r->turn, r->turns + 1, sizeof *r->turn);
    memmove(r->turn + 1, r->turn, r->turns * sizeof *r->turn);
    r->turn[0] = (struct explorer_turn){.squares = k->turn};
    r->turns++;
    r->turns_all++;
}

void known_judge(struct known *k, const struct position *p, struct explorer_report *r)
{
    struct known_answer a;
    if (known_empty(k) || p->outcome != OUTCOME_OPEN)
        return;
    struct position *next = position_copy(p);
    known_look(k, p, &a);
    if (a.what != KNOWN_NOTHING)
        r->proof = proof_of(&a);
    if (a.what == KNOWN_PROVED && a.attacker == p->to_move)
        add_winning(r, &a);
    for (size_t i = 0; i < r->turns; i++) {
        const struct squares *turn = &r->turn[i].squares;
        int n = 0;
        for (; n < turn->n && position_legal_square(next, turn->s[n]); n++)
            position_place(next, turn->s[n]);
        if (next->outcome == OUTCOME_OPEN) {
            known_look(k, next, &a);
            if (a.what != KNOWN_NOTHING)
                r->turn[i].proof = proof_of(&a);
        }
        for (; n > 0; n--)
            position_undo(next);
    }
    position_free(next);
}
