/* The shortest forced win; see hunt.h. */
#include "connect/puzzle/hunt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/puzzle/hunt_inner.h"

enum { LOOK_EVERY = 512 };

bool hunt_able(const struct rules *r)
{
    return r->p >= 1 && r->p <= HUNT_TURN && r->k > r->p + 1;
}

enum hunt_class hunt_widest(const struct rules *r)
{
    return !hunt_able(r) || r->p > 2 || r->exact ? HUNT_DOUBLE : r->p == 2 ? HUNT_SINGLE : HUNT_WIDEST;
}

struct hunt *hunt_new(const struct rules *r, size_t bytes)
{
    struct hunt *h = mem_zero(1, sizeof *h);
    assert(hunt_able(r));
    h->maker = forcing_new(r, 0);
    h->field = forcing_field(h->maker);
    h->field->pulse = &h->pulse;
    h->p = r->p;
    h->entry_size = sizeof(struct hunt_entry) + 2 * (size_t)h->field->packed_words * sizeof(uint64_t);
    h->entries = 1;
    while (h->entries * 2 * h->entry_size <= bytes)
        h->entries *= 2;
    h->table = mem_zero(h->entries, h->entry_size);
    h->age = 1;
    h->pulse = (struct pulse){.until = &h->limit.until, .left = PULSE_STEPS};
    return h;
}

void hunt_free(struct hunt *h)
{
    if (!h)
        return;
    forcing_free(h->maker);
    free(h->table);
    free(h->turn);
    free(h);
}

void hunt_clear(struct hunt *h)
{
    if (++h->age == 0) {
        memset(h->table, 0, h->entries * h->entry_size);
        h->age = 1;
    }
    h->refuter = SQUARE_NONE;
}

uint64_t hunt_nodes(const struct hunt *h)
{
    return h->nodes;
}

void hunt_limit(struct hunt *h, const struct hunt_limits *l)
{
    h->limit = *l;
    forcing_limit(h->maker, &l->until);
    h->nodes = 0;
    h->most = l->nodes;
    h->next_look = 0;
    h->cut = false;
    h->pulse = (struct pulse){.until = &h->limit.until, .left = PULSE_STEPS};
}

bool hunt_spent(struct hunt *h)
{
    if (h->cut)
        return true;
    if (h->nodes >= h->next_look) {
        h->next_look = h->nodes + LOOK_EVERY;
        if (h->most && h->next_look > h->most)
            h->next_look = h->most;
        h->cut = (h->most && h->nodes >= h->most) || h->pulse.over || deadline_over(&h->limit.until);
    }
    return h->cut;
}

/* ---- the table ---- */

static struct hunt_entry *slot(struct hunt *h, uint64_t *key)
{
    *key = h->field->hash ^ (h->attacker == BLACK ? 0 : 0x9e3779b97f4a7c15u);
    return (struct hunt_entry *)(void *)(h->table + (size_t)(*key & (h->entries - 1)) * h->entry_size);
}

static size_t packed_bytes(const struct hunt *h)
{
    return (size_t)h->field->packed_words * sizeof(uint64_t);
}

struct hunt_entry *hunt_find(struct hunt *h)
{
    uint64_t key;
    struct hunt_entry *e = slot(h, &key);
    bool same = e->key == key && e->age == h->age && e->attacker == (uint8_t)h->attacker &&
                memcmp(e->packed, h->field->packed[0], packed_bytes(h)) == 0 &&
                memcmp(e->packed + h->field->packed_words, h->field->packed[1], packed_bytes(h)) == 0;
    return same ? e : NULL;
}

struct hunt_entry *hunt_get(struct hunt *h)
{
    struct hunt_entry *e = hunt_find(h);
    if (e)
        return e;
    uint64_t key;
    e = slot(h, &key);
    memset(e, 0, sizeof *e);
    e->key = key;
    e->age = h->age;
    e->attacker = (uint8_t)h->attacker;
    memcpy(e->packed, h->field->packed[0], packed_bytes(h));
    memcpy(e->packed + h->field->packed_words, h->field->packed[1], packed_bytes(h));
    return e;
}

/* ---- the search ---- */

/* A stone off the zone of the win without it is as good as none. */
bool hunt_free_stone_loses(struct hunt *h, int n, enum hunt_class c)
{
    const struct field *f = h->field;
    const struct rules *r = &f->rules;
    uint8_t *zone = mem_zero((size_t)square_limit(r), 1);
    bool lost = hunt_zone_here(h, n, zone);
    square first = h->refuter;
    if (first && (f->cell[first] != CELL_EMPTY || !zone[first]))
        first = SQUARE_NONE;
    for (int i = first ? -1 : 0; i < r->m * r->n && lost; i++) {
        square s = i < 0 ? first : f->at_number[i];
        if (f->cell[s] != CELL_EMPTY || !zone[s] || (i >= 0 && s == first))
            continue;
        square turn[HUNT_TURN];
        hunt_place(h, h->defender, &s, 1);
        lost = hunt_attack(h, n, c, turn);
        hunt_back(h, 1);
        if (!lost)
            h->refuter = s;
    }
    free(zone);
    return lost;
}

int hunt_threats(struct hunt *h, struct edges *e)
{
    if (field_any(h->field, h->defender, 0))
        return -1;
    bool sure;
    edges_find(h->field, h->attacker, e);
    int number = edges_number(e, h->p, &sure);
    if (e->cut || (!sure && number <= h->p))
        h->cut = true;
    return number;
}

/* Of a turn of the class SINGLE: with one stone it is one that threatens to win by force. */
static int fewest_threats(const struct hunt *h)
{
    return h->p > 1 ? 1 : 0;
}

enum hunt_class hunt_narrower(const struct hunt *h, int threats, enum hunt_class c)
{
    return threats < h->p ? (enum hunt_class)(c - 1) : c;
}

/* After a defence of so many stones, which is on the board: does it lose within n? If a stone of it is free, the
 * attacker threatens a win without it, of the class DOUBLE: the zone of that one tells where to put it. */
static bool defence_loses(struct hunt *h, int size, int n, enum hunt_class c, bool last)
{
    square turn[HUNT_TURN];
    if (size < h->p && !hunt_attack(h, n, HUNT_DOUBLE, turn))
        return false;
    bool lost = size < h->p ? hunt_free_stone_loses(h, n, c) : hunt_attack(h, n, c, turn);
    h->limited = h->limited || (last && !lost);
    return lost;
}

/* The defender is to move against these threats, at most p: does the attacker win within n more turns? */
static bool defend(struct hunt *h, const struct edges *e, int number, int n, enum hunt_class c)
{
    struct covers covers;
    if (number < h->p && (c == HUNT_DOUBLE || number < fewest_threats(h)))
        return false;
    if (n == 0) {
        h->limited = true;
        return false;
    }
    bool last = number < h->p && c == HUNT_SINGLE; /* of the turns with fewer threats */
    c = hunt_narrower(h, number, c);
    edges_covers(e, h->p, &covers);
    if (covers.cut || h->field->plies + 4 * HUNT_TURN >= FIELD_PLIES)
        h->cut = true;
    bool lost = !h->cut;
    for (int i = 0; i < covers.n && lost; i++) {
        int size = covers_size(&covers, i);
        hunt_place(h, h->defender, covers_set(&covers, i), size);
        lost = defence_loses(h, size, n, c, last);
        hunt_back(h, size);
    }
    return lost;
}

/* What a turn of the attacker comes to, within n turns, it included. */
static bool turn_wins(struct hunt *h, const square *s, int n, enum hunt_class c, int *threats)
{
    struct edges e;
    hunt_place(h, h->attacker, s, h->p);
    int number = hunt_threats(h, &e);
    bool won = number > h->p || (number >= 0 && !h->cut && defend(h, &e, number, n - 1, c));
    hunt_back(h, h->p);
    if (threats)
        *threats = number;
    return won;
}

static int least_threats(const struct hunt *h, int n, enum hunt_class c)
{
    return n == 1 ? h->p + 1 : c == HUNT_DOUBLE ? h->p : fewest_threats(h);
}

/* What is known: 1 a win within n, 0 none, −1 neither. */
static int known(struct hunt *h, int n, enum hunt_class c, square turn[HUNT_TURN])
{
    const struct hunt_entry *e = hunt_find(h);
    if (!e)
        return -1;
    for (int i = 0; i <= (c > HUNT_DOUBLE); i++)
        if (e->won[i] && e->won[i] <= n && (i == 0 || e->wider <= c)) {
            memcpy(turn, e->turn[i], sizeof e->turn[i]);
            return 1;
        }
    if (e->never[1] || (c == HUNT_DOUBLE && e->never[0]))
        return 0;
    for (int i = (int)c; i <= HUNT_WIDEST; i++)
        if (e->none[i] >= n) {
            h->limited = true;
            return 0;
        }
    return -1;
}

static void remember(struct hunt *h, int n, enum hunt_class c, bool won, const square *turn)
{
    struct hunt_entry *e = hunt_get(h);
    int wide = c > HUNT_DOUBLE;
    if (won) {
        e->won[wide] = (uint8_t)n;
        e->wider = wide ? (uint8_t)c : e->wider;
        memcpy(e->turn[wide], turn, sizeof e->turn[wide]);
    } else if (e->none[c] < n) {
        e->none[c] = (uint8_t)n;
    }
    e->never[wide] = e->never[wide] || (!won && !h->limited);
}

static bool never(struct hunt *h, enum hunt_class c)
{
    const struct hunt_entry *e = hunt_find(h);
    return e && (e->never[1] || (c == HUNT_DOUBLE && e->never[0]));
}

/* Are there turns of p threats at all? */
static bool has_turns(struct hunt *h)
{
    size_t from = h->turns;
    hunt_turns(h, h->p);
    bool some = h->turns > from;
    h->turns = from;
    return some;
}

/* Deepens, so that what is found is the shortest. */
bool hunt_attack(struct hunt *h, int n, enum hunt_class c, square turn[HUNT_TURN])
{
    h->limited = h->limited || n == 0;
    if (n == 0 || h->field->empty <= h->p)
        return false;
    int value = known(h, n, c, turn);
    if (value >= 0)
        return value;
    bool limited = h->limited;
    if (n > 1 && hunt_attack(h, n - 1, c, turn))
        return true;
    if (hunt_spent(h) || never(h, c)) {
        h->limited = limited;
        return false;
    }
    size_t from = h->turns;
    bool won = false;
    h->limited = n == 1;
    hunt_turns(h, least_threats(h, n, c));
    for (size_t i = from; i < h->turns && !won && !hunt_spent(h); i += (size_t)h->p) {
        memcpy(turn, h->turn + i, (size_t)h->p * sizeof *turn);
        won = turn_wins(h, turn, n, c, NULL);
    }
    h->turns = from;
    if (n == 1 && c == HUNT_DOUBLE && h->p == 1 && !won)
        h->limited = has_turns(h);
    if (won || !h->cut)
        remember(h, n, c, won, turn);
    h->limited = h->limited || limited;
    return won;
}

/* ---- the zone of a win of the class DOUBLE ---- */

/* The empty squares of the defender's segments with at most `most` of them: there it could become a nuisance. */
static void zone_segments(const struct hunt *h, int most, uint8_t *zone)
{
    const struct field *f = h->field;
    square s[RULES_MAX_K];
    for (int need = 0; need <= most - h->p && need < f->needs; need++)
        for (int w = 0; w < f->some_words; w++)
            for (uint64_t lines = f->some[h->defender][need][w]; lines; lines &= lines - 1) {
                int line = w * 64 + __builtin_ctzll(lines);
                for (line_mask m = field_need(f, line, h->defender, need); m; m &= m - 1) {
                    int n = field_empties(f, (struct window){(uint16_t)line, (uint8_t)mask_lowest(m)}, s);
                    for (int i = 0; i < n; i++)
                        zone[s[i]] = 1;
                }
            }
}

static bool zone_defend(struct hunt *h, int n, uint8_t *zone)
{
    struct edges e;
    int number = hunt_threats(h, &e);
    for (int i = 0; i < e.from[e.n]; i++) /* NOLINT: from[] has been filled up to n */
        zone[e.at[i]] = 1;
    zone_segments(h, h->p + 1, zone);
    if (number > h->p)
        return true;
    struct covers covers;
    edges_covers(&e, h->p, &covers);
    bool fine = !covers.cut && number == h->p;
    for (int i = 0; i < covers.n && fine; i++) {
        hunt_place(h, h->defender, covers_set(&covers, i), h->p);
        fine = hunt_zone_here(h, n, zone);
        hunt_back(h, h->p);
    }
    return fine;
}

bool hunt_zone_here(struct hunt *h, int n, uint8_t *zone)
{
    square turn[HUNT_TURN];
    if (!hunt_attack(h, n, HUNT_DOUBLE, turn))
        return false;
    hunt_place(h, h->attacker, turn, h->p);
    bool fine = zone_defend(h, n - 1, zone);
    hunt_back(h, h->p);
    for (int i = 0; i < h->p; i++)
        zone[turn[i]] = 1;
    return fine;
}

/* ---- the way in ---- */

void hunt_begin(struct hunt *h, const struct position *p, enum side attacker)
{
    assert(p->outcome == OUTCOME_OPEN && (p->left == h->p || p->empty < h->p));
    field_sync(h->field, p);
    h->attacker = attacker;
    h->defender = side_other(attacker);
    h->turns = 0;
    h->limited = false;
}

bool hunt_exhausted(const struct hunt *h)
{
    return !h->limited && !h->cut;
}

/* Squares that complete a row for the attacker. */
static bool row_at_once(struct hunt *h, struct squares *turn)
{
    struct window w;
    if (field_windows(h->field, h->attacker, 0, &w, 1) == 0)
        return false;
    if (turn)
        turn->n = field_empties(h->field, w, turn->s);
    return true;
}

enum hunt_answer hunt_within(struct hunt *h, const struct position *p, enum hunt_class c, int n,
                             struct squares *turn)
{
    square s[HUNT_TURN];
    hunt_begin(h, p, p->to_move);
    if (row_at_once(h, turn))
        return HUNT_WIN;
    if (hunt_attack(h, n < HUNT_DEPTH ? n : HUNT_DEPTH, c, s)) {
        if (turn) {
            turn->n = h->p;
            memcpy(turn->s, s, (size_t)h->p * sizeof *s);
        }
        return HUNT_WIN;
    }
    return h->cut ? HUNT_CUT : HUNT_NONE;
}

enum hunt_answer hunt_shortest(struct hunt *h, const struct position *p, enum hunt_class c, int most, int *n,
                               struct squares *turn)
{
    hunt_begin(h, p, p->to_move);
    *n = 0;
    if (row_at_once(h, turn))
        return HUNT_WIN;
    for (*n = 1; *n <= most && *n <= HUNT_DEPTH; ++*n) {
        enum hunt_answer a = hunt_within(h, p, c, *n, turn);
        if (a != HUNT_NONE)
            return a;
    }
    return HUNT_NONE;
}

enum hunt_answer hunt_lost(struct hunt *h, const struct position *p, enum hunt_class c, int n)
{
    struct edges e;
    hunt_begin(h, p, side_other(p->to_move));
    int number = hunt_threats(h, &e);
    bool lost = number > h->p || (number >= 0 && !h->cut && defend(h, &e, number, n, c));
    return lost ? HUNT_WIN : h->cut ? HUNT_CUT : HUNT_NONE;
}

enum hunt_answer hunt_firsts(struct hunt *h, const struct position *p, enum hunt_class c, int n,
                             hunt_told *told, void *ctx)
{
    hunt_begin(h, p, p->to_move);
    if (h->field->empty <= h->p)
        return HUNT_NONE;
    bool some = false;
    hunt_turns(h, least_threats(h, 2, c));
    size_t to = h->turns;
    for (size_t i = 0; i < to && !hunt_spent(h); i += (size_t)h->p) {
        struct squares turn = {.n = h->p};
        int threats;
        memcpy(turn.s, h->turn + i, (size_t)h->p * sizeof *turn.s);
        bool won = turn_wins(h, turn.s, n, c, &threats);
        if (threats < 0 || threats < (c == HUNT_DOUBLE ? h->p : 1) - (won ? 1 : 0))
            continue; /* it is not forcing */
        some = some || won;
        told(ctx, &turn, threats, won ? HUNT_WIN : h->cut ? HUNT_CUT : HUNT_NONE);
    }
    h->turns = 0;
    return h->cut ? HUNT_CUT : some ? HUNT_WIN : HUNT_NONE;
}

bool hunt_zone(struct hunt *h, const struct position *p, int n, uint8_t *zone)
{
    hunt_begin(h, p, p->to_move);
    memset(zone, 0, (size_t)square_limit(&h->field->rules));
    struct squares row;
    if (row_at_once(h, &row)) {
        for (int i = 0; i < row.n; i++)
            zone[row.s[i]] = 1;
        return true;
    }
    return hunt_zone_here(h, n, zone);
}
