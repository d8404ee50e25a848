/* `hexad games` and `hexad convert` for any game; see any.h. */
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/any/any.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "game/sgf.h"

/* ---- Files ---- */

struct paths {
    char **path;
    size_t n, room;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_path(struct paths *p, char *path)
{
    p->path = mem_grow(p->path, &p->room, p->n + 1, sizeof *p->path);
    p->path[p->n++] = path;
}

/* A file, or the records below a folder in the order of their names. */
static void gather(struct paths *out, const char *path)
{
    struct stat st;
    DIR *d = stat(path, &st) == 0 && S_ISDIR(st.st_mode) ? opendir(path) : NULL;
    if (!d) {
        add_path(out, mem_strdup(path));
        return;
    }
    struct paths below = {NULL, 0, 0};
    for (struct dirent *f; (f = readdir(d));) {
        struct buf b = BUF_EMPTY;
        if (f->d_name[0] != '.') {
            buf_format(&b, "%s/%s", path, f->d_name);
            add_path(&below, buf_take(&b));
        }
    }
    closedir(d);
    if (below.n)
        qsort(below.path, below.n, sizeof *below.path, by_name);
    for (size_t i = 0; i < below.n; i++) {
        size_t len = strlen(below.path[i]);
        bool folder = stat(below.path[i], &st) == 0 && S_ISDIR(st.st_mode);
        if (folder || (len > 4 && strcasecmp(below.path[i] + len - 4, ".sgf") == 0))
            gather(out, below.path[i]);
        free(below.path[i]);
    }
    free(below.path);
}

/* ---- games ---- */

enum { FAULTS_MOST = 32 };

struct totals {
    size_t games, moves, bad, unreadable, checked[3]; /* by enum game_check */
    const char *fault[FAULTS_MOST];                   /* kinds of bad games */
    size_t count[FAULTS_MOST];
};

struct listing {
    const char *who, *path;
    bool quiet;
    json_t *list;
    struct totals t;
};

static void count_fault(struct totals *t, const char *fault)
{
    t->bad++;
    for (int i = 0; fault && i < FAULTS_MOST; i++) {
        if (!t->fault[i])
            t->fault[i] = fault;
        if (strcmp(t->fault[i], fault) == 0) {
            t->count[i]++;
            return;
        }
    }
}

static const char *or_not(const char *text)
{
    return text && *text ? text : "?";
}

static void print_game(const struct listing *l, size_t number, const struct game *g,
                       const struct game_info *i)
{
    struct game_rules r;
    g->kind->rules(g, &r);
    printf("%s %zu: %s, %s %s - %s %s, %d moves, result: %s", l->path, number, r.text, or_not(i->name[BLACK]),
           or_not(i->rank[BLACK]), or_not(i->name[WHITE]), or_not(i->rank[WHITE]), game_plies(g),
           or_not(i->result));
    if (i->check != GAME_UNCHECKED && i->counted)
        printf(", counted %s", i->counted);
    puts(i->check == GAME_CONTRADICTS ? " CONTRADICTION" : "");
}

static json_t *json_of(const struct listing *l, size_t number, const struct game *g,
                       const struct game_info *i)
{
    static const char *const checks[] = {"unknown", "agrees", "contradicts"};
    struct game_rules r;
    g->kind->rules(g, &r);
    return json_pack("{s:s, s:I, s:s, s:s?, s:s?, s:s?, s:s?, s:i, s:s?, s:s?, s:s}", "file", l->path,
                     "number", (json_int_t)number, "game", r.text, "black", i->name[BLACK], "black_rank",
                     i->rank[BLACK], "white", i->name[WHITE], "white_rank", i->rank[WHITE], "moves",
                     game_plies(g), "result", i->result, "counted", i->counted, "check", checks[i->check]);
}

static bool look_at(void *context, size_t number, struct game *g, const struct game_info *info,
                    const struct err *bad)
{
    struct listing *l = context;
    if (!g) {
        fprintf(stderr, "%s: %s: %s\n", l->who, l->path, bad->text);
        count_fault(&l->t, info ? info->fault : NULL);
        return true;
    }
    l->t.games++;
    l->t.moves += (size_t)game_plies(g);
    l->t.checked[info->check]++;
    if (l->list)
        json_array_append_new(l->list, json_of(l, number, g, info));
    else if (!l->quiet || info->check == GAME_CONTRADICTS)
        print_game(l, number, g, info);
    return true;
}

static void print_totals(const struct totals *t)
{
    printf("%zu games, %zu moves: %zu results agree with the count, %zu contradict it, %zu have none; %zu "
           "bad games",
           t->games, t->moves, t->checked[GAME_AGREES], t->checked[GAME_CONTRADICTS],
           t->checked[GAME_UNCHECKED], t->bad);
    for (int i = 0; i < FAULTS_MOST && t->fault[i]; i++)
        printf("%s%zu %s", i ? ", " : ": ", t->count[i], t->fault[i]);
    putchar('\n');
}

int any_games(const char *who, const struct game_arg *g, int n, char **path, bool quiet, bool json)
{
    struct listing l = {.who = who, .quiet = quiet, .list = json ? json_array() : NULL};
    struct paths all = {NULL, 0, 0};
    for (int i = 0; i < n; i++)
        gather(&all, path[i]);
    for (size_t i = 0; i < all.n; i++) {
        char *text;
        size_t len;
        struct err e;
        l.path = all.path[i];
        if (!file_read(l.path, &text, &len, &e)) {
            fprintf(stderr, "%s: %s\n", who, e.text);
            l.t.unreadable++;
            continue;
        }
        g->game.kind->read(text, len, &g->game, false, look_at, &l, &e); /* bad games were told one by one */
        free(text);
    }
    for (size_t i = 0; i < all.n; i++)
        free(all.path[i]);
    free(all.path);
    if (l.list)
        describe_print_json(l.list);
    else
        print_totals(&l.t);
    return l.t.unreadable ? EXIT_USAGE : l.t.bad || l.t.checked[GAME_CONTRADICTS] ? EXIT_NO : EXIT_FINE;
}

/* ---- convert ---- */

struct conversion {
    const char *who, *in;
    bool plain;
    size_t pick, seen, written, bad;
    struct buf text;
};

static void put_plain(const struct game *g, struct buf *out)
{
    for (int i = 0; i < game_plies(g); i++) {
        char text[GAME_MOVE_TEXT];
        enum side side;
        buf_format(out, "%s%s", i ? " " : "",
                   g->kind->format(g, GAME_PEOPLE, g->kind->ply(g, i, &side), text));
    }
    buf_char(out, '\n');
}

static bool convert_one(void *context, size_t number, struct game *g, const struct game_info *info,
                        const struct err *bad)
{
    struct conversion *c = context;
    c->seen = number;
    if (c->pick && number != c->pick)
        return true;
    if (!g) {
        fprintf(stderr, "%s: %s: %s\n", c->who, c->in, bad->text);
        c->bad++;
        return true;
    }
    if (c->plain)
        put_plain(g, &c->text);
    else
        sgf_write(info->record, &c->text);
    c->written++;
    return true;
}

int any_convert(const char *who, const struct game_arg *g, const char *in, const char *out,
                const char *format, long pick)
{
    struct conversion c = {.who = who, .in = in, .plain = strcmp(format, "plain") == 0, .pick = (size_t)pick};
    struct err e;
    char *text;
    size_t len;
    if (!c.plain && strcmp(format, "sgf") != 0) {
        err_set(&e, "%s is written as sgf or plain, not as %s", g->game.kind->name, format);
        return cli_fail(who, &e);
    }
    if (!file_read(in, &text, &len, &e))
        return cli_fail(who, &e);
    bool ok =
        g->game.kind->read(text, len, &g->game, !c.plain, convert_one, &c, &e) || err_prefix(&e, "%s", in);
    free(text);
    if (ok && c.pick > c.seen)
        ok = err_set(&e, "--pick %zu, but %s holds %zu game%s", c.pick, in, c.seen, c.seen == 1 ? "" : "s");
    if (ok && c.plain && c.written > 1)
        ok = err_set(&e, "%s holds %zu games, a plain list one: say --pick", in, c.written);
    ok = ok && file_write(out, buf_str(&c.text), c.text.len, &e);
    buf_free(&c.text);
    return !ok ? cli_fail(who, &e) : c.bad ? EXIT_NO : EXIT_FINE;
}
