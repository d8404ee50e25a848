/* GTP: the commands that play a game: board, stones, turns, time; see gtp.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "protocol/gtp_state.h"

/* ---- The board ---- */

/* A new game; clocks start again. */
static void restart(struct gtp *g, const struct rules *r)
{
    seat_clear(g->seat, r);
    g->planned.n = 0;
    gtp_clock_restart(&g->clock);
}

static bool set_rules(struct gtp *g, const struct rules *r, struct buf *out)
{
    struct err e;
    if (!rules_check(r, &e))
        return gtp_wrong(out, "unacceptable size: %s", e.text);
    restart(g, r);
    return true;
}

static bool boardsize(struct gtp *g, const struct words *w, struct buf *out)
{
    struct rules r = seat_position(g->seat)->rules;
    long m, n;
    if (!word_whole(w->word[1], 1, RULES_MAX_SIDE, &m) ||
        !word_whole(w->word[w->n - 1], 1, RULES_MAX_SIDE, &n))
        return gtp_wrong(out, "unacceptable size");
    r.m = (int)m;
    r.n = (int)n;
    return set_rules(g, &r, out);
}

static bool clear_board(struct gtp *g, const struct words *w, struct buf *out)
{
    (void)w;
    (void)out;
    restart(g, NULL);
    return true;
}

/* There is no komi; whoever sets one is left in peace. */
static bool komi(struct gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    double value;
    return word_number(w->word[1], -1e6, 1e6, &value) || gtp_wrong(out, "komi is not a number");
}

/* hexad-rules: tells the game. With a name or five numbers: another game. */
static bool hexad_rules(struct gtp *g, const struct words *w, struct buf *out)
{
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

static bool play_one(struct gtp *g, enum side side, const char *text, struct buf *out)
{
    const struct position *p = seat_position(g->seat);
    struct err e;
    square s;
    if (strcasecmp(text, "pass") == 0) /* by passing, managers that know Go find out that a game is over */
        return p->outcome != OUTCOME_OPEN || gtp_wrong(out, "illegal move: nobody may pass");
    if (notation_parse(NOTATION_GTP, &p->rules, text, &s) != NOTATION_SQUARE)
        return gtp_wrong(out, "'%.40s' is no vertex", text);
    if (!seat_stone(g->seat, side, s, &e))
        return gtp_wrong(out, "illegal move: %.40s: %s", text, e.text);
    g->planned.n = 0;
    return true;
}

/* play COLOUR VERTEX…: one stone, or several of a turn. */
static bool play(struct gtp *g, const struct words *w, struct buf *out)
{
    enum side side;
    if (!gtp_side(w, 1, &side, out))
        return false;
    for (int i = 2; i < w->n; i++)
        if (!play_one(g, side, w->word[i], out)) {
            for (; i > 2; i--)
                seat_undo(g->seat, NULL);
            return false;
        }
    return true;
}

/* gogui-play_sequence B A1 W B2 …: all or none. */
static bool play_sequence(struct gtp *g, const struct words *w, struct buf *out)
{
    enum side side;
    if (w->n % 2 == 0)
        return gtp_wrong(out, "a colour without a vertex");
    for (int i = 1; i < w->n; i += 2)
        if (!gtp_side(w, i, &side, out) || !play_one(g, side, w->word[i + 1], out)) {
            for (; i > 1; i -= 2)
                seat_undo(g->seat, NULL);
            return false;
        }
    return true;
}

static bool undo(struct gtp *g, const struct words *w, struct buf *out)
{
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
    struct gtp_time *t = &g->clock.time[side];
    int length = position_turn_length(p);
    bool byo = g->clock.timed && g->clock.byo > 0 && g->clock.byo_stones > 0;
    if (!t->told && g->clock.timed && g->clock.main > 0) {
        *t = (struct gtp_time){true, g->clock.main, 0};
    } else if (!t->told && byo) {
        c.turn = period_share(g->clock.byo, g->clock.byo_stones, length);
    }
    if (t->told && t->stones > 0)
        c.turn = period_share(fmax(t->left, 1e-3), t->stones, length);
    else if (t->told && t->left > 0)
        c.game = t->left;
    else if (t->told && byo)
        c.turn = period_share(g->clock.byo, g->clock.byo_stones, length);
    else if (t->told)
        c.game = -1;
    if (c.game > 0 && byo)
        c.increment = g->clock.byo * p->rules.p / g->clock.byo_stones;
    return c;
}

bool gtp_generate(struct gtp *g, enum side side, bool place, engine_progress *progress, void *context,
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
        if (g->clock.time[side].told)
            g->clock.time[side].left -= clock_now() - start;
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

static bool generate(struct gtp *g, const struct words *w, bool place, struct buf *out)
{
    enum side side;
    square s;
    struct err e;
    char text[SQUARE_TEXT];
    if (!gtp_side(w, 1, &side, out))
        return false;
    if (seat_position(g->seat)->outcome != OUTCOME_OPEN) {
        buf_text(out, "pass");
        return true;
    }
    if (!gtp_generate(g, side, place, NULL, NULL, &s, &e))
        return gtp_wrong(out, "%s", e.text);
    buf_text(out, gtp_vertex(s, text));
    return true;
}

static bool genmove(struct gtp *g, const struct words *w, struct buf *out)
{
    return generate(g, w, true, out);
}

static bool reg_genmove(struct gtp *g, const struct words *w, struct buf *out)
{
    return generate(g, w, false, out);
}

/* ---- Time ---- */

static bool time_settings(struct gtp *g, const struct words *w, struct buf *out)
{
    return gtp_clock_set(&g->clock, w, out);
}

static bool time_left(struct gtp *g, const struct words *w, struct buf *out)
{
    return gtp_clock_left(&g->clock, w, out);
}

const struct gtp_command gtp_game_commands[] = {
    {"boardsize", 1, 2, boardsize, false},
    {"rectangular_boardsize", 2, 2, boardsize, false},
    {"clear_board", 0, 0, clear_board, false},
    {"komi", 1, 1, komi, false},
    {"hexad-rules", 0, 5, hexad_rules, false},
    {"play", 2, 1 + RULES_MAX_TURN, play, false},
    {"gogui-play_sequence", 0, WORDS_MOST, play_sequence, false},
    {"undo", 0, 0, undo, false},
    {"gg-undo", 0, 1, undo, false},
    {"genmove", 1, 1, genmove, false},
    {"reg_genmove", 1, 1, reg_genmove, false},
    {"time_settings", 3, 3, time_settings, false},
    {"time_left", 3, 3, time_left, false},
    {NULL, 0, 0, NULL, false},
};
