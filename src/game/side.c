/* The names of the sides; see side.h. */
#include "game/side.h"

const char *side_name(enum side s)
{
    return s == BLACK ? "Black" : "White";
}
