/* What travels over the grid: a head in one line of JSON, then bytes. Heads come from anybody who can reach the
 * broker; everything in them is checked. */
#ifndef LAB_GRID_FRAME_H
#define LAB_GRID_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "lab/job.h"

enum {
    GRID_ID = 33,           /* a coordinator's name or that of a try: up to 32 hexadecimal digits */
    GRID_CHUNK = 128 << 10, /* bytes of a part; the broker takes messages of 1 MiB */
    GRID_PARTS_MOST = 512,  /* parts of a result */
};

/* A job, or a part of a result. */
struct grid_head {
    char coordinator[GRID_ID];
    int64_t job;
    /* Of a result: */
    char worker[LAB_WORKER_MOST + 1];
    char try[GRID_ID]; /* tells the parts of one doing from those of another */
    int part, parts;   /* parts is 0 for a job */
    size_t line;       /* bytes of the result's line, of all parts together; the bundle comes behind */
};

/* Is it a name that may be part of a subject: letters, digits, - and _? */
bool grid_name_is_fine(const char *name, size_t most);

/* Appends the head and its end of line. */
void grid_head_write(const struct grid_head *h, struct buf *out);
/* Reads the head; the rest begins at `*body`. */
bool grid_head_read(const char *text, size_t len, struct grid_head *out, const char **body, struct err *e);

/* ---- who is there ---- */

enum grid_state { GRID_IDLE, GRID_BUSY, GRID_COORDINATES };

/* A sign of life. */
struct grid_sign {
    enum grid_state state;
    char name[LAB_WORKER_MOST + 1]; /* of the worker or the coordinator */
    char coordinator[GRID_ID];      /* whose job a worker does */
    int64_t job;
    char kind[16];    /* of that job */
    double seconds;   /* since it began it */
    int64_t jobs;     /* done so far; of a coordinator, given out now */
    uint64_t nodes;   /* of them */
    double cpu;       /* the processor time that they took */
    int64_t poisoned; /* of a coordinator: jobs that nobody could finish */
};

void grid_sign_write(const struct grid_sign *s, struct buf *out);
bool grid_sign_read(const char *text, size_t len, struct grid_sign *out, struct err *e);

#endif
