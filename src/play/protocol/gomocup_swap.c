/* Openings for swap2; see gomocup_swap.h. */
#include "play/protocol/gomocup_swap.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"

/* Openings that are looked at, stones that each may take, and the side of the square that the stones are drawn from. */
enum { DRAWN = 12, NODES = 3000, BOX = 7 };

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* Three different squares near each other, anywhere on the board. */
static void draw(const struct rules *r, struct rng *rng, square out[SWAP_STONES])
{
    int wide = least_of(r->m, BOX), high = least_of(r->n, BOX);
    int x = (int)rng_below(rng, (uint32_t)(r->m - wide + 1)),
        y = (int)rng_below(rng, (uint32_t)(r->n - high + 1));
    for (int n = 0; n < SWAP_STONES;) {
        out[n] = square_at(x + (int)rng_below(rng, (uint32_t)wide), y + (int)rng_below(rng, (uint32_t)high));
        bool new = true;
        for (int i = 0; i < n; i++)
            new = new &&out[i] != out[n];
        n += new;
    }
}

static bool place(struct seat *s, const square stone[SWAP_STONES], struct err *e)
{
    bool ok = true;
    for (int i = 0; ok && i < SWAP_STONES; i++)
        ok = seat_stone(s, i % 2 ? WHITE : BLACK, stone[i], e);
    return ok && (seat_position(s)->outcome == OUTCOME_OPEN || err_set(e, "three stones end the game"));
}

bool swap_opening(struct seat *s, uint64_t number, double seconds, square out[SWAP_STONES], struct err *e)
{
    const struct rules r = seat_position(s)->rules;
    uint64_t own = seat_options(s)->limits.work.nodes;
    const struct engine_limits limits = {.work.nodes = own && own < NODES ? own : NODES,
                                         .work.seconds = seconds / DRAWN,
                                         .work.stop = seat_options(s)->limits.work.stop};
    struct report *report = mem_zero(1, sizeof *report);
    struct rng rng;
    double best = INFINITY;
    bool ok = r.m * r.n > SWAP_STONES || err_set(e, "no room for three stones");
    rng_seed(&rng, rng_mix(seat_options(s)->chooser.seed + rng_mix(number + 1)));
    for (int i = 0; ok && i < DRAWN; i++) {
        square stone[SWAP_STONES];
        draw(&r, &rng, stone);
        ok = place(s, stone, e) && seat_judge(s, &limits, report, e);
        double uneven = ok && report->n ? fabs(report->line[0].chance - 0.5) : 0.5;
        for (int j = 0; ok && uneven < best && j < SWAP_STONES; j++)
            out[j] = stone[j];
        best = fmin(best, uneven);
        seat_clear(s, NULL);
    }
    free(report);
    return ok;
}
