/* Who is there: the signs of life that came lately. */
#ifndef LAB_GRID_SIGNS_H
#define LAB_GRID_SIGNS_H

#include "lab/grid/frame.h"

struct grid_seen {
    struct grid_sign sign;
    double at;
};

struct grid_signs {
    struct grid_seen *seen; /* by name */
    size_t count, room;
};

void grid_signs_add(struct grid_signs *s, const struct grid_sign *sign, double now);
void grid_signs_free(struct grid_signs *s);

/* Workers, or coordinators, that gave a sign lately. */
int grid_signs_workers(const struct grid_signs *s, double now);
int grid_signs_coordinators(const struct grid_signs *s, double now);
bool grid_signs_has(const struct grid_signs *s, const char *name, double now);
/* The worker that says that it does this job; NULL: none does. */
const char *grid_signs_who(const struct grid_signs *s, const char *coordinator, int64_t job, double now);
bool grid_signs_busy(const struct grid_signs *s, const char *coordinator, int64_t job, double now);

#endif
