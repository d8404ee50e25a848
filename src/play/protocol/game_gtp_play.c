/* GTP for any game: the commands that play it: board, moves, time; see game_gtp.h. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "play/protocol/game_gtp_inner.h"

/* ---- The board ---- */

static bool begin(struct game_gtp *g, int size, struct err *e)
{
    struct game_rules r;
    g->game->kind->rules(g->game, &r);
    struct game *fresh = g->more->anew ? g->more->anew(g->game, size, e) : game_new(&r);
    if (!fresh || !game_gtp_take(g, fresh, e))
        return false;
    gtp_clock_restart(&g->shell.clock);
    return true;
}

static bool boardsize(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    int columns, rows;
    struct err e;
    long n;
    g->game->kind->size(g->game, &columns, &rows);
    if (!word_whole(w->word[1], 1, GAME_SIDE_MOST, &n) || (!g->more->anew && (n != columns || n != rows)))
        return gtp_wrong(out, "unacceptable size");
    return begin(g, (int)n, &e) || gtp_wrong(out, "unacceptable size");
}

static bool clear_board(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct err e;
    (void)w;
    return begin(game_gtp_of(shell), 0, &e) || gtp_wrong(out, "%s", e.text);
}

/* ---- Moves ---- */

static void play_as(struct game_gtp *g, enum side side, game_move m)
{
    if (g->more->play)
        g->more->play(g->game, side, m);
    else
        game_play(g->game, m);
}

bool game_gtp_play(struct gtp_shell *shell, enum side side, const char *vertex, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    game_move m;
    if (!game_gtp_vertex(g, vertex, &m, out))
        return false;
    const char *why = game_gtp_refusal(g, side, m);
    if (why)
        return gtp_wrong(out, "illegal move: %s", why);
    play_as(g, side, m);
    return true;
}

static bool play(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    enum side side;
    return gtp_side(w, 1, &side, out) && game_gtp_play(shell, side, w->word[2], out);
}

static bool black(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return game_gtp_play(shell, BLACK, w->word[1], out);
}

static bool white(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return game_gtp_play(shell, WHITE, w->word[1], out);
}

void game_gtp_undo(struct gtp_shell *shell)
{
    game_undo(game_gtp_of(shell)->game);
}

static bool undo(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    long n = 1;
    if (w->n > 1 && !word_whole(w->word[1], 1, 1000000, &n))
        return gtp_wrong(out, "'%.40s' is no number of moves", w->word[1]);
    if (n > game_plies(g->game))
        return gtp_wrong(out, "cannot undo");
    while (n-- > 0)
        game_undo(g->game);
    return true;
}

/* What the clock means for this move: the limits, and `left` for all moves to come (0: no such clock). */
static struct limits limits_for(struct game_gtp *g, enum side side, double *left)
{
    struct limits l = g->options.limits;
    struct gtp_time *t = &g->shell.clock.time[side];
    bool byo = g->shell.clock.timed && g->shell.clock.byo > 0 && g->shell.clock.byo_stones > 0;
    double turn = 0;
    *left = 0;
    if (!t->told && g->shell.clock.timed && g->shell.clock.main > 0)
        *t = (struct gtp_time){true, g->shell.clock.main, 0};
    if (t->told && t->stones > 0)
        turn = fmax(t->left, 1e-3) / t->stones;
    else if (t->told && t->left > 0)
        *left = t->left;
    else if (byo)
        turn = g->shell.clock.byo / g->shell.clock.byo_stones;
    else if (t->told)
        *left = 1e-3;
    if (turn > 0)
        l.seconds = l.seconds > 0 ? fmin(l.seconds, turn) : turn;
    return l;
}

static game_move choose(struct game_gtp *g, enum side side)
{
    double left;
    struct limits l = limits_for(g, side, &left);
    double start = clock_now();
    game_move m = bot_choose_timed(g->bot, g->game, &l, left).s[0];
    if (g->shell.clock.time[side].told) /* until the other side tells what is left, we reckon ourselves */
        g->shell.clock.time[side].left -= clock_now() - start;
    return m;
}

bool game_gtp_generate(struct gtp_shell *shell, enum side side, bool keep, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    bool open = game_state(g->game) == OUTCOME_OPEN;
    game_move m;
    if (g->more->turn)
        g->more->turn(g->game, side);
    else if (open && side != game_to_move(g->game))
        return gtp_wrong(out, "it is the other side's turn");
    if (!open && !g->more->after)
        return gtp_wrong(out, "the game is over");
    if (open)
        m = choose(g, side);
    else
        g->game->kind->read_move(g->game, GAME_GTP, g->more->after, &m, NULL);
    if (open && keep && g->bot->work.resigns) {
        buf_text(out, "resign");
        return true;
    }
    if (keep)
        play_as(g, side, m);
    g->moved = keep;
    game_gtp_tell(g, m, out);
    return true;
}

/* ---- Settings ---- */

static bool cputime(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    (void)shell;
    (void)w;
    buf_format(out, "%.3f", clock_cpu(CPU_PROCESS));
    return true;
}

static bool set_random_seed(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    struct err e;
    long seed;
    if (!word_whole(w->word[1], 0, 2000000000, &seed))
        return gtp_wrong(out, "'%.40s' is no seed", w->word[1]);
    g->options.seed = (uint64_t)seed;
    return game_gtp_take(g, game_copy(g->game), &e) || gtp_wrong(out, "%s", e.text);
}

/* none; absolute MAIN; byoyomi MAIN PERIOD PERIODS; canadian MAIN PERIOD STONES. A period of byo yomi is time for one stone that
 * is not kept: all periods but the first are left for accidents. */
static bool kgs_time_settings(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    double number[3] = {0, 0, 0};
    for (int i = 2; i < w->n && i < 5; i++)
        if (!word_number(w->word[i], 0, 1e9, &number[i - 2]))
            return gtp_wrong(out, "'%.40s' is no number", w->word[i]);
    bool none = strcasecmp(w->word[1], "none") == 0, absolute = strcasecmp(w->word[1], "absolute") == 0;
    bool byo = strcasecmp(w->word[1], "byoyomi") == 0, canadian = strcasecmp(w->word[1], "canadian") == 0;
    if (!(none && w->n == 2) && !(absolute && w->n == 3) && !((byo || canadian) && w->n == 5))
        return gtp_wrong(out, "syntax error: none, absolute, byoyomi or canadian, and their numbers");
    struct gtp_clock *c = &shell->clock;
    c->main = number[0];
    c->byo = number[1];
    c->byo_stones = byo ? 1 : (int)fmin(number[2], 1e6);
    c->timed = !none && (c->main > 0 || (c->byo > 0 && c->byo_stones > 0));
    gtp_clock_restart(c);
    return true;
}

const struct gtp_command game_gtp_play_commands[] = {
    {"help", 0, 0, gtp_list_commands},
    {"boardsize", 1, 1, boardsize},
    {"clear_board", 0, 0, clear_board},
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
    {"kgs-time_settings", 1, 4, kgs_time_settings},
    {"cputime", 0, 0, cputime},
    {"set_random_seed", 1, 1, set_random_seed},
    {NULL, 0, 0, NULL},
};
