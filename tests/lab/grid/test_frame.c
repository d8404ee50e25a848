/* Subjects, heads, signs of life, users: what comes from anybody whom the broker lets in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lab/grid/broker.h"
#include "lab/grid/frame.h"
#include "lab/grid/roster.h"
#include "lab/grid/signs.h"
#include "support/folder.h"

/* ---- subjects ---- */

static void subjects_name_who_speaks(void **state)
{
    (void)state;
    char subject[GRID_SUBJECT], worker[GRID_NAME], coordinator[GRID_NAME];
    enum grid_role role;
    grid_subject_from(subject, "w-1", "lab");
    assert_true(grid_subject_pair(subject, worker, coordinator));
    assert_string_equal(worker, "w-1");
    assert_string_equal(coordinator, "lab");
    grid_subject_here(subject, GRID_COORDINATOR, "lab");
    assert_true(grid_subject_sign(subject, &role, worker));
    assert_int_equal(role, GRID_COORDINATOR);
    assert_string_equal(worker, "lab");
    static const char *const wrong[] = {
        "",
        "hexad",
        "hexad.from.a",
        "hexad.from.a.b.c",
        "hexad.from..b",
        "hexad.from.a.",
        "hexad.from.a b.c",
        "hexad.results.a.b",
        "hexad.from.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.b",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (grid_subject_pair(wrong[i], worker, coordinator))
            fail_msg("%s", wrong[i]);
    assert_false(grid_subject_sign("hexad.here.king.a", &role, worker));
}

/* ---- heads ---- */

static bool reads(const char *text, struct grid_head *h)
{
    const char *body;
    return grid_head_read(text, strlen(text), h, &body, NULL);
}

static void heads_come_back(void **state)
{
    (void)state;
    struct grid_head h = {.what = GRID_PIECE,
                          .lab = "abc",
                          .job = 7,
                          .sum = "5",
                          .try = "t",
                          .at = 2,
                          .bytes = 300,
                          .line = 99},
                     got;
    struct buf b = BUF_EMPTY;
    const char *body;
    grid_head_write(&h, &b);
    buf_text(&b, "rest");
    assert_true(grid_head_read(b.text, b.len, &got, &body, NULL));
    assert_string_equal(body, "rest");
    assert_string_equal(got.lab, "abc");
    assert_true(got.what == GRID_PIECE && got.job == 7 && got.at == 2 && got.bytes == 300 && got.line == 99);
    buf_free(&b);
    h = (struct grid_head){
        .what = GRID_REFUSED, .lab = "abc", .job = 7, .sum = "5", .full = true, .why = "too\x1b[2Jmuch"};
    grid_head_write(&h, &b);
    assert_true(grid_head_read(b.text, b.len, &got, &body, NULL));
    assert_true(got.what == GRID_REFUSED && got.full);
    assert_string_equal(got.why, "too?[2Jmuch"); /* it goes to somebody's terminal */
    buf_free(&b);
}

static void wrong_heads_are_refused(void **state)
{
    (void)state;
    struct grid_head h;
    assert_true(reads("{\"hexad\":2,\"what\":\"drop\",\"lab\":\"a\",\"job\":1,\"sum\":\"5\"}\n", &h));
    static const char *const wrong[] = {
        "",
        "\n",
        "{}",
        "{}\n",
        "[]\n",
        "{\"hexad\":2,\"what\":\"drop\",\"lab\":\"a\",\"job\":1,\"sum\":\"5\"}", /* no end of line */
        "{\"hexad\":2,\"what\":\"drop\",\"lab\":\"a\",\"sum\":\"5\"}\n",
        "{\"hexad\":2,\"what\":\"obey\",\"lab\":\"a\",\"job\":1,\"sum\":\"5\"}\n",
        "{\"hexad\":2,\"what\":\"drop\",\"lab\":\"a\",\"job\":1}\n",
        "{\"hexad\":2,\"what\":\"drop\",\"lab\":\"a b\",\"job\":1,\"sum\":\"5\"}\n",
        "{\"hexad\":2,\"what\":\"drop\",\"lab\":\"a.>\",\"job\":1,\"sum\":\"5\"}\n",
        "{\"hexad\":2,\"what\":\"drop\",\"lab\":\"a\",\"job\":0}\n",
        "{\"hexad\":2,\"what\":\"drop\",\"lab\":\"a\",\"job\":\"1\"}\n",
        "{\"hexad\":2,\"what\":\"drop\",\"lab\":\"0123456789012345678901234567890123\",\"job\":1,\"sum\":"
        "\"5\"}\n",
        "{\"hexad\":2,\"what\":\"want\",\"lab\":\"a\",\"job\":1,\"sum\":\"5\",\"at\":0}\n",
        "{\"hexad\":2,\"what\":\"piece\",\"lab\":\"a\",\"job\":1,\"sum\":\"5\",\"try\":\"t\",\"at\":0}\n",
        "{\"hexad\":2,\"what\":\"piece\",\"lab\":\"a\",\"job\":1,\"sum\":\"5\",\"try\":\"t\",\"at\":5,"
        "\"bytes\":5}\n",
        "{\"hexad\":2,\"what\":\"piece\",\"lab\":\"a\",\"job\":1,\"sum\":\"5\",\"try\":\"t\",\"at\":0,"
        "\"bytes\":5,"
        "\"line\":6}\n",
        "{\"hexad\":2,\"what\":\"piece\",\"lab\":\"a\",\"job\":1,\"sum\":\"5\",\"try\":\"t\",\"at\":0,"
        "\"bytes\":999999999999}\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (reads(wrong[i], &h))
            fail_msg("%s", wrong[i]);
}

/* Those of other versions are told apart, and told of. */
static void other_versions_are_told(void **state)
{
    (void)state;
    struct grid_head h;
    struct grid_sign s;
    const char *body;
    struct err e;
    static const char then[] = "{\"coordinator\":\"c\",\"job\":1}\n";
    static const char later[] = "{\"hexad\":3,\"what\":\"job\",\"lab\":\"a\",\"job\":1,\"sum\":\"5\"}\n";
    static const char sign[] = "{\"state\":\"idle\",\"name\":\"old\",\"seconds\":0.0,\"jobs\":1,\"nodes\":1,"
                               "\"cpu\":1.0,\"poisoned\":0}";
    assert_false(grid_head_read(then, sizeof then - 1, &h, &body, &e));
    assert_non_null(strstr(e.text, "older version"));
    assert_false(grid_head_read(later, sizeof later - 1, &h, &body, &e));
    assert_string_equal(e.text, "a message of version 3 of the grid; this is version 2");
    assert_false(grid_sign_read("hexad.here.worker.old", sign, sizeof sign - 1, &s, &e));
    char name[GRID_NAME];
    assert_true(grid_sign_then(sign, sizeof sign - 1, name));
    assert_string_equal(name, "old");
    assert_false(grid_sign_then("{}", 2, name));
}

/* ---- signs of life ---- */

/* The sign, as it is when it has travelled. */
static struct grid_sign sent(const struct grid_sign *s)
{
    struct buf b = BUF_EMPTY;
    char subject[GRID_SUBJECT];
    struct grid_sign got;
    grid_sign_write(s, &b);
    grid_subject_here(subject, s->role, s->name);
    assert_true(grid_sign_read(subject, b.text, b.len, &got, NULL));
    buf_free(&b);
    return got;
}

static void signs_fade(void **state)
{
    (void)state;
    struct grid_signs s = {NULL, 0, 0, 0};
    struct grid_sign x = {.state = GRID_BUSY,
                          .name = "w2",
                          .kind = "solve",
                          .cpu = 1.5,
                          .helds = 2,
                          .held = {{"c", "l", 3, "5"}, {"d", "m", 4, "6"}}},
                     got = sent(&x);
    assert_true(got.state == GRID_BUSY && strcmp(got.kind, "solve") == 0 && got.cpu == 1.5);
    assert_true(grid_sign_holds(&got, &x.held[0]) && grid_sign_holds(&got, &x.held[1]));
    assert_false(grid_sign_holds(&got, &(struct grid_held){"d", "l", 3, "5"}) ||
                 grid_sign_holds(&got, &(struct grid_held){"c", "l", 4, "5"}) ||
                 grid_sign_holds(&got, &(struct grid_held){"c", "l", 3, "6"}));
    grid_signs_add(&s, &got, 100);
    x = (struct grid_sign){.state = GRID_IDLE, .name = "w1"};
    grid_signs_add(&s, &x, 101);
    for (int i = 0; i < 2; i++) { /* one coordinator with two labs, and a worker of the same name */
        x = (struct grid_sign){.state = GRID_COORDINATES,
                               .role = GRID_COORDINATOR,
                               .name = "w1",
                               .lab = {(char)('l' + i), '\0'}};
        got = sent(&x);
        grid_signs_add(&s, &got, 101);
    }
    assert_int_equal(s.count, 4);
    assert_int_equal(grid_signs_others(&s, "w1", "l", 102), 1);
    assert_non_null(grid_signs_worker(&s, "w1", 102));
    assert_null(grid_signs_worker(&s, "w3", 102));
    assert_null(grid_signs_worker(&s, "w2", 100.5 + GRID_GONE_SECONDS));
    assert_non_null(grid_signs_worker(&s, "w1", 100.5 + GRID_GONE_SECONDS));
    s.heard = 105; /* nothing could be heard until then */
    assert_non_null(grid_signs_worker(&s, "w2", 100.5 + GRID_GONE_SECONDS));
    assert_null(grid_signs_worker(&s, "w2", 105 + GRID_GONE_SECONDS));
    x = (struct grid_sign){.state = GRID_LEAVES, .name = "w1"};
    grid_signs_add(&s, &x, 102);
    assert_null(grid_signs_worker(&s, "w1", 102));
    grid_signs_expire(&s, 200);
    assert_int_equal(s.count, 0);
    grid_signs_free(&s);
}

/* Whoever fills the table of names does not fill it for good. */
static void names_expire(void **state)
{
    (void)state;
    struct grid_signs s = {NULL, 0, 0, 0};
    struct grid_sign x = {.state = GRID_IDLE};
    for (int i = 0; i < GRID_SIGNS_MOST; i++) {
        snprintf(x.name, sizeof x.name, "made-up-%d", i);
        assert_true(grid_signs_add(&s, &x, 100));
    }
    strcpy(x.name, "honest");
    assert_false(grid_signs_add(&s, &x, 100.1));
    assert_true(grid_signs_add(&s, &x, 100.1 + GRID_GONE_SECONDS));
    assert_non_null(grid_signs_worker(&s, "honest", 100.2 + GRID_GONE_SECONDS));
    assert_int_equal(s.count, 1);
    /* Nor has anybody more of them than his own. */
    for (int i = 0; i < 1000; i++) {
        char text[80];
        int n = snprintf(text, sizeof text,
                         "{\"hexad\":2,\"state\":\"idle\",\"lab\":\"l%d\",\"name\":\"n%d\"}", i, i);
        assert_true(grid_sign_read("hexad.here.worker.w", text, (size_t)n, &x, NULL));
        grid_signs_add(&s, &x, 200);
        n = snprintf(text, sizeof text, "{\"hexad\":2,\"state\":\"coordinates\",\"lab\":\"l%d\"}", i);
        assert_true(grid_sign_read("hexad.here.coordinator.c", text, (size_t)n, &x, NULL));
        grid_signs_add(&s, &x, 200);
    }
    assert_int_equal(s.count, 2 + GRID_LABS_MOST);
    grid_signs_free(&s);
}

/* Nobody is read more often than makes sense. */
static void floods_of_signs_are_not_read(void **state)
{
    (void)state;
    struct grid_signs s = {NULL, 0, 0, 0};
    struct grid_sign x = {.state = GRID_IDLE, .name = "loud"};
    int read = 0;
    grid_signs_add(&s, &x, 0);
    for (int i = 0; i < 100000; i++)
        read += grid_signs_may(&s, "hexad.here.worker.loud", i / 10000.0); /* ten seconds */
    assert_in_range(read, 10 * GRID_SIGN_BURST, 12 * GRID_SIGN_BURST);
    assert_true(grid_signs_may(&s, "hexad.here.worker.quiet", 10));
    assert_false(grid_signs_may(&s, "hexad.here", 10));
    grid_signs_free(&s);
}

static void wrong_signs_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "{\"state\":\"idle\"}",
        "{\"hexad\":2,\"state\":\"asleep\"}",
        "{\"hexad\":2,\"state\":\"coordinates\",\"lab\":\"a\"}", /* a worker */
        "{\"hexad\":2,\"state\":\"busy\",\"kind\":\"solve\"}",
        "{\"hexad\":2,\"state\":\"busy\",\"held\":[[\"c\",\"l\",1,\"5\"]]}",
        "{\"hexad\":2,\"state\":\"idle\",\"held\":[[\"c.>\",\"l\",1,\"5\"]]}",
        "{\"hexad\":2,\"state\":\"idle\",\"held\":[[\"c\",\"l\",0,\"5\"]]}",
        "{\"hexad\":2,\"state\":\"idle\",\"held\":[1,2,3]}",
        "{\"hexad\":2,\"state\":\"idle\",\"held\":[[\"c\",\"l\",1]]}",
        "{\"hexad\":2,\"state\":\"idle\",\"cpu\":-1}",
        "{\"hexad\":2,\"state\":\"idle\",\"held\":[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],["
        "],"
        "[],[],[],[],[],[],[]]}",
    };
    struct grid_sign s;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (grid_sign_read("hexad.here.worker.w", wrong[i], strlen(wrong[i]), &s, NULL))
            fail_msg("%s", wrong[i]);
    assert_true(grid_sign_read("hexad.here.worker.w", "{\"hexad\":2,\"state\":\"idle\"}", 26, &s, NULL));
    assert_string_equal(s.name, "w"); /* whatever it calls itself */
}

/* ---- what is thought of workers ---- */

static void those_who_fail_rest(void **state)
{
    (void)state;
    struct roster r = {NULL, 0, 0};
    assert_true(roster_able(&r, "w", 0));
    roster_fault(&r, "w", 0);
    assert_false(roster_able(&r, "w", ROSTER_REST - 1));
    assert_true(roster_able(&r, "w", ROSTER_REST));
    roster_fault(&r, "w", 100);
    assert_false(roster_able(&r, "w", 100 + ROSTER_REST));
    assert_true(roster_able(&r, "w", 100 + 2 * ROSTER_REST));
    for (int i = 0; i < 40; i++)
        roster_fault(&r, "w", 200);
    assert_true(roster_able(&r, "w", 200 + ROSTER_REST_MOST));
    roster_shun(&r, "liar", 0);
    assert_false(roster_able(&r, "liar", 1e9));
    roster_expire(&r, 1e9);
    assert_true(r.count == 1 && roster_shunned(&r, "liar"));
    char name[20];
    for (int i = 0; i < ROSTER_MOST + 10; i++) {
        snprintf(name, sizeof name, "n%d", i);
        roster_fault(&r, name, 0);
    }
    assert_int_equal(r.count, ROSTER_MOST);
    roster_fault(&r, "later", 2 * ROSTER_MEMORY); /* the others are forgotten by now */
    assert_int_equal(r.count, 2);
    roster_free(&r);
}

/* ---- users ---- */

static void users_have_secrets(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct grid_user a, again, b;
    struct err e;
    struct stat st;
    assert_true(grid_user_keep(f.path, GRID_WORKER, "a", &a, &e));
    assert_true(grid_user_keep(f.path, GRID_WORKER, "a", &again, &e));
    assert_true(grid_user_keep(f.path, GRID_COORDINATOR, "a", &b, &e));
    assert_string_equal(a.secret, again.secret);
    assert_string_not_equal(a.secret, b.secret);
    char *path = grid_user_path(f.path, GRID_WORKER, "a");
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_true(grid_user_read(path, &again, &e));
    free(path);
    static const char *const wrong[] = {
        "",
        "worker.a",
        "worker.a:",
        "king.a:00",
        "worker.a:00",
        "worker.a b:0123456789012345678901234567890123456789012345678901234567890123",
        "worker.a:\"123456789012345678901234567890123456789012345678901234567890123",
        "worker.:0123456789012345678901234567890123456789012345678901234567890123"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (grid_user_parse(wrong[i], strlen(wrong[i]), &a, &e))
            fail_msg("%s", wrong[i]);
    folder_remove(&f);
}

/* Who may say and hear what. tests/lab/grid/test_guarded.c asks the broker. */
static void a_configuration_says_who_may(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct grid_broker b = {.folder = f.path, .address = "0.0.0.0", .port = 4222};
    struct buf text = BUF_EMPTY;
    struct stat st;
    struct err e;
    char *path;
    assert_true(grid_broker_add(&b, GRID_WORKER, "a,b", &e));
    assert_true(grid_broker_add(&b, GRID_COORDINATOR, "a", &e));
    assert_false(grid_broker_add(&b, GRID_WORKER, "b", &e));
    assert_false(grid_broker_add(&b, GRID_WORKER, "c,,d", &e));
    assert_false(grid_broker_add(&b, GRID_WORKER, "c.>", &e));
    grid_broker_text(&b, &text);
    assert_non_null(strstr(buf_str(&text), "permissions: {publish: {allow: [\"hexad.from.b.*\", "
                                           "\"hexad.here.worker.b\"]}, subscribe: {allow: [\"hexad.to.b.*\", "
                                           "\"hexad.who\"]}}"));
    assert_non_null(strstr(buf_str(&text),
                           "permissions: {publish: {allow: [\"hexad.to.*.a\", "
                           "\"hexad.here.coordinator.a\", \"hexad.who\"]}, subscribe: {allow: "
                           "[\"hexad.from.*.a\", \"hexad.here.*.*\"]}}"));
    assert_true(grid_broker_write(&b, &path, &e));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    free(path);
    buf_free(&text);
    grid_broker_free(&b);
    folder_remove(&f);
    assert_true(grid_loopback("127.0.0.1") && grid_loopback("localhost") && grid_loopback("::1"));
    assert_false(grid_loopback("0.0.0.0") || grid_loopback("192.168.0.1") || grid_loopback("::"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subjects_name_who_speaks),
        cmocka_unit_test(heads_come_back),
        cmocka_unit_test(wrong_heads_are_refused),
        cmocka_unit_test(other_versions_are_told),
        cmocka_unit_test(signs_fade),
        cmocka_unit_test(names_expire),
        cmocka_unit_test(floods_of_signs_are_not_read),
        cmocka_unit_test(wrong_signs_are_refused),
        cmocka_unit_test(those_who_fail_rest),
        cmocka_unit_test(users_have_secrets),
        cmocka_unit_test(a_configuration_says_who_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
