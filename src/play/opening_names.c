/* Names of openings; see opening_names.h. */
#include "play/opening_names.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "base/err.h"
#include "connect/board/symmetry.h"

const struct opening_name opening_names[] = {
    {"XX-B22", "Mickey Mouse", "j10 h12 l12 j11 k10"},
    {"TX-D21", NULL, "j10 i12 h11 k9 l10"},
    {"TX-D22", NULL, "j10 h12 i12 l10 k11"},
    {"TX-Q22", NULL, "j10 h8 i12 l10 k9"},
    {"T-P12", NULL, "j10 j11 k8 k11 l12"},
    {NULL, NULL, NULL},
};

static const struct rules connect6 = {19, 19, 6, 2, 1, false};

static struct position *position_of(const struct opening_name *o)
{
    struct position *p = position_new(&connect6);
    for (const char *at = o->game; *at; at += strspn(at, " ")) {
        square s = SQUARE_NONE;
        struct err e;
        bool ok = square_parse(&connect6, at, &at, &s, &e) && position_play(p, s, &e);
        assert(ok);
        (void)ok;
    }
    return p;
}

struct position *opening_position(const char *name)
{
    for (const struct opening_name *o = opening_names; o->name; o++)
        if (strcasecmp(name, o->name) == 0 || (o->also && strcasecmp(name, o->also) == 0))
            return position_of(o);
    return NULL;
}

/* The opening that this very position is. */
static const struct opening_name *name_here(const struct position *p)
{
    uint8_t ours[POSITION_PACKED_MOST], theirs[POSITION_PACKED_MOST];
    size_t size = position_packed_size(&connect6);
    bool packed = false;
    for (const struct opening_name *o = opening_names; o->name; o++) {
        struct position *q = position_of(o);
        bool equal = false;
        if (q->stones == p->stones && q->to_move == p->to_move && q->left == p->left) {
            if (!packed)
                position_canonical(p, ours);
            packed = true;
            position_canonical(q, theirs);
            equal = memcmp(ours, theirs, size) == 0;
        }
        position_free(q);
        if (equal)
            return o;
    }
    return NULL;
}

const struct opening_name *opening_name_of(const struct position *p, int *stones)
{
    if (!rules_equal(&p->rules, &connect6))
        return NULL;
    struct position *q = position_copy(p);
    const struct opening_name *found = name_here(q);
    while (!found && q->plies) {
        position_undo(q);
        found = name_here(q);
    }
    if (stones)
        *stones = q->stones;
    position_free(q);
    return found;
}

void opening_name_text(const struct opening_name *o, struct buf *out)
{
    buf_text(out, o->name);
    if (o->also)
        buf_format(out, ", \"%s\"", o->also);
}
