/* Waits for other threads: by the clock that nobody sets, and only so. */
#include "support/boards.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/wait.h"

struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t come;
    bool there;
};

static struct meeting meeting_new(void)
{
    struct meeting m = {.there = false};
    pthread_mutex_init(&m.lock, NULL);
    wait_init(&m.come);
    return m;
}

static void meeting_end(struct meeting *m)
{
    pthread_cond_destroy(&m->come);
    pthread_mutex_destroy(&m->lock);
}

static void *arrive(void *context)
{
    struct meeting *m = context;
    pthread_mutex_lock(&m->lock);
    m->there = true;
    pthread_cond_broadcast(&m->come);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

static void ends_when_told(void **state)
{
    (void)state;
    struct meeting m = meeting_new();
    pthread_t other;
    pthread_mutex_lock(&m.lock);
    assert_int_equal(pthread_create(&other, NULL, arrive, &m), 0);
    double until = clock_now() + 3600;
    while (!m.there)
        assert_true(wait_until(&m.come, &m.lock, until));
    pthread_mutex_unlock(&m.lock);
    pthread_join(other, NULL);
    meeting_end(&m);
}

static void ends_when_the_time_is_over(void **state)
{
    (void)state;
    struct meeting m = meeting_new();
    static const double moments[] = {-5, 0, 0.001};
    pthread_mutex_lock(&m.lock);
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) { /* long ago */
        bool woken = true;
        while (woken)
            woken = wait_until(&m.come, &m.lock, moments[i]);
        assert_false(woken);
    }
    double start = clock_now(), until = start + 0.02;
    while (wait_until(&m.come, &m.lock, until))
        continue;
    assert_true(clock_now() >= until - 1e-6);
    while (wait_for(&m.come, &m.lock, 0.002))
        continue;
    assert_false(m.there);
    pthread_mutex_unlock(&m.lock);
    meeting_end(&m);
}

/* Names of the files below a folder that have this word, each with a blank behind it. */
static void collect(const char *folder, const char *word, struct buf *out)
{
    DIR *d = opendir(folder);
    struct err e;
    assert_non_null(d);
    for (struct dirent *x; (x = readdir(d));) {
        struct buf path = BUF_EMPTY;
        buf_format(&path, "%s/%s", folder, x->d_name);
        size_t len = strlen(x->d_name);
        char *text;
        if (x->d_type == DT_DIR && x->d_name[0] != '.') {
            collect(path.text, word, out);
        } else if (len > 2 && strcmp(x->d_name + len - 2, ".c") == 0) {
            assert_true(file_read(path.text, &text, &len, &e));
            if (strstr(text, word))
                buf_format(out, "%s ", x->d_name);
            free(text);
        }
        buf_free(&path);
    }
    closedir(d);
}

/* pthread's own timed waits go by the time of day unless they are told otherwise: nobody else calls them. */
static void nobody_waits_otherwise(void **state)
{
    (void)state;
    static const char *const words[] = {"pthread_cond_timedwait", "sem_timedwait", "pthread_cond_clockwait"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct buf found = BUF_EMPTY;
        collect(TEST_SOURCE "/src", words[i], &found);
        assert_string_equal(buf_str(&found), i == 0 ? "wait.c " : "");
        buf_free(&found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_when_told),
        cmocka_unit_test(ends_when_the_time_is_over),
        cmocka_unit_test(nobody_waits_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
