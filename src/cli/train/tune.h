/* What the parts of `hexad tune` share. */
#ifndef CLI_TRAIN_TUNE_H
#define CLI_TRAIN_TUNE_H

#include "base/clock.h"
#include "cli/cli.h"
#include "net/tune/selfplay.h"

/* `hexad tune --play`: plays `games` games and writes them to `out` as CSV; the deadline keeps those that
 * are over. */
bool tune_play(const struct rules *r, const struct selfplay_options *o, const struct deadline *until,
               long games, const char *out, bool json, struct err *e);

#endif
