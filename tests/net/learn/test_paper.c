/* What experiments of the paper want: the reduced features, a fixed rate that is halved in the end. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "go/game.h"
#include "go/planes.h"
#include "net/learn/train.h"

enum { SIDE = 5, SQUARES = SIDE * SIDE };

/* Nine planes, swapped and hidden as all are, then moved to the front. */
static void test_reduced(void **state)
{
    (void)state;
    static const int kept[] = {0, 1, 2, 3, 4, 5, 6, 13, 14};
    const struct game_planes *d = &go_game_planes;
    uint8_t all[GO_PLANES * SQUARES], bytes[GO_PLANES * SQUARES];
    struct rng r;
    rng_seed(&r, 4);
    for (size_t i = 0; i < sizeof all; i++)
        all[i] = rng_below(&r, 2) & 1;
    assert_int_equal(d->reduced, 9);
    for (int hide = 0; hide < 2; hide++)
        for (int swap = 0; swap < 2; swap++) {
            memcpy(bytes, all, sizeof all);
            assert_int_equal(game_planes_show(d, bytes, 9, SQUARES, 1, !swap, hide, hide), swap ? 0 : 1);
            for (int i = 0; i < 9; i++) {
                int from = swap && i < 2 ? 1 - i : kept[i];
                for (int p = 0; p < SQUARES; p++)
                    assert_int_equal(bytes[i * SQUARES + p],
                                     hide && kept[i] == 14 ? 0 : all[from * SQUARES + p]);
            }
        }
    memcpy(bytes, all, sizeof all);
    game_planes_show(d, bytes, GO_PLANES, SQUARES, 0, false, false, false);
    assert_memory_equal(bytes, all, sizeof all);
}

static void test_serves(void **state)
{
    (void)state;
    assert_true(game_planes_serve(&go_game_planes, 36) && game_planes_serve(&go_game_planes, 27) &&
                game_planes_serve(&go_game_planes, 9));
    assert_false(game_planes_serve(&go_game_planes, 35) || game_planes_serve(&go_game_planes, 37) ||
                 game_planes_serve(&go_game_planes, 0));
    assert_true(game_planes_serve(&connect_game_planes, 48) && game_planes_serve(&connect_game_planes, 40));
    assert_false(game_planes_serve(&connect_game_planes, 9) || game_planes_serve(&connect_game_planes, 0));
}

static void near(float a, float b)
{
    assert_true(a > 0.999f * b && a < 1.001f * b);
}

static void test_rates(void **state)
{
    (void)state;
    struct train_options o = train_defaults();
    o.batch = 4;
    o.samples = 4 * 1000;
    o.rate = 0.128f;
    near(train_rate(&o, 24), 0.128f * 0.49f);
    near(train_rate(&o, 50), 0.128f * 0.9995f / 0.9500f * 0.95f);
    near(train_rate(&o, 999), 0.128f * 0.0005f / 0.95f);
    o.constant = true;
    near(train_rate(&o, 0), 0.128f);
    near(train_rate(&o, 999), 0.128f);
    o.halvings = 3;
    near(train_rate(&o, 899), 0.128f);
    near(train_rate(&o, 900), 0.064f);
    near(train_rate(&o, 940), 0.032f);
    near(train_rate(&o, 999), 0.016f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reduced),
        cmocka_unit_test(test_serves),
        cmocka_unit_test(test_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
