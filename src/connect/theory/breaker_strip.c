/* Answers to stones in strips, stone by stone (drawn-k-in-a-row-games, Lemmas 4 to 14; the parts are
 * strip.h's).
 *
 * The stones of the other side's last turn are *pending*: they stand on the board but are looked at one after
 * the other, as the paper's submoves. Where the paper places on an exclusive square of a line, any empty
 * square of the line does: there is one, since no turn fills an active line. */
#include "connect/theory/breaker_strip.h"

#include <assert.h>
#include <string.h>

#include "connect/theory/strip.h"
#include "connect/theory/tiles.h"

enum { LINE_MOST = 32 }; /* L is at most p+d = 21 for the largest k */

struct strip_line {
    int strip, at;
    bool diagonal;
};

/* Squares as a set. */
struct marks {
    uint64_t word[SQUARE_CELLS / 64 + 1];
};

struct answers {
    int l;
    const struct position *position;
    enum cell mine, theirs;
    struct marks pending, placed; /* placed: answers so far */
    int limit;                    /* stones of this turn */
    struct squares *out;
};

static bool marked(const struct marks *m, square s)
{
    return m->word[s / 64] >> (s % 64) & 1;
}

static void mark(struct marks *m, square s)
{
    m->word[s / 64] |= (uint64_t)1 << (s % 64);
}

static void unmark(struct marks *m, square s)
{
    m->word[s / 64] &= ~((uint64_t)1 << (s % 64));
}

/* ---- Lines ---- */

static square square_of(const struct answers *a, const struct strip_place *at)
{
    int x, y;
    strip_square(a->l, at, &x, &y);
    return square_on_board(&a->position->rules, x, y) ? square_at(x, y) : SQUARE_NONE;
}

/* The i-th square of a line; SQUARE_NONE off the board. */
static struct strip_place place_on(const struct answers *a, struct strip_line line, int i)
{
    return line.diagonal ? (struct strip_place){line.strip, line.at + i, line.at}
                         : (struct strip_place){line.strip, line.at, line.at - a->l + 1 + i};
}

static bool is_mine(const struct answers *a, square s)
{
    return s == SQUARE_NONE || a->position->cell[s] == a->mine || marked(&a->placed, s);
}

static bool is_empty(const struct answers *a, square s)
{
    return s != SQUARE_NONE && a->position->cell[s] == CELL_EMPTY && !marked(&a->placed, s);
}

static bool is_settled(const struct answers *a, square s)
{
    return s != SQUARE_NONE && a->position->cell[s] == a->theirs && !marked(&a->pending, s);
}

static bool active(const struct answers *a, struct strip_line line)
{
    for (int i = 0; i < a->l; i++) {
        struct strip_place at = place_on(a, line, i);
        if (is_mine(a, square_of(a, &at)))
            return false;
    }
    return true;
}

static int stones_on(const struct answers *a, struct strip_line line)
{
    int n = 0;
    for (int i = 0; i < a->l; i++) {
        struct strip_place at = place_on(a, line, i);
        square s = square_of(a, &at);
        n += s != SQUARE_NONE && a->position->cell[s] == a->theirs;
    }
    return n;
}

static bool place(struct answers *a, square s)
{
    if (!is_empty(a, s) || a->out->n >= a->limit)
        return false;
    a->out->s[a->out->n++] = s;
    mark(&a->placed, s);
    return true;
}

/* Makes the line inactive, on the square whose other line is the most dangerous. */
static void kill_line(struct answers *a, struct strip_line line)
{
    square best = SQUARE_NONE;
    int most = -1;
    if (!active(a, line))
        return;
    for (int i = 0; i < a->l; i++) {
        struct strip_place at = place_on(a, line, i);
        square s = square_of(a, &at);
        struct strip_line other = {line.strip, line.diagonal ? at.c : at.d, !line.diagonal};
        int worth = active(a, other) ? 1 + stones_on(a, other) : 0;
        if (is_empty(a, s) && worth > most) {
            most = worth;
            best = s;
        }
    }
    place(a, best);
}

/* ---- Blocks ---- */

struct block {
    int strip, columns, diagonals;
    int column[LINE_MOST], diagonal[LINE_MOST];
    int corner_column, corner_diagonal; /* the lines whose crossing is missing, if `cornered` */
    bool cornered;
};

static void add_once(int *list, int *n, int value)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == value)
            return;
    assert(*n < LINE_MOST);
    list[(*n)++] = value;
}

/* The lines of the block of square (c, d): from the square along its column and its diagonal, and once more,
 * since a corner may be missing. */
static void find_block(int l, const struct strip_place *at, const struct strip_part *part, struct block *b)
{
    memset(b, 0, sizeof *b);
    b->strip = at->strip;
    b->column[b->columns++] = at->c;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < b->columns; i++)
            for (int d = b->column[i] - l + 1; d <= b->column[i]; d++) {
                struct strip_part other = strip_part(l, b->column[i], d);
                if (strip_same(&other, part))
                    add_once(b->diagonal, &b->diagonals, d);
            }
        for (int i = 0; i < b->diagonals; i++)
            for (int c = b->diagonal[i]; c < b->diagonal[i] + l; c++) {
                struct strip_part other = strip_part(l, c, b->diagonal[i]);
                if (strip_same(&other, part))
                    add_once(b->column, &b->columns, c);
            }
    }
    for (int i = 0; i < b->columns; i++)
        for (int j = 0; j < b->diagonals; j++) {
            int row = b->column[i] - b->diagonal[j];
            struct strip_part other = {STRIP_FREE, -1, 0, 0};
            if (row >= 0 && row < l)
                other = strip_part(l, b->column[i], b->diagonal[j]);
            if (!strip_same(&other, part)) {
                b->cornered = true;
                b->corner_column = b->column[i];
                b->corner_diagonal = b->diagonal[j];
            }
        }
}

/* Settled stones on a line within the block, 0 if the line is not active. */
static int load(const struct answers *a, const struct block *b, struct strip_line line)
{
    int n = 0, others = line.diagonal ? b->columns : b->diagonals;
    if (!active(a, line))
        return 0;
    for (int i = 0; i < others; i++) {
        struct strip_place at = line.diagonal ? (struct strip_place){b->strip, b->column[i], line.at}
                                              : (struct strip_place){b->strip, line.at, b->diagonal[i]};
        if (b->cornered && at.c == b->corner_column && at.d == b->corner_diagonal)
            continue;
        n += is_settled(a, square_of(a, &at));
    }
    return n;
}

static struct strip_line column_line(const struct block *b, int c)
{
    return (struct strip_line){b->strip, c, false};
}

static struct strip_line diagonal_line(const struct block *b, int d)
{
    return (struct strip_line){b->strip, d, true};
}

/* Stones on active lines of the block (Lemma 5's sigma), and the line that carries the most, other than the
 * column and the diagonal of `newest`, which come last. */
static int sigma(const struct answers *a, const struct block *b, const struct strip_place *newest,
                 struct strip_line *heaviest, int *most)
{
    int sum = 0;
    *most = 0;
    for (int i = 0; i < b->columns + b->diagonals; i++) {
        bool diagonal = i >= b->columns;
        struct strip_line line =
            diagonal ? diagonal_line(b, b->diagonal[i - b->columns]) : column_line(b, b->column[i]);
        int n = load(a, b, line);
        bool own = line.at == (diagonal ? newest->d : newest->c);
        sum += n;
        if (n > *most || (n == *most && n > 0 && !own)) {
            *most = n;
            *heaviest = line;
        }
    }
    return sum;
}

/* Both lines of a crossing at once, by its square if it is empty; if a pending stone stands there, by one
 * stone on each line, which answers that one too. */
static void kill_crossing(struct answers *a, const struct block *b, int c, int d)
{
    struct strip_place at = {b->strip, c, d};
    square s = square_of(a, &at);
    if (place(a, s))
        return;
    if (s != SQUARE_NONE)
        unmark(&a->pending, s);
    kill_line(a, column_line(b, c));
    kill_line(a, diagonal_line(b, d));
}

/* The first stone in a block without a corner also makes one of the corner's lines inactive (Lemma 6). */
static bool settle_corner(struct answers *a, const struct block *b, const struct strip_place *at)
{
    if (!b->cornered || !active(a, column_line(b, b->corner_column)) ||
        !active(a, diagonal_line(b, b->corner_diagonal)))
        return false;
    bool column = active(a, column_line(b, at->c)), diagonal = active(a, diagonal_line(b, at->d));
    if (!column && !diagonal)
        return true;
    if (at->d == b->corner_diagonal)
        kill_line(a, diagonal_line(b, at->d));
    else if (at->c == b->corner_column || !diagonal)
        kill_line(a, column_line(b, b->corner_column));
    else
        kill_crossing(a, b, b->corner_column, at->d);
    return true;
}

static void answer_in_block(struct answers *a, const struct strip_place *at, const struct strip_part *part)
{
    struct block b;
    find_block(a->l, at, part, &b);
    if (settle_corner(a, &b, at))
        return;
    struct strip_line heaviest = {0, 0, false};
    int most, sum = sigma(a, &b, at, &heaviest, &most);
    if (sum <= 1)
        return;
    if (most >= 2 || sum == 2)
        kill_line(a, heaviest);
    else if (heaviest.diagonal) /* three lines with a stone each: the new one's two, and this */
        kill_crossing(a, &b, at->c, heaviest.at);
    else
        kill_crossing(a, &b, heaviest.at, at->d);
}

/* ---- Stones ---- */

static void answer_stone(struct answers *a, square s)
{
    struct strip_place at = strip_of(a->l, square_col(s), square_row(s));
    struct strip_part part = strip_part(a->l, at.c, at.d);
    unmark(&a->pending, s);
    switch (part.kind) {
    case STRIP_BLOCK:
        answer_in_block(a, &at, &part);
        break;
    case STRIP_COLUMN:
        kill_line(a, (struct strip_line){at.strip, at.c, false});
        break;
    case STRIP_DIAGONAL:
        kill_line(a, (struct strip_line){at.strip, at.d, true});
        break;
    case STRIP_FREE:
        break;
    }
}

/* The other side's stones since this side's last whole turn; from the start of the record on, set-up stones
 * too. */
static void find_pending(struct answers *a)
{
    const struct position *p = a->position;
    int i = p->plies;
    while (i > 0 && p->ply[i - 1].side == p->to_move)
        i--;
    while (i > 0 && p->ply[i - 1].side != p->to_move) {
        if (p->ply[i - 1].at != SQUARE_NONE)
            mark(&a->pending, p->ply[i - 1].at);
        i--;
    }
    if (i > 0)
        return;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == a->theirs)
            mark(&a->pending, s);
}

void strip_answer(int l, const struct position *p, struct squares *out)
{
    assert(l < LINE_MOST);
    struct answers a = {.l = l,
                        .position = p,
                        .mine = cell_of(p->to_move),
                        .theirs = cell_of(side_other(p->to_move)),
                        .limit = position_turn_length(p),
                        .out = out};
    find_pending(&a);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (marked(&a.pending, s))
            answer_stone(&a, s);
}
