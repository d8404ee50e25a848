/* Reports of searches (game/report.h) in JSON. */
#ifndef JSON_REPORT_H
#define JSON_REPORT_H

#include "base/buf.h"
#include "connect/engine/engine.h"

/* Appends {"to_move","left","depth","reached","nodes","seconds","hash_permill","lines":[…],"final"}, for the server's searches and for
 * `hexad analyze` alike (docs/json.md); nodes and seconds of earlier parts of
 * the same search are added. With `proof`, the name of a proof that the report is from, also "proof". */
void report_write(const struct report *r, const struct position *p, uint64_t earlier_nodes,
                  double earlier_seconds, bool final, const char *proof, struct buf *out);

#endif
