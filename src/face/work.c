/* Limits of the public face: stops, progress and time of whatever takes long; see hexad.h and face.h. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "face/face.h"

static const double tell_every = 0.1; /* seconds */

hexad_stop *hexad_stop_new(void)
{
    hexad_stop *s = mem_zero(1, sizeof *s);
    atomic_init(&s->set, false);
    return s;
}

void hexad_stop_free(hexad_stop *stop)
{
    free(stop);
}

void hexad_stop_set(hexad_stop *stop)
{
    if (stop)
        atomic_store(&stop->set, true);
}

void hexad_stop_clear(hexad_stop *stop)
{
    if (stop)
        atomic_store(&stop->set, false);
}

hexad_status face_check_limits(const hexad_limits *limits, hexad_error *error)
{
    if (!limits)
        return HEXAD_OK;
    if (!(limits->seconds >= 0))
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a limit of %g seconds", limits->seconds);
    if (limits->depth < 0)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a depth of %d", limits->depth);
    if (limits->lines < 0 || limits->lines > HEXAD_LINES_MOST)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "%d lines: from 0 to %d, please", limits->lines,
                         HEXAD_LINES_MOST);
    return HEXAD_OK;
}

hexad_status face_may_search(const hexad_game *game, const hexad_limits *limits, const void *out,
                             hexad_error *error)
{
    if (!out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    if (!face_position(game, error))
        return HEXAD_BAD_ARGUMENT;
    if (game->position->outcome != OUTCOME_OPEN)
        return face_fail(error, HEXAD_ILLEGAL, "the game is over");
    return face_check_limits(limits, error);
}

struct face_work *face_work_new(const hexad_limits *limits)
{
    struct face_work *w = mem_zero(1, sizeof *w);
    if (limits)
        w->limits = *limits;
    w->start = w->told = clock_now();
    atomic_init(&w->halted, false);
    return w;
}

atomic_bool *face_work_stop(struct face_work *w)
{
    return w->limits.stop ? &w->limits.stop->set : &w->halted;
}

struct limits face_work_limits(struct face_work *w)
{
    return (struct limits){.seconds = w->limits.seconds, .nodes = w->limits.nodes, .stop = face_work_stop(w)};
}

struct deadline face_work_until(struct face_work *w)
{
    const struct limits l = face_work_limits(w);
    return limits_from_now(&l, CPU_THREAD);
}

void face_work_tell(struct face_work *w)
{
    if (w->limits.progress && w->limits.progress(w->limits.context, &w->report) != 0)
        atomic_store(face_work_stop(w), true);
}

void face_work_tick(struct face_work *w, uint64_t nodes)
{
    double now = clock_now();
    if (now - w->told < tell_every)
        return;
    w->told = now;
    w->report.nodes = nodes;
    w->report.seconds = now - w->start;
    face_work_tell(w);
}
