/* Trains a net on samples: Adam over minibatches, the same for the same seed whatever the number of threads.
 *
 * The test samples are looked at now and then; what is kept is the best that was seen there. */
#ifndef NET_TUNE_TRAINER_H
#define NET_TUNE_TRAINER_H

#include <stdbool.h>

#include "net/tune/samples.h"

struct trainer_options {
    double epochs; /* passes over all samples */
    int batch;     /* samples of a step */
    float rate;    /* of Adam, at the start; falls to a hundredth along a half cosine */
    float decay;   /* of the rows of single classes: towards those of their sort */
    float value;   /* weight of the value's loss beside that of the policy */
    float share;   /* of a search's value in the target, beside the result */
    int threads;   /* 1 to TRAINER_THREADS_MOST */
    uint64_t seed;
    const struct weights *from; /* starts from these; NULL: from chance */
};

enum { TRAINER_THREADS_MOST = 4 };

struct trainer_options trainer_defaults(void);

/* Means over samples. */
struct trainer_score {
    size_t samples, values; /* values: samples that count for the value */
    double policy_loss, value_loss;
    double first, ten;  /* shares: a right stone is the first choice, or among ten */
    double value_right; /* share: the winner has the better chance (drawn games do not count) */
};

struct trainer_progress {
    double epoch, epochs;
    struct trainer_score learn, test; /* learn: since the last report */
    bool best;                        /* the best so far in the test */
};

/* Returns false to stop. */
typedef bool trainer_report(void *context, const struct trainer_progress *p);
/* Asked often: true to stop. */
typedef bool trainer_stop(void *context);

struct trainer;
struct trainer *trainer_new(const struct samples *s, const struct trainer_options *o);
void trainer_free(struct trainer *t);

/* Trains to the end or until stopped. */
void trainer_run(struct trainer *t, trainer_report *report, trainer_stop *stop, void *context);

/* The best net so far in whole numbers. The caller frees it. */
struct weights *trainer_weights(const struct trainer *t);

/* The weights as they are played, measured on test samples (at most `most` of them). */
struct trainer_score trainer_measure(const struct samples *s, const struct weights *w, size_t most,
                                     float share);

#endif
