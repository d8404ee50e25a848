/* Certificates written in the other form: `check --compact`, `--expand`, and `--compact` of those that write some. */
#ifndef CLI_PROVE_REWRITE_H
#define CLI_PROVE_REWRITE_H

#include <stdbool.h>

#include "base/err.h"
#include "cli/option.h"

/* `--compact` of a command that writes its certificate to `--cert FILE`. */
#define OPTION_COMPACT(type, field)                                                                \
    {                                                                                              \
        "compact", 'C', NULL, 0,                                                                   \
            "write the certificate as version 3: what is in it more than once is written once", 0, \
            TO_FLAG(type, field)                                                                   \
    }

/* Checks the certificate at `from` and writes it as version 3 to `to`, which may be the same. */
bool rewrite_compact(const char *from, const char *to, struct err *e);
/* Writes it without repetitions, as version 1 or 2. */
bool rewrite_expanded(const char *from, const char *to, struct err *e);

/* What `--compact` does to the file that was just written; nothing if it was not given. Before anything is done, `can` says whether it
 * goes with that --cert. */
bool rewrite_can(bool compact, const char *cert, struct err *e);
bool rewrite_after(bool compact, const char *cert, struct err *e);

#endif
