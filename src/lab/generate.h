/* Mass generation of proofs: for positions, the engine's best turns, each a root of the lab, tried again and again with a growing
 * budget. All of it is kept in the lab's file, so that it goes on where it was. */
#ifndef LAB_GENERATE_H
#define LAB_GENERATE_H

#include "lab/lab.h"

struct generate_job {
    struct runner (*runner)(void *ctx); /* a new one for every attempt, which frees it */
    int turns;                          /* the engine's best of each position that become roots */
    uint64_t nodes;                     /* of the engine for them */
    /* Processor seconds of jobs for a root the first time, so many times more the next time, and at most in all. */
    double begin, growth, most;
    struct limits limits; /* of the whole: seconds, cpu (of jobs), stop */
    /* A root is proved, and nobody has been told yet. False with a message: it will be told again the next time, and nothing goes on. */
    bool (*proved)(void *ctx, struct lab *l, const struct lab_root *r, struct err *e);
    void (*said)(void *ctx, const char *text);
    void (*tell)(void *ctx, const struct lab *l, const struct lab_state *s);
    void *ctx;
};

struct generate_result {
    size_t positions, searched; /* looked at; by the engine now, not in a run before */
    size_t roots, proved, disproved,
        spent;    /* generated in this file; `spent`: open, and their budget is used up */
    int64_t jobs; /* of this run */
    double cpu;
    bool stopped; /* by a limit */
};

/* Of one position: the game is open, and of the lab's rules. Its roots are named by what they are about, "gen-" and a number in
 * hexadecimal. False with a message if the file fails. */
bool generate_roots(struct lab *l, const struct position *p, const struct generate_job *job,
                    struct generate_result *out, struct err *e);

/* Attempts at all roots that were generated in this file, the cheapest first, until they are settled, their budget is used up, or a limit
 * comes. */
bool generate_run(struct lab *l, const struct generate_job *job, struct generate_result *out, struct err *e);

#endif
