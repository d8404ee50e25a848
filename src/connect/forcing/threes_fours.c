/* Wins by fours alone, depth first, for the search for threes. What is remembered are the positions without one; a win
 * that is found comes with its line. */
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "connect/forcing/threes_inner.h"

enum { ENTRIES_LEAST = 1 << 8, ENTRIES_MOST = 1 << 16 };

void fours_table_init(struct threes *x, size_t bytes)
{
    x->fours_size = sizeof(struct fours_entry) + 2 * (size_t)x->field->packed_words * sizeof(uint64_t);
    x->fours_count = ENTRIES_LEAST;
    while (x->fours_count < ENTRIES_MOST && 2 * x->fours_count * x->fours_size <= bytes)
        x->fours_count *= 2;
    x->fours = mem_zero(x->fours_count, x->fours_size);
}

void fours_table_clear(struct threes *x)
{
    memset(x->fours, 0, x->fours_count * x->fours_size);
}

static struct fours_entry *entry_here(const struct threes *x)
{
    return (struct fours_entry *)(void *)(x->fours + (x->field->hash & (x->fours_count - 1)) * x->fours_size);
}

static bool same(const struct threes *x, const struct fours_entry *e)
{
    size_t n = (size_t)x->field->packed_words, bytes = n * sizeof *e->packed;
    return e->budget && e->key == x->field->hash && e->attacker == (uint32_t)x->attacker &&
           memcmp(e->packed, x->field->packed[0], bytes) == 0 &&
           memcmp(e->packed + n, x->field->packed[1], bytes) == 0;
}

static void remember(struct threes *x, uint32_t budget)
{
    struct fours_entry *e = entry_here(x);
    size_t n = (size_t)x->field->packed_words;
    if (budget == 0)
        return;
    *e = (struct fours_entry){x->field->hash, budget, x->seen, (uint32_t)x->attacker};
    memcpy(e->packed, x->field->packed[0], n * sizeof *e->packed);
    memcpy(e->packed + n, x->field->packed[1], n * sizeof *e->packed);
}

/* Is it known that so many stones find nothing? */
static bool known(struct threes *x, uint64_t stones)
{
    const struct fours_entry *e = entry_here(x);
    if (!same(x, e) || e->budget < stones || (x->changes && e->seen != x->seen))
        return false;
    x->fours_cut |= e->budget != UINT32_MAX;
    return true;
}

static bool end_line(struct fours_line *l, int depth, square s)
{
    l->s[depth] = s;
    l->n = depth + 1;
    return true;
}

static bool attack(struct threes *x, int depth, struct fours_line *l);

static bool try_four(struct threes *x, square s, int depth, struct fours_line *l)
{
    square e[2];
    bool won = false;
    threes_place(x, x->attacker, s);
    int rows = threes_rows(x, x->attacker, e);
    if (rows == 2)
        won = end_line(l, depth, s);
    if (rows == 1) {
        threes_place(x, x->defender, e[0]);
        l->s[depth] = s;
        won = attack(x, depth + 1, l);
        field_undo(x->field);
    }
    field_undo(x->field);
    return won;
}

/* The squares of segments that lack two stones, those first that are on most segments. */
static int squares_to_try(struct threes *x, square only, square *out)
{
    struct window w[THREES_WINDOWS];
    uint16_t score[2 * THREES_WINDOWS];
    int n = 0, windows = field_windows(x->field, x->attacker, 1, w, THREES_WINDOWS);
    for (int i = 0; i < windows; i++) {
        square e[RULES_MAX_K];
        int empties = field_empties(x->field, w[i], e);
        for (int j = 0; j < empties; j++) {
            x->tries[e[j]]++;
            if (x->tries[e[j]] == 1 && (only == SQUARE_NONE || e[j] == only) && n < 2 * THREES_WINDOWS)
                out[n++] = e[j];
        }
    }
    windows = n ? field_windows(x->field, x->attacker, 2, w, THREES_WINDOWS) : 0;
    for (int i = 0; i < windows; i++) {
        square e[RULES_MAX_K];
        int empties = field_empties(x->field, w[i], e);
        for (int j = 0; j < empties; j++)
            x->tries[e[j]] = (uint16_t)(x->tries[e[j]] + (x->tries[e[j]] > 0));
    }
    for (int i = 0; i < n; i++) {
        square s = out[i];
        uint16_t own = x->tries[s];
        int j = i;
        for (; j && score[j - 1] < own; j--) {
            score[j] = score[j - 1];
            out[j] = out[j - 1];
        }
        score[j] = own;
        out[j] = s;
    }
    return n;
}

static void unscore(struct threes *x)
{
    struct window w[THREES_WINDOWS];
    int windows = field_windows(x->field, x->attacker, 1, w, THREES_WINDOWS);
    for (int i = 0; i < windows; i++) {
        square e[RULES_MAX_K];
        int empties = field_empties(x->field, w[i], e);
        for (int j = 0; j < empties; j++)
            x->tries[e[j]] = 0;
    }
}

static bool attack(struct threes *x, int depth, struct fours_line *l)
{
    const struct field *f = x->field;
    square e[2], s[2 * THREES_WINDOWS];
    if (field_any(f, x->attacker, 0)) {
        threes_rows(x, x->attacker, e);
        return end_line(l, depth, e[0]);
    }
    int danger = threes_rows(x, x->defender, e);
    square only = danger ? e[0] : SQUARE_NONE;
    if (x->changes) {
        threes_mark(x, e, danger);
        threes_count(x, 2, depth == 0);
    }
    if (danger == 2 || !field_any(f, x->attacker, 1))
        return false;
    if (danger == 0 && threes_double(x, &only))
        return end_line(l, depth, only);
    uint64_t before = x->nodes, left = x->fours_until > before ? x->fours_until - before : 0;
    if (known(x, left))
        return false;
    if (left == 0 || depth == THREES_FOURS || f->plies > THREES_PLIES || threes_spent(x)) {
        x->fours_cut = true;
        return false;
    }
    bool cut = x->fours_cut, won = false;
    x->fours_cut = false;
    int n = squares_to_try(x, only, s);
    unscore(x);
    for (int i = 0; i < n && !won; i++) {
        if (x->nodes >= x->fours_until || threes_spent(x))
            x->fours_cut = true;
        if (x->fours_cut && (x->nodes >= x->fours_until || x->cut))
            break;
        won = try_four(x, s[i], depth, l);
    }
    if (!won)
        remember(x, !x->fours_cut ? UINT32_MAX : left < UINT32_MAX ? (uint32_t)left : UINT32_MAX - 1);
    x->fours_cut |= cut;
    return won;
}

void threes_changes(struct threes *x, uint64_t stones)
{
    struct fours_line l;
    x->changes = true;
    x->seen++;
    threes_fours(x, stones, &l);
    x->partial |= x->fours_cut;
    x->changes = false;
}

bool threes_fours(struct threes *x, uint64_t stones, struct fours_line *out)
{
    x->fours_until = x->nodes + stones;
    x->fours_cut = false;
    out->n = 0;
    return attack(x, 0, out);
}
