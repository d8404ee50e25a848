/* The games in memory; see inner.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/duels/inner.h"
#include "json/limits.h"

enum {
    KEPT = 512,
    BOARDS = 128
}; /* games, and of these with their boards, that stay when nobody needs them */

static struct table **slot_of(struct duels *t, const char *id)
{
    uint32_t h = 2166136261u;
    for (const char *c = id; *c; c++)
        h = (h ^ (unsigned char)*c) * 16777619u;
    return &t->tables[h % TABLES];
}

static struct table *search(struct duels *t, const char *id)
{
    struct table *p = *slot_of(t, id);
    while (p && strcmp(p->id, id) != 0)
        p = p->next;
    return p;
}

static struct table *make(struct duels *t, const char *id)
{
    struct table *p = mem_zero(1, sizeof *p), **slot = slot_of(t, id);
    memcpy(p->id, id, sizeof p->id);
    p->next = *slot;
    *slot = p;
    t->tables_count++;
    return p;
}

/* A clock that stands though the game goes on was stopped by the end of a server. */
static struct duel *read_duel(struct duels *t, const char *id, enum problem *f, struct err *e)
{
    struct duel_row row;
    struct buf body = BUF_EMPTY;
    struct duel *d = NULL;
    enum store_answer a = duel_store_get(t->store, id, &row, &body);
    *f = a == STORE_NONE ? PROBLEM_NOT_FOUND : PROBLEM_INTERNAL;
    if (a == STORE_NONE)
        err_set(e, "there is no such game here (any more)");
    else if (a != STORE_FINE || !(d = duel_restore(id, buf_str(&body), body.len)))
        err_set(e, "the game is not as it was saved: the file of games is damaged");
    buf_free(&body);
    if (!d)
        return NULL;
    d->made = row.made;
    d->touched = row.touched;
    d->client = row.client;
    d->spent = row.spent > 0 ? row.spent : 0;
    d->since = row.since;
    d->halted =
        d->state == DUEL_PLAYS && d->since < 0 && d->plies > 0 && timing_runs(&d->seat[d->to_move].rules);
    return d;
}

struct table *duels_find(struct duels *t, const char *id, enum problem *f, struct err *e)
{
    struct table *p = strlen(id) == DUEL_ID ? search(t, id) : NULL;
    if (!p || (!p->duel && !p->gone)) {
        struct duel *d = read_duel(t, id, f, e);
        if (!d)
            return NULL;
        if (!p)
            p = make(t, d->id);
        p->duel = d;
        p->news = ++t->news;
    }
    *f = PROBLEM_NOT_FOUND;
    if (p->gone) {
        err_set(e, "there is no such game here any more");
        return NULL;
    }
    p->used = ++t->requests;
    return p;
}

static void put(struct duels *t, struct table *p)
{
    struct duel *d = p->duel;
    char *body = duel_keep(d);
    duel_store_put(t->store, &(struct duel_row){.id = d->id,
                                                .over = d->state == DUEL_OVER,
                                                .made = d->made,
                                                .touched = d->touched,
                                                .client = d->client,
                                                .spent = d->spent,
                                                .since = d->since,
                                                .body = body});
    free(body);
    p->changed = true;
    p->news = ++t->news;
    t->wrote = true;
}

struct table *duels_add(struct duels *t, struct duel *d)
{
    struct table *p = make(t, d->id);
    p->duel = d;
    p->used = ++t->requests;
    put(t, p);
    return p;
}

void duels_put(struct duels *t, struct table *p, bool touched)
{
    int64_t now = store_now_ms();
    if (touched) /* never the moment at which it was made: that is of games that nobody has joined */
        p->duel->touched = now > p->duel->made ? now : p->duel->made + 1;
    put(t, p);
}

void duels_drop(struct duels *t, struct table *p)
{
    duel_store_drop(t->store, p->id);
    p->changed = p->gone = true;
    p->news = ++t->news;
    t->wrote = true;
}

json_t *duels_json(const struct table *p, int64_t now)
{
    return duel_json(p->duel, now, (const bool[]){p->here[BLACK] > 0, p->here[WHITE] > 0}, p->watchers);
}

/* ---- All of them ---- */

#define EACH(t, p)                               \
    for (int slot_ = 0; slot_ < TABLES; slot_++) \
        for (struct table *p = (t)->tables[slot_]; p; p = p->next)

int tables_look(struct duels *t, int64_t now, int64_t *next)
{
    int running = 0;
    *next = -1;
    EACH(t, p)
    {
        if (!p->duel || p->gone)
            continue;
        if (duel_look(p->duel, now))
            duels_put(t, p, true);
        int64_t flag = duel_flag(p->duel);
        p->running = flag >= 0;
        running += p->running;
        if (flag >= 0 && (*next < 0 || flag < *next))
            *next = flag;
    }
    return running;
}

void tables_settle(struct duels *t, bool kept)
{
    EACH(t, p)
    {
        if (p->changed && !kept) {
            duel_free(p->duel);
            p->duel = NULL;
            p->gone = p->running = false;
            p->news = ++t->news;
        }
        p->changed = false;
    }
}

void tables_hush(struct duels *t)
{
    EACH(t, p)
    {
        free(p->text);
        p->text = NULL;
    }
}

static bool is_needed(const struct table *p)
{
    return p->running || p->watchers || p->here[BLACK] || p->here[WHITE];
}

void tables_tidy(struct duels *t)
{
    if (t->tables_count <= BOARDS)
        return;
    bool many = t->tables_count > KEPT;
    uint64_t old = t->requests > KEPT / 2 ? t->requests - KEPT / 2 : 0;
    uint64_t board = t->requests > BOARDS ? t->requests - BOARDS : 0;
    for (int i = 0; i < TABLES; i++)
        for (struct table **at = &t->tables[i]; *at;) {
            struct table *p = *at;
            if (p->duel && p->duel->game && p->used < board) {
                game_free(p->duel->game);
                p->duel->game = NULL;
            }
            if (!many || is_needed(p) || p->used >= old) {
                at = &p->next;
                continue;
            }
            *at = p->next;
            duel_free(p->duel);
            free(p);
            t->tables_count--;
        }
}

void tables_free(struct duels *t)
{
    for (int i = 0; i < TABLES; i++)
        while (t->tables[i]) {
            struct table *p = t->tables[i];
            t->tables[i] = p->next;
            duel_free(p->duel);
            free(p->text);
            free(p);
        }
}
