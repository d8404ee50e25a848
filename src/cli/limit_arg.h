/* --seconds and --cpu: how long a command may work, for all commands that can take long. */
#ifndef CLI_LIMIT_ARG_H
#define CLI_LIMIT_ARG_H

#include <argp.h>

#include "base/clock.h"
#include "cli/option.h"

struct limit_arg {
    double seconds, cpu; /* 0: no limit */
};

/* A row of a command's options, into a struct limit_arg (zeroed at first). */
#define OPTION_LIMIT(T, field) OPTION_CHILD(limit_argp, struct limit_arg, T, field)
extern const struct argp limit_argp;

#endif
