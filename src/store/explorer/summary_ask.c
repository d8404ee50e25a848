/* Counts without games as a report; see summary.h. */
#include <stdlib.h>

#include "store/explorer/report.h"
#include "store/explorer/summary.h"

static struct explorer_counts counts_of(const struct summary_counts *c)
{
    return (struct explorer_counts){c->black, c->draw, c->white, c->open};
}

static void take_turn(void *context, size_t number, const uint8_t *turn, size_t len,
                      const struct summary_counts *c)
{
    struct explorer_counts n = counts_of(c);
    report_add(context, (int64_t)number, turn, len, &n);
}

void summary_ask(const struct summary *s, const struct position *p, size_t turns, struct explorer_report *out)
{
    struct report_rows rows = {0};
    struct summary_counts counts;
    int symmetry;
    *out = (struct explorer_report){0};
    if (!summary_look(s, p, &symmetry, &counts, take_turn, &rows))
        return;
    out->counts = counts_of(&counts);
    report_turns(&rows, summary_rules(s), symmetry, turns, out);
    free(rows.row);
}
