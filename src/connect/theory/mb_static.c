/* Draws that need no search: pairing, by a flow from squares to lines; see mb_state.h. */
#include <string.h>

#include "connect/theory/mb_state.h"

struct flow {
    const struct mb_view *view;
    mb_set usable;            /* squares that Black may take */
    int8_t owner[MB_SQUARES]; /* the line that a square was given to, or -1 */
    mb_set seen;
};

/* Finds a free square for the line, if need be by moving squares of other lines on. */
static bool augment(struct flow *f, int line)
{
    for (mb_set s = f->view->line[line].empty & f->usable & ~f->seen; s; s &= s - 1) {
        int at = mb_first(s);
        if (f->seen & mb_bit(at))
            continue;
        f->seen |= mb_bit(at);
        if (f->owner[at] == line)
            continue;
        if (f->owner[at] < 0 || augment(f, f->owner[at])) {
            f->owner[at] = (int8_t)line;
            return true;
        }
    }
    return false;
}

bool mb_pairing(const struct mb_game *g, const struct mb_view *v, mb_set own[MB_LINES])
{
    struct flow f = {.view = v, .usable = v->state.live & ~g->board->exclusive};
    int needed = 0;
    for (int i = 0; i < v->lines; i++) {
        int need = mb_count(v->line[i].empty & f.usable) - v->line[i].slack;
        if (v->line[i].slack < 0)
            return false;
        needed += need > 0 ? need : 0;
    }
    if (needed > mb_count(f.usable))
        return false;
    memset(f.owner, -1, sizeof f.owner);
    for (int i = 0; i < v->lines; i++)
        for (int need = mb_count(v->line[i].empty & f.usable) - v->line[i].slack; need > 0; need--) {
            f.seen = 0;
            if (!augment(&f, i))
                return false;
        }
    memset(own, 0, MB_LINES * sizeof *own);
    for (mb_set s = f.usable; s; s &= s - 1)
        if (f.owner[mb_first(s)] >= 0)
            own[f.owner[mb_first(s)]] |= mb_bit(mb_first(s));
    return true;
}
