/* The tracker of segments and threats; see threats.h. */
#include "connect/threat/threats.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/threat/flanks.h"
#include "connect/threat/line_table.h"

/* What a stone does to a segment, as bits of segment_state.change; taking the stone away does the
 * opposite. */
enum {
    OWN_APPEARS = 1,   /* the segment becomes a threat segment of the stone's side */
    OWN_GROWS = 2,     /* it was one, and has one empty square fewer now */
    OTHER_VANISHES = 4 /* it was a threat segment of the other side */
};

enum { MANY_SEGMENTS = 500 };

_Static_assert(sizeof(struct segment_state) == SEGMENT_BLACK, "a state is a distance in bytes");

struct saved_numbers {
    int8_t number[2];
};

static uint8_t change_of(const struct rules *r, enum side side, unsigned state)
{
    int own = segment_count((uint16_t)state, side), other = segment_count((uint16_t)state, side_other(side));
    int delta = rules_delta(r);
    uint8_t change = 0;
    if (other == 0 && own + 1 >= delta)
        change |= own >= delta ? OWN_GROWS : OWN_APPEARS;
    if (own == 0 && other >= delta)
        change |= OTHER_VANISHES;
    return change;
}

/* The rare part of a stone's work: segments of a run, already counted, that enter or leave a list of
 * threats. */
static __attribute__((noinline)) void change_lists(struct threats *t, const struct span *span, enum side side,
                                                   bool placed)
{
    enum side other = side_other(side);
    unsigned unit = side == BLACK ? SEGMENT_BLACK : SEGMENT_WHITE;
    for (int id = span->first; id < span->first + span->count; id++) {
        unsigned low = placed ? t->state[id] - unit : t->state[id];
        uint8_t change = t->by_state[low / SEGMENT_BLACK].change[side];
        if (change & OWN_APPEARS)
            (placed ? segment_list_add : segment_list_remove)(&t->threat[side], id);
        if (change & OTHER_VANISHES) {
            (placed ? segment_list_remove : segment_list_add)(&t->threat[other], id);
            t->number[other] = -1;
        }
        if (change & (OWN_APPEARS | OWN_GROWS))
            t->number[side] = -1;
    }
}

/* The entry of a state, which is its distance in bytes from the first. */
#define ENTRY(state) ((struct segment_state *)(void *)(table + (state)))

/* Counts one segment of a run, whose state is about to change by `unit`. */
#define COUNT_ONE(i)                                       \
    do {                                                   \
        const size_t old = s[i], new = old + (size_t)unit; \
        ENTRY(old)->count--;                               \
        ENTRY(new)->count++;                               \
        any |= ENTRY(placed ? old : new)->change[side];    \
    } while (0)

/* Counts a stone on a run of n segments; returns whether one of them is or was a threat segment. Up to six
 * segments are counted without a loop, and their states changed four at a time by adding to 64-bit words: 5
 * instructions a segment where a plain loop takes 12. */
static inline __attribute__((always_inline)) uint8_t
count_run(struct segment_state *by_state, uint16_t *s, unsigned n, const enum side side, const bool placed)
{
    static const uint64_t ones[7][2] = {{0, 0},
                                        {0x1, 0},
                                        {0x10001, 0},
                                        {0x100010001, 0},
                                        {0x1000100010001, 0},
                                        {0x1000100010001, 0x1},
                                        {0x1000100010001, 0x10001}};
    const int stone = side == BLACK ? SEGMENT_BLACK : SEGMENT_WHITE, unit = placed ? stone : -stone;
    char *table = (char *)by_state;
    uint8_t any = 0;
    switch (n) {
    default:
        for (; n > 6; n--) {
            COUNT_ONE(n - 1);
            s[n - 1] = (uint16_t)(s[n - 1] + unit);
        } /* fall through */
    case 6:
        COUNT_ONE(5); /* fall through */
    case 5:
        COUNT_ONE(4); /* fall through */
    case 4:
        COUNT_ONE(3); /* fall through */
    case 3:
        COUNT_ONE(2); /* fall through */
    case 2:
        COUNT_ONE(1); /* fall through */
    case 1:
        COUNT_ONE(0); /* fall through */
    case 0:
        break;
    }
    uint64_t eight[2];
    memcpy(eight, s, sizeof eight); /* the array has room for reading past the run */
    eight[0] += ones[n][0] * (uint64_t)(int64_t)unit;
    eight[1] += ones[n][1] * (uint64_t)(int64_t)unit;
    memcpy(s, eight, sizeof eight);
    return any;
}

/* Counts a stone on all segments through its square; inlined for each side and way, so that both are
 * constants. */
static inline __attribute__((always_inline)) void count_stone(struct threats *t, square at,
                                                              const enum side side, const bool placed)
{
    const struct span *span = t->segments->at[at];
    uint16_t *state = t->state;
    for (int d = 0; d < DIRECTIONS; d++)
        if (__builtin_expect(count_run(t->by_state, state + span[d].first, span[d].count, side, placed), 0))
            change_lists(t, &span[d], side, placed);
}

static inline __attribute__((always_inline)) void add_stone(struct threats *t, square s, enum side side)
{
    if (side == BLACK)
        count_stone(t, s, BLACK, true);
    else
        count_stone(t, s, WHITE, true);
}

static inline __attribute__((always_inline)) void remove_stone(struct threats *t, square s, enum side side)
{
    if (side == BLACK)
        count_stone(t, s, BLACK, false);
    else
        count_stone(t, s, WHITE, false);
}

struct threats *threats_new(struct position *p)
{
    struct threats *t = mem_zero(1, sizeof *t);
    t->position = p;
    t->first_ply = p->plies;
    t->segments = segments_new(&p->rules);
    t->hitting = hitting_new();
    t->lines = line_table_new(t->segments, p);
    size_t count = (size_t)t->segments->count;
    t->state = mem_zero(count + 8, sizeof *t->state); /* count_run touches a few past the end */
    t->mark = mem_zero((size_t)square_limit(&p->rules), sizeof *t->mark);
    t->by_state[0].count = (uint32_t)count;
    for (int side = BLACK; side <= WHITE; side++) {
        t->threat[side].id = mem_alloc(count * sizeof(uint16_t));
        t->threat[side].slot = mem_alloc(count * sizeof(uint16_t));
        t->number[side] = -1;
        for (unsigned state = 0; state < SEGMENT_STATES; state++)
            t->by_state[state].change[side] = change_of(&p->rules, (enum side)side, state * SEGMENT_BLACK);
        /* With p ≥ k even an empty segment can be filled in a turn. */
        for (int i = 0; rules_delta(&p->rules) == 0 && i < t->segments->count; i++)
            segment_list_add(&t->threat[side], i);
    }
    if (p->rules.exact)
        t->flanks = flanks_new(t);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            (t->flanks ? flanks_place : add_stone)(t, s, p->cell[s] == CELL_BLACK ? BLACK : WHITE);
    return t;
}

void threats_free(struct threats *t)
{
    if (t) {
        segments_free(t->segments);
        hitting_free(t->hitting);
        line_table_free(t->lines);
        flanks_free(t->flanks);
        for (int side = BLACK; side <= WHITE; side++) {
            free(t->threat[side].id);
            free(t->threat[side].slot);
        }
        free(t->state);
        free(t->mark);
        free(t->saved);
        free(t);
    }
}

/* Remembers the numbers of threats before a ply, so that undoing it needs no new count. */
static inline __attribute__((always_inline)) void save_numbers(struct threats *t)
{
    size_t ply = (size_t)t->position->plies;
    if (ply >= t->saved_room)
        t->saved = mem_grow(t->saved, &t->saved_room, ply + 1, sizeof *t->saved);
    t->saved[ply].number[BLACK] = t->number[BLACK];
    t->saved[ply].number[WHITE] = t->number[WHITE];
}

typedef void stone_change(struct threats *t, square s, enum side side);

/* Inlined for either way of counting, so that the free game's knows nothing of the other. */
static inline __attribute__((always_inline)) void place_by(struct threats *t, square s, stone_change *add)
{
    enum side side = t->position->to_move;
    int k = t->position->rules.k;
    save_numbers(t);
    add(t, s, side);
    position_place_known(t->position, s, t->by_state[segment_number(side, k)].count > 0);
}

static __attribute__((noinline, cold)) void place_exact(struct threats *t, square s)
{
    place_by(t, s, flanks_place);
}

void threats_place(struct threats *t, square s)
{
    if (__builtin_expect(t->flanks != NULL, 0))
        place_exact(t, s);
    else
        place_by(t, s, add_stone);
}

void threats_pass(struct threats *t)
{
    save_numbers(t);
    position_pass(t->position);
}

static inline __attribute__((always_inline)) void undo_by(struct threats *t, stone_change *remove)
{
    struct position *p = t->position;
    struct ply last = p->ply[p->plies - 1];
    position_undo(p);
    if (last.at != SQUARE_NONE)
        remove(t, last.at, (enum side)last.side);
    line_table_undone(t->lines, p->plies);
    bool known = p->plies >= t->first_ply; /* otherwise the ply is older than the tracker */
    t->number[BLACK] = known ? t->saved[p->plies].number[BLACK] : -1;
    t->number[WHITE] = known ? t->saved[p->plies].number[WHITE] : -1;
}

static __attribute__((noinline, cold)) void undo_exact(struct threats *t)
{
    undo_by(t, flanks_remove);
}

void threats_undo(struct threats *t)
{
    if (__builtin_expect(t->flanks != NULL, 0))
        undo_exact(t);
    else
        undo_by(t, remove_stone);
}

int threats_segment_empties(const struct threats *t, int segment, square out[RULES_MAX_K])
{
    const struct segment *s = &t->segments->segment[segment];
    const uint8_t *cell = t->position->cell;
    int step = direction_step[s->direction], at = s->start, n = 0;
    for (int i = t->position->rules.k; i > 0; i--, at += step)
        if (cell[at] == CELL_EMPTY)
            out[n++] = (square)at;
    return n;
}

static int compare_ids(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* Puts a list in order of segment numbers: along the lines, which is what the hitting-set search likes
 * best. */
static void list_sort(struct segment_list *l)
{
    if (l->n > 32)
        qsort(l->id, (size_t)l->n, sizeof *l->id, compare_ids);
    for (int i = 0; i < l->n; i++) {
        uint16_t id = l->id[i];
        int j = i;
        for (; j && l->id[j - 1] > id; j--)
            l->slot[l->id[j] = l->id[j - 1]] = (uint16_t)j;
        l->id[j] = id;
        l->slot[id] = (uint16_t)j;
    }
}

/* Hands the threat segments of a side to the hitting-set search, in order along their lines. */
static void collect_sets(struct threats *t, enum side owner)
{
    struct segment_list *l = &t->threat[owner];
    hitting_clear(t->hitting);
    list_sort(l);
    for (int i = 0; i < l->n; i++) {
        square empties[RULES_MAX_K];
        int n = threats_segment_empties(t, l->id[i], empties);
        hitting_add(t->hitting, empties, n);
    }
}

/* Counts threats by the sliding window: each threat window without a marked square counts one and marks its
 * last empty square. The marked squares stop everything, so the count is enough; as many windows without a
 * common square make it necessary. Returns the count if both agree, as they always do on a single line, else
 * -1. */
static int count_by_window(struct threats *t, struct segment_list *l)
{
    uint32_t marked = t->stamp += 2, packed = marked + 1; /* two fresh values of t->mark */
    int enough = 0, necessary = 0;
    list_sort(l);
    for (int i = 0; i < l->n; i++) {
        square e[RULES_MAX_K];
        int n = threats_segment_empties(t, l->id[i], e);
        bool stopped = n == 0, apart = true;
        for (int j = 0; j < n; j++) {
            stopped = stopped || t->mark[e[j]] == marked;
            apart = apart && t->mark[e[j]] < marked;
        }
        if (n == 0 || (!stopped && ++enough > t->position->rules.p && necessary < enough - 1))
            return -1;
        necessary += apart;
        for (int j = 0; j < n && apart; j++)
            t->mark[e[j]] = packed;
        if (!stopped)
            t->mark[e[n - 1]] = marked;
    }
    return enough == necessary ? enough : -1;
}

/* Are there more threat segments than so many stones can stop? A stone stops the 4k through it at the
 * most. */
static bool too_many(const struct threats *t, enum side owner, int most)
{
    return t->threat[owner].n > DIRECTIONS * t->position->rules.k * most;
}

/* Is the time over? Only so many segments that listing them takes long are worth the question. */
static bool no_time(const struct threats *t, enum side owner)
{
    return t->threat[owner].n > MANY_SEGMENTS && hitting_late(t->hitting);
}

int threats_count(struct threats *t, enum side owner)
{
    int most = t->position->rules.p, n = -1;
    if (too_many(t, owner, most))
        n = most + 1;
    else
        n = count_by_window(t, &t->threat[owner]);
    if (n < 0 && no_time(t, owner))
        return 1;
    if (n < 0) {
        collect_sets(t, owner);
        n = hitting_number(t->hitting, most);
        if (hitting_stopped(t->hitting))
            return n; /* another time it may be more */
    }
    t->number[owner] = (int8_t)(n < most + 1 ? n : most + 1);
    return t->number[owner];
}

int threats_number_exact(struct threats *t, enum side owner, bool *exact)
{
    *exact = true;
    if (too_many(t, owner, t->position->rules.p))
        return t->position->rules.p + 1;
    collect_sets(t, owner);
    int n = hitting_number(t->hitting, t->position->rules.p);
    *exact = hitting_exact(t->hitting);
    return n;
}

const struct deadline *threats_limit(struct threats *t, const struct deadline *until)
{
    return hitting_limit(t->hitting, until);
}

void threats_defences(struct threats *t, enum side owner, int most, size_t limit, struct square_sets *out)
{
    bool late = no_time(t, owner);
    if (late || too_many(t, owner, most)) {
        out->count = 0;
        out->cut = late;
        return;
    }
    collect_sets(t, owner);
    hitting_minimal(t->hitting, most, limit, out);
}

bool threats_can_win(const struct threats *t, enum side owner, int stones)
{
    int k = t->position->rules.k;
    for (int count = k - 1; count >= 0 && count >= k - stones; count--)
        if (threats_segments(t, owner, count))
            return true;
    return false;
}

struct squares threats_winning_squares(const struct threats *t)
{
    const struct position *p = t->position;
    const struct segment_list *own = &t->threat[p->to_move];
    struct squares out = {.n = 0};
    int best = -1, fewest = p->left + 1;
    /* Black's first turn may be longer than p: then segments that are no threats can be filled, too. */
    bool all = p->left > p->rules.p;
    for (int i = 0; i < (all ? t->segments->count : own->n); i++) {
        int id = all ? i : own->id[i], need = p->rules.k - segment_count(t->state[id], p->to_move);
        /* The fewest stones, then the lowest number: the answer does not depend on the order of the list. */
        if (threats_open(t, id, p->to_move) && need > 0 && (need < fewest || (need == fewest && id < best))) {
            best = id;
            fewest = need;
        }
    }
    if (best >= 0) {
        square empties[RULES_MAX_K];
        out.n = threats_segment_empties(t, best, empties);
        memcpy(out.s, empties, (size_t)out.n * sizeof *empties);
    }
    return out;
}

struct line_value threats_line(struct threats *t, enum side owner, int line)
{
    return line_table_value(t->lines, t->position, owner, line);
}

struct hp_count threats_hp(struct threats *t, enum side owner)
{
    return line_table_hp(t->lines, t->position, owner);
}
