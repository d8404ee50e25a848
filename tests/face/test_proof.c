/* Proofs through the public face: solving into memory and files, and checking what comes from there. */
#include "face/using.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static hexad_verdict check(hexad_proof *p)
{
    hexad_verdict v;
    assert_ok(hexad_proof_check(p, NULL, &v, &error));
    return v;
}

/* A game that Black wins, by turns of order 3. */
static const char rules[] = "9,9,5,2,2";
static const hexad_question order_3 = {.order = 3};

static hexad_proof *solve(hexad_game *g, const hexad_question *q)
{
    hexad_win w;
    hexad_proof *p;
    assert_ok(hexad_game_solve(g, q, NULL, &w, &p, &error));
    assert_int_equal(w.answer, HEXAD_WIN);
    assert_non_null(p);
    return p;
}

static void a_win_is_solved_into_memory_and_checked(void **state)
{
    (void)state;
    hexad_game *g = game_of("connect6", "j10 a1 a3 k10 l10 c1 c3 m10 s1 e1 e3");
    hexad_win w;
    hexad_proof *p;
    assert_ok(hexad_game_solve(g, NULL, NULL, &w, &p, &error));
    assert_int_equal(w.answer, HEXAD_WIN);
    assert_int_equal(w.turn.count, 2);
    assert_int_equal(check(p), HEXAD_ACCEPTED);
    hexad_proof_free(p);
    hexad_game_free(g);
    g = game_of(rules, "");
    p = solve(g, &order_3);
    size_t length;
    const void *bytes = hexad_proof_bytes(p, &length);
    assert_true(length > 100 && memcmp(bytes, "HEXCERT", 7) == 0);
    assert_int_equal(check(p), HEXAD_ACCEPTED);
    assert_string_equal(hexad_proof_fault(p), "");
    assert_non_null(strstr(hexad_proof_claim(p), "Connect(9,9,5,2,2) from the empty board"));
    hexad_proof *again = hexad_proof_read(bytes, length, NULL);
    assert_int_equal(check(again), HEXAD_ACCEPTED);
    hexad_game *claimed = hexad_proof_game(again, NULL);
    hexad_state s;
    assert_ok(hexad_game_state(claimed, &s, &error));
    assert_int_equal(s.columns, 9);
    hexad_game_free(claimed);
    hexad_proof_free(again);
    hexad_proof_free(p);
    hexad_game_free(g);
}

/* On the infinite board a first certificate may be given up for a second: only one is left. */
static void an_infinite_board_gives_one_certificate(void **state)
{
    (void)state;
    hexad_game *g = game_of(rules, "");
    hexad_question q = {.order = 3, .infinite = true};
    hexad_proof *p = solve(g, &q);
    assert_int_equal(check(p), HEXAD_ACCEPTED);
    assert_non_null(strstr(hexad_proof_claim(p), "Connect(∞,∞,5,2,2)"));
    hexad_proof_free(p);
    hexad_game_free(g);
}

static void a_win_is_solved_into_a_file(void **state)
{
    (void)state;
    char path[] = "/tmp/hexad-face-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    hexad_game *g = game_of(rules, "e5 d5");
    hexad_question q = {.attacker = HEXAD_BLACK, .order = 3, .file = path};
    hexad_win w;
    hexad_proof *p;
    assert_ok(hexad_game_solve(g, &q, NULL, &w, &p, &error));
    assert_int_equal(w.answer, HEXAD_WIN);
    assert_int_equal(w.turn.count, 0); /* the defender is to move */
    assert_null(hexad_proof_bytes(p, NULL));
    assert_int_equal(check(p), HEXAD_ACCEPTED);
    hexad_proof_free(p);
    p = hexad_proof_open(path, NULL);
    assert_int_equal(check(p), HEXAD_ACCEPTED);
    unlink(path);
    hexad_verdict v;
    assert_fails(hexad_proof_check(p, NULL, &v, &error), HEXAD_FILE, path);
    hexad_proof_free(p);
    q.file = "/nowhere/x.cert";
    assert_fails(hexad_game_solve(g, &q, NULL, &w, &p, &error), HEXAD_FILE, "/nowhere/x.cert");
    hexad_game_free(g);
}

/* Two stones to place on the empty board of a game that begins with one: proved, but not of that game. */
static void positions_that_cannot_arise_are_told_apart(void **state)
{
    (void)state;
    enum { Q_AT = 12 }; /* docs/certificates.md */
    unsigned char bytes[64];
    FILE *f = fopen(TEST_SOURCE "/proofs/connect-4-2-2.cert", "rb");
    assert_non_null(f);
    size_t length = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    hexad_proof *p = hexad_proof_read(bytes, length, NULL);
    assert_int_equal(check(p), HEXAD_ACCEPTED);
    hexad_proof_free(p);
    assert_int_equal(bytes[Q_AT], 2);
    bytes[Q_AT] = 1;
    p = hexad_proof_read(bytes, length, NULL);
    assert_int_equal(check(p), HEXAD_SET_UP);
    assert_non_null(strstr(hexad_proof_claim(p), "not reachable"));
    hexad_proof_free(p);
}

static void damaged_certificates_are_not_accepted(void **state)
{
    (void)state;
    hexad_game *g = game_of(rules, "");
    hexad_proof *p = solve(g, &order_3);
    size_t length;
    const char *bytes = hexad_proof_bytes(p, &length);
    char *copy = malloc(length);
    memcpy(copy, bytes, length);
    copy[length / 2] ^= 5;
    hexad_proof *bad = hexad_proof_read(copy, length, NULL);
    assert_int_not_equal(check(bad), HEXAD_ACCEPTED);
    assert_string_not_equal(hexad_proof_fault(bad), "");
    hexad_proof_free(bad);
    bad = hexad_proof_read(bytes, length - 1, NULL);
    assert_int_equal(check(bad), HEXAD_UNREADABLE);
    assert_non_null(strstr(hexad_proof_fault(bad), "ends too early"));
    hexad_proof_free(bad);
    assert_null_for(hexad_proof_read(bytes, 5, &error), HEXAD_BAD_DATA, "not a certificate");
    assert_null_for(hexad_proof_read(bytes, 0, &error), HEXAD_BAD_DATA, "not a certificate");
    assert_null_for(hexad_proof_read(NULL, 0, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_null_for(hexad_proof_open("/nowhere/x", &error), HEXAD_FILE, "/nowhere/x: No such file");
    assert_null_for(hexad_proof_open("/tmp", &error), HEXAD_BAD_DATA, "/tmp");
    free(copy);
    hexad_proof_free(p);
    hexad_game_free(g);
}

static int stop_at_once(void *context, const hexad_report *r)
{
    (void)context;
    return r->nodes > 0;
}

static void limits_end_solving_and_checking(void **state)
{
    (void)state;
    hexad_game *g = game_of("connect6", "j10");
    hexad_limits few = {.nodes = 10}, told = {.progress = stop_at_once};
    hexad_question q = {.attacker = HEXAD_BLACK};
    hexad_win w;
    hexad_proof *p;
    assert_ok(hexad_game_solve(g, &q, &few, &w, &p, &error));
    assert_int_equal(w.answer, HEXAD_UNKNOWN);
    assert_null(p);
    assert_ok(hexad_game_solve(g, &q, &told, &w, &p, &error));
    assert_int_equal(w.answer, HEXAD_UNKNOWN);
    hexad_question far = {.order = 5}, nobody = {.attacker = HEXAD_OUTSIDE};
    assert_fails(hexad_game_solve(g, &far, &few, &w, &p, &error), HEXAD_BAD_ARGUMENT, "order 5");
    assert_fails(hexad_game_solve(g, &nobody, &few, &w, &p, &error), HEXAD_BAD_ARGUMENT, "neither");
    assert_fails(hexad_game_solve(g, NULL, &few, &w, NULL, &error), HEXAD_BAD_ARGUMENT, "NULL");
    hexad_game_free(g);
    /* A certificate of some length, given up at once. */
    hexad_stop *stop = hexad_stop_new();
    hexad_stop_set(stop);
    hexad_limits stopped = {.stop = stop};
    hexad_verdict v;
    p = hexad_proof_open(TEST_SOURCE "/proofs/connect-5-2-2.cert", NULL);
    assert_ok(hexad_proof_check(p, &stopped, &v, &error));
    assert_int_equal(v, HEXAD_STOPPED);
    assert_ok(hexad_proof_check(p, NULL, &v, &error));
    assert_int_equal(v, HEXAD_ACCEPTED);
    hexad_proof_free(p);
    hexad_stop_free(stop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_is_solved_into_memory_and_checked),
        cmocka_unit_test(an_infinite_board_gives_one_certificate),
        cmocka_unit_test(a_win_is_solved_into_a_file),
        cmocka_unit_test(positions_that_cannot_arise_are_told_apart),
        cmocka_unit_test(damaged_certificates_are_not_accepted),
        cmocka_unit_test(limits_end_solving_and_checking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
