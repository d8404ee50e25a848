/* Wins on tiny boards worked out the plain way: minimax stone by stone, and the verifier of SPEC 4.2 with
 * zones as bit masks. It is slow, uses nothing of threat/, search/ and proof/ but the certificate's writer,
 * and is what the checker is compared with. */
#ifndef SUPPORT_PLAIN_H
#define SUPPORT_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "connect/board/position.h"
#include "connect/proof/cert.h"

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

/* Does the attacker win, `to_move` placing `left` stones first? By minimax; meant for some 12 empty
 * squares. */
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

/* Rules of docs/certificates.md that a checker may lack; tests/connect/proof/weak.py has the same under the same
 * names. */
enum plain_rule {
    PLAIN_NONE, /* lacks nothing */
    PLAIN_SHORT,
    PLAIN_AFTER_ROW,
    PLAIN_END,
    PLAIN_TURN,
    PLAIN_FILL,
    PLAIN_ROW,
    PLAIN_THREAT,
    PLAIN_RELAXED,
    PLAIN_NORMAL,
    PLAIN_LENGTH,
    PLAIN_THREATS_WON,
    PLAIN_THREATS_DEFENDED,
    PLAIN_ROWS_WON,
    PLAIN_ROWS_DEFENDED,
    PLAIN_ROWS_LENGTH,
    PLAIN_ROWS_FIRST,
    PLAIN_SHIFT,
    PLAIN_MERGE,
    PLAIN_TRY,
    PLAIN_TRY_FIRST,
    PLAIN_TRY_MORE,
    PLAIN_TRY_LAST,
    PLAIN_PAST,
    PLAIN_COVERED,
    PLAIN_RULES,
};

/* "threats won"; the names of weak.py. */
extern const char *const plain_rule_name[PLAIN_RULES];

/* Looks for turns by which a checker that lacks the rule would accept that the attacker wins, true or not:
 * tries the attacker's turns in a random order, `work` of them in all. */
bool plain_forge(struct plain *w, const struct position *p, enum plain_rule lacks, struct rng *rng,
                 size_t work, struct plain_proof *out);

/* Writes turns as a certificate, those without stones as unsolved marks; returns its bytes, which the caller
 * frees. */
char *plain_certificate(const struct cert_claim *claim, const struct squares *turn, size_t turns,
                        size_t *size);

#endif
