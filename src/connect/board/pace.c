/* How long games last; see pace.h. */
#include "connect/board/pace.h"

#include <math.h>

/* Half of the experts' games of Connect6 are over after 10 turns of each side, nine of ten after 17. */
enum {
    TURNS_USUAL = 18, /* to plan for at the beginning */
    TURNS_LEAST = 7,  /* a game that went on for long will go on for some more */
};

double pace_turns_ahead(const struct position *p)
{
    const struct rules *r = &p->rules;
    double played = (double)p->stones / (2.0 * r->p);
    double room = ceil((double)p->empty / (2.0 * r->p));
    return fmax(fmin(fmax(TURNS_USUAL - played, TURNS_LEAST), room), 1);
}
