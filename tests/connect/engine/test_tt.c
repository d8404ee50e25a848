/* The transposition table: entries come back whole, old and shallow ones go first, threads may do as they like. */
#include "support/boards.h"

#include <pthread.h>
#include <string.h>

#include "connect/engine/tt.h"

enum { AGE_COST = 96 };

/* An entry all of whose parts follow from the key. */
static struct tt_entry entry_of(uint64_t key, int depth)
{
    uint64_t x = rng_mix(key);
    struct tt_entry e = {.value = (int16_t)(x & 0x3fff),
                         .depth = (int16_t)depth,
                         .own = (uint8_t)(x >> 16),
                         .other = (uint8_t)(x >> 24),
                         .bound = BOUND_EXACT,
                         .n = (uint8_t)(1 + (x >> 32) % TT_TURN)};
    for (int i = 0; i < e.n; i++)
        e.turn[i] = (square)(1 + ((x >> (8 * i)) & 0xff));
    return e;
}

static bool same(const struct tt_entry *a, const struct tt_entry *b)
{
    return a->value == b->value && a->depth == b->depth && a->own == b->own && a->other == b->other &&
           a->bound == b->bound && a->n == b->n && memcmp(a->turn, b->turn, a->n * sizeof *a->turn) == 0;
}

static void what_was_stored_is_found(void **state)
{
    (void)state;
    struct tt *t = tt_new(1 << 20, AGE_COST, NULL);
    struct tt_entry got, e = {.value = -32000, .depth = INT16_MAX, .bound = BOUND_UPPER};
    assert_false(tt_probe(t, 7, &got));
    tt_store(t, 7, &e);
    assert_true(tt_probe(t, 7, &got) && got.value == -32000 && got.depth == INT16_MAX && got.n == 0);
    for (uint64_t k = 100; k < 1100; k++) {
        e = entry_of(k, (int)(k % 700) - 100);
        tt_store(t, rng_mix(k), &e);
        assert_true(tt_probe(t, rng_mix(k), &got) && same(&e, &got));
    }
    assert_false(tt_probe(t, rng_mix(99), &got));
    e = entry_of(1, 3); /* the same position again takes the place of what was there */
    tt_store(t, rng_mix(500), &e);
    assert_true(tt_probe(t, rng_mix(500), &got) && same(&e, &got));
    assert_true(tt_memory(t) <= (1 << 20) + 4096);
    tt_clear(t);
    assert_false(tt_probe(t, rng_mix(500), &got));
    assert_int_equal(tt_permill(t), 0);
    tt_free(t);
    tt_free(NULL);
}

/* One bucket of four: a fifth position drives out the one worth least, by depth and age. */
static void the_least_worth_goes_first(void **state)
{
    (void)state;
    struct tt *t = tt_new(1, AGE_COST, NULL);
    struct tt_entry got;
    for (uint64_t k = 1; k <= 4; k++) {
        struct tt_entry e = entry_of(k, (int)k * 10);
        tt_store(t, k, &e);
    }
    assert_int_equal(tt_permill(t), 1000);
    struct tt_entry e = entry_of(5, 1);
    tt_store(t, 5, &e);
    assert_false(tt_probe(t, 1, &got));
    assert_true(tt_probe(t, 2, &got) && tt_probe(t, 5, &got));
    tt_age(t); /* now all are old: a deep one of the last search goes before a new shallow one */
    assert_int_equal(tt_permill(t), 0);
    for (uint64_t k = 6; k <= 8; k++) {
        e = entry_of(k, 0);
        tt_store(t, k, &e);
    }
    assert_true(tt_probe(t, 4, &got) && tt_probe(t, 6, &got) && tt_probe(t, 7, &got) && tt_probe(t, 8, &got));
    e = entry_of(9, 0);
    tt_store(t, 9, &e);
    assert_false(tt_probe(t, 4, &got)); /* 40 − 96 is less than 0 */
    tt_free(t);
}

struct rush {
    struct tt *tt;
    uint64_t seed;
    int found, wrong;
};

static void *hurry(void *context)
{
    struct rush *r = context;
    struct rng rng;
    rng_seed(&rng, r->seed);
    for (int i = 0, n = test_rounds(400000); i < n; i++) {
        uint64_t key = 1 + rng_below(&rng, 64);
        struct tt_entry got, e = entry_of(key, 5);
        if (i % 2)
            tt_store(r->tt, key, &e);
        else if (tt_probe(r->tt, key, &got)) {
            r->found++;
            r->wrong += !same(&e, &got);
        }
    }
    return NULL;
}

/* A torn entry is not found: what is found is what somebody stored under this key. */
static void threads_find_no_torn_entries(void **state)
{
    (void)state;
    struct tt *t = tt_new(1, AGE_COST, NULL);
    struct rush r[3] = {{t, 1, 0, 0}, {t, 2, 0, 0}, {t, 3, 0, 0}};
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, hurry, &r[i]), 0);
    for (int i = 0; i < 3; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(r[i].wrong, 0);
        assert_true(r[i].found > 0);
    }
    tt_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_stored_is_found),
        cmocka_unit_test(the_least_worth_goes_first),
        cmocka_unit_test(threads_find_no_torn_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
