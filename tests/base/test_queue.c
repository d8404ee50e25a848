/* The queue of jobs: kinds that share threads, and what a client may have of all of them. Its turns and bounds are tested with
 * the kinds and limits of the server, in server/live/test_pool.c. */
#include "base/queue.h"

#include "support/boards.h"

enum { SMALL, LARGE };

/* Gives out jobs until there are none; their clients in order, those of large ones as capitals. */
static const char *given(struct queue *q, const struct queue_share *s)
{
    static char text[20];
    int n = 0;
    for (struct job *j; (j = queue_next(q, s));)
        text[n++] = (char)(j->kind == LARGE ? j->client - 'a' + 'A' : j->client);
    text[n] = '\0';
    return text;
}

/* One job for every letter, a capital for a large one. */
static void add(struct queue *q, struct job *job, const char *letters)
{
    for (; *letters; letters++, job++) {
        bool large = *letters < 'a';
        *job = (struct job){.client = (uint64_t)(large ? *letters - 'A' + 'a' : *letters),
                            .kind = large ? LARGE : SMALL};
        assert_true(queue_add(q, job));
    }
}

static void a_share_counts_all_kinds(void **state)
{
    (void)state;
    struct job job[10];
    struct queue *q = queue_new(NULL);
    add(q, job, "AAaaab");
    struct queue_share s = {.most = {[SMALL] = 10, [LARGE] = 10}, .all = 3};
    assert_string_equal(given(q, &s), "aAbA");
    assert_int_equal(queue_waiting(q, SMALL), 2);
    queue_done(q, 'a', LARGE); /* a small one may have its place */
    assert_string_equal(given(q, &s), "a");
    s.all = 0;
    assert_string_equal(given(q, &s), "a");
    assert_int_equal(queue_running(q, SMALL), 4);
    queue_free(q);
}

static void only_what_is_wanted_is_given_out(void **state)
{
    (void)state;
    struct job job[10];
    struct queue *q = queue_new(NULL);
    struct queue_share small = {.most[SMALL] = 1}, large = {.most[LARGE] = 2};
    add(q, job, "AAABaab");
    assert_int_equal(queue_ready(q, &small), 2);
    assert_int_equal(queue_ready(q, &large), 3);
    assert_string_equal(given(q, &small), "ab");
    assert_string_equal(given(q, &large), "ABA");
    assert_int_equal(queue_clients(q), 2);
    queue_free(q);
}

/* Whichever kind has more that wait. */
static void kinds_take_turns(void **state)
{
    (void)state;
    struct job job[10];
    struct queue *q = queue_new(NULL);
    struct queue_share s = {.most = {[SMALL] = 10, [LARGE] = 10}};
    add(q, job, "abcdABef");
    assert_string_equal(given(q, &s), "aAbBcdef");
    queue_free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_share_counts_all_kinds),
        cmocka_unit_test(only_what_is_wanted_is_given_out),
        cmocka_unit_test(kinds_take_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
