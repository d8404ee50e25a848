/* Random positions; see scatter.h. */
#include "support/scatter.h"

#include <stdio.h>

/* More stones of the side on a line from s, some of its squares left out: something that can become a row. */
static void plant(struct position *p, square s, enum cell side, int stones, struct rng *rng)
{
    int step = direction_step[rng_below(rng, DIRECTIONS)];
    int more = (int)rng_below(rng, (uint32_t)(rules_delta(&p->rules) + 1));
    for (int i = 1; i < p->rules.k && more > 0 && p->stones < stones; i++) {
        s = (square)(s + step);
        if (p->cell[s] != CELL_EMPTY)
            return;
        if (rng_below(rng, 3)) {
            position_setup(p, s, side);
            more--;
        }
    }
}

static bool try_scatter(struct position *p, int window, int stones, struct rng *rng)
{
    const struct rules *r = &p->rules;
    int wide = window < r->m ? window : r->m, high = window < r->n ? window : r->n;
    int col = (int)rng_below(rng, (uint32_t)(r->m - wide + 1));
    int row = (int)rng_below(rng, (uint32_t)(r->n - high + 1));
    position_clear(p);
    while (p->stones < stones) {
        square s =
            square_at(col + (int)rng_below(rng, (uint32_t)wide), row + (int)rng_below(rng, (uint32_t)high));
        enum cell side = rng_below(rng, 2) ? CELL_WHITE : CELL_BLACK;
        if (p->cell[s] != CELL_EMPTY || !rng_below(rng, 4)) {
            stones--;
            continue;
        }
        position_setup(p, s, side);
        if (rng_below(rng, 2))
            plant(p, s, side, stones, rng);
    }
    int left = rng_below(rng, 3) ? r->p : 1 + (int)rng_below(rng, (uint32_t)r->p);
    return position_settle(p, rng_below(rng, 2) ? BLACK : WHITE, left, NULL) && p->outcome == OUTCOME_OPEN;
}

struct position *scatter(const struct rules *r, int window, int stones, struct rng *rng)
{
    struct position *p = position_new(r);
    while (!try_scatter(p, window, stones, rng))
        stones -= stones > 0;
    return p;
}

struct position *scatter_game(const struct rules *r, int empty, struct rng *rng)
{
    struct position *p = position_new(r);
    while (p->empty > empty) {
        square s = test_random_stone(p, rng);
        if (s) {
            position_place(p, s);
        } else { /* again, and if it always ends early, with fewer stones */
            position_clear(p);
            empty += rng_below(rng, 8) == 0;
        }
    }
    return p;
}

const char *scatter_text(const struct position *p)
{
    static char text[8192];
    char rules[RULES_TEXT], name[SQUARE_TEXT];
    int n = snprintf(text, sizeof text, "%s", rules_format(&p->rules, rules));
    for (int cell = CELL_BLACK; cell <= CELL_WHITE; cell++) {
        n += snprintf(text + n, sizeof text - (size_t)n, cell == CELL_BLACK ? "; Black" : "; White");
        for (square s = square_first(); s; s = square_next(&p->rules, s))
            if (p->cell[s] == cell && n < (int)sizeof text - 64)
                n += snprintf(text + n, sizeof text - (size_t)n, " %s", square_format(s, name));
    }
    snprintf(text + n, sizeof text - (size_t)n, "; %s to place %d", side_name(p->to_move), p->left);
    return text;
}
