/* The server's start and end; see server.h. */
#include "server/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "db/until.h"
#include "server/api/note.h"
#include "server/api/state.h"
#include "server/http.h"
#include "json/limits.h"

enum { USUAL_HASH = 256 << 20 };
#define USUAL_ADDRESS "localhost"

static int processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > ENGINE_THREADS_MOST ? ENGINE_THREADS_MOST : (int)n;
}

/* What is wrong with the data file: where somebody looks. */
static void log_store(void *context, const char *message)
{
    note(context, message);
}

/* Certificates of proofs that were looked for on the page. */
static bool keep_proof(void *context, const char *bytes, size_t len, char name[FEED_NAME], struct err *e)
{
    const struct server *s = context;
    return shelf_add(s->shelf, "found", bytes, len, name, e) == STORE_FINE;
}

/* The collections of games stand beside the saved trees. Without them the rest works. */
static bool open_explorer(struct server *s, const struct server_options *o)
{
    struct buf path = BUF_EMPTY;
    struct err e;
    if (o->data)
        buf_format(&path, "%s.games", o->data);
    int64_t most = o->data_bytes ? o->data_bytes : LIMIT_DATA_BYTES;
    if (!explorer_open(o->data ? buf_str(&path) : NULL, !s->read_only, most, &s->explorer, &e)) {
        s->explorer = NULL;
        if (!s->read_only)
            log_store(s, e.text);
    }
    buf_free(&path);
    return true;
}

/* What is proved is answered at once: from the collections' file, and from those that are given. One that is not there is
 * asked when it is, and one that cannot be opened is left out; both are told about. */
static void add_openings(struct server *s, const char *path)
{
    struct explorer *x;
    struct err e;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        err_set(&e, "%s: not there yet; what it knows is told when it is", path);
        known_await(s->known, path);
    } else if (explorer_open(path, false, 0, &x, &e)) {
        known_add(s->known, x, true);
        return;
    }
    log_store(s, e.text);
}

/* Games between people stand there as well; where nothing is kept there are none. */
static void open_duels(struct server *s, const struct server_options *o)
{
    struct buf path = BUF_EMPTY;
    struct err e;
    if (o->data)
        buf_format(&path, "%s.duels", o->data);
    struct duels_options options = {.path = o->data ? buf_str(&path) : NULL,
                                    .feed = s->feed,
                                    .clock = s->clock,
                                    .log = log_store,
                                    .context = s};
    if (!s->read_only && !duels_open(&options, &s->duels, &e)) {
        s->duels = NULL;
        log_store(s, e.text);
    }
    buf_free(&path);
}

static void open_known(struct server *s, const struct server_options *o)
{
    s->known = known_new();
    if (o->no_openings)
        return;
    if (s->explorer)
        known_add(s->known, s->explorer, false);
    for (const char *at = o->openings ? o->openings : ""; *at;) {
        size_t len = strcspn(at, ":");
        char *path = mem_strndup(at, len);
        if (len)
            add_openings(s, path);
        free(path);
        at += len + (at[len] == ':');
    }
    s->book = known_book(s->known);
    feed_set_book(s->feed, &s->book);
}

bool server_start(const struct server_options *o, struct server **out, struct err *e)
{
    struct server_options set = *o;
    if (!set.address)
        set.address = USUAL_ADDRESS;
    struct server *s = mem_zero(1, sizeof *s);
    atomic_init(&s->ending, false);
    pthread_mutex_init(&s->deferring, NULL);
    pthread_mutex_init(&s->noting, NULL);
    s->clock = set.clock;
    s->limits = set.limits ? *set.limits : (struct transport_limits)TRANSPORT_LIMITS_USUAL;
    s->read_only = set.read_only;
    s->started = clock_now();
    db_memory(LIMIT_SQLITE_MEMORY);
    gate_init(&s->gate, set.address, set.token, set.name);
    s->pool =
        pool_new(set.threads ? set.threads : processors(), set.hash_bytes ? set.hash_bytes : USUAL_HASH);
    s->shelf = shelf_new(set.read_only ? NULL : set.own_proofs, set.proofs);
    s->guides = guides_new(0);
    s->feed = feed_new(s->pool);
    feed_set_keeper(s->feed, &(struct feed_keeper){keep_proof, s});
    int threads = set.threads ? set.threads : processors();
    s->workshop = workshop_new(&(struct workshop_options){.folder = set.labs,
                                                          .pool = s->pool,
                                                          .threads = pool_labs(threads),
                                                          .feed = s->feed,
                                                          .read_only = set.read_only});
    s->tournaments = tournaments_new(set.tournaments, set.read_only);
    struct store_options data = {
        .path = set.data, .bytes_most = set.data_bytes, .log = log_store, .context = s};
    if (!(s->workers = workers_new(LIMIT_ANSWER_THREADS, e)) || (set.log && !log_open(set.log, &s->log, e)) ||
        !store_open(&data, &s->store, e) || !open_explorer(s, &set)) {
        server_stop(s);
        return false;
    }
    open_known(s, &set);
    open_duels(s, &set);
    if (!http_start(s, &set, e)) {
        server_stop(s);
        return false;
    }
    *out = s;
    return true;
}

/* The transport says goodbye first, and ends when the searches have; whatever is answered then is dropped. */
void server_stop(struct server *s)
{
    if (!s)
        return;
    atomic_store(&s->ending, true);
    if (s->transport)
        transport_quiet(s->transport);
    workshop_stop(s->workshop);
    tournaments_stop(s->tournaments);
    duels_stop(s->duels);
    feed_stop(s->feed);
    if (s->transport)
        transport_end(s->transport);
    workers_free(s->workers);
    pool_free(s->pool);
    feed_free(s->feed);
    workshop_free(s->workshop);
    tournaments_free(s->tournaments);
    duels_close(s->duels);
    transport_free(s->transport);
    guides_free(s->guides);
    shelf_free(s->shelf);
    known_free(s->known);
    explorer_close(s->explorer);
    store_close(s->store);
    log_close(s->log);
    gate_done(&s->gate);
    pthread_mutex_destroy(&s->deferring);
    pthread_mutex_destroy(&s->noting);
    free(s);
}

int server_port(const struct server *s)
{
    return transport_port(s->transport);
}
