/* Line values kept up to date lazily; see line_table.h.
 *
 * Nothing happens while stones come and go. A question first takes back the stones that are no longer on the
 * board, which restores the values their lines had before, then adds the new ones: four lines change for
 * each, and each is looked up by its whole contents in a table of lines seen before. The same lines come back
 * all the time in a search, so working one out is rare. */
#include "threat/line_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

enum { SEEN_BITS = 13 }; /* the table of lines seen has 2^13 entries; a newer line replaces an older one */

/* The values of a line for both sides, and for each whether it is an HP- or an HP3-threat. */
struct both {
    struct line_value side[2];
    uint8_t hp[2], hp3[2];
};

struct seen {
    struct line_bits bits[2];
    struct both value;
    uint8_t length; /* 0: unused */
};

struct entry {
    struct line_bits bits[2];
    struct both value;
    uint8_t length;
};

/* A stone of the position that the table has taken in, and what its four lines were worth before. */
struct taken {
    square at;
    uint8_t side;
    struct both before[DIRECTIONS];
};

struct line_table {
    int common; /* plies that the table has taken in and that are still on the board; first, for
                   line_table_undone */
    int plies;  /* plies that the table has taken in */
    struct rules rules;
    const struct segments *segments;
    struct entry *line;
    struct taken *taken; /* by ply */
    size_t taken_room;
    struct line_counts counts[2];
    struct seen seen[1 << SEEN_BITS];
};

static void count_value(struct line_table *t, const struct both *v, enum side owner, int by)
{
    struct line_counts *c = &t->counts[owner];
    c->one[v->side[owner].one] = (uint16_t)(c->one[v->side[owner].one] + by);
    c->two[v->side[owner].two] = (uint16_t)(c->two[v->side[owner].two] + by);
    c->hp = (uint16_t)(c->hp + by * v->hp[owner]);
    c->hp3 = (uint16_t)(c->hp3 + by * v->hp3[owner]);
}

static void set_value(struct line_table *t, struct entry *l, const struct both *new)
{
    for (int side = BLACK; side <= WHITE; side++)
        if (memcmp(&l->value.side[side], &new->side[side], sizeof(struct line_value)) != 0) {
            count_value(t, &l->value, (enum side)side, -1);
            count_value(t, new, (enum side)side, +1);
        }
    l->value = *new;
}

static struct both work_out(const struct line_table *t, const struct entry *l)
{
    struct both v;
    for (int side = BLACK; side <= WHITE; side++) {
        v.side[side] = line_value(&t->rules, l->length, &l->bits[side], &l->bits[1 - side]);
        v.hp[side] = line_is_hp(&t->rules, v.side[side]);
        v.hp3[side] = line_is_hp3(v.side[side]);
    }
    return v;
}

static void flip(struct entry *l, enum side side, unsigned place)
{
    l->bits[side].word[place >> 6] ^= (uint64_t)1 << (place & 63);
}

struct line_table *line_table_new(const struct segments *g, const struct position *p)
{
    struct line_table *t = mem_zero(1, sizeof *t);
    t->common = t->plies = p->plies;
    t->rules = g->rules;
    t->segments = g;
    t->line = mem_zero((size_t)g->lines, sizeof *t->line);
    for (int i = 1; i < g->lines; i++) {
        const struct line *line = &g->line[i];
        struct entry *l = &t->line[i];
        l->length = line->length;
        for (int place = 0; place < line->length; place++) {
            enum cell c = (enum cell)p->cell[line->start + place * direction_step[line->direction]];
            if (c != CELL_EMPTY)
                flip(l, c == CELL_BLACK ? BLACK : WHITE, (unsigned)place);
        }
        l->value = work_out(t, l);
        count_value(t, &l->value, BLACK, +1);
        count_value(t, &l->value, WHITE, +1);
    }
    return t;
}

void line_table_free(struct line_table *t)
{
    if (t) {
        free(t->line);
        free(t->taken);
        free(t);
    }
}

static const struct both *look_up(struct line_table *t, const struct entry *l)
{
    const uint64_t *b = l->bits[BLACK].word, *w = l->bits[WHITE].word;
    uint64_t key =
        (b[0] ^ (b[1] << 29 | b[1] >> 35)) * 0x9e3779b97f4a7c15u + (w[0] ^ (w[1] << 31 | w[1] >> 33));
    struct seen *s = &t->seen[(key + l->length) * 0xd1342543de82ef95u >> (64 - SEEN_BITS)];
    const uint64_t *sb = s->bits[BLACK].word, *sw = s->bits[WHITE].word;
    uint64_t differ =
        (b[0] ^ sb[0]) | (b[1] ^ sb[1]) | (w[0] ^ sw[0]) | (w[1] ^ sw[1]) | (l->length ^ s->length);
    if (differ) {
        s->length = l->length;
        s->bits[BLACK] = l->bits[BLACK];
        s->bits[WHITE] = l->bits[WHITE];
        s->value = work_out(t, l);
    }
    return &s->value;
}

static void take_in(struct line_table *t, const struct ply *ply)
{
    size_t i = (size_t)t->plies++;
    if (i >= t->taken_room)
        t->taken = mem_grow(t->taken, &t->taken_room, i + 1, sizeof *t->taken);
    struct taken *taken = &t->taken[i];
    taken->at = ply->at;
    taken->side = ply->side;
    if (ply->at == SQUARE_NONE)
        return;
    const struct span *span = t->segments->at[ply->at];
    for (int d = 0; d < DIRECTIONS; d++) {
        struct entry *l = &t->line[span[d].line];
        taken->before[d] = l->value;
        if (span[d].line) {
            flip(l, (enum side)ply->side, span[d].place);
            set_value(t, l, look_up(t, l));
        }
    }
}

static void give_back(struct line_table *t)
{
    const struct taken *taken = &t->taken[--t->plies];
    if (taken->at == SQUARE_NONE)
        return;
    const struct span *span = t->segments->at[taken->at];
    for (int d = 0; d < DIRECTIONS; d++)
        if (span[d].line) {
            struct entry *l = &t->line[span[d].line];
            flip(l, (enum side)taken->side, span[d].place);
            set_value(t, l, &taken->before[d]);
        }
}

static void catch_up(struct line_table *t, const struct position *p)
{
    while (t->plies > t->common)
        give_back(t);
    while (t->plies < p->plies)
        take_in(t, &p->ply[t->plies]);
    t->common = t->plies;
}

struct line_value line_table_value(struct line_table *t, const struct position *p, enum side owner, int line)
{
    catch_up(t, p);
    return t->line[line].value.side[owner];
}

const struct line_counts *line_table_counts(struct line_table *t, const struct position *p, enum side owner)
{
    catch_up(t, p);
    return &t->counts[owner];
}
