/* Sums over the segments through each square: after any walk the same as counted anew from the cells. */
#include "support/boards.h"

#include "play/agent/sums.h"

/* Four numbers that tell states apart. */
static struct sum worth(const struct rules *r, int black, int white, const void *context)
{
    int base = *(const int *)context;
    return (struct sum){{black * base + white, black && white ? 0 : black * black, white * white, r->k}};
}

/* Counted from the cells, every segment through the square. */
static struct sum plain(const struct position *p, square s, int base)
{
    static const int dcol[] = {1, 0, 1, 1}, drow[] = {0, 1, 1, -1};
    struct sum sum = {{0}};
    for (int d = 0; d < 4; d++)
        for (int back = 0; back < p->rules.k; back++) {
            int count[2] = {0, 0}, i;
            for (i = 0; i < p->rules.k; i++) {
                int col = square_col(s) + (i - back) * dcol[d], row = square_row(s) + (i - back) * drow[d];
                if (!square_on_board(&p->rules, col, row))
                    break;
                enum cell c = (enum cell)p->cell[square_at(col, row)];
                count[0] += c == CELL_BLACK;
                count[1] += c == CELL_WHITE;
            }
            if (i < p->rules.k)
                continue;
            struct sum w = worth(&p->rules, count[0], count[1], &base);
            for (int j = 0; j < SUMS_CHANNELS; j++)
                sum.of[j] += w.of[j];
        }
    return sum;
}

static void sums_follow_any_walk(void **state)
{
    (void)state;
    static const char *const games[] = {"9,9,4,1,1", "12,7,5,2,1", "19,19,6,2,1", "6,11,3,3,2"};
    const int base = 100;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int g = 0; g < 4; g++) {
        struct rules r = test_rules(games[g]);
        struct position *p = position_new(&r);
        struct threats *t = threats_new(p);
        struct sums s = {.at = NULL};
        sums_init(&s, &r, worth, &base);
        for (int round = 0; round < test_rounds(60); round++) {
            for (uint64_t steps = rng_below(&rng, 9); steps > 0; steps--) {
                square at = rng_below(&rng, 3) ? test_random_stone(p, &rng) : SQUARE_NONE;
                if (at != SQUARE_NONE)
                    threats_place(t, at);
                else if (p->plies > 0)
                    threats_undo(t);
            }
            sums_update(&s, t);
            for (square at = square_first(); at; at = square_next(&r, at)) {
                struct sum want = plain(p, at, base);
                assert_memory_equal(&s.at[at], &want, sizeof want);
            }
        }
        sums_free(&s);
        threats_free(t);
        position_free(p);
    }
    struct sums none = {.at = NULL};
    sums_free(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_follow_any_walk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
