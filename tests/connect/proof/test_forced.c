/* Forcing wins as certificates: accepted by the checker, in full or not at all. */
#include "support/boards.h"

#include "connect/proof/check.h"
#include "connect/proof/forced.h"

static struct forcing *f;
static struct threats *t;
static struct position *p;

/* Finds the win of Black, who has four in a row, with an open three besides. */
static void find(const char *stones)
{
    struct forcing_result r;
    p = test_game("connect6", stones);
    t = threats_new(p);
    f = forcing_new(&p->rules, 1 << 20);
    forcing_search(f, t, &(struct forcing_limits){.kind = FORCING_VCST, .nodes = 1000000}, &r);
    assert_int_equal(r.answer, FORCING_WIN);
}

static void done(void)
{
    forcing_free(f);
    threats_free(t);
    position_free(p);
}

#define WON "j10 k11 l9 j12 i11 h10 j8"

static void a_win_is_certified(void **state)
{
    (void)state;
    struct buf out = BUF_EMPTY;
    struct deadline never = {0};
    uint64_t turns = 0;
    find(WON);
    buf_text(&out, "before");
    assert_int_equal(forced_certify(f, t, &never, &out, &turns), FORCED_WRITTEN);
    assert_true(turns > 0);
    assert_memory_equal(out.text, "before", 6);
    struct check_result c;
    assert_int_equal(check_bytes(out.text + 6, out.len - 6, NULL, &c), CHECK_ACCEPTED);
    assert_int_equal(c.turns, turns);
    check_result_free(&c);
    buf_free(&out);
    done();
}

static void without_time_nothing_is_written(void **state)
{
    (void)state;
    struct buf out = BUF_EMPTY;
    atomic_bool stop = true;
    struct deadline now = {.stop = &stop};
    uint64_t turns;
    find(WON);
    buf_text(&out, "before");
    assert_int_equal(forced_certify(f, t, &now, &out, &turns), FORCED_STOPPED);
    assert_string_equal(buf_str(&out), "before");
    buf_free(&out);
    done();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_is_certified),
        cmocka_unit_test(without_time_nothing_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
