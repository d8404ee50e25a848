/* Line values kept up to date lazily; see line_table.h.
 *
 * Nothing happens while stones come and go. A question first takes back the stones that are no longer on the
 * board, which restores the values their lines had before, then adds the new ones: four lines change for
 * each, and each is looked up by its whole contents in a table of lines seen before. The same lines come back
 * all the time in a search, so working one out is rare. */
#include "connect/threat/line_table.h"

#include <stdlib.h>

#include "base/mem.h"

enum {
    SEEN_BITS = 13
}; /* the table of lines seen has 2^13 pairs of entries; in a pair the newer line stays */

/* HP-threats of both sides in one word, to be added up:
 * bit 63 … 48 HP3 of White, 47 … 32 HP3 of Black, 31 … 16 HP of White, 15 … 0 HP of Black */
typedef uint64_t hp_word;

struct value {
    struct line_value side[2];
    hp_word hp;
};

struct contents {
    struct line_bits bits[2];
    struct value value;
    uint64_t length; /* 0: an unused entry */
};

/* A stone of the position that the table has taken in, and what its four lines were worth before. */
struct taken {
    square at;
    uint8_t side;
    struct value before[DIRECTIONS];
};

struct line_table {
    int common; /* plies that the table has taken in and that are still on the board; first, for
                   line_table_undone */
    int plies;  /* plies that the table has taken in */
    int first;  /* plies that were there when it was filled: what came before cannot be given back */
    struct rules rules;
    const struct segments *segments;
    struct contents *line; /* by line; line 0 stands for none and has no value */
    hp_word hp;            /* the sum over all lines */
    struct taken *taken;   /* by ply */
    size_t taken_room;
    struct contents seen[2 << SEEN_BITS];
};

static struct value work_out(const struct rules *r, const struct contents *l)
{
    struct value v = {.hp = 0};
    for (int side = BLACK; side <= WHITE; side++) {
        v.side[side] = line_value(r, (int)l->length, &l->bits[side], &l->bits[1 - side]);
        v.hp |= (hp_word)line_is_hp(r, v.side[side]) << (16 * side);
        v.hp |= (hp_word)line_is_hp3(v.side[side]) << (32 + 16 * side);
    }
    return v;
}

static void flip(struct contents *l, enum side side, unsigned place)
{
    l->bits[side].word[place >> 6] ^= (uint64_t)1 << (place & 63);
}

/* All lines as they are on the board. */
static void fill(struct line_table *t, const struct position *p)
{
    t->common = t->plies = t->first = p->plies;
    t->hp = 0;
    for (int i = 1; i < t->segments->lines; i++) {
        const struct line *line = &t->segments->line[i];
        struct contents *l = &t->line[i];
        *l = (struct contents){.length = line->length};
        for (int place = 0; place < line->length; place++) {
            enum cell c = (enum cell)p->cell[line->start + place * direction_step[line->direction]];
            if (c != CELL_EMPTY)
                flip(l, c == CELL_BLACK ? BLACK : WHITE, (unsigned)place);
        }
        l->value = work_out(&t->rules, l);
        t->hp += l->value.hp;
    }
}

struct line_table *line_table_new(const struct segments *g, const struct position *p)
{
    struct line_table *t = mem_zero(1, sizeof *t);
    t->rules = g->rules;
    t->segments = g;
    t->line = mem_zero((size_t)g->lines, sizeof *t->line);
    fill(t, p);
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

static bool same(const struct contents *a, const struct contents *b)
{
    const uint64_t *ab = a->bits[BLACK].word, *aw = a->bits[WHITE].word;
    const uint64_t *bb = b->bits[BLACK].word, *bw = b->bits[WHITE].word;
    return !((ab[0] ^ bb[0]) | (ab[1] ^ bb[1]) | (aw[0] ^ bw[0]) | (aw[1] ^ bw[1]) | (a->length ^ b->length));
}

/* The value of a line by its contents. Each pair of entries is kept with the one used last in front. */
static const struct value *look_up(struct line_table *t, const struct contents *l)
{
    const uint64_t *b = l->bits[BLACK].word, *w = l->bits[WHITE].word;
    uint64_t key =
        (b[0] + b[1] * 0x9fb21c651e98df25u) * 0x9e3779b97f4a7c15u + (w[0] + w[1] * 0xc2b2ae3d27d4eb4fu);
    struct contents *s = &t->seen[(key + l->length) * 0xd1342543de82ef95u >> (64 - SEEN_BITS) << 1];
    if (same(s, l))
        return &s->value;
    struct contents front = s[0];
    if (same(&s[1], l)) {
        s[0] = s[1];
    } else {
        s[0] = *l;
        s[0].value = work_out(&t->rules, l);
    }
    s[1] = front;
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
    for (int d = 0; d < DIRECTIONS; d++)
        if (span[d].line) {
            struct contents *l = &t->line[span[d].line];
            taken->before[d] = l->value;
            flip(l, (enum side)ply->side, span[d].place);
            const struct value *v = look_up(t, l);
            t->hp += v->hp - l->value.hp;
            l->value = *v;
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
            struct contents *l = &t->line[span[d].line];
            flip(l, (enum side)taken->side, span[d].place);
            t->hp += taken->before[d].hp - l->value.hp;
            l->value = taken->before[d];
        }
}

static void catch_up(struct line_table *t, const struct position *p)
{
    if (t->common < t->first) {
        fill(t, p);
        return;
    }
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

struct hp_count line_table_hp(struct line_table *t, const struct position *p, enum side owner)
{
    catch_up(t, p);
    return (struct hp_count){(int)(t->hp >> (16 * owner) & 0xffff),
                             (int)(t->hp >> (32 + 16 * owner) & 0xffff)};
}
