/* Threats by definition; see brute.h. */
#include "support/brute.h"

#include <assert.h>
#include <string.h>

static const int dcol[4] = {1, 0, 1, 1}, drow[4] = {0, 1, 1, -1};

/* Calls `visit` for each segment of the board with its squares, then the two squares next to its ends, SQUARE_NONE
 * where the board ends. */
static void each_segment(const struct rules *r, void (*visit)(void *, const square *), void *data)
{
    square s[RULES_MAX_K + 2];
    /* A single square has no direction, but other neighbours in each. */
    for (int d = 0; d < (r->k == 1 && !r->exact ? 1 : 4); d++)
        for (int col = 0; col < r->m; col++)
            for (int row = 0; row < r->n; row++) {
                if (!square_on_board(r, col + (r->k - 1) * dcol[d], row + (r->k - 1) * drow[d]))
                    continue;
                for (int i = 0; i < r->k; i++)
                    s[i] = square_at(col + i * dcol[d], row + i * drow[d]);
                for (int i = 0; i < 2; i++) {
                    int by = i ? r->k : -1, c = col + by * dcol[d], w = row + by * drow[d];
                    s[r->k + i] = (square)(square_on_board(r, c, w) ? square_at(c, w) : SQUARE_NONE);
                }
                visit(data, s);
            }
}

/* The stones of a side on a segment; −1 if it cannot become a row of that side. */
static int stones_of(const struct position *p, enum side owner, const square *s)
{
    int own = 0;
    for (int i = 0; i < p->rules.k; i++) {
        if (p->cell[s[i]] == cell_of(side_other(owner)))
            return -1;
        own += p->cell[s[i]] == cell_of(owner);
    }
    for (int i = 0; i < 2 && p->rules.exact; i++)
        if (s[p->rules.k + i] != SQUARE_NONE && p->cell[s[p->rules.k + i]] == cell_of(owner))
            return -1;
    return own;
}

struct count {
    const struct position *p;
    enum side owner;
    int *count;
};

static void count_one(void *data, const square *s)
{
    struct count *c = data;
    int own = stones_of(c->p, c->owner, s);
    if (own >= 0)
        c->count[own]++;
}

void brute_segment_counts(const struct position *p, enum side owner, int count[RULES_MAX_K + 1])
{
    memset(count, 0, (RULES_MAX_K + 1) * sizeof *count);
    each_segment(&p->rules, count_one, &(struct count){p, owner, count});
}

/* The empty squares of the threat segments, as sets over the different squares among them. */
struct family {
    const struct position *p;
    enum side owner;
    int sets, empties;
    struct {
        int n;
        short e[RULES_MAX_K];
    } set[BRUTE_SEGMENTS];
    square empty[BRUTE_EMPTIES];
};

static short empty_number(struct family *f, square s)
{
    for (int i = 0; i < f->empties; i++)
        if (f->empty[i] == s)
            return (short)i;
    assert(f->empties < BRUTE_EMPTIES);
    f->empty[f->empties] = s;
    return (short)f->empties++;
}

static void collect_one(void *data, const square *s)
{
    struct family *f = data;
    const struct rules *r = &f->p->rules;
    int own = stones_of(f->p, f->owner, s);
    if (own < 0 || own < r->k - r->p)
        return;
    assert(f->sets < BRUTE_SEGMENTS);
    int n = 0;
    for (int i = 0; i < r->k; i++)
        if (f->p->cell[s[i]] == CELL_EMPTY)
            f->set[f->sets].e[n++] = empty_number(f, s[i]);
    f->set[f->sets++].n = n;
}

static void collect(struct family *f, const struct position *p, enum side owner)
{
    f->p = p;
    f->owner = owner;
    f->sets = f->empties = 0;
    each_segment(&p->rules, collect_one, f);
}

static bool all_hit(const struct family *f, const bool *chosen)
{
    for (int i = 0; i < f->sets; i++) {
        bool hit = false;
        for (int j = 0; j < f->set[i].n; j++)
            hit = hit || chosen[f->set[i].e[j]];
        if (!hit)
            return false;
    }
    return true;
}

/* Tries all ways to choose `n` more squares from `from` on; counts the minimal ones, or stops at the first
 * hit. */
static int try_sets(const struct family *f, bool *chosen, int from, int n, bool minimal)
{
    if (n == 0) {
        if (!all_hit(f, chosen))
            return 0;
        for (int i = 0; minimal && i < f->empties; i++)
            if (chosen[i]) {
                chosen[i] = false;
                bool spare = all_hit(f, chosen);
                chosen[i] = true;
                if (spare)
                    return 0;
            }
        return 1;
    }
    int found = 0;
    for (int i = from; i < f->empties; i++) {
        chosen[i] = true;
        found += try_sets(f, chosen, i + 1, n - 1, minimal);
        chosen[i] = false;
        if (found && !minimal)
            break;
    }
    return found;
}

int brute_threats(const struct position *p, enum side owner)
{
    static struct family f;
    bool chosen[BRUTE_EMPTIES] = {false};
    collect(&f, p, owner);
    for (int n = 0; n <= p->rules.p; n++)
        if (try_sets(&f, chosen, 0, n, false))
            return n;
    return p->rules.p + 1;
}

int brute_defences(const struct position *p, enum side owner, int most)
{
    static struct family f;
    bool chosen[BRUTE_EMPTIES] = {false};
    int found = 0;
    collect(&f, p, owner);
    for (int n = 0; n <= most; n++)
        found += try_sets(&f, chosen, 0, n, true);
    return found;
}

bool brute_is_defence(const struct position *p, enum side owner, const square *s, int n)
{
    static struct family f;
    bool chosen[BRUTE_EMPTIES] = {false};
    collect(&f, p, owner);
    for (int i = 0; i < n; i++) {
        int before = f.empties;
        short e = empty_number(&f, s[i]);
        if (f.empties != before || chosen[e])
            return false; /* a square of no threat segment, or given twice */
        chosen[e] = true;
    }
    return try_sets(&f, chosen, 0, 0, true) == 1;
}

/* Does the line, as it is in cell[], need at least `threats` stones of the other side to lose all its threat
 * windows? */
static bool line_has(const struct rules *r, const uint8_t *cell, int length, uint8_t own, int threats)
{
    for (int block = threats == 2 ? 0 : length; block <= length; block++) { /* block == length: no block */
        bool any = false;
        if (block < length && cell[block] != CELL_EMPTY)
            continue;
        for (int a = 0; a + r->k <= length && !any; a++) {
            int count = 0;
            bool open = true;
            for (int i = a; i < a + r->k; i++) {
                open = open && (cell[i] == own || cell[i] == CELL_EMPTY) && i != block;
                count += cell[i] == own;
            }
            if (r->exact)
                open =
                    open && (a == 0 || cell[a - 1] != own) && (a + r->k == length || cell[a + r->k] != own);
            any = open && count >= r->k - r->p;
        }
        if (!any)
            return false; /* this block, or none, leaves no threat */
    }
    return true;
}

static bool line_reaches(const struct rules *r, uint8_t *cell, int from, int length, uint8_t own, int threats,
                         int n)
{
    if (n == 0)
        return line_has(r, cell, length, own, threats);
    for (int i = from; i < length; i++)
        if (cell[i] == CELL_EMPTY) {
            cell[i] = own;
            bool found = line_reaches(r, cell, i + 1, length, own, threats, n - 1);
            cell[i] = CELL_EMPTY;
            if (found)
                return true;
        }
    return false;
}

int brute_line_needs(const struct position *p, enum side owner, square start, int step, int length,
                     int threats, int most)
{
    uint8_t cell[RULES_MAX_SIDE];
    int empty = 0;
    for (int i = 0; i < length; i++) {
        cell[i] = p->cell[start + i * step];
        empty += cell[i] == CELL_EMPTY;
    }
    for (int n = 0; n <= most && n <= empty; n++)
        if (line_reaches(&p->rules, cell, 0, length, (uint8_t)cell_of(owner), threats, n))
            return n;
    return empty <= most ? 255 : 254;
}
