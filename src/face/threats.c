/* Threats of the public face; see hexad.h. A tracker is made for every question: it costs less than a
 * millisecond, and the game stays as it is. */
#include "connect/threat/threats.h"

#include <stdlib.h>

#include "base/mem.h"
#include "face/face.h"

static bool may_ask(const hexad_game *game, hexad_colour owner, const void *out, hexad_error *error)
{
    if (!out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL") == HEXAD_OK;
    if (!face_position(game, error))
        return false;
    if (owner != HEXAD_BLACK && owner != HEXAD_WHITE)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "the owner is neither Black nor White") == HEXAD_OK;
    return true;
}

hexad_status hexad_game_threats(const hexad_game *game, hexad_colour owner, hexad_threats *out,
                                hexad_error *error)
{
    if (!may_ask(game, owner, out, error))
        return HEXAD_BAD_ARGUMENT;
    const struct position *p = game->position;
    struct threats *t = threats_new(game->position);
    *out = (hexad_threats){.number = threats_number(t, face_side(owner)),
                           .segments = t->threat[face_side(owner)].n};
    if (p->outcome == OUTCOME_OPEN && p->to_move == face_side(owner)) {
        struct squares win = threats_winning_squares(t);
        face_squares(win.s, win.n, &out->win);
    }
    threats_free(t);
    return face_fine(error);
}

hexad_status hexad_game_defences(const hexad_game *game, hexad_colour owner, size_t most, hexad_squares *out,
                                 size_t *count, bool *more, hexad_error *error)
{
    if (!may_ask(game, owner, count, error))
        return HEXAD_BAD_ARGUMENT;
    if (most && !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "no room for %zu sets of squares", most);
    struct threats *t = threats_new(game->position);
    struct square_sets sets = SQUARE_SETS_EMPTY;
    threats_defences(t, face_side(owner), game->position->rules.p, most, &sets);
    *count = sets.count;
    for (size_t i = 0; i < sets.count; i++)
        face_squares(sets.set[i].s, sets.set[i].n, &out[i]);
    if (more)
        *more = sets.cut;
    square_sets_free(&sets);
    threats_free(t);
    return face_fine(error);
}
