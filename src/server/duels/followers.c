/* Sockets that follow games between people; see inner.h. A follower is told all that there is to see whenever something changed, so
 * that one who comes back after a lost connection has missed nothing. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/duels/inner.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

int followers_count(const struct duels *t)
{
    int n = 0;
    for (const struct follower *f = t->followers; f; f = f->next)
        n++;
    return n;
}

static bool has_room(const struct duels *t, const struct follower *x, struct err *e)
{
    int all = 0, own = 0;
    for (const struct follower *f = t->followers; f; f = f->next) {
        all++;
        own += f->client == x->client;
    }
    if (all >= LIMIT_DUEL_FOLLOWERS || own >= LIMIT_CLIENT_DUEL_FOLLOWERS)
        return err_set(e, "too many follow games here; try again later");
    return x->seat >= 0 || x->table->watchers < LIMIT_DUEL_WATCHERS ||
           err_set(e, "%d people watch this game, and no more can", LIMIT_DUEL_WATCHERS);
}

static void count(struct duels *t, const struct follower *f, int more)
{
    *(f->seat < 0 ? &f->table->watchers : &f->table->here[f->seat]) += more;
    f->table->news = ++t->news;
}

void follower_add(struct duels *t, struct ask *a)
{
    const char *id = "", *key = NULL;
    enum side seat = BLACK;
    if (!field_text(a->body, "duel", &id, &a->err) || !field_text(a->body, "key", &key, &a->err))
        return;
    struct table *p = duels_find(t, id, &a->problem, &a->err);
    if (!p)
        return;
    a->problem = PROBLEM_FORBIDDEN;
    if (key && !duel_seat_of(p->duel, key, &seat)) {
        err_set(&a->err, "this key has no seat at the game");
        return;
    }
    struct follower x = {
        .socket = a->socket, .client = a->client, .id = a->number, .table = p, .seat = key ? (int)seat : -1};
    a->problem = PROBLEM_BUSY;
    if (!has_room(t, &x, &a->err))
        return;
    struct follower *f = mem_alloc(sizeof *f);
    *f = x;
    f->next = t->followers;
    t->followers = f;
    count(t, f, 1);
    a->ok = true;
    if (f->seat >= 0 && p->duel->halted) { /* a player is back: the clock goes on */
        p->duel->halted = false;
        duel_wind(p->duel, a->at);
        duels_put(t, p, false);
    }
}

static void drop(struct duels *t, struct follower **at)
{
    struct follower *f = *at;
    count(t, f, -1);
    *at = f->next;
    free(f);
}

void follower_leave(struct duels *t, uint64_t socket, int64_t id)
{
    for (struct follower **at = &t->followers; *at;)
        if ((*at)->socket == socket && (id < 0 || (*at)->id == id))
            drop(t, at);
        else
            at = &(*at)->next;
}

/* What it is told; false: it is the last. */
static bool message(struct duels *t, const struct follower *f, int64_t now, struct buf *out)
{
    struct table *p = f->table;
    enum problem problem;
    struct err e;
    if (!duels_find(t, p->id, &problem, &e)) {
        json_t *j = problem_json(problem, e.text);
        char *text = json_dumps(j, JSON_COMPACT);
        buf_format(out, "{\"id\":%" PRId64 ",\"error\":%s}", f->id, text);
        free(text);
        json_decref(j);
        return false;
    }
    if (!p->text) {
        json_t *j = duels_json(p, now);
        p->text = json_dumps(j, JSON_COMPACT | JSON_REAL_PRECISION(12));
        json_decref(j);
    }
    buf_format(out, "{\"id\":%" PRId64 ",\"seat\":", f->id);
    if (f->seat < 0)
        buf_text(out, "null");
    else
        buf_format(out, "\"%s\"", game_side((enum side)f->seat));
    buf_format(out, ",\"duel\":%s}", p->text);
    return true;
}

/* Those who have gone are counted out in the next round, of which the others are then told. */
void followers_tell(struct duels *t, int64_t now)
{
    struct buf text = BUF_EMPTY;
    t->waits = false;
    for (struct follower **at = &t->followers; *at;) {
        struct follower *f = *at;
        if (f->seen == f->table->news) {
            at = &f->next;
            continue;
        }
        text.len = 0;
        uint64_t news = f->table->news;
        bool on = message(t, f, now, &text);
        enum feed_told told = feed_tell(t->feed, f->socket, text.text, text.len);
        if (told == FEED_GONE || (told == FEED_TOLD && !on)) {
            drop(t, at);
            t->waits = true;
            continue;
        }
        if (told == FEED_TOLD)
            f->seen = news;
        else
            t->waits = true;
        at = &f->next;
    }
    tables_hush(t);
    buf_free(&text);
}

void followers_free(struct duels *t)
{
    while (t->followers) {
        struct follower *f = t->followers;
        t->followers = f->next;
        free(f);
    }
}
