/* Positions of the Connect family as planes, against plain counts. */
#include "support/boards.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/game/planes.h"

/* Most stones of `owner` on a segment through a square that the other side has none on, written from the definition. */
static int plain_most(const struct position *p, square s, enum side owner, int direction, int *count)
{
    int best = 0;
    *count = 0;
    for (int shift = 0; shift < p->rules.k; shift++) {
        int stones = 0, at = s - shift * direction_step[direction];
        bool open = true;
        for (int j = 0; open && j < p->rules.k; j++, at += direction_step[direction]) {
            int col = at & (SQUARE_STRIDE - 1), row = at / SQUARE_STRIDE - 1;
            open =
                at > 0 && square_on_board(&p->rules, col, row) && p->cell[at] != cell_of(side_other(owner));
            stones += open && p->cell[at] == cell_of(owner);
        }
        if (!open || stones < best)
            continue;
        *count = stones > best ? 1 : *count + 1;
        best = stones;
    }
    return best;
}

static void check_planes(const struct position *p, const uint8_t *planes)
{
    const struct rules *r = &p->rules;
    int points = r->m * r->n;
    for (int i = 0; i < points; i++) {
        square s = connect_square(r, i);
        assert_int_equal(planes[i], p->cell[s] == cell_of(p->to_move));
        assert_int_equal(planes[2 * points + i], p->cell[s] == CELL_EMPTY);
        for (int side = 0; side < 2 && p->cell[s] == CELL_EMPTY; side++) {
            int have[5] = {0};
            for (int d = 0; d < DIRECTIONS; d++) {
                int count, most = plain_most(p, s, side ? side_other(p->to_move) : p->to_move, d, &count);
                if (most > 0 && r->k - 1 - most < 5)
                    have[r->k - 1 - most]++;
            }
            for (int k = 0; k < 5; k++) {
                const uint8_t *plane = planes + (10 + 13 * side + k) * points;
                assert_int_equal(plane[i], have[k] >= 1);
                assert_int_equal(plane[5 * points + i], have[k] >= 2);
            }
        }
    }
}

/* Own rating first, whoever is to move. */
static void check_ratings(const struct position *p, const int rating[2], const uint8_t *planes)
{
    size_t points = (size_t)(p->rules.m * p->rules.n);
    for (int i = 0; i < 8; i++) {
        int has = rating[i < 4 ? p->to_move : side_other(p->to_move)];
        bool set = i % 4 == 0 ? has > 0 : has >= 1800 + i % 4 * 200;
        const uint8_t *plane = planes + (size_t)(40 + i) * points;
        for (size_t at = 0; at < points; at++)
            assert_int_equal(plane[at], set);
    }
}

static void test_planes(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6", "9,9,5,1,1", "8,6,4,2,1", "9,9,5,2,1,exact"};
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        size_t size = (size_t)(CONNECT_PLANES * r.m * r.n);
        struct position *p = position_new(&r), *turned = position_new(&r);
        struct threats *t = threats_new(p), *u = threats_new(turned);
        struct connect_planes *c = connect_planes_new(&r);
        uint8_t *a = mem_zero(size, 1), *b = mem_zero(size, 1);
        int symmetry = symmetry_count(&r) - 1;
        const int rating[2] = {g == 0 ? 0 : 1500, g < 2 ? 2200 : 2399};
        for (int i = 0; i < 40 && p->outcome == OUTCOME_OPEN; i++) {
            square s;
            do
                s = square_at((int)rng_below(&rng, (uint32_t)r.m), (int)rng_below(&rng, (uint32_t)r.n));
            while (p->cell[s] != CELL_EMPTY);
            threats_place(t, s);
            threats_place(u, symmetry_square(&r, symmetry, s));
            if (p->outcome != OUTCOME_OPEN)
                break;
            connect_planes_fill(c, t, rating, a);
            connect_planes_fill(c, u, rating, b);
            check_ratings(p, rating, a);
            if (!r.exact)
                check_planes(p, a);
            for (int plane = 0; plane < CONNECT_PLANES; plane++) /* a turned board has turned planes */
                for (int point = 0; point < r.m * r.n; point++) {
                    int to = connect_point(&r, symmetry_square(&r, symmetry, connect_square(&r, point)));
                    if (a[plane * r.m * r.n + point] != b[plane * r.m * r.n + to])
                        fail_msg("%s: plane %d is not turned with the board", games[g], plane);
                }
        }
        connect_planes_free(c);
        threats_free(t);
        threats_free(u);
        position_free(p);
        position_free(turned);
        free(a);
        free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
