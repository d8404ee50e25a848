/* How long games of the Connect family last, for those who plan their time. */
#ifndef CONNECT_BOARD_PACE_H
#define CONNECT_BOARD_PACE_H

#include "connect/board/position.h"

/* Turns of its own that the side to move may still have to make, this one included. */
double pace_turns_ahead(const struct position *p);

#endif
