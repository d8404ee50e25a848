/* A server for a test: on a free port, its data in memory or in a file. */
#ifndef SERVER_SERVING_H
#define SERVER_SERVING_H

#include "server/api/state.h"
#include "server/server.h"
#include "support/boards.h"
#include "support/http.h"

#define API   "/api/v1"
#define START "{\"rules\":[19,19,6,2,1],\"stones\":[]}"

/* Little memory, two analyses at once; what `o` says goes first. */
static inline struct server *serving_start(const struct server_options *o)
{
    struct server_options set = o ? *o : (struct server_options){0};
    struct server *s;
    struct err e;
    if (!set.threads)
        set.threads = 2;
    if (!set.hash_bytes)
        set.hash_bytes = 16 << 20;
    if (!server_start(&set, &s, &e))
        fail_msg("%s", e.text);
    return s;
}

/* Is nothing asked for, and nobody there? */
static inline bool serving_is_quiet(struct server *s)
{
    return pool_running(s->pool) == 0 && transport_counts(s->transport).connections == 0;
}

/* Where one server is there for all tests of a file, which may put another in its place for a while: around each of them. What a test
 * that failed has left behind is gone before the next: its connections with all that goes on for them, and a server of its own. */
#define SERVING_FIXTURE(server)                     \
    static struct server *serving_common;           \
                                                    \
    static int serving_begin(void **state)          \
    {                                               \
        (void)state;                                \
        serving_common = (server);                  \
        return 0;                                   \
    }                                               \
                                                    \
    static int serving_end(void **state)            \
    {                                               \
        (void)state;                                \
        int left = http_close_left();               \
        if ((server) != serving_common)             \
            server_stop(server);                    \
        (server) = serving_common;                  \
        if (left)                                   \
            WAIT_UNTIL(serving_is_quiet((server))); \
        return 0;                                   \
    }

#define SERVING_TEST(name) cmocka_unit_test_setup_teardown(name, serving_begin, serving_end)

#endif
