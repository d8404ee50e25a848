/* How much memory and disk the labs of a server take together; see inner.h.
 *
 * A lab that is run, asked or exported has its whole tree in memory. So before it is opened, the bytes that it will have there are
 * taken off what all of them may have; a lab that runs takes more as it grows. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lab/view.h"
#include "server/workshop/inner.h"
#include "json/game.h"

/* Bytes of a node beside its key, and of an edge: struct graph_node, its places in tables, the certificate's number; of an edge also its
 * squares. What grows has room for as much again. */
enum { NODE_BYTES = 2 * (64 + 16 + 8), EDGE_BYTES = 2 * (28 + 8 + 8) };

size_t weight_of(const struct rules *r, int64_t nodes, int64_t edges)
{
    size_t key = (size_t)(r->m * r->n) / 4 + 8;
    return (size_t)nodes * (2 * key + NODE_BYTES) + (size_t)edges * (EDGE_BYTES + 4 * (size_t)r->p);
}

/* What the tree of a file will take; a file that cannot be read takes nothing, and is refused by whoever opens it. */
static size_t weigh(const char *path)
{
    struct err e;
    struct lab_view *v = lab_view_open(path, &e);
    json_t *j = v ? lab_view_summary(v, &e) : NULL;
    struct rules r;
    size_t bytes = 0;
    if (j && game_rules(j, &r, &e))
        bytes = weight_of(&r, json_integer_value(json_object_get(j, "nodes")),
                          json_integer_value(json_object_get(j, "edges")));
    json_decref(j);
    lab_view_close(v);
    return bytes;
}

bool weight_take(struct workshop *w, const char *path, size_t *bytes)
{
    *bytes = weigh(path);
    pthread_mutex_lock(&w->lock);
    bool ok = *bytes <= w->memory_most - (w->memory < w->memory_most ? w->memory : w->memory_most);
    if (ok)
        w->memory += *bytes;
    else
        *bytes = 0;
    pthread_mutex_unlock(&w->lock);
    return ok;
}

bool weight_change(struct workshop *w, size_t *bytes, size_t now)
{
    pthread_mutex_lock(&w->lock);
    w->memory += now - *bytes;
    *bytes = now;
    bool ok = w->memory <= w->memory_most;
    pthread_mutex_unlock(&w->lock);
    return ok;
}

bool weight_disk(struct workshop *w)
{
    return workshop_bytes(w) <= (int64_t)LIMIT_LABS_MEGABYTES * 1000000;
}
