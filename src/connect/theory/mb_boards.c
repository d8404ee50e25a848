/* The boards of the paper by name; see mb.h.
 *
 * The figures of BZ(L) and BN(L) as restored: a strip L rows high. BN(L) has every column and every
 * diagonal (one step right a row) as a line. BZ(L) is cut into zones of L columns; even zones have their
 * columns as lines, odd zones their rows, and the diagonals are those of BN(L). Transposing the odd zones
 * maps one onto the other (Lemma 3; a test does it). The strips are infinite in the paper; here they are
 * closed to rings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect/theory/mb.h"

static int at(const struct mb_board *b, int x, int y)
{
    char name[40];
    snprintf(name, sizeof name, "%d,%d", x, y);
    return mb_find(b, name, strlen(name));
}

/* Squares (x, y) for all x < width, y < height; false if they do not fit. */
static bool add_grid(struct mb_board *b, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            char name[40];
            snprintf(name, sizeof name, "%d,%d", x, y);
            if (mb_add_square(b, name) < 0)
                return false;
        }
    return true;
}

/* A line of n squares from (x, y), columns taken modulo `ring`. Squares that do not exist are left out. */
static bool add_run(struct mb_board *b, int x, int y, int dx, int dy, int n, int ring)
{
    mb_set s = 0;
    for (int i = 0; i < n; i++) {
        int found = at(b, (x + i * dx) % ring, y + i * dy);
        if (found >= 0)
            s |= mb_bit(found);
    }
    return !s || mb_add_line(b, s);
}

/* One exclusive square for every line, named after it. */
static bool add_exclusive(struct mb_board *b)
{
    for (int l = 0; l < b->lines; l++) {
        char name[40];
        snprintf(name, sizeof name, "x%d", l);
        int s = mb_add_square(b, name);
        if (s < 0)
            return false;
        b->line[l] |= mb_bit(s);
        b->exclusive |= mb_bit(s);
    }
    return true;
}

/* P(h,w): square "x,y" is x columns from the left of row y, so a slanted column keeps x, and a vertical goes
 * one back in x with every row. */
static bool parallelogram(struct mb_board *b, int h, int w)
{
    if (w < h || !add_grid(b, w, h))
        return false;
    bool ok = true;
    for (int y = 0; y < h; y++)
        ok = ok && add_run(b, 0, y, 1, 0, w, w);
    for (int x = 0; x < w; x++)
        ok = ok && add_run(b, x, 0, 0, 1, h, w);
    for (int x = h - 1; x < w; x++)
        ok = ok && add_run(b, x, 0, -1, 1, h, w);
    return ok;
}

static bool strip_n(struct mb_board *b, int l, int n)
{
    if (n < l || !add_grid(b, n, l))
        return false;
    bool ok = true;
    for (int x = 0; x < n; x++)
        ok = ok && add_run(b, x, 0, 0, 1, l, n) && add_run(b, x, 0, 1, 1, l, n);
    return ok;
}

static bool strip_z(struct mb_board *b, int l, int zones)
{
    int n = l * zones;
    if (zones % 2 || !add_grid(b, n, l))
        return false;
    bool ok = true;
    for (int z = 0; z < zones; z++)
        for (int i = 0; i < l; i++)
            ok = ok && (z % 2 ? add_run(b, z * l, i, 1, 0, l, n) : add_run(b, z * l + i, 0, 0, 1, l, n));
    for (int x = 0; x < n; x++)
        ok = ok && add_run(b, x, 0, 1, 1, l, n);
    return ok;
}

static bool rectangle(struct mb_board *b, int m, int n, bool corner)
{
    for (int y = 0; y < m; y++)
        for (int x = 0; x < n; x++) {
            char name[40];
            snprintf(name, sizeof name, "%d,%d", x, y);
            if ((corner || x || y) && mb_add_square(b, name) < 0)
                return false;
        }
    bool ok = true;
    for (int y = 0; y < m; y++)
        ok = ok && add_run(b, 0, y, 1, 0, n, n);
    for (int x = 0; x < n; x++)
        ok = ok && add_run(b, x, 0, 0, 1, m, n);
    return ok && add_exclusive(b);
}

static bool strip_nx(struct mb_board *b, int l, int n)
{
    return strip_n(b, l, n) && add_exclusive(b);
}

static bool rectangle_x(struct mb_board *b, int m, int n)
{
    return rectangle(b, m, n, true);
}

static bool rectangle_x_minus(struct mb_board *b, int m, int n)
{
    return rectangle(b, m, n, false);
}

static const struct {
    const char *name;
    bool (*build)(struct mb_board *b, int first, int second);
} families[] = {
    {"P", parallelogram}, {"BN", strip_n},        {"BZ", strip_z},
    {"BNX", strip_nx},    {"BrecX", rectangle_x}, {"BrecX-", rectangle_x_minus},
};

bool mb_builtin(const char *name, struct mb_board *out, struct err *e)
{
    if (strcmp(name, "B2") == 0) {
        mb_begin(out, name);
        return parallelogram(out, 4, 6);
    }
    size_t len = strcspn(name, "(");
    int first, second, end = 0;
    if (name[len] == '(' && sscanf(name + len, "(%3d,%3d)%n", &first, &second, &end) == 2 && end > 0 &&
        name[len + (size_t)end] == '\0')
        for (size_t i = 0; i < sizeof families / sizeof *families; i++)
            if (strlen(families[i].name) == len && memcmp(families[i].name, name, len) == 0) {
                mb_begin(out, name);
                return (first >= 1 && second >= 1 && families[i].build(out, first, second)) ||
                       err_set(e, "no board %s: the sizes do not fit the shape, or %d squares and lines",
                               name, MB_SQUARES);
            }
    return err_set(e,
                   "no built-in board '%.40s'; there are B2, P(h,w), BN(L,n), BZ(L,z), BNX(L,n), BrecX(m,n), "
                   "BrecX-(m,n)",
                   name);
}
