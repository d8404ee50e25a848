/* What the files of the public face (include/hexad.h) share: the insides of handles, and the way from the
 * errors and squares of the modules to those of the face. */
#ifndef FACE_FACE_H
#define FACE_FACE_H

#include <hexad.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/err.h"
#include "connect/board/position.h"

struct hexad_game {
    struct position *position;
};

struct hexad_stop {
    atomic_bool set;
};

/* Fills in the caller's error, which may be NULL; returns the status. */
hexad_status face_fail(hexad_error *error, hexad_status status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the message of a module. */
hexad_status face_fail_as(hexad_error *error, hexad_status status, const struct err *e);

/* All went well. */
hexad_status face_fine(hexad_error *error);

/* A handle of this position, which it takes over. */
hexad_game *face_game(struct position *p, hexad_error *error);

/* Rules by name or numbers; NULL is the default. */
bool face_rules(const char *text, struct rules *out, hexad_error *error);

/* Are the limits, which may be NULL, in their ranges? */
hexad_status face_check_limits(const hexad_limits *limits, hexad_error *error);
/* And besides, are the pointers there, and is the game open? */
hexad_status face_may_search(const hexad_game *game, const hexad_limits *limits, const void *out,
                             hexad_error *error);

void face_squares(const square *s, int n, hexad_squares *out);

/* Work under way: what asks now and then whether it is to go on. */
struct face_work {
    hexad_limits limits;
    double start, told; /* clock_now() */
    atomic_bool halted; /* by the progress of a caller without a stop */
    uint64_t nodes;
    hexad_report report; /* for the progress */
};

/* `limits` may be NULL. The caller frees it. */
struct face_work *face_work_new(const hexad_limits *limits);
/* What becomes true when the work is to stop. */
atomic_bool *face_work_stop(struct face_work *w);
/* Its time and its stop, for work that begins now. */
struct deadline face_work_until(struct face_work *w);
/* Calls the progress, if there is one, with w->report. */
void face_work_tell(struct face_work *w);
/* Calls it with the nodes and the time alone, a few times a second at the most. */
void face_work_tick(struct face_work *w, uint64_t nodes);

#endif
