/* Line patterns gathered into sorts; see coarse.h. */
#include "net/tune/coarse.h"

static uint16_t sort_of(int code, int k)
{
    int line[2 * CELLS_K_MOST]; /* the digits along the direction, the square itself at k−1 */
    for (int i = 1; i < k; i++, code /= 3)
        line[k - 1 - i] = code % 3;
    line[k - 1] = 0;
    for (int i = 1; i < k; i++, code /= 3)
        line[k - 1 + i] = code % 3;
    int most = 0, with_most = 0, fit = 0;
    for (int start = 0; start < k; start++) {
        int own = 0, blocked = 0;
        for (int i = start; i < start + k; i++) {
            own += line[i] == 1;
            blocked += line[i] == 2;
        }
        if (blocked)
            continue;
        fit++;
        with_most = own > most ? 1 : with_most + (own == most);
        most = own > most ? own : most;
    }
    return (uint16_t)((fit * CELLS_K_MOST + most) * CELLS_K_MOST + (with_most ? with_most - 1 : 0));
}

void coarse_sorts(const struct cells_classes *c, uint16_t sort[CELLS_CLASSES_MOST])
{
    for (int i = 0; i < c->classes; i++)
        sort[i] = sort_of(c->sample[i], c->k);
}
