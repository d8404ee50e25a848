/* What makes a recorded game this one, for those who count games and must count each once. */
#ifndef CONNECT_RECORD_FINGERPRINT_H
#define CONNECT_RECORD_FINGERPRINT_H

#include <stdint.h>

#include "connect/record/tree.h"

/* 128 bits of rules, description (players, date, round …) and stones of the main line. */
void record_fingerprint(const struct record *r, uint64_t out[2]);

/* Who won: as the record says, or as the last position of its main line shows. */
enum outcome record_outcome(const struct record *r);

#endif
