/* Where the broker is: options of the commands that use one. */
#ifndef CLI_LAB_NATS_ARG_H
#define CLI_LAB_NATS_ARG_H

#include <argp.h>

#include "cli/option.h"
#include "lab/grid/grid.h"

/* A row of a command's options, into a struct grid_options. */
#define OPTION_NATS(T, field) OPTION_CHILD(nats_argp, struct grid_options, T, field)
extern const struct argp nats_argp;

#endif
