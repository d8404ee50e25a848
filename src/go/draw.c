/* Boards of Go drawn; see game.h. */
#include <stdlib.h>

#include "go/game.h"
#include "go/handicap.h"

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
