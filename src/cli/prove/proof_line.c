/* Following a line through a proof; see proof_line.h. */
#include "cli/prove/proof_line.h"

#include <string.h>

/* Reads the stones of one turn of the defender. */
static bool read_defence(const struct position *p, const char **text, struct squares *out, struct err *e)
{
    int length = position_turn_length(p);
    for (out->n = 0; out->n < length; out->n++) {
        *text += strspn(*text, " ,;");
        if (**text == '-') {
            *text += 1;
            return true;
        }
        int missing = length - out->n;
        if (!**text)
            return err_set(e, "the last turn is not whole: %d more stone%s, or - to give them up", missing,
                           missing > 1 ? "s" : "");
        if (!square_parse(&p->rules, *text, text, &out->s[out->n], e))
            return false;
    }
    return true;
}

bool proof_line_follow(const struct guide *g, const char *text, struct guide_line *l, struct err *e)
{
    const struct deadline never = {0};
    for (text += strspn(text, " ,;"); *text; text += strspn(text, " ,;")) {
        struct squares defence;
        if (l->ended)
            return err_set(e, "%s has won already: nothing can follow", side_name(guide_claim(g)->attacker));
        if (!read_defence(l->position, &text, &defence, e) || !guide_play(g, l, &defence, &never, e))
            return false;
        if (l->step[l->steps - 1].why == GUIDE_OPEN)
            return err_set(e, "the proof leaves this defence open");
    }
    return true;
}
