/* Grids of verdicts as text and as pictures; see fairness.h. */
#include <string.h>

#include "connect/theory/fairness.h"

enum { MOST_CELLS = 10000 };

bool fair_grid_check(const struct fair_grid *g, struct err *e)
{
    if (g->m < 1 || g->n < 1)
        return err_set(e, "a board of %dx%d has no squares", g->m, g->n);
    if (g->k_least > g->k_most || g->q_least > g->q_most || g->p_least > g->p_most || g->k_least < 1)
        return err_set(e, "the ranges of the grid are empty");
    if ((double)(g->k_most - g->k_least + 1) * (g->q_most - g->q_least + 1) * (g->p_most - g->p_least + 1) >
        MOST_CELLS)
        return err_set(e, "a grid of more than %d cells is too large", MOST_CELLS);
    return true;
}

bool fair_grid_game(const struct fair_grid *g, int p, int k, int q, struct fair_game *out)
{
    *out = (struct fair_game){g->m, g->n, k, p ? p : k - g->delta, q};
    return out->p >= 1 && q <= out->p;
}

static const char *cell(const struct fair_grid *g, int p, int k, int q)
{
    struct fair_game game;
    struct fairness f;
    if (!fair_grid_game(g, p, k, q, &game))
        return "-";
    fairness_find(&game, &f);
    return fair_cell(&f);
}

/* The last row in the grid of p: more stones at the start than p are not asked. */
static int last_row(const struct fair_grid *g, int p)
{
    return p && p < g->q_most ? p : g->q_most;
}

static void text_of(const struct fair_grid *g, int p, struct buf *out)
{
    buf_text(out, "   k");
    for (int k = g->k_least; k <= g->k_most; k++)
        buf_format(out, " %3d", k);
    buf_text(out, "\n   p");
    for (int k = g->k_least; k <= g->k_most; k++)
        buf_format(out, " %3d", p ? p : k - g->delta);
    buf_char(out, '\n');
    for (int q = g->q_least; q <= last_row(g, p); q++) {
        buf_format(out, "q%3d", q);
        for (int k = g->k_least; k <= g->k_most; k++)
            buf_format(out, " %3s", cell(g, p, k, q));
        buf_char(out, '\n');
    }
}

void fair_grid_text(const struct fair_grid *g, struct buf *out)
{
    for (int p = g->p_least; p <= g->p_most; p++) {
        if (p > g->p_least)
            buf_char(out, '\n');
        text_of(g, p, out);
    }
}

enum { SIZE = 40, LEFT = 70, TOP = 92, BETWEEN = 50, BELOW = 96 };

static const struct {
    const char *cell, *colour, *text;
} colours[] = {
    {"B", "#555", "Black wins"},
    {"FB", "#aaa", "favours Black"},
    {"B?", "#dcdcdc", "White does not win"},
    {"W", "#e8c069", "White wins"},
    {"FW", "#f3dfab", "favours White"},
    {"W?", "#fbf3de", "Black does not win"},
    {"D", "#8cc29a", "drawn"},
    {"U", "#e3d3e6", "conjectured to be unfair"},
    {".", "#fff", "potentially fair"},
};
enum { COLOURS = sizeof colours / sizeof *colours };

static const char *colour_of(const char *text)
{
    for (int i = 0; i < COLOURS; i++)
        if (strcmp(colours[i].cell, text) == 0)
            return colours[i].colour;
    return NULL;
}

static void svg_cell(int x, int y, const char *text, struct buf *out)
{
    const char *colour = colour_of(text);
    if (!colour)
        return;
    buf_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>", x, y, SIZE - 2,
               SIZE - 2, colour);
    if (strcmp(text, ".") != 0)
        buf_format(out, "<text x=\"%d\" y=\"%d\"%s>%s</text>", x + SIZE / 2 - 1, y + SIZE / 2 + 4,
                   strcmp(text, "B") == 0 ? " fill=\"#fff\"" : "", text);
    buf_char(out, '\n');
}

static void svg_legend(int y, struct buf *out)
{
    for (int i = 0; i < COLOURS; i++) {
        int x = LEFT + i % 3 * 190, row = y + i / 3 * 22;
        buf_format(out,
                   "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"14\" fill=\"%s\"/><text x=\"%d\" y=\"%d\" "
                   "text-anchor=\"start\">%s</text>\n",
                   x, row, colours[i].colour, x + 20, row + 12, colours[i].text);
    }
}

/* The grid of one p, `top` pixels down; returns where it ends. */
static int svg_of(const struct fair_grid *g, int p, int top, struct buf *out)
{
    int rows = last_row(g, p) - g->q_least + 1;
    for (int k = g->k_least; k <= g->k_most; k++) {
        int x = LEFT + (k - g->k_least) * SIZE;
        buf_format(out,
                   "<text x=\"%d\" y=\"%d\">k=%d</text><text x=\"%d\" y=\"%d\" fill=\"#666\">p=%d</text>\n",
                   x + SIZE / 2, top - 26, k, x + SIZE / 2, top - 9, p ? p : k - g->delta);
    }
    for (int q = g->q_least; q <= last_row(g, p); q++) {
        int y = top + (q - g->q_least) * SIZE;
        buf_format(out, "<text x=\"%d\" y=\"%d\">q=%d</text>\n", LEFT - 24, y + SIZE / 2 + 4, q);
        for (int k = g->k_least; k <= g->k_most; k++)
            svg_cell(LEFT + (k - g->k_least) * SIZE, y, cell(g, p, k, q), out);
    }
    return top + (rows > 0 ? rows : 0) * SIZE;
}

static void svg_title(const struct fair_grid *g, struct buf *out)
{
    buf_format(out,
               "<text x=\"%d\" y=\"24\" font-size=\"15\" text-anchor=\"start\">Fairness of Connect(k,p,q)",
               LEFT - 40);
    if (g->p_least == 0)
        buf_format(out, ", k \xe2\x88\x92 p = %d", g->delta);
    else if (g->p_least == g->p_most)
        buf_format(out, ", p = %d", g->p_least);
    if (g->m != FAIR_INFINITE || g->n != FAIR_INFINITE) {
        buf_text(out, ", ");
        fair_side_format(g->m, out);
        buf_char(out, 'x');
        fair_side_format(g->n, out);
    }
    buf_format(
        out,
        "</text>\n<text x=\"%d\" y=\"41\" font-size=\"11\" text-anchor=\"start\" fill=\"#666\">B and W: "
        "proved, or informally proved</text>\n",
        LEFT - 40);
}

void fair_grid_svg(const struct fair_grid *g, struct buf *out)
{
    struct buf grids = BUF_EMPTY;
    int width = LEFT + (g->k_most - g->k_least + 1) * SIZE + 20, end = TOP - BETWEEN;
    for (int p = g->p_least; p <= g->p_most; p++)
        end = svg_of(g, p, end + BETWEEN, &grids);
    if (width < LEFT + 560)
        width = LEFT + 560;
    int height = end + BELOW;
    buf_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
               "font-size=\"13\" text-anchor=\"middle\">\n<style>rect{stroke:#888;stroke-width:.6}</style>\n"
               "<path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>\n",
               width, height, width, height);
    svg_title(g, out);
    buf_text(out, buf_str(&grids));
    buf_free(&grids);
    svg_legend(end + 16, out);
    buf_text(out, "</svg>\n");
}
