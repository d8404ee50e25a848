/* Planes as nets see them; see planes.h. */
#include "game/planes.h"

#include <string.h>

bool game_planes_serve(const struct game_planes *d, int planes)
{
    return planes == d->planes || planes == d->rank || (d->reduced && planes == d->reduced);
}

int game_planes_show(const struct game_planes *d, uint8_t *bytes, int planes, int points, int head,
                     bool by_colour, bool hide, bool hide_ranks)
{
    size_t size = (size_t)points;
    bool swap = d->colours && !by_colour && head == 1;
    for (size_t p = 0; swap && p < size; p++) {
        uint8_t black = bytes[p];
        bytes[p] = bytes[size + p];
        bytes[size + p] = black;
    }
    if (hide)
        memset(bytes + (size_t)d->history * size, 0, (size_t)d->histories * size);
    if (hide_ranks && d->rank < planes)
        memset(bytes + (size_t)d->rank * size, 0, (size_t)d->ranks * size);
    for (int i = 0; planes == d->reduced && i < planes; i++)
        if (d->of_reduced[i] != i)
            memcpy(bytes + (size_t)i * size, bytes + (size_t)d->of_reduced[i] * size, size);
    return swap ? 0 : head;
}
