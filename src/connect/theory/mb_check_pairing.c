/* Lines and pairing as the checker of certificates judges them; see mb_check_pairing.h. */
#include "connect/theory/mb_check_pairing.h"

int mb_check_bits(mb_set s)
{
    int n = 0;
    for (; s; s &= s - 1)
        n++;
    return n;
}

struct mb_check_line mb_check_line(const struct mb_game *g, int line, mb_set black)
{
    mb_set squares = g->board->line[line];
    return (struct mb_check_line){squares & ~black, mb_check_bits(squares & black),
                                  g->b >= 0 ? g->b : mb_check_bits(squares) - g->p - 1};
}

bool mb_check_guards(const struct mb_board *b, const struct mb_check_line *guard,
                     const struct mb_check_line *line)
{
    int room = guard->bound - guard->stones;
    if (guard->empty & ~line->empty || room < 0)
        return false;
    int inside = mb_check_bits(guard->empty & ~b->exclusive);
    int outside = mb_check_bits(line->empty & ~guard->empty & ~b->exclusive);
    return line->stones + (inside < room ? inside : room) + outside <= line->bound;
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

/* Does another of the active lines guard this one? Of lines that guard each other the first is not
 * needless. */
static bool needless(const struct mb_board *b, const struct mb_check_line *line, uint64_t active, int which)
{
    for (int l = 0; l < b->lines; l++)
        if (l != which && active >> l & 1 && mb_check_guards(b, &line[l], &line[which]) &&
            (l < which || !mb_check_guards(b, &line[which], &line[l])))
            return true;
    return false;
}

bool mb_check_paired(const struct mb_game *g, mb_set black, mb_set white)
{
    mb_set usable = mb_all(g->board) & ~(black | white | g->board->exclusive);
    int owner[MB_SQUARES] = {0};
    struct mb_check_line line[MB_LINES];
    uint64_t active = 0;
    for (int l = 0; l < g->board->lines; l++)
        if (!(g->board->line[l] & white)) {
            active |= (uint64_t)1 << l;
            line[l] = mb_check_line(g, l, black);
        }
    for (int l = 0; l < g->board->lines; l++) {
        if (!(active >> l & 1) || needless(g->board, line, active, l))
            continue;
        if (line[l].stones > line[l].bound)
            return false;
        for (int need = line[l].stones + mb_check_bits(line[l].empty & usable) - line[l].bound; need > 0;
             need--) {
            mb_set tried = 0;
            if (!give(g, l, usable, owner, &tried))
                return false;
        }
    }
    return true;
}
