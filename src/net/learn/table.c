/* Measured nets in tables and pictures; see table.h. */
#include "net/learn/table.h"

#include <limits.h>
#include <math.h>

/* Moves before a position, by phase: games of Go have 100 to 400, those of Connect6 some 40 stones. */
static const int begins[TABLE_PHASES] = {0, 10, 20, 40, 80, 120, 160, 200, 240};

void table_phase(int phase, int *first, int *last)
{
    *first = begins[phase];
    *last = phase + 1 < TABLE_PHASES ? begins[phase + 1] - 1 : INT_MAX;
}

void table_add(struct table *t, const struct data_sample *s, const float *value, const struct loss_sum *one)
{
    int phase = 0;
    while (phase + 1 < TABLE_PHASES && begins[phase + 1] <= s->moves)
        phase++;
    loss_join(&t->phase[phase], one);
    loss_join(&t->level[s->level < TABLE_LEVELS ? s->level : TABLE_LEVELS - 1], one);
    if (!value || !(s->weight > 0))
        return;
    double chance = 1 / (1 + exp(-(double)*value));
    int tenth = (int)(chance * TABLE_TENTHS);
    struct table_tenth *x = &t->tenth[tenth < TABLE_TENTHS ? tenth : TABLE_TENTHS - 1];
    x->n++;
    x->said += chance;
    x->won += (double)s->target;
}

void table_join(struct table *t, const struct table *other)
{
    for (int i = 0; i < TABLE_PHASES; i++)
        loss_join(&t->phase[i], &other->phase[i]);
    for (int i = 0; i < TABLE_LEVELS; i++)
        loss_join(&t->level[i], &other->level[i]);
    for (int i = 0; i < TABLE_TENTHS; i++) {
        t->tenth[i].n += other->tenth[i].n;
        t->tenth[i].said += other->tenth[i].said;
        t->tenth[i].won += other->tenth[i].won;
    }
}

double table_off(const struct table_tenth *t)
{
    return t->n ? (t->said - t->won) / (double)t->n : 0;
}

/* ---- The picture ---- */

enum { SIZE = 260, LEFT = 44, TOP = 30, GAP = 70, GRID = 5, WIDTH = LEFT + 2 * SIZE + GAP + 20 };

/* A square with per cents up its side. */
static void draw_frame(int left, const char *title, struct buf *out)
{
    buf_format(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", left, TOP - 10, title);
    for (int i = 0; i <= GRID; i++) {
        double y = TOP + SIZE * (1 - i / (double)GRID);
        buf_format(out,
                   "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" "
                   "text-anchor=\"end\">%d</text>\n",
                   left, y, SIZE, left - 4, y + 4, 100 * i / GRID);
    }
}

static void draw_dot(double x, double y, double size, const char *title, double value, struct buf *out)
{
    buf_format(out,
               "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#06c\"><title>%s%.1f%%</title></circle>\n",
               x, y, size, title, 100 * value);
}

static void draw_among(const struct loss_score *all, struct buf *out)
{
    draw_frame(LEFT, "the move is among the first n, per cent", out);
    for (int i = 0; i < LOSS_RANKS; i++) {
        double x = LEFT + SIZE * (i + 0.5) / LOSS_RANKS;
        draw_dot(x, TOP + SIZE * (1 - all->top[i]), 3, "", all->top[i], out);
        buf_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x, TOP + SIZE + 16,
                   i + 1);
    }
}

/* Larger dots have more positions behind them. */
static void draw_chances(const struct table *t, struct buf *out)
{
    int left = LEFT + SIZE + GAP;
    uint64_t most = 1;
    draw_frame(left, "won, per cent, by the chance told", out);
    for (int i = 0; i < TABLE_TENTHS; i++)
        most = t->tenth[i].n > most ? t->tenth[i].n : most;
    buf_format(out, "<path d=\"M%d %dL%d %d\" stroke=\"#888\"/>\n", left, TOP + SIZE, left + SIZE, TOP);
    for (int i = 0; i <= GRID; i++)
        buf_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                   left + SIZE * i / (double)GRID, TOP + SIZE + 16, 100 * i / GRID);
    for (int i = 0; i < TABLE_TENTHS; i++) {
        const struct table_tenth *x = &t->tenth[i];
        double n = (double)x->n;
        if (x->n)
            draw_dot(left + SIZE * x->said / n, TOP + SIZE * (1 - x->won / n), 2 + 4 * sqrt(n / (double)most),
                     "won ", x->won / n, out);
    }
}

void table_svg(const struct table *t, const struct loss_score *all, const char *title, struct buf *out)
{
    buf_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
        "font-size=\"11\">\n<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        WIDTH, TOP + SIZE + 30, title);
    draw_among(all, out);
    if (all->values)
        draw_chances(t, out);
    buf_text(out, "</svg>\n");
}
