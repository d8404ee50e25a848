/* GTP for Go: the commands that play a game: board, komi, handicap, moves, time; see go_gtp.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "go/handicap.h"
#include "play/protocol/go_gtp_state.h"

/* ---- The board ---- */

static bool boardsize(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    struct go_rules r = g->board->rules;
    struct err e;
    long n;
    if (!word_whole(w->word[1], 1, GO_MAX_SIZE, &n))
        return gtp_wrong(out, "unacceptable size");
    r.size = (int)n;
    r.handicap = 0;
    return go_gtp_restart(g, &r, &e) || gtp_wrong(out, "unacceptable size: %s", e.text);
}

static bool clear_board(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    (void)w;
    struct go_rules r = g->board->rules;
    struct err e;
    r.handicap = 0; /* that of the command line counts until somebody conducts a game of his own */
    return go_gtp_restart(g, &r, &e) || gtp_wrong(out, "%s", e.text);
}

static bool komi(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    int halves;
    struct err e;
    if (!go_komi_parse(w->word[1], &halves, &e))
        return gtp_wrong(out, "komi is not a number: %s", e.text);
    go_set_komi(g->board, halves);
    return true;
}

static bool get_komi(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    (void)w;
    buf_format(out, "%g", g->board->rules.komi / 2.0);
    return true;
}

/* ---- Handicap ---- */

static bool board_is_empty(const struct go_gtp *g, struct buf *out)
{
    return (g->board->moves == 0 && g->board->stones[BLACK] + g->board->stones[WHITE] == 0) ||
           gtp_wrong(out, "board not empty");
}

static void put_handicap(struct go_gtp *g, const go_point *at, int n)
{
    for (int i = 0; i < n; i++)
        go_setup(g->board, at[i], CELL_BLACK, NULL);
    go_turn(g->board, WHITE);
    g->handicap = n;
}

static void tell_points(const struct go_gtp *g, const go_point *at, int n, struct buf *out)
{
    for (int i = 0; i < n; i++) {
        char text[GO_POINT_TEXT];
        buf_format(out, "%s%s", i ? " " : "", go_point_format(g->board->size, at[i], text));
    }
}

static bool fixed_handicap(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    go_point at[GO_HANDICAP_MOST];
    long n;
    if (!board_is_empty(g, out))
        return false;
    if (!word_whole(w->word[1], 2, go_handicap_most(g->board->size), &n))
        return gtp_wrong(out, "invalid number of stones");
    go_handicap_points(g->board->size, (int)n, at);
    put_handicap(g, at, (int)n);
    tell_points(g, at, (int)n, out);
    return true;
}

/* The fixed places; on boards without so many of them, fewer, as GTP allows. */
static bool place_free_handicap(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    go_point at[GO_HANDICAP_MOST];
    long n;
    int most = go_handicap_most(g->board->size);
    if (!board_is_empty(g, out))
        return false;
    if (!word_whole(w->word[1], 2, g->board->points - 1, &n) || most < 2)
        return gtp_wrong(out, "invalid number of stones");
    int stones = n < most ? (int)n : most;
    go_handicap_points(g->board->size, stones, at);
    put_handicap(g, at, stones);
    tell_points(g, at, stones, out);
    return true;
}

static bool set_free_handicap(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    go_point at[GO_POINTS];
    if (!board_is_empty(g, out))
        return false;
    for (int i = 1; i < w->n; i++) {
        if (i > g->board->points - 1 || !go_point_parse(g->board->size, w->word[i], &at[i - 1], NULL) ||
            at[i - 1] == GO_PASS)
            return gtp_wrong(out, "bad vertex list");
        for (int k = 1; k < i; k++)
            if (at[k - 1] == at[i - 1])
                return gtp_wrong(out, "repeated vertex");
    }
    put_handicap(g, at, w->n - 1);
    return true;
}

static bool get_handicap(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    (void)w;
    buf_format(out, "%d", g->handicap);
    return true;
}

/* ---- Moves ---- */

bool go_gtp_play(struct gtp_shell *shell, enum side side, const char *vertex, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    go_point at;
    if (!go_gtp_vertex(g, vertex, &at, out))
        return false;
    enum go_verdict v = go_judge_on(g->board, side, at);
    if (v != GO_LEGAL)
        return gtp_wrong(out, "illegal move: %s", go_verdict_text(v));
    go_play_as(g->board, side, at);
    return true;
}

static bool play(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    enum side side;
    return gtp_side(w, 1, &side, out) && go_gtp_play(shell, side, w->word[2], out);
}

static bool black(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return go_gtp_play(shell, BLACK, w->word[1], out);
}

static bool white(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return go_gtp_play(shell, WHITE, w->word[1], out);
}

void go_gtp_undo(struct gtp_shell *shell)
{
    go_undo(go_gtp_of(shell)->board);
}

static bool undo(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    long n = 1;
    if (w->n > 1 && !word_whole(w->word[1], 1, 1000000, &n))
        return gtp_wrong(out, "'%.40s' is no number of moves", w->word[1]);
    if (n > g->board->moves)
        return gtp_wrong(out, "cannot undo");
    while (n-- > 0)
        go_undo(g->board);
    return true;
}

/* What the clock means for this move. */
static struct budget budget_for(struct go_gtp *g, enum side side)
{
    struct budget b = g->options.budget;
    struct gtp_time *t = &g->shell.clock.time[side];
    bool byo = g->shell.clock.timed && g->shell.clock.byo > 0 && g->shell.clock.byo_stones > 0;
    double turn = 0;
    if (!t->told && g->shell.clock.timed && g->shell.clock.main > 0)
        *t = (struct gtp_time){true, g->shell.clock.main, 0};
    if (t->told && t->stones > 0)
        turn = fmax(t->left, 1e-3) / t->stones;
    else if (t->told && t->left > 0)
        b.game = t->left;
    else if (byo)
        turn = g->shell.clock.byo / g->shell.clock.byo_stones;
    else if (t->told)
        b.game = 1e-3;
    if (turn > 0)
        b.seconds = b.seconds > 0 ? fmin(b.seconds, turn) : turn;
    return b;
}

bool go_gtp_generate(struct gtp_shell *shell, enum side side, bool keep, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    char text[GO_POINT_TEXT];
    go_turn(g->board, side);
    go_point at = GO_PASS;
    if (!go_over(g->board)) {
        struct budget b = budget_for(g, side);
        double start = clock_now();
        at = bot_choose(g->bot, g->game, &b).s[0];
        if (g->shell.clock.time[side].told) /* until the other side tells what is left, we reckon ourselves */
            g->shell.clock.time[side].left -= clock_now() - start;
    }
    if (keep)
        go_play_as(g->board, side, at);
    buf_text(out, go_point_format(g->board->size, at, text));
    return true;
}

const struct gtp_command go_gtp_play_commands[] = {
    {"help", 0, 0, gtp_list_commands},
    {"boardsize", 1, 1, boardsize},
    {"clear_board", 0, 0, clear_board},
    {"komi", 1, 1, komi},
    {"get_komi", 0, 0, get_komi},
    {"fixed_handicap", 1, 1, fixed_handicap},
    {"place_free_handicap", 1, 1, place_free_handicap},
    {"set_free_handicap", 2, GO_POINTS, set_free_handicap},
    {"get_handicap", 0, 0, get_handicap},
    {"play", 2, 2, play},
    {"black", 1, 1, black},
    {"white", 1, 1, white},
    {"gogui-play_sequence", 0, WORDS_MOST, gtp_play_sequence},
    {"undo", 0, 0, undo},
    {"gg-undo", 0, 1, undo},
    {"genmove", 1, 1, gtp_genmove},
    {"reg_genmove", 1, 1, gtp_reg_genmove},
    {"time_settings", 3, 3, gtp_time_settings},
    {"time_left", 3, 3, gtp_time_left},
    {NULL, 0, 0, NULL},
};
