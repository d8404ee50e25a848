/* Fuzzes walks through proofs: whatever certificate is accepted, every turn that the defender can play is answered, and the attacker
 * wins (unless the claim leaves turns open). The bytes are the certificate; what the defender plays is chance, seeded by them. */
#include <stdlib.h>

#include "base/rng.h"
#include "connect/proof/guide.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 20, TURNS = 100 };

/* A square near a stone, or any. */
static square some_square(const struct position *p, struct rng *r)
{
    int m = p->rules.m, n = p->rules.n;
    square s = square_at((int)rng_below(r, (uint32_t)m), (int)rng_below(r, (uint32_t)n));
    if (p->plies && rng_below(r, 4)) {
        square by = p->ply[rng_below(r, (uint32_t)p->plies)].at;
        int col = square_col(by) + (int)rng_below(r, 5) - 2, row = square_row(by) + (int)rng_below(r, 5) - 2;
        if (by && square_on_board(&p->rules, col, row))
            s = square_at(col, row);
    }
    return s;
}

/* A turn of the proof, a part of one, one with other stones, or any; not always one that can be played. */
static struct squares think_of(const struct guide *g, const struct guide_line *l, struct rng *r)
{
    struct squares turn = {0, {0}};
    struct guide_defence d;
    uint32_t cursor = 0, seen = 0;
    uint32_t length = (uint32_t)position_turn_length(l->position) + (rng_below(r, 16) == 0);
    while (guide_next(g, l->at, &cursor, &d) && seen < 1000)
        if (rng_below(r, ++seen) == 0)
            turn = d.squares;
    if (rng_below(r, 3) == 0)
        turn.n = 0;
    if (rng_below(r, 8) == 0)
        length = rng_below(r, length + 1);
    while (turn.n < (int)length && turn.n < RULES_MAX_TURN)
        turn.s[turn.n++] = some_square(l->position, r);
    return turn;
}

static void follow(const struct guide *g, struct rng *r, const struct deadline *until)
{
    struct guide_line l;
    struct err e;
    guide_start(g, &l);
    for (int i = 0; i < TURNS && !l.ended && !deadline_over(until); i++) {
        struct squares turn = think_of(g, &l, r);
        int plies = l.position->plies;
        if (!guide_play(g, &l, &turn, until, &e) && l.position->plies != plies)
            abort(); /* a turn that is none changes nothing */
    }
    const struct guide_step *last = l.steps ? &l.step[l.steps - 1] : NULL;
    bool open = last && last->why == GUIDE_OPEN;
    if (open && !guide_claim(g)->partial)
        abort();
    if (l.ended && !open && l.position->outcome != outcome_win(guide_claim(g)->attacker))
        abort();
    guide_line_free(&l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cert_reader *reader = cert_reader_bytes(data, size, NULL);
    struct guide *g = NULL;
    if (reader) {
        struct deadline until = deadline_in(0, 2, CPU_THREAD, NULL);
        struct check_result result;
        struct rng rng;
        uint64_t seed = size;
        for (size_t i = 0; i < size; i++)
            seed = rng_mix(seed ^ data[i]) + 1;
        rng_seed(&rng, seed);
        guide_open(reader, &until, &g, &result);
        for (int i = 0; g && i < LINES; i++)
            follow(g, &rng, &until);
        check_result_free(&result);
    }
    guide_free(g);
    cert_reader_free(reader);
    return 0;
}
