/* Estimates of a game's size; see complexity.h. */
#include "connect/theory/complexity.h"

#include <math.h>

static double log10_factorial(double n)
{
    return lgamma(n + 1) / log(10);
}

/* log10 of the ways to choose b black and w white squares of n. */
static double log10_positions(int n, int b, int w)
{
    return log10_factorial(n) - log10_factorial(b) - log10_factorial(w) - log10_factorial(n - b - w);
}

/* Sums over every number of stones, turn by turn: Black has b and White w of them. */
static double count_positions(const struct rules *r)
{
    int n = r->m * r->n, b = 0, w = 0, left = r->q;
    bool black = true;
    double sum = 0; /* log10 */
    for (int stones = 0; stones < n; stones++) {
        if (black)
            b++;
        else
            w++;
        double more = log10_positions(n, b, w);
        sum = more > sum ? more + log10(1 + pow(10, sum - more)) : sum + log10(1 + pow(10, more - sum));
        if (--left == 0) {
            black = !black;
            left = r->p;
        }
    }
    return sum;
}

struct complexity complexity_of(const struct rules *r, int turns, int squares)
{
    struct complexity c;
    int n = r->m * r->n, full = 1 + (n > r->q ? (n - r->q + r->p - 1) / r->p : 0);
    c.state = n * log10(3);
    c.state_counts = count_positions(r);
    c.turns = turns > 0 ? turns : 30;
    if (c.turns > full)
        c.turns = full;
    c.choices_squares = squares > 0 ? squares : (int)lround(n * 300.0 / 361);
    if (c.choices_squares < 1)
        c.choices_squares = 1;
    double choices = r->p * log10(c.choices_squares) - log10_factorial(r->p);
    c.choices = choices > 0 ? choices : 0;
    c.tree = c.turns * c.choices;
    return c;
}
