/* Forcing wins and exact values of the public face; see hexad.h. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/exact/exact.h"
#include "connect/forcing/forcing.h"
#include "face/face.h"

enum { FORCE_BYTES = 64 << 20 };

static void copy_win(const struct forcing_result *r, hexad_win *out)
{
    static const hexad_answer answers[] = {
        [FORCING_WIN] = HEXAD_WIN, [FORCING_NONE] = HEXAD_NONE, [FORCING_CUT] = HEXAD_UNKNOWN};
    _Static_assert((int)FORCING_LINE_MOST <= (int)HEXAD_SQUARES_MOST, "a line fits");
    *out = (hexad_win){.answer = answers[r->answer], .nodes = r->nodes};
    if (r->answer != FORCING_WIN)
        return;
    face_squares(r->turn.s, r->turn.n, &out->turn);
    face_squares(r->line, r->n, &out->stones);
    out->depth = r->depth;
}

hexad_status hexad_game_force(const hexad_game *game, bool doubled, const hexad_limits *limits,
                              hexad_win *out, hexad_error *error)
{
    hexad_status status = face_may_search(game, limits, out, error);
    size_t bytes = limits && limits->memory ? limits->memory : FORCE_BYTES;
    struct err e;
    if (status != HEXAD_OK)
        return status;
    struct face_work *w = face_work_new(limits);
    struct forcing_limits l = {.kind = doubled ? FORCING_VCDT : forcing_widest(&game->position->rules),
                               .depth = w->limits.depth,
                               .nodes = w->limits.nodes,
                               .until = face_work_until(w)};
    struct forcing *f = forcing_make(&game->position->rules, bytes, &e);
    if (!f) {
        free(w);
        return face_fail_as(error, HEXAD_NO_MEMORY, &e);
    }
    struct position *p = position_copy(game->position);
    struct threats *t = threats_new(p);
    struct forcing_result r;
    forcing_search(f, t, &l, &r);
    copy_win(&r, out);
    out->seconds = clock_now() - w->start;
    threats_free(t);
    position_free(p);
    forcing_free(f);
    free(w);
    return face_fine(error);
}

hexad_status hexad_game_exact(const hexad_game *game, const hexad_limits *limits, hexad_value *out,
                              hexad_error *error)
{
    hexad_status status = face_may_search(game, limits, out, error);
    struct err e;
    if (status != HEXAD_OK)
        return status;
    if (game->position->empty > EXACT_MOST)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "%d empty squares: at most %d, please",
                         game->position->empty, EXACT_MOST);
    struct face_work *w = face_work_new(limits);
    struct limits l = face_work_limits(w);
    struct exact *x = exact_new(w->limits.memory);
    struct exact_result r;
    bool ok = exact_solve(x, game->position, &l, &r, &e);
    exact_free(x);
    free(w);
    if (!ok)
        return face_fail_as(error, HEXAD_NO_MEMORY, &e);
    *out = (hexad_value){.lower = r.lower, .upper = r.upper, .nodes = r.nodes};
    face_squares(r.turn.s, r.turn.n, &out->turn);
    return face_fine(error);
}
