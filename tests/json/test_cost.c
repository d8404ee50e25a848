/* What a JSON text costs to read: never less than jansson takes for it, whatever it looks like, and not much more for what is
 * sent in earnest. */
#include "support/boards.h"

#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "support/sanitized.h"
#include "json/cost.h"

enum { HEAD = 16 }; /* what malloc has beside a block, at the most */

static size_t now, most;

static void *counted(size_t size)
{
    void *p = malloc(size);
    now += malloc_usable_size(p) + (TEST_SANITIZED ? 0 : HEAD / 2);
    most = now > most ? now : most;
    return p;
}

static void uncounted(void *p)
{
    if (p)
        now -= malloc_usable_size(p) + (TEST_SANITIZED ? 0 : HEAD / 2);
    free(p);
}

/* Bytes that jansson has at a time while it reads a text. */
static size_t taken(const struct buf *text)
{
    now = most = 0;
    json_set_alloc_funcs(counted, uncounted);
    json_t *j = json_loadb(buf_str(text), text->len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    json_decref(j);
    json_set_alloc_funcs(malloc, free);
    return most;
}

static void compare(const struct buf *text)
{
    size_t cost = cost_of_json(buf_str(text), text->len), real = taken(text);
    if (real > cost + 4096) /* a parser with nothing in it */
        fail_msg("%zu bytes instead of %zu for %.200s", real, cost, buf_str(text));
}

/* Each of these again and again: the cheapest ways to ask for much. */
static void every_kind_of_value_is_paid_for(void **state)
{
    (void)state;
    static const char *const kinds[] = {"{}",
                                        "[]",
                                        "1",
                                        "\"\"",
                                        "1e9",
                                        "null",
                                        "[[]]",
                                        "{\"a\":1}",
                                        "{\"a\":\"b\"}",
                                        "{\"a\":{}}",
                                        "[1,2,3,4,5,6,7,8,9]",
                                        "{\"at\":\"j10\",\"kind\":\"circle\"}",
                                        "\"abcdefghijklmnopqrstuvwxyz\""};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int n = 1; n < 100000; n = 3 * n + 1) {
            struct buf b = BUF_EMPTY;
            for (int i = 0; i < n; i++)
                buf_format(&b, "%s%s", i ? "," : "[", kinds[k]);
            buf_char(&b, ']');
            compare(&b);
            buf_free(&b);
        }
}

static void one_object_with_many_names_is_paid_for(void **state)
{
    (void)state;
    for (int n = 1; n < 200000; n = 2 * n + 1) {
        struct buf b = BUF_EMPTY;
        for (int i = 0; i < n; i++)
            buf_format(&b, "%s\"%x\":1", i ? "," : "{", i);
        buf_char(&b, '}');
        compare(&b);
        buf_free(&b);
    }
}

static void long_texts_are_paid_for(void **state)
{
    (void)state;
    for (size_t n = 1; n < 3000000; n = 3 * n + 1) {
        struct buf b = BUF_EMPTY;
        buf_text(&b, "{\"a\":\"");
        for (size_t i = 0; i < n; i++)
            buf_text(&b, i % 7 ? "x" : "\\\"");
        buf_text(&b, "\"}");
        compare(&b);
        buf_free(&b);
    }
}

/* Of any shape. */
static void put_value(struct rng *rng, int depth, struct buf *b)
{
    uint32_t kind = rng_below(rng, depth > 6 ? 3 : 5), n = rng_below(rng, 12);
    if (kind == 0) {
        buf_format(b, "%u", (unsigned)rng_below(rng, 100000));
    } else if (kind == 1) {
        buf_text(b, "\"");
        for (uint32_t i = 0; i < 3 * n; i++)
            buf_text(b, rng_below(rng, 9) ? "k" : "\\n");
        buf_text(b, "\"");
    } else if (kind == 2) {
        buf_text(b, "true");
    } else {
        buf_char(b, kind == 3 ? '[' : '{');
        for (uint32_t i = 0; i < n; i++) {
            if (i)
                buf_char(b, ',');
            if (kind == 4)
                buf_format(b, "\"%u\":", (unsigned)i);
            put_value(rng, depth + 1, b);
        }
        buf_char(b, kind == 3 ? ']' : '}');
    }
}

static void any_shape_is_paid_for(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 26);
    for (int round = 0; round < test_rounds(300); round++) {
        struct buf b = BUF_EMPTY;
        put_value(&rng, 0, &b);
        compare(&b);
        b.len = rng_below(&rng, (uint32_t)b.len + 1); /* cut anywhere */
        compare(&b);
        buf_free(&b);
    }
}

/* What a tree of 10,000 nodes costs is less than twice what it takes. */
static void trees_are_not_overcharged(void **state)
{
    (void)state;
    if (TEST_SANITIZED)
        return;
    struct buf b = BUF_EMPTY;
    for (int i = 0; i < 10000; i++)
        buf_format(&b, "%s{\"stones\":[\"j%d\"],\"children\":[]}", i ? "," : "[", i % 19 + 1);
    buf_char(&b, ']');
    size_t cost = cost_of_json(buf_str(&b), b.len), real = taken(&b);
    assert_true(cost < 2 * real);
    buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_value_is_paid_for),
        cmocka_unit_test(one_object_with_many_names_is_paid_for),
        cmocka_unit_test(long_texts_are_paid_for),
        cmocka_unit_test(any_shape_is_paid_for),
        cmocka_unit_test(trees_are_not_overcharged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
