/* GTP for any game: what there is to see: the board, moves, files; see game_gtp.h. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "play/protocol/game_gtp_inner.h"

static bool showboard(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    (void)w;
    buf_char(out, '\n');
    g->game->kind->draw(g->game, DIAGRAM_PLAIN, out);
    buf_format(out, "%s to play", side_name(game_to_move(g->game)));
    if (g->more->below)
        g->more->below(g->game, out);
    return true;
}

static bool query_boardsize(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    int columns, rows;
    (void)w;
    g->game->kind->size(g->game, &columns, &rows);
    buf_format(out, "%d", columns);
    if (rows != columns)
        buf_format(out, " %d", rows);
    return true;
}

static bool is_legal(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    enum side side;
    game_move m;
    if (!gtp_side(w, 1, &side, out) || !game_gtp_vertex(g, w->word[2], &m, out))
        return false;
    buf_text(out, game_gtp_refusal(g, side, m) ? "0" : "1");
    return true;
}

/* Moves on the board alone: a pass is always legal where there is one. */
static bool all_legal(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    game_move pass = 0;
    enum side side;
    if (!gtp_side(w, 1, &side, out))
        return false;
    bool passes = g->game->kind->read_move(g->game, GAME_GTP, "pass", &pass, NULL);
    for (int m = 0; m <= UINT16_MAX; m++)
        if (!(passes && m == pass) && !game_gtp_refusal(g, side, (game_move)m))
            game_gtp_tell(g, (game_move)m, out);
    return true;
}

static void tell_ply(const struct game_gtp *g, int i, struct buf *out)
{
    char text[GAME_MOVE_TEXT];
    enum side who;
    game_move m = g->game->kind->ply(g->game, i, &who);
    buf_format(out, "%s %s", who == BLACK ? "black" : "white",
               g->game->kind->format(g->game, GAME_GTP, m, text));
}

static bool move_history(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    (void)w;
    for (int i = game_plies(g->game); i-- > 0;) {
        if (out->len)
            buf_char(out, '\n');
        tell_ply(g, i, out);
    }
    return true;
}

static bool last_move(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    (void)w;
    if (game_plies(g->game) == 0)
        return gtp_wrong(out, "no previous move known");
    tell_ply(g, game_plies(g->game) - 1, out);
    return true;
}

/* ---- Files ---- */

/* loadsgf FILE [MOVE]: the position before this move, or after the last. */
static bool loadsgf(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    struct game_rules rules;
    struct game *game;
    struct err e;
    long before = 1L << 30;
    if (!g->options.files || strcmp(w->word[1], "-") == 0)
        return gtp_wrong(out, "not allowed");
    if (w->n > 2 && !word_whole(w->word[2], 1, 1L << 30, &before))
        return gtp_wrong(out, "'%.40s' is no number of a move", w->word[2]);
    g->game->kind->rules(g->game, &rules);
    bool ok = game_load(w->word[1], rules.kind, &(struct game_reading){.rules = &rules}, &game, &e);
    while (game && game_plies(game) > before - 1)
        game_undo(game);
    if (!ok || !game_gtp_take(g, game, &e))
        return gtp_wrong(out, "cannot open or parse '%.200s': %s", w->word[1], e.text);
    buf_text(out, game_to_move(g->game) == BLACK ? "black" : "white");
    return true;
}

static bool printsgf(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    struct buf text = BUF_EMPTY;
    struct err e;
    bool ok = true;
    game_write(g->game, NULL, &text);
    if (w->n == 1)
        buf_text(out, buf_str(&text));
    else if (!g->options.files || strcmp(w->word[1], "-") == 0)
        ok = gtp_wrong(out, "not allowed");
    else
        ok =
            file_write(w->word[1], buf_str(&text), text.len, &e) || gtp_wrong(out, "cannot save: %s", e.text);
    buf_free(&text);
    return ok;
}

const struct gtp_command game_gtp_view_commands[] = {
    {"showboard", 0, 0, showboard},
    {"query_boardsize", 0, 0, query_boardsize},
    {"is_legal", 2, 2, is_legal},
    {"all_legal", 1, 1, all_legal},
    {"move_history", 0, 0, move_history},
    {"last_move", 0, 0, last_move},
    {"loadsgf", 1, 2, loadsgf},
    {"printsgf", 0, 1, printsgf},
    {NULL, 0, 0, NULL},
};
