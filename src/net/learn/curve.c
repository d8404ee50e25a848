/* The learning curve as SVG; see curve.h. */
#include "net/learn/curve.h"

#include <math.h>

enum { WIDTH = 640, HEIGHT = 200, LEFT = 50, TOP = 24, GAP = 50, GRID = 4 };

struct line {
    const char *name, *colour;
    double (*of)(const struct train_mark *m);
};

struct panel {
    const char *title;
    const struct line *line;
    int lines;
    bool percent;
};

static double learn_policy(const struct train_mark *m)
{
    return m->learn_policy;
}

static double test_policy(const struct train_mark *m)
{
    return m->test_policy;
}

static double learn_first(const struct train_mark *m)
{
    return 100 * m->learn_first;
}

static double test_first(const struct train_mark *m)
{
    return 100 * m->test_first;
}

static double test_right(const struct train_mark *m)
{
    return 100 * m->test_value_right;
}

static const struct line losses[] = {{"learned", "#888", learn_policy}, {"test", "#06c", test_policy}};
static const struct line shares[] = {{"learned", "#888", learn_first},
                                     {"test", "#06c", test_first},
                                     {"test, value right", "#c60", test_right}};
static const struct panel panels[] = {{"loss of the policy", losses, 2, false},
                                      {"right, per cent (first choice)", shares, 3, true}};

/* A number with its thousands or millions, short. */
static void number(double x, struct buf *out)
{
    buf_format(out,
               x >= 1e6   ? "%.3gM"
               : x >= 1e3 ? "%.3gk"
                          : "%.3g",
               x >= 1e6   ? x / 1e6
               : x >= 1e3 ? x / 1e3
                          : x);
}

static void draw_line(const struct train_state *s, const struct line *l, double low, double high, int top,
                      struct buf *out)
{
    double right = (double)s->curve[s->marks - 1].samples;
    buf_format(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", l->colour);
    for (size_t i = 0; i < s->marks; i++)
        buf_format(out, "%.1f,%.1f ", LEFT + WIDTH * (double)s->curve[i].samples / right,
                   top + HEIGHT * (high - l->of(&s->curve[i])) / (high - low));
    buf_format(out, "\"><title>%s</title></polyline>\n", l->name);
}

static void draw_panel(const struct train_state *s, const struct panel *p, int top, struct buf *out)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < s->marks; i++)
        for (int k = 0; k < p->lines; k++) {
            double v = p->line[k].of(&s->curve[i]);
            low = v > 0 ? fmin(low, v) : low;
            high = fmax(high, v);
        }
    if (!(high > low))
        low = high - 1;
    buf_format(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", LEFT, top - 8, p->title);
    for (int i = 0; i <= GRID; i++) {
        double y = top + HEIGHT * i / (double)GRID, v = high - (high - low) * i / GRID;
        buf_format(out,
                   "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" "
                   "text-anchor=\"end\">%.*f</text>\n",
                   LEFT, y, WIDTH, LEFT - 4, y + 4, p->percent ? 1 : 2, v);
    }
    for (int k = 0; k < p->lines; k++) {
        draw_line(s, &p->line[k], low, high, top, out);
        buf_format(out, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", LEFT + 220 + 110 * k, top - 8,
                   p->line[k].colour, p->line[k].name);
    }
    for (int i = 0; i <= GRID; i++) {
        buf_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", LEFT + WIDTH * i / GRID,
                   top + HEIGHT + 16);
        number((double)s->curve[s->marks - 1].samples * i / GRID, out);
        buf_text(out, "</text>\n");
    }
}

void curve_svg(const struct train_state *s, const char *title, struct buf *out)
{
    int panel_count = (int)(sizeof panels / sizeof *panels), height = TOP + panel_count * (HEIGHT + GAP) + 10;
    buf_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
        "font-size=\"11\">\n<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        LEFT + WIDTH + 30, height, title);
    for (int i = 0; s->marks && i < panel_count; i++)
        draw_panel(s, &panels[i], TOP + i * (HEIGHT + GAP), out);
    buf_text(out, "</svg>\n");
}
