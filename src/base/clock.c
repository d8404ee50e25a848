/* Clocks and deadlines; see clock.h. */
#include "base/clock.h"

#include <stddef.h>
#include <time.h>

static double read_clock(clockid_t id)
{
    struct timespec t;
    /* Browsers have no clock of processor time: limits by it are limits by the wall there. */
    if (clock_gettime(id, &t) != 0)
        clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double clock_cpu(enum cpu_clock of)
{
    return read_clock(of == CPU_THREAD ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID);
}

struct deadline deadline_in(double seconds, double cpu, enum cpu_clock of, const atomic_bool *stop)
{
    return (struct deadline){seconds > 0 ? clock_now() + seconds : 0, cpu > 0 ? clock_cpu(of) + cpu : 0, of,
                             stop};
}

struct deadline limits_from_now(const struct limits *l, enum cpu_clock of)
{
    return deadline_in(l->seconds, l->cpu, of, l->stop);
}

struct deadline deadline_now(const struct deadline *d)
{
    return (struct deadline){d->wall > 0 ? clock_now() : 0, d->cpu > 0 ? clock_cpu(d->of) : 0, d->of,
                             d->stop};
}

struct deadline deadline_between(const struct deadline *from, const struct deadline *to, double share)
{
    struct deadline out = *to; /* where it has no limit, neither has `from` */
    out.wall = from->wall + (to->wall - from->wall) * share;
    out.cpu = from->cpu + (to->cpu - from->cpu) * share;
    return out;
}

static double first(double a, double b)
{
    return a > 0 && (a < b || !(b > 0)) ? a : b;
}

struct deadline deadline_first(const struct deadline *a, const struct deadline *b)
{
    return (struct deadline){first(a->wall, b->wall), first(a->cpu, b->cpu), b->of, b->stop};
}

bool deadline_over(const struct deadline *d)
{
    return (d->stop && atomic_load_explicit(d->stop, memory_order_relaxed)) ||
           (d->wall > 0 && clock_now() >= d->wall) || (d->cpu > 0 && clock_cpu(d->of) >= d->cpu);
}

bool pulse_look(struct pulse *p)
{
    p->left = PULSE_STEPS;
    p->over = p->over || (p->until && deadline_over(p->until));
    return p->over;
}
