/* The answers in strips of BZ(L); part of breaker.h. */
#ifndef THEORY_BREAKER_STRIP_H
#define THEORY_BREAKER_STRIP_H

#include "board/position.h"

void strip_answer(int l, const struct position *p, struct squares *out);

#endif
