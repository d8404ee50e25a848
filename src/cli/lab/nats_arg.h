/* Where the broker is: options of the commands that use one. */
#ifndef CLI_LAB_NATS_ARG_H
#define CLI_LAB_NATS_ARG_H

#include <argp.h>

#include "grid/grid.h"

/* A child; its input is a struct grid_options. */
extern const struct argp nats_argp;

#endif
