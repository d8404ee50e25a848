/* Wins on tiny boards worked out the plain way: minimax stone by stone, and the verifier of SPEC 4.2 with
 * zones as bit masks. It is slow, uses nothing of threat/, search/ and proof/ but the certificate's writer,
 * and is what the checker is compared with. */
#ifndef SUPPORT_PLAIN_H
#define SUPPORT_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "board/position.h"
#include "proof/cert.h"

enum {
    PLAIN_SQUARES = 64,
    PLAIN_ZONES = 64,
    PLAIN_MINIMAX = 14, /* empty squares up to which minimax is quick */
};

struct plain; /* a board of at most 64 squares, with its attacker */

/* Squares are bits, row by row from the bottom left: bit row * m + column. */
struct plain *plain_new(const struct rules *r, enum side attacker);
void plain_free(struct plain *w);
uint64_t plain_stones(const struct plain *w, const struct position *p, enum side side);
square plain_square(const struct plain *w, int bit);

/* Does the attacker win, `to_move` placing `left` stones first? By minimax; meant for some 12 empty squares.
 */
bool plain_wins(struct plain *w, uint64_t attacker, uint64_t defender, enum side to_move, int left);
bool plain_wins_position(struct plain *w, const struct position *p);

/* Can the owner of `own` complete a row in a turn of `left` stones? */
bool plain_completes(const struct plain *w, uint64_t own, uint64_t other, int left);

/* The turns that the traversal of docs/certificates.md asks for, and the zones at the root. The
 * attacker's turns come from minimax, or with more empty squares than it can do from a look one turn
 * ahead. */
struct plain_proof {
    struct squares *turn;
    size_t turns, room;
    uint64_t zone[PLAIN_ZONES + 1]; /* 1 … r; all bits set: the symbolic "every empty square" */
    size_t unplaced;                /* defences with stones left unplaced: null and semi-null nodes */
    bool cut;                       /* no proof because it would take more turns than allowed */
};

/* False if the attacker does not win, or the proof takes more than `most` turns. The caller frees it. */
bool plain_prove(struct plain *w, const struct position *p, size_t most, struct plain_proof *out);
void plain_proof_free(struct plain_proof *f);

/* Writes turns as a certificate, those without stones as unsolved marks; returns its bytes, which the caller
 * frees. */
char *plain_certificate(const struct cert_claim *claim, const struct squares *turn, size_t turns,
                        size_t *size);

#endif
