/* The attacker's answers, by the proof in a certificate, to turns of the defender that somebody thinks of. */
#ifndef CLI_PROOF_LINE_H
#define CLI_PROOF_LINE_H

#include "proof/check.h"

struct proof_step {
    struct squares defence; /* as given; fewer squares than the turn has: the rest is given up */
    bool covered;      /* the proof has an answer; else the defence leaves a threat, which is completed */
    struct squares as; /* the defence in the proof that covers it: the other stones do not matter */
    struct squares answer;
};

struct proof_line {
    struct position *position; /* after the last answer; NULL if nothing was read */
    struct squares first;      /* the attacker's first turn, if it is to move in the claim */
    struct proof_step *step;
    size_t steps, room;
};

/* Follows the defender's stones of `text`, "k11 l12 m13 -" (`-` gives up the rest of a turn), through the
 * certificate, which is read once for every turn. The part of the proof that it passes is checked, no more.
 * False with a message on bad stones or a bad certificate. The caller frees the line in any case. */
bool proof_line_follow(const char *path, const char *text, struct proof_line *out, struct err *e);
void proof_line_free(struct proof_line *l);

#endif
