/* Who is there; see signs.h. */
#include "lab/grid/signs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static int compare(const struct grid_sign *a, const struct grid_sign *b)
{
    if (a->role != b->role)
        return a->role < b->role ? -1 : 1;
    int order = strcmp(a->name, b->name);
    return order ? order : strcmp(a->lab, b->lab);
}

/* The place of a sign, or where it would be. */
static size_t place(const struct grid_signs *s, const struct grid_sign *sign)
{
    size_t from = 0, to = s->count;
    while (from < to) {
        size_t mid = (from + to) / 2;
        if (compare(&s->seen[mid].sign, sign) < 0)
            from = mid + 1;
        else
            to = mid;
    }
    return from;
}

static struct grid_seen *find(const struct grid_signs *s, const struct grid_sign *sign)
{
    size_t at = place(s, sign);
    return at < s->count && compare(&s->seen[at].sign, sign) == 0 ? &s->seen[at] : NULL;
}

bool grid_signs_may(struct grid_signs *s, const char *subject, double now)
{
    struct grid_sign sign = {.state = GRID_IDLE};
    if (!grid_subject_sign(subject, &sign.role, sign.name))
        return false;
    struct grid_seen *x = sign.role == GRID_WORKER ? find(s, &sign) : NULL;
    if (!x)
        return true;
    x->tokens += (now - x->filled) * GRID_SIGN_BURST;
    if (x->tokens > GRID_SIGN_BURST)
        x->tokens = GRID_SIGN_BURST;
    x->filled = now;
    if (x->tokens < 1)
        return false;
    x->tokens--;
    return true;
}

static void forget(struct grid_signs *s, struct grid_seen *x)
{
    size_t at = (size_t)(x - s->seen);
    memmove(x, x + 1, (--s->count - at) * sizeof *x);
}

/* Has this coordinator so many labs that another one would be a joke? */
static bool crowded(const struct grid_signs *s, const struct grid_sign *sign)
{
    int n = 0;
    if (sign->role == GRID_COORDINATOR)
        for (size_t i = 0; i < s->count; i++)
            n += s->seen[i].sign.role == sign->role && strcmp(s->seen[i].sign.name, sign->name) == 0;
    return n >= GRID_LABS_MOST;
}

bool grid_signs_add(struct grid_signs *s, const struct grid_sign *sign, double now)
{
    struct grid_seen *x = find(s, sign);
    if (sign->state == GRID_LEAVES) {
        if (x)
            forget(s, x);
        return true;
    }
    if (!x) {
        if (s->count == GRID_SIGNS_MOST)
            grid_signs_expire(s, now);
        if (s->count == GRID_SIGNS_MOST || crowded(s, sign))
            return false;
        size_t at = place(s, sign);
        s->seen = mem_grow(s->seen, &s->room, s->count + 1, sizeof *s->seen);
        x = s->seen + at;
        memmove(x + 1, x, (s->count++ - at) * sizeof *x);
        *x = (struct grid_seen){.idle = now, .tokens = GRID_SIGN_BURST, .filled = now};
    }
    x->sign = *sign;
    x->at = now;
    return true;
}

void grid_signs_expire(struct grid_signs *s, double now)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++)
        if (grid_signs_lately(s, &s->seen[i], now)) {
            if (kept != i)
                s->seen[kept] = s->seen[i];
            kept++;
        }
    s->count = kept;
}

void grid_signs_free(struct grid_signs *s)
{
    free(s->seen);
    *s = (struct grid_signs){NULL, 0, 0, 0};
}

bool grid_signs_lately(const struct grid_signs *s, const struct grid_seen *x, double now)
{
    return now - (x->at > s->heard ? x->at : s->heard) < GRID_GONE_SECONDS;
}

struct grid_seen *grid_signs_worker(const struct grid_signs *s, const char *name, double now)
{
    struct grid_sign sign = {.role = GRID_WORKER};
    if (strlen(name) >= sizeof sign.name)
        return NULL;
    strcpy(sign.name, name);
    struct grid_seen *x = find(s, &sign);
    return x && grid_signs_lately(s, x, now) ? x : NULL;
}

int grid_signs_others(const struct grid_signs *s, const char *coordinator, const char *lab, double now)
{
    int n = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct grid_sign *x = &s->seen[i].sign;
        n += x->role == GRID_COORDINATOR && grid_signs_lately(s, &s->seen[i], now) &&
             (strcmp(x->name, coordinator) != 0 || strcmp(x->lab, lab) != 0);
    }
    return n;
}

bool grid_sign_holds(const struct grid_sign *s, const struct grid_held *of)
{
    for (int i = 0; i < s->helds; i++)
        if (grid_held_same(&s->held[i], of))
            return true;
    return false;
}
