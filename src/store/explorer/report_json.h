/* What collections and the opening database know of a position, in JSON: the same for the server's answers and for what commands print
 * (src/server/api/openapi.json: Explored). */
#ifndef EXPLORER_REPORT_JSON_H
#define EXPLORER_REPORT_JSON_H

#include <jansson.h>

#include "store/explorer/explorer.h"

/* {"games", "black", "drawn", "white", "open"} */
json_t *explorer_counts_json(const struct explorer_counts *c);

/* {"chance", "mate", "depth"} as "verdict", if there is one. */
void explorer_put_verdict(json_t *o, const struct explorer_verdict *v);

/* {"winner", "depth", "turns", "proof"} as "proved", or {"attacker", "pn", "dn", "lab"} as "lab", if one of them is known. */
void explorer_put_proof(json_t *o, const struct explorer_proof *p);

/* All of a report; so many stones of the turn stand on the board already. */
json_t *explorer_games_json(const struct explorer_game *games, size_t count);
json_t *explorer_report_json(const struct explorer_report *x, int placed);

#endif
