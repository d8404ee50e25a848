/* Jobs and results as lines: what is written is read back, what is wrong is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "lab/bundle.h"
#include "lab/job.h"
#include "lab/work.h"
#include "support/boards.h"

static const char job_line[] =
    "{\"job\":17,\"kind\":\"verify\",\"game\":\"Connect(19,19,6,2,1)\",\"attacker\":\"black\",\"to_move\":"
    "\"white\","
    "\"left\":2,\"black\":\"j10 k10 j11\",\"white\":\"h12 "
    "l12\",\"order\":2,\"nodes\":20000,\"excluded\":[\"a1 b2\"],"
    "\"given\":[{\"turn\":\"c3\",\"follow\":\"d4 e5\"},{\"turn\":\"\",\"follow\":\"*\"}]}";

static void test_job(void **state)
{
    (void)state;
    struct lab_job j;
    struct err e;
    struct buf out = BUF_EMPTY;
    if (!lab_job_read(job_line, strlen(job_line), &j, &e))
        fail_msg("%s", e.text);
    assert_int_equal(j.id, 17);
    assert_int_equal(j.kind, LAB_VERIFY);
    assert_int_equal(j.position->stones, 5);
    assert_int_equal(j.excluded.n, 1);
    assert_int_equal(j.given.turn[0].n, 2);
    assert_true(j.given.turn[1].everywhere);
    lab_job_write(&j, &out);
    assert_string_equal(buf_str(&out), job_line);
    buf_free(&out);
    lab_job_free(&j);
}

static void test_bad_jobs(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *says;
    } wrong[] = {
        {"\"job\":17", "\"job\":-1", "job"},
        {"verify", "verfy", "kind"},
        {"solve", "solve", NULL},
        {"Connect(19,19,6,2,1)", "Connect(0,19,6,2,1)", "columns"},
        {"\"left\":2", "\"left\":9", "left"},
        {"j10 k10", "j10 j10", "twice"},
        {"j10 k10", "j10,k10", "blanks"},
        {"j10 k10", "z99", "board"},
        {"h12 l12", "j10 l12", "twice"},
        {"\"order\":2", "\"order\":5", "order"},
        {"\"order\":2", "\"order\":0", "order"},
        {"\"attacker\":\"black\"", "\"attacker\":\"white\"", "attacker is to move"},
        {"a1 b2", "a1 a1", "twice"},
        {"[\"a1 b2\"]", "7", "array"},
        {"[\"a1 b2\"]", "[7]", "no turn"},
        {"d4 e5", "d4 e", "given"},
        {"}]}", "}]", "JSON"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1000];
        const char *at = strstr(job_line, wrong[i].from);
        if (!at)
            continue;
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - job_line), job_line, wrong[i].to,
                 at + strlen(wrong[i].from));
        struct lab_job j;
        struct err e;
        if (lab_job_read(text, strlen(text), &j, &e))
            fail_msg("accepted: %s", text);
        if (!strstr(e.text, wrong[i].says))
            fail_msg("'%s' does not say '%s'", e.text, wrong[i].says);
    }
}

/* A job done: its result reads back, and its bundle only with the right sum. */
static void test_result(void **state)
{
    (void)state;
    static const char line[] =
        "{\"job\":1,\"kind\":\"solve\",\"game\":\"11,11,5,2,1\",\"attacker\":\"black\",\"to_move\":"
        "\"black\",\"left\":2,\"black\":\"f6\",\"white\":\"a1 k11\",\"order\":2,\"nodes\":1000}";
    struct lab_job j;
    struct lab_result r, again;
    struct err e;
    if (!lab_job_read(line, strlen(line), &j, &e))
        fail_msg("%s", e.text);
    struct lab_worker *w = lab_worker_new("anna", 64 << 20);
    assert_true(lab_worker_do(w, &j, NULL, &r));
    assert_int_equal(r.verdict, LAB_WON);
    struct buf text = BUF_EMPTY;
    lab_result_write(&r, &text);
    if (!lab_result_read(text.text, text.len, &j.position->rules, r.bundle.text, r.bundle.len, &again, &e))
        fail_msg("%s", e.text);
    assert_string_equal(again.worker, "anna");
    assert_int_equal(again.turn.n, 2);
    assert_int_equal(again.nodes, r.nodes);
    lab_result_free(&again);
    r.bundle.text[9] ^= 1;
    assert_false(
        lab_result_read(text.text, text.len, &j.position->rules, r.bundle.text, r.bundle.len, &again, &e));
    assert_non_null(strstr(e.text, "bundle"));
    assert_false(lab_result_read(text.text, text.len, &j.position->rules, "", 0, &again, &e));
    buf_free(&text);
    lab_result_free(&r);
    lab_job_free(&j);
    lab_worker_free(w);
}

static void test_bundle(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    const char *cert;
    size_t at = 0, len;
    bundle_add(&b, "one", 3);
    bundle_add(&b, "", 0);
    assert_true(bundle_next(b.text, b.len, &at, &cert, &len));
    assert_memory_equal(cert, "one", 3);
    assert_true(bundle_next(b.text, b.len, &at, &cert, &len));
    assert_int_equal(len, 0);
    assert_false(bundle_next(b.text, b.len, &at, &cert, &len));
    assert_int_equal(at, b.len);
    at = 0;
    assert_false(bundle_next(b.text, 6, &at, &cert, &len));
    assert_int_not_equal(at, 6);
    buf_free(&b);
}

static void test_sha256(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sum;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < 3; i++) {
        uint8_t sum[SHA256_BYTES];
        char text[SHA256_TEXT];
        sha256(known[i].text, strlen(known[i].text), sum);
        assert_string_equal(sha256_text(sum, text), known[i].sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_job),    cmocka_unit_test(test_bad_jobs), cmocka_unit_test(test_result),
        cmocka_unit_test(test_bundle), cmocka_unit_test(test_sha256),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
