/* First ratings and themes; see grade.h. */
#include "connect/puzzle/grade.h"

#include <math.h>

enum { GRADE_START = 1145 };
enum { RATING_LEAST = 400, RATING_MOST = 3000, SMALL_STONES = 14, CROWDED_STONES = 40 };

static double clamp(double x)
{
    return x < RATING_LEAST ? RATING_LEAST : x > RATING_MOST ? RATING_MOST : x;
}

const char *const grade_names[GRADES] = {
#define GRADE_NAME(name, points, about) [GRADE_##name] = #name,
    GRADE_WEIGHTS(GRADE_NAME)
#undef GRADE_NAME
};

static double log_of(double n)
{
    return log2(1 + n);
}

void grade_values(const struct puzzle *p, const struct grade_features *f, double out[GRADES])
{
    bool win = p->kind == PUZZLE_WIN;
    out[GRADE_turns] = win ? f->turns : 0;
    out[GRADE_firsts] = log_of(f->firsts);
    out[GRADE_wrong] = log_of(f->forcing - f->firsts);
    out[GRADE_tempting] = log_of(f->tempting);
    out[GRADE_deepest] = f->deepest;
    out[GRADE_single] = f->single;
    out[GRADE_counters] = f->counters;
    out[GRADE_tree] = log_of((double)f->proof);
    out[GRADE_stones] = f->stones;
    out[GRADE_spread] = f->spread;
    out[GRADE_edge] = f->edge;
    out[GRADE_defence] = !win;
    out[GRADE_one] = p->before->rules.p == 1;
}

int grade_rating(const struct puzzle *p, const struct grade_features *f)
{
    static const double points[GRADES] = {
#define GRADE_POINTS(name, points, about) points,
        GRADE_WEIGHTS(GRADE_POINTS)
#undef GRADE_POINTS
    };
    double value[GRADES], x = GRADE_START;
    grade_values(p, f, value);
    for (int i = 0; i < GRADES; i++)
        x += points[i] * value[i];
    return (int)clamp(x);
}

unsigned grade_themes(const struct puzzle *p, const struct grade_features *f)
{
    bool win = p->kind == PUZZLE_WIN;
    bool has[THEMES] = {
        [THEME_DOUBLE] = win && !f->single && p->before->rules.p > 1,
        [THEME_SINGLE] = f->single,
        [THEME_COUNTER] = f->counters > 0,
        [THEME_TEMPTING] = f->tempting >= 5 && f->deepest >= 2 && f->forcing > 2 * f->firsts,
        [THEME_ONLY] = f->firsts == 1,
        [THEME_FREE] = f->free,
        [THEME_EDGE] = f->edge,
        [THEME_SMALL] = f->stones <= SMALL_STONES,
        [THEME_CROWDED] = f->stones >= CROWDED_STONES,
    };
    unsigned bits = 0;
    for (int i = 0; i < THEMES; i++)
        bits |= (unsigned)has[i] << i;
    return bits;
}
