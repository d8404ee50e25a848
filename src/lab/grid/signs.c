/* Who is there; see signs.h. */
#include "lab/grid/signs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lab/grid/link.h"

enum { SIGNS_MOST = 20000 }; /* names that are remembered: more would be somebody's joke */

/* The place of a name, or where it would be. */
static size_t place(const struct grid_signs *s, const char *name)
{
    size_t from = 0, to = s->count;
    while (from < to) {
        size_t mid = (from + to) / 2;
        if (strcmp(s->seen[mid].sign.name, name) < 0)
            from = mid + 1;
        else
            to = mid;
    }
    return from;
}

static bool is(const struct grid_signs *s, size_t at, const char *name)
{
    return at < s->count && strcmp(s->seen[at].sign.name, name) == 0;
}

void grid_signs_add(struct grid_signs *s, const struct grid_sign *sign, double now)
{
    size_t at = place(s, sign->name);
    if (!is(s, at, sign->name)) {
        if (s->count == SIGNS_MOST)
            return;
        s->seen = mem_grow(s->seen, &s->room, s->count + 1, sizeof *s->seen);
        memmove(s->seen + at + 1, s->seen + at, (s->count++ - at) * sizeof *s->seen);
    }
    s->seen[at] = (struct grid_seen){*sign, now};
}

void grid_signs_free(struct grid_signs *s)
{
    free(s->seen);
    *s = (struct grid_signs){NULL, 0, 0};
}

static bool lately(const struct grid_seen *x, double now)
{
    return now - x->at < GRID_GONE_SECONDS;
}

static int count(const struct grid_signs *s, bool coordinators, double now)
{
    int n = 0;
    for (size_t i = 0; i < s->count; i++)
        n += lately(&s->seen[i], now) && (s->seen[i].sign.state == GRID_COORDINATES) == coordinators;
    return n;
}

int grid_signs_workers(const struct grid_signs *s, double now)
{
    return count(s, false, now);
}

int grid_signs_coordinators(const struct grid_signs *s, double now)
{
    return count(s, true, now);
}

bool grid_signs_has(const struct grid_signs *s, const char *name, double now)
{
    size_t at = place(s, name);
    return is(s, at, name) && lately(&s->seen[at], now);
}

const char *grid_signs_who(const struct grid_signs *s, const char *coordinator, int64_t job, double now)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct grid_sign *x = &s->seen[i].sign;
        if (x->state == GRID_BUSY && x->job == job && lately(&s->seen[i], now) &&
            strcmp(x->coordinator, coordinator) == 0)
            return x->name;
    }
    return NULL;
}

bool grid_signs_busy(const struct grid_signs *s, const char *coordinator, int64_t job, double now)
{
    return grid_signs_who(s, coordinator, job, now);
}
