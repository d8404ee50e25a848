/* The threads that answer requests: everything is done, by whoever it is asked for, and nobody has them
 * all. */
#include "server/transport/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/clock.h"
#include "support/boards.h"

enum { THREADS = 4 };

/* What stands at the door until it is opened. */
struct counted {
    struct job job;
    atomic_bool *door;
    atomic_int *running, *done;
    int order; /* when it began, counted from 1 */
};
static atomic_int began;

static void run(struct job *j, struct tools *d)
{
    struct counted *t = (struct counted *)j;
    (void)d;
    t->order = ++began;
    ++*t->running;
    while (!*t->door)
        usleep(1000);
    --*t->running;
    ++*t->done;
}

static void wait_for(const char *what, atomic_int *count, int value)
{
    double until = clock_now() + PATIENCE;
    while (*count != value && clock_now() < until)
        usleep(1000);
    if (*count != value)
        fail_msg("%s: %d, expected %d", what, (int)*count, value);
}

static struct workers *start(void)
{
    struct err e;
    struct workers *w = workers_new(THREADS, &e);
    assert_non_null(w);
    began = 0;
    return w;
}

static void large_ones_leave_half_of_the_threads(void **state)
{
    enum { LARGE = 10, SMALL = 20 };
    struct counted large[LARGE], small[SMALL];
    atomic_bool shut = false, open = true;
    atomic_int running = 0, done = 0, small_running = 0, small_done = 0;
    struct workers *w = start();
    (void)state;
    for (int i = 0; i < LARGE; i++) { /* one client has one less than all */
        large[i] = (struct counted){{.run = run, .client = i < LARGE / 2 ? 1 : 2}, &shut, &running, &done, 0};
        workers_add(w, &large[i].job, true);
        if (i == LARGE / 2 - 1)
            wait_for("large", &running, THREADS / 2 - 1);
    }
    wait_for("large", &running, THREADS / 2);
    for (int i = 0; i < SMALL; i++) { /* of the same client, behind eight that wait */
        small[i] = (struct counted){{.run = run, .client = 1}, &open, &small_running, &small_done, 0};
        workers_add(w, &small[i].job, false);
    }
    wait_for("small", &small_done, SMALL);
    assert_int_equal(running, THREADS / 2);
    assert_int_equal(workers_waiting(w), LARGE - THREADS / 2);
    shut = true;
    workers_free(w);
    assert_int_equal(done, LARGE);
}

/* Client 1 has far more to do than there are threads; then one task more comes, in this way. It runs at once: a thread was
 * left for it. */
static void is_next(uint64_t client, void (*add)(struct workers *w, struct job *j))
{
    enum { MANY = 50 };
    struct counted many[MANY], one;
    atomic_bool door = false;
    atomic_int running = 0, done = 0;
    struct workers *w = start();
    for (int i = 0; i < MANY; i++) {
        many[i] = (struct counted){{.run = run, .client = 1}, &door, &running, &done, 0};
        workers_add(w, &many[i].job, false);
    }
    wait_for("running", &running, THREADS - 1);
    one = (struct counted){{.run = run, .client = client}, &door, &running, &done, 0};
    add(w, &one.job);
    wait_for("running with it", &running, THREADS);
    door = true;
    workers_free(w);
    assert_int_equal(done, MANY + 1);
    assert_int_equal(one.order, THREADS);
}

static void add_small(struct workers *w, struct job *j)
{
    workers_add(w, j, false);
}

static void who_has_the_fewest_at_work_is_next(void **state)
{
    (void)state;
    is_next(2, add_small);
}

static void news_of_the_end_comes_first(void **state)
{
    (void)state;
    is_next(1, workers_hurry);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_ones_leave_half_of_the_threads),
        cmocka_unit_test(who_has_the_fewest_at_work_is_next),
        cmocka_unit_test(news_of_the_end_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
