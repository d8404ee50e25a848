/* The stones of every line as bits, and what the lines are worth to either side. Private to the tracker
 * (threats.h). */
#ifndef CONNECT_THREAT_LINE_TABLE_H
#define CONNECT_THREAT_LINE_TABLE_H

#include "connect/threat/lines.h"
#include "connect/threat/segments.h"
#include "connect/threat/threats.h"

struct line_table;

/* Follows the position `p`, whose geometry is `g`; both stay the caller's. */
struct line_table *line_table_new(const struct segments *g, const struct position *p);
void line_table_free(struct line_table *t);

/* Must be told of every undo: the plies that are left. New stones it sees by itself. */
static inline void line_table_undone(struct line_table *t, int plies)
{
    int *common = (int *)t; /* its first member; see line_table.c */
    if (plies < *common)
        *common = plies;
}

struct line_value line_table_value(struct line_table *t, const struct position *p, enum side owner, int line);
struct hp_count line_table_hp(struct line_table *t, const struct position *p, enum side owner);

#endif
