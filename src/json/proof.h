/* What searches for proofs and checks of them say of themselves, in JSON: the same for program and server. */
#ifndef JSON_PROOF_H
#define JSON_PROOF_H

#include <jansson.h>

#include "connect/proof/check.h"
#include "connect/proof/defences.h"
#include "connect/proof/solve.h"

/* {"turns", "depth", "whole_defences", "semi_null", "null"} */
json_t *proof_check_json(const struct check_result *r);

/* {"status": "won", "unknown" or "stopped", "nodes", "search_seconds"}, of a win also "turn", "order", "kind", "proof_nodes",
 * "depth", "verify_seconds", "verifier_calls", "zone_squares", "full_turns" and "holds_on_infinite", else "why". */
json_t *proof_solve_json(const struct solve_result *r);

/* {"losing", "left", "parts", "parts_open", "nodes", "seconds"} */
json_t *proof_defences_json(const struct defences_result *r);

/* Proof and disproof numbers are told by these alone: one that is infinite is no number, but null or ∞. */
enum { PROOF_NUMBER_INFINITE = 1 << 30 };
enum { PROOF_NUMBER_TEXT = 16 };
json_t *proof_number_json(int64_t n);
/* Returns `out`. */
const char *proof_number_text(int64_t n, char out[PROOF_NUMBER_TEXT]);

#endif
