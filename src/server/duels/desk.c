/* Requests about games between people, and the thread that does them; see duels.h. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/secret.h"
#include "base/wait.h"
#include "server/duels/inner.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

enum {
    PULSE_MS = 400,     /* so often the time is written while a clock runs: so much a killed server forgets */
    GRACE_MS = 20,      /* a turn may have come and wait to be put into line */
    FOREVER_MS = 60000, /* the longest sleep */
    RETRY_MS = 50,      /* for those who have not taken what they were told */
    TEST_MS = 10,       /* a clock that a test drives is looked at so often */
};
#define DAY_MS ((int64_t)24 * 3600 * 1000)

static double seconds_now(const struct duels *t)
{
    return t->options.clock ? atomic_load(t->options.clock) : clock_now();
}

int64_t duels_moment(const struct duels *t)
{
    return t->base + (int64_t)((seconds_now(t) - t->start) * 1000);
}

/* ---- What is asked ---- */

static json_t *with_key(const struct duels *t, const struct table *p, const char *key, enum side seat)
{
    return json_pack("{s:s, s:s, s:s, s:o}", "id", p->id, "key", key, "seat", game_side(seat), "duel",
                     duels_json(p, duels_moment(t)));
}

/* There is room for one more, perhaps in place of an old one. */
static bool has_room(struct duels *t, struct ask *a)
{
    a->problem = PROBLEM_FULL;
    if (a->client && duel_store_open_of(t->store, a->client) >= LIMIT_CLIENT_DUELS)
        return err_set(&a->err, "you have %d open games here, and no more can be", LIMIT_CLIENT_DUELS);
    return duel_store_count(t->store) < LIMIT_DUELS || duel_store_drop_oldest(t->store) ||
           err_set(&a->err, "there are %d open games here, and no more can be", LIMIT_DUELS);
}

static void do_make(struct duels *t, struct ask *a)
{
    char id[DUEL_ID + 1], key[DUEL_KEY + 1];
    a->problem = PROBLEM_INTERNAL;
    if (!secret_make(id, DUEL_ID, &a->err) || !secret_make(key, DUEL_KEY, &a->err))
        return;
    a->problem = PROBLEM_BAD_REQUEST;
    struct duel *d = duel_make(a->body, id, key, (uint64_t)key[0], store_now_ms(), &a->err);
    if (!d)
        return;
    if (!has_room(t, a)) {
        duel_free(d);
        return;
    }
    d->client = a->client;
    enum side seat = d->seat[BLACK].name ? BLACK : WHITE;
    a->answer = with_key(t, duels_add(t, d), key, seat);
}

static void do_join(struct duels *t, struct ask *a, struct table *p)
{
    char key[DUEL_KEY + 1];
    const char *name = "";
    enum side seat;
    a->problem = PROBLEM_BAD_REQUEST;
    if (!field_text(a->body, "name", &name, &a->err))
        return;
    a->problem = PROBLEM_INTERNAL;
    if (!secret_make(key, DUEL_KEY, &a->err) || !duel_sit(p->duel, name, key, &seat, &a->problem, &a->err))
        return;
    duels_put(t, p, true);
    a->answer = with_key(t, p, key, seat);
}

/* The next game, in which both have their keys. */
static bool make_rematch(struct duels *t, struct ask *a, struct table *p)
{
    char id[DUEL_ID + 1];
    a->problem = PROBLEM_INTERNAL;
    if (!secret_make(id, DUEL_ID, &a->err) || !has_room(t, a))
        return false;
    struct duel *next = duel_rematch(p->duel, id, store_now_ms(), &a->err);
    if (!next)
        return false;
    duels_add(t, next);
    memcpy(p->duel->next, id, sizeof id);
    return true;
}

static bool is_act(const json_t *body, const char *word)
{
    const char *act = json_string_value(json_object_get(body, "act"));
    return act && strcmp(act, word) == 0;
}

static void do_act(struct duels *t, struct ask *a, struct table *p)
{
    const char *key = "";
    enum side who;
    bool rematch = false;
    struct duel *d = p->duel;
    a->problem = PROBLEM_BAD_REQUEST;
    if (!field_text(a->body, "key", &key, &a->err))
        return;
    a->problem = PROBLEM_FORBIDDEN;
    if (!duel_seat_of(d, key, &who)) {
        err_set(&a->err, "this key has no seat at the game");
        return;
    }
    if (is_act(a->body, "cancel")) {
        a->problem = PROBLEM_CONFLICT;
        if (d->state != DUEL_WAITS) {
            err_set(&a->err, "somebody has joined the game");
            return;
        }
        a->answer = duels_json(p, duels_moment(t));
        duels_drop(t, p);
        return;
    }
    /* Whoever plays has come back; and a turn that came too late has lost. */
    bool late = duel_look(d, a->at);
    bool ok = duel_act(d, who, a->body, a->at, &rematch, &a->problem, &a->err);
    if (ok)
        d->halted = false;
    if (ok && rematch)
        ok = make_rematch(t, a, p);
    duel_wind(d, a->at);
    if (ok || late || rematch)
        duels_put(t, p, true);
    if (ok)
        a->answer = duels_json(p, duels_moment(t));
}

/* A line of a list; NULL: there is no such game, or the key is not of it. */
static json_t *list_line(struct duels *t, const json_t *one)
{
    const char *id = "", *key = "";
    enum problem f;
    struct err e;
    enum side seat;
    if (!json_is_object(one) || !field_text(one, "id", &id, &e) || !field_text(one, "key", &key, &e))
        return NULL;
    struct table *p = duels_find(t, id, &f, &e);
    if (!p || !duel_seat_of(p->duel, key, &seat))
        return NULL;
    json_t *j = duel_line(p->duel);
    json_object_set_new(j, "seat", json_string(game_side(seat)));
    return j;
}

static void do_list(struct duels *t, struct ask *a)
{
    const json_t *list = field_need(a->body, "duels", &a->err);
    a->problem = PROBLEM_BAD_REQUEST;
    if (!list)
        return;
    if (!json_is_array(list) || json_array_size(list) > LIMIT_DUEL_LIST) {
        err_set(&a->err, "'duels' must be an array of at most %d games", LIMIT_DUEL_LIST);
        return;
    }
    json_t *out = json_array();
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *line = list_line(t, json_array_get(list, i));
        if (line)
            json_array_append_new(out, line);
    }
    a->answer = json_pack("{s:o}", "duels", out);
}

static void do_request(struct duels *t, struct ask *a)
{
    struct table *p = NULL;
    if (a->what == DUELS_MAKE) {
        do_make(t, a);
    } else if (a->what == DUELS_LIST) {
        do_list(t, a);
    } else if ((p = duels_find(t, a->id, &a->problem, &a->err))) {
        if (a->what == DUELS_JOIN)
            do_join(t, a, p);
        else if (a->what == DUELS_ACT)
            do_act(t, a, p);
        else
            a->answer = duels_json(p, duels_moment(t));
    }
    a->ok = a->answer != NULL;
}

static void do_one(struct duels *t, struct ask *a)
{
    if (a->kind == ASK_REQUEST)
        do_request(t, a);
    else if (a->kind == ASK_FOLLOW)
        follower_add(t, a);
    else
        follower_leave(t, a->socket, a->number);
}

/* ---- The thread ---- */

static void log_detail(struct duels *t, const struct err *what)
{
    if (t->options.log && strcmp(what->text, t->logged.text) != 0)
        t->options.log(t->options.context, what->text);
    t->logged = *what;
}

/* Nothing of it was done; who follows still does. */
static void undo(struct ask *asks, enum store_answer failed, const struct err *e)
{
    for (struct ask *a = asks; a; a = a->next) {
        if (a->kind != ASK_REQUEST)
            continue;
        json_decref(a->answer);
        a->answer = NULL;
        a->ok = false;
        a->problem = failed == STORE_BUSY   ? PROBLEM_BUSY
                     : failed == STORE_FULL ? PROBLEM_FULL
                                            : PROBLEM_INTERNAL;
        a->err = *e;
    }
}

static void expire(struct duels *t, int64_t now)
{
    if (t->expired && now - t->expired < DAY_MS / 24)
        return;
    int64_t date = store_now_ms();
    duel_store_expire(t->store, date - LIMIT_DUEL_DAYS * DAY_MS, date - LIMIT_DUEL_WAIT_DAYS * DAY_MS);
    t->expired = now ? now : 1;
}

/* Does what was asked, in one transaction. Returns when it has to look again. */
static int64_t work(struct duels *t, struct ask *asks, int64_t now)
{
    struct err e, detail;
    int64_t next;
    t->wrote = false;
    duel_store_begin(t->store);
    for (struct ask *a = asks; a; a = a->next)
        do_one(t, a);
    int running = tables_look(t, now - GRACE_MS, &next);
    if (t->wrote || (running && now - t->pulsed >= PULSE_MS)) {
        duel_store_pulse(t->store, duels_moment(t));
        t->pulsed = now;
    }
    expire(t, now);
    enum store_answer failed = duel_store_end(t->store, &e, &detail);
    tables_settle(t, failed == STORE_FINE);
    if (failed != STORE_FINE) {
        log_detail(t, &detail);
        undo(asks, failed, &e);
    }
    pthread_mutex_lock(&t->lock);
    t->counts = (struct duels_counts){running, followers_count(t)};
    pthread_mutex_unlock(&t->lock);
    followers_tell(t, duels_moment(t));
    tables_tidy(t);
    int64_t wake = now + (t->waits ? RETRY_MS : running ? PULSE_MS : FOREVER_MS);
    return next >= 0 && next + GRACE_MS < wake ? next + GRACE_MS : wake;
}

/* Gives them back, done; the lock is held. Those that nobody waits for are freed. */
static void give_back(struct duels *t, struct ask *asks)
{
    while (asks) {
        struct ask *a = asks;
        asks = a->next;
        t->waiting--;
        if (a->kind == ASK_LEAVE)
            free(a);
        else
            a->done = true;
    }
    pthread_cond_broadcast(&t->done);
}

static struct ask *take(struct duels *t)
{
    struct ask *asks = t->asks;
    t->asks = NULL;
    t->last = &t->asks;
    return asks;
}

static void sleep_until(struct duels *t, int64_t wake)
{
    double seconds = (double)(wake - duels_moment(t)) / 1000;
    if (t->options.clock)
        seconds = TEST_MS / 1000.0;
    if (!t->asks && !t->ending && seconds > 0)
        wait_for(&t->come, &t->lock, seconds);
}

static void *run(void *context)
{
    struct duels *t = context;
    int64_t wake = 0;
    pthread_mutex_lock(&t->lock);
    while (!t->ending) {
        sleep_until(t, wake);
        struct ask *asks = take(t);
        int64_t now = duels_moment(t);
        if (!asks && now < wake)
            continue;
        pthread_mutex_unlock(&t->lock);
        wake = work(t, asks, now);
        pthread_mutex_lock(&t->lock);
        give_back(t, asks);
    }
    struct ask *rest = take(t);
    for (struct ask *a = rest; a; a = a->next) {
        a->problem = PROBLEM_STOPPED;
        err_set(&a->err, "the server ends");
    }
    give_back(t, rest);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* ---- From other threads ---- */

/* Puts it into line; the lock is held. */
static bool enter(struct duels *t, struct ask *a)
{
    a->problem = t->ending ? PROBLEM_STOPPED : PROBLEM_BUSY;
    if (t->ending)
        return err_set(&a->err, "the server ends");
    if (a->kind != ASK_LEAVE && t->waiting >= LIMIT_DUEL_ASKED)
        return err_set(&a->err, "too much is asked about games here; try again in a moment");
    t->waiting++;
    *t->last = a;
    t->last = &a->next;
    pthread_cond_signal(&t->come);
    return true;
}

static bool ask_and_wait(struct duels *t, struct ask *a)
{
    a->at = duels_moment(t);
    pthread_mutex_lock(&t->lock);
    if (enter(t, a))
        while (!a->done)
            pthread_cond_wait(&t->done, &t->lock);
    pthread_mutex_unlock(&t->lock);
    return a->ok;
}

json_t *duels_ask(struct duels *t, enum duels_what what, const char *id, uint64_t client, const json_t *body,
                  enum problem *f, struct err *e)
{
    struct ask a = {.kind = ASK_REQUEST, .what = what, .id = id, .client = client, .body = body};
    ask_and_wait(t, &a);
    *f = a.problem;
    if (!a.ok)
        *e = a.err;
    return a.answer;
}

static bool follow(void *context, uint64_t socket, uint64_t client, int64_t id, const json_t *m,
                   enum problem *f, struct err *e)
{
    struct duels *t = context;
    struct ask a = {.kind = ASK_FOLLOW,
                    .body = m,
                    .client = client,
                    .socket = socket,
                    .number = id,
                    .problem = PROBLEM_BAD_REQUEST};
    bool ok = ask_and_wait(t, &a);
    *f = a.problem;
    if (!ok)
        *e = a.err;
    return ok;
}

static void leave(void *context, uint64_t socket, int64_t id)
{
    struct duels *t = context;
    struct ask *a = mem_zero(1, sizeof *a);
    *a = (struct ask){.kind = ASK_LEAVE, .socket = socket, .number = id};
    pthread_mutex_lock(&t->lock);
    bool in = enter(t, a);
    pthread_mutex_unlock(&t->lock);
    if (!in)
        free(a);
}

struct duels_counts duels_counts(struct duels *t)
{
    pthread_mutex_lock(&t->lock);
    struct duels_counts n = t->counts;
    pthread_mutex_unlock(&t->lock);
    return n;
}

/* ---- Start and end ---- */

bool duels_open(const struct duels_options *o, struct duels **out, struct err *e)
{
    struct duels *t = mem_zero(1, sizeof *t);
    t->options = *o;
    t->feed = o->feed;
    t->last = &t->asks;
    pthread_mutex_init(&t->lock, NULL);
    wait_init(&t->come);
    pthread_cond_init(&t->done, NULL);
    if (!duel_store_open(o->path, LIMIT_DUELS_BYTES, &t->store, &t->base, e)) {
        duels_close(t);
        return false;
    }
    t->start = seconds_now(t);
    t->started = pthread_create(&t->thread, NULL, run, t) == 0;
    if (!t->started) {
        duels_close(t);
        return err_set(e, "there is no thread for games between people");
    }
    feed_add_guest(
        o->feed,
        &(struct feed_guest){
            .word = "duel", .fields = "do id duel key", .start = follow, .end = leave, .context = t});
    *out = t;
    return true;
}

/* The time is written once more, so that nothing of it is lost. */
void duels_stop(struct duels *t)
{
    if (!t || !t->started)
        return;
    pthread_mutex_lock(&t->lock);
    t->ending = true;
    pthread_cond_broadcast(&t->come);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    t->started = false;
    struct err e, detail;
    duel_store_begin(t->store);
    duel_store_pulse(t->store, duels_moment(t));
    duel_store_end(t->store, &e, &detail);
}

void duels_close(struct duels *t)
{
    if (!t)
        return;
    duels_stop(t);
    followers_free(t);
    tables_free(t);
    duel_store_close(t->store);
    pthread_cond_destroy(&t->done);
    pthread_cond_destroy(&t->come);
    pthread_mutex_destroy(&t->lock);
    free(t);
}
