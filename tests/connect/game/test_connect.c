/* The Connect family behind the seam: what is its own there. What every game owes is in tests/play/games. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "connect/game/connect.h"

static struct game *game_of(const char *rules, const char *stones)
{
    return connect_take(test_game(rules, stones));
}

static void rules_and_positions_go_both_ways(void **state)
{
    (void)state;
    struct rules r = test_rules("15,15,5,1,1,exact");
    struct game_rules text = connect_game_rules(&r);
    struct rules again = connect_rules(&text);
    assert_true(rules_equal(&r, &again));
    struct game *g = game_of("connect6", "j10 k11 i11 a1");
    assert_int_equal(connect_threats(g)->position->stones, 4);
    assert_int_equal(game_plies(g), 4);
    assert_int_equal(game_to_move(g), BLACK);
    assert_int_equal(g->kind->left(g), 1);
    game_free(g);
    struct game_rules go = test_any("go9");
    g = game_new(&go);
    assert_null(connect_threats(g));
    game_free(g);
}

/* A row that can be completed, and more threats than can be stopped, decide; fewer do not. */
static void threats_decide(void **state)
{
    (void)state;
    static const struct {
        const char *stones;
        enum outcome who;
    } cases[] = {
        {"", OUTCOME_OPEN},
        {"j10 a1 a3 k10 l10 c1 c3 m10 a10 e1 e3", OUTCOME_BLACK}, /* four in a row, and Black to move */
        {"j10 a1 a3 k10 l10 c1 c3 m10 a10", OUTCOME_OPEN},        /* White can stop it */
        {"j10 a1 a3 k10 l10 c1 c3 m10 j11 s1 s19 j12 j13",
         OUTCOME_BLACK}, /* two fours with open ends: not all can be stopped */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct game *g = game_of("connect6", cases[i].stones);
        struct err why = {""};
        assert_int_equal(connect_decided(connect_threats(g), &why), cases[i].who);
        assert_int_equal(why.text[0] != '\0', cases[i].who != OUTCOME_OPEN);
        game_free(g);
    }
}

struct reading {
    int games, bad;
    char last[400];
};

static bool take(void *context, size_t number, struct game *g, const struct game_info *info,
                 const struct err *bad)
{
    struct reading *r = context;
    (void)number;
    if (!g) {
        r->bad++;
        snprintf(r->last, sizeof r->last, "%s", bad->text);
        return true;
    }
    r->games++;
    assert_non_null(info);
    return true;
}

static void records_come_and_go(void **state)
{
    (void)state;
    struct game *g = game_of("connect6", "j10 k11 i11");
    struct game_info info = {.name = {"Ann", "Bob"}, .result = "B+", .said = OUTCOME_BLACK};
    struct buf b = BUF_EMPTY;
    game_write(g, &info, &b);
    assert_non_null(strstr(buf_str(&b), "PB[Ann]"));
    buf_text(&b, "(;SZ[19]GM[4];B[jj];W[jj])");
    struct reading r = {0, 0, ""};
    struct err e;
    assert_true(g->kind->read(buf_str(&b), b.len, &(struct game_reading){.whole = false}, take, &r, &e));
    assert_int_equal(r.games, 1);
    assert_int_equal(r.bad, 1);
    assert_non_null(strstr(r.last, "occupied"));
    buf_free(&b);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_and_positions_go_both_ways),
        cmocka_unit_test(threats_decide),
        cmocka_unit_test(records_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
