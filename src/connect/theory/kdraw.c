/* Bounds on drawn games, and a picture of them; see kdraw.h. */
#include "connect/theory/kdraw.h"

#include <assert.h>
#include <math.h>

long long kdraw_theorem2(long long p, int *d)
{
    assert(p >= 1);
    int n = 1;
    while ((1LL << n) - n - 2 < p)
        n++;
    if (d)
        *d = n;
    return 3 * p + 3 * n - 1;
}

long long kdraw_hsieh_tsai(long long p)
{
    return 4 * p + 7;
}

long long kdraw_pluhar(long long p)
{
    return p >= 1000 ? p + (long long)ceil(80 * log2((double)p) + 160) : 0;
}

long long kdraw(long long p, const char **why)
{
    const char *name;
    long long k;
    if (p == 1) {
        k = 8;
        name = "Zetters 1980";
    } else if (p == 2) {
        k = 11;
        name = "Theorem 1";
    } else {
        /* Theorem 2 is never above 4p+7: d is 4 at p = 4, where they meet, and grows as log2 p after. */
        long long pluhar = kdraw_pluhar(p);
        k = kdraw_theorem2(p, NULL);
        name = "Theorem 2";
        if (pluhar && pluhar < k) {
            k = pluhar;
            name = "Pluhar 2002";
        }
    }
    if (why)
        *why = name;
    return k;
}

/* ---- The picture ---- */

enum { WIDTH = 720, HEIGHT = 420, LEFT = 56, RIGHT = 24, TOP = 44, BOTTOM = 52 };
static const double highest = 12; /* of k/p: 4p+7 at p = 1 is 11 */

static double x_of(double p, double most)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * log(p) / log(most > 1 ? most : 2);
}

static double y_of(double ratio)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * ratio / highest;
}

static void curve(long long most, long long (*bound)(long long p), const char *style, struct buf *out)
{
    buf_format(out, "<path class=\"%s\" d=\"", style);
    double last_x = -10;
    char step = 'M';
    for (long long p = 1; p <= most; p++) {
        long long k = bound(p);
        double x = x_of((double)p, (double)most);
        /* Points closer than half a pixel would only cost bytes. */
        if (k == 0 || (x - last_x < 0.5 && p != most))
            continue;
        buf_format(out, "%c%.1f %.1f", step, x, y_of((double)k / (double)p));
        step = 'L';
        last_x = x;
    }
    buf_text(out, "\"/>\n");
}

static long long best(long long p)
{
    return kdraw(p, NULL);
}

static long long theorem2(long long p)
{
    return kdraw_theorem2(p, NULL);
}

static void axes(long long most, struct buf *out)
{
    for (int r = 0; r <= (int)highest; r += 2)
        buf_format(
            out,
            "<path class=\"g\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
            LEFT, y_of(r), WIDTH - RIGHT, LEFT - 8, y_of(r) + 4, r);
    static const long long marks[] = {1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 10000, 100000, 1000000};
    for (size_t i = 0; i < sizeof marks / sizeof *marks && marks[i] <= most; i++)
        buf_format(out,
                   "<path class=\"g\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" "
                   "text-anchor=\"middle\">%lld</text>\n",
                   x_of((double)marks[i], (double)most), TOP, HEIGHT - BOTTOM,
                   x_of((double)marks[i], (double)most), HEIGHT - BOTTOM + 18, marks[i]);
    buf_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">p, stones a turn</text>\n", WIDTH / 2,
               HEIGHT - 12);
}

static void legend(struct buf *out)
{
    static const struct {
        const char *style, *text;
    } entries[] = {{"a", "4p+7 (Hsieh, Tsai)"},
                   {"t", "Theorem 2: 3p+3d\xe2\x88\x92"
                         "1"},
                   {"k", "least k known"},
                   {"u", "Pluh\xc3\xa1r, p \xe2\x89\xa5 1000"}};
    for (int i = 0; i < 4; i++)
        buf_format(out, "<path class=\"%s\" d=\"M%d %dh28\"/><text x=\"%d\" y=\"%d\">%s</text>\n",
                   entries[i].style, WIDTH - 210, TOP + 16 + 20 * i, WIDTH - 174, TOP + 20 + 20 * i,
                   entries[i].text);
}

void kdraw_svg(long long most, struct buf *out)
{
    buf_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
               "font-size=\"12\">\n<style>.g{stroke:#ddd}.a,.t,.k,.u{fill:none;stroke-width:2}.a{stroke:#999}"
               ".t{stroke:#07c;stroke-dasharray:5 3}.k{stroke:#c30}.u{stroke:#283;stroke-width:4}</style>\n"
               "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
               "<text x=\"%d\" y=\"24\" font-size=\"15\">Connect(k, p) is drawn from this k on: k/p against "
               "p</text>\n",
               WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    axes(most, out);
    curve(most, kdraw_hsieh_tsai, "a", out);
    curve(most, best, "k", out);
    curve(most, theorem2, "t", out);
    if (most > 1000)
        curve(most, kdraw_pluhar, "u", out);
    else if (most == 1000)
        buf_format(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#283\"/>\n", x_of(1000, 1000),
                   y_of((double)kdraw_pluhar(1000) / 1000));
    legend(out);
    buf_text(out, "</svg>\n");
}
