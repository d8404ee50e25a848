/* Those of other versions; see older.h. */
#include "lab/grid/older.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "lab/grid/frame.h"

static bool note(struct grid_older *o, const char *name)
{
    for (size_t i = 0; i < o->names; i++)
        if (strcmp(o->name[i], name) == 0)
            return false;
    if (o->names == GRID_OLDER_MOST)
        return false;
    o->name = mem_grow(o->name, &o->room, o->names + 1, sizeof *o->name);
    snprintf(o->name[o->names++], sizeof *o->name, "%s", name);
    return true;
}

static void on_sign(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct grid_older *o = context;
    char name[GRID_NAME], text[GRID_NAME + 120];
    (void)nc;
    (void)sub;
    if (grid_sign_then(natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), name)) {
        pthread_mutex_lock(&o->lock);
        bool fresh = note(o, name);
        pthread_mutex_unlock(&o->lock);
        snprintf(text, sizeof text,
                 "%s at this broker is an older hexad, which does not understand this one: update it", name);
        if (fresh && o->said)
            o->said(o->ctx, text);
    }
    natsMsg_Destroy(m);
}

bool grid_older_listen(struct grid_older *o, struct grid_link *l, void (*said)(void *, const char *),
                       void *ctx, struct err *e)
{
    *o = (struct grid_older){.said = said, .ctx = ctx};
    pthread_mutex_init(&o->lock, NULL);
    /* A broker that knows its users lets nobody speak there. */
    return l->known || grid_subscribe(l, &o->sub, GRID_HERE_THEN, on_sign, o, 1000, 1 << 20, e);
}

void grid_older_end(struct grid_older *o)
{
    grid_unsubscribe(o->sub);
    o->sub = NULL;
    pthread_mutex_destroy(&o->lock);
}
