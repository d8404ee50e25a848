/* Squares as text; see square.h. */
#include "game/square.h"

#include "game/notation.h"

const char *square_format(square s, char out[SQUARE_TEXT])
{
    return notation_format(NOTATION_PEOPLE, 0, s, out);
}
