/* The transport over real sockets, with handlers that play a few roles: answers at once, later, or never
 * before the client goes; WebSockets that say what was said. Time stands still unless a test lets it pass, so
 * that nothing is late because the machine is busy. */
#include "server/transport/transport.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "support/boards.h"
#include "support/http.h"

#define SOCKET "/api/v1/live"

static struct world {
    struct transport *t;
    atomic_int gone, opened, closed;
    atomic_int later; /* threads that have yet to answer, or to return from it */
    pthread_mutex_t lock;
    struct exchange *late; /* what "/late" left unanswered */
    struct exchange *held; /* the same, found by the test */
    struct rlimit files;
    _Atomic double now;
    pthread_t watcher;
    atomic_bool watching;
    _Atomic int64_t seen; /* the most that was arriving, if it was more than it may be */
} world;

static int port(void)
{
    return transport_port(world.t);
}

/* ---- The handlers ---- */

static bool admit(void *context, const struct transport_request *q, struct transport_answer *refusal)
{
    (void)context;
    if (strcmp(q->path, "/forbidden") != 0)
        return true;
    refusal->status = 403;
    return false;
}

static void *answer_later(void *context)
{
    struct exchange *x = context;
    struct transport_answer a = TRANSPORT_ANSWER_EMPTY;
    usleep(50000);
    a.status = 200;
    a.type = "text/plain";
    buf_text(&a.body, "later");
    exchange_answer(x, &a);
    world.later--;
    return NULL;
}

static bool request(void *context, struct exchange *x, struct transport_answer *a)
{
    const struct transport_request *q = exchange_request(x);
    (void)context;
    if (strcmp(q->path, "/later") == 0) {
        pthread_t thread;
        world.later++;
        assert_int_equal(pthread_create(&thread, NULL, answer_later, x), 0);
        pthread_detach(thread);
        return false;
    }
    if (strcmp(q->path, "/late") == 0) {
        pthread_mutex_lock(&world.lock);
        world.late = x;
        pthread_mutex_unlock(&world.lock);
        return false;
    }
    a->status = 200;
    a->type = "text/plain";
    if (strcmp(q->path, "/large") == 0)
        for (int i = 0; i < 1 << 16; i++)
            buf_text(&a->body, "sixty-four bytes of an answer that nobody has asked to be so lo\n");
    else if (strcmp(q->path, "/client") == 0)
        buf_text(&a->body, q->client);
    else
        buf_format(&a->body, "%s %s %zu", q->method, q->path, q->body_len);
    return true;
}

static void gone(void *context, struct exchange *x)
{
    (void)context;
    (void)x;
    world.gone++;
}

static bool open_socket(void *context, struct channel *c, const struct transport_request *q,
                        struct transport_answer *refusal)
{
    (void)context;
    (void)q;
    (void)c;
    (void)refusal;
    world.opened++;
    return true;
}

static void message(void *context, struct channel *c, char *text, size_t len)
{
    (void)context;
    if (strcmp(text, "flood") == 0)
        for (int i = 0; i < 100; i++)
            channel_send(c, text, len);
    else
        channel_send(c, text, len);
    channel_ready(c);
    free(text);
}

static void closed(void *context, struct channel *c)
{
    (void)context;
    world.closed++;
    channel_drop(c);
}

static void refuse(void *context, int status, const char *fault, struct transport_answer *out)
{
    (void)context;
    out->status = status;
    out->type = "text/plain";
    buf_text(&out->body, fault);
}

static void start_with(const struct transport_options *o)
{
    struct transport_handlers h = {.admit = admit,
                                   .request = request,
                                   .gone = gone,
                                   .open = open_socket,
                                   .message = message,
                                   .closed = closed,
                                   .refuse = refuse};
    struct transport_options set = *o;
    struct err e;
    set.socket_path = SOCKET;
    if (!set.addresses)
        set.addresses = "127.0.0.1";
    set.clock = &world.now;
    world.now = 1000;
    world.gone = world.opened = world.closed = 0;
    if (!transport_new(&set, &h, &world.t, &e))
        fail_msg("%s", e.text);
}

static void stop(void)
{
    WAIT_UNTIL(world.later == 0);
    transport_quiet(world.t);
    transport_end(world.t);
    struct transport_counts n = transport_counts(world.t);
    assert_int_equal(n.connections, 0);
    assert_int_equal(n.sockets, 0);
    assert_int_equal(world.opened, world.closed);
    transport_free(world.t);
    world.t = NULL;
}

static struct transport_limits usual(void)
{
    return (struct transport_limits)TRANSPORT_LIMITS_USUAL;
}

static void pass(double seconds)
{
    world.now = world.now + seconds;
}

static void lives(void)
{
    struct reply_send a = http_ask(port(), "GET", "/lives", NULL, NULL);
    assert_int_equal(a.status, 200);
    assert_string_equal(a.body, "GET /lives 0");
    reply_send_free(&a);
}

/* Waits until a count has a value, while so many seconds pass at a time. */
static void wait_count_passing(const char *what, atomic_int *count, int value, double seconds)
{
    double until = clock_now() + PATIENCE;
    for (; *count != value && clock_now() < until; usleep(2000))
        pass(seconds);
    if (*count != value)
        fail_msg("%s: %d, expected %d", what, (int)*count, value);
}

static void wait_count(const char *what, atomic_int *count, int value)
{
    wait_count_passing(what, count, value, 0);
}

/* Has something come? */
static bool has_come(int fd)
{
    return poll(&(struct pollfd){fd, POLLIN, 0}, 1, 0) > 0;
}

/* Reads an answer and checks its status. */
static void next_status(int fd, int status)
{
    struct reply_send a = http_read(fd, false);
    if (a.status != status)
        fail_msg("status %d, expected %d: %s", a.status, status, a.body);
    reply_send_free(&a);
}

static void say(int fd, const char *text)
{
    http_write(fd, text, strlen(text));
}

/* Does the server end the connection within so many seconds? What comes before is skipped. */
static bool ends(int fd, double seconds)
{
    char bytes[4096];
    struct timeval wait = {(time_t)seconds, (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds))};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    for (;;) {
        ssize_t n = recv(fd, bytes, sizeof bytes, 0);
        if (n <= 0)
            return n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
    }
}

/* ---- Requests ---- */

static void requests_are_answered_in_order(void **state)
{
    (void)state;
    start_with(&(struct transport_options){.limits = usual()});
    int fd = http_connect(port());
    /* All at once; the second is answered by another thread, later. */
    say(fd,
        "GET /1 HTTP/1.1\r\n\r\nGET /later HTTP/1.1\r\n\r\nPOST /3 HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"
        "HEAD /4 HTTP/1.1\r\n\r\nGET /5 HTTP/1.1\r\nConnection: close\r\n\r\nGET /6 HTTP/1.1\r\n\r\n");
    static const char *const bodies[] = {"GET /1 0", "later", "POST /3 3", "", "GET /5 0"};
    for (int i = 0; i < 5; i++) {
        struct reply_send a = http_read(fd, i == 3);
        assert_int_equal(a.status, 200);
        assert_string_equal(a.body, bodies[i]);
        if (i == 3)
            assert_true(http_has(&a, "Content-Length: 9")); /* of what GET would have had */
        assert_true(http_has(&a, i == 4 ? "Connection: close" : "Connection: keep-alive"));
        reply_send_free(&a);
    }
    assert_true(ends(fd, PATIENCE));
    close(fd);
    stop();
}

static void half_closed_connections_get_their_answer(void **state)
{
    (void)state;
    start_with(&(struct transport_options){.limits = usual()});
    int fd = http_connect(port());
    say(fd, "GET /later HTTP/1.1\r\n\r\nGET /next HTTP/1.1\r\n\r\n");
    shutdown(fd, SHUT_WR);
    next_status(fd, 200);
    next_status(fd, 200);
    assert_true(ends(fd, PATIENCE));
    close(fd);
    stop();
}

static void bodies_wait_for_continue(void **state)
{
    (void)state;
    start_with(&(struct transport_options){.limits = usual()});
    int fd = http_connect(port());
    say(fd, "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
    next_status(fd, 100);
    say(fd, "abc");
    next_status(fd, 200);
    /* Refused before the body: it is not asked for. */
    say(fd, "POST /forbidden HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
    next_status(fd, 403);
    close(fd);
    stop();
}

static void a_client_that_goes_is_told_of(void **state)
{
    (void)state;
    start_with(&(struct transport_options){.limits = usual()});
    for (int i = 0; i < 2; i++) {
        struct transport_answer a = {.status = 200};
        int fd = http_connect(port());
        say(fd, "GET /late HTTP/1.1\r\n\r\n");
        struct exchange *x = NULL;
        for (double until = clock_now() + PATIENCE; !x && clock_now() < until; usleep(2000)) {
            pthread_mutex_lock(&world.lock);
            world.held = x = world.late;
            world.late = NULL;
            pthread_mutex_unlock(&world.lock);
        }
        assert_non_null(x);
        assert_false(atomic_load(exchange_gone(x)));
        if (i == 1) { /* more than is kept for later: the end of this connection could not be seen */
            char *much = mem_zero(1, 1 << 20);
            memset(much, 'x', 1 << 20);
            http_write(fd, much, 200 << 10);
            free(much);
        }
        close(fd);
        wait_count_passing("gone", &world.gone, i + 1, i);
        assert_true(atomic_load(exchange_gone(x)));
        world.held = NULL;
        exchange_answer(x, &a);
    }
    lives();
    stop();
}

static void slow_requests_get_408(void **state)
{
    static const char *const begins[] = {"GET / HT", "GET / HTTP/1.1\r\nX: y\r\n",
                                         "POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\nx",
                                         "GET / HTTP/1.1\r\nContent-Length: 1000\r\n\r\nx",
                                         "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"};
    enum { N = sizeof begins / sizeof *begins };
    int fd[N + 1];
    (void)state;
    start_with(&(struct transport_options){.limits = usual()});
    double began = world.now, until = clock_now() + PATIENCE;
    for (int i = 0; i < N; i++) {
        fd[i] = http_connect(port());
        say(fd[i], begins[i]);
    }
    fd[N] = http_connect(port()); /* never says anything */
    say(fd[4], "xxxx"); /* after the chunk comes what is an error of its own, before any time has passed */
    WAIT_UNTIL(has_come(fd[4]));
    for (int answered = 0; answered <= N && clock_now() < until; usleep(2000)) {
        pass(1); /* a byte at a time does not help */
        answered = 0;
        for (int i = 0; i <= N; i++)
            if (has_come(fd[i])) {
                answered++;
                assert_true(i == 4 || world.now - began >= (double)usual().header_seconds);
            } else if (i < N) {
                say(fd[i], "x");
            }
    }
    for (int i = 0; i < N; i++) {
        next_status(fd[i], i == 4 ? 400 : 408);
        assert_true(ends(fd[i], PATIENCE));
        close(fd[i]);
    }
    assert_true(ends(fd[N], PATIENCE));
    close(fd[N]);
    lives();
    stop();
}

static void refusals_reach_whoever_goes_on_sending(void **state)
{
    (void)state;
    struct transport_limits l = usual();
    l.body_bytes = 1000;
    start_with(&(struct transport_options){.limits = l});
    int fd = http_connect(port());
    char *much = mem_zero(1, 1 << 20);
    say(fd, "POST / HTTP/1.1\r\nContent-Length: 8388608\r\n\r\n");
    for (int i = 0; i < 8; i++)
        assert_true(http_write(fd, much, 1 << 20));
    next_status(fd, 413);
    close(fd);
    free(much);
    stop();
}

static void answers_that_are_not_taken_are_limited(void **state)
{
    enum { N = 20 };
    int fd[N], small = 4096;
    (void)state;
    struct transport_limits l = usual();
    l.client_answers_bytes = 16 << 20; /* four of them and what the kernel takes */
    start_with(&(struct transport_options){.limits = l});
    for (int i = 0; i < N; i++) {
        fd[i] = http_connect(port());
        setsockopt(fd[i], SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
        say(fd[i], "GET /large HTTP/1.1\r\n\r\n");
    }
    struct transport_counts n = transport_counts(world.t);
    for (double until = clock_now() + PATIENCE; clock_now() < until && n.refused[REFUSED_memory] == 0;
         usleep(1000)) {
        n = transport_counts(world.t);
        assert_true(n.answers_bytes <= l.client_answers_bytes);
    }
    assert_true(n.refused[REFUSED_memory] > 0);
    lives();
    /* Those who take nothing are cut off, in time. */
    for (double until = clock_now() + PATIENCE; clock_now() < until && n.connections > 0; usleep(2000)) {
        pass(1);
        n = transport_counts(world.t);
    }
    assert_int_equal(n.connections, 0);
    assert_int_equal(n.answers_bytes, 0);
    for (int i = 0; i < N; i++)
        close(fd[i]);
    stop();
}

/* Looks at what is arriving all the while, as nobody in the transport does. */
static void *watch_bodies(void *context)
{
    const int64_t *most = context;
    while (world.watching) {
        int64_t bytes = transport_counts(world.t).bodies_bytes;
        if (bytes > *most && bytes > world.seen)
            world.seen = bytes;
    }
    return NULL;
}

static void start_watching(int64_t *most)
{
    world.seen = 0;
    world.watching = true;
    assert_int_equal(pthread_create(&world.watcher, NULL, watch_bodies, most), 0);
}

static void end_watching(void)
{
    if (!world.watching)
        return;
    world.watching = false;
    pthread_join(world.watcher, NULL);
}

/* A request that is not whole: its connection. */
static int begin_body(size_t len)
{
    int fd = http_connect(port());
    char *part = mem_zero(1, len);
    say(fd, "POST / HTTP/1.1\r\nContent-Length: 1048576\r\n\r\n");
    http_write(fd, part, len);
    free(part);
    return fd;
}

static int64_t arriving(void)
{
    return transport_counts(world.t).bodies_bytes;
}

static void bodies_together_are_limited(void **state)
{
    enum { N = 12, PART = 900 << 10 };
    int fd[N];
    (void)state;
    struct transport_limits l = usual();
    l.body_bytes = 1 << 20;
    l.bodies_bytes = 4 << 20;
    start_with(&(struct transport_options){.limits = l});
    start_watching(&l.bodies_bytes);
    for (int i = 0; i < N; i++)
        fd[i] = begin_body(PART);
    next_status(fd[0], 503); /* the oldest made room */
    struct reply_send a = http_ask(port(), "POST", "/x", NULL, "small");
    assert_int_equal(a.status, 200);
    reply_send_free(&a);
    for (int i = 0; i < N; i++)
        close(fd[i]);
    WAIT_UNTIL(arriving() == 0);
    end_watching();
    assert_int_equal(world.seen, 0); /* never more than the limit */
    stop();
}

/* The oldest holds little, and what comes now is more than that: it is not enough that it makes room. */
static void as_many_make_room_as_are_needed(void **state)
{
    enum { N = 6 };
    static const size_t parts[N] = {70 << 10, 900 << 10, 900 << 10, 900 << 10, 500 << 10, (256 << 10) + 500};
    int fd[N];
    (void)state;
    struct transport_limits l = usual();
    l.body_bytes = 1 << 20;
    l.bodies_bytes = 4 << 20;
    start_with(&(struct transport_options){.limits = l});
    start_watching(&l.bodies_bytes);
    for (int i = 0; i < N; i++) {
        fd[i] = begin_body(parts[i]);
        if (i < N - 1) /* each has arrived before the next begins: buffers are doubled */
            WAIT_UNTIL(arriving() > (int64_t)(i == 0 ? 0 : (i < 4 ? i << 20 : (3 << 20) + (500 << 10))));
    }
    next_status(fd[0], 503);
    next_status(fd[1], 503);
    assert_false(has_come(fd[2]));
    end_watching();
    assert_int_equal(world.seen, 0);
    assert_true(arriving() <= l.bodies_bytes);
    for (int i = 0; i < N; i++)
        close(fd[i]);
    stop();
}

/* ---- Many connections ---- */

static void a_new_connection_ends_the_oldest_idle_one(void **state)
{
    enum { MOST = 20 };
    int fd[MOST + 1];
    (void)state;
    struct transport_limits l = usual();
    l.client_connections = MOST;
    start_with(&(struct transport_options){.limits = l});
    for (int i = 0; i < MOST; i++) {
        fd[i] = http_connect(port());
        say(fd[i], "GET / HTTP/1.1\r\n\r\n");
        next_status(fd[i], 200);
    }
    int other = http_connect_from("127.0.0.9", port()); /* another client is not concerned */
    say(other, "GET / HTTP/1.1\r\n\r\n");
    next_status(other, 200);
    say(fd[0], "GET / HTTP/1.1\r\n\r\n"); /* now the second is the oldest */
    next_status(fd[0], 200);
    fd[MOST] = http_connect(port());
    say(fd[MOST], "GET / HTTP/1.1\r\n\r\n");
    next_status(fd[MOST], 200);
    assert_true(ends(fd[1], PATIENCE));
    say(fd[0], "GET / HTTP/1.1\r\n\r\n");
    next_status(fd[0], 200);
    say(other, "GET / HTTP/1.1\r\n\r\n");
    next_status(other, 200);
    for (int i = 0; i <= MOST; i++)
        close(fd[i]);
    close(other);
    stop();
}

static void more_connections_than_files_do_no_harm(void **state)
{
    enum { MANY = 300 };
    int fd[MANY];
    (void)state;
    struct rlimit files = world.files;
    struct transport_limits l = usual();
    start_with(&(struct transport_options){.limits = l});
    for (int i = 0; i < MANY; i++)
        fd[i] = http_own(socket(AF_INET, SOCK_STREAM, 0));
    /* The server has a dozen left. */
    int next = dup(0);
    close(next);
    files.rlim_cur = (rlim_t)next + 12;
    setrlimit(RLIMIT_NOFILE, &files);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port())};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = 0; i < MANY; i++)
        connect(fd[i], (struct sockaddr *)&to, sizeof to);
    usleep(100000);
    for (int i = 0; i < MANY; i++)
        close(fd[i]);
    lives();
    setrlimit(RLIMIT_NOFILE, &world.files);
    lives();
    stop();
}

static void requests_have_a_rate(void **state)
{
    enum { BURST = 40 };
    (void)state;
    start_with(&(struct transport_options){.limits = usual(), .rate = 2});
    int refused = 0;
    for (int i = 0; i < BURST + 10; i++) {
        struct reply_send a = http_ask(port(), "GET", "/", NULL, NULL);
        if (a.status == 429) {
            refused++;
            assert_true(http_has(&a, "Retry-After: 1"));
        }
        reply_send_free(&a);
    }
    assert_int_equal(refused, 10);
    pass(0.5);
    lives();
    int other = http_connect_from("127.0.0.9", port());
    say(other, "GET / HTTP/1.1\r\n\r\n");
    next_status(other, 200);
    close(other);
    stop();
}

/* Messages count like requests, but wait instead of being refused. */
static void messages_have_a_rate(void **state)
{
    enum { BURST = 40, MORE = 10 };
    (void)state;
    struct transport_limits l = usual();
    start_with(&(struct transport_options){.limits = l, .rate = 5});
    int fd = ws_open(port(), NULL, NULL); /* the first of the burst; the last one has to wait afterwards */
    assert_true(fd >= 0);
    for (int i = 0; i < BURST + MORE; i++)
        ws_send(fd, "again");
    for (int i = 0; i < BURST; i++)
        free(ws_read(fd, PATIENCE));
    for (int i = 0; i < MORE; i++) { /* a fifth of a second each */
        usleep(20000);
        assert_false(has_come(fd));
        pass(0.2001);
        free(ws_read(fd, PATIENCE));
    }
    close(fd);
    stop();
}

static void clients_are_named_by_a_proxy_that_is_trusted(void **state)
{
    static const struct {
        const char *header, *client;
    } cases[] = {
        {NULL, "127.0.0.1"},
        {"X-Forwarded-For: 192.0.2.7\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 10.0.0.1, 192.0.2.7\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 10.0.0.1\r\nx-forwarded-for: 192.0.2.7\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 2001:db8:1:2:3:4:5:6\r\n", "2001:db8:1:2::"},
        {"X-Forwarded-For: [2001:db8::1]\r\n", "2001:db8::"},
        {"X-Forwarded-For: nonsense\r\n", "127.0.0.1"},
        {"X-Forwarded-For: \r\n", "127.0.0.1"},
    };
    (void)state;
    for (int trusted = 0; trusted <= 1; trusted++) {
        start_with(&(struct transport_options){.limits = usual(),
                                               .proxy_header = trusted ? "X-Forwarded-For" : NULL});
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct reply_send a = http_ask(port(), "GET", "/client", cases[i].header, NULL);
            assert_string_equal(a.body, trusted ? cases[i].client : "127.0.0.1");
            reply_send_free(&a);
        }
        stop();
    }
}

static void several_addresses_share_a_port(void **state)
{
    (void)state;
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    bool there = fd >= 0 && bind(fd, (struct sockaddr *)&six, sizeof six) == 0;
    if (fd >= 0)
        close(fd);
    start_with(&(struct transport_options){.limits = usual(), .addresses = "localhost,127.0.0.2"});
    lives();
    if (there) {
        fd = socket(AF_INET6, SOCK_STREAM, 0);
        six.sin6_port = htons((uint16_t)port());
        assert_int_equal(connect(fd, (struct sockaddr *)&six, sizeof six), 0);
        say(fd, "GET /client HTTP/1.1\r\n\r\n");
        struct reply_send a = http_read(fd, false);
        assert_string_equal(a.body, "::1");
        reply_send_free(&a);
        close(fd);
    }
    stop();
    struct transport *t;
    struct err e;
    struct transport_handlers none = {.context = NULL};
    assert_false(transport_new(&(struct transport_options){.addresses = "127.0.0.1,x"}, &none, &t, &e));
    assert_string_equal(e.text, "'x' is not an address to listen on: neither IPv4 nor IPv6");
}

/* ---- WebSockets ---- */

static int open_live(void)
{
    int fd = ws_open(port(), NULL, NULL);
    assert_true(fd >= 0);
    return fd;
}

static void echoes(int fd, const char *text)
{
    ws_send(fd, text);
    char *back = ws_read(fd, PATIENCE);
    assert_non_null(back);
    assert_string_equal(back, text);
    free(back);
}

static void messages_go_both_ways(void **state)
{
    (void)state;
    start_with(&(struct transport_options){.limits = usual()});
    int fd = open_live();
    echoes(fd, "hello");
    echoes(fd, "");
    for (int i = 0; i < 20; i++) /* without waiting for the first */
        ws_send(fd, "again");
    for (int i = 0; i < 20; i++) {
        char *back = ws_read(fd, PATIENCE);
        assert_string_equal(back, "again");
        free(back);
    }
    ws_send_frame(fd, 0x88, "\x03\xe8", 2);
    assert_int_equal(ws_close_code(fd, PATIENCE), 1000);
    assert_true(ends(fd, PATIENCE));
    close(fd);
    /* What comes in one piece with the handshake. */
    fd = http_connect(port());
    struct buf b = BUF_EMPTY;
    buf_text(&b, "GET " SOCKET
                 " HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    buf_bytes(&b, "\x81\x85\0\0\0\0early", 11);
    http_write(fd, b.text, b.len);
    struct reply_send a = http_read(fd, true);
    assert_int_equal(a.status, 101);
    assert_true(http_has(&a, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    reply_send_free(&a);
    buf_free(&b);
    char *back = ws_read(fd, PATIENCE);
    assert_string_equal(back, "early");
    free(back);
    close(fd);
    wait_count("closed", &world.closed, 2);
    stop();
}

static void closes_say_why(void **state)
{
    static const struct {
        int bits;
        const char *bytes;
        size_t len;
        int code;
    } cases[] = {{0x88, "", 0, 1005},     {0x88, "\x0f\xa0", 2, 4000}, {0x82, "x", 1, 1003},
                 {0x81, "\xff", 1, 1007}, {0xc1, "x", 1, 1002},        {0x80, "x", 1, 1002},
                 {0x09, "x", 1, 1002},    {0x8b, "x", 1, 1002}};
    (void)state;
    struct transport_limits l = usual();
    l.message_bytes = 1000;
    start_with(&(struct transport_options){.limits = l});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int fd = open_live();
        ws_send_frame(fd, (unsigned char)cases[i].bits, cases[i].bytes, cases[i].len);
        assert_int_equal(ws_close_code(fd, PATIENCE), cases[i].code);
        assert_true(ends(fd, PATIENCE));
        close(fd);
    }
    int fd = open_live();
    http_write(fd, "\x81\x01x", 3); /* not masked */
    assert_int_equal(ws_close_code(fd, PATIENCE), 1002);
    close(fd);
    /* Too large by one, and by what it announces, of which much is sent at once. */
    char *much = mem_zero(1, 4 << 20);
    memset(much, 'x', 4 << 20);
    fd = open_live();
    ws_send_frame(fd, 0x81, much, 1000);
    free(ws_read(fd, PATIENCE));
    ws_send_frame(fd, 0x81, much, 1001);
    assert_int_equal(ws_close_code(fd, PATIENCE), 1009);
    close(fd);
    fd = open_live();
    http_write(fd, "\x81\xff\0\0\0\0\x20\0\0\0\0\0\0\0", 14);
    http_write(fd, much, 512 << 10);
    assert_int_equal(ws_close_code(fd, PATIENCE), 1009);
    close(fd);
    free(much);
    wait_count("closed", &world.closed, world.opened);
    stop();
}

static void handshakes_that_are_none_are_refused(void **state)
{
    static const struct {
        const char *version, *key;
        int status;
    } cases[] = {
        {"13", "dGhlIHNhbXBsZSBub25jZQ==", 101},
        {"12", "dGhlIHNhbXBsZSBub25jZQ==", 400},
        {"", "dGhlIHNhbXBsZSBub25jZQ==", 400},
        {"13", "", 400},
        {"13", "dGhlIHNhbXBsZSBub25jZQ", 400},
        {"13", "dGhlIHNhbXBsZSBub25jZQdGhlIHNhbXBsZSBub25jZQdGhlIHNhbXBsZSBub25jZQdGhlIHNhbXBsZQ==", 400}};
    (void)state;
    start_with(&(struct transport_options){.limits = usual()});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char headers[400];
        snprintf(headers, sizeof headers,
                 "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: "
                 "%s\r\nSec-WebSocket-Key: %s\r\n",
                 cases[i].version, cases[i].key);
        struct reply_send a = http_ask(port(), "GET", SOCKET, headers, NULL);
        assert_int_equal(a.status, cases[i].status);
        reply_send_free(&a);
        /* Elsewhere it is a request like others. */
        a = http_ask(port(), "GET", "/elsewhere", headers, NULL);
        assert_int_equal(a.status, 200);
        reply_send_free(&a);
    }
    stop();
}

static void silent_sockets_and_half_frames_go(void **state)
{
    (void)state;
    start_with(&(struct transport_options){.limits = usual()});
    int silent = open_live(), half = open_live(), parts = open_live(), alive = open_live();
    http_write(half, "\x81\xfe\x01\x00\0\0\0\0half", 12);
    ws_send_frame(parts, 0x01, "a", 1);
    double began = world.now, until = clock_now() + PATIENCE;
    while (world.closed < 3 && clock_now() < until) {
        pass(1); /* whole frames, but the message never ends; and bytes of the half one */
        ws_send_frame(parts, 0x00, "a", 1);
        http_write(half, "x", 1);
        echoes(alive, "here");
        assert_true(world.closed == 0 || world.now - began > (double)usual().silent_seconds);
        usleep(2000);
    }
    assert_int_equal(ws_close_code(silent, PATIENCE), 1008);
    assert_int_equal(ws_close_code(half, PATIENCE), 1008);
    assert_int_equal(ws_close_code(parts, PATIENCE), 1008);
    echoes(alive, "still here");
    close(silent);
    close(half);
    close(parts);
    close(alive);
    wait_count("closed", &world.closed, 4);
    stop();
}

static void pings_are_answered_and_sent(void **state)
{
    (void)state;
    struct transport_limits l = usual();
    start_with(&(struct transport_options){.limits = l});
    int fd = open_live();
    ws_send_frame(fd, 0x89, "abc", 3);
    char bytes[5];
    assert_int_equal(recv(fd, bytes, 5, MSG_WAITALL), 5);
    assert_memory_equal(bytes,
                        "\x8a\x03"
                        "abc",
                        5);
    pass((double)l.silent_seconds / 3 + 1);
    assert_int_equal(recv(fd, bytes, 2, MSG_WAITALL), 2); /* it asks whether we are there */
    assert_memory_equal(bytes, "\x89\0", 2);
    close(fd);
    stop();
}

/* Pings, and messages, of somebody who reads nothing: he waits, and then goes. */
static void who_does_not_read_is_not_written_to_for_ever(void **state)
{
    (void)state;
    struct transport_limits l = usual();
    l.socket_queue_bytes = 100 << 10;
    start_with(&(struct transport_options){.limits = l});
    int small = 4096, fd = http_connect(port());
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    struct reply_send a =
        http_ask_on(fd, "GET", SOCKET,
                    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                    NULL);
    assert_int_equal(a.status, 101);
    reply_send_free(&a);
    struct buf pings = BUF_EMPTY;
    for (int i = 0; i < 1000; i++) {
        buf_bytes(&pings, "\x89\xfd\0\0\0\0", 6);
        for (int j = 0; j < 125; j++)
            buf_char(&pings, 'x');
    }
    /* It takes no more when much waits. */
    ssize_t sent = 0;
    for (int full = 0; full < 100; full++) {
        ssize_t n =
            send(fd, pings.text + sent % 131, pings.len - (size_t)(sent % 131), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n > 0)
            full = 0;
        if (n > 0)
            sent += n;
        else
            usleep(1000);
        struct transport_counts c = transport_counts(world.t);
        assert_true(c.answers_bytes < 400 << 10);
        assert_true(c.bodies_bytes < 400 << 10);
    }
    lives();
    wait_count_passing("closed", &world.closed, 1, 1);
    close(fd);
    buf_free(&pings);
    stop();
}

static void too_much_for_a_socket_closes_it(void **state)
{
    (void)state;
    struct transport_limits l = usual();
    l.socket_queue_bytes = 50;
    start_with(&(struct transport_options){.limits = l});
    int fd = open_live();
    ws_send(fd, "flood");
    assert_int_equal(ws_close_code(fd, PATIENCE), 1008);
    close(fd);
    wait_count("closed", &world.closed, 1);
    stop();
}

static void sockets_are_limited(void **state)
{
    int fd[4], status;
    (void)state;
    struct transport_limits l = usual();
    l.client_sockets = 3;
    start_with(&(struct transport_options){.limits = l});
    for (int i = 0; i < 3; i++)
        fd[i] = open_live();
    assert_int_equal(ws_open(port(), NULL, &status), -1);
    assert_int_equal(status, 503);
    close(fd[0]);
    wait_count("closed", &world.closed, 1);
    fd[0] = open_live();
    for (int i = 0; i < 3; i++)
        close(fd[i]);
    stop();
}

/* ---- The end ---- */

static void it_ends_whatever_goes_on(void **state)
{
    enum { N = 40 };
    int fd[5][N];
    (void)state;
    struct transport_limits l = TRANSPORT_LIMITS_USUAL;
    start_with(&(struct transport_options){.limits = l});
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            fd[k][i] = http_connect(port());
        fd[4][i] = open_live();
        say(fd[0][i], "GET / HTT");
        say(fd[1][i], "POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\nx");
        say(fd[2][i], "GET /large HTTP/1.1\r\n\r\n");
        say(fd[3][i], "GET /later HTTP/1.1\r\n\r\n");
        ws_send_frame(fd[4][i], 0x01, "part", 4);
    }
    wait_count("opened", &world.opened, N);
    double began = clock_now();
    transport_quiet(world.t);
    for (int i = 0; i < N; i++) /* the close frame is there before the end */
        assert_int_equal(ws_close_code(fd[4][i], PATIENCE), 1001);
    transport_end(world.t);
    if (clock_now() - began > 1) /* no limit's time passed meanwhile, so that it waited for nobody */
        print_message("it took %.2f s to end\n", clock_now() - began);
    wait_count("closed", &world.closed, N);
    WAIT_UNTIL(world.later == 0); /* they answer to what is still there */
    transport_free(world.t);
    world.t = NULL;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 5; k++)
            close(fd[k][i]);
}

/* ---- Before and after each test ---- */

static int begin(void **state)
{
    (void)state;
    getrlimit(RLIMIT_NOFILE, &world.files);
    return 0;
}

static void answer_rest(struct exchange **x)
{
    struct transport_answer a = {.status = 200};
    if (*x)
        exchange_answer(*x, &a);
    *x = NULL;
}

/* A test that failed has its transport and its connections still: the next is not to meet them. */
static int clean(void **state)
{
    (void)state;
    end_watching();
    setrlimit(RLIMIT_NOFILE, &world.files);
    if (!world.t)
        return 0;
    transport_quiet(world.t);
    pthread_mutex_lock(&world.lock);
    answer_rest(&world.late);
    answer_rest(&world.held);
    pthread_mutex_unlock(&world.lock);
    WAIT_UNTIL(world.later == 0);
    transport_end(world.t);
    transport_free(world.t);
    world.t = NULL;
    http_close_left();
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, clean)

int main(void)
{
    pthread_mutex_init(&world.lock, NULL);
    const struct CMUnitTest tests[] = {
        TEST(requests_are_answered_in_order),
        TEST(half_closed_connections_get_their_answer),
        TEST(bodies_wait_for_continue),
        TEST(a_client_that_goes_is_told_of),
        TEST(slow_requests_get_408),
        TEST(refusals_reach_whoever_goes_on_sending),
        TEST(answers_that_are_not_taken_are_limited),
        TEST(bodies_together_are_limited),
        TEST(as_many_make_room_as_are_needed),
        TEST(a_new_connection_ends_the_oldest_idle_one),
        TEST(more_connections_than_files_do_no_harm),
        TEST(requests_have_a_rate),
        TEST(messages_have_a_rate),
        TEST(clients_are_named_by_a_proxy_that_is_trusted),
        TEST(several_addresses_share_a_port),
        TEST(messages_go_both_ways),
        TEST(closes_say_why),
        TEST(handshakes_that_are_none_are_refused),
        TEST(silent_sockets_and_half_frames_go),
        TEST(pings_are_answered_and_sent),
        TEST(who_does_not_read_is_not_written_to_for_ever),
        TEST(too_much_for_a_socket_closes_it),
        TEST(sockets_are_limited),
        TEST(it_ends_whatever_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
