/* Turns in order; see turns.h. */
#include "connect/proof/turns.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/proof/score.h"

enum {
    SETS_MOST = 1 << 18, /* quiet turns tried: only turns of many stones have more */
    STONE_STEPS = 400,   /* (base/clock.h) of placing a stone and looking what it does */
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

static void append(struct turn_list *l, const struct battle *b, const square *s, int threats)
{
    size_t n = (size_t)l->length;
    l->item = mem_grow(l->item, &l->room, l->count + 1, sizeof *l->item);
    l->pool = mem_grow(l->pool, &l->pool_room, l->used + n, sizeof *l->pool);
    memcpy(l->pool + l->used, s, n * sizeof *l->pool);
    l->item[l->count++] = (struct turn_item){score_board(b), (uint8_t)threats, (uint32_t)l->used};
    l->used += n;
}

void turn_list_add(struct turn_list *l, struct battle *b, const struct squares *turn)
{
    int plies = battle_turn(b, turn->s, turn->n, false);
    if (b->position->outcome == OUTCOME_OPEN && !threats_can_win(b->threats, b->defender, b->position->left))
        append(l, b, turn->s, threats_number(b->threats, b->attacker));
    battle_back(b, plies);
}

static int compare_squares(const void *a, const void *b)
{
    return *(const square *)a - *(const square *)b;
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

/* ---- turns that make threats ---- */

struct threatening {
    struct battle *b;
    struct turn_list *out;
    int least;
};

static void add_threatening(void *ctx, const struct squares *turn)
{
    struct threatening *t = ctx;
    size_t before = t->out->count;
    if (battle_late(t->b, STONE_STEPS * turn->n))
        return;
    turn_list_add(t->out, t->b, turn);
    if (t->out->count > before && t->out->item[before].threats < t->least)
        t->out->count = before; /* it looked like more on its lines */
}

void turns_threatening(struct battle *b, struct forcing *f, int least, struct turn_list *out)
{
    struct threatening t = {b, out, least};
    list_start(out, b);
    forcing_turns_each(f, b->position, least, add_threatening, &t);
    turn_list_sort(out);
}

/* ---- quiet turns ---- */

static void quiet(struct battle *b, struct turn_list *out, struct squares *chosen, const square *best, int n,
                  int from)
{
    for (int i = from; i < n && !battle_late(b, STONE_STEPS) && out->count < SETS_MOST; i++) {
        struct squares more;
        squares_with(chosen, best[i], &more);
        if (more.n == out->length)
            turn_list_add(out, b, &more);
        else
            quiet(b, out, &more, best, n, i + 1);
    }
}

void turns_quiet(struct battle *b, int width, size_t most, struct turn_list *out)
{
    struct squares none = {.n = 0};
    list_start(out, b);
    square *best = mem_alloc((size_t)width * sizeof *best);
    int n = best_squares(b, width, best);
    qsort(best, (size_t)n, sizeof *best, compare_squares);
    quiet(b, out, &none, best, n, 0);
    free(best);
    turn_list_sort(out);
    if (out->count > most)
        out->count = most;
}
