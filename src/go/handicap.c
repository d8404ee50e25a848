/* Handicap stones; see handicap.h. */
#include "go/handicap.h"

int go_handicap_most(int size)
{
    if (size < 7)
        return 0;
    return size % 2 && size >= 9 ? 9 : 4;
}

int go_handicap_points(int size, int stones, go_point out[GO_HANDICAP_MOST])
{
    if (stones < 2 || stones > go_handicap_most(size))
        return 0;
    int low = size >= 13 ? 3 : 2, high = size - 1 - low, middle = size / 2;
    /* Two corners, the third and fourth, then the sides by pairs; an odd number above four has the centre. */
    const int place[8][2] = {{low, low},    {high, high},   {high, low},   {low, high},
                             {low, middle}, {high, middle}, {middle, low}, {middle, high}};
    int n = 0, by_pairs = stones > 4 && stones % 2 ? stones - 1 : stones;
    for (; n < by_pairs; n++)
        out[n] = (go_point)(place[n][1] * size + place[n][0]);
    if (n < stones)
        out[n++] = (go_point)(middle * size + middle);
    return n;
}
