/* What is true of a turn, by those who share nothing with the judge: plain searches, and certificates that the
 * checker accepts. */
#ifndef SUPPORT_TURN_TRUTH_H
#define SUPPORT_TURN_TRUTH_H

#include "connect/puzzle/judge.h"

/* What was compared, and with what result. */
struct truth_counts {
    long turns, wins, longer, holds, lost, none, open; /* verdicts */
    long plain;        /* of which the plain search of double threats says as much or as little */
    long proved[2];    /* accepted, and lost: there is a certificate for it */
    long unproved[2];  /* none was found within the limits */
    long asked, quiet; /* refused, and a proof was looked for; proved, but by a turn without threats */
    long open_asked, open_won; /* open, and a proof was looked for; found */
    size_t times, room;
    double *seconds; /* of processor time, of each verdict */
};

/* Judges a turn of a puzzle at this position, and compares; fails the test at a contradiction. */
void truth_compare(struct judge *j, const struct position *p, const struct puzzle *z,
                   const struct squares *turn, struct truth_counts *c);

void truth_print(struct truth_counts *c);

#endif
