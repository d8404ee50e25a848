/* Turns out of segments; see turns.h. */
#include "proof/turns.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "proof/score.h"

enum {
    PADDING = 6,           /* squares tried for a stone that the threats do not need */
    DEFENCES_TRIED = 4096, /* ways to stop the defender's threats */
    WIDE_MOST = 50000,     /* sets of stones tried where nothing is left out */
    SETS_MOST = 1 << 18,   /* sets of stones tried: only turns of many stones have more */
    STONE_STEPS = 400,     /* (base/clock.h) of placing a stone and looking what it does */
};

/* A generator under way. */
struct maker {
    struct battle *b;
    struct turn_list *out;
    struct cover seen;
    struct squares chosen; /* placed so far, in increasing order */
    int least;             /* threats wanted */
    bool done;             /* a turn that wins at once was found, or there is no time for more */
    uint16_t *list;        /* the segments that the turn can make a threat of, NULL if not worked out */
    int count;
    bool whole; /* they are all that stones to come can make a threat of, too */
    bool wide;  /* free stones go everywhere, and empty segments count */
    bool cut;   /* there are more than WIDE_MOST */
};

void turn_list_free(struct turn_list *l)
{
    free(l->item);
    free(l->pool);
    *l = (struct turn_list)TURN_LIST_EMPTY;
}

void turn_list_get(const struct turn_list *l, size_t i, struct squares *turn)
{
    turn->n = l->length;
    memcpy(turn->s, l->pool + l->item[i].at, (size_t)l->length * sizeof *turn->s);
}

static void list_start(struct turn_list *l, const struct battle *b)
{
    l->length = position_turn_length(b->position);
    l->count = l->used = 0;
}

static bool lower(const square *a, const square *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

/* ---- completing a row ---- */

static void better_row(const struct battle *b, int segment, struct squares *best)
{
    uint16_t state = b->threats->state[segment];
    int need = b->position->rules.k - segment_count(state, b->attacker);
    if (!segment_active(state, b->attacker) || need > best->n || need == 0)
        return;
    square e[RULES_MAX_K];
    int n = threats_segment_empties(b->threats, segment, e);
    for (int i = 1; i < n; i++) /* north-west segments run against the order of columns, not of rows */
        assert(e[i - 1] < e[i]);
    if (n < best->n || lower(e, best->s, n)) {
        best->n = n;
        memcpy(best->s, e, (size_t)n * sizeof *e);
    }
}

bool turns_complete(const struct battle *b, struct squares *turn)
{
    const struct position *p = b->position;
    int left = position_turn_length(p);
    turn->n = left + 1;
    if (left > p->rules.p) {
        for (int i = 0; i < b->threats->segments->count; i++)
            better_row(b, i, turn);
    } else {
        const struct segment_list *l = &b->threats->threat[b->attacker];
        for (int i = 0; i < l->n; i++)
            better_row(b, l->id[i], turn);
    }
    return turn->n <= left;
}

static int compare_items(const void *a, const void *b)
{
    const struct turn_item *x = a, *y = b;
    if (x->threats != y->threats)
        return y->threats - x->threats;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return x->at < y->at ? -1 : x->at > y->at;
}

void turn_list_sort(struct turn_list *l)
{
    if (l->count)
        qsort(l->item, l->count, sizeof *l->item, compare_items);
}

/* ---- building turns ---- */

static void append(struct turn_list *l, const struct battle *b, const square *s, int threats)
{
    size_t n = (size_t)l->length;
    l->item = mem_grow(l->item, &l->room, l->count + 1, sizeof *l->item);
    l->pool = mem_grow(l->pool, &l->pool_room, l->used + n, sizeof *l->pool);
    memcpy(l->pool + l->used, s, n * sizeof *l->pool);
    l->item[l->count++] = (struct turn_item){score_board(b), (uint8_t)threats, (uint32_t)l->used};
    l->used += n;
}

static void emit(struct maker *m, int threats)
{
    if (threats > m->b->position->rules.p) {
        m->out->count = m->out->used = 0; /* nothing else matters */
        m->done = true;
    }
    append(m->out, m->b, m->chosen.s, threats);
}

void turn_list_add(struct turn_list *l, struct battle *b, const struct squares *turn)
{
    int plies = battle_turn(b, turn->s, turn->n, false);
    if (b->position->outcome == OUTCOME_OPEN && !threats_can_win(b->threats, b->defender, b->position->left))
        append(l, b, turn->s, threats_number(b->threats, b->attacker));
    battle_back(b, plies);
}

/* The last stone was placed: is it a turn we want? */
static void finish(struct maker *m)
{
    struct battle *b = m->b;
    int threats = threats_number(b->threats, b->attacker);
    if (threats >= m->least && b->position->outcome == OUTCOME_OPEN &&
        !threats_can_win(b->threats, b->defender, b->position->rules.p))
        emit(m, threats);
}

static void extend(struct maker *m, int left);

/* Goes on with more stones placed; a set of stones is tried only once, however it came together. */
static void with_stones(struct maker *m, const square *s, int n, int left)
{
    struct squares before = m->chosen;
    for (int i = 0; i < n; i++) {
        struct squares next;
        squares_with(&m->chosen, s[i], &next);
        m->chosen = next;
    }
    bool late = battle_late(m->b, STONE_STEPS * n);
    m->cut |= late || m->seen.count >= (m->wide ? WIDE_MOST : SETS_MOST);
    m->done |= m->cut;
    if (!m->done && cover_add(&m->seen, &m->chosen)) {
        int plies = battle_turn(m->b, s, n, false);
        if (left == n)
            finish(m);
        else
            extend(m, left - n);
        battle_back(m->b, plies);
    }
    m->chosen = before;
}

static int compare_squares(const void *a, const void *b)
{
    return *(const square *)a - *(const square *)b;
}

/* Do these stones on a segment make a threat of a second segment of its line, too? */
static bool two_on_line(const struct battle *b, int segment, const square *s, int n)
{
    const struct segments *g = b->threats->segments;
    int direction = g->segment[segment].direction, k = b->position->rules.k;
    const struct line *line = &g->line[g->at[s[0]][direction].line];
    int last = line->first + line->length - k, delta = rules_delta(&b->position->rules);
    int from = segment - k + 1 > line->first ? segment - k + 1 : line->first;
    int to = segment + k - 1 < last ? segment + k - 1 : last;
    for (int id = from; id <= to; id++) {
        uint16_t state = b->threats->state[id];
        int count = segment_count(state, b->attacker), first = id - line->first;
        if (id == segment || !segment_active(state, b->attacker) || count + n < delta)
            continue;
        for (int i = 0; i < n; i++) {
            int place = g->at[s[i]][direction].place;
            count += place >= first && place < first + k;
        }
        if (count >= delta)
            return true;
    }
    return false;
}

/* Ways to choose `need` of the empty squares e of a segment. With `two`, only those that make a second threat
 * on its line: what brings its second threat on another line is found there, stone by stone. */
static void choose(struct maker *m, int segment, const square *e, int n, int need, int left, bool two)
{
    int pick[RULES_MAX_K];
    for (int i = 0; i < need; i++)
        pick[i] = i;
    while (!m->done && !m->cut) {
        square s[RULES_MAX_K];
        for (int i = 0; i < need; i++)
            s[i] = e[pick[i]];
        if (!two || two_on_line(m->b, segment, s, need))
            with_stones(m, s, need, left);
        else if (need > 2) /* with fewer there are few ways */
            m->done = battle_late(m->b, 4 * m->b->position->rules.k * need);
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

/* The attacker-active segments with at least `least` of its stones, each once, by number of their first
 * square and direction, which is the same order on every board. The caller frees the list. */
static uint16_t *own_segments(struct battle *b, int least, int *count)
{
    const struct stone_list *stones = &b->stone[b->attacker];
    uint32_t stamp = ++b->stamp;
    uint16_t *list = NULL;
    size_t room = 0;
    *count = 0;
    for (int i = 0; i < stones->n; i++)
        for (int d = 0; d < DIRECTIONS; d++) {
            const struct span *span = &b->threats->segments->at[stones->s[i]][d];
            for (int id = span->first; id < span->first + span->count; id++) {
                uint16_t state = b->threats->state[id];
                if (b->seen[id] == stamp || !segment_active(state, b->attacker) ||
                    segment_count(state, b->attacker) < least)
                    continue;
                b->seen[id] = stamp;
                list = mem_grow(list, &room, (size_t)*count + 1, sizeof *list);
                list[(*count)++] = (uint16_t)id;
            }
        }
    return list;
}

/* The best squares for a stone that is free to be anywhere: on or beside the attacker's segments. */
static int best_squares(struct battle *b, int width, square *out)
{
    int n = 0, count, *score = mem_alloc((size_t)(width + 1) * sizeof *score);
    uint16_t *list = own_segments(b, 1, &count);
    uint32_t marked = ++b->threats->stamp; /* the tracker's marks by square are anybody's between calls */
    for (int i = 0; i < count; i++) {
        square e[RULES_MAX_K];
        int empties = threats_segment_empties(b->threats, list[i], e);
        for (int j = 0; j < empties; j++) {
            if (b->threats->mark[e[j]] == marked)
                continue;
            b->threats->mark[e[j]] = marked;
            int value = score_square(b, e[j]), at = n < width ? n++ : width;
            for (; at && (score[at - 1] < value || (score[at - 1] == value && out[at - 1] > e[j])); at--)
                if (at < width) {
                    score[at] = score[at - 1];
                    out[at] = out[at - 1];
                }
            if (at < width) {
                score[at] = value;
                out[at] = e[j];
            }
        }
    }
    free(list);
    free(score);
    return n;
}

/* All of the board's segments that the attacker can still fill and has `least` stones on. The caller frees
 * the list. */
static uint16_t *all_segments(const struct battle *b, int least, int *count)
{
    int n = b->threats->segments->count;
    uint16_t *list = mem_alloc((size_t)(n + 1) * sizeof *list);
    *count = 0;
    for (int id = 0; id < n; id++) {
        uint16_t state = b->threats->state[id];
        if (segment_active(state, b->attacker) && segment_count(state, b->attacker) >= least)
            list[(*count)++] = (uint16_t)id;
    }
    return list;
}

static void pad_everywhere(struct maker *m, int left)
{
    const struct position *p = m->b->position;
    for (square s = square_first(); s && !m->done && !m->cut; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY)
            with_stones(m, &s, 1, left);
}

static void pad(struct maker *m, int left)
{
    square best[PADDING];
    int n = best_squares(m->b, PADDING, best);
    for (int i = 0; i < n && !m->done; i++)
        with_stones(m, &best[i], 1, left);
}

/* Works out the segments for a turn with so many stones left. What later stones can make a threat of is among
 * them, unless that may be an empty segment now. */
static void find_segments(struct maker *m, int left)
{
    int delta = rules_delta(&m->b->position->rules);
    m->whole = m->wide || delta - left >= 1;
    m->list = m->wide ? all_segments(m->b, delta - left, &m->count)
                      : own_segments(m->b, delta - left > 1 ? delta - left : 1, &m->count);
}

/* Adds to the stones chosen all that make a threat of one more segment, or grow one that is. */
static void extend(struct maker *m, int left)
{
    struct battle *b = m->b;
    int delta = rules_delta(&b->position->rules), threats = threats_number(b->threats, b->attacker);
    if (threats >= m->least)
        (m->wide ? pad_everywhere : pad)(m, left);
    uint16_t *before = m->list;
    int before_count = m->count;
    bool again = !before || !m->whole, whole = m->whole;
    if (again)
        find_segments(m, left);
    for (int i = 0; i < m->count && !m->done && !m->cut; i++) {
        square e[RULES_MAX_K];
        uint16_t state = b->threats->state[m->list[i]];
        int stones = segment_count(state, b->attacker), need = delta - stones > 1 ? delta - stones : 1;
        if (need > left || !segment_active(state, b->attacker))
            continue;
        int n = threats_segment_empties(b->threats, m->list[i], e);
        if (need <= n)
            choose(m, m->list[i], e, n, need, left, need == left && need > 1 && threats + 1 < m->least);
    }
    if (again) {
        free(m->list);
        m->list = before;
        m->count = before_count;
        m->whole = whole;
    }
}

bool turns_threatening(struct battle *b, int least, bool wide, struct turn_list *out)
{
    struct maker m = {.b = b, .out = out, .seen = COVER_EMPTY, .least = least, .wide = wide};
    list_start(out, b);
    if (threats_number(b->threats, b->defender) == 0) {
        extend(&m, out->length);
    } else {
        struct square_sets stops = SQUARE_SETS_EMPTY;
        threats_defences(b->threats, b->defender, out->length, DEFENCES_TRIED, &stops);
        for (size_t i = 0; i < stops.count && !m.done; i++)
            with_stones(&m, stops.set[i].s, stops.set[i].n, out->length);
        m.cut |= stops.cut;
        square_sets_free(&stops);
    }
    cover_free(&m.seen);
    turn_list_sort(out);
    bool wins = out->count > 0 && out->item[0].threats > b->position->rules.p;
    return wide && (wins || !m.cut);
}

/* ---- quiet turns ---- */

static void quiet(struct maker *m, const square *best, int n, int from, int left)
{
    for (int i = from; i < n && !battle_late(m->b, STONE_STEPS) && m->out->count < SETS_MOST; i++)
        if (m->b->position->cell[best[i]] == CELL_EMPTY) {
            struct squares before = m->chosen;
            squares_with(&before, best[i], &m->chosen);
            int plies = battle_turn(m->b, &best[i], 1, false);
            if (left == 1)
                finish(m);
            else
                quiet(m, best, n, i + 1, left - 1);
            battle_back(m->b, plies);
            m->chosen = before;
        }
}

void turns_quiet(struct battle *b, int width, size_t most, struct turn_list *out)
{
    struct maker m = {.b = b, .out = out, .seen = COVER_EMPTY};
    list_start(out, b);
    square *best = mem_alloc((size_t)width * sizeof *best);
    int n = best_squares(b, width, best);
    qsort(best, (size_t)n, sizeof *best, compare_squares);
    quiet(&m, best, n, 0, out->length);
    free(best);
    turn_list_sort(out);
    if (out->count > most)
        out->count = most;
}
