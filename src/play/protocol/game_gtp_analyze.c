/* GTP for any game: analysis in the words of Leela Zero (lz-) and KataGo (kata-), for players that report (bot_kind.study).
 *
 * An analysis goes on in a thread of its own until the next line comes. Chances and scores are the side to move's. What KataGo
 * knows of single moves beyond visits and chance (their scores) is not told, since nobody counts it; `rootInfo` has the
 * mean of all playouts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/mem.h"
#include "play/protocol/game_gtp_inner.h"

static const double INTERVAL_USUAL = 0.5;

/* ---- Words ---- */

static void put_info(const struct game_gtp *g, const struct report_line *l, int order, struct buf *out)
{
    const struct game *at = g->stream.game;
    char text[GAME_MOVE_TEXT];
    const char *move = at->kind->format(at, GAME_GTP, l->move[0], text);
    buf_format(out, "%sinfo move %s visits %llu ", order ? " " : "", move, (unsigned long long)l->visits);
    if (g->stream.kata)
        buf_format(out, "winrate %.6f prior %.6f lcb %.6f", l->chance, l->share, l->chance);
    else
        buf_format(out, "winrate %ld prior %ld lcb %ld", lround(l->chance * 10000), lround(l->share * 10000),
                   lround(l->chance * 10000));
    buf_format(out, " order %d pv", order);
    for (int i = 0; i < l->n; i++)
        buf_format(out, " %s", at->kind->format(at, GAME_GTP, l->move[i], text));
}

/* From the top left, row by row, as KataGo tells it. */
static void put_owner(const struct game_gtp *g, const struct report *r, struct buf *out)
{
    const struct game *at = g->stream.game;
    int columns, rows, ours = game_to_move(at) == BLACK ? 1 : -1;
    at->kind->size(at, &columns, &rows);
    buf_text(out, " ownership");
    for (int row = rows - 1; row >= 0; row--)
        for (int col = 0; col < columns; col++)
            buf_format(out, " %.2f", ours * r->owner[row * columns + col] / 100.0);
}

static void put_report(const struct game_gtp *g, const struct report *r, struct buf *out)
{
    int ours = game_to_move(g->stream.game) == BLACK ? 1 : -1;
    for (int i = 0; i < r->n; i++)
        put_info(g, &r->line[i], i, out);
    if (g->stream.kata && r->playouts)
        buf_format(out, " rootInfo visits %llu winrate %.6f scoreLead %.2f", (unsigned long long)r->playouts,
                   r->line[0].chance, ours * r->score);
    if (g->stream.owner && r->points)
        put_owner(g, r, out);
    buf_char(out, '\n');
}

static void tell(void *context, const struct report *r)
{
    struct game_gtp *g = context;
    double now = clock_now();
    if (r->n == 0 || now - g->stream.last < g->stream.interval)
        return;
    g->stream.last = now;
    struct buf b = BUF_EMPTY;
    put_report(g, r, &b);
    gtp_shell_say(&g->shell, buf_str(&b));
    buf_free(&b);
}

/* ---- Running ---- */

/* [COLOUR] [interval] [CENTISECONDS] and pairs, of which `ownership true` means something here. */
static bool begin(struct game_gtp *g, const struct words *w, bool kata, enum side *side, struct buf *out)
{
    struct game_gtp_stream *s = &g->stream;
    *side = game_to_move(g->game);
    s->kata = kata;
    s->owner = false;
    s->interval = INTERVAL_USUAL;
    s->last = clock_now();
    for (int i = 1; i < w->n; i++) {
        double centiseconds;
        bool more = i + 1 < w->n;
        if (i == 1 && word_side(w->word[i], side))
            continue;
        if (strcasecmp(w->word[i], "ownership") == 0 && more)
            s->owner = strcasecmp(w->word[++i], "true") == 0;
        else if (strcasecmp(w->word[i], "interval") == 0 && more)
            continue;
        else if (word_number(w->word[i], 0, 1e7, &centiseconds))
            s->interval = centiseconds / 100;
        else if (more)
            i++;
        else
            return gtp_wrong(out, "'%.40s' is neither a colour nor an interval", w->word[i]);
    }
    if (!g->bot->kind->study)
        return gtp_wrong(out, "the player %s has nothing to tell", g->bot->kind->name);
    if (game_state(g->game) != OUTCOME_OPEN)
        return gtp_wrong(out, "the game is over");
    if (g->more->turn)
        g->more->turn(g->game, *side);
    else if (*side != game_to_move(g->game))
        return gtp_wrong(out, "it is the other side's turn");
    s->game = game_copy(g->game);
    return true;
}

static void end(struct game_gtp *g)
{
    game_free(g->stream.game);
    g->stream.game = NULL;
}

static void *watch(void *context)
{
    struct game_gtp *g = context;
    struct limits l = {.stop = &g->stream.stop};
    struct report *r = mem_zero(1, sizeof *r);
    bot_study(g->bot, g->stream.game, &l, g->stream.silent ? NULL : tell, g, r);
    free(r);
    return NULL;
}

void game_gtp_hush(struct game_gtp *g)
{
    if (!g->stream.on)
        return;
    atomic_store(&g->stream.stop, true);
    pthread_join(g->stream.thread, NULL);
    g->stream.on = false;
    end(g);
    if (!g->stream.silent)
        gtp_shell_say(&g->shell, "\n");
}

static bool start(struct game_gtp *g, bool silent)
{
    g->stream.silent = silent;
    atomic_store(&g->stream.stop, false);
    g->stream.on = pthread_create(&g->stream.thread, NULL, watch, g) == 0;
    if (!g->stream.on)
        end(g);
    return g->stream.on;
}

void game_gtp_ponder(struct game_gtp *g)
{
    if (!g->bot->kind->study || game_state(g->game) != OUTCOME_OPEN)
        return;
    g->stream.game = game_copy(g->game);
    start(g, true);
}

static bool analyze(struct gtp_shell *shell, const struct words *w, bool kata, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    enum side side;
    if (!begin(g, w, kata, &side, out))
        return false;
    gtp_shell_begin(shell);
    if (!start(g, false))
        gtp_shell_say(shell, "\n");
    return true;
}

/* A move, and what is thought before it: then "play VERTEX". */
static bool genmove(struct gtp_shell *shell, const struct words *w, bool kata, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    enum side side;
    if (!begin(g, w, kata, &side, out))
        return false;
    struct buf move = BUF_EMPTY;
    gtp_shell_begin(shell);
    g->bot->tell = tell;
    g->bot->told = g;
    bool ok = game_gtp_generate(shell, side, true, &move);
    g->bot->tell = NULL;
    end(g);
    gtp_shell_say(shell, "play ");
    gtp_shell_say(shell, ok ? buf_str(&move) : "pass");
    gtp_shell_say(shell, "\n\n");
    buf_free(&move);
    return true;
}

static bool lz_analyze(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return analyze(shell, w, false, out);
}

static bool kata_analyze(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return analyze(shell, w, true, out);
}

static bool lz_genmove(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return genmove(shell, w, false, out);
}

static bool kata_genmove(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return genmove(shell, w, true, out);
}

const struct gtp_command game_gtp_analyze_commands[] = {
    {"analyze", 0, WORDS_MOST, lz_analyze},
    {"lz-analyze", 0, WORDS_MOST, lz_analyze},
    {"kata-analyze", 0, WORDS_MOST, kata_analyze},
    {"genmove_analyze", 0, WORDS_MOST, lz_genmove},
    {"lz-genmove_analyze", 0, WORDS_MOST, lz_genmove},
    {"kata-genmove_analyze", 0, WORDS_MOST, kata_genmove},
    {NULL, 0, 0, NULL},
};
