/* Strongest answers and main lines; see hunt.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#include "connect/puzzle/hunt_inner.h"

/* The least number of turns up to n in which the attacker wins the field's position; −1: none. */
static int least_turns(struct hunt *h, enum hunt_class c, int n)
{
    square turn[HUNT_TURN];
    for (int i = 1; i <= n; i++)
        if (hunt_attack(h, i, c, turn))
            return i;
    return -1;
}

static int defender_threats(struct hunt *h)
{
    struct edges e;
    edges_find(h->field, h->defender, &e);
    return edges_number(&e, h->p, NULL);
}

/* After a turn of one stone that threatens to win: the squares of the zone. */
static int quiet_replies(struct hunt *h, enum hunt_class c, int n, struct hunt_reply *out, int most)
{
    const struct field *f = h->field;
    uint8_t *zone = mem_zero((size_t)square_limit(&f->rules), 1);
    int count = 0;
    if (hunt_zone_here(h, n, zone))
        for (int i = 0; i < f->rules.m * f->rules.n && count < most; i++) {
            square s = f->at_number[i];
            if (!zone[s] || f->cell[s] != CELL_EMPTY)
                continue;
            out[count].defence = (struct squares){1, {s}};
            hunt_place(h, h->defender, &s, 1);
            out[count].turns = least_turns(h, c, n);
            out[count++].threats = defender_threats(h);
            hunt_back(h, 1);
        }
    free(zone);
    return count;
}

int hunt_replies(struct hunt *h, const struct position *p, enum hunt_class c, int n, struct hunt_reply *out,
                 int most)
{
    struct edges e;
    struct covers covers;
    hunt_begin(h, p, side_other(p->to_move));
    int number = hunt_threats(h, &e);
    if (number < (h->p > 1 ? 1 : 0) || number > h->p || h->cut)
        return 0;
    if (number < h->p && c == HUNT_DOUBLE)
        return 0;
    c = hunt_narrower(h, number, c);
    if (number == 0)
        return quiet_replies(h, c, n, out, most);
    edges_covers(&e, h->p, &covers);
    int count = covers.n < most ? covers.n : most;
    for (int i = 0; i < count; i++) {
        int size = covers_size(&covers, i);
        out[i].defence.n = size;
        memcpy(out[i].defence.s, covers_set(&covers, i), (size_t)size * sizeof(square));
        hunt_place(h, h->defender, out[i].defence.s, size);
        out[i].turns = least_turns(h, size < h->p ? HUNT_DOUBLE : c, n);
        if (out[i].turns > 0 && size < h->p && !hunt_free_stone_loses(h, n, c))
            out[i].turns = -1;
        out[i].threats = defender_threats(h);
        hunt_back(h, size);
    }
    return count;
}

/* A defence with a free stone: the square for it that lasts the longest. */
static int place_free(struct hunt *h, const struct position *p, enum hunt_class c, int n,
                      struct squares *defence)
{
    const struct field *f = h->field;
    int best = -1, most_threats = -1;
    square at = SQUARE_NONE;
    hunt_begin(h, p, side_other(p->to_move));
    hunt_place(h, h->defender, defence->s, defence->n);
    for (int i = 0; i < f->rules.m * f->rules.n && !h->cut; i++) {
        square s = f->at_number[i];
        if (f->cell[s] != CELL_EMPTY)
            continue;
        hunt_place(h, h->defender, &s, 1);
        int turns = least_turns(h, c, n), threats = defender_threats(h);
        hunt_back(h, 1);
        turns = turns < 0 ? n + 1 : turns;
        if (turns > best || (turns == best && threats > most_threats)) {
            best = turns;
            most_threats = threats;
            at = s;
        }
    }
    hunt_back(h, defence->n);
    defence->s[defence->n++] = at;
    return at == SQUARE_NONE || h->cut ? -1 : best;
}

int hunt_defence(struct hunt *h, const struct position *p, enum hunt_class c, int n, struct squares *defence)
{
    struct hunt_reply reply[COVERS_MOST];
    int count = hunt_replies(h, p, c, n, reply, COVERS_MOST), best = -1;
    for (int i = 0; i < count; i++)
        if (best < 0 || reply[i].turns > reply[best].turns ||
            (reply[i].turns == reply[best].turns && reply[i].threats > reply[best].threats))
            best = i;
    if (best < 0 || reply[best].turns < 0)
        return -1;
    *defence = reply[best].defence;
    return defence->n < h->p ? place_free(h, p, (enum hunt_class)(c - 1), n, defence) : reply[best].turns;
}

static void place_turn(struct position *p, const struct squares *turn)
{
    for (int i = 0; i < turn->n && p->outcome == OUTCOME_OPEN; i++)
        position_place(p, turn->s[i]);
}

int hunt_line(struct hunt *h, const struct position *start, enum hunt_class c, int n, square *out, int most)
{
    struct position *p = position_copy(start);
    int stones = 0;
    for (int left = n; left > 0; left--) {
        struct squares turn;
        if (hunt_within(h, p, c, left, &turn) != HUNT_WIN || stones + 2 * h->p > most)
            break;
        memcpy(out + stones, turn.s, (size_t)turn.n * sizeof *out);
        stones += turn.n;
        place_turn(p, &turn);
        struct squares defence;
        if (p->outcome != OUTCOME_OPEN || hunt_defence(h, p, c, left - 1, &defence) < 0)
            break;
        memcpy(out + stones, defence.s, (size_t)defence.n * sizeof *out);
        stones += defence.n;
        place_turn(p, &defence);
    }
    position_free(p);
    return stones;
}
