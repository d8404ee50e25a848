/* What travels over the grid: a head in one line of JSON, then bytes. Heads come from anybody whom the broker lets
 * in; everything in them is checked. Who sent them is not in them: the subject says it. */
#ifndef LAB_GRID_FRAME_H
#define LAB_GRID_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "lab/grid/subject.h"

enum {
    GRID_VERSION = 2,            /* of what is said; every message names it */
    GRID_ID = 33,                /* a lab's name or that of a try: up to 32 hexadecimal digits */
    GRID_SUM = 17,               /* 16 hexadecimal digits of the SHA-256 of a job's line */
    GRID_WHY = 160,              /* of a refusal */
    GRID_PIECE_MOST = 128 << 10, /* bytes of a piece; the broker takes messages of 1 MiB */
    GRID_LINE_MOST = 4 << 20,    /* of a result's line: 65536 turns of many stones */
    GRID_RESULT_MOST = 64 << 20, /* of a result, its certificates included */
    GRID_WINDOW = 512 << 10,     /* of a result, asked for at a time */
    GRID_HELD_MOST = 24,         /* jobs that a worker has: waiting, under way, done and not yet taken */
};

enum grid_what {
    GRID_JOB,     /* to a worker: do this; the job's line follows */
    GRID_WANT,    /* to a worker: send the result from here on */
    GRID_DROP,    /* to a worker: the job or its result is not wanted any more */
    GRID_PIECE,   /* from a worker: bytes of a result; the first piece comes unasked */
    GRID_REFUSED, /* from a worker: it does not do this job */
    GRID_WHATS
};

/* A job, whoever has it. Its sum is that of its line: two copies of a lab, or one that was put back to what it was, have
 * other jobs by the same numbers, and a result belongs to what was asked. */
struct grid_held {
    char coordinator[GRID_NAME], lab[GRID_ID];
    int64_t job;
    char sum[GRID_SUM];
};

bool grid_held_same(const struct grid_held *a, const struct grid_held *b);
/* The sum of a job's line. */
void grid_sum(const char *line, size_t len, char out[GRID_SUM]);

struct grid_head {
    enum grid_what what;
    char lab[GRID_ID];
    int64_t job;
    char sum[GRID_SUM];
    char try[GRID_ID]; /* of pieces: tells those of one doing from those of another */
    size_t at;         /* where the piece begins; from where on pieces are wanted */
    size_t bytes;      /* of the whole result */
    size_t line;       /* bytes of the result's line, which comes first; the bundle comes behind */
    bool full;         /* refused because there is too much to do already, not for what it is */
    char why[GRID_WHY];
};

/* A head of this kind about a job; and the job that a head with these names in its subject is about. */
struct grid_head grid_head_of(enum grid_what what, const struct grid_held *of);
void grid_head_held(const struct grid_head *h, const char *coordinator, struct grid_held *out);

/* Appends the head and its end of line. */
void grid_head_write(const struct grid_head *h, struct buf *out);
/* Reads the head; the rest begins at `*body`. */
bool grid_head_read(const char *text, size_t len, struct grid_head *out, const char **body, struct err *e);

/* ---- who is there ---- */

enum grid_state { GRID_IDLE, GRID_BUSY, GRID_COORDINATES, GRID_LEAVES, GRID_STATES };

/* A sign of life. */
struct grid_sign {
    enum grid_state state;
    enum grid_role role;  /* this and the name are the subject's */
    char name[GRID_NAME]; /* of the worker or the coordinator */
    char lab[GRID_ID];    /* of a coordinator */
    int64_t jobs;         /* done so far; of a coordinator, given out now */
    uint64_t nodes;       /* of them */
    double cpu;           /* the processor time that they took */
    int64_t poisoned;     /* of a coordinator: jobs that nobody could finish */
    /* Of a worker: */
    char kind[16];  /* of the job under way, which is held[0] */
    double seconds; /* since it began it */
    int helds;
    struct grid_held held[GRID_HELD_MOST];
};

void grid_sign_write(const struct grid_sign *s, struct buf *out);
/* Of a message with this subject. */
bool grid_sign_read(const char *subject, const char *text, size_t len, struct grid_sign *out, struct err *e);

/* The name in a sign of life of a version before this one; false if it is none. */
bool grid_sign_then(const char *text, size_t len, char name[GRID_NAME]);

#endif
