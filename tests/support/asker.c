/* A server that is asked; see asker.h. */
#include "support/asker.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "server/serving.h"
#include "support/described.h"
#include "support/folder.h"
#include "support/labs.h"
#include "support/sanitized.h"

/* Of the processor, beyond what was asked for: more is too much. Puzzles are worked on by numbers of stones, which take longer in
 * games with long turns. */
#define SECONDS_MOST   (TEST_SANITIZED ? 10.0 : 1.0)
#define SECONDS_PUZZLE 20.0
/* Those who ask for more do not wait for it, but so long. */
#define SECONDS_WAITED 0.3
enum { LEAVE_MS = 20 };

struct asker {
    struct server *server;
    struct folder labs, proofs, tournaments;
    struct requests requests;
    int fd; /* -1: no connection is open */
};

struct asker_count asker_counts[ASKER_ROUTES + ASKER_KINDS];

static double processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the server ---- */

/* A lab in which so many jobs were done: the bytes of its file, made once. */
static const struct buf *lab_bytes(int jobs)
{
    static struct buf all, some;
    struct buf *bytes = jobs < 0 ? &all : &some;
    struct err e;
    if (bytes->len)
        return bytes;
    struct folder f = folder_new();
    labs_make(f.file);
    labs_run(f.file, runner_threads(1, 1 << 20), jobs < 0 ? 0 : jobs);
    char *text;
    size_t len;
    if (!file_read(f.file, &text, &len, &e))
        fail_msg("%s", e.text);
    buf_bytes(bytes, text, len);
    free(text);
    folder_remove(&f);
    return bytes;
}

/* {"name":"r1","game":{…}}, the caller's. */
static char *root_body(const struct requests_lab *l)
{
    struct position *p = test_game(l->rules, l->stones);
    json_t *stones = json_array();
    for (int i = 0; i < p->plies; i++) {
        char text[SQUARE_TEXT];
        json_array_append_new(stones, json_string(square_format(p->ply[i].at, text)));
    }
    json_t *body =
        json_pack("{s:s, s:{s:s, s:o}}", "name", l->root, "game", "rules", l->rules, "stones", stones);
    char *text = json_dumps(body, 0);
    json_decref(body);
    position_free(p);
    return text;
}

/* Something that numbers and names can be of. */
static void prepare(struct asker *a)
{
    int port = server_port(a->server);
    char path[200], body[400];
    json_decref(http_json(port, 201, "POST", API "/collections", "{\"name\":\"games\"}"));
    json_decref(
        http_json(port, 200, "POST", API "/collections/1/games", "{\"text\":\"j10 k11 i11 k9 i9 h10 h11\"}"));
    for (const struct requests_lab *l = requests_labs; l->name; l++) {
        if (l->jobs || !l->root)
            continue;
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"rules\":\"%s\",\"options\":{\"solve-nodes\":100}}",
                 l->name, l->rules);
        json_decref(http_json(port, 201, "POST", API "/labs", body));
        snprintf(path, sizeof path, API "/labs/%s/roots", l->name);
        char *root = root_body(l);
        json_decref(http_json(port, 200, "POST", path, root));
        free(root);
    }
}

/* Labs that have come some way. */
static void put_labs(struct asker *a)
{
    for (const struct requests_lab *l = requests_labs; l->name; l++) {
        char file[100];
        struct err e;
        if (!l->jobs)
            continue;
        const struct buf *bytes = lab_bytes(l->jobs);
        snprintf(file, sizeof file, "%s/%s.lab", a->labs.path, l->name);
        if (!file_write(file, bytes->text, bytes->len, &e))
            fail_msg("%s", e.text);
    }
}

struct asker *asker_new(void)
{
    struct asker *a = mem_zero(1, sizeof *a);
    a->labs = folder_new();
    a->proofs = folder_new();
    a->tournaments = folder_new();
    a->fd = -1;
    requests_init(&a->requests);
    put_labs(a);
    a->server = serving_start(&(struct server_options){
        .proofs = TEST_SOURCE "/proofs",
        .own_proofs = a->proofs.path,
        .labs = a->labs.path,
        .tournaments = a->tournaments.path,
    });
    prepare(a);
    return a;
}

void asker_free(struct asker *a)
{
    if (a->fd >= 0)
        close(a->fd);
    server_stop(a->server);
    requests_done(&a->requests);
    folder_remove(&a->labs);
    folder_remove(&a->proofs);
    folder_remove(&a->tournaments);
    free(a);
}

/* Does nothing go on that somebody asked for? */
static bool quiet(struct asker *a)
{
    struct pool_counts n = pool_counts(a->server->pool);
    int jobs = 0;
    for (int i = 0; i < JOB_KINDS; i++)
        jobs += i == JOB_LAB ? 0 : n.running[i] + n.waiting[i];
    return jobs == 0 && transport_counts(a->server->transport).working == 0;
}

static void leave(struct asker *a)
{
    close(a->fd);
    a->fd = -1;
    WAIT_UNTIL(quiet(a));
}

/* ---- a request ---- */

static bool wrong(struct err *e, const struct route *x, const struct made_request *m, const char *what)
{
    fprintf(stderr, "%s %s\n%s\n", x->method, m->path,
            m->body ? m->body : ""); /* longer than a message can be */
    return err_set(e, "%s %s: %s", x->method, x->path, what);
}

/* Is the answer as answers are? */
static bool check_answer(struct asker *a, const struct route *x, const struct made_request *m,
                         const struct reply_send *r, struct err *e)
{
    json_t *j = json_loadb(r->body, r->len, 0, NULL);
    const char *code = NULL, *message = NULL;
    char what[200] = "";
    struct err not_described;
    json_unpack(j, "{s:{s:s, s:s}}", "error", "code", &code, "message", &message);
    if (r->status == 204 ? r->len != 0 : !j)
        snprintf(what, sizeof what, "status %d, and no JSON", r->status);
    else if (r->status >= 400 && (!code || !message || !*message))
        snprintf(what, sizeof what, "status %d, and no reason", r->status);
    else if (r->status < 200 || r->status >= 500)
        snprintf(what, sizeof what, "status %d: %.150s", r->status, message ? message : "");
    else if (r->status < 300 && !described_answer(x, r->status, j, &not_described))
        snprintf(what, sizeof what, "%.190s", not_described.text);
    else if (r->status < 300 && j)
        requests_learn(&a->requests, x, j);
    json_decref(j);
    return !*what || wrong(e, x, m, what);
}

/* What was asked last, for whoever has to find out what ended the server: in the file that HEXAD_ASKED names, if it does. */
static void note(const char *method, const char *path, const char *body)
{
    const char *name = getenv("HEXAD_ASKED");
    FILE *f = name ? fopen(name, "a") : NULL;
    if (!f)
        return;
    fprintf(f, "%s %s %s\n", method, path, body ? body : "");
    fclose(f);
}

static void send_request(struct asker *a, const struct route *x, const struct made_request *m)
{
    struct buf b = BUF_EMPTY;
    note(x->method, m->path, m->body);
    buf_format(&b, "%s " API "%s HTTP/1.1\r\nHost: localhost\r\n", x->method, m->path);
    if (m->body)
        buf_format(&b, "Content-Length: %zu\r\n", strlen(m->body));
    buf_text(&b, "\r\n");
    if (m->body)
        buf_text(&b, m->body);
    if (a->fd < 0)
        a->fd = http_connect(server_port(a->server));
    http_write(a->fd, buf_str(&b), b.len);
    buf_free(&b);
}

/* Is it answered so soon? */
static bool answered(struct asker *a, int ms)
{
    return poll(&(struct pollfd){a->fd, POLLIN, 0}, 1, ms) > 0;
}

static bool ask(struct asker *a, const struct route *x, const struct made_request *m, struct asker_count *n,
                struct err *e)
{
    bool waits = m->seconds <= SECONDS_WAITED, ok = true;
    bool measured = workshop_counts(a->server->workshop).runs == 0;
    double began = processor();
    n->asked++;
    send_request(a, x, m);
    if (waits || answered(a, LEAVE_MS)) {
        struct reply_send r = http_read(a->fd, false);
        ok = check_answer(a, x, m, &r, e);
        note("answered", x->path, r.status >= 400 ? r.body : "fine");
        (*(r.status < 300 ? &n->accepted : &n->refused))++;
        reply_send_free(&r);
    } else {
        leave(a);
    }
    double took = processor() - began - (waits && m->seconds > 0 ? 2 * m->seconds : 0); /* by two threads */
    if (measured && took > n->seconds)
        n->seconds = took;
    double most = strncmp(x->path, "/puzzles/", 9) == 0 ? SECONDS_PUZZLE : SECONDS_MOST;
    char what[80];
    snprintf(what, sizeof what, "%.2f s of the processor", took);
    return ok && (!measured || took < most || wrong(e, x, m, what));
}

/* ---- messages ---- */

static bool check_message(const char *text, const char *sent, int kind, struct err *e)
{
    json_t *j = json_loads(text, 0, NULL);
    const char *code = NULL;
    json_unpack(j, "{s:{s:s}}", "error", "code", &code);
    struct asker_count *n = &asker_counts[ASKER_ROUTES + kind];
    (*(code ? &n->refused : &n->accepted))++;
    struct err why = {.text = "no answer"};
    bool ok = j && (!code || strcmp(code, "internal") != 0) && described_message(j, &why);
    json_decref(j);
    return ok || err_set(e, "%s: %.200s\nto %s", why.text, text, sent);
}

/* Some messages, and what comes soon; then the socket is closed, whatever goes on. */
static bool talk(struct asker *a, struct err *e)
{
    struct requests *q = &a->requests;
    int fd = ws_open(server_port(a->server), NULL, NULL);
    assert_true(fd >= 0);
    bool ok = true;
    for (uint32_t n = 1 + choose(q->c, 3); ok && n > 0; n--) {
        int kind;
        char *text = requests_message(q, &kind), *answer = NULL;
        asker_counts[ASKER_ROUTES + kind].asked++;
        note("LIVE", "", text);
        ws_send(fd, text);
        if (poll(&(struct pollfd){fd, POLLIN, 0}, 1, LEAVE_MS) > 0 && (answer = ws_read(fd, PATIENCE)))
            ok = check_message(answer, text, kind, e);
        free(answer);
        free(text);
    }
    close(fd);
    WAIT_UNTIL(transport_counts(a->server->transport).sockets == 0 && quiet(a));
    return ok;
}

bool asker_ask(struct asker *a, struct choices *c, const struct route *x, struct err *e)
{
    struct asker_count *n = &asker_counts[x - routes];
    struct made_request m;
    a->requests.c = c;
    if (!x->answer)
        return talk(a, e);
    requests_make(&a->requests, x, &m);
    bool ok = ask(a, x, &m, n, e);
    made_request_free(&m);
    return ok;
}

static void rest(struct asker *a, const char *kind, const char *name)
{
    char path[100];
    snprintf(path, sizeof path, API "/%s/%s/run", kind, name);
    struct reply_send r = http_ask(server_port(a->server), "POST", path, NULL, "{\"run\":false}");
    reply_send_free(&r);
}

void asker_rest(struct asker *a)
{
    static const char *const cups[] = {"cup", "cup2", "a.b_c"}; /* all that requests make */
    bool runs = workshop_counts(a->server->workshop).runs > 0;
    for (const struct requests_lab *l = requests_labs; runs && l->name; l++)
        rest(a, "labs", l->name);
    for (size_t i = 0; i < sizeof cups / sizeof *cups; i++)
        rest(a, "tournaments", cups[i]);
    WAIT_UNTIL(workshop_counts(a->server->workshop).runs == 0 && quiet(a));
}

/* ---- counts ---- */

static void print_row(FILE *out, const char *what, const char *path, const struct asker_count *n)
{
    if (n->asked)
        fprintf(out, "%-6s %-24s %9llu %9llu %9llu %8.3f\n", what, path, (unsigned long long)n->asked,
                (unsigned long long)n->accepted, (unsigned long long)n->refused, n->seconds);
}

void asker_print(FILE *out)
{
    struct asker_count all = {0, 0, 0, 0};
    fprintf(out, "%-31s %9s %9s %9s %8s\n", "route", "asked", "accepted", "refused", "seconds");
    for (size_t i = 0; routes[i].method; i++)
        print_row(out, routes[i].method, routes[i].path, &asker_counts[i]);
    for (size_t i = 0; requests_kinds[i]; i++)
        print_row(out, "LIVE", requests_kinds[i], &asker_counts[ASKER_ROUTES + i]);
    for (size_t i = 0; i < sizeof asker_counts / sizeof *asker_counts; i++) {
        all.asked += asker_counts[i].asked;
        all.accepted += asker_counts[i].accepted;
        all.refused += asker_counts[i].refused;
    }
    print_row(out, "all", "", &all);
}
