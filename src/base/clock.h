/* Time, and how long work may take. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Seconds since some fixed moment; never goes back. */
double clock_now(void);

/* Seconds of processor time: of the thread that asks, or of all threads of the program together. On a busy
 * machine they pass more slowly than those of the wall. */
enum cpu_clock { CPU_THREAD, CPU_PROCESS };
double clock_cpu(enum cpu_clock of);

/* What some work may cost, as it is asked for: it ends at the first limit that it comes to. All zero: none. */
struct limits {
    double seconds; /* by the wall */
    double cpu; /* of processor time: of the thread that does it; of the whole program if it has several */
    uint64_t nodes;          /* of a search: positions, moves or walks, as it says */
    const atomic_bool *stop; /* becomes true from outside; may be NULL */
};

/* When work has to end: at a moment of either clock, whichever comes first, or as soon as it is told so. All
 * zero: never. */
struct deadline {
    double wall;             /* clock_now() to be done by; 0: none */
    double cpu;              /* clock_cpu(of) to be done by; 0: none */
    enum cpu_clock of;       /* CPU_THREAD: only the thread that made it may ask */
    const atomic_bool *stop; /* becomes true from outside; may be NULL */
};

/* So many seconds from now on, by the wall and of processor time; 0: no such limit. */
struct deadline deadline_in(double seconds, double cpu, enum cpu_clock of, const atomic_bool *stop);

struct deadline limits_from_now(const struct limits *l, enum cpu_clock of);

/* The present moment by the clocks that `d` looks at; and a moment on the way from one to another, for a part
 * of some work. */
struct deadline deadline_now(const struct deadline *d);
struct deadline deadline_between(const struct deadline *from, const struct deadline *to, double share);

/* Whichever comes first, by each clock; both must measure processor time alike. */
struct deadline deadline_first(const struct deadline *a, const struct deadline *b);

/* Has it come? Looks at the clocks every time: a system call if processor time is limited. */
bool deadline_over(const struct deadline *d);

/* Looks at a deadline now and then, for loops that are too fast to look every time. Work is counted in steps
 * of which a million take some milliseconds. */
struct pulse {
    const struct deadline *until; /* NULL: never */
    int left;                     /* steps to the next look */
    bool over;                    /* it had come at the last look */
};

enum { PULSE_STEPS = 200000 };

bool pulse_look(struct pulse *p);

/* So many more steps were done: is the time over? */
static inline bool pulse_over(struct pulse *p, int steps)
{
    return (p->left -= steps) >= 0 ? p->over : pulse_look(p);
}

#endif
