/* Strategy certificates: White's answer to everything, in a file that a separate checker walks (mb_check.h).
 *
 *     hexad mb-certificate 2
 *     game p 2                      or: game b 1
 *     board B2                      the board in its text form
 *     …
 *     end
 *     symmetries N                  then N lines: the images of squares 0, 1, 2 …
 *     positions N
 *     start NEXT                    the position that the empty board leads to
 *     BLACK EMPTY ANSWER ANSWER …   N lines: a position with Black to move and White's answers
 *     end
 *
 * Squares count from 0 in the order of the board's text; sets of squares are hexadecimal, bit i for square i.
 * A position gives its black and its empty squares; all others might as well be white. An answer is
 * "TURN:REPLY": a turn of Black's on squares of active lines, and White's stones; then what it leads to:
 * nothing more if pairing draws from there, ">N" for position N, ">N/G" if symmetry G must be applied first.
 * The turns of a position are in ascending order as numbers. They are all single stones, and with every turn
 * those that are larger by one square of White's reply. A turn that is not there holds one that is, and
 * avoids the reply to it: White gives that reply, and answers the other stones in the position that it leads
 * to, as if they came after. */
#ifndef CONNECT_THEORY_MB_CERT_H
#define CONNECT_THEORY_MB_CERT_H

#include "connect/theory/mb_solve.h"

/* Writes the certificate of a drawn game. False if the solver was stopped (MB_UNKNOWN) on the way, or if it
 * would be larger than files that are read (base/file.h). The game must not be lost. `positions` gets how
 * many it holds. */
bool mb_certify(struct mb_solver *s, struct buf *out, size_t *positions);

#endif
