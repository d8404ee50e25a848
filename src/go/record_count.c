/* Counting a game by the territory that its record marks; see record.h. */
#include <strings.h>

#include "go/record.h"

/* White's points for the handicap stones, which count as area: by KGS's rule as many as there are, AGA's one less. */
static int compensation(const struct go_record *r)
{
    if (r->handicap < 2)
        return 0;
    if (strcasecmp(r->ruleset, "Chinese") == 0)
        return r->handicap;
    return strcasecmp(r->ruleset, "AGA") == 0 ? r->handicap - 1 : 0;
}

bool go_record_count(const struct go_record *r, const struct go *g, int *score)
{
    int area = 0, territory = 0; /* Black's minus White's */
    if (!r->counted)
        return false;
    for (int p = 0; p < g->points; p++) {
        int owner = r->territory[p], stone = g->cell[p];
        int who = owner != CELL_EMPTY ? owner : stone;
        area += who == CELL_BLACK ? 1 : who == CELL_WHITE ? -1 : 0;
        if (owner != CELL_EMPTY) /* with a point more for a dead stone on it */
            territory += (owner == CELL_BLACK ? 1 : -1) * (stone == CELL_EMPTY ? 1 : 2);
    }
    territory += g->taken[BLACK] - g->taken[WHITE];
    if (strncasecmp(r->ruleset, "Japan", 5) == 0)
        *score = 2 * territory - r->rules.komi;
    else
        *score = 2 * (area - compensation(r)) - r->rules.komi;
    return true;
}
