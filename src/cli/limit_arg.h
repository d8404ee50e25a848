/* --seconds and --cpu: how long a command may work, for all commands that can take long. */
#ifndef CLI_LIMIT_ARG_H
#define CLI_LIMIT_ARG_H

#include <argp.h>

#include "base/clock.h"
#include "cli/option.h"

/* A row of a command's options, into a struct limits (base/clock.h; zeroed at first). */
#define OPTION_LIMIT(T, field) OPTION_CHILD(limit_argp, struct limits, T, field)
extern const struct argp limit_argp;

#endif
