/* A set of hashes that is emptied in no time; see turn_set.h. */
#include "play/agent/turn_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void turn_set_free(struct turn_set *s)
{
    free(s->key);
    free(s->mark);
    *s = (struct turn_set){.key = NULL};
}

void turn_set_clear(struct turn_set *s)
{
    s->count = 0;
    if (++s->current == 0) { /* after 2^32 times old marks would be current again */
        memset(s->mark, 0, s->size * sizeof *s->mark);
        s->current = 1;
    }
}

/* The slot that holds the key or would. */
static size_t find(const struct turn_set *s, uint64_t key)
{
    size_t i = key & (s->size - 1);
    while (s->mark[i] == s->current && s->key[i] != key)
        i = (i + 1) & (s->size - 1);
    return i;
}

static void grow(struct turn_set *s)
{
    struct turn_set old = *s;
    s->size = old.size ? 2 * old.size : 64;
    s->key = mem_alloc(s->size * sizeof *s->key);
    s->mark = mem_zero(s->size, sizeof *s->mark);
    s->current = 1;
    for (size_t i = 0; i < old.size; i++)
        if (old.mark[i] == old.current) {
            size_t slot = find(s, old.key[i]);
            s->key[slot] = old.key[i];
            s->mark[slot] = s->current;
        }
    free(old.key);
    free(old.mark);
}

bool turn_set_add(struct turn_set *s, uint64_t key)
{
    if (2 * (s->count + 1) > s->size)
        grow(s);
    size_t i = find(s, key);
    if (s->mark[i] == s->current)
        return false;
    s->key[i] = key;
    s->mark[i] = s->current;
    s->count++;
    return true;
}
