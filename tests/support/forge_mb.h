/* Certificates of Maker-Breaker games (connect/theory/mb_cert.h) written from the plain solver's values, without the
 * real solver: honest ones, and forged ones that prove a draw where Black wins. A forgery is honest wherever
 * White has an answer and breaks one rule where White has none. */
#ifndef SUPPORT_FORGE_MB_H
#define SUPPORT_FORGE_MB_H

#include "base/buf.h"
#include "support/brute_mb.h"

enum forge_mb {
    FORGE_NOTHING,  /* an honest certificate, of games that are drawn */
    FORGE_OMIT,     /* a turn that has no answer is left out */
    FORGE_STONE,    /* White places one stone more than Black did */
    FORGE_TAKEN,    /* White places on black stones */
    FORGE_SYMMETRY, /* the answer leads to a drawn position by a symmetry that is none */
    FORGE_COVER,    /* it leads to a drawn position that differs in a square */
    FORGE_PAIRING,  /* it is said to lead to a draw by pairing */
    FORGE_START,    /* the game is said to begin with a white stone, or to be drawn by pairing */
    FORGE_KINDS
};

/* Writes a certificate of the game; false if this one cannot be forged that way (or is lost and there is
 * nothing to forge). `brute` is of this game. */
bool forge_mb(const struct mb_game *g, struct brute_mb *brute, enum forge_mb kind, struct rng *r,
              struct buf *out);

#endif
