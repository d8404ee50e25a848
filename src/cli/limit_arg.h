/* --seconds and --cpu: how long a command may work, for all commands that can take long. */
#ifndef CLI_LIMIT_ARG_H
#define CLI_LIMIT_ARG_H

#include <argp.h>

#include "base/clock.h"

struct limit_arg {
    double seconds, cpu; /* 0: no limit */
};

/* A child for a command's argp, with a struct limit_arg (zeroed at first) as input. */
extern const struct argp limit_argp;

#endif
