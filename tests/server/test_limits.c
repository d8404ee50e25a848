/* Every limit of limits.h, at the limit and one past it. The list of tests is made from the table: a limit
 * without its test does not compile. */
#include <malloc.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "connect/proof/check.h"
#include "connect/proof/solve.h"
#include "server/api/routes.h"
#include "server/hurry.h"
#include "server/serving.h"
#include "server/workshop/inner.h"
#include "store/duels.h"
#include "store/explorer/explorer.h"
#include "support/folder.h"
#include "support/labs.h"
#include "support/sanitized.h"
#include "json/base64.h"
#include "json/cost.h"
#include "json/limits.h"
#include "json/tree.h"

static struct server *server;
SERVING_FIXTURE(server)

static int port(void)
{
    return server_port(server);
}

/* Asks with a body of `head`, something in the middle, `tail`; checks the status. */
static json_t *ask(int status, const char *path, const char *head, const char *middle, const char *tail)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "%s%s%s", head, middle, tail);
    char route[60];
    snprintf(route, sizeof route, API "%s", path);
    json_t *j = http_json(port(), status, "POST", route, buf_str(&b));
    buf_free(&b);
    return j;
}

static void try(int status, const char *path, const char *body)
{
    json_decref(ask(status, path, body, "", ""));
}

/* ---- Requests ---- */

/* A body with spaces behind it, up to the limit and one past it. */
static void try_padded(size_t most, const char *path, const char *text)
{
    char *body = mem_alloc(most + 2);
    for (size_t more = 0; more < 2; more++) {
        memset(body, ' ', most + more);
        memcpy(body, text, strlen(text));
        body[most + more] = '\0';
        try(more ? 413 : 200, path, body);
    }
    free(body);
}

static void bodies_have_a_limit(void **state)
{
    (void)state;
    const size_t most = (size_t)server->limits.body_bytes;
    try_padded(most, "/import", "{\"text\":\"(;)\"}");
}

static void limit_request_bytes(void **state)
{
    (void)state;
    try_padded(LIMIT_REQUEST_BYTES, "/position", "{\"game\":" START "}");
}

/* A document of so many empty objects. */
static void put_objects(size_t n, struct buf *out)
{
    buf_text(out, "{\"player\":\"many\",\"document\":{\"x\":[");
    for (size_t i = 0; i < n; i++)
        buf_text(out, i ? ",{}" : "{}");
    buf_text(out, "]}}");
}

static void limit_json_bytes(void **state)
{
    (void)state;
    struct buf small = BUF_EMPTY, b = BUF_EMPTY;
    put_objects(1, &small);
    put_objects(2, &b);
    size_t first = cost_of_json(buf_str(&small), small.len), one = cost_of_json(buf_str(&b), b.len) - first;
    size_t most = (LIMIT_JSON_BYTES - first) / one + 1;
    for (size_t more = 0; more < 2; more++) {
        b.len = 0;
        put_objects(most + more, &b);
        json_decref(http_json(port(), more ? 413 : 200, "PUT", API "/progress", buf_str(&b)));
    }
    buf_free(&small);
    buf_free(&b);
}

/* Whoever answers gets so much, and nothing once nobody waits. */
static void limit_answer_seconds(void **state)
{
    (void)state;
    struct request q = {.method = "GET", .path = "/info"};
    struct reply r = REPLY_EMPTY;
    double before = clock_cpu(CPU_THREAD);
    routes_answer(server, &q, &r);
    assert_true(q.until.cpu >= before + LIMIT_ANSWER_SECONDS);
    assert_true(q.until.cpu <= clock_cpu(CPU_THREAD) + LIMIT_ANSWER_SECONDS);
    assert_int_equal(q.until.of, CPU_THREAD);
    reply_free(&r);
}

/* The rules, at the largest and one past it. */
static void try_rules(const char *fine, const char *wrong)
{
    json_decref(ask(200, "/position", "{\"game\":{\"rules\":", fine, "}}"));
    json_decref(ask(400, "/position", "{\"game\":{\"rules\":", wrong, "}}"));
}

static sqlite3 *sql_on(const char *file, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void limit_side(void **state)
{
    (void)state;
    try_rules("[127,127,6,2,1]", "[128,19,6,2,1]");
    try_rules("[1,127,6,2,1]", "[19,128,6,2,1]");
    assert_int_equal(LIMIT_SIDE, 127);
}

static void limit_k(void **state)
{
    (void)state;
    try_rules("[127,127,63,2,1]", "[127,127,64,2,1]");
    assert_int_equal(LIMIT_K, 63);
}

static void limit_turn(void **state)
{
    (void)state;
    try_rules("[127,127,63,63,1]", "[127,127,63,64,1]");
    try_rules("[127,127,63,1,63]", "[127,127,63,1,64]");
    assert_int_equal(LIMIT_TURN, 63);
}

static void limit_move_seconds(void **state)
{
    (void)state;
    assert_int_equal(LIMIT_MOVE_SECONDS, 600);
    try(200, "/move", "{\"game\":" START ",\"player\":\"random\",\"seconds\":600}");
    try(400, "/move", "{\"game\":" START ",\"player\":\"random\",\"seconds\":600.001}");
}

static void limit_forcing_seconds(void **state)
{
    (void)state;
    static const char won[] = "{\"game\":{\"rules\":[3,3,3,1,1],\"stones\":[\"a1\",\"a2\",\"b1\",\"b2\"]},";
    assert_int_equal(LIMIT_FORCING_SECONDS, 600);
    json_decref(ask(200, "/forcing", won, "\"seconds\":600}", ""));
    json_decref(ask(400, "/forcing", won, "\"seconds\":600.001}", ""));
}

static void limit_title(void **state)
{
    (void)state;
    struct buf title = BUF_EMPTY;
    for (int i = 0; i < LIMIT_TITLE; i++)
        buf_text(&title, "六");
    static const char tail[] = "\",\"tree\":{\"rules\":\"connect6\",\"root\":{}}}";
    json_decref(ask(201, "/trees", "{\"title\":\"", buf_str(&title), tail));
    buf_char(&title, 'x');
    json_decref(ask(400, "/trees", "{\"title\":\"", buf_str(&title), tail));
    buf_free(&title);
}

static void limit_chapters(void **state)
{
    (void)state;
    static const char tree[] = "{\"rules\":\"connect6\",\"root\":{}}";
    for (int more = 0; more < 2; more++) {
        struct buf b = BUF_EMPTY;
        buf_format(&b, "{\"title\":\"x\",\"tree\":%s,\"chapters\":[", tree);
        for (int i = 0; i < LIMIT_CHAPTERS - 1 + more; i++)
            buf_format(&b, "%s%s", i ? "," : "", tree);
        json_decref(ask(more ? 413 : 201, "/trees", buf_str(&b), "]", "}"));
        buf_free(&b);
    }
}

static void limit_list(void **state)
{
    (void)state;
    assert_int_equal(LIMIT_LIST, 200);
    json_decref(http_json(port(), 200, "GET", API "/trees?limit=200", NULL));
    json_decref(http_json(port(), 400, "GET", API "/trees?limit=201", NULL));
    try(200, "/find", "{\"game\":" START ",\"limit\":200}");
    try(400, "/find", "{\"game\":" START ",\"limit\":201}");
}

static void limit_puzzles(void **state)
{
    (void)state;
    assert_int_equal(LIMIT_PUZZLES, 500);
    json_t *j = http_json(port(), 200, "GET", API "/puzzles?limit=500", NULL);
    assert_int_equal(json_array_size(json_object_get(j, "puzzles")), LIMIT_PUZZLES);
    json_decref(j);
    json_decref(http_json(port(), 400, "GET", API "/puzzles?limit=501", NULL));
}

/* Pairs of both sides all over the board: it takes as long as it may. */
static void limit_judge_ms(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    buf_text(&b, "{\"game\":{\"rules\":[127,127,6,2,1],\"setup\":{\"to_move\":\"black\",\"left\":2");
    for (int side = 0; side < 2; side++) {
        buf_text(&b, side ? ",\"black\":[" : ",\"white\":[");
        for (int row = 3 * side; row < 127; row += 6)
            for (int col = 0; col + 2 < 127; col += 5)
                for (int i = 0; i < 2; i++) {
                    char text[SQUARE_TEXT];
                    buf_format(&b, "%s\"%s\"", row + col + i == 3 * side ? "" : ",",
                               square_format(square_at(col + i, row), text));
                }
        buf_text(&b, "]");
    }
    buf_text(&b, "}},\"turn\":[\"dv2\",\"dw2\"],\"turns\":8}");
    double before = clock_cpu(CPU_PROCESS);
    json_decref(ask(200, "/puzzles/judge", buf_str(&b), "", ""));
    double took = clock_cpu(CPU_PROCESS) - before;
    if (took > (TEST_SANITIZED ? 10 : 1) * (LIMIT_JUDGE_MS / 1000.0 + 0.3))
        fail_msg("%.2f s of processor time", took);
    buf_free(&b);
}

static void limit_except(void **state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        struct buf b = BUF_EMPTY;
        for (int i = 0; i < LIMIT_EXCEPT + more; i++)
            buf_format(&b, "%s\"k%08x\"", i ? "," : "", (unsigned)i);
        json_decref(ask(more ? 400 : 200, "/puzzles/pick", "{\"except\":[", buf_str(&b), "]}"));
        buf_free(&b);
    }
}

/* So many tasks are done at once, of as many clients, and no more. */
struct held_task {
    struct job job;
    atomic_bool *door;
    atomic_int *running, *done;
};

static void hold_task(struct job *j, struct tools *d)
{
    struct held_task *t = (struct held_task *)j;
    (void)d;
    ++*t->running;
    while (!*t->door)
        usleep(1000);
    ++*t->done;
}

static void limit_answer_threads(void **state)
{
    (void)state;
    struct held_task task[LIMIT_ANSWER_THREADS + 1];
    atomic_bool door = false;
    atomic_int running = 0, done = 0;
    for (int i = 0; i <= LIMIT_ANSWER_THREADS; i++) {
        task[i] = (struct held_task){{.run = hold_task, .client = (uint64_t)i}, &door, &running, &done};
        workers_add(server->workers, &task[i].job, false);
    }
    WAIT_UNTIL(running == LIMIT_ANSWER_THREADS);
    assert_int_equal(workers_waiting(server->workers), 1);
    door = true;
    WAIT_UNTIL(done == LIMIT_ANSWER_THREADS + 1);
}

/* ---- Live analysis ---- */

static void analyse(int fd, int id, int lines, const char *stone)
{
    char text[200];
    snprintf(text, sizeof text,
             "{\"do\":\"analyse\",\"id\":%d,\"lines\":%d,\"game\":{\"rules\":[19,19,6,2,1],\"stones\":["
             "\"%s\"]}}",
             id, lines, stone);
    ws_send(fd, text);
}

/* Reads messages until there is one of this number with this field. */
static void await(int fd, int id, const char *field)
{
    for (double until = clock_now() + PATIENCE; clock_now() < until;) {
        json_t *j = ws_json(fd, until - clock_now());
        bool here = json_integer_value(json_object_get(j, "id")) == id && json_object_get(j, field);
        json_decref(j);
        if (here)
            return;
    }
    fail_msg("no '%s' of %d", field, id);
}

static void limit_lines(void **state)
{
    (void)state;
    int fd = ws_open(port(), NULL, NULL);
    assert_true(fd >= 0);
    analyse(fd, 1, LIMIT_LINES, "j10");
    await(fd, 1, "report");
    analyse(fd, 2, LIMIT_LINES + 1, "j10");
    await(fd, 2, "error");
    close(fd);
}

static void limit_live_ids(void **state)
{
    (void)state;
    int fd = ws_open(port(), NULL, NULL);
    assert_true(fd >= 0);
    char stone[SQUARE_TEXT];
    for (int i = 0; i <= LIMIT_LIVE_IDS; i++)
        analyse(fd, i, 1, square_format(square_at(i, 0), stone));
    await(fd, LIMIT_LIVE_IDS, "error");
    /* One less, one more; had another been refused, its error would come first. */
    ws_send(fd, "{\"do\":\"stop\",\"id\":3}");
    analyse(fd, 3, 1, "j10");
    analyse(fd, 99, 1, "j10");
    await(fd, 99, "error");
    close(fd);
}

/* ---- Jobs ---- */

/* A job that takes a thread until it is stopped. */
struct hold {
    struct job job;
    atomic_bool stop;
    double began, ended;
    bool cut;
    atomic_bool running, over;
};

static void run_hold(struct job *j, struct tools *d)
{
    struct hold *h = (struct hold *)j;
    h->began = clock_now();
    atomic_store(&h->running, true);
    pool_slice(d, &h->stop);
    while (!atomic_load(&h->stop)) {
        struct timespec t = {0, 2000000};
        nanosleep(&t, NULL);
    }
    h->ended = clock_now();
    h->cut = pool_slice_end(d);
    atomic_store(&h->over, true);
}

static bool hold(struct pool *p, struct hold *h, uint64_t client, enum job_kind kind)
{
    h->job = (struct job){.run = run_hold, .client = client, .kind = kind};
    atomic_init(&h->stop, false);
    atomic_init(&h->running, false);
    atomic_init(&h->over, false);
    return pool_add(p, &h->job);
}

static void wait_for(atomic_bool *flag)
{
    WAIT_UNTIL(atomic_load(flag));
}

/* Begun with the first test, so that its seconds pass beside the others. */
static struct pool *slices;
static struct hold sliced[2];

static void limit_slice_seconds(void **state)
{
    (void)state;
    wait_for(&sliced[1].running);
    assert_true(atomic_load(&sliced[0].over) && sliced[0].cut);
    double took = sliced[0].ended - sliced[0].began;
    assert_true(took >= LIMIT_SLICE_SECONDS - 0.01 && took < PATIENCE);
    atomic_store(&sliced[1].stop, true);
    pool_free(slices);
    slices = NULL;
}

static void limit_spare_threads(void **state)
{
    (void)state;
    enum { MOVES = 2 + LIMIT_SPARE_THREADS };
    struct pool *p = pool_new(2, 1 << 20);
    struct hold h[MOVES + 1];
    for (int i = 0; i <= MOVES; i++)
        assert_true(hold(p, &h[i], (uint64_t)i, JOB_MOVE));
    for (int i = 0; i < MOVES; i++)
        wait_for(&h[i].running);
    assert_int_equal(pool_waiting(p, JOB_MOVE), 1);
    assert_true(pool_cancel(p, &h[MOVES].job));
    for (int i = 0; i < MOVES; i++)
        atomic_store(&h[i].stop, true);
    pool_free(p);
}

/* So many jobs of a kind are taken, of one client or of as many as there are, and no more. */
static void try_jobs(enum job_kind kind, int most, bool one)
{
    struct queue *q = jobs_queue();
    struct job *job = mem_zero((size_t)most + 1, sizeof *job);
    for (int i = 0; i <= most; i++) {
        job[i] = (struct job){.client = one ? 1 : (uint64_t)i, .kind = kind};
        assert_int_equal(queue_add(q, &job[i]), i < most);
    }
    queue_free(q);
    free(job);
}

static void limit_move_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_MOVE, LIMIT_MOVE_JOBS, false);
}

static void limit_analysis_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_ANALYSIS, LIMIT_ANALYSIS_JOBS, false);
}

static void limit_review_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_REVIEW, LIMIT_REVIEW_JOBS, false);
}

static void limit_client_move_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_MOVE, LIMIT_CLIENT_MOVE_JOBS, true);
}

static void limit_client_analysis_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_ANALYSIS, LIMIT_CLIENT_ANALYSIS_JOBS, true);
}

static void limit_client_review_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_REVIEW, LIMIT_CLIENT_REVIEW_JOBS, true);
}

static void limit_prove_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_PROOF, LIMIT_PROVE_JOBS, false);
}

static void limit_client_prove_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_PROOF, LIMIT_CLIENT_PROVE_JOBS, true);
}

/* ---- Labs ---- */

static void limit_lab_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_LAB, LIMIT_LAB_JOBS, false);
}

static void limit_client_lab_jobs(void **state)
{
    (void)state;
    try_jobs(JOB_LAB, LIMIT_CLIENT_LAB_JOBS, true);
}

static void limit_lab_threads(void **state)
{
    (void)state;
    enum { MOST = LIMIT_LAB_THREADS };
    assert_int_equal(pool_labs(MOST - 1), MOST - 1);
    assert_int_equal(pool_labs(MOST + 1), MOST);
    struct pool *p = pool_new(MOST + 1, 1 << 20);
    struct hold h[MOST + 1];
    for (int i = 0; i <= MOST; i++)
        assert_true(hold(p, &h[i], (uint64_t)i, JOB_LAB));
    for (int i = 0; i < MOST; i++)
        wait_for(&h[i].running);
    assert_int_equal(pool_waiting(p, JOB_LAB), 1);
    assert_true(pool_cancel(p, &h[MOST].job));
    for (int i = 0; i < MOST; i++)
        atomic_store(&h[i].stop, true);
    pool_free(p);
}

/* A server with a folder of labs, and a lab "small" in it that is proved in a moment. */
static struct folder labs_folder;
static char labs_file[80];

static void labs_start(void)
{
    labs_folder = folder_new();
    snprintf(labs_file, sizeof labs_file, "%s/small.lab", labs_folder.path);
    labs_make(labs_file);
    server = serving_start(&(struct server_options){.labs = labs_folder.path});
}

static void labs_end(void)
{
    server_stop(server);
    server = serving_common;
    folder_remove(&labs_folder);
}

static void limit_labs(void **state)
{
    (void)state;
    labs_start();
    struct err e;
    char path[80];
    for (int i = 1; i < LIMIT_LABS - 1; i++) { /* "small" is one */
        snprintf(path, sizeof path, "%s/x%d.lab", labs_folder.path, i);
        assert_true(file_write(path, "x", 1, &e));
    }
    try(201, "/labs", "{\"name\":\"last\",\"rules\":\"connect6\"}");
    try(507, "/labs", "{\"name\":\"more\",\"rules\":\"connect6\"}");
    labs_end();
}

static void limit_lab_roots(void **state)
{
    (void)state;
    labs_start();
    static const char game[] = "\",\"game\":{\"rules\":[9,9,5,2,1],\"stones\":[\"e5\",\"a1\",\"i9\"]}}";
    for (int i = 1; i < LIMIT_LAB_ROOTS; i++) { /* one is asked for already */
        char name[20];
        snprintf(name, sizeof name, "%d", i);
        json_decref(ask(200, "/labs/small/roots", "{\"name\":\"", name, game));
    }
    json_decref(ask(507, "/labs/small/roots", "{\"name\":\"", "more", game));
    labs_end();
}

static void limit_lab_runs(void **state)
{
    (void)state;
    labs_start();
    for (int i = 0; i <= LIMIT_LAB_RUNS; i++) {
        char name[20], path[60];
        snprintf(name, sizeof name, "l%d", i);
        json_decref(ask(201, "/labs", "{\"rules\":\"connect6\",\"name\":\"", name, "\"}"));
        snprintf(path, sizeof path, "/labs/%s/roots", name);
        try(200, path, "{\"name\":\"r\",\"game\":" START "}"); /* nobody proves that in a test */
        snprintf(path, sizeof path, "/labs/%s/run", name);
        if (i == LIMIT_CLIENT_LAB_RUNS) { /* one client has fewer */
            enum problem f;
            struct err e;
            assert_true(workshop_run(server->workshop, name, 12345, &f, &e));
        } else {
            try(i < LIMIT_LAB_RUNS ? 202 : 503, path, "{\"run\":true}");
        }
    }
    labs_end();
}

/* One client has one run less than all; another has the last. */
static void limit_client_lab_runs(void **state)
{
    (void)state;
    labs_start();
    enum problem f;
    struct err e;
    for (int i = 0; i <= LIMIT_CLIENT_LAB_RUNS; i++) {
        char name[20], path[60];
        snprintf(name, sizeof name, "l%d", i);
        json_decref(ask(201, "/labs", "{\"rules\":\"connect6\",\"name\":\"", name, "\"}"));
        snprintf(path, sizeof path, "/labs/%s/roots", name);
        try(200, path, "{\"name\":\"r\",\"game\":" START "}");
        snprintf(path, sizeof path, "/labs/%s/run", name);
        try(i < LIMIT_CLIENT_LAB_RUNS ? 202 : 503, path, "{\"run\":true}");
    }
    char last[20];
    snprintf(last, sizeof last, "l%d", LIMIT_CLIENT_LAB_RUNS);
    assert_true(workshop_run(server->workshop, last, 12345, &f, &e));
    labs_end();
}

/* ---- Tournaments ---- */

static struct folder cups;

static void cups_start(void)
{
    cups = folder_new();
    server = serving_start(&(struct server_options){.tournaments = cups.path});
}

static void cups_end(void)
{
    server_stop(server);
    server = NULL;
    folder_remove(&cups);
}

#define CUP(name, rules, players, more) \
    "{\"name\":\"" name "\",\"rules\":" rules ",\"players\":[" players "]" more "}"
#define TWO "{\"player\":\"random\"},{\"player\":\"adjacent\"}"

static void limit_tournaments(void **state)
{
    (void)state;
    cups_start();
    struct err e;
    char path[80];
    for (int i = 1; i < LIMIT_TOURNAMENTS; i++) {
        snprintf(path, sizeof path, "%s/x%d.match", cups.path, i);
        assert_true(file_write(path, "x", 1, &e));
    }
    try(201, "/tournaments", CUP("last", "\"connect6\"", TWO, ""));
    try(507, "/tournaments", CUP("more", "\"connect6\"", TWO, ""));
    cups_end();
}

static void limit_tournament_players(void **state)
{
    (void)state;
    cups_start();
    struct buf b = BUF_EMPTY;
    for (int i = 0; i < LIMIT_TOURNAMENT_PLAYERS; i++)
        buf_text(&b, i ? ",{\"player\":\"random\"}" : "{\"player\":\"random\"}");
    static const char head[] = "{\"name\":\"p\",\"rules\":\"connect6\",\"players\":[";
    json_decref(ask(201, "/tournaments", head, buf_str(&b), "]}"));
    json_decref(ask(400, "/tournaments", head, buf_str(&b), ",{\"player\":\"random\"}]}"));
    buf_free(&b);
    cups_end();
}

static void limit_tournament_games(void **state)
{
    (void)state;
    cups_start();
    assert_int_equal(LIMIT_TOURNAMENT_GAMES, 2 * 1000);
    try(201, "/tournaments", CUP("a", "\"connect6\"", TWO, ",\"rounds\":1000"));
    try(400, "/tournaments", CUP("b", "\"connect6\"", TWO, ",\"rounds\":1001"));
    try(400, "/tournaments", CUP("c", "\"connect6\"", TWO "," TWO, ",\"rounds\":167"));
    cups_end();
}

static void limit_tournament_squares(void **state)
{
    (void)state;
    cups_start();
    try(201, "/tournaments", CUP("a", "[32,32,6,2,1]", TWO, ""));
    try(400, "/tournaments", CUP("b", "[32,33,6,2,1]", TWO, ""));
    assert_int_equal(LIMIT_TOURNAMENT_SQUARES, 32 * 32);
    cups_end();
}

static void limit_tournament_seconds(void **state)
{
    (void)state;
    cups_start();
    assert_int_equal(LIMIT_TOURNAMENT_SECONDS, 60);
    try(201, "/tournaments", CUP("a", "\"connect6\"", TWO, ",\"seconds\":60"));
    try(400, "/tournaments", CUP("b", "\"connect6\"", TWO, ",\"seconds\":60.1"));
    cups_end();
}

/* Half of it for each player that has tables or a tree; nobody may say another. */
static void limit_tournament_memory(void **state)
{
    (void)state;
    cups_start();
    try(201, "/tournaments", CUP("a", "\"connect6\"", "{\"player\":\"mcts\"},{\"level\":3}", ""));
    try(400, "/tournaments", CUP("b", "\"connect6\"", "{\"player\":\"mcts:memory=33\"}," TWO, ""));
    try(400, "/tournaments", CUP("b", "\"connect6\"", "{\"player\":\"engine:hash=33\"}," TWO, ""));
    enum problem f;
    struct err e;
    char want[2][60];
    snprintf(want[0], sizeof want[0], "mcts:memory=%d", LIMIT_TOURNAMENT_MEMORY / 2 >> 20);
    snprintf(want[1], sizeof want[1], "engine-3=engine:level=3,hash=%d", LIMIT_TOURNAMENT_MEMORY / 2 >> 20);
    json_t *j = tournaments_view(server->tournaments, "a", &f, &e);
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(
            json_string_value(json_object_get(json_array_get(json_object_get(j, "players"), i), "player")),
            want[i]);
    json_decref(j);
    cups_end();
}

static void limit_tournament_list(void **state)
{
    (void)state;
    cups_start();
    char body[40];
    try(201, "/tournaments", CUP("a", "\"connect6\"", TWO, ""));
    snprintf(body, sizeof body, "{\"limit\":%d}", LIMIT_TOURNAMENT_LIST);
    try(200, "/tournaments/a/games", body);
    snprintf(body, sizeof body, "{\"limit\":%d}", LIMIT_TOURNAMENT_LIST + 1);
    try(400, "/tournaments/a/games", body);
    cups_end();
}

/* Nobody plays these to the end in a test. */
static void try_runs(int client_most, bool others)
{
    enum problem f;
    struct err e;
    cups_start();
    for (int i = 0; i <= client_most; i++) {
        char name[20], path[60];
        snprintf(name, sizeof name, "t%d", i);
        json_decref(ask(201, "/tournaments",
                        "{\"rules\":\"connect6\",\"players\":[{},{}],\"seconds\":60,\"name\":\"", name,
                        "\"}"));
        snprintf(path, sizeof path, "/tournaments/%s/run", name);
        if (others)
            assert_int_equal(tournaments_run(server->tournaments, name, true, 100 + (uint64_t)i, &f, &e),
                             i < client_most);
        else
            try(i < client_most ? 202 : 503, path, "{}");
    }
    cups_end();
}

static void limit_tournament_runs(void **state)
{
    (void)state;
    try_runs(LIMIT_TOURNAMENT_RUNS, true);
}

static void limit_client_tournament_runs(void **state)
{
    (void)state;
    try_runs(LIMIT_CLIENT_TOURNAMENT_RUNS, false);
}

/* ---- Games between people ---- */

/* A server that keeps them in a file, which is changed while it is down. */
static struct folder duels_folder;
static char duels_file[100], duels_data[80];

static void duels_start(void)
{
    duels_folder = folder_new();
    snprintf(duels_data, sizeof duels_data, "%s/x.db", duels_folder.path);
    snprintf(duels_file, sizeof duels_file, "%s.duels", duels_data);
    server = serving_start(&(struct server_options){.data = duels_data});
}

static void duels_change(const char *sql)
{
    sqlite3 *db;
    server_stop(server);
    assert_int_equal(sqlite3_open(duels_file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    server = serving_start(&(struct server_options){.data = duels_data});
}

static int duels_number(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_open(duels_file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    int n = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    return n;
}

static void duels_end(void)
{
    server_stop(server);
    server = serving_common;
    folder_remove(&duels_folder);
}

#define DUEL "{\"game\":" START "}"
static void limit_duels(void **state)
{
    (void)state;
    assert_int_equal(LIMIT_DUELS, 10000);
    duels_start();
    try(201, "/duels", DUEL);
    duels_change(
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 9998) INSERT INTO duel "
        "SELECT 'copy' || i, 0, made, 9000000000000, 0, spent, since, body, sum FROM duel, c WHERE "
        "length(id) = 12");
    try(201, "/duels", DUEL);
    try(507, "/duels", DUEL);
    duels_change("UPDATE duel SET over = 1, touched = 8000000000000 WHERE id = 'copy7'");
    try(201, "/duels", DUEL); /* in place of one that is over */
    assert_int_equal(duels_number("SELECT count(*) FROM duel WHERE id = 'copy7'"), 0);
    duels_end();
}

static void limit_client_duels(void **state)
{
    (void)state;
    duels_start();
    for (int i = 0; i < LIMIT_CLIENT_DUELS; i++)
        try(201, "/duels", DUEL);
    try(507, "/duels", DUEL);
    duels_end();
}

static void limit_duels_bytes(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct duel_store *s;
    struct err e, detail;
    char path[80];
    int64_t pulse;
    enum store_answer a = STORE_FINE;
    snprintf(path, sizeof path, "%s/x", f.path);
    assert_true(duel_store_open(path, 256 << 10, &s, &pulse, &e)); /* the same with less */
    char *body = mem_alloc(10001);
    memset(body, 'x', 10000);
    body[10000] = '\0';
    int n = 0;
    for (; a == STORE_FINE && n < 100; n++) {
        char id[20];
        snprintf(id, sizeof id, "%d", n);
        duel_store_begin(s);
        duel_store_put(s, &(struct duel_row){.id = id, .since = -1, .body = body});
        a = duel_store_end(s, &e, &detail);
    }
    assert_int_equal(a, STORE_FULL);
    assert_in_range(n, 15, 27);
    free(body);
    duel_store_close(s);
    folder_remove(&f);
    assert_int_equal(LIMIT_DUELS_BYTES, 256 << 20);
}

static void limit_duel_squares(void **state)
{
    (void)state;
    try(201, "/duels", "{\"game\":{\"rules\":[32,32,6,2,1]}}");
    try(400, "/duels", "{\"game\":{\"rules\":[32,33,6,2,1]}}");
    assert_int_equal(LIMIT_DUEL_SQUARES, 32 * 32);
}

static void limit_duel_name(void **state)
{
    (void)state;
    char name[2 * LIMIT_DUEL_NAME + 3] = "";
    for (int i = 0; i < LIMIT_DUEL_NAME; i++)
        strcat(name, "\u00f6");
    json_decref(ask(201, "/duels", "{\"game\":" START ",\"name\":\"", name, "\"}"));
    strcat(name, "x");
    json_decref(ask(400, "/duels", "{\"game\":" START ",\"name\":\"", name, "\"}"));
}

static void limit_duel_list(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    for (int i = 0; i < LIMIT_DUEL_LIST; i++)
        buf_format(&b, "%s{\"id\":\"x\",\"key\":\"y\"}", i ? "," : "");
    json_decref(ask(200, "/duels/list", "{\"duels\":[", buf_str(&b), "]}"));
    json_decref(ask(400, "/duels/list", "{\"duels\":[", buf_str(&b), ",{\"id\":\"x\",\"key\":\"y\"}]}"));
    buf_free(&b);
}

/* Made so many days ago, and touched after that or not. */
static int duels_left(int made, int touched)
{
    char sql[200];
    duels_start();
    try(201, "/duels", DUEL);
    snprintf(sql, sizeof sql,
             "UPDATE duel SET made = made - %d * 86400000, touched = touched - %d * 86400000", made, touched);
    duels_change(sql);
    try(200, "/duels/list", "{\"duels\":[]}"); /* the thread has looked */
    int n = duels_number("SELECT count(*) FROM duel");
    duels_end();
    return n;
}

static void limit_duel_days(void **state)
{
    (void)state;
    assert_int_equal(duels_left(LIMIT_DUEL_DAYS + 2, LIMIT_DUEL_DAYS - 1), 1);
    assert_int_equal(duels_left(LIMIT_DUEL_DAYS + 2, LIMIT_DUEL_DAYS + 1), 0);
}

static void limit_duel_wait_days(void **state)
{
    (void)state;
    assert_int_equal(duels_left(LIMIT_DUEL_WAIT_DAYS - 1, LIMIT_DUEL_WAIT_DAYS - 1), 1);
    assert_int_equal(duels_left(LIMIT_DUEL_WAIT_DAYS + 1, LIMIT_DUEL_WAIT_DAYS + 1), 0);
}

static bool feed_takes(void *context, const char *text, size_t len)
{
    (void)context;
    (void)text;
    (void)len;
    return true;
}

static size_t feed_has_none(void *context)
{
    (void)context;
    return 0;
}

/* So many of them follow games, those of one client or of two by turns, and one more may not. */
static void try_duel_followers(int most, int clients, int games, bool more)
{
    struct feed_socket **s = mem_zero((size_t)most + 1, sizeof *s);
    char(*id)[20] = mem_zero((size_t)games, sizeof *id);
    for (int i = 0; i < games; i++) {
        json_t *j = ask(201, "/duels", DUEL, "", "");
        snprintf(id[i], sizeof *id, "%s", json_string_value(json_object_get(j, "id")));
        json_decref(j);
    }
    int had = duels_counts(server->duels).followers;
    for (int i = 0; i <= most; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"do\":\"duel\",\"id\":1,\"duel\":\"%s\"}", id[i % games]);
        s[i] = feed_open(server->feed, 77 + (uint64_t)(i % clients), feed_takes, feed_has_none, NULL);
        feed_message(s[i], text, strlen(text));
    }
    int want = had + most + more;
    WAIT_UNTIL(duels_counts(server->duels).followers == want);
    for (int i = 0; i <= most; i++)
        feed_close(s[i]);
    WAIT_UNTIL(duels_counts(server->duels).followers == had);
    free(s);
    free(id);
}

static void limit_duel_followers(void **state)
{
    (void)state;
    server = serving_start(NULL);
    try_duel_followers(LIMIT_DUEL_FOLLOWERS, 5, 40, false);
    server_stop(server);
    server = serving_common;
}

static void limit_client_duel_followers(void **state)
{
    (void)state;
    try_duel_followers(LIMIT_CLIENT_DUEL_FOLLOWERS, 1, 10, false);
    try_duel_followers(LIMIT_CLIENT_DUEL_FOLLOWERS, 2, 10, true);
}

static void limit_duel_watchers(void **state)
{
    (void)state;
    try_duel_followers(LIMIT_DUEL_WATCHERS, 2, 1, false);
    try_duel_followers(LIMIT_DUEL_WATCHERS, 2, 2, true);
}

/* More than there can be without waiting: the thread is kept by a file that somebody has locked. */
struct many_asked {
    pthread_t thread;
    enum problem problem;
    bool ok;
};

static void *ask_one(void *context)
{
    struct many_asked *m = context;
    struct err e;
    json_t *j = duels_ask(server->duels, DUELS_LOOK, "nobodyknows1", 0, NULL, &m->problem, &e);
    m->ok = j != NULL;
    json_decref(j);
    return NULL;
}

static void limit_duel_asked(void **state)
{
    (void)state;
    enum { N = LIMIT_DUEL_ASKED + 20 };
    struct many_asked *m = mem_zero(N, sizeof *m);
    pthread_attr_t small;
    sqlite3 *db;
    int busy = 0;
    duels_start();
    assert_int_equal(sqlite3_open(duels_file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 128 << 10);
    for (int i = 0; i < N; i++)
        assert_int_equal(pthread_create(&m[i].thread, &small, ask_one, &m[i]), 0);
    for (int i = 0; i < N; i++) {
        pthread_join(m[i].thread, NULL);
        assert_false(m[i].ok);
        busy += m[i].problem == PROBLEM_BUSY;
    }
    assert_true(busy > 0);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(db);
    pthread_attr_destroy(&small);
    free(m);
    try(201, "/duels", DUEL); /* and on it goes */
    duels_end();
}

static void limit_labs_megabytes(void **state)
{
    (void)state;
    labs_start();
    char path[80];
    snprintf(path, sizeof path, "%s/large.lab", labs_folder.path);
    FILE *large = fopen(path, "wb");
    int64_t room = (int64_t)LIMIT_LABS_MEGABYTES * 1000000 - workshop_bytes(server->workshop);
    assert_int_equal(ftruncate(fileno(large), (off_t)room), 0); /* a hole: it takes no room */
    try(201, "/labs", "{\"name\":\"last\",\"rules\":\"connect6\"}");
    try(507, "/labs", "{\"name\":\"more\",\"rules\":\"connect6\"}");
    try(507, "/labs/small/ask", "{\"what\":\"pause\"}");
    fclose(large);
    labs_end();
}

/* With as much memory as its tree takes a lab is opened; with less, it is not. */
static bool opens(size_t memory)
{
    struct workshop *w = workshop_new(
        &(struct workshop_options){.folder = labs_folder.path, .pool = server->pool, .memory = memory});
    struct workshop_wish wish = {"none", "", false, 1};
    const struct deadline never = {0};
    struct buf out = BUF_EMPTY;
    enum problem f;
    struct err e;
    bool whole;
    assert_false(workshop_export(w, "small", &wish, &never, &out, &whole, &f, &e));
    assert_int_equal(w->memory, 0); /* what was taken was given back */
    workshop_free(w);
    assert_true(f == PROBLEM_BUSY || f == PROBLEM_NOT_FOUND); /* of memory, or of the root */
    return f == PROBLEM_NOT_FOUND;
}

static void limit_labs_memory(void **state)
{
    (void)state;
    labs_start();
    labs_run(labs_file, runner_threads(1, 0), 20);
    assert_int_equal(server->workshop->memory_most, LIMIT_LABS_MEMORY);
    size_t least = 1;
    for (size_t step = 1 << 24; step > 0; step /= 2)
        least += opens(least + step - 1) ? 0 : step;
    struct lab *l = labs_open(labs_file);
    const struct graph *g = lab_graph(l);
    assert_int_equal(least, weight_of(lab_rules(l), g->nodes, g->edges));
    assert_true(g->nodes > 10);
    lab_close(l);
    labs_end();
}

static size_t most_bytes;

static void see_bytes(void *context, const struct solve_progress *p)
{
    (void)context;
    (void)p;
    struct mallinfo2 m = mallinfo2();
    if (m.uordblks + m.hblkhd > most_bytes)
        most_bytes = m.uordblks + m.hblkhd;
}

/* A prover takes three times what it is told to remember, at the most: a hundredth of the limit is tried. */
static void try_prover(size_t limit)
{
    enum { SCALE = 100, BASE = 4 << 20 };
    struct rules r = test_rules("15,15,5,1,1");
    struct position *p = position_new(&r);
    struct err e;
    static const int stones[][2] = {{7, 7}, {8, 8}, {8, 6}};
    for (int i = 0; i < 3; i++)
        assert_true(position_play(p, square_at(stones[i][0], stones[i][1]), &e));
    struct solve_result result;
    struct solve_job job = {.position = p,
                            .attacker = p->to_move,
                            .order = 4,
                            .limits.nodes = 20000,
                            .memory = limit / 3 / SCALE,
                            .progress = see_bytes};
    most_bytes = 0;
    see_bytes(NULL, NULL);
    size_t before = most_bytes;
    assert_true(solve_run(&job, &result, &e));
    if (!TEST_SANITIZED && most_bytes - before > limit / SCALE + BASE)
        fail_msg("%zu bytes instead of %zu", most_bytes - before, limit / SCALE);
    position_free(p);
}

static void limit_prove_memory(void **state)
{
    (void)state;
    try_prover(LIMIT_PROVE_MEMORY);
}

static void limit_lab_thread_memory(void **state)
{
    (void)state;
    try_prover(LIMIT_LAB_THREAD_MEMORY);
}

static void limit_lab_stones(void **state)
{
    (void)state;
    labs_start();
    try(201, "/labs", "{\"name\":\"wide\",\"rules\":[127,127,6,2,1]}");
    for (int more = 0; more < 2; more++) {
        struct buf b = BUF_EMPTY;
        for (int i = 0; i < LIMIT_LAB_STONES + more; i++) {
            char text[SQUARE_TEXT];
            buf_format(&b, "%s\"%s\"", i ? "," : "", square_format(square_at(i % 60 * 2, i / 60 * 2), text));
        }
        json_decref(ask(more ? 400 : 200, "/labs/wide/roots",
                        "{\"name\":\"r\",\"game\":{\"rules\":[127,127,6,2,1],\"stones\":[", buf_str(&b),
                        "]}}"));
        buf_free(&b);
    }
    labs_end();
}

/* While somebody else runs the lab, so much is noted for him. */
static void limit_lab_asked(void **state)
{
    (void)state;
    labs_start();
    struct lab *elsewhere = labs_open(labs_file);
    assert_non_null(elsewhere); /* it has one wish: its root */
    struct lab_events n;
    struct err e;
    assert_true(lab_events(labs_file, &n, &e));
    for (int64_t i = n.waiting; i <= LIMIT_LAB_ASKED; i++)
        try(i < LIMIT_LAB_ASKED ? 202 : 503, "/labs/small/ask", "{\"what\":\"pause\"}");
    lab_close(elsewhere);
    labs_end();
}

/* What is refused leaves nothing behind, and of what was done the last things stay. */
static void limit_lab_events(void **state)
{
    (void)state;
    labs_start();
    struct lab_events first, n;
    struct err e;
    char stones[7000];
    memset(stones, ' ', sizeof stones);
    memcpy(stones + sizeof stones - 4, "zz9", 4);
    try(200, "/labs/small/ask", "{\"what\":\"resume\"}");
    int64_t before = workshop_bytes(server->workshop);
    assert_true(lab_events(labs_file, &first, &e));
    for (int i = 0; i < 50; i++)
        json_decref(ask(400, "/labs/small/ask", "{\"what\":\"suggest\",\"stones\":\"", stones, "\"}"));
    assert_true(lab_events(labs_file, &n, &e));
    assert_int_equal(n.last, first.last);
    assert_true(workshop_bytes(server->workshop) <= before + (64 << 10));
    sqlite3 *db =
        sql_on(labs_file, "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000) "
                          "INSERT INTO event (time, kind, body, done) SELECT 0, CASE WHEN x = 1 THEN "
                          "'stuck' ELSE 'pause' END, '{}', 1 FROM n");
    try(200, "/labs/small/ask", "{\"what\":\"resume\"}");
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*), sum(kind = 'stuck') FROM event WHERE done <> 2",
                                        -1, &s, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(s, 0), LIMIT_LAB_EVENTS + 1);
    assert_int_equal(sqlite3_column_int(s, 1),
                     1); /* what the lab found out stays, and where roots came from (done: 2) */
    sqlite3_finalize(s);
    sqlite3_close(db);
    labs_end();
}

/* Why a lab does not run on; "" as long as it runs. */
static void why_it_ended(char out[200])
{
    for (double until = clock_now() + PATIENCE; clock_now() < until;) {
        json_t *j = ask(200, "/labs/small/view", "{}", "", ""), *run = json_object_get(j, "run");
        bool here = json_is_string(json_object_get(run, "where"));
        const char *why = json_string_value(json_object_get(run, "why"));
        snprintf(out, 200, "%s", why ? why : "");
        json_decref(j);
        if (!here)
            return;
        struct timespec t = {0, 20000000};
        nanosleep(&t, NULL);
    }
    fail_msg("it runs on");
}

static void limit_lab_bytes(void **state)
{
    (void)state;
    labs_start();
    char why[200];
    FILE *f = fopen(labs_file, "r+b");
    assert_int_equal(ftruncate(fileno(f), (off_t)LIMIT_LAB_BYTES + 1), 0); /* a hole: it takes no room */
    try(202, "/labs/small/run", "{}");
    why_it_ended(why);
    assert_non_null(strstr(why, "larger than it may be"));
    /* It grows while it runs, behind the hole. */
    assert_int_equal(ftruncate(fileno(f), (off_t)LIMIT_LAB_BYTES - (1 << 26)), 0);
    fclose(f);
    try(202, "/labs/small/run", "{}");
    why_it_ended(why);
    assert_string_equal(why, "");
    labs_end();
}

/* Two roots of a lab on 450 squares: pairs of 449 empty squares, and of 447. */
static void maps_start(void)
{
    labs_start();
    assert_int_equal(LIMIT_MAP_TURNS, 100000);
    try(201, "/labs", "{\"name\":\"wide\",\"rules\":[30,15,6,2,1]}");
    try(200, "/labs/wide/roots", "{\"name\":\"449\",\"game\":{\"rules\":[30,15,6,2,1],\"stones\":[\"a1\"]}}");
    try(200, "/labs/wide/roots",
        "{\"name\":\"447\",\"game\":{\"rules\":[30,15,6,2,1],\"stones\":[\"a1\",\"b1\",\"d2\"]}}");
}

static void limit_map_turns(void **state)
{
    (void)state;
    maps_start();
    try(400, "/labs/wide/map", "{\"root\":\"449\"}");
    try(200, "/labs/wide/map", "{\"root\":\"447\"}");
    labs_end();
}

static void limit_map_listed(void **state)
{
    (void)state;
    maps_start();
    json_t *j = ask(200, "/labs/wide/map", "{\"root\":\"447\"}", "", "");
    assert_int_equal(json_array_size(json_object_get(j, "list")), LIMIT_MAP_LISTED);
    assert_true(json_is_true(json_object_get(j, "cut")));
    json_decref(j);
    labs_end();
}

static void limit_lab_rows(void **state)
{
    (void)state;
    labs_start();
    assert_int_equal(LIMIT_LAB_ROWS, 1000);
    try(200, "/labs/small/view", "{\"open\":[{\"path\":[],\"most\":1000}]}");
    try(400, "/labs/small/view", "{\"open\":[{\"path\":[],\"most\":1001}]}");
    labs_end();
}

static void limit_lab_open(void **state)
{
    (void)state;
    labs_start();
    for (int more = 0; more < 2; more++) {
        struct buf b = BUF_EMPTY;
        for (int i = 0; i < LIMIT_LAB_OPEN + more; i++)
            buf_format(&b, "%s{\"path\":[]}", i ? "," : "");
        json_decref(ask(more ? 400 : 200, "/labs/small/view", "{\"open\":[", buf_str(&b), "]}"));
        buf_free(&b);
    }
    labs_end();
}

static atomic_bool refused; /* did a socket get an error? Views come from another thread. */

static bool note_refusal(void *context, const char *text, size_t len)
{
    (void)context;
    (void)len;
    if (strstr(text, "\"busy\""))
        atomic_store(&refused, true);
    return true;
}

static size_t none_queued(void *context)
{
    (void)context;
    return 0;
}

/* So many views are followed, by one client or by as many as it takes, and no more. */
static void try_followers(int most, bool one)
{
    labs_start();
    struct feed_socket *s = NULL, **all = mem_zero((size_t)most + 1, sizeof *all);
    int sockets = 0;
    for (int i = 0; i <= most; i++) {
        char text[80];
        if (!one || i == 0)
            s = all[sockets++] =
                feed_open(server->feed, one ? 7 : (uint64_t)i, note_refusal, none_queued, NULL);
        snprintf(text, sizeof text, "{\"do\":\"lab\",\"id\":%d,\"name\":\"small\"}", i);
        feed_message(s, text, strlen(text));
        assert_int_equal(atomic_exchange(&refused, false), i == most);
    }
    while (sockets > 0)
        feed_close(all[--sockets]);
    free(all);
    labs_end();
}

static void limit_lab_followers(void **state)
{
    (void)state;
    try_followers(LIMIT_LAB_FOLLOWERS, false);
}

static void limit_client_lab_followers(void **state)
{
    (void)state;
    try_followers(LIMIT_CLIENT_LAB_FOLLOWERS, true);
}

static void limit_prove_seconds(void **state)
{
    (void)state;
    int fd = ws_open(port(), NULL, NULL);
    assert_int_equal(LIMIT_PROVE_SECONDS, 3600);
    static const char won[] = "{\"do\":\"solve\",\"id\":%d,\"seconds\":%s,\"game\":{\"rules\":[3,3,3,1,1],"
                              "\"stones\":[\"a1\",\"a2\",\"b1\",\"b2\"]}}";
    char text[200];
    snprintf(text, sizeof text, won, 1, "3600");
    ws_send(fd, text);
    await(fd, 1, "solved");
    snprintf(text, sizeof text, won, 2, "3600.001");
    ws_send(fd, text);
    await(fd, 2, "error");
    close(fd);
}

/* ---- Proofs ---- */

static enum store_answer shelve(struct shelf *s, const char *bytes)
{
    char name[SHELF_NAME];
    struct err e;
    return shelf_add(s, "x", bytes, strlen(bytes), name, &e);
}

static void limit_proofs(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct shelf *s = shelf_new(f.path, NULL);
    struct err e;
    for (int i = 0; i < LIMIT_PROOFS - 1; i++) {
        char path[80];
        snprintf(path, sizeof path, "%s/y%d.cert", f.path, i);
        assert_true(file_write(path, "y", 1, &e));
    }
    assert_int_equal(shelve(s, "one"), STORE_FINE);
    assert_int_equal(shelve(s, "two"), STORE_FULL);
    assert_int_equal(shelve(s, "one"), STORE_FINE); /* it is there */
    assert_int_equal(shelf_delete(s, "y1", &e), STORE_FINE);
    assert_int_equal(shelve(s, "two"), STORE_FINE);
    shelf_free(s);
    folder_remove(&f);
}

static void limit_proofs_bytes(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct shelf *s = shelf_new(f.path, NULL);
    char path[80];
    snprintf(path, sizeof path, "%s/large.cert", f.path);
    FILE *large = fopen(path, "wb");
    assert_int_equal(ftruncate(fileno(large), LIMIT_PROOFS_BYTES - 3), 0); /* a hole: it takes no room */
    fclose(large);
    assert_int_equal(shelve(s, "four"), STORE_FULL);
    assert_int_equal(shelve(s, "one"), STORE_FINE);
    shelf_free(s);
    folder_remove(&f);
}

static void limit_proof_bytes(void **state)
{
    (void)state;
    /* Four letters are three bytes. */
    size_t letters = (size_t)LIMIT_PROOF_BYTES / 3 * 4;
    for (int more = 0; more < 2; more++) {
        char *text = mem_alloc(letters + 10);
        memset(text, 'A', letters + 9);
        text[letters + (more ? 4 : 0)] = '\0';
        json_t *j = ask(more ? 413 : 400, "/proofs", "{\"base64\":\"", text, "\"}"); /* 400: no certificate */
        json_decref(j);
        free(text);
    }
}

/* A partial claim with so many unsolved marks behind it, in base64: the defender has 62 stones, and the null move, its
 * first stone and so on down to the last are all left open. Nothing is proved by that; a checker has much to remember. */
static char *unsolved(size_t marks, struct buf *bytes)
{
    struct rules r = test_rules("127,127,63,62,62");
    struct position *p = position_new(&r);
    assert_true(position_settle(p, BLACK, r.q, NULL));
    struct cert_claim claim = {.position = p, .attacker = WHITE, .partial = true};
    struct cert_writer *w = cert_writer_to(bytes, &claim);
    for (size_t i = 0; i < marks; i++)
        cert_write_unsolved(w);
    assert_true(cert_writer_close(w, NULL));
    position_free(p);
    struct buf text = BUF_EMPTY;
    base64_encode(bytes->text, bytes->len, &text);
    return buf_take(&text);
}

/* Does the check of so many marks fit into the memory that it has? */
static bool fits(size_t marks)
{
    struct buf bytes = BUF_EMPTY;
    struct check_watch watch = {.without_zones = true, .bytes_most = LIMIT_CHECK_MEMORY};
    struct check_result result;
    free(unsolved(marks, &bytes));
    check_bytes(bytes.text, bytes.len, &watch, &result);
    bool too_large = result.too_large;
    check_result_free(&result);
    buf_free(&bytes);
    return !too_large;
}

static void limit_check_memory(void **state)
{
    (void)state;
    size_t most = 1;
    for (size_t step = 1 << 20; step > 0; step /= 2)
        most += fits(most + step) ? step : 0;
    assert_true(most > 10000 && most < 1 << 20);
    for (size_t more = 0; more < 2; more++) {
        struct buf bytes = BUF_EMPTY;
        char *text = unsolved(most + more, &bytes);
        json_decref(ask(more ? 413 : 400, "/proofs", "{\"base64\":\"", text,
                        "\"}")); /* 400: not all of it is there */
        json_t *j = ask(200, "/check", "{\"base64\":\"", text, "\"}");
        assert_string_equal(json_string_value(json_object_get(j, "verdict")), more ? "unknown" : "rejected");
        json_decref(j);
        free(text);
        buf_free(&bytes);
    }
}

/* A certificate after one stone in the middle row that leaves every turn of two stones open; returns how many those are. */
static size_t write_all_open(const char *rules, int column, struct buf *out)
{
    struct rules r = test_rules(rules);
    struct position *p = position_new(&r);
    assert_true(position_play(p, square_at(column, r.n / 2), NULL));
    struct cert_claim claim = {.position = p, .attacker = BLACK, .partial = true};
    struct cert_writer *w = cert_writer_to(out, &claim);
    size_t empty = (size_t)(r.m * r.n - 1), turns = 1 + empty + empty * (empty - 1) / 2;
    for (size_t i = 0; i < turns; i++)
        cert_write_unsolved(w);
    assert_true(cert_writer_close(w, NULL));
    position_free(p);
    return turns;
}

/* The largest proof of ours can be walked through. */
static void limit_guide_memory(void **state)
{
    (void)state;
    struct buf bytes = BUF_EMPTY;
    struct guides_verdict v;
    struct err e;
    const struct deadline never = {0};
    size_t turns = write_all_open("28,25,6,2,1", 14, &bytes);
    struct guides *g = guides_new(LIMIT_GUIDES_MEMORY);
    struct guides_entry *x = guides_hold(g, bytes.text, bytes.len, &never, &v, &e);
    assert_non_null(x);
    assert_int_equal(x->turns, turns);
    assert_int_equal(x->opens, GUIDES_OPEN);
    /* So many bytes a turn; a proof that may be sent has at most as many turns as bytes. */
    size_t each = guide_bytes(x->guide) / turns + 1;
    assert_true(each * LIMIT_PROOF_BYTES / 2 < LIMIT_GUIDE_MEMORY &&
                each * LIMIT_PROOF_BYTES * 2 > LIMIT_GUIDE_MEMORY);
    guides_release(g, x);
    guides_free(g);
    buf_free(&bytes);
}

/* Takes in four proofs, which nobody holds; how many of the last are still there, and the bytes of each. What is there is found
 * even when there is no time to check it. */
static size_t still_there(size_t bytes_most, size_t *each)
{
    struct guides *g = guides_new(bytes_most);
    struct guides_verdict v;
    struct err e;
    const struct deadline never = {0};
    atomic_bool stop = true;
    const struct deadline over = {.stop = &stop};
    struct buf bytes[4] = {BUF_EMPTY, BUF_EMPTY, BUF_EMPTY, BUF_EMPTY};
    size_t kept = 0;
    for (int i = 0; i < 4; i++) {
        write_all_open("9,9,6,2,1", i, &bytes[i]);
        struct guides_entry *x = guides_hold(g, bytes[i].text, bytes[i].len, &never, &v, &e);
        assert_non_null(x);
        *each = guide_bytes(x->guide) + x->opens * (size_t)x->open_stones * sizeof *x->open + bytes[i].len;
        guides_release(g, x);
    }
    for (int i = 3; i >= 0; i--) {
        struct guides_entry *x = guides_hold(g, bytes[i].text, bytes[i].len, &over, &v, &e);
        assert_true(!x || kept == (size_t)(3 - i)); /* the last, and none before a gap */
        kept += x != NULL;
        if (x)
            guides_release(g, x);
        buf_free(&bytes[i]);
    }
    guides_free(g);
    return kept;
}

/* What nobody holds is kept up to so many bytes, the last used first. */
static void limit_guides_memory(void **state)
{
    (void)state;
    assert_int_equal(guides_bytes_most(server->guides), LIMIT_GUIDES_MEMORY);
    size_t each;
    assert_int_equal(still_there(LIMIT_GUIDES_MEMORY, &each), 4);
    for (size_t n = 1; n <= 3; n++) {
        assert_int_equal(still_there(n * each, &each), n);
        assert_int_equal(still_there((n + 1) * each - 1, &each), n);
    }
}

/* Of processor time; a client that has gone ends it before. */
static void limit_check_seconds(void **state)
{
    (void)state;
    assert_int_equal(LIMIT_CHECK_SECONDS, 60);
    struct buf bytes = BUF_EMPTY;
    free(unsolved(200000, &bytes));
    const struct deadline until = deadline_in(0, 0.02, CPU_THREAD, NULL);
    struct check_watch watch = {.without_zones = true, .until = &until};
    struct check_result result;
    double before = clock_cpu(CPU_THREAD);
    assert_int_equal(check_bytes(bytes.text, bytes.len, &watch, &result), CHECK_STOPPED);
    assert_true(clock_cpu(CPU_THREAD) - before < (TEST_SANITIZED ? 2 : 0.1));
    check_result_free(&result);
    buf_free(&bytes);
}

/* ---- Trees ---- */

/* Reads a tree whose root is this; true if it is taken. */
static bool takes_root(const char *rules, const struct buf *root, const char *words)
{
    struct buf b = BUF_EMPTY;
    struct record *r = NULL;
    struct err e;
    bool large;
    buf_format(&b, "{\"rules\":[%s],\"root\":%s}", rules, buf_str(root));
    json_t *j = json_loadb(buf_str(&b), b.len, 0, NULL);
    assert_non_null(j);
    bool ok = tree_read(j, &r, &large, &e);
    assert_int_equal(large, !ok);
    if (!ok && !strstr(e.text, words))
        fail_msg("'%s' does not say '%s'", e.text, words);
    assert_true(!ok || tree_fits(r, &e));
    record_free(r);
    json_decref(j);
    buf_free(&b);
    return ok;
}

/* "{\"marks\":[x,x,x]}" and such. */
static void put_many(struct buf *b, const char *head, const char *item, int n, const char *tail)
{
    buf_text(b, head);
    for (int i = 0; i < n; i++) {
        buf_text(b, i ? "," : "");
        buf_text(b, item);
    }
    buf_text(b, tail);
}

static void limit_tree_nodes(void **state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        struct buf b = BUF_EMPTY;
        put_many(&b, "{\"children\":[", "{\"stones\":[\"a1\"]}", LIMIT_TREE_NODES + more, "]}");
        assert_int_equal(takes_root("3,3,3,1,1", &b, "more than 50000 nodes"), !more);
        buf_free(&b);
    }
}

static void limit_tree_depth(void **state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        struct buf b = BUF_EMPTY;
        buf_text(&b, "{");
        for (int i = 0; i < LIMIT_TREE_DEPTH + more; i++)
            buf_text(&b, "\"children\":[{");
        for (int i = 0; i < LIMIT_TREE_DEPTH + more; i++)
            buf_text(&b, "}]");
        buf_text(&b, "}");
        assert_int_equal(takes_root("3,3,3,1,1", &b, "more than 1000 nodes on a line"), !more);
        buf_free(&b);
    }
}

/* Half of them in one node, marks before labels and in the order that is the worst to put them in. */
static void limit_tree_marks(void **state)
{
    (void)state;
    enum { QUARTER = LIMIT_TREE_MARKS / 4 };
    for (int more = 0; more < 2; more++) {
        struct buf b = BUF_EMPTY;
        put_many(&b, "{\"marks\":[", "{\"at\":\"a1\",\"kind\":\"line\",\"to\":\"b2\"}", QUARTER, ",");
        put_many(&b, "", "{\"at\":\"a1\",\"kind\":\"circle\"}", QUARTER, "],");
        put_many(&b, "\"labels\":[", "{\"at\":\"a1\",\"text\":\"x\"}", QUARTER, "],\"children\":[{");
        put_many(&b, "\"marks\":[", "{\"at\":\"c3\",\"kind\":\"cross\"}", QUARTER + more, "]}]}");
        assert_int_equal(takes_root("3,3,3,1,1", &b, "more than 100000 marks and labels"), !more);
        buf_free(&b);
    }
}

static void limit_tree_setup(void **state)
{
    (void)state;
    enum { NODE = 10000, NODES = LIMIT_TREE_SETUP / NODE };
    for (int more = 0; more < 2; more++) {
        struct buf b = BUF_EMPTY;
        buf_text(&b, "{\"children\":[");
        for (int i = 0; i < NODES; i++)
            put_many(&b, i ? ",{\"setup\":{\"empty\":[" : "{\"setup\":{\"empty\":[", "\"a1\"",
                     NODE + (i == 7 && more), "]}}");
        buf_text(&b, "]}");
        assert_int_equal(takes_root("127,127,6,2,1", &b, "more than 200000 squares in set-ups"), !more);
        buf_free(&b);
    }
}

/* A tree of so many leaves on a board that is full but for some squares. */
static struct record *full_board(int leaves)
{
    struct rules r = test_rules("127,127,6,2,1");
    struct record *record = record_new(&r);
    struct setup_stone *stones = mem_alloc(127 * 127 * sizeof *stones);
    size_t n = 0;
    for (int row = 0; row < 127; row++)
        for (int col = 0; col < 127; col++)
            if (row < 126)
                stones[n++] = (struct setup_stone){square_at(col, row),
                                                   (uint8_t)((col / 2 + row) % 2 ? CELL_BLACK : CELL_WHITE)};
    node_set_setup(record->root, stones, n, CELL_BLACK, 1);
    for (int i = 0; i < leaves; i++)
        node_add(record->root, BLACK, square_at(i % 127, 126));
    free(stones);
    return record;
}

/* The bytes of the index of such a tree; 0 if it is refused. */
static size_t index_bytes(int leaves)
{
    struct record *r = full_board(leaves);
    struct position_index p;
    struct err e;
    size_t bytes = 0;
    bool ok = index_of(r, &p, &e);
    for (size_t i = 0; ok && i < p.count; i++)
        bytes += INDEX_ROW_BYTES + 2 * p.place[i].path_len + p.place[i].form_len;
    if (!ok)
        assert_non_null(strstr(e.text, "16777216 bytes of the index"));
    index_free(&p);
    record_free(r);
    return bytes;
}

static void limit_tree_index(void **state)
{
    (void)state;
    size_t row = (index_bytes(3000) - index_bytes(2000)) / 1000;
    int leaves = (int)(LIMIT_TREE_INDEX / row);
    while (index_bytes(leaves) == 0)
        leaves--;
    while (index_bytes(leaves + 1) != 0)
        leaves++;
    size_t most = index_bytes(leaves);
    assert_true(most <= LIMIT_TREE_INDEX && most + row > LIMIT_TREE_INDEX);
    assert_int_equal(index_bytes(leaves + 1), 0);
}

/* ---- The data file ---- */

/* A tree of a single node; its body is `len` bytes of the text. */
static enum store_answer insert(struct store *s, const char *body, size_t len, struct err *e)
{
    struct rules r = test_rules("3,3,3,1,1");
    struct record *record = record_new(&r);
    struct position_index places;
    int64_t id = 0;
    assert_true(index_of(record, &places, e));
    struct store_tree t = {"x", "3,3,3,1,1", 0, body, len, &places};
    enum store_answer a = store_insert(s, &t, &id, e);
    index_free(&places);
    record_free(record);
    return a;
}

static struct store *open_store(const struct store_options *o)
{
    struct store *s;
    struct err e;
    if (!store_open(o, &s, &e))
        fail_msg("%s", e.text);
    return s;
}

static void limit_trees(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct store *s = open_store(&(struct store_options){.path = f.file});
    struct err e;
    char sql[300];
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < %d) INSERT INTO tree "
             "(title, rules, nodes, updated, revision, body) SELECT 'x', '', 0, x, 1, '{}' FROM n",
             LIMIT_TREES - 1);
    sqlite3_close(sql_on(f.file, sql));
    assert_int_equal(insert(s, "{}", 2, &e), STORE_FINE);
    assert_int_equal(insert(s, "{}", 2, &e), STORE_FULL);
    assert_non_null(strstr(e.text, "100000 trees"));
    assert_int_equal(store_delete(s, 5, &e), STORE_FINE);
    assert_int_equal(insert(s, "{}", 2, &e), STORE_FINE);
    store_close(s);
    folder_remove(&f);
}

static void limit_players(void **state)
{
    (void)state;
    struct store *s = open_store(&(struct store_options){.path = NULL});
    struct err e;
    int64_t revision;
    char name[20];
    for (int i = 0; i < LIMIT_PLAYERS; i++) {
        snprintf(name, sizeof name, "%d", i);
        revision = 0;
        assert_int_equal(store_progress_put(s, name, "{}", 2, &revision, &e), STORE_FINE);
    }
    revision = 0;
    assert_int_equal(store_progress_put(s, "one more", "{}", 2, &revision, &e), STORE_FULL);
    assert_non_null(strstr(e.text, "1000 players"));
    revision = 1; /* those that are known go on */
    assert_int_equal(store_progress_put(s, "7", "{}", 2, &revision, &e), STORE_FINE);
    store_close(s);
}

static void limit_progress_bytes(void **state)
{
    (void)state;
    /* {"x":"…"} has eight bytes beside its text. */
    for (int more = 0; more <= 1; more++) {
        char *text = mem_zero(1, LIMIT_PROGRESS_BYTES);
        memset(text, 'y', (size_t)(LIMIT_PROGRESS_BYTES - 8 + more));
        struct buf body = BUF_EMPTY;
        buf_format(&body, "{\"player\":\"long\",\"revision\":0,\"document\":{\"x\":\"%s\"}}", text);
        json_decref(http_json(port(), more ? 413 : 200, "PUT", API "/progress", buf_str(&body)));
        buf_free(&body);
        free(text);
    }
}

static void limit_data_bytes(void **state)
{
    (void)state;
    enum { SMALL = 1 << 20, FEW = 4 * 4096 }; /* a row may need several new pages */
    struct store_size n;
    struct err e;
    struct store *s = open_store(&(struct store_options){.path = NULL});
    assert_int_equal(store_size(s, &n, &e), STORE_FINE);
    assert_int_equal(n.most, LIMIT_DATA_BYTES);
    store_close(s);
    /* Up to the limit, by ever smaller steps. */
    s = open_store(&(struct store_options){.bytes_most = SMALL});
    char *body = mem_zero(1, SMALL);
    memset(body, 'x', SMALL);
    enum store_answer a;
    for (size_t len = SMALL / 2; len > 1; len /= 2)
        while ((a = insert(s, body, len, &e)) == STORE_FINE)
            ;
    assert_int_equal(a, STORE_FULL);
    assert_int_equal(store_size(s, &n, &e), STORE_FINE);
    assert_true(n.bytes <= SMALL && n.bytes + FEW > SMALL);
    assert_int_equal(store_delete(s, 1, &e), STORE_FINE);
    assert_int_equal(insert(s, body, SMALL / 4, &e), STORE_FINE);
    free(body);
    store_close(s);
}

static void limit_data_wait_ms(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct store *s = open_store(&(struct store_options){.path = f.file});
    struct err e;
    sqlite3 *other = sql_on(f.file, "BEGIN IMMEDIATE");
    double start = clock_now();
    assert_int_equal(insert(s, "{}", 2, &e), STORE_BUSY);
    double took = (clock_now() - start) * 1000;
    assert_true(took > LIMIT_DATA_WAIT_MS * 0.9 && took < 1000 * PATIENCE);
    sqlite3_close(other);
    assert_int_equal(insert(s, "{}", 2, &e), STORE_FINE);
    store_close(s);
    folder_remove(&f);
}

/* SQLite keeps to it: all connections together, whatever each would like to have. */
static void limit_sqlite_memory(void **state)
{
    (void)state;
    assert_int_equal(sqlite3_soft_heap_limit64(-1), LIMIT_SQLITE_MEMORY);
}

/* ---- The end ---- */

static atomic_int left;

static void note_leaving(void)
{
    left++;
}

/* Of processor time: who waits is not cut off, who works on is. */
static void limit_end_ms(void **state)
{
    (void)state;
    assert_int_equal(LIMIT_END_MS, 1800);
    struct hurry *h = hurry_start(0.1, 1000, note_leaving);
    assert_non_null(h);
    usleep(200000);
    assert_int_equal(left, 0);
    double before = clock_cpu(CPU_PROCESS);
    while (left == 0 && clock_cpu(CPU_PROCESS) - before < PATIENCE)
        ;
    assert_int_equal(left, 1);
    hurry_stop(h);
    h = hurry_start(1000, 0.02, note_leaving); /* or by the wall */
    WAIT_UNTIL(left == 2);
    hurry_stop(h);
    hurry_stop(hurry_start(1000, 1000, note_leaving));
    assert_int_equal(left, 2);
}

/* ---- Files of games ---- */

static void import(int status, const struct buf *sgf)
{
    json_decref(ask(status, "/import", "{\"text\":\"", buf_str(sgf), "\"}"));
}

/* Of one game more than may be looked at, the latest count. */
static void limit_filtered_games(void **state)
{
    (void)state;
    struct rules r = test_rules("19,19,6,2,1");
    struct explorer *x;
    struct explorer_report report;
    struct explorer_added added;
    struct explorer_filter f = EXPLORER_ALL;
    struct err e;
    int64_t id;
    struct position *p = position_new(&r);
    f.player = "Anna";
    assert_true(explorer_open(NULL, true, 0, &x, &e));
    assert_int_equal(explorer_make(x, "many", &id, &e), EXPLORER_FINE);
    for (int i = 0; i <= LIMIT_FILTERED_GAMES; i++) {
        struct record *game = record_new(&r);
        int first = i % 361, second = (first + 1 + i / 361) % 361;
        struct tree_node *n = node_add(game->root, BLACK, square_at(first % 19, first / 19));
        node_add(n, WHITE, square_at(second % 19, second / 19));
        record_set_info(game, "PB", "Anna");
        assert_int_equal(explorer_add(x, id, &game, 1, &added, &e), EXPLORER_FINE);
        assert_int_equal(added.added, 1);
        record_free(game);
        if (i < LIMIT_FILTERED_GAMES - 1)
            continue;
        assert_int_equal(explorer_ask_some(x, id, p, &f, 10, 0, 0, &report, &e), EXPLORER_FINE);
        assert_int_equal(explorer_games(&report.counts), LIMIT_FILTERED_GAMES);
        assert_int_equal(report.cut, i == LIMIT_FILTERED_GAMES);
        explorer_report_free(&report);
    }
    position_free(p);
    explorer_close(x);
}

static void limit_games(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    for (int i = 0; i < LIMIT_GAMES; i++)
        buf_text(&b, "(;)");
    import(200, &b);
    buf_text(&b, "(;)");
    import(413, &b);
    buf_free(&b);
}

static void limit_import_nodes(void **state)
{
    (void)state;
    enum { GAMES = 1000, LINE = LIMIT_IMPORT_NODES / GAMES };
    struct buf b = BUF_EMPTY;
    for (int i = 0; i < GAMES; i++) {
        buf_text(&b, "(;"); /* the root does not count */
        for (int n = 0; n < LINE; n++)
            buf_char(&b, ';');
        buf_char(&b, ')');
    }
    import(200, &b);
    b.text[b.len - 1] = ';';
    buf_char(&b, ')');
    import(413, &b);
    buf_free(&b);
}

static void limit_import_points(void **state)
{
    (void)state;
    enum { GAMES = 5, NODES = 100, BLOCK = 1000 }; /* 25x40 squares */
    struct buf b = BUF_EMPTY;
    assert_int_equal(GAMES * NODES * BLOCK, LIMIT_IMPORT_POINTS);
    for (int i = 0; i < GAMES; i++) {
        buf_text(&b, "(;RU[Connect(40,40,6,2,1)]");
        for (int n = 0; n < NODES; n++)
            buf_text(&b, ";TR[a1:y40]");
        buf_char(&b, ')');
    }
    import(200, &b);
    b.len--;
    buf_text(&b, ";CR[a1])");
    import(413, &b);
    buf_free(&b);
}

/* ---- The table ---- */

/* 50000 as 50,000. */
static void put_number(struct buf *b, long n)
{
    if (n >= 1000) {
        put_number(b, n / 1000);
        buf_format(b, ",%03ld", n % 1000);
    } else {
        buf_format(b, "%ld", n);
    }
}

/* docs/api.md has the table as it is, and nothing besides; /info tells it. */
static void every_limit_is_documented(void **state)
{
    (void)state;
    char *docs;
    size_t len;
    struct err e;
    struct buf wanted = BUF_EMPTY;
    if (!file_read(TEST_SOURCE "/docs/api.md", &docs, &len, &e))
        fail_msg("%s", e.text);
    json_t *info = http_json(port(), 200, "GET", API "/info", NULL),
           *limits = json_object_get(info, "limits");
    for (const struct limit *l = limits_table; l->name; l++) {
        buf_format(&wanted, "| `%s` | ", l->name);
        put_number(&wanted, l->value);
        buf_format(&wanted, " | %s |\n", l->about);
        assert_int_equal(json_integer_value(json_object_get(limits, l->name)), l->value);
    }
    buf_char(&wanted, '\n');
    if (!strstr(docs, buf_str(&wanted)))
        fail_msg("docs/api.md should have this table of limits:\n%s", buf_str(&wanted));
    wanted.len = 0;
    for (const struct limit *l = bounds_table; l->name; l++) {
        buf_format(&wanted, "| `%s` | ", l->name);
        put_number(&wanted, l->value);
        buf_format(&wanted, " | %s |\n", l->about);
    }
    if (!strstr(docs, buf_str(&wanted)))
        fail_msg("docs/api.md should have this table of bounds:\n%s", buf_str(&wanted));
    json_decref(info);
    buf_free(&wanted);
    free(docs);
}

/* The number behind a word of a text; −1 if it is not there. */
static long number_after(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    return at ? strtol(at + strlen(word), NULL, 10) : -1;
}

/* The packaged unit has memory for all limits reached at once, and docs/hosting.md the same sum. In MB. */
static void the_unit_has_memory_for_all_of_it(void **state)
{
    (void)state;
    enum {
        MB = 1 << 20,
        CONNECTION = 12 << 10,
        PROGRAM = 125,
        GAME = 12 << 10,
        BOARDS = 128 * (256 << 10),
        PLAYERS = 32 << 20
    };
    char *unit, *docs, row[40];
    size_t len;
    struct err e;
    assert_true(file_read(TEST_SOURCE "/packaging/hexad.service", &unit, &len, &e));
    assert_true(file_read(TEST_SOURCE "/docs/hosting.md", &docs, &len, &e));
    long threads = number_after(unit, "--threads "), hash = number_after(unit, "--hash ");
    assert_true(threads > 0 && hash > 0);
    const struct transport_limits usual = TRANSPORT_LIMITS_USUAL, *t = &usual;
    int64_t large = LIMIT_ANSWER_THREADS / 2,
            labs = threads < LIMIT_LAB_THREADS ? threads : LIMIT_LAB_THREADS;
    int64_t sum = t->bodies_bytes + t->answers_bytes + large * BOUND_ANSWER_MEMORY +
                  (LIMIT_ANSWER_THREADS - large) * BOUND_SMALL_ANSWER_MEMORY +
                  (threads + LIMIT_SPARE_THREADS) * BOUND_JOB_MEMORY + LIMIT_PROVE_MEMORY +
                  labs * LIMIT_LAB_THREAD_MEMORY + LIMIT_LABS_MEMORY + LIMIT_GUIDES_MEMORY +
                  LIMIT_SQLITE_MEMORY + usual.connections * CONNECTION + LIMIT_DUELS * GAME + BOARDS +
                  LIMIT_TOURNAMENT_RUNS * (LIMIT_TOURNAMENT_MEMORY + PLAYERS);
    long all = hash + (long)(sum / MB) + PROGRAM;
    snprintf(row, sizeof row, "| together | | | %ld |", all);
    if (!strstr(docs, row))
        fail_msg("docs/hosting.md does not say '%s'", row);
    snprintf(row, sizeof row, "%ld MB", all);
    if (!strstr(unit, row))
        fail_msg("packaging/hexad.service does not say '%s'", row);
    assert_true(number_after(unit, "MemoryMax=") >= all);
    free(unit);
    free(docs);
}

static int start(void **state)
{
    (void)state;
    server = serving_start(NULL);
    slices = pool_new(1, 1 << 20);
    for (int i = 0; i < 2; i++)
        if (!hold(slices, &sliced[i], (uint64_t)i, JOB_ANALYSIS))
            return 1;
    return 0;
}

static int stop(void **state)
{
    (void)state;
    server_stop(server);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVING_TEST(bodies_have_a_limit),
#define LIMIT_TEST(NAME, name, value, about) SERVING_TEST(limit_##name),
        LIMITS(LIMIT_TEST)
#undef LIMIT_TEST
            SERVING_TEST(every_limit_is_documented),
        SERVING_TEST(the_unit_has_memory_for_all_of_it),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
