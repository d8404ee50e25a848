/* Rules and positions in JSON, as docs/json.md has them. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "game/game.h"
#include "json/game.h"
#include "json/report.h"

static void assert_json(json_t *j, const char *expected)
{
    char *text = json_dumps(j, JSON_COMPACT);
    assert_string_equal(text, expected);
    free(text);
    json_decref(j);
}

static void positions_have_one_shape(void **state)
{
    (void)state;
    struct position *p = test_game("4,2,3,1,1,exact", "a1 a2 b1 c2 d1 d2 c1"); /* four in a row: no end */
    assert_json(
        game_position_json(p),
        "{\"rules\":[4,2,3,1,1,\"exact\"],\"to_move\":\"white\",\"left\":1,\"outcome\":\"open\",\"win_row\":"
        "[],\"stones\":7,\"black\":[\"a1\",\"b1\",\"c1\",\"d1\"],\"white\":[\"a2\",\"c2\",\"d2\"],\"played\":"
        "[\"a1\",\"a2\",\"b1\",\"c2\",\"d1\",\"d2\",\"c1\"]}");
    position_free(p);
    p = test_game("4,2,3,1,1", "a1 a2 b1 c2 c1");
    json_t *j = game_position_json(p);
    assert_int_equal(json_integer_value(json_object_get(j, "left")), 0);
    assert_string_equal(json_string_value(json_object_get(j, "outcome")), "black");
    assert_int_equal(json_array_size(json_object_get(j, "win_row")), 3);
    json_decref(j);
    position_free(p);
}

static void rules_are_read_as_they_are_written(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6", "gomoku-exact", "127,1,63,63,63,exact"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct rules r = test_rules(games[i]), back;
        struct err e;
        json_t *o = json_pack("{s:o}", "rules", game_rules_json(&r));
        assert_true(game_rules(o, &back, &e));
        assert_true(rules_equal(&r, &back));
        json_decref(o);
    }
    static const char *const wrong[] = {"[15,15,5,1,1,1]",       "[15,15,5,1,1,\"Exact\"]",
                                        "[15,15,5,1,\"exact\"]", "[15,15,5,1,1,true]",
                                        "[15,15,5,1,1,null]",    "[15,15,5,1,1,\"exact\",1]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct rules r;
        struct err e;
        json_t *o = json_pack("{s:o}", "rules", json_loads(wrong[i], 0, NULL));
        assert_false(game_rules(o, &r, &e));
        assert_non_null(strstr(e.text, "five whole numbers"));
        json_decref(o);
    }
}

static void reports_have_one_shape(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10");
    struct report r = {.n = 1, .depth = 3, .reached = 4, .nodes = 20, .seconds = 0.5, .hash_permill = 7};
    r.line[0] = (struct report_line){.n = 2, .value = 5, .chance = 0.5};
    r.line[0].move[0] = test_square(p, "k11");
    r.line[0].move[1] = test_square(p, "i11");
    struct buf out = BUF_EMPTY;
    report_write(&r, p, &(struct report_frame){.final = true}, &out);
    assert_string_equal(
        buf_str(&out),
        "{\"to_move\":\"white\",\"left\":2,\"depth\":3,\"reached\":4,\"nodes\":20,\"seconds\":0.500,"
        "\"hash_permill\":7,\"lines\":[{\"turn\":[\"k11\",\"i11\"],\"line\":[\"k11\",\"i11\"],"
        "\"value\":5,\"chance\":0.5000,\"mate\":0,\"likely\":0}],\"final\":true}");
    buf_free(&out);
    position_free(p);
}

/* Go: moves as its people write them, visits, and what playouts say. */
static void reports_of_go(void **state)
{
    (void)state;
    json_t *request = json_pack("{s:{s:s, s:[s,s]}}", "game", "rules", "go:2,komi=0.5", "stones", "A1", "B2");
    struct game_asked a;
    struct err e;
    assert_true(game_asked_read(request, true, &a, &e));
    assert_true(a.game && !a.position && game_plies(a.game) == 2);
    json_decref(request);
    struct report r = {.n = 1, .reached = 2, .nodes = 8, .playouts = 8, .score = -1.25, .points = 4};
    game_move b1, pass;
    assert_true(a.game->kind->read_move(a.game, GAME_PEOPLE, "B1", &b1, &e));
    assert_true(a.game->kind->read_move(a.game, GAME_PEOPLE, "pass", &pass, &e));
    r.line[0] = (struct report_line){.n = 2, .chance = 0.25, .visits = 7, .share = 0.5, .value = -50};
    r.line[0].move[0] = b1;
    r.line[0].move[1] = pass;
    r.owner[1] = -100;
    r.owner[3] = 40;
    struct buf out = BUF_EMPTY;
    report_write_game(&r, a.game, &(struct report_frame){.earlier_nodes = 2}, &out);
    assert_string_equal(
        buf_str(&out),
        "{\"to_move\":\"black\",\"left\":1,\"depth\":0,\"reached\":2,\"nodes\":10,\"seconds\":0.000,"
        "\"hash_permill\":0,\"lines\":[{\"turn\":[\"B1\"],\"line\":[\"B1\",\"pass\"],\"value\":-50,"
        "\"chance\":0.2500,\"mate\":0,\"likely\":0,\"visits\":7,\"share\":0.5000}],\"final\":false,"
        "\"playouts\":8,\"score\":-1.25,\"owner\":[0,-100,0,40]}");
    buf_free(&out);
    game_asked_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_have_one_shape),
        cmocka_unit_test(rules_are_read_as_they_are_written),
        cmocka_unit_test(reports_have_one_shape),
        cmocka_unit_test(reports_of_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
