/* A conversation in lines with a program: what the protocols of outside players are written on.
 *
 * child.h has the real one, with a process at the other end; tests and the fuzzer put words into a program's
 * mouth. */
#ifndef PLAY_ARENA_TALK_H
#define PLAY_ARENA_TALK_H

#include <stddef.h>

#include "base/err.h"

enum talk_status {
    TALK_FINE,
    TALK_LATE,    /* the deadline passed */
    TALK_ENDED,   /* the program is gone, or has closed its output */
    TALK_FLOOD,   /* it has said more than TALK_ANSWER_MOST bytes since it was last asked */
    TALK_STOPPED, /* we were told to stop (a person interrupted) */
    TALK_ECHO,    /* it has said nothing but what it was told (outside.h) */
};

enum {
    TALK_LINE_MOST = 4096,      /* longer lines are cut */
    TALK_ANSWER_MOST = 1 << 20, /* bytes that a program may say without being asked again */
};

struct talk;

struct talk_ops {
    /* Sends `len` bytes. */
    enum talk_status (*send)(struct talk *t, const char *text, size_t len, double deadline);
    /* Waits for a line; it is without its end, without NUL bytes inside, and valid until the next call. */
    enum talk_status (*line)(struct talk *t, double deadline, const char **out);
    /* Says in `e` how the program ended. */
    void (*obituary)(struct talk *t, struct err *e);
    /* Ends the conversation, and the program with all its helpers. */
    void (*free)(struct talk *t);
};

struct talk {
    const struct talk_ops *ops;
};

/* Deadlines are moments of clock_now(). */
enum talk_status talk_send(struct talk *t, double deadline, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
enum talk_status talk_line(struct talk *t, double deadline, const char **out);
void talk_obituary(struct talk *t, struct err *e);
void talk_free(struct talk *t); /* NULL is fine */

#endif
