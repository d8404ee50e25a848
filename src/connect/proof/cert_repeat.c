/* Definitions of version 3 and their repetition; see cert_repeat.h.
 *
 * A definition is kept as it was written, references inside it as references: so what is kept is never longer than the file, and a
 * repetition takes a place on a stack for each reference that it is in. Nothing is empty, so every step leads to an item. */
#include "connect/proof/cert_repeat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void cert_repeat_free(struct cert_repeat *s)
{
    free(s->kept);
    free(s->pool);
    free(s->definition);
    free(s->open);
    free(s->frame);
}

bool cert_repeat_begin(struct cert_repeat *s)
{
    if (s->fresh)
        return false;
    s->definition = mem_grow(s->definition, &s->definition_room, s->definitions + 1, sizeof *s->definition);
    s->definition[s->definitions] = (struct cert_definition){(uint32_t)s->count, 0, 0};
    s->open = mem_grow(s->open, &s->open_room, s->opens + 1, sizeof *s->open);
    s->open[s->opens++] = (uint32_t)s->definitions++;
    return s->fresh = true;
}

/* What one item more, or a reference to so many, adds up to. */
static void count(struct cert_repeat *s, uint64_t items)
{
    if (s->opens) {
        struct cert_definition *d = &s->definition[s->open[s->opens - 1]];
        d->items = d->items > UINT64_MAX - items ? UINT64_MAX : d->items + items;
    }
}

bool cert_repeat_end(struct cert_repeat *s)
{
    if (s->opens == 0 || s->fresh)
        return false;
    struct cert_definition *d = &s->definition[s->open[--s->opens]];
    d->end = (uint32_t)s->count;
    count(s, d->items);
    return true;
}

static void keep(struct cert_repeat *s, struct cert_kept k)
{
    k.begins = s->fresh ? s->open[s->opens - 1] : CERT_NO_DEFINITION;
    s->fresh = false;
    s->kept = mem_grow(s->kept, &s->room, s->count + 1, sizeof *s->kept);
    s->kept[s->count++] = k;
}

void cert_repeat_keep(struct cert_repeat *s, const struct squares *turn)
{
    size_t n = (size_t)turn->n;
    if (s->opens == 0)
        return;
    keep(s, (struct cert_kept){.at = (uint32_t)s->squares, .stones = (uint8_t)n});
    count(s, 1);
    s->pool = mem_grow(s->pool, &s->square_room, s->squares + n + 1, sizeof *s->pool);
    memcpy(s->pool + s->squares, turn->s, n * sizeof *s->pool);
    s->squares += n;
}

static void push(struct cert_repeat *s, uint32_t definition)
{
    s->frame = mem_grow(s->frame, &s->frame_room, s->frames + 1, sizeof *s->frame);
    s->frame[s->frames++] =
        (struct cert_frame){s->definition[definition].first, s->definition[definition].end};
}

bool cert_repeat_refer(struct cert_repeat *s, uint64_t distance)
{
    if (distance == 0 || distance > s->definitions || s->definition[s->definitions - distance].end == 0 ||
        s->fresh)
        return false;
    uint32_t d = (uint32_t)(s->definitions - distance);
    if (s->opens)
        keep(s, (struct cert_kept){.at = d, .refers = true});
    count(s, s->definition[d].items);
    push(s, d);
    return true;
}

const struct cert_kept *cert_repeat_next(struct cert_repeat *s)
{
    while (s->frames) {
        struct cert_frame *f = &s->frame[s->frames - 1];
        if (f->next == f->end) {
            s->frames--;
            continue;
        }
        const struct cert_kept *k = &s->kept[f->next];
        if (!k->refers)
            return k;
        uint32_t d = k->at;
        f->next++;
        push(s, d);
    }
    return NULL;
}

void cert_repeat_take(struct cert_repeat *s)
{
    s->frame[s->frames - 1].next++;
}

void cert_repeat_skip(struct cert_repeat *s, uint32_t definition)
{
    struct cert_frame *f = &s->frame[s->frames - 1];
    assert(s->kept[f->next].begins == definition && s->definition[definition].end <= f->end);
    f->next = s->definition[definition].end;
}
