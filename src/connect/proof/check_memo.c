/* Readings that need not be repeated; see check_memo.h. */
#include "connect/proof/check_memo.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { TRIED_MOST = 16 }; /* readings of a definition that are tried */

void check_memo_free(struct check_memo *m)
{
    for (size_t i = 0; i < m->readings; i++) {
        free(m->reading[i].square);
        free(m->reading[i].first);
    }
    free(m->reading);
    free(m->last);
    *m = (struct check_memo){.reading = NULL};
}

bool check_memo_allowed(const struct rules *r)
{
    return !r->exact && r->p < r->k;
}

static const square *defenders(const struct check_reading *x)
{
    return x->square + x->attackers;
}

static const square *zone(const struct check_reading *x)
{
    return defenders(x) + x->defenders;
}

static const square *stops(const struct check_reading *x)
{
    return zone(x) + x->zone;
}

static bool has(const square *set, int n, square s)
{
    for (int i = 0; i < n; i++)
        if (set[i] == s)
            return true;
    return false;
}

/* The first zone that the square is in. */
static int first_zone(const struct check_reading *x, square s)
{
    for (int i = 0; i < x->zone; i++)
        if (zone(x)[i] == s)
            return x->first[i] < x->all ? x->first[i] : x->all;
    return x->all;
}

/* Can the stones be ordered so that the i-th is not in the i-th zone? Then they can be in the order of the first zones that they are
 * in. */
static bool irrelevant(int *first, int n)
{
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (first[j] < first[least])
                least = j;
        int here = first[least];
        first[least] = first[i];
        first[i] = here;
        if (here <= i + 1)
            return false;
    }
    return true;
}

static bool same_attackers(const struct check_reading *x, const struct check_board *b, enum side attacker)
{
    bool same = x->attackers == b->stones[attacker];
    for (int i = 0; same && i < x->attackers; i++)
        same = b->p->cell[x->square[i]] == cell_of(attacker);
    return same;
}

/* Of a reading with the same stones of the attacker. */
static bool holds(const struct check_reading *x, const struct check_board *b, enum side defender, int *more)
{
    int common = 0, found = 0, first[RULES_MAX_K];
    if (b->stones[defender] > x->defenders)
        return false;
    for (int i = 0; i < x->defenders; i++) {
        square s = defenders(x)[i];
        bool there = b->p->cell[s] == cell_of(defender);
        common += there;
        if (!there && has(stops(x), x->stops, s))
            return false;
    }
    *more = b->stones[defender] - common;
    if (*more >= x->all || *more >= RULES_MAX_K) /* the zone of that number is every empty square */
        return false;
    for (int i = b->stones[defender]; found < *more && i-- > 0;)
        if (!has(defenders(x), x->defenders, b->stone[defender][i]))
            first[found++] = first_zone(x, b->stone[defender][i]);
    return irrelevant(first, found);
}

const struct check_reading *check_memo_find(const struct check_memo *m, uint32_t definition,
                                            const struct check_board *b, enum side attacker, int *more)
{
    uint32_t at = definition < m->lasts ? m->last[definition] : 0;
    for (int tried = 0; at && tried < TRIED_MOST; tried++, at = m->reading[at - 1].next) {
        const struct check_reading *x = &m->reading[at - 1];
        if (same_attackers(x, b, attacker) && holds(x, b, side_other(attacker), more))
            return x;
    }
    return NULL;
}

void check_memo_zones(const struct check_reading *x, const struct check_board *b, int more,
                      struct check_zones *z)
{
    for (int i = 0; i < x->zone; i++)
        if (b->p->cell[zone(x)[i]] == CELL_EMPTY)
            check_zones_add(z, zone(x)[i], x->first[i] > more ? x->first[i] - more : 1);
    for (int i = 0; i < x->stops; i++)
        check_zones_stop(z, stops(x)[i]);
    int all = x->all > more ? x->all - more : 1;
    if (all < z->all)
        z->all = all;
}

static void copy(square **to, const square *from, int n)
{
    memcpy(*to, from, (size_t)n * sizeof *from);
    *to += n;
}

void check_memo_add(struct check_memo *m, uint32_t definition, const struct check_board *b,
                    enum side attacker, const struct check_zones *z, int height, uint64_t whole)
{
    enum side defender = side_other(attacker);
    size_t squares = (size_t)(b->stones[attacker] + b->stones[defender] + z->n + z->stops);
    if (m->bytes > m->most)
        return;
    while (m->lasts <= definition) {
        m->last = mem_grow(m->last, &m->last_room, m->lasts + 1, sizeof *m->last);
        m->last[m->lasts++] = 0;
    }
    m->reading = mem_grow(m->reading, &m->room, m->readings + 1, sizeof *m->reading);
    struct check_reading *x = &m->reading[m->readings++];
    *x = (struct check_reading){.next = m->last[definition],
                                .attackers = b->stones[attacker],
                                .defenders = b->stones[defender],
                                .zone = z->n,
                                .stops = z->stops,
                                .all = z->all,
                                .height = height,
                                .whole = whole,
                                .square = mem_alloc((squares + 1) * sizeof *x->square),
                                .first = mem_alloc((size_t)z->n + 1)};
    square *at = x->square;
    copy(&at, b->stone[attacker], x->attackers);
    copy(&at, b->stone[defender], x->defenders);
    copy(&at, z->at, z->n);
    copy(&at, z->stop, z->stops);
    for (int i = 0; i < z->n; i++)
        x->first[i] = z->first[z->at[i]];
    m->last[definition] = (uint32_t)m->readings;
    m->bytes += sizeof *x + (squares + 1) * sizeof *x->square + (size_t)z->n + 1;
}
