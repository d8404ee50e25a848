/* Pairing as the checker of certificates judges it; see mb_check_pairing.h. */
#include "theory/mb_check_pairing.h"

int mb_check_bits(mb_set s)
{
    int n = 0;
    for (; s; s &= s - 1)
        n++;
    return n;
}

int mb_check_bound(const struct mb_game *g, int line)
{
    return g->b >= 0 ? g->b : mb_check_bits(g->board->line[line]) - g->p - 1;
}

/* One more square of its own for the line, moving others' if need be. owner[s] is 1 + the line that has s. */
static bool give(const struct mb_game *g, int line, mb_set usable, int *owner, mb_set *tried)
{
    for (int s = 0; s < g->board->squares; s++) {
        mb_set bit = mb_bit(s);
        if (!(g->board->line[line] & usable & bit) || *tried & bit || owner[s] == line + 1)
            continue;
        *tried |= bit;
        if (owner[s] == 0 || give(g, owner[s] - 1, usable, owner, tried)) {
            owner[s] = line + 1;
            return true;
        }
    }
    return false;
}

/* Is there another active line whose empty squares are all on this one? Black owns that one no later. */
static bool needless(const struct mb_game *g, int line, mb_set black, mb_set white)
{
    mb_set mine = g->board->line[line] & ~black;
    for (int l = 0; l < g->board->lines; l++) {
        mb_set other = g->board->line[l] & ~black;
        if (l != line && !(g->board->line[l] & white) && !(other & ~mine) && (other != mine || l < line))
            return true;
    }
    return false;
}

bool mb_check_paired(const struct mb_game *g, mb_set black, mb_set white)
{
    mb_set usable = mb_all(g->board) & ~(black | white | g->board->exclusive);
    int owner[MB_SQUARES] = {0};
    for (int l = 0; l < g->board->lines; l++) {
        mb_set line = g->board->line[l];
        if (line & white || needless(g, l, black, white))
            continue;
        int stones = mb_check_bits(line & black), bound = mb_check_bound(g, l);
        if (stones > bound)
            return false;
        for (int need = stones + mb_check_bits(line & usable) - bound; need > 0; need--) {
            mb_set tried = 0;
            if (!give(g, l, usable, owner, &tried))
                return false;
        }
    }
    return true;
}
