/* The loop and its thread; see transport.h. */
#include "server/transport/transport.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/mem.h"
#include "server/transport/inner.h"

enum {
    BACKLOG = 1024,
    TICK_MS = 100,
    END_TICK_MS = 10,
    FILES_KEPT = 64, /* file descriptors that are not for connections */
    PORT_TRIES = 20, /* to find a port that is free on all addresses */
};
#define END_SECONDS   0.25 /* for answers and goodbyes that are on their way */
#define SWEEP_SECONDS 1.0

static double loop_now(struct transport *t)
{
    return (double)uv_now(&t->loop) / 1000;
}

double transport_now(struct transport *t)
{
    return t->clock ? *t->clock : loop_now(t);
}

void transport_event(struct transport *t, const struct transport_event *e)
{
    if (t->handlers.event)
        t->handlers.event(t->handlers.context, e);
}

void transport_refused(struct transport *t, enum transport_refusal why)
{
    t->count.refused[why]++;
}

/* ---- The thread ---- */

static void close_listeners(struct transport *t)
{
    for (int i = 0; i < t->listeners; i++)
        uv_close((uv_handle_t *)&t->listener[i], NULL);
    t->listeners = 0;
}

/* What was asked for from outside. */
static void obey(struct transport *t)
{
    if (t->quiet && t->listeners > 0) {
        close_listeners(t);
        for (struct conn *c = t->conns; c; c = c->next)
            conn_quiet(c);
    }
    if (t->ended && t->end_by == 0) {
        t->end_by = loop_now(t) + END_SECONDS;
        uv_timer_set_repeat(&t->tick, END_TICK_MS);
        uv_timer_again(&t->tick);
    }
}

static void on_wake(uv_async_t *wake)
{
    struct transport *t = wake->data;
    post_take(t);
    obey(t);
}

static void on_tick(uv_timer_t *tick)
{
    struct transport *t = tick->data;
    double now = transport_now(t);
    bool over = t->end_by > 0 && loop_now(t) >= t->end_by;
    for (struct conn *c = t->conns; c; c = c->next) {
        conn_tick(c, now);
        if (over)
            conn_close(c);
    }
    if (now - t->swept > SWEEP_SECONDS) {
        clients_sweep(t->clients, now);
        t->swept = now;
    }
    t->count.clients = clients_count(t->clients);
    if (t->end_by > 0 && !t->conns) {
        uv_close((uv_handle_t *)&t->tick, NULL);
        uv_close((uv_handle_t *)&t->prepare, NULL);
    }
}

/* A new round: those who had their share may be read from again. */
static void on_prepare(uv_prepare_t *prepare)
{
    struct transport *t = prepare->data;
    t->round++;
    for (struct conn *c = t->hungry, *next; c; c = next) {
        next = c->hungry_next;
        c->hungry_next = NULL;
        conn_resume(c, PAUSE_ROUND);
    }
    t->hungry = NULL;
}

static void on_connection(uv_stream_t *listener, int status)
{
    if (status == 0)
        conn_accept(listener->data, listener);
}

static void *run(void *context)
{
    struct transport *t = context;
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE); /* a write to somebody who has gone is an error like others */
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
    uv_run(&t->loop, UV_RUN_DEFAULT);
    return NULL;
}

/* ---- Listening ---- */

static void set_port(struct sockaddr_storage *a, int port)
{
    if (a->ss_family == AF_INET)
        ((struct sockaddr_in *)(void *)a)->sin_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in6 *)(void *)a)->sin6_port = htons((uint16_t)port);
}

static int port_of(const uv_tcp_t *listener)
{
    struct sockaddr_storage a;
    int len = sizeof a;
    if (uv_tcp_getsockname(listener, (struct sockaddr *)&a, &len) != 0)
        return 0;
    return ntohs(a.ss_family == AF_INET ? ((struct sockaddr_in *)(void *)&a)->sin_port
                                        : ((struct sockaddr_in6 *)(void *)&a)->sin6_port);
}

/* One address; the status of libuv. */
static int listen_on(struct transport *t, struct sockaddr_storage *a)
{
    uv_tcp_t *l = &t->listener[t->listeners];
    set_port(a, t->port);
    uv_tcp_init(&t->loop, l);
    l->data = t;
    t->listeners++;
    int status = uv_tcp_bind(l, (struct sockaddr *)a, a->ss_family == AF_INET6 ? UV_TCP_IPV6ONLY : 0);
    if (status == 0)
        status = uv_listen((uv_stream_t *)l, BACKLOG, on_connection);
    if (status == 0 && t->port == 0)
        t->port = port_of(l);
    return status;
}

/* Lets the listeners go that there are. */
static void unlisten(struct transport *t)
{
    close_listeners(t);
    uv_run(&t->loop, UV_RUN_NOWAIT);
}

static bool listen_all(struct transport *t, const struct transport_options *o, struct err *e)
{
    struct address_list list;
    if (!address_list_parse(o->addresses, &list, e))
        return false;
    for (int tries = 1;; tries++) {
        int status = 0, i = 0;
        t->port = o->port;
        for (; i < list.count && status == 0; i++) {
            status = listen_on(t, &list.at[i]);
            if (list.optional[i] && (status == UV_EADDRNOTAVAIL || status == UV_EAFNOSUPPORT)) {
                uv_close((uv_handle_t *)&t->listener[--t->listeners], NULL);
                uv_run(&t->loop, UV_RUN_NOWAIT);
                status = 0;
            }
        }
        if (status == 0)
            return true;
        unlisten(t);
        if (status == UV_EADDRINUSE && o->port == 0 && tries < PORT_TRIES)
            continue;
        char text[ADDRESS_TEXT];
        struct address a = address_of((struct sockaddr *)&list.at[i - 1]);
        return err_set(e, "cannot listen on %s, port %d: %s%s", address_format(&a, text), o->port,
                       strerror(-status), status == UV_EADDRINUSE ? "; --port 0 takes one that is free" : "");
    }
}

/* ---- The handle ---- */

/* No more connections than there are file descriptors for. */
static void fit_to_files(struct transport_limits *l)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY)
        return;
    int64_t most = (int64_t)files.rlim_cur - FILES_KEPT;
    most = most < FILES_KEPT ? FILES_KEPT : most;
    if (l->connections > most)
        l->connections = most;
    if (l->sockets > l->connections * 3 / 4)
        l->sockets = l->connections * 3 / 4;
}

bool transport_new(const struct transport_options *o, const struct transport_handlers *h,
                   struct transport **out, struct err *e)
{
    struct transport *t = mem_zero(1, sizeof *t);
    t->limits = o->limits;
    t->clock = o->clock;
    fit_to_files(&t->limits);
    t->handlers = *h;
    t->header = mem_strdup(o->header ? o->header : "");
    t->proxy_header = o->proxy_header ? mem_strdup(o->proxy_header) : NULL;
    t->socket_path = mem_strdup(o->socket_path ? o->socket_path : "");
    t->clients = clients_new(o->rate, (double)t->limits.wrong_tokens, (double)t->limits.wrong_token_seconds);
    pthread_mutex_init(&t->lock, NULL);
    uv_loop_init(&t->loop);
    uv_async_init(&t->loop, &t->wake, on_wake);
    uv_unref((uv_handle_t *)&t->wake); /* it stays until nobody can call */
    t->wake.data = t;
    if (!listen_all(t, o, e)) {
        transport_free(t);
        return false;
    }
    uv_timer_init(&t->loop, &t->tick);
    t->tick.data = t;
    uint64_t tick = o->clock ? END_TICK_MS : TICK_MS;
    uv_timer_start(&t->tick, on_tick, tick, tick);
    uv_prepare_init(&t->loop, &t->prepare);
    t->prepare.data = t;
    uv_prepare_start(&t->prepare, on_prepare);
    *out = t; /* handlers that are called at once look for it */
    int status = pthread_create(&t->thread, NULL, run, t);
    if (status != 0) {
        *out = NULL;
        uv_close((uv_handle_t *)&t->tick, NULL);
        uv_close((uv_handle_t *)&t->prepare, NULL);
        unlisten(t);
        transport_free(t);
        return err_set(e, "cannot start a thread: %s", strerror(status));
    }
    return true;
}

void transport_free(struct transport *t)
{
    if (!t)
        return;
    for (struct exchange *x = t->answers, *next; x; x = next) {
        next = x->next;
        exchange_over(x);
    }
    for (struct channel *c = t->news, *next; c; c = next) {
        next = c->next;
        channel_drop(c);
    }
    uv_close((uv_handle_t *)&t->wake, NULL);
    uv_run(&t->loop, UV_RUN_DEFAULT);
    uv_loop_close(&t->loop);
    clients_free(t->clients);
    pthread_mutex_destroy(&t->lock);
    free(t->header);
    free(t->proxy_header);
    free(t->socket_path);
    free(t);
}

int transport_port(const struct transport *t)
{
    return t->port;
}

struct transport_counts transport_counts(struct transport *t)
{
    struct transport_counts n = {.connections = t->count.connections,
                                 .sockets = t->count.sockets,
                                 .clients = t->count.clients,
                                 .requests = t->count.requests,
                                 .working = t->count.working,
                                 .bodies_bytes = t->count.bodies_bytes,
                                 .answers_bytes = t->count.answers_bytes};
    for (int i = 0; i < REFUSALS; i++)
        n.refused[i] = t->count.refused[i];
    return n;
}
