/* The engine in a worker of the browser: the same routes and the same live feed as the server's, asked by calls and
 * answered by messages.
 *
 * It is compiled twice. With threads (HEXAD_THREADS) jobs run in the pool of src/server/live, calls return at once, and what
 * is not wanted any more is stopped. Without, jobs run inside wasm_work, which the worker calls after every question;
 * whoever wants to stop one ends the worker. */
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/bench/bench.h"
#include "cli/describe.h"
#include "server/api/deferred.h"
#include "server/api/routes.h"
#include "server/api/state.h"
#include "wasm/exchange.h"
#include "wasm/single_pool.h"

static struct server *server;
static struct feed_socket *socket;

/* ---- To the worker ---- */

/* `what` is the number of a question, −1 for the live feed; the text is freed over there. In the worker's own thread,
 * whichever thread says it. */
static void tell(int what, int status, struct buf *text)
{
    size_t length = text->len;
    char *bytes = buf_take(text);
    MAIN_THREAD_ASYNC_EM_ASM(
        {
            var text = UTF8ToString($2, $3);
            _free($2);
            Module['tell']($0, $1, text);
        },
        what, status, bytes, length);
}

void exchange_told(int id, struct transport_answer *a)
{
    tell(id, a->status, &a->body);
}

static bool send_live(void *context, const char *text, size_t len)
{
    struct buf copy = BUF_EMPTY;
    (void)context;
    buf_bytes(&copy, text, len);
    tell(-1, 0, &copy);
    return true;
}

static size_t none_queued(void *context)
{
    (void)context;
    return 0;
}

/* ---- From the worker ---- */

/* Certificates are kept in files of the memory, as long as the worker lives. */
#define PROOFS "/proofs"

static bool keep_proof(void *context, const char *bytes, size_t len, char name[FEED_NAME], struct err *e)
{
    const struct server *s = context;
    return shelf_add(s->shelf, "found", bytes, len, name, e) == STORE_FINE;
}

EMSCRIPTEN_KEEPALIVE void wasm_start(int threads, int hash_mib)
{
    size_t hash = (size_t)hash_mib << 20;
    server = mem_zero(1, sizeof *server);
    atomic_init(&server->ending, false);
    pthread_mutex_init(&server->deferring, NULL);
    server->limits = (struct transport_limits)TRANSPORT_LIMITS_USUAL;
    server->started = clock_now();
#ifdef HEXAD_THREADS
    server->pool = pool_make(&(struct pool_size){.analyses = 1, .moves = 2, .width = threads}, hash);
#else
    (void)threads;
    server->pool = single_pool_new(hash);
#endif
    server->shelf = shelf_new(PROOFS, NULL);
    server->guides = guides_new(0);
    server->feed = feed_new(server->pool);
    feed_set_keeper(server->feed, &(struct feed_keeper){keep_proof, server});
    socket = feed_open(server->feed, 1, send_live, none_queued, NULL);
}

/* A question. `path` is the one behind /api/v1; `query` and `body` may be empty. */
EMSCRIPTEN_KEEPALIVE void wasm_ask(int id, const char *method, const char *path, const char *query,
                                   const char *body, size_t body_len)
{
    struct exchange *x = exchange_new(id);
    struct request q = {.method = method,
                        .path = path,
                        .query = *query ? query : NULL,
                        .body = body,
                        .body_len = body_len,
                        .exchange = x,
                        .client = 1};
    struct reply r = REPLY_EMPTY;
    routes_answer(server, &q, &r);
    if (!r.later) {
        struct transport_answer a = {.status = r.status, .body = r.text};
        exchange_answer(x, &a);
    }
}

/* Nobody waits for the answer any more. */
EMSCRIPTEN_KEEPALIVE void wasm_gone(int id)
{
    struct exchange *x = exchange_find(id);
    if (x) {
        atomic_store(exchange_gone_flag(x), true);
        deferred_gone(server, x);
        exchange_drop(x);
    }
}

/* A message to the live feed. */
EMSCRIPTEN_KEEPALIVE void wasm_live(const char *text, size_t len)
{
    feed_message(socket, text, len);
}

/* Runs what was asked for, where no thread does. */
EMSCRIPTEN_KEEPALIVE void wasm_work(void)
{
#ifndef HEXAD_THREADS
    while (single_pool_run(server->pool))
        ;
#endif
}

/* `hexad bench --json`, told under the number −2. */
EMSCRIPTEN_KEEPALIVE void wasm_bench(void)
{
    bench_signature(true);
}

void describe_print_json(json_t *j)
{
    struct reply r = REPLY_EMPTY;
    reply_json(&r, 200, j);
    tell(-2, 200, &r.text);
}
