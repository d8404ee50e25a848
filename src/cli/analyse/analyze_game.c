/* Analysis of games outside the Connect family; see analyze_game.h. */
#include "cli/analyse/analyze_game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/describe.h"
#include "play/games/games.h"
#include "json/report.h"

enum { LINE_SHOWN = 10, MEMORY_USUAL = 64 }; /* moves; MB */

struct run {
    const struct analyze_game *a;
    const struct game *game;
};

/* ---- Words ---- */

static void put_line(const struct game *g, const struct report_line *l, struct buf *out)
{
    buf_format(out, "%5.1f%%  %8" PRIu64 " visits  ", l->chance * 100, l->visits);
    for (int i = 0; i < l->n && i < LINE_SHOWN; i++) {
        char text[GAME_MOVE_TEXT];
        buf_format(out, i ? " %s" : "%s", g->kind->format(g, GAME_PEOPLE, l->move[i], text));
    }
    buf_text(out, l->n > LINE_SHOWN ? " …\n" : "\n");
}

/* Whose each point is at the end: capitals where that is nearly certain, small letters where it is likely. */
static void put_owner(const struct game *g, const struct report *r, struct buf *out)
{
    int columns, rows;
    g->kind->size(g, &columns, &rows);
    for (int row = rows - 1; row >= 0; row--) {
        for (int col = 0; col < columns; col++) {
            int x = r->owner[row * columns + col], much = abs(x);
            buf_char(out, much < 30 ? '.' : x > 0 ? (much < 80 ? 'b' : 'B') : (much < 80 ? 'w' : 'W'));
            buf_char(out, col + 1 < columns ? ' ' : '\n');
        }
    }
}

static void put_report(const struct run *x, const struct report *r, struct buf *out)
{
    int lines = x->a->engine->limits.lines;
    game_describe(x->game, out);
    buf_format(out, "; %" PRIu64 " playouts, %.1f s, %.0f playouts/s\n", r->nodes, r->seconds,
               r->seconds > 0 ? (double)r->nodes / r->seconds : 0);
    if (r->playouts)
        buf_format(out, "%s is ahead by %.1f points in the mean of the playouts\n",
                   r->score < 0 ? "White" : "Black", r->score < 0 ? -r->score : r->score);
    for (int i = 0; i < r->n && i < (lines ? lines : 1); i++) {
        buf_format(out, "%3d. ", i + 1);
        put_line(x->game, &r->line[i], out);
    }
    if (x->a->owner && r->points)
        put_owner(x->game, r, out);
}

/* ---- JSON ---- */

static void put_json(const struct run *x, const struct report *r, bool final, struct buf *out)
{
    int lines = x->a->engine->limits.lines;
    struct report_frame f = {.lines = lines ? lines : 1, .final = final};
    report_write_game(r, x->game, &f, out);
}

static void print_line(const struct run *x, const struct report *r, bool final)
{
    struct buf b = BUF_EMPTY;
    put_json(x, r, final, &b);
    puts(buf_str(&b));
    fflush(stdout);
    buf_free(&b);
}

static void progress(void *context, const struct report *r)
{
    const struct run *x = context;
    if (x->a->stream)
        print_line(x, r, false);
    if (!x->a->live->on)
        return;
    struct buf b = BUF_EMPTY;
    put_report(x, r, &b);
    live_draw(x->a->live, buf_str(&b));
    buf_free(&b);
}

static void print(const struct run *x, const struct report *r)
{
    struct buf b = BUF_EMPTY;
    if (x->a->stream) {
        print_line(x, r, true);
    } else if (x->a->json) {
        put_json(x, r, true, &b);
        describe_print_json(json_loadb(b.text, b.len, 0, NULL));
    } else {
        put_report(x, r, &b);
        fputs(buf_str(&b), stdout);
    }
    buf_free(&b);
}

/* ---- Running ---- */

static struct bot *analyst(const struct engine_arg *a, const struct game *g, struct err *e)
{
    const char *name = games_find(g->kind)->analyst;
    size_t memory = a->engine.hash_bytes >> 20;
    char spec[80];
    if (!name) {
        err_set(e, "nobody here thinks about %s", g->kind->name);
        return NULL;
    }
    snprintf(spec, sizeof spec, "%s:threads=%d,memory=%zu", name, a->engine.threads ? a->engine.threads : 1,
             memory == 0  ? MEMORY_USUAL
             : memory < 8 ? 8
                          : memory);
    return games_player(spec, g, 1, e);
}

bool analyze_game(const struct analyze_game *a, struct game *g, struct err *e)
{
    struct run x = {a, g};
    if (game_state(g) != OUTCOME_OPEN)
        return err_set(e, "the game is over");
    struct bot *b = analyst(a->engine, g, e);
    if (!b)
        return false;
    struct limits l = a->engine->limits.work;
    l.stop = a->stop;
    if (!(l.seconds > 0) && !(l.cpu > 0) && !l.nodes)
        l.seconds = a->usual;
    struct report *r = mem_zero(1, sizeof *r);
    bot_study(b, g, &l, progress, &x, r);
    live_clear(a->live);
    print(&x, r);
    free(r);
    bot_free(b);
    return true;
}
