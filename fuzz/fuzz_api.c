/* Requests of every kind, without the network: the first byte chooses the route, the rest is the body or the
 * query. What is answered must be JSON, and a tree that was saved must be readable again. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "server/api/routes.h"
#include "server/api/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Requests that search take long by their nature; what they read is read by the others as well. */
static const struct {
    const char *method, *path;
} requests[] = {
    {"POST", "/position"},
    {"POST", "/threats"},
    {"POST", "/trees"},
    {"PUT", "/trees/1"},
    {"POST", "/find"},
    {"POST", "/import"},
    {"POST", "/export"},
    {"GET", "/trees"},
    {"GET", "/trees/1"},
    {"DELETE", "/trees/1"},
    {"GET", NULL},
    {"LIVE", NULL},
    {"GATE", NULL},
    {"GET", "/collections"},
    {"POST", "/collections"},
    {"POST", "/collections/1/games"},
    {"POST", "/explore"},
    {"GET", "/games/1"},
    {"POST", "/labs"},
    {"POST", "/labs/x/view"},
    {"POST", "/labs/x/roots"},
    {"POST", "/labs/x/ask"},
};
/* Where labs are; gone at the end, as far as there is one. */
static char lab_folder[] = "/tmp/hexad-fuzz-XXXXXX";

enum { REQUESTS = sizeof requests / sizeof *requests, FRESH = 500 };

static void remove_labs(void)
{
    DIR *d = opendir(lab_folder);
    for (struct dirent *x; d && (x = readdir(d));) {
        char path[sizeof lab_folder + sizeof x->d_name];
        snprintf(path, sizeof path, "%s/%s", lab_folder, x->d_name);
        (void)remove(path);
    }
    if (d)
        closedir(d);
    (void)rmdir(lab_folder);
}

/* A server without its web side. */
static struct server *start(void)
{
    struct server *s = mem_zero(1, sizeof *s);
    struct err e;
    static bool told;
    if (!told && (!mkdtemp(lab_folder) || atexit(remove_labs) != 0))
        abort();
    told = true;
    atomic_init(&s->ending, false);
    s->pool = pool_new(1, 1 << 20);
    s->feed = feed_new(s->pool);
    s->workshop = workshop_new(
        &(struct workshop_options){.folder = lab_folder, .pool = s->pool, .threads = 1, .feed = s->feed});
    workshop_stop(s->workshop); /* nothing runs, nobody follows */
    feed_stop(s->feed);         /* it reads messages, but starts nothing */
    enum problem f;
    if (!workshop_make(s->workshop, "x", &(struct rules){.m = 5, .n = 5, .k = 4, .p = 2, .q = 1}, NULL, &f,
                       &e))
        abort();
    if (!store_open(&(struct store_options){0}, &s->store, &e) ||
        !explorer_open(NULL, true, 0, &s->explorer, &e))
        abort();
    s->known = known_new();
    known_add(s->known, s->explorer, false);
    s->shelf = shelf_new(NULL, NULL);
    s->guides = guides_new(0);
    return s;
}

static void stop(struct server *s)
{
    guides_free(s->guides);
    shelf_free(s->shelf);
    known_free(s->known);
    explorer_close(s->explorer);
    store_close(s->store);
    pool_free(s->pool);
    feed_free(s->feed);
    workshop_free(s->workshop);
    free(s);
    remove_labs();
}

static void must_be_json(const struct reply *r)
{
    if (r->status == 204)
        return;
    json_t *j = json_loadb(buf_str(&r->text), r->text.len, 0, NULL);
    if (!j)
        abort();
    json_decref(j);
}

static void ask(struct server *s, const char *method, const char *path, const char *text, size_t len)
{
    bool body = strcmp(method, "GET") != 0 && strcmp(method, "DELETE") != 0;
    if (!path && strcmp(text, "/status") == 0) /* tells of the web side, and reads nothing */
        return;
    struct request q = {.method = method,
                        .path = path ? path : text,
                        .query = body || !path ? NULL : text,
                        .body = body ? text : NULL,
                        .body_len = body ? len : 0};
    struct reply r = REPLY_EMPTY;
    routes_answer(s, &q, &r);
    must_be_json(&r);
    if (r.status == 201 && path &&
        strcmp(path, "/trees") == 0) { /* what was kept can be read, and kept again as it is */
        struct buf again = BUF_EMPTY;
        json_t *id = json_loadb(buf_str(&r.text), r.text.len, 0, NULL);
        char place[40];
        snprintf(place, sizeof place, "/trees/%lld",
                 (long long)json_integer_value(json_object_get(id, "id")));
        json_decref(id);
        struct request get = {.method = "GET", .path = place};
        routes_answer(s, &get, &r);
        buf_bytes(&again, buf_str(&r.text), r.text.len);
        struct request put = {.method = "PUT", .path = place, .body = buf_str(&again), .body_len = again.len};
        routes_answer(s, &put, &r);
        if (r.status != 200)
            abort();
        buf_free(&again);
    }
    reply_free(&r);
}

static bool swallow(void *context, const char *text, size_t len)
{
    (void)context;
    (void)text;
    (void)len;
    return true;
}

static size_t nothing(void *context)
{
    (void)context;
    return 0;
}

static void gates(const char *text)
{
    struct gate g;
    char *half = mem_strdup(text), *cut = strchr(half, '\n');
    gate_init(&g, "127.0.0.1", "token", "name");
    if (cut)
        *cut++ = '\0';
    gate_host(&g, half);
    gate_origin(cut, half);
    gate_shows(&g, half, cut);
    gate_done(&g);
    free(half);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct server *s;
    static int runs;
    if (size < 1)
        return 0;
    if (s && ++runs % FRESH == 0) {
        stop(s);
        s = NULL;
    }
    if (!s)
        s = start();
    int which = data[0] % REQUESTS;
    char *text = mem_alloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    const char *method = requests[which].method;
    if (strcmp(method, "GATE") == 0) {
        gates(text);
    } else if (strcmp(method, "LIVE") == 0) {
        struct feed_socket *socket = feed_open(s->feed, 0, swallow, nothing, NULL);
        feed_message(socket, text, size - 1);
        feed_close(socket);
    } else {
        ask(s, method, requests[which].path, text, size - 1);
    }
    free(text);
    return 0;
}
