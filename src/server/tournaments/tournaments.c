/* The files of tournaments, and those that are played; see tournaments.h. */
#include "server/tournaments/tournaments.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "connect/game/connect.h"
#include "play/arena/report.h"
#include "server/tournaments/inner.h"
#include "json/game.h"

#define ENDING ".match"
enum { NICE = 6 }; /* games give way to those who wait */

/* ---- names and files ---- */

bool tournament_fail(enum problem *f, enum problem what, struct err *e, const char *text)
{
    *f = what;
    return err_set(e, "%s", text);
}

static bool name_is_fine(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t len = strspn(name, letters);
    return len > 0 && len < TOURNAMENT_NAME && !name[len] && !strchr("._-", name[0]);
}

static char *path_of(const struct tournaments *t, const char *name)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "%s/%s" ENDING, t->folder, name);
    return buf_take(&b);
}

char *tournament_path(const struct tournaments *t, const char *name, enum problem *f, struct err *e)
{
    struct stat st;
    char *path = t->folder && name_is_fine(name) ? path_of(t, name) : NULL;
    if (path && lstat(path, &st) == 0 && S_ISREG(st.st_mode))
        return path;
    free(path);
    tournament_fail(f, PROBLEM_NOT_FOUND, e, "there is no tournament of this name");
    return NULL;
}

static int is_match(const struct dirent *x)
{
    size_t len = strlen(x->d_name), end = sizeof ENDING - 1;
    return len > end && strcmp(x->d_name + len - end, ENDING) == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* The names of all files, by name; the caller frees each and the list. */
static int names(const struct tournaments *t, char ***out)
{
    struct dirent **files = NULL;
    int all = t->folder ? scandir(t->folder, &files, is_match, by_name) : 0, n = 0;
    *out = mem_zero((size_t)(all > 0 ? all : 0) + 1, sizeof **out);
    for (int i = 0; i < all; i++) {
        char *name = mem_strndup(files[i]->d_name, strlen(files[i]->d_name) - (sizeof ENDING - 1));
        if (name_is_fine(name))
            (*out)[n++] = name;
        else
            free(name);
        free(files[i]);
    }
    free(files);
    return n;
}

static void names_free(char **list, int n)
{
    for (int i = 0; i < n; i++)
        free(list[i]);
    free(list);
}

/* ---- those that are in memory; the lock is held ---- */

static void forget(struct tournaments *t, struct tournament *x)
{
    struct tournament **at = &t->first;
    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    match_free(x->match);
    setup_free(&x->setup);
    free(x);
}

/* Does it play now? */
static bool plays(const struct tournament *x)
{
    return x->started && !match_wait(x->match, 0);
}

static struct tournament *find(struct tournaments *t, const char *name)
{
    struct tournament *x = t->first;
    while (x && strcmp(x->name, name) != 0)
        x = x->next;
    return x;
}

static struct tournament *take(struct tournaments *t, const char *name)
{
    struct tournament *x = mem_zero(1, sizeof *x);
    snprintf(x->name, sizeof x->name, "%s", name);
    setup_init(&x->setup);
    x->next = t->first;
    t->first = x;
    return x;
}

/* The one of this name, read from its file if it is not there yet. */
static struct tournament *get(struct tournaments *t, const char *name, enum problem *f, struct err *e)
{
    struct tournament *x = find(t, name);
    struct err why;
    char *path = tournament_path(t, name, f, e);
    if (!path)
        return NULL;
    if (!x) {
        x = take(t, name);
        x->match = match_resume(path, &x->setup, &why);
        if (!x->match || !tournament_allowed(&x->setup, &why)) {
            forget(t, x);
            x = NULL;
            tournament_fail(f, PROBLEM_CONFLICT, e,
                            "another process plays it, or its file is none of a tournament");
        }
    }
    free(path);
    return x;
}

static const char *state_of(const struct tournament *x, const struct standing *now)
{
    if (plays(x))
        return x->halted ? "ending" : "playing";
    return now->played == now->planned ? "over" : "stopped";
}

static void put_why(const struct tournament *x, json_t *j)
{
    struct err why;
    if (match_failed(x->match, &why))
        json_object_set_new(j, "why", json_string("its file cannot be written"));
}

/* ---- looking ---- */

json_t *tournament_rules(const struct game_rules *r)
{
    if (r->kind != &connect_game)
        return json_string(r->text);
    struct rules family = connect_rules(r);
    return game_rules_json(&family);
}

static json_t *entry_json(struct tournaments *t, const char *name)
{
    enum problem f;
    struct err e;
    struct tournament *x = get(t, name, &f, &e);
    if (!x)
        return json_pack("{s:s, s:s}", "name", name, "error", e.text);
    struct standing now = match_standing(x->match);
    json_t *players = json_array();
    for (int i = 0; i < x->setup.players; i++)
        json_array_append_new(players, json_string(x->setup.player[i].name));
    json_t *j =
        json_pack("{s:s, s:o, s:o, s:I, s:I, s:s}", "name", name, "rules", tournament_rules(&x->setup.rules),
                  "players", players, "planned", (json_int_t)now.planned, "played", (json_int_t)now.played,
                  "state", state_of(x, &now));
    standing_free(&now);
    return j;
}

json_t *tournaments_list(struct tournaments *t)
{
    char **list;
    json_t *all = json_array();
    pthread_mutex_lock(&t->lock);
    int n = names(t, &list);
    for (int i = 0; i < n && i < LIMIT_TOURNAMENTS; i++)
        json_array_append_new(all, entry_json(t, list[i]));
    pthread_mutex_unlock(&t->lock);
    names_free(list, n);
    return json_pack("{s:o, s:b}", "tournaments", all, "kept", t->folder && !t->read_only);
}

json_t *tournaments_view(struct tournaments *t, const char *name, enum problem *f, struct err *e)
{
    json_t *j = NULL;
    pthread_mutex_lock(&t->lock);
    struct tournament *x = get(t, name, f, e);
    if (x) {
        struct standing now = match_standing(x->match);
        j = report_json(&x->setup, &now);
        json_object_update_new(j, json_pack("{s:s, s:o, s:s, s:I, s:f}", "name", name, "rules",
                                            tournament_rules(&x->setup.rules), "state", state_of(x, &now),
                                            "under_way", (json_int_t)now.under_way, "seconds",
                                            x->setup.time.cpu));
        put_why(x, j);
        standing_free(&now);
    }
    pthread_mutex_unlock(&t->lock);
    return j;
}

/* ---- making and deleting ---- */

/* The lock is held. */
static bool make(struct tournaments *t, const char *name, struct match_setup *s, enum problem *f,
                 struct err *e)
{
    char **list, *path = path_of(t, name);
    struct err why;
    int n = names(t, &list);
    names_free(list, n);
    (void)mkdir(t->folder, 0700); /* if it cannot be made, the file cannot be either */
    bool ok = access(path, F_OK) != 0 ||
              tournament_fail(f, PROBLEM_CONFLICT, e, "there is a tournament of this name");
    if (ok && n >= LIMIT_TOURNAMENTS)
        ok =
            tournament_fail(f, PROBLEM_FULL, e, "there are too many tournaments: some must be deleted first");
    if (ok) {
        struct match *m = match_new(s, path, &why);
        if (!m)
            (void)unlink(path);
        ok = m || tournament_fail(f, PROBLEM_INTERNAL, e, "the file of the tournament cannot be made");
        match_free(m); /* and read when it is asked about */
    }
    free(path);
    return ok;
}

bool tournaments_make(struct tournaments *t, const char *name, const struct tournament_wish *w,
                      enum problem *f, struct err *e)
{
    struct match_setup s;
    *f = PROBLEM_BAD_REQUEST;
    if (!name_is_fine(name))
        return err_set(
            e,
            "the name of a tournament has at most %d letters, digits, '.', '_' and '-', not at its beginning",
            TOURNAMENT_NAME - 1);
    if (!t->folder)
        return tournament_fail(f, PROBLEM_NOT_FOUND, e, "this server has no folder of tournaments");
    bool ok = tournament_setup(w, &s, e);
    if (ok) {
        pthread_mutex_lock(&t->lock);
        ok = make(t, name, &s, f, e);
        pthread_mutex_unlock(&t->lock);
    }
    setup_free(&s);
    return ok;
}

bool tournaments_delete(struct tournaments *t, const char *name, enum problem *f, struct err *e)
{
    pthread_mutex_lock(&t->lock);
    char *path = tournament_path(t, name, f, e);
    struct tournament *x = path ? find(t, name) : NULL;
    bool ok =
        path && (!x || !plays(x) ||
                 tournament_fail(f, PROBLEM_CONFLICT, e, "it is being played: it must be stopped first"));
    if (ok && x)
        forget(t, x);
    if (ok && unlink(path) != 0)
        ok = tournament_fail(f, PROBLEM_INTERNAL, e, "the file of the tournament cannot be deleted");
    pthread_mutex_unlock(&t->lock);
    free(path);
    return ok;
}

/* ---- playing ---- */

/* Its threads have what this one has: less of the processor than those who answer. */
static void *begin(void *context)
{
    struct tournament *x = context;
    (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICE);
    match_start(x->match, 1);
    return NULL;
}

static bool may_play(struct tournaments *t, uint64_t client, enum problem *f, struct err *e)
{
    int all = 0, own = 0;
    for (const struct tournament *x = t->first; x; x = x->next) {
        all += plays(x);
        own += plays(x) && x->client == client;
    }
    if (t->ending || all >= LIMIT_TOURNAMENT_RUNS)
        return tournament_fail(f, PROBLEM_BUSY, e,
                               "other tournaments are being played: one must be stopped first");
    return own < LIMIT_CLIENT_TOURNAMENT_RUNS ||
           tournament_fail(f, PROBLEM_BUSY, e, "another tournament of yours is being played");
}

/* A match is played once: one that was stopped is read again. The lock is held. */
static bool start(struct tournaments *t, const char *name, uint64_t client, enum problem *f, struct err *e)
{
    struct tournament *x = get(t, name, f, e);
    if (x && plays(x))
        return !x->halted || tournament_fail(f, PROBLEM_CONFLICT, e, "it is just ending");
    if (!x || !may_play(t, client, f, e))
        return false;
    if (x->started) {
        forget(t, x);
        x = get(t, name, f, e);
    }
    if (!x)
        return false;
    pthread_t thread;
    x->client = client;
    if (pthread_create(&thread, NULL, begin, x) != 0)
        return tournament_fail(f, PROBLEM_BUSY, e, "there is no thread for it");
    pthread_join(thread, NULL);
    x->started = true;
    return true;
}

bool tournaments_run(struct tournaments *t, const char *name, bool run, uint64_t client, enum problem *f,
                     struct err *e)
{
    pthread_mutex_lock(&t->lock);
    bool ok;
    if (run) {
        ok = start(t, name, client, f, e);
    } else {
        struct tournament *x = get(t, name, f, e);
        ok = x && (plays(x) || tournament_fail(f, PROBLEM_CONFLICT, e, "it is not being played"));
        if (ok) {
            x->halted = true;
            match_halt(x->match);
        }
    }
    pthread_mutex_unlock(&t->lock);
    return ok;
}

/* ---- all of them ---- */

struct tournaments *tournaments_new(const char *folder, bool read_only)
{
    struct tournaments *t = mem_zero(1, sizeof *t);
    pthread_mutex_init(&t->lock, NULL);
    t->folder = folder && *folder ? mem_strdup(folder) : NULL;
    t->read_only = read_only;
    return t;
}

void tournaments_stop(struct tournaments *t)
{
    if (!t)
        return;
    pthread_mutex_lock(&t->lock);
    t->ending = true;
    for (struct tournament *x = t->first; x; x = x->next)
        match_halt(x->match);
    for (struct tournament *x = t->first; x; x = x->next)
        match_stop(x->match);
    pthread_mutex_unlock(&t->lock);
}

void tournaments_free(struct tournaments *t)
{
    if (!t)
        return;
    while (t->first)
        forget(t, t->first);
    pthread_mutex_destroy(&t->lock);
    free(t->folder);
    free(t);
}
