/* What is thought of workers; see roster.h. */
#include "lab/grid/roster.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static size_t place(const struct roster *r, const char *name)
{
    size_t from = 0, to = r->count;
    while (from < to) {
        size_t mid = (from + to) / 2;
        if (strcmp(r->entry[mid].name, name) < 0)
            from = mid + 1;
        else
            to = mid;
    }
    return from;
}

static struct roster_entry *find(const struct roster *r, const char *name)
{
    size_t at = place(r, name);
    return at < r->count && strcmp(r->entry[at].name, name) == 0 ? &r->entry[at] : NULL;
}

/* The entry of a name, a new one if need be. NULL if there are too many: then the name is not remembered, and the
 * lab itself still knows those who lied. */
static struct roster_entry *enter(struct roster *r, const char *name, double now)
{
    struct roster_entry *x = find(r, name);
    if (x)
        return x;
    if (r->count == ROSTER_MOST)
        roster_expire(r, now);
    if (r->count == ROSTER_MOST || strlen(name) >= sizeof x->name)
        return NULL;
    size_t at = place(r, name);
    r->entry = mem_grow(r->entry, &r->room, r->count + 1, sizeof *r->entry);
    x = r->entry + at;
    memmove(x + 1, x, (r->count++ - at) * sizeof *x);
    *x = (struct roster_entry){.at = now};
    strcpy(x->name, name);
    return x;
}

void roster_free(struct roster *r)
{
    free(r->entry);
    *r = (struct roster){NULL, 0, 0};
}

void roster_shun(struct roster *r, const char *name, double now)
{
    struct roster_entry *x = enter(r, name, now);
    if (x)
        x->shunned = true;
}

void roster_fault(struct roster *r, const char *name, double now)
{
    struct roster_entry *x = enter(r, name, now);
    if (!x)
        return;
    double rest = ROSTER_REST;
    for (int i = 0; i < x->faults && rest < ROSTER_REST_MOST; i++)
        rest *= 2;
    x->faults++;
    x->at = now;
    x->until = now + (rest < ROSTER_REST_MOST ? rest : ROSTER_REST_MOST);
}

void roster_rest(struct roster *r, const char *name, double until, double now)
{
    struct roster_entry *x = enter(r, name, now);
    if (x && x->until < until)
        x->until = until;
}

void roster_good(struct roster *r, const char *name, double now)
{
    struct roster_entry *x = enter(r, name, now);
    if (!x)
        return;
    x->faults /= 2;
    x->good++;
    x->at = now;
}

bool roster_proven(const struct roster *r, const char *name)
{
    const struct roster_entry *x = find(r, name);
    return x && x->good > 0 && x->faults == 0;
}

bool roster_shunned(const struct roster *r, const char *name)
{
    const struct roster_entry *x = find(r, name);
    return x && x->shunned;
}

bool roster_able(const struct roster *r, const char *name, double now)
{
    const struct roster_entry *x = find(r, name);
    return !x || (!x->shunned && x->until <= now);
}

void roster_expire(struct roster *r, double now)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        const struct roster_entry *x = &r->entry[i];
        if (x->shunned || x->until > now || now - x->at < ROSTER_MEMORY)
            r->entry[kept++] = *x;
    }
    r->count = kept;
}
