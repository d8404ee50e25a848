/* Certificates to attack checkers with: random wins and their proofs, and certificates with something
 * changed. */
#ifndef SUPPORT_MUTANTS_H
#define SUPPORT_MUTANTS_H

#include "connect/proof/check.h"
#include "support/plain.h"

/* A random position that the attacker wins, with its proof. Most of them are won in a turn or two, by threats
 * alone: of those only a few are taken. The caller frees all three. */
struct position *mutants_random_win(struct rng *r, enum side *attacker, struct plain **w,
                                    struct plain_proof *proof);

/* The certificate with one thing changed, or a few: turns, stones, numbers, bytes; the size of the board only
 * if `board`. Returns its bytes, which the caller frees. */
char *mutants_change(const struct cert_claim *claim, const struct squares *turn, size_t turns, bool board,
                     struct rng *r, size_t *size);

/* Checks the bytes; the claim that was read goes to `claim` (its position a copy that the caller frees),
 * NULL: not wanted. */
enum check_verdict mutants_check(const char *bytes, size_t size, struct cert_claim *claim,
                                 struct check_result *result);

#endif
