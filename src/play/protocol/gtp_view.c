/* GTP: the commands that show a game: board, records, result, and what GoGui asks of games other than Go; see
 * gtp.h. */
#include <stdlib.h>
#include <string.h>

#include "connect/record/record.h"
#include "play/protocol/gtp_state.h"

static void put_columns(const struct rules *r, struct buf *out)
{
    buf_text(out, "   ");
    for (int col = 0; col < r->m; col++) {
        char text[SQUARE_TEXT];
        buf_format(out, "%3s", notation_column(NOTATION_GTP, col, text));
    }
    buf_char(out, '\n');
}

static char stone_of(const struct position *p, square s)
{
    return ".XO"[p->cell[s] <= CELL_WHITE ? p->cell[s] : 0];
}

static void put_state(const struct position *p, struct buf *out)
{
    static const char *const ends[] = {"", "Black has won", "White has won", "a draw"};
    if (p->outcome != OUTCOME_OPEN)
        buf_text(out, ends[p->outcome]);
    else
        buf_format(out, "%s to move, stones: %d", side_name(p->to_move), position_turn_length(p));
}

static bool showboard(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    const struct position *p = seat_position(g->seat);
    char game[RULES_TEXT];
    buf_format(out, "%s, ", rules_format(&p->rules, game));
    put_state(p, out);
    buf_char(out, '\n');
    put_columns(&p->rules, out);
    for (int row = p->rules.n - 1; row >= 0; row--) {
        buf_format(out, "%3d", row + 1);
        for (int col = 0; col < p->rules.m; col++)
            buf_format(out, "  %c", stone_of(p, square_at(col, row)));
        buf_format(out, " %d\n", row + 1);
    }
    put_columns(&p->rules, out);
    return true;
}

/* ---- Records ---- */

/* The node after which the stones up to, not including, number `before` are on the board; 0: all. */
static const struct tree_node *node_before(const struct record *r, long before)
{
    const struct tree_node *n = r->root;
    for (long stones = 0; n->child; n = n->child)
        if (before > 0 && n->child->at != SQUARE_NONE && ++stones == before)
            break;
    return n;
}

/* loadsgf FILE [NUMBER]: the position before that stone, or at the end of the main line. */
static bool loadsgf(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    long before = 0;
    struct err e;
    struct record *r;
    struct position *p;
    if (!g->files || strcmp(w->word[1], "-") == 0)
        return gtp_wrong(out, "cannot load file: not allowed");
    if (w->n > 2 && !word_whole(w->word[2], 1, 1000000, &before))
        return gtp_wrong(out, "'%.40s' is no number of a stone", w->word[2]);
    if (!record_load(w->word[1], NULL, &r, &e))
        return gtp_wrong(out, "cannot load file: %s", e.text);
    bool ok = record_position(r, node_before(r, before), &p, &e);
    record_free(r);
    if (!ok)
        return gtp_wrong(out, "cannot load file: %s", e.text);
    seat_take(g->seat, p);
    g->planned.n = 0;
    return true;
}

/* printsgf [FILE]: the game as SGF, as the answer or into a file. */
static bool printsgf(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    struct record *r = record_of_position(seat_position(g->seat));
    struct err e;
    bool ok;
    if (w->n > 1 && (!g->files || strcmp(w->word[1], "-") == 0))
        ok = err_set(&e, "not allowed");
    else if (w->n > 1)
        ok = record_save(r, w->word[1], RECORD_SGF, &e);
    else
        ok = record_write(r, RECORD_SGF, out, &e);
    record_free(r);
    return ok || gtp_wrong(out, "cannot save: %s", e.text);
}

/* ---- Results ---- */

/* There is nothing to count: a win is a win by one. */
static bool final_score(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    static const char *const scores[] = {NULL, "B+1", "W+1", "0"};
    const struct position *p = seat_position(g->seat);
    if (p->outcome == OUTCOME_OPEN)
        return gtp_wrong(out, "cannot score: the game is not over");
    buf_text(out, scores[p->outcome]);
    return true;
}

/* ---- GoGui and games other than Go ---- */

static bool game_id(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    char game[RULES_TEXT];
    buf_text(out, rules_format(&seat_position(g->seat)->rules, game));
    return true;
}

static bool rules_board(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    const struct position *p = seat_position(g->seat);
    for (int row = p->rules.n - 1; row >= 0; row--)
        for (int col = 0; col < p->rules.m; col++)
            buf_format(out, "%c%c", stone_of(p, square_at(col, row)), col + 1 < p->rules.m ? ' ' : '\n');
    return true;
}

static bool rules_board_size(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    const struct rules *r = &seat_position(g->seat)->rules;
    if (r->m != r->n)
        return gtp_wrong(out, "the board is not square");
    buf_format(out, "%d", r->m);
    return true;
}

static bool rules_legal_moves(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    const struct position *p = seat_position(g->seat);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (position_legal_square(p, s)) {
            char text[SQUARE_TEXT];
            buf_format(out, out->len ? " %s" : "%s", gtp_vertex(s, text));
        }
    return true;
}

static bool rules_side_to_move(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    buf_text(out, seat_position(g->seat)->to_move == BLACK ? "black" : "white");
    return true;
}

static bool rules_final_result(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    if (seat_position(g->seat)->outcome != OUTCOME_OPEN)
        put_state(seat_position(g->seat), out);
    return true;
}

static bool interrupt(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    (void)shell;
    (void)w;
    (void)out;
    return true;
}

const struct gtp_command gtp_view_commands[] = {
    {"showboard", 0, 0, showboard},
    {"loadsgf", 1, 2, loadsgf},
    {"printsgf", 0, 1, printsgf},
    {"final_score", 0, 0, final_score},
    {"gogui-rules_game_id", 0, 0, game_id},
    {"gogui-rules_board", 0, 0, rules_board},
    {"gogui-rules_board_size", 0, 0, rules_board_size},
    {"gogui-rules_legal_moves", 0, 0, rules_legal_moves},
    {"gogui-rules_side_to_move", 0, 0, rules_side_to_move},
    {"gogui-rules_final_result", 0, 0, rules_final_result},
    {"gogui-interrupt", 0, 0, interrupt},
    {NULL, 0, 0, NULL},
};
