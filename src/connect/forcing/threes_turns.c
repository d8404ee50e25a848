/* What can be played in the search for threes; see threes_inner.h. */
#include <stdlib.h>
#include <string.h>

#include "connect/forcing/threes_inner.h"

int threes_rows(const struct threes *x, enum side side, square out[2])
{
    struct window w[THREES_WINDOWS];
    int n = 0, windows = field_windows(x->field, side, 0, w, THREES_WINDOWS);
    for (int i = 0; i < windows && n < 2; i++) {
        square e[RULES_MAX_K];
        int empties = field_empties(x->field, w[i], e);
        for (int j = 0; j < empties && n < 2; j++)
            if (n == 0 || out[0] != e[j])
                out[n++] = e[j];
    }
    return n;
}

/* A stone that makes two threats by the segments as they were: does it? In exact games it may spoil one. */
static bool doubles(struct threes *x, square s)
{
    square e[2];
    if (!x->rules.exact)
        return true;
    threes_place(x, x->attacker, s);
    bool two = threes_rows(x, x->attacker, e) == 2;
    field_undo(x->field);
    return two;
}

bool threes_double(struct threes *x, square *out)
{
    struct window w[THREES_WINDOWS];
    int n = field_windows(x->field, x->attacker, 1, w, THREES_WINDOWS), i;
    bool found = false;
    square e[RULES_MAX_K];
    for (i = 0; i < n && !found; i++) {
        if (field_empties(x->field, w[i], e) != 2)
            continue;
        for (int j = 0; j < 2 && !found; j++) {
            square other = e[1 - j], *known = &x->partner[e[j]];
            found = *known != SQUARE_NONE && *known != other && doubles(x, e[j]);
            if (found)
                *out = e[j];
            *known = other;
        }
    }
    while (i-- > 0) {
        int empties = field_empties(x->field, w[i], e);
        for (int j = 0; j < empties; j++)
            x->partner[e[j]] = SQUARE_NONE;
    }
    return found;
}

/* ---- turns, and what they are worth ---- */

/* Counts for each empty square of these segments. */
void threes_count(struct threes *x, int need, int worth)
{
    struct window w[THREES_WINDOWS];
    int n = field_windows(x->field, x->attacker, need, w, THREES_WINDOWS);
    if (n == THREES_WINDOWS)
        x->partial = true;
    for (int i = 0; i < n; i++) {
        square e[RULES_MAX_K];
        int empties = field_empties(x->field, w[i], e);
        for (int j = 0; j < empties; j++) {
            x->score[e[j]] = (uint16_t)(x->score[e[j]] + worth);
            if (!x->marked[e[j]]) {
                x->marked[e[j]] = 1;
                x->list[x->listed++] = e[j];
            }
        }
    }
}

void threes_unmark(struct threes *x)
{
    for (int i = 0; i < x->listed; i++) {
        x->marked[x->list[i]] = 0;
        x->score[x->list[i]] = 0;
    }
    x->listed = 0;
}

static int by_score(const void *a, const void *b)
{
    const struct threes_turn *s = a, *t = b;
    return s->score != t->score ? t->score - s->score : s->at - t->at;
}

/* The squares listed, as turns, the best first. */
static int listed_turns(struct threes *x, square only)
{
    int n = 0;
    for (int i = 0; i < x->listed; i++)
        if (only == SQUARE_NONE || x->list[i] == only)
            x->turn[n++] = (struct threes_turn){x->list[i], SQUARE_NONE, x->score[x->list[i]]};
    qsort(x->turn, (size_t)n, sizeof *x->turn, by_score);
    return n;
}

int threes_four_turns(struct threes *x, square only)
{
    struct threes_turn *out = x->turn;
    threes_count(x, 1, 1);
    int fours = x->listed;
    if (fours > 0)
        threes_count(x, 2, 1);
    for (int i = fours; i < x->listed; i++) {
        x->marked[x->list[i]] = 0;
        x->score[x->list[i]] = 0;
    }
    x->listed = fours;
    int n = listed_turns(x, only), kept = 0;
    threes_unmark(x);
    for (int i = 0; i < n; i++) {
        square e[2];
        threes_place(x, x->attacker, out[i].at);
        int rows = threes_rows(x, x->attacker, e);
        field_undo(x->field);
        if (rows > 0) {
            out[i].reply = rows == 1 ? e[0] : SQUARE_NONE;
            out[kept++] = out[i];
        }
    }
    return kept;
}

int threes_three_turns(struct threes *x, square only)
{
    if (only != SQUARE_NONE)
        threes_mark(x, &only, 1);
    else if (x->level == THREES_DOUBLE)
        threes_count(x, 2, 1);
    else
        threes_changes(x, threes_stones(x, THREES_FOURS_STONES));
    int n = listed_turns(x, only);
    threes_unmark(x);
    return n;
}

/* ---- zones ---- */

void threes_mark(struct threes *x, const square *s, int n)
{
    for (int i = 0; i < n; i++)
        if (!x->marked[s[i]]) {
            x->marked[s[i]] = 1;
            x->list[x->listed++] = s[i];
        }
}

static void list_all(struct threes *x)
{
    const struct field *f = x->field;
    for (int i = 0; i < f->rules.m * f->rules.n; i++) {
        square s = f->at_number[i];
        if (f->cell[s] == CELL_EMPTY && !x->marked[s]) {
            x->marked[s] = 1;
            x->list[x->listed++] = s;
        }
    }
}

static void mark_need(struct threes *x, enum side side, int need)
{
    struct window w[THREES_WINDOWS];
    int n = field_windows(x->field, side, need, w, THREES_WINDOWS);
    if (n == THREES_WINDOWS) /* too many to tell */
        list_all(x);
    for (int i = 0; i < n; i++) {
        square e[RULES_MAX_K];
        threes_mark(x, e, field_empties(x->field, w[i], e));
    }
}

static int by_square(const void *a, const void *b)
{
    return *(const square *)a - *(const square *)b;
}

/* Only what is empty before the win: its own stones and the answers to them are among the rest. */
static void sort_zone(struct threes *x)
{
    int n = 0;
    for (int i = 0; i < x->listed; i++) {
        square s = x->list[i];
        if (x->field->cell[s] == CELL_EMPTY)
            x->list[n++] = s;
        else
            x->marked[s] = 0;
    }
    x->listed = n;
    qsort(x->list, (size_t)n, sizeof *x->list, by_square);
}

void threes_zone(struct threes *x, const struct fours_line *l)
{
    struct field *f = x->field;
    int plies = f->plies;
    for (int i = 0; i < l->n; i++) {
        square e[2];
        bool row = field_any(f, x->attacker, 0);
        threes_place(x, x->attacker, l->s[i]);
        threes_mark(x, &l->s[i], 1);
        mark_need(x, x->defender, 0);
        if (row) /* End: segments that lack a stone, which the defender has not */
            break;
        mark_need(x, x->defender, 1);
        mark_need(x, x->attacker, 0);
        if (threes_rows(x, x->attacker, e) != 1)
            break;
        threes_place(x, x->defender, e[0]);
    }
    while (f->plies > plies)
        field_undo(f);
    sort_zone(x);
}
