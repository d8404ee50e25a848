/* The checker of strategy certificates (mb_cert.h). It shares nothing with the solver but the board, on
 * purpose: it judges every line of the board as the certificate gives it, and what it takes for granted is
 * argued here and in mb_check_pairing.h.
 *
 * It accepts if every position of the certificate answers all single stones of Black's, and with every turn
 * those that are larger by a square of White's answer to it; and if every answer leads to a position that is
 * drawn by pairing or is *covered* by a position of the certificate: every active line is guarded
 * (mb_check_guards) by an active line of that position. Then Black never wins: White plays as there. A stone
 * of Black's that is not on an active line there does nothing there; an answer on a square that is not empty
 * here is on no guard, and left out. (A turn T that is not answered holds one that is, and of such take the
 * largest, T': no stone of T is on the answer to T'. So White can give that answer, and goes on in the
 * position that it leads to as if the rest of T were Black's next turn there.) */
#ifndef CONNECT_THEORY_MB_CHECK_H
#define CONNECT_THEORY_MB_CHECK_H

#include "connect/theory/mb.h"

struct mb_checked {
    struct mb_board board;
    struct mb_game game; /* of that board */
    uint64_t positions, turns, paired;
};

/* False with the reason if the text is no certificate, or proves nothing. `out` is filled as far as was read;
 * out->game.board is set by the caller if the struct is moved. */
bool mb_check(const char *text, struct mb_checked *out, struct err *e);

#endif
