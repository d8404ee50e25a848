/* A coordinator's jobs that are out: who has them, what came of them so far, and who gets them next. It knows no
 * broker and no clock: messages, moments and the way out are given to it.
 *
 * No worker is waited for longer than others make worth while. Who vanishes loses the job, who refuses or fails
 * leaves it to others, and beside one who is late another one begins, the sooner the less is known of who has it; the
 * first result counts. A result is fetched
 * piece by piece as it is asked for, never more than so much of it for a worker and for all of them together. */
#ifndef LAB_GRID_OUTBOX_H
#define LAB_GRID_OUTBOX_H

#include "lab/grid/roster.h"
#include "lab/grid/signs.h"

#define OUTBOX_PATIENCE 60.0 /* seconds, at least: then another one gets the job as well */
#define OUTBOX_LATE \
    10.0 /* or so many times what jobs take, by the median, which a few slow ones do not move */
#define OUTBOX_TRIAL \
    5.0 /* or so many, and three times the median, if somebody is idle and who has it is not known yet */
#define OUTBOX_IDLE  2.0 /* for so long */
#define OUTBOX_HEARD 1.5 /* seconds, within which a worker has an order, and says so */
#define OUTBOX_MEET  5.0 /* seconds, after which everybody who is there was heard */
#define OUTBOX_ASK   5.0 /* after which a piece that does not come is asked for again */

enum {
    OUTBOX_HOLDERS = 3, /* workers that have one job at a time */
    OUTBOX_TRIES = 3,   /* workers that fail at a job, or do not survive it, before it is given up */
    OUTBOX_SENDS = 5,   /* times that an order is sent to a worker which does not say that it has it */
    OUTBOX_ASKS = 6,    /* times that a piece is asked for */
    OUTBOX_NOISE = 256, /* messages that nobody asked for, before a worker loses its job */
    OUTBOX_BYTES_MOST = 96 << 20, /* of results that are being fetched, or wait to be read */
};

struct outbox;

/* The way out. Names are those of workers. */
struct outbox_wire {
    void *ctx;
    /* The order; false: it is too large. */
    bool (*job)(void *ctx, const char *worker, const struct grid_held *of, const struct buf *line);
    void (*want)(void *ctx, const char *worker, const struct grid_held *of, const char *try, size_t at);
    void (*drop)(void *ctx, const char *worker, const struct grid_held *of);
};

struct outbox_options {
    struct outbox_wire wire;
    const char *coordinator, *lab;
    int workers;              /* at the most; 0: a fair share of all */
    const char *const *named; /* these alone; NULL: any */
    int names;
};

/* The options' texts are copied. */
struct outbox *outbox_new(const struct outbox_options *o);
void outbox_free(struct outbox *b);

/* ---- jobs ---- */

/* How many more would not have to wait. */
int outbox_room(struct outbox *b, double now);
void outbox_add(struct outbox *b, int64_t id, struct buf *line, double now); /* takes the line over */
void outbox_cancel(struct outbox *b, int64_t id);
size_t outbox_count(const struct outbox *b);
/* Who has it; NULL: nobody. */
const char *outbox_who(const struct outbox *b, int64_t id);
int64_t outbox_poisoned(const struct outbox *b);

/* ---- what comes in ---- */

/* We can hear others, again or for the first time. */
void outbox_heard(struct outbox *b, double now);
/* A message with a sign of life. */
void outbox_sign(struct outbox *b, const char *subject, const char *text, size_t len, double now);
/* A message of a worker: pieces and refusals. True if a result is whole. */
bool outbox_message(struct outbox *b, const char *worker, const char *text, size_t len, double now);
/* This worker lied: nothing more for it or from it. */
void outbox_shun(struct outbox *b, const char *worker, double now);
/* Time has passed: looks after those who vanished, are late or have not heard, and gives out what waits. */
void outbox_look(struct outbox *b, double now);

/* ---- what comes of it ---- */

/* A result that is whole: what came, and from whom. The caller frees the bytes. */
struct outbox_result {
    int64_t job;
    char worker[GRID_NAME];
    struct buf bytes;
    size_t line;
};
bool outbox_take(struct outbox *b, struct outbox_result *out);

/* What the caller makes of it: a result that makes sense ends the job; its worker keeps it until outbox_settle. */
void outbox_done(struct outbox *b, const struct outbox_result *r, double now);
/* What was done is safe: those who have it may forget it. */
void outbox_settle(struct outbox *b);
/* The worker says that it cannot do it, or (`fault`) what it sent makes no sense: others try. */
void outbox_failed(struct outbox *b, const struct outbox_result *r, bool fault, const char *why, double now);

/* A job that is given up, with the reason; false if there is none. */
bool outbox_given_up(struct outbox *b, int64_t *id, char why[GRID_WHY]);

/* For tests: bytes of results that are held now. */
size_t outbox_bytes(const struct outbox *b);

#endif
