/* The end that a line tells of, in words; see report.h. */
#include "game/report.h"

#include <stdio.h>
#include <stdlib.h>

void report_end_text(const struct report_line *l, char *out, size_t size)
{
    int turns = l->mate ? l->mate : l->likely;
    out[0] = '\0';
    if (turns)
        snprintf(out, size, "%s in %d%s", turns > 0 ? "wins" : "loses", abs(turns),
                 l->mate ? "" : ", unproved");
}
