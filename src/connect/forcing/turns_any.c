/* Turns of any length that make threats: stone after stone on the board, choosing a segment and the stones it
 * needs, then another one. For p = 3 and more, and for the rest of a turn; slower than turns.c. */
#include "connect/forcing/inner.h"
#include "connect/forcing/seen.h"

enum {
    TURNS_MOST = 20000,   /* of a node: past that the list is cut, and nothing is refuted */
    SETS_MOST = 1 << 14,  /* sets of stones tried; the same, */
    PROOF_SETS = 1 << 18, /* and for provers */
    WINDOWS = 512,
    NEEDS = 4, /* of segments that a turn begins with, where it is not for a prover */
    PADS = 6,
    STONE_STEPS = 1000, /* of work (base/clock.h) for a stone more, with all its consequences */
};

struct turn_gen {
    struct forcing *x;
    int least, needs;
    size_t made, sets_most;
    size_t first;          /* of its turns in the list */
    bool done;             /* a turn that wins at once was found: nothing else matters */
    struct squares chosen; /* in increasing order */
    struct seen seen;      /* the sets tried */
};

static void extend(struct turn_gen *m, int left);

static bool first_time(struct turn_gen *m)
{
    if (m->seen.count < m->sets_most)
        return seen_add(&m->seen, &m->chosen);
    m->x->partial = true;
    return false;
}

/* The attacker's segments of that need; whatever there is no room for may make turns, too. */
static int windows(struct turn_gen *m, int need, struct window out[WINDOWS])
{
    int n = field_windows(m->x->field, m->x->attacker, need, out, WINDOWS);
    m->x->partial |= n == WINDOWS;
    return n;
}

static int threats_now(struct turn_gen *m)
{
    struct edges e;
    bool sure;
    edges_find(m->x->field, m->x->attacker, &e);
    int number = edges_number(&e, m->x->rules.p, &sure);
    m->x->partial |= !sure;
    return number;
}

static void emit(struct turn_gen *m)
{
    struct forcing *x = m->x;
    int threats = threats_now(m);
    if (threats < m->least || field_any(x->field, x->defender, 0))
        return;
    if (x->proves && threats > x->rules.p) {
        x->turns.items = m->first;
        m->done = true;
    }
    struct window w[32]; /* segments one stone short of a threat: the follow-ups */
    int near = field_windows(x->field, x->attacker, 1, w, 32);
    forcing_turns_add(x, m->chosen.s, m->chosen.n,
                      threats * x->threat_score + (near < x->threat_score ? near : x->threat_score - 1));
    m->made++;
}

static void with_stones(struct turn_gen *m, const square *s, int n, int left)
{
    struct forcing *x = m->x;
    struct squares before = m->chosen;
    for (int i = 0; i < n; i++) {
        struct squares fewer = m->chosen;
        squares_with(&fewer, s[i], &m->chosen);
    }
    if (m->made >= TURNS_MOST || m->done || x->field->plies + n >= FIELD_PLIES) {
        x->partial |= !m->done;
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

/* Do these stones on a segment make a threat of a second segment of its line, too? */
static bool two_on_line(const struct turn_gen *m, struct window w, const square *s, int n)
{
    const struct field *f = m->x->field;
    line_mask own = field_stones(f, w.line, m->x->attacker), other = field_stones(f, w.line, m->x->defender);
    line_mask window = ((line_mask)1 << f->k) - 1;
    int from = w.start >= f->k ? w.start - f->k + 1 : 0, to = w.start + f->k - 1;
    for (int i = 0; i < n; i++)
        own |= (line_mask)1 << f->geometry->at[s[i]][f->geometry->line[w.line].direction].place;
    for (int start = from; start <= to && f->starts[w.line] >> start; start++) {
        line_mask here = own >> start & window;
        int count = __builtin_popcountll((uint64_t)here) + __builtin_popcountll((uint64_t)(here >> 64));
        if (start != w.start && count >= f->delta && !(other >> start & window))
            return true;
    }
    return false;
}

/* All ways to choose `need` of the empty squares of a segment. With `two`, only those that make a second threat
 * on its line: what brings its second threat on another line is found there, stone by stone. */
static void choose(struct turn_gen *m, struct window w, const square *e, int n, int need, int left, bool two)
{
    int pick[RULES_MAX_K];
    for (int i = 0; i < need; i++)
        pick[i] = i;
    while (m->made < TURNS_MOST && m->seen.count < m->sets_most && !m->x->cut && !m->done) {
        square s[RULES_MAX_K];
        for (int i = 0; i < need; i++)
            s[i] = e[pick[i]];
        if (!two || two_on_line(m, w, s, need))
            with_stones(m, s, need, left);
        else if (need > 2) /* with fewer there are few ways */
            forcing_late(m->x, 4 * m->x->rules.k * need);
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
static void pad_everywhere(struct turn_gen *m, int left)
{
    const struct field *f = m->x->field;
    for (int i = 0; i < f->rules.m * f->rules.n; i++)
        if (f->cell[f->at_number[i]] == CELL_EMPTY)
            with_stones(m, &f->at_number[i], 1, left);
}

/* A free stone: on the segments that come nearest to a threat. */
static void pad(struct turn_gen *m, int left)
{
    const struct field *f = m->x->field;
    int tried = 0;
    square padded[PADS];
    struct window w[WINDOWS];
    m->x->partial = true;
    for (int need = 1; need < m->needs; need++) {
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

static void extend(struct turn_gen *m, int left)
{
    const struct field *f = m->x->field;
    bool proves = m->x->proves;
    int threats = threats_now(m);
    if (threats >= m->least)
        (m->x->mode.wide ? pad_everywhere : pad)(m, left);
    m->x->partial |= left >= m->needs; /* segments that need more are not kept */
    for (int need = 0; need <= left && need < m->needs && !m->x->cut && !m->done; need++) {
        struct window w[WINDOWS];
        if (proves && need > 0 && need == f->delta && !m->x->mode.wide) {
            m->x->partial = true; /* empty segments are not begun with */
            continue;
        }
        int n = windows(m, need, w), stones = need > 1 ? need : 1;
        bool two = proves && stones == left && stones > 1 && threats + 1 < m->least;
        for (int i = 0; i < n && m->made < TURNS_MOST; i++) {
            square e[RULES_MAX_K];
            int empties = field_empties(f, w[i], e);
            if (stones < empties) /* to fill it would be a row, which is looked for elsewhere */
                choose(m, w[i], e, empties, stones, left, two);
        }
    }
}

void forcing_turns_any(struct forcing *x, int left, int least)
{
    struct turn_gen m = {.x = x,
                         .least = least,
                         .needs = x->proves || x->every || x->field->needs < NEEDS ? x->field->needs : NEEDS,
                         .sets_most = x->proves || x->every ? PROOF_SETS : SETS_MOST,
                         .first = x->turns.items,
                         .seen = SEEN_EMPTY};
    if (x->proves && x->wanted > least) { /* those that make fewer are not even looked for */
        m.least = x->wanted;
        x->more = 1;
    }
    if (left > x->field->empty)
        return;
    if (x->guard.n) {
        struct covers c;
        edges_covers(&x->guard, left, &c);
        x->partial |= c.cut;
        for (int i = 0; i < c.n; i++)
            with_stones(&m, covers_set(&c, i), covers_size(&c, i), left);
    } else {
        extend(&m, left);
    }
    x->partial |= m.made >= TURNS_MOST || m.seen.count >= m.sets_most;
    seen_free(&m.seen);
}
