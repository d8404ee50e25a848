/* What searches for proofs say of themselves in JSON: every count of the tables under its name, as it is in the result. */
#include "support/boards.h"

#include "json/proof.h"

static json_int_t whole(const json_t *j, const char *name)
{
    const json_t *x = json_object_get(j, name);
    if (!json_is_integer(x))
        fail_msg("'%s' is no whole number", name);
    return json_integer_value(x);
}

static void a_win_is_told_with_its_counts(void **state)
{
    (void)state;
    struct position *p = test_game("9,9,3,1,1", "");
    struct buf bytes = BUF_EMPTY;
    struct solve_job job = {.position = p, .attacker = BLACK, .order = 2, .bytes = &bytes};
    struct solve_result r;
    struct err e;
    assert_true(solve_run(&job, &r, &e));
    assert_int_equal(r.status, SOLVE_WON);
    json_t *j = proof_solve_json(&r);
    assert_string_equal(json_string_value(json_object_get(j, "status")), "won");
    assert_string_equal(json_string_value(json_object_get(j, "kind")), solve_kind(&r));
    assert_int_equal(json_array_size(json_object_get(j, "turn")), 1);
    assert_true(r.nodes > 0 && r.proof_nodes > 0 && r.deepest > 1 && r.root_calls > 0);
    assert_int_equal(whole(j, "nodes"), r.nodes);
    assert_int_equal(whole(j, "proof_nodes"), r.proof_nodes);
    assert_int_equal(whole(j, "depth"), r.deepest);
    assert_int_equal(whole(j, "verifier_calls"), r.root_calls);
    assert_int_equal(whole(j, "zone_squares"), r.root_zone);
    assert_int_equal(whole(j, "full_turns"), r.root_full);
    assert_true(json_real_value(json_object_get(j, "verify_seconds")) == r.verify_seconds);
    assert_null(json_object_get(j, "why"));
    json_decref(j);

    struct check_result c;
    assert_int_equal(check_bytes(bytes.text, bytes.len, NULL, &c), CHECK_ACCEPTED);
    j = proof_check_json(&c);
    assert_true(c.turns > 0 && c.depth > 1 && c.whole > 0 && c.null > 0);
    assert_int_equal(whole(j, "turns"), c.turns);
    assert_int_equal(whole(j, "depth"), c.depth);
    assert_int_equal(whole(j, "whole_defences"), c.whole);
    assert_int_equal(whole(j, "semi_null"), c.semi_null);
    assert_int_equal(whole(j, "null"), c.null);
    json_decref(j);
    check_result_free(&c);
    buf_free(&bytes);
    position_free(p);
}

static void no_win_is_told_with_its_reason(void **state)
{
    (void)state;
    struct position *p = test_game("5,5,4,1,1", "");
    struct solve_job job = {.position = p, .attacker = WHITE, .order = 1};
    struct solve_result r;
    struct err e;
    assert_true(solve_run(&job, &r, &e));
    json_t *j = proof_solve_json(&r);
    assert_string_equal(json_string_value(json_object_get(j, "status")), "unknown");
    assert_string_equal(json_string_value(json_object_get(j, "why")), r.why);
    assert_int_equal(whole(j, "nodes"), r.nodes);
    assert_null(json_object_get(j, "proof_nodes"));
    json_decref(j);
    position_free(p);
}

static void a_verification_is_told_with_its_counts(void **state)
{
    (void)state;
    struct position *p = test_game("9,9,4,1,1", "e5 a1 e6");
    struct defences_job job = {.position = p, .order = 2, .threads = 1, .limits.nodes = 1000};
    struct defences_result r;
    struct err e;
    assert_true(defences_run(&job, &r, &e));
    json_t *j = proof_defences_json(&r);
    assert_true(r.losing + r.open > 0 && r.nodes > 0);
    assert_int_equal(whole(j, "losing"), r.losing);
    assert_int_equal(whole(j, "left"), r.open);
    assert_int_equal(whole(j, "parts"), r.parts);
    assert_int_equal(whole(j, "parts_open"), r.parts_open);
    assert_int_equal(whole(j, "nodes"), r.nodes);
    assert_true(json_real_value(json_object_get(j, "seconds")) == r.seconds);
    json_decref(j);
    defences_result_free(&r);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_is_told_with_its_counts),
        cmocka_unit_test(no_win_is_told_with_its_reason),
        cmocka_unit_test(a_verification_is_told_with_its_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
