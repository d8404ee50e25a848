/* Who is there: the signs of life that came lately. What is too old is forgotten, and there is never more than so
 * much of it. */
#ifndef LAB_GRID_SIGNS_H
#define LAB_GRID_SIGNS_H

#include "lab/grid/frame.h"

/* How often one says that one is there, and after how long one is taken for gone. */
#define GRID_SIGN_SECONDS 2.0
#define GRID_GONE_SECONDS 10.0

enum {
    GRID_SIGNS_MOST = 10000, /* names that are remembered */
    GRID_LABS_MOST = 64,     /* labs of one coordinator */
    GRID_SIGN_BURST = 10,    /* signs of one name that are read at a time; then as many in a second */
};

struct grid_seen {
    struct grid_sign sign;
    double at; /* when it came */
    /* For those who give jobs: */
    double given; /* when it last got one from us */
    double idle;  /* since when it has none */
    bool ours;    /* it has one */
    double tokens, filled;
};

struct grid_signs {
    struct grid_seen *seen; /* by role, name and lab */
    size_t count, room;
    double
        heard; /* since when we can hear anything: those who were there before are not taken for gone earlier */
};

/* Is the name allowed another sign now? Those who say it too often are not read, which costs us little. */
bool grid_signs_may(struct grid_signs *s, const char *subject, double now);

/* Takes a sign in; one that leaves is forgotten. False if there are too many names. */
bool grid_signs_add(struct grid_signs *s, const struct grid_sign *sign, double now);
/* Forgets those who are gone. */
void grid_signs_expire(struct grid_signs *s, double now);
void grid_signs_free(struct grid_signs *s);

/* There, by a sign that came lately. */
bool grid_signs_lately(const struct grid_signs *s, const struct grid_seen *x, double now);
/* The worker of this name, if it is there; NULL if not. */
struct grid_seen *grid_signs_worker(const struct grid_signs *s, const char *name, double now);
/* How many coordinators are there, one for each lab, but for this one. */
int grid_signs_others(const struct grid_signs *s, const char *coordinator, const char *lab, double now);
/* Does the worker say that it has this job? */
bool grid_sign_holds(const struct grid_sign *s, const struct grid_held *of);

#endif
