/* The positions that the search for threes has seen: whole positions, compared stone by stone. */
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/threes_inner.h"

enum { TABLE_FIRST = 1 << 10 };

static size_t words(const struct threes *x)
{
    return 2 * (size_t)x->field->packed_words;
}

static uint64_t key_of(const struct threes *x, enum side to_move)
{
    return x->field->hash ^ (to_move == x->attacker ? 0 : 0x9e3779b97f4a7c15u);
}

void threes_forget(struct threes *x)
{
    if (!x->table) {
        x->table_size = TABLE_FIRST;
        x->table = mem_zero(x->table_size, sizeof *x->table);
    }
    for (size_t i = 1; i < x->nodes_used; i++)
        x->table[x->node[i].key & (x->table_size - 1)] = 0;
    x->nodes_used = x->slots_used = x->lines_used = 1; /* 0 is none */
}

static bool same(const struct threes *x, uint32_t i)
{
    const uint64_t *p = x->packed + i * words(x);
    size_t n = (size_t)x->field->packed_words, bytes = n * sizeof *p;
    return memcmp(p, x->field->packed[0], bytes) == 0 && memcmp(p + n, x->field->packed[1], bytes) == 0;
}

uint32_t threes_find(const struct threes *x, enum side to_move)
{
    uint64_t key = key_of(x, to_move);
    for (uint32_t i = x->table[key & (x->table_size - 1)]; i; i = x->node[i].next)
        if (x->node[i].key == key && same(x, i))
            return i;
    return 0;
}

static void grow_table(struct threes *x)
{
    x->table_size *= 2;
    x->table = mem_resize(x->table, x->table_size, sizeof *x->table);
    memset(x->table, 0, x->table_size * sizeof *x->table);
    for (uint32_t i = 1; i < x->nodes_used; i++) {
        uint32_t *first = &x->table[x->node[i].key & (x->table_size - 1)];
        x->node[i].next = *first;
        *first = i;
    }
}

static bool has_room(const struct threes *x)
{
    return x->nodes_used * (sizeof(struct threes_node) + words(x) * sizeof(uint64_t) + sizeof(uint32_t)) +
               x->slots_used * sizeof(struct threes_slot) + x->lines_used * sizeof(square) <
           x->bytes_most;
}

uint32_t threes_get(struct threes *x, enum side to_move)
{
    uint32_t i = threes_find(x, to_move);
    if (i)
        return i;
    if (!has_room(x)) {
        x->cut = true;
        return 0;
    }
    if (x->nodes_used == x->table_size)
        grow_table(x);
    i = (uint32_t)x->nodes_used++;
    x->node = mem_grow(x->node, &x->node_room, x->nodes_used, sizeof *x->node);
    x->packed = mem_grow(x->packed, &x->packed_room, x->nodes_used * words(x), sizeof *x->packed);
    uint32_t *first = &x->table[key_of(x, to_move) & (x->table_size - 1)];
    x->node[i] = (struct threes_node){.key = key_of(x, to_move), .pn = 1, .dn = 1, .next = *first};
    *first = i;
    size_t n = (size_t)x->field->packed_words;
    memcpy(x->packed + i * words(x), x->field->packed[0], n * sizeof *x->packed);
    memcpy(x->packed + i * words(x) + n, x->field->packed[1], n * sizeof *x->packed);
    return i;
}

void threes_set_line(struct threes *x, uint32_t node, const struct fours_line *l)
{
    size_t n = (size_t)l->n;
    x->line = mem_grow(x->line, &x->line_room, x->lines_used + n, sizeof *x->line);
    memcpy(x->line + x->lines_used, l->s, n * sizeof *l->s);
    x->node[node].line_at = (uint32_t)x->lines_used;
    x->node[node].line_n = (uint8_t)n;
    x->lines_used += n;
}

void threes_get_line(const struct threes *x, uint32_t node, struct fours_line *l)
{
    l->n = x->node[node].line_n;
    memcpy(l->s, x->line + x->node[node].line_at, (size_t)l->n * sizeof *l->s);
}

void threes_add_slot(struct threes *x, uint32_t node, const struct threes_slot *s)
{
    struct threes_node *n = &x->node[node];
    if (n->slots == 0)
        n->slots_at = (uint32_t)x->slots_used;
    n->slots++;
    x->slot = mem_grow(x->slot, &x->slot_room, x->slots_used + 1, sizeof *x->slot);
    x->slot[x->slots_used++] = *s;
}
