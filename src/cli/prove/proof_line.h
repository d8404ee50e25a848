/* Reading the defender's stones for `hexad proof --line`. */
#ifndef CLI_PROVE_PROOF_LINE_H
#define CLI_PROVE_PROOF_LINE_H

#include "connect/proof/guide.h"

/* Follows the defender's stones of `text`, "k11 l12 m13 -" (`-` gives up the rest of a turn), through a proof.
 * False with a message on bad stones, or where the proof leaves a defence open. */
bool proof_line_follow(const struct guide *g, const char *text, struct guide_line *l, struct err *e);

#endif
