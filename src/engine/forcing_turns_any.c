/* Turns of any length that make threats: stone after stone on the board, choosing a segment and the stones it
 * needs, then another one. For p = 3 and more, and for the rest of a turn; slower than forcing_turns.c. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/forcing_inner.h"

enum {
    TURNS_MOST = 20000, /* of a node: past that the list is cut, and nothing is refuted */
    WINDOWS = 512,
    PADS = 6,
    SEEN = 1 << 15,
    STONE_STEPS = 1000, /* of work (base/clock.h) for a stone more, with all its consequences */
};

struct maker {
    struct forcing *x;
    int least;
    size_t made;
    struct squares chosen; /* in increasing order */
    uint32_t *seen;        /* the sets tried: 1 + where they are in `sets`, by hash; 0 none */
    int seen_n;
    square *sets; /* each its size and its squares */
    size_t used, room;
};

static void extend(struct maker *m, int left);

static bool is_chosen(const struct maker *m, const square *set)
{
    return set[0] == m->chosen.n && memcmp(set + 1, m->chosen.s, (size_t)m->chosen.n * sizeof *set) == 0;
}

static bool first_time(struct maker *m)
{
    uint64_t h = 0x51ed270b35ae1c6fu;
    for (int i = 0; i < m->chosen.n; i++)
        h = rng_mix(h ^ m->chosen.s[i]);
    size_t i = (size_t)h & (SEEN - 1), n = (size_t)m->chosen.n + 1;
    for (; m->seen[i]; i = (i + 1) & (SEEN - 1))
        if (is_chosen(m, m->sets + m->seen[i] - 1))
            return false;
    if (m->seen_n == SEEN / 2) {
        m->x->partial = true;
        return false;
    }
    m->seen_n++;
    m->seen[i] = (uint32_t)m->used + 1;
    m->sets = mem_grow(m->sets, &m->room, m->used + n, sizeof *m->sets);
    m->sets[m->used] = (square)m->chosen.n;
    memcpy(m->sets + m->used + 1, m->chosen.s, (n - 1) * sizeof *m->sets);
    m->used += n;
    return true;
}

/* The attacker's segments of that need; whatever there is no room for may make turns, too. */
static int windows(struct maker *m, int need, struct window out[WINDOWS])
{
    int n = field_windows(m->x->field, m->x->attacker, need, out, WINDOWS);
    m->x->partial |= n == WINDOWS;
    return n;
}

static void choose_square(struct squares *set, square s)
{
    int i = set->n++;
    for (; i > 0 && set->s[i - 1] > s; i--)
        set->s[i] = set->s[i - 1];
    set->s[i] = s;
}

static int threats_now(struct maker *m)
{
    struct edges e;
    bool sure;
    edges_find(m->x->field, m->x->attacker, &e);
    int number = edges_number(&e, m->x->rules.p, &sure);
    m->x->partial |= !sure;
    return number;
}

static void emit(struct maker *m)
{
    struct forcing *x = m->x;
    int threats = threats_now(m);
    if (threats < m->least || field_any(x->field, x->defender, 0))
        return;
    struct window w[32]; /* segments one stone short of a threat: the follow-ups */
    int near = field_windows(x->field, x->attacker, 1, w, 32);
    forcing_turns_add(x, m->chosen.s, m->chosen.n,
                      threats * x->threat_score + (near < x->threat_score ? near : x->threat_score - 1));
    m->made++;
}

static void with_stones(struct maker *m, const square *s, int n, int left)
{
    struct forcing *x = m->x;
    struct squares before = m->chosen;
    for (int i = 0; i < n; i++)
        choose_square(&m->chosen, s[i]);
    if (m->made >= TURNS_MOST || x->field->plies + n >= FIELD_PLIES) {
        x->partial = true;
    } else if (!forcing_late(x, STONE_STEPS * n) && first_time(m)) {
        place_all(x, x->attacker, s, n);
        if (n == left)
            emit(m);
        else
            extend(m, left - n);
        take_back(x, n);
    }
    m->chosen = before;
}

/* All ways to choose `need` of the squares. */
static void choose(struct maker *m, const square *e, int n, int need, int left)
{
    int pick[RULES_MAX_K];
    for (int i = 0; i < need; i++)
        pick[i] = i;
    while (m->made < TURNS_MOST && m->seen_n < SEEN / 2 && !m->x->cut) {
        square s[RULES_MAX_K];
        for (int i = 0; i < need; i++)
            s[i] = e[pick[i]];
        with_stones(m, s, need, left);
        int i = need - 1;
        while (i >= 0 && pick[i] == n - need + i)
            i--;
        if (i < 0)
            return;
        pick[i]++;
        for (int j = i + 1; j < need; j++)
            pick[j] = pick[j - 1] + 1;
    }
}

/* A free stone on any square. */
static void pad_everywhere(struct maker *m, int left)
{
    const struct field *f = m->x->field;
    for (int i = 0; i < f->rules.m * f->rules.n; i++)
        if (f->cell[f->at_number[i]] == CELL_EMPTY)
            with_stones(m, &f->at_number[i], 1, left);
}

/* A free stone: on the segments that come nearest to a threat. */
static void pad(struct maker *m, int left)
{
    const struct field *f = m->x->field;
    int tried = 0;
    square padded[PADS];
    struct window w[WINDOWS];
    m->x->partial = true;
    for (int need = 1; need < f->needs; need++) {
        int n = windows(m, need, w);
        for (int i = 0; i < n; i++) {
            square e[RULES_MAX_K];
            int empties = field_empties(f, w[i], e);
            for (int j = 0; j < empties; j++) {
                bool before = false;
                for (int k = 0; k < tried; k++)
                    before = before || padded[k] == e[j];
                if (before)
                    continue;
                if (tried == PADS)
                    return;
                padded[tried++] = e[j];
                with_stones(m, &e[j], 1, left);
            }
        }
    }
    for (int i = 0; i < f->rules.m * f->rules.n && tried == 0; i++)
        if (f->cell[f->at_number[i]] == CELL_EMPTY) { /* no segment is left: any square */
            tried++;
            with_stones(m, &f->at_number[i], 1, left);
        }
}

static void extend(struct maker *m, int left)
{
    const struct field *f = m->x->field;
    if (threats_now(m) >= m->least)
        (m->x->mode.wide ? pad_everywhere : pad)(m, left);
    m->x->partial |= left >= f->needs; /* segments that need more are not kept */
    for (int need = 0; need <= left && need < f->needs && !m->x->cut; need++) {
        struct window w[WINDOWS];
        int n = windows(m, need, w), stones = need > 1 ? need : 1;
        for (int i = 0; i < n && m->made < TURNS_MOST; i++) {
            square e[RULES_MAX_K];
            int empties = field_empties(f, w[i], e);
            if (stones < empties) /* to fill it would be a row, which is looked for elsewhere */
                choose(m, e, empties, stones, left);
        }
    }
}

void forcing_turns_any(struct forcing *x, int left, int least)
{
    struct maker m = {.x = x, .least = least};
    if (left > x->field->empty)
        return;
    m.seen = mem_zero(SEEN, sizeof *m.seen);
    if (x->guard.n) {
        struct covers c;
        edges_covers(&x->guard, left, &c);
        x->partial |= c.cut;
        for (int i = 0; i < c.n; i++)
            with_stones(&m, covers_set(&c, i), covers_size(&c, i), left);
    } else {
        extend(&m, left);
    }
    x->partial |= m.made >= TURNS_MOST || m.seen_n == SEEN / 2;
    free(m.seen);
    free(m.sets);
}
