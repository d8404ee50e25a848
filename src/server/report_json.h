/* Reports of the engine in JSON. */
#ifndef SERVER_REPORT_JSON_H
#define SERVER_REPORT_JSON_H

#include "base/buf.h"
#include "engine/engine.h"

/* Appends {"depth","reached","nodes","seconds","lines":[…],"final"}; nodes and seconds of earlier parts of
 * the same search are added. */
void report_write(const struct engine_report *r, const struct position *p, uint64_t earlier_nodes,
                  double earlier_seconds, bool final, struct buf *out);

#endif
