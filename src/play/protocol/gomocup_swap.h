/* The opening by swap2: one side places three stones (Black, White, Black); the other takes Black, or White with a fourth stone,
 * or places two more and leaves the choice to the first. */
#ifndef PLAY_PROTOCOL_GOMOCUP_SWAP_H
#define PLAY_PROTOCOL_GOMOCUP_SWAP_H

#include "play/protocol/seat.h"

enum { SWAP_STONES = 3, SWAP_MORE = 5 };

/* Three stones after which neither side is much better, as the engine sees it: of some drawn by lot from the seed and `number`,
 * the ones nearest to even. The board of the seat must be empty, and is so afterwards. `seconds` for all, 0: no limit of time.
 * False if the board has no room for them, or the engine cannot be made. */
bool swap_opening(struct seat *s, uint64_t number, double seconds, square out[SWAP_STONES], struct err *e);

#endif
