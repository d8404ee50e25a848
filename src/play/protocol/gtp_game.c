/* GTP: the commands that play a game: board, stones, turns, time; see gtp.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "play/protocol/gtp_state.h"

/* ---- The board ---- */

/* A new game; clocks start again. */
static void restart(struct gtp *g, const struct rules *r)
{
    seat_clear(g->seat, r);
    g->planned.n = 0;
    gtp_clock_restart(&g->shell.clock);
}

static bool set_rules(struct gtp *g, const struct rules *r, struct buf *out)
{
    struct err e;
    if (!rules_check(r, &e))
        return gtp_wrong(out, "unacceptable size: %s", e.text);
    restart(g, r);
    return true;
}

static bool boardsize(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    struct rules r = seat_position(g->seat)->rules;
    long m, n;
    if (!word_whole(w->word[1], 1, RULES_MAX_SIDE, &m) ||
        !word_whole(w->word[w->n - 1], 1, RULES_MAX_SIDE, &n))
        return gtp_wrong(out, "unacceptable size");
    r.m = (int)m;
    r.n = (int)n;
    return set_rules(g, &r, out);
}

static bool clear_board(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    (void)out;
    restart(g, NULL);
    return true;
}

/* There is no komi; whoever sets one is left in peace. */
static bool komi(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    (void)shell;
    double value;
    return word_number(w->word[1], -1e6, 1e6, &value) || gtp_wrong(out, "komi is not a number");
}

/* hexad-rules: tells the game. With a name or five numbers: another game. */
static bool hexad_rules(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    struct rules r = seat_position(g->seat)->rules;
    struct err e;
    struct buf text = BUF_EMPTY;
    for (int i = 1; i < w->n; i++)
        buf_format(&text, i > 1 ? ",%s" : "%s", w->word[i]);
    bool ok = w->n == 1 || rules_parse(buf_str(&text), &r, &e) || gtp_wrong(out, "%s", e.text);
    buf_free(&text);
    if (ok && w->n > 1)
        return set_rules(g, &r, out);
    if (ok)
        buf_format(out, "%d %d %d %d %d%s", r.m, r.n, r.k, r.p, r.q, r.exact ? " exact" : "");
    return ok;
}

/* ---- Stones ---- */

bool gtp_game_play(struct gtp_shell *shell, enum side side, const char *text, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    const struct position *p = seat_position(g->seat);
    struct err e;
    square s;
    if (strcasecmp(text, "pass") == 0) /* by passing, managers that know Go find out that a game is over */
        return p->outcome != OUTCOME_OPEN || gtp_wrong(out, "illegal move: nobody may pass");
    if (notation_parse(NOTATION_GTP, p->rules.m, p->rules.n, text, &s) != NOTATION_SQUARE)
        return gtp_wrong(out, "'%.40s' is no vertex", text);
    if (!seat_stone(g->seat, side, s, &e))
        return gtp_wrong(out, "illegal move: %.40s: %s", text, e.text);
    g->planned.n = 0;
    return true;
}

/* play COLOUR VERTEX…: one stone, or several of a turn. */
static bool play(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    enum side side;
    if (!gtp_side(w, 1, &side, out))
        return false;
    for (int i = 2; i < w->n; i++)
        if (!gtp_game_play(shell, side, w->word[i], out)) {
            for (; i > 2; i--)
                gtp_game_undo(shell);
            return false;
        }
    return true;
}

void gtp_game_undo(struct gtp_shell *shell)
{
    seat_undo(gtp_of(shell)->seat, NULL);
}

static bool undo(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    long n = 1;
    struct err e;
    if (w->n > 1 && !word_whole(w->word[1], 1, RULES_MAX_SIDE * RULES_MAX_SIDE, &n))
        return gtp_wrong(out, "'%.40s' is no number of stones", w->word[1]);
    g->planned.n = 0;
    while (n-- > 0)
        if (!seat_undo(g->seat, &e))
            return gtp_wrong(out, "cannot undo: %s", e.text);
    return true;
}

/* ---- Turns ---- */

/* Seconds for a turn of so many stones, of which the first is planned with all of them: what a period has for
 * them, and no more than one period. */
static double period_share(double seconds, int stones, int length)
{
    return stones > length ? seconds * length / stones : seconds;
}

/* What GTP's clock means for the turn that begins now. */
static struct game_clock clock_of(struct gtp *g, enum side side)
{
    const struct position *p = seat_position(g->seat);
    struct game_clock c = {.lag = seat_options(g->seat)->lag};
    struct gtp_time *t = &g->shell.clock.time[side];
    int length = position_turn_length(p);
    bool byo = g->shell.clock.timed && g->shell.clock.byo > 0 && g->shell.clock.byo_stones > 0;
    if (!t->told && g->shell.clock.timed && g->shell.clock.main > 0) {
        *t = (struct gtp_time){true, g->shell.clock.main, 0};
    } else if (!t->told && byo) {
        c.turn = period_share(g->shell.clock.byo, g->shell.clock.byo_stones, length);
    }
    if (t->told && t->stones > 0)
        c.turn = period_share(fmax(t->left, 1e-3), t->stones, length);
    else if (t->told && t->left > 0)
        c.game = t->left;
    else if (t->told && byo)
        c.turn = period_share(g->shell.clock.byo, g->shell.clock.byo_stones, length);
    else if (t->told)
        c.game = -1;
    if (c.game > 0 && byo)
        c.increment = g->shell.clock.byo * p->rules.p / g->shell.clock.byo_stones;
    return c;
}

bool gtp_generate(struct gtp *g, enum side side, bool place, report_progress *progress, void *context,
                  square *out, struct err *e)
{
    if (!seat_side(g->seat, side, e))
        return false;
    const struct position *p = seat_position(g->seat);
    if (g->planned.n == 0 || g->planned_key != position_key(p)) {
        struct game_clock c = clock_of(g, side);
        double start = clock_now();
        if (!seat_think(g->seat, &c, progress, context, &g->planned, NULL, e))
            return false;
        /* Until the other side tells what is left, we reckon ourselves. */
        if (g->shell.clock.time[side].told)
            g->shell.clock.time[side].left -= clock_now() - start;
    }
    *out = g->planned.s[0];
    g->planned_key = position_key(p);
    if (!place)
        return true;
    struct squares rest = g->planned;
    rest.n--;
    memmove(rest.s, rest.s + 1, (size_t)rest.n * sizeof *rest.s);
    bool ok = seat_stone(g->seat, side, *out, e);
    p = seat_position(g->seat);
    g->planned = rest;
    g->planned_key = position_key(p);
    if (ok && p->to_move != side)
        seat_ponder(g->seat);
    return ok;
}

bool gtp_game_generate(struct gtp_shell *shell, enum side side, bool keep, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    square s;
    struct err e;
    char text[SQUARE_TEXT];
    if (seat_position(g->seat)->outcome != OUTCOME_OPEN) {
        buf_text(out, "pass");
        return true;
    }
    if (!gtp_generate(g, side, keep, NULL, NULL, &s, &e))
        return gtp_wrong(out, "%s", e.text);
    buf_text(out, gtp_vertex(s, text));
    return true;
}

const struct gtp_command gtp_game_commands[] = {
    {"boardsize", 1, 2, boardsize},
    {"rectangular_boardsize", 2, 2, boardsize},
    {"clear_board", 0, 0, clear_board},
    {"komi", 1, 1, komi},
    {"hexad-rules", 0, 5, hexad_rules},
    {"play", 2, 1 + RULES_MAX_TURN, play},
    {"gogui-play_sequence", 0, WORDS_MOST, gtp_play_sequence},
    {"undo", 0, 0, undo},
    {"gg-undo", 0, 1, undo},
    {"genmove", 1, 1, gtp_genmove},
    {"reg_genmove", 1, 1, gtp_reg_genmove},
    {"time_settings", 3, 3, gtp_time_settings},
    {"time_left", 3, 3, gtp_time_left},
    {NULL, 0, 0, NULL},
};
