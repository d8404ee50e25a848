/* Parts of results; see assemble.h. */
#include "lab/grid/assemble.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { TRIES_MOST = 256 }; /* under way at a time */

struct try_parts {
    struct try_parts *next;
    struct grid_head head; /* of its first part that came */
    int have;
    struct buf *part; /* of each */
    void **message;
};

struct assembly {
    struct try_parts *first;
    int tries;
    struct try_parts *whole; /* the one that was completed last */
};

struct assembly *assembly_new(void)
{
    return mem_zero(1, sizeof(struct assembly));
}

static void free_try(struct try_parts *t)
{
    for (int i = 0; i < t->head.parts; i++)
        buf_free(&t->part[i]);
    free(t->part);
    free(t->message);
    free(t);
}

void assembly_free(struct assembly *a)
{
    for (struct try_parts *t = a->first, *next; t; t = next) {
        next = t->next;
        free_try(t);
    }
    free(a);
}

static struct try_parts *find(struct assembly *a, const struct grid_head *h)
{
    struct try_parts *t = a->first;
    while (t && (t->head.job != h->job || strcmp(t->head.try, h->try) != 0 ||
                 strcmp(t->head.worker, h->worker) != 0))
        t = t->next;
    return t;
}

static struct try_parts *begin(struct assembly *a, const struct grid_head *h)
{
    if (a->tries == TRIES_MOST)
        return NULL;
    struct try_parts *t = mem_zero(1, sizeof *t);
    t->head = *h;
    t->part = mem_zero((size_t)h->parts, sizeof *t->part);
    t->message = mem_zero((size_t)h->parts, sizeof *t->message);
    t->next = a->first;
    a->first = t;
    a->tries++;
    return t;
}

enum assembly_answer assembly_add(struct assembly *a, const struct grid_head *h, const char *body, size_t len,
                                  void *message)
{
    struct try_parts *t = find(a, h);
    if (!t && !(t = begin(a, h)))
        return ASSEMBLY_BAD;
    if (t->head.parts != h->parts || t->head.line != h->line || t->message[h->part] || len > GRID_CHUNK)
        return ASSEMBLY_BAD; /* also a part that was delivered twice */
    buf_bytes(&t->part[h->part], body, len);
    t->message[h->part] = message;
    if (++t->have < t->head.parts)
        return ASSEMBLY_MORE;
    a->whole = t;
    return ASSEMBLY_WHOLE;
}

static void unlink_try(struct assembly *a, struct try_parts *t)
{
    struct try_parts **at = &a->first;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    a->tries--;
    if (a->whole == t)
        a->whole = NULL;
}

int assembly_take(struct assembly *a, struct buf *bytes, void **messages, int most)
{
    struct try_parts *t = a->whole;
    int n = 0;
    for (int i = 0; i < t->head.parts; i++) {
        if (t->part[i].len)
            buf_bytes(bytes, t->part[i].text, t->part[i].len);
        if (n < most)
            messages[n++] = t->message[i];
    }
    unlink_try(a, t);
    free_try(t);
    return n;
}

void *assembly_drop(struct assembly *a, int64_t job)
{
    for (struct try_parts *t = a->first, *next; t; t = next) {
        next = t->next;
        if (t->head.job != job)
            continue;
        for (int i = 0; i < t->head.parts; i++)
            if (t->message[i]) {
                void *m = t->message[i];
                t->message[i] = NULL;
                return m;
            }
        unlink_try(a, t);
        free_try(t);
    }
    return NULL;
}
