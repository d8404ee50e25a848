/* Reports of searches (game/report.h) in JSON. */
#ifndef JSON_REPORT_H
#define JSON_REPORT_H

#include "base/buf.h"
#include "connect/engine/engine.h"
#include "game/game.h"

/* What is told beside the report itself. */
struct report_frame {
    int lines;              /* at most so many; 0: all */
    uint64_t earlier_nodes; /* of earlier parts of the same search, which are added */
    double earlier_seconds;
    bool final;
    const char *proof; /* the name of a proof that the report is from; NULL or "": none */
};

/* Appends {"to_move","left","depth","reached","nodes","seconds","hash_permill","lines":[…],"final"}, for the server's searches and for
 * `hexad analyze` alike (docs/json.md); with a proof also "proof", of playouts also "playouts", "score" and "owner". */
void report_write(const struct report *r, const struct position *p, const struct report_frame *f,
                  struct buf *out);
/* The same for a position of any game. */
void report_write_game(const struct report *r, const struct game *g, const struct report_frame *f,
                       struct buf *out);

#endif
