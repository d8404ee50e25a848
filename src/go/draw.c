/* Boards of Go drawn and written; see game.h. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "game/sgf_lex.h"
#include "go/game.h"
#include "go/handicap.h"

/* ---- Drawings ---- */

static void columns(const struct go *g, struct buf *out)
{
    buf_text(out, "   ");
    for (int col = 0; col < g->size; col++) {
        char name[GO_POINT_TEXT];
        buf_format(out, " %c", go_point_format(g->size, (go_point)col, name)[0]);
    }
    buf_char(out, '\n');
}

/* The points of handicap stones; on boards smaller than 15x15 those of the sides have none, as on wood. */
static bool is_star(const struct go *g, go_point at)
{
    enum { NINE_FROM = 15, FEW = 5 };
    go_point star[GO_HANDICAP_MOST];
    int most = go_handicap_most(g->size);
    int n = go_handicap_points(g->size, g->size < NINE_FROM && most > FEW ? FEW : most, star);
    for (int i = 0; i < n; i++)
        if (star[i] == at)
            return true;
    return false;
}

static const char *crossing(const struct go *g, go_point at)
{
    static const char *const text[3][3] = {{"└", "┴", "┘"}, {"├", "┼", "┤"}, {"┌", "┬", "┐"}};
    int col = at % g->size, row = at / g->size;
    return is_star(g, at) ? "╋"
                          : text[row == 0             ? 0
                                 : row == g->size - 1 ? 2
                                                      : 1][col == 0             ? 0
                                                           : col == g->size - 1 ? 2
                                                                                : 1];
}

static void draw_point(const struct go *g, go_point at, bool last, enum diagram_style style, struct buf *out)
{
    int c = g->cell[at];
    if (style == DIAGRAM_PLAIN) {
        static const char *const text[2][3] = {{".", "x", "o"}, {".", "X", "O"}};
        buf_text(out, c == CELL_EMPTY && is_star(g, at) ? "+" : text[last][c]);
    } else if (style == DIAGRAM_UNICODE) {
        static const char *const text[2][3] = {{NULL, "●", "○"}, {NULL, "◆", "◇"}};
        buf_text(out, c == CELL_EMPTY ? crossing(g, at) : text[last][c]);
    } else {
        static const char *const ink[] = {"38;5;94", "38;5;16", "38;5;231"};
        buf_format(out, "\033[%sm%s\033[39m", ink[c], c == CELL_EMPTY ? crossing(g, at) : last ? "◉" : "●");
    }
}

void go_draw(const struct go *g, enum diagram_style style, struct buf *out)
{
    go_point last = g->moves ? g->move[g->moves - 1].at : (go_point)GO_NONE;
    columns(g, out);
    for (int row = g->size - 1; row >= 0; row--) {
        buf_format(out, "%3d", row + 1);
        if (style == DIAGRAM_COLOUR)
            buf_text(out, "\033[48;5;179m");
        for (int col = 0; col < g->size; col++) {
            bool joined = style != DIAGRAM_PLAIN && col > 0;
            buf_text(out, joined ? (style == DIAGRAM_COLOUR ? "\033[38;5;94m─" : "─") : " ");
            draw_point(g, go_at(g, col, row), go_at(g, col, row) == last, style, out);
        }
        buf_text(out, style == DIAGRAM_COLOUR ? " \033[0m" : "");
        buf_format(out, " %d\n", row + 1);
    }
    columns(g, out);
}

void go_score_text(int score, struct buf *out)
{
    if (score)
        buf_format(out, "%c+%g", score > 0 ? 'B' : 'W', abs(score) / 2.0);
    else
        buf_char(out, '0');
}

/* ---- SGF ---- */

int go_setup_stones(const struct go *g, go_point *at, uint8_t *who)
{
    struct go *first = go_copy(g);
    int n = 0;
    while (first->moves)
        go_undo(first);
    for (int p = 0; p < first->points; p++)
        if (first->cell[p] != CELL_EMPTY) {
            at[n] = (go_point)p;
            who[n++] = first->cell[p] == CELL_BLACK ? BLACK : WHITE;
        }
    go_free(first);
    return n;
}

static void put_point(const struct go *g, go_point at, struct buf *out)
{
    buf_char(out, '[');
    if (at < g->points)
        buf_format(out, "%c%c", 'a' + at % g->size, 'a' + g->size - 1 - at / g->size);
    buf_char(out, ']');
}

static void put_text(const char *id, const char *text, struct buf *out)
{
    if (!text || !*text)
        return;
    struct buf clean = BUF_EMPTY;
    text_clean(text, strlen(text), false, &clean);
    buf_format(out, "%s[", id);
    sgf_escape(buf_str(&clean), false, out);
    buf_char(out, ']');
    buf_free(&clean);
}

static void put_setup(const struct go *g, struct buf *out)
{
    go_point at[GO_POINTS];
    uint8_t who[GO_POINTS];
    int n = go_setup_stones(g, at, who), black = 0;
    for (int side = BLACK; side <= WHITE; side++) {
        bool any = false;
        for (int i = 0; i < n; i++) {
            if (who[i] != side)
                continue;
            buf_text(out, any ? "" : side == BLACK ? "AB" : "AW");
            put_point(g, at[i], out);
            any = true;
            black += side == BLACK;
        }
    }
    if (n >= 2 && black == n)
        buf_format(out, "HA[%d]", n);
    enum side first = g->moves ? (enum side)g->move[0].turn : g->to_move;
    if (n || first == WHITE)
        buf_format(out, "PL[%c]", first == BLACK ? 'B' : 'W');
}

static void put_info(const struct game_info *info, struct buf *out)
{
    put_text("PB", info->name[BLACK], out);
    put_text("BR", info->rank[BLACK], out);
    put_text("PW", info->name[WHITE], out);
    put_text("WR", info->rank[WHITE], out);
    put_text("DT", info->date, out);
    put_text("EV", info->event, out);
    put_text("RO", info->round, out);
    put_text("PC", info->place, out);
    put_text("RE", info->result, out);
}

void go_write_sgf(const struct go *g, const struct game_info *info, struct buf *out)
{
    enum { LINE_MOST = 12 }; /* moves */
    buf_format(out, "(;FF[4]GM[1]CA[UTF-8]AP[Hexad:" HEXAD_VERSION "]SZ[%d]KM[%g]", g->size,
               g->rules.komi / 2.0);
    put_text("RU", info && info->game && *info->game ? info->game : "Tromp-Taylor", out);
    if (info)
        put_info(info, out);
    put_setup(g, out);
    for (int i = 0; i < g->moves; i++) {
        buf_format(out, "%s;%c", i % LINE_MOST ? "" : "\n", g->move[i].side == BLACK ? 'B' : 'W');
        put_point(g, g->move[i].at, out);
    }
    if (info)
        put_text("C", info->comment, out);
    buf_text(out, ")\n");
}
