/* GTP for Go: what there is to see: the board, stones and liberties, scores, files; see go_gtp.h. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "game/sgf.h"
#include "go/record.h"
#include "go/score.h"
#include "play/protocol/go_gtp_state.h"

static void tell(const struct go_gtp *g, go_point at, struct buf *out)
{
    char text[GO_POINT_TEXT];
    buf_format(out, "%s%s", out->len ? " " : "", go_point_format(g->board->size, at, text));
}

static bool showboard(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    (void)w;
    buf_char(out, '\n');
    go_draw(g->board, DIAGRAM_PLAIN, out);
    buf_format(out, "%s to play; Black has captured %d, White %d; komi %g", side_name(g->board->to_move),
               g->board->taken[BLACK], g->board->taken[WHITE], g->board->rules.komi / 2.0);
    return true;
}

static bool query_boardsize(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    (void)w;
    buf_format(out, "%d", g->board->size);
    return true;
}

static bool list_stones(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    enum side side;
    if (!gtp_side(w, 1, &side, out))
        return false;
    for (int p = 0; p < g->board->points; p++)
        if (g->board->cell[p] == (int)cell_of(side))
            tell(g, (go_point)p, out);
    return true;
}

static bool captures(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    enum side side;
    if (!gtp_side(w, 1, &side, out))
        return false;
    buf_format(out, "%d", g->board->taken[side]);
    return true;
}

static bool color(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    static const char *const names[] = {"empty", "black", "white"};
    go_point at = GO_PASS;
    if (!go_gtp_vertex(g, w->word[1], &at, out))
        return false;
    if (at == GO_PASS)
        return gtp_wrong(out, "invalid coordinate");
    buf_text(out, names[g->board->cell[at]]);
    return true;
}

/* The name of the chain on a vertex. */
static bool chain_at(struct go_gtp *g, const char *word, go_point *name, struct buf *out)
{
    go_point at;
    if (!go_gtp_vertex(g, word, &at, out))
        return false;
    if (at == GO_PASS || g->board->cell[at] == CELL_EMPTY)
        return gtp_wrong(out, "vertex must not be empty");
    *name = g->board->chain[at];
    return true;
}

static bool countlib(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    go_point name = 0;
    if (!chain_at(g, w->word[1], &name, out))
        return false;
    buf_format(out, "%d", g->board->liberties[name]);
    return true;
}

static bool findlib(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    go_point name = 0;
    if (!chain_at(g, w->word[1], &name, out))
        return false;
    for (int p = 0; p < g->board->points; p++)
        if (go_set_has(&g->board->liberty[name], (go_point)p))
            tell(g, (go_point)p, out);
    return true;
}

static bool is_legal(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    enum side side;
    go_point at;
    if (!gtp_side(w, 1, &side, out) || !go_gtp_vertex(g, w->word[2], &at, out))
        return false;
    buf_text(out, go_judge_on(g->board, side, at) == GO_LEGAL ? "1" : "0");
    return true;
}

static bool all_legal(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    enum side side;
    if (!gtp_side(w, 1, &side, out))
        return false;
    for (int p = 0; p < g->board->points; p++)
        if (go_judge_on(g->board, side, (go_point)p) == GO_LEGAL)
            tell(g, (go_point)p, out);
    return true;
}

static bool move_history(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    (void)w;
    for (int i = g->board->moves; i-- > 0;) {
        char text[GO_POINT_TEXT];
        const struct go_move *m = &g->board->move[i];
        buf_format(out, "%s%s %s", out->len ? "\n" : "", m->side == BLACK ? "black" : "white",
                   go_point_format(g->board->size, m->at, text));
    }
    return true;
}

static bool last_move(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    (void)w;
    char text[GO_POINT_TEXT];
    if (g->board->moves == 0)
        return gtp_wrong(out, "no previous move known");
    const struct go_move *m = &g->board->move[g->board->moves - 1];
    buf_format(out, "%s %s", m->side == BLACK ? "black" : "white",
               go_point_format(g->board->size, m->at, text));
    return true;
}

/* ---- Results: area, all stones alive, as Tromp and Taylor count ---- */

static bool final_score(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    (void)w;
    go_score_text(go_score(g->board), out);
    return true;
}

static bool final_status(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    static const char *const owned[] = {"dame", "black_territory", "white_territory"};
    uint8_t owner[GO_POINTS];
    go_point at;
    if (!go_gtp_vertex(g, w->word[1], &at, out))
        return false;
    if (at == GO_PASS)
        return gtp_wrong(out, "invalid coordinate");
    go_area(g->board, owner);
    buf_text(out, g->board->cell[at] != CELL_EMPTY ? "alive" : owned[owner[at]]);
    return true;
}

static bool final_status_list(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    static const char *const kinds[] = {"dead", "alive", "seki", "black_territory", "white_territory",
                                        "dame"};
    uint8_t owner[GO_POINTS];
    int kind = 0;
    while (kind < 6 && strcasecmp(w->word[1], kinds[kind]) != 0)
        kind++;
    if (kind == 6)
        return gtp_wrong(out, "invalid status");
    go_area(g->board, owner);
    for (int p = 0; p < g->board->points; p++) {
        bool stone = g->board->cell[p] != CELL_EMPTY;
        bool empty = !stone && owner[p] == (kind == 3 ? CELL_BLACK : kind == 4 ? CELL_WHITE : CELL_EMPTY);
        if ((kind == 1 && stone) || (kind >= 3 && empty))
            tell(g, (go_point)p, out);
    }
    return true;
}

/* ---- Files ---- */

/* loadsgf FILE [MOVE]: the position before this move, or after the last. */
static bool loadsgf(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    struct err e;
    char *text;
    size_t len;
    long before = 1L << 30;
    if (!g->options.files || strcmp(w->word[1], "-") == 0)
        return gtp_wrong(out, "not allowed");
    if (w->n > 2 && !word_whole(w->word[2], 1, 1L << 30, &before))
        return gtp_wrong(out, "'%.40s' is no number of a move", w->word[2]);
    if (!file_read(w->word[1], &text, &len, &e))
        return gtp_wrong(out, "cannot open or parse '%.200s': %s", w->word[1], e.text);
    struct go_record *r = go_record_new();
    struct go *board = go_new(&g->board->rules);
    bool ok = go_record_read(r, text, len, &e) && go_record_replay(r, board, (int)before - 1, &e);
    go_record_free(r);
    free(text);
    if (!ok)
        go_free(board);
    ok = ok && go_gtp_take(g, board, &e);
    if (!ok)
        return gtp_wrong(out, "cannot open or parse '%.200s': %s", w->word[1], e.text);
    buf_text(out, g->board->to_move == BLACK ? "black" : "white");
    return true;
}

static bool printsgf(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_gtp *g = go_gtp_of(shell);
    struct buf text = BUF_EMPTY;
    struct err e;
    bool ok = true;
    struct record *r = go_tree(g->board);
    sgf_write(r, &text);
    record_free(r);
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

const struct gtp_command go_gtp_view_commands[] = {
    {"showboard", 0, 0, showboard},
    {"query_boardsize", 0, 0, query_boardsize},
    {"list_stones", 1, 1, list_stones},
    {"captures", 1, 1, captures},
    {"color", 1, 1, color},
    {"countlib", 1, 1, countlib},
    {"findlib", 1, 1, findlib},
    {"is_legal", 2, 2, is_legal},
    {"all_legal", 1, 1, all_legal},
    {"move_history", 0, 0, move_history},
    {"last_move", 0, 0, last_move},
    {"final_score", 0, 0, final_score},
    {"final_status", 1, 1, final_status},
    {"final_status_list", 1, 1, final_status_list},
    {"loadsgf", 1, 2, loadsgf},
    {"printsgf", 0, 1, printsgf},
    {NULL, 0, 0, NULL},
};
