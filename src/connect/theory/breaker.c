/* Chooses the strategy of a game and its kind of board; the parallelograms. See breaker.h. */
#include "connect/theory/breaker.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/theory/breaker_strip.h"
#include "connect/theory/kdraw.h"
#include "connect/theory/mb_solve.h"
#include "connect/theory/tiles.h"

struct breaker {
    struct rules rules;
    int h, w; /* of the parallelograms; 0: strips */
    int l;    /* of the strips */
    struct mb_board board;
    struct mb_solver *solver;
};

struct breaker *breaker_new(const struct rules *r, struct err *e)
{
    char game[RULES_TEXT];
    long long least = kdraw(r->p, NULL);
    if (r->k < least || r->q > r->p) {
        err_set(e, "no drawing strategy is known for %s: it needs k >= %lld and q <= p",
                rules_format(r, game), least);
        return NULL;
    }
    struct breaker *b = mem_zero(1, sizeof *b);
    b->rules = *r;
    if (r->p <= 2) {
        b->h = r->p == 1 ? 3 : 4;
        b->w = r->p == 1 ? 4 : 6;
        bool built = mb_builtin(r->p == 1 ? "P(3,4)" : "B2", &b->board, NULL);
        assert(built);
        (void)built;
        struct mb_game g = {&b->board, r->p, -1};
        b->solver = mb_solver_new(&g, NULL);
    } else {
        int d;
        kdraw_theorem2(r->p, &d);
        b->l = r->p + d;
    }
    return b;
}

void breaker_free(struct breaker *b)
{
    if (b) {
        mb_solver_free(b->solver);
        free(b);
    }
}

/* What stands on a tile; squares off the board are the breaker's. `cells` gets the squares. */
static void read_tile(const struct breaker *b, const struct position *p, int tile, int band, mb_set *black,
                      mb_set *white, square cells[MB_SQUARES])
{
    *black = *white = 0;
    for (int i = 0; i < b->board.squares; i++) {
        struct tile_place at = {tile, band, i % b->w, i / b->w};
        int x, y;
        tile_square(b->h, b->w, &at, &x, &y);
        bool on = square_on_board(&p->rules, x, y);
        cells[i] = on ? square_at(x, y) : SQUARE_NONE;
        if (!on || p->cell[cells[i]] == cell_of(p->to_move))
            *white |= mb_bit(i);
        else if (p->cell[cells[i]] != CELL_EMPTY)
            *black |= mb_bit(i);
    }
}

/* The fewest stones that make the tile safe again. */
static void answer_tile(struct breaker *b, const struct position *p, int tile, int band, struct squares *out)
{
    mb_set black, white, reply = 0;
    square cells[MB_SQUARES];
    read_tile(b, p, tile, band, &black, &white, cells);
    if (!black || mb_solve(b->solver, black, white) == MB_DRAWN)
        return;
    int left = position_turn_length(p) - out->n;
    for (int stones = 1; stones <= left; stones++)
        if (mb_reply(b->solver, black, white, stones, &reply) == MB_DRAWN)
            break;
    for (; reply && out->n < position_turn_length(p); reply &= reply - 1)
        out->s[out->n++] = cells[mb_first(reply)];
}

void breaker_answer(struct breaker *b, const struct position *p, struct squares *out)
{
    assert(rules_equal(&b->rules, &p->rules) && p->outcome == OUTCOME_OPEN);
    out->n = 0;
    if (b->l) {
        strip_answer(b->l, p, out);
        return;
    }
    for (int band = 0; band * b->h < p->rules.n; band++)
        for (int tile = -1; (tile - 1) * b->w < p->rules.m; tile++)
            answer_tile(b, p, tile, band, out);
}
