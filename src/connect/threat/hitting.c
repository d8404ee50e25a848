/* Minimum and minimal hitting sets by branch and bound; see hitting.h. */
#include "connect/threat/hitting.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct set {
    uint32_t start; /* in `member` */
    uint8_t size;
    uint8_t hits; /* how many chosen squares lie in it */
};

struct hitting {
    size_t sets, set_room;
    struct set *set;
    size_t members, member_room;
    uint16_t *member; /* element numbers, set after set */
    size_t elements, element_room;
    square *element;              /* the square of an element */
    uint16_t index[SQUARE_CELLS]; /* element number + 1 by square, 0 if none */
    uint32_t stamp, *mark;        /* mark[e] == stamp: e was used by the packing under way */
    uint8_t *excluded;            /* by element: may not be chosen in this branch */
    size_t mark_room, excluded_room;
    square chosen[RULES_MAX_TURN + 1];
    int depth;
    uint64_t work; /* members of sets that the search under way may still look at */
    uint64_t look; /* looks at the deadline when there is less than that */
    const struct deadline *until;
    bool stopped; /* it was over */
    bool exact;   /* the search came to its end */
};

/* What one question may cost, a tenth of a second or three. With p ≤ 4 it is never reached; with p in the
 * tens some boards would take for ever. */
static const uint64_t work_most = 100 * 1000 * 1000, look_every = 1000 * 1000;

struct hitting *hitting_new(void)
{
    return mem_zero(1, sizeof(struct hitting));
}

void hitting_free(struct hitting *h)
{
    if (h) {
        free(h->set);
        free(h->member);
        free(h->element);
        free(h->mark);
        free(h->excluded);
        free(h);
    }
}

bool hitting_late(const struct hitting *h)
{
    return h->until && deadline_over(h->until);
}

void hitting_clear(struct hitting *h)
{
    for (size_t i = 0; i < h->elements; i++)
        h->index[h->element[i]] = 0;
    h->sets = h->members = h->elements = 0;
}

static uint16_t element_of(struct hitting *h, square s)
{
    if (!h->index[s]) {
        size_t n = h->elements++;
        if (n >= h->element_room) {
            h->element = mem_grow(h->element, &h->element_room, n + 1, sizeof *h->element);
            h->mark = mem_grow(h->mark, &h->mark_room, n + 1, sizeof *h->mark);
            h->excluded = mem_grow(h->excluded, &h->excluded_room, n + 1, sizeof *h->excluded);
        }
        h->element[n] = s;
        h->mark[n] = h->stamp;
        h->excluded[n] = 0;
        h->index[s] = (uint16_t)(n + 1);
    }
    return (uint16_t)(h->index[s] - 1);
}

void hitting_add(struct hitting *h, const square *squares, int n)
{
    assert(n >= 0 && n <= RULES_MAX_K);
    if (h->sets == h->set_room)
        h->set = mem_grow(h->set, &h->set_room, h->sets + 1, sizeof *h->set);
    if (h->members + (size_t)n >= h->member_room)
        h->member = mem_grow(h->member, &h->member_room, h->members + (size_t)n + 1, sizeof *h->member);
    h->set[h->sets++] = (struct set){(uint32_t)h->members, (uint8_t)n, 0};
    for (int i = 0; i < n; i++)
        h->member[h->members++] = element_of(h, squares[i]);
}

const struct deadline *hitting_limit(struct hitting *h, const struct deadline *until)
{
    const struct deadline *before = h->until;
    h->until = until;
    return before;
}

bool hitting_stopped(const struct hitting *h)
{
    return h->stopped;
}

bool hitting_exact(const struct hitting *h)
{
    return h->exact;
}

static void start_work(struct hitting *h)
{
    h->exact = true;

    h->work = work_most;
    h->look = h->stopped ? work_most : work_most - look_every; /* after a stop it looks at once */
    h->stopped = false;
}

static void look(struct hitting *h)
{
    h->look = h->work > look_every ? h->work - look_every : 0;
    h->stopped = h->until && deadline_over(h->until);
    if (h->stopped)
        h->work = 0;
}

/* Counts the looks at so many members; at 0 the search ends. */
static inline void spend(struct hitting *h, uint64_t members)
{
    h->work -= h->work > members ? members : h->work;
    if (h->work < h->look)
        look(h);
}

static bool contains(const struct hitting *h, const struct set *s, uint16_t element)
{
    for (int i = 0; i < s->size; i++)
        if (h->member[s->start + (uint32_t)i] == element)
            return true;
    return false;
}

static void choose(struct hitting *h, uint16_t element, int by)
{
    for (size_t i = 0; i < h->sets; i++)
        if (contains(h, &h->set[i], element))
            h->set[i].hits = (uint8_t)(h->set[i].hits + by);
    if (by > 0)
        h->chosen[h->depth++] = h->element[element];
    else
        h->depth--;
}

/* Looks at the sets not hit yet: counts a greedy packing of disjoint ones, a lower bound of what is still
 * needed, and finds one with the fewest squares that may be chosen. Returns the bound; *branch is NULL if all
 * are hit. */
static int survey(struct hitting *h, const struct set **branch)
{
    int packed = 0, fewest = RULES_MAX_K + 1;
    uint32_t stamp = ++h->stamp;
    *branch = NULL;
    spend(h, 3 * (h->members + h->sets) + 1); /* choosing, and taking the choice back, look at all, too */
    for (size_t i = 0; i < h->sets; i++) {
        const struct set *s = &h->set[i];
        if (s->hits)
            continue;
        const uint16_t *m = h->member + s->start;
        int size = 0;
        bool apart = true;
        for (int j = 0; j < s->size; j++) {
            if (h->excluded[m[j]])
                continue;
            size++;
            apart = apart && h->mark[m[j]] != stamp;
        }
        if (size < fewest) {
            fewest = size;
            *branch = s;
        }
        if (apart) {
            packed++;
            for (int j = 0; j < s->size; j++)
                h->mark[m[j]] = stamp;
        }
    }
    return fewest == 0 ? RULES_MAX_K + 1 : packed; /* a set without a choice left cannot be hit */
}

/* Is every set that a hits, and that is not hit yet, also hit by b? Then b is as good a choice. */
static bool dominated(const struct hitting *h, uint16_t a, uint16_t b)
{
    for (size_t i = 0; i < h->sets; i++) {
        const struct set *s = &h->set[i];
        if (!s->hits && contains(h, s, a) && !contains(h, s, b))
            return false;
    }
    return true;
}

/* Does another square of the set do all that m[at] does? Of two equals the first stays. */
static bool can_skip(struct hitting *h, const struct set *s, int at)
{
    const uint16_t *m = h->member + s->start;
    for (int j = 0; j < s->size && h->work > 0; j++, spend(h, h->members))
        if (j != at && !h->excluded[m[j]] && dominated(h, m[at], m[j]) &&
            (j < at || !dominated(h, m[j], m[at])))
            return true;
    return false;
}

/* Can the sets not hit yet be hit by `budget` more squares? */
static bool hit_all(struct hitting *h, int budget)
{
    const struct set *s;
    if (h->work == 0 || survey(h, &s) > budget)
        return false;
    if (!s)
        return true;
    const uint16_t *m = h->member + s->start;
    bool found = false;
    int tried = 0;
    uint16_t undo[RULES_MAX_K];
    for (int i = 0; i < s->size && !found && h->work > 0; i++) {
        /* For pairs (p = 2) trying both is cheaper than comparing them. */
        if (h->excluded[m[i]] || (s->size > 2 && can_skip(h, s, i)))
            continue;
        choose(h, m[i], +1);
        found = hit_all(h, budget - 1);
        choose(h, m[i], -1);
        h->excluded[m[i]] = 1; /* the sets with this square are done: look for those without */
        undo[tried++] = m[i];
    }
    while (tried)
        h->excluded[undo[--tried]] = 0;
    return found;
}

/* The element that lies in the most sets not hit yet. */
static uint16_t busiest(struct hitting *h, uint32_t *count)
{
    memset(count, 0, h->elements * sizeof *count);
    for (size_t i = 0; i < h->sets; i++)
        for (int j = 0; j < h->set[i].size && !h->set[i].hits; j++)
            count[h->member[h->set[i].start + (uint32_t)j]]++;
    uint16_t best = 0;
    for (size_t i = 1; i < h->elements; i++)
        if (count[i] > count[best])
            best = (uint16_t)i;
    return best;
}

/* How many squares hit all if each time the one in the most sets is taken; most + 1 if that is not enough. */
static int hit_greedily(struct hitting *h, int most)
{
    uint32_t *count = mem_alloc(h->elements * sizeof *count);
    uint16_t taken[RULES_MAX_TURN + 1];
    const struct set *s;
    int n = 0;
    while (survey(h, &s) <= most - n && s && h->work > 0) {
        taken[n] = busiest(h, count);
        choose(h, taken[n++], +1);
    }
    int answer = s ? most + 1 : n;
    while (n)
        choose(h, taken[--n], -1);
    free(count);
    return answer;
}

int hitting_number(struct hitting *h, int most)
{
    const struct set *s;
    assert(most <= RULES_MAX_TURN);
    start_work(h);
    int least = survey(h, &s);
    if (least > most)
        return most + 1;
    /* Many stones are a long search, which a lucky guess often spares. */
    int enough = most > 4 ? hit_greedily(h, most) : most + 1;
    for (int n = least; n < enough; n++) {
        bool found = hit_all(h, n);
        h->exact = found || h->work > 0;
        if (found || !h->exact)
            return n;
    }
    return enough;
}

void square_sets_free(struct square_sets *l)
{
    free(l->set);
    *l = (struct square_sets)SQUARE_SETS_EMPTY;
}

static void add_chosen(const struct hitting *h, struct square_sets *out)
{
    out->set = mem_grow(out->set, &out->room, out->count + 1, sizeof *out->set);
    struct squares *set = &out->set[out->count++];
    set->n = 0;
    for (int i = 0; i < h->depth; i++) {
        int j = set->n++;
        for (; j && set->s[j - 1] > h->chosen[i]; j--)
            set->s[j] = set->s[j - 1];
        set->s[j] = h->chosen[i];
    }
}

/* Is there for each chosen square a set that it alone hits? */
static bool none_spare(struct hitting *h)
{
    if (h->depth > 4)
        spend(h, h->sets * (size_t)h->depth);
    for (int i = 0; i < h->depth; i++) {
        uint16_t element = (uint16_t)(h->index[h->chosen[i]] - 1);
        bool needed = false;
        for (size_t j = 0; j < h->sets && !needed; j++)
            needed = h->set[j].hits == 1 && contains(h, &h->set[j], element);
        if (!needed)
            return false;
    }
    return true;
}

/* Visits every minimal hitting set of exactly h->depth + budget squares once: a branch takes the sets that
 * contain one square of the set branched on and none of the squares before it. */
static void collect(struct hitting *h, int budget, size_t limit, struct square_sets *out)
{
    const struct set *s;
    out->cut = out->cut || h->work == 0;
    if (out->cut || survey(h, &s) > budget)
        return;
    if (!s) {
        if (budget > 0 || !none_spare(h))
            return;
        if (out->count == limit)
            out->cut = true;
        else
            add_chosen(h, out);
        return;
    }
    const uint16_t *m = h->member + s->start;
    int tried = 0;
    uint16_t undo[RULES_MAX_K];
    for (int i = 0; i < s->size && !out->cut; i++) {
        if (h->excluded[m[i]])
            continue;
        choose(h, m[i], +1);
        if (none_spare(h)) /* a spare square stays spare */
            collect(h, budget - 1, limit, out);
        choose(h, m[i], -1);
        h->excluded[m[i]] = 1;
        undo[tried++] = m[i];
    }
    while (tried)
        h->excluded[undo[--tried]] = 0;
}

static int compare_sets(const void *left, const void *right)
{
    const struct squares *a = left, *b = right;
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (int i = 0; i < a->n; i++)
        if (a->s[i] != b->s[i])
            return a->s[i] < b->s[i] ? -1 : 1;
    return 0;
}

void hitting_minimal(struct hitting *h, int most, size_t limit, struct square_sets *out)
{
    assert(most <= RULES_MAX_TURN);
    out->count = 0;
    out->cut = false;
    start_work(h);
    for (int n = 0; n <= most && !out->cut; n++)
        collect(h, n, limit, out);
    if (out->count > 1)
        qsort(out->set, out->count, sizeof *out->set, compare_sets);
}
