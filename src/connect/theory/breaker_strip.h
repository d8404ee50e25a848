/* The answers in strips of BZ(L); part of breaker.h. */
#ifndef CONNECT_THEORY_BREAKER_STRIP_H
#define CONNECT_THEORY_BREAKER_STRIP_H

#include "connect/board/position.h"

void strip_answer(int l, const struct position *p, struct squares *out);

#endif
