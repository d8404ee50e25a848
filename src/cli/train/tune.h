/* What the parts of `hexad tune` share. */
#ifndef CLI_TRAIN_TUNE_H
#define CLI_TRAIN_TUNE_H

#include "base/clock.h"
#include "cli/cli.h"
#include "net/tune/selfplay.h"
#include "net/tune/trainer.h"

struct tune_play {
    struct selfplay_options play;
    long games;
    int threads; /* up to TRAINER_THREADS_MOST */
    const char *out;
    bool json;
};

/* `hexad tune --play`: plays until `out` has so many games, as CSV; the deadline keeps those that are over. */
bool tune_play(const struct rules *r, const struct tune_play *o, const struct deadline *until, struct err *e);

#endif
