/* Addresses, and what is known of the clients that have them. */
#include <string.h>

#include "server/transport/clients.h"
#include "support/boards.h"

static struct address address(const char *text)
{
    struct address a;
    if (!address_parse(text, strlen(text), &a))
        fail_msg("%s", text);
    return a;
}

static void addresses_are_read_and_written(void **state)
{
    static const char *const good[] = {"127.0.0.1", "0.0.0.0", "255.255.255.255", "::1", "::", "2001:db8::7"};
    static const char *const bad[] = {"",    "127.0.0", "127.0.0.1.2", "256.0.0.1", "localhost",
                                      ":::", "1::2::3", "127.0.0.1 ",  "[::1]",     "::1%lo"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[ADDRESS_TEXT];
        struct address a = address(good[i]);
        assert_string_equal(address_format(&a, text), good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct address a;
        assert_false(address_parse(bad[i], strlen(bad[i]), &a));
    }
    struct address mapped = address("::ffff:10.1.2.3"), plain = address("10.1.2.3");
    assert_true(address_equal(&mapped, &plain));
}

static void loopback_is_known(void **state)
{
    (void)state;
    assert_true(address_list_is_loopback("localhost"));
    assert_true(address_list_is_loopback("127.0.0.1,::1,127.9.9.9"));
    assert_false(address_list_is_loopback("127.0.0.1,0.0.0.0"));
    assert_false(address_list_is_loopback("::"));
    assert_false(address_list_is_loopback("nonsense"));
}

static void clients_are_told_apart(void **state)
{
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {{"10.0.0.1", "10.0.0.1", true},
                 {"10.0.0.1", "10.0.0.2", false},
                 {"2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true}, /* one household */
                 {"2001:db8:1:2::1", "2001:db8:1:3::1", false},
                 {"::1", "::2", false},
                 {"::ffff:10.0.0.1", "10.0.0.1", true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct clients *t = clients_new(0, 3, 5);
        struct address a = address(cases[i].a), b = address(cases[i].b);
        assert_int_equal(clients_find(t, &a, 0) == clients_find(t, &b, 0), cases[i].same);
        assert_int_equal(clients_count(t), cases[i].same ? 1 : 2);
        clients_free(t);
    }
}

static void who_holds_nothing_is_forgotten(void **state)
{
    struct clients *t = clients_new(10, 3, 5);
    struct address a = address("10.0.0.1");
    double wait = 0;
    (void)state;
    struct client *c = clients_find(t, &a, 0);
    assert_true(clients_take(t, c, 0, &wait));
    clients_sweep(t, 100);
    assert_int_equal(clients_count(t), 1);
    clients_take(t, c, 100, &wait);
    clients_drop(c);
    clients_sweep(t, 100); /* it has made requests, which must not be forgotten */
    assert_int_equal(clients_count(t), 1);
    clients_sweep(t, 101);
    assert_int_equal(clients_count(t), 0);
    clients_free(t);
}

static void rights_come_back_with_time(void **state)
{
    enum { BURST = 50 };
    struct clients *t = clients_new(10, 3, 5);
    struct address a = address("10.0.0.1");
    double wait = 0;
    (void)state;
    struct client *c = clients_find(t, &a, 0);
    for (int i = 0; i < BURST; i++)
        assert_true(clients_take(t, c, 0, &wait));
    assert_false(clients_take(t, c, 0, &wait));
    assert_true(wait > 0.09 && wait < 0.11);
    assert_true(clients_take(t, c, 0.15, &wait));
    assert_false(clients_take(t, c, 0.15, &wait));
    assert_true(clients_spend(t, c, 0.15) > 0); /* a debt, which is paid first */
    assert_false(clients_take(t, c, 0.25, &wait));
    for (int i = 0; i < BURST; i++) /* never more than the first time */
        assert_true(clients_take(t, c, 1000, &wait));
    assert_false(clients_take(t, c, 1000, &wait));
    clients_free(t);
}

/* Three wrong secrets are told as such, then one every five seconds; requests with the right one are as many as ever. */
static void guesses_are_counted(void **state)
{
    (void)state;
    for (int limited = 0; limited < 2; limited++) {
        struct clients *t = clients_new(limited ? 10 : 0, 3, 5);
        struct address a = address("10.0.0.1"), b = address("10.0.0.2");
        struct client *c = clients_find(t, &a, 100), *other = clients_find(t, &b, 100);
        double wait = 0;
        for (int i = 0; i < 1000; i++) {
            assert_true(clients_take(t, c, 100, &wait));
            assert_int_equal(clients_may_guess(t, c, 100), i < 3);
            assert_int_equal(clients_guess(t, c, 100, &wait), i < 3);
        }
        assert_true(wait > 4.9 && wait <= 5);
        assert_true(clients_take(t, c, 100, &wait)); /* somebody else of the same address */
        assert_true(clients_guess(t, other, 100, &wait));
        assert_false(clients_guess(t, c, 104.9, &wait));
        assert_true(clients_guess(t, c, 105, &wait));
        assert_false(clients_guess(t, c, 105, &wait));
        /* It is not forgotten before it may guess as often as at first. */
        clients_drop(c);
        clients_drop(other);
        clients_sweep(t, 119);
        assert_int_equal(clients_count(t), 1);
        clients_sweep(t, 120.1);
        assert_int_equal(clients_count(t), 0);
        clients_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_and_written), cmocka_unit_test(loopback_is_known),
        cmocka_unit_test(clients_are_told_apart),         cmocka_unit_test(who_holds_nothing_is_forgotten),
        cmocka_unit_test(rights_come_back_with_time),     cmocka_unit_test(guesses_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
