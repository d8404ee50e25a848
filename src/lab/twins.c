/* Both claims about a position; see inner.h.
 *
 * A position may be a node twice, with either side as the attacker. What proves the one disproves the other, and nothing else follows:
 * of a draw both are disproved. A pair of roots asks for both claims, and so who wins. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/inner.h"

enum { SHARE = 10 }; /* the claim that looks harder gets one part of the nodes, the other one so many */

uint32_t lab_twin(const struct lab *l, uint32_t node)
{
    uint8_t key[1 + POSITION_PACKED_MOST];
    memcpy(key, graph_key(l->graph, node), l->graph->key_size);
    key[0] = !key[0];
    return graph_find(l->graph, key);
}

bool lab_twin_proved(const struct lab *l, uint32_t node)
{
    uint32_t twin = lab_twin(l, node);
    return twin && l->graph->node[twin].state == GRAPH_PROVED;
}

void lab_prove(struct lab *l, uint32_t node)
{
    graph_set_state(l->graph, node, GRAPH_PROVED);
    uint32_t twin = lab_twin(l, node);
    if (twin && l->graph->node[twin].state == GRAPH_OPEN) {
        graph_set_state(l->graph, twin, GRAPH_DISPROVED);
        lab_settle(l, twin);
    }
}

/* ---- pairs of roots ---- */

const struct lab_root *lab_pair_root(const struct lab *l, const struct lab_pair *p, enum side attacker)
{
    for (size_t i = 0; i < l->roots; i++)
        if (l->root[i].id == p->root[attacker])
            return &l->root[i];
    return NULL;
}

struct lab_pair *lab_pair_of(const struct lab *l, int64_t root)
{
    for (size_t i = 0; i < l->pairs; i++)
        if (root && (l->pair[i].root[BLACK] == root || l->pair[i].root[WHITE] == root))
            return &l->pair[i];
    return NULL;
}

size_t lab_pairs(const struct lab *l, const struct lab_pair **out)
{
    *out = l->pair;
    return l->pairs;
}

static const struct graph_node *claim_of(const struct lab *l, const struct lab_pair *p, enum side attacker)
{
    return &l->graph->node[lab_pair_root(l, p, attacker)->node];
}

const char *lab_pair_word(const struct lab *l, const struct lab_pair *p)
{
    enum graph_state black = (enum graph_state)claim_of(l, p, BLACK)->state,
                     white = (enum graph_state)claim_of(l, p, WHITE)->state;
    return black == GRAPH_PROVED                                  ? "black"
           : white == GRAPH_PROVED                                ? "white"
           : black == GRAPH_DISPROVED && white == GRAPH_DISPROVED ? "nobody"
                                                                  : "open";
}

void lab_pair_text(const struct lab *l, const struct lab_pair *p, struct buf *out)
{
    const char *word = lab_pair_word(l, p);
    buf_format(out, "%s: %s", p->name,
               strcmp(word, "black") == 0    ? "Black wins"
               : strcmp(word, "white") == 0  ? "White wins"
               : strcmp(word, "nobody") == 0 ? "nobody wins"
                                             : "open");
}

/* Of two open claims the one with the smaller proof number, of equal ones the mover's; what is settled comes last. */
static enum side leading(const struct lab *l, const struct lab_pair *p)
{
    const struct graph_node *black = claim_of(l, p, BLACK), *white = claim_of(l, p, WHITE);
    enum side mover = black->kind == GRAPH_DEFEND ? WHITE : BLACK;
    if ((black->state == GRAPH_OPEN) != (white->state == GRAPH_OPEN))
        return black->state == GRAPH_OPEN ? BLACK : WHITE;
    return black->pn == white->pn ? mover : black->pn < white->pn ? BLACK : WHITE;
}

const struct lab_root *lab_pair_next(const struct lab *l, const struct lab_pair *p)
{
    enum side lead = leading(l, p), other = side_other(lead);
    enum side mover = claim_of(l, p, BLACK)->kind == GRAPH_DEFEND ? WHITE : BLACK;
    bool fresh = claim_of(l, p, mover)->effort == EFFORT_NONE && !claim_of(l, p, mover)->work;
    enum side side = fresh ? mover : p->spent[other] * SHARE < p->spent[lead] ? other : lead;
    return lab_pair_root(l, p, side);
}

const struct lab_root *lab_pair_told(const struct lab *l, const struct lab_pair *p)
{
    const char *word = lab_pair_word(l, p);
    return lab_pair_root(l, p,
                         strcmp(word, "black") == 0   ? BLACK
                         : strcmp(word, "white") == 0 ? WHITE
                                                      : leading(l, p));
}

void lab_pair_spent(struct lab *l, int64_t root, uint64_t nodes)
{
    struct lab_pair *p = lab_pair_of(l, root);
    if (!p)
        return;
    p->spent[p->root[WHITE] == root] += nodes;
    db_do(l->ledger, "UPDATE pair SET spent_black = ?1, spent_white = ?2 WHERE id = ?3",
          db_int((int64_t)p->spent[BLACK]), db_int((int64_t)p->spent[WHITE]), db_int(p->id));
}

static bool read_pair(struct lab *l, struct rows *rows)
{
    struct lab_pair p = {.name = NULL};
    int64_t spent[2];
    if (!rows_whole(rows, 0, 1, INT64_MAX, &p.id) || !rows_text(rows, 1)[0] ||
        !rows_whole(rows, 2, 1, INT64_MAX, &p.root[BLACK]) ||
        !rows_whole(rows, 3, 1, INT64_MAX, &p.root[WHITE]) ||
        !rows_whole(rows, 4, 0, INT64_MAX / SHARE, &spent[BLACK]) ||
        !rows_whole(rows, 5, 0, INT64_MAX / SHARE, &spent[WHITE]))
        return false;
    p.spent[BLACK] = (uint64_t)spent[BLACK];
    p.spent[WHITE] = (uint64_t)spent[WHITE];
    const struct lab_root *black = lab_pair_root(l, &p, BLACK), *white = lab_pair_root(l, &p, WHITE);
    if (!black || !white || lab_attacker(l, black->node) != BLACK || lab_twin(l, black->node) != white->node)
        return false;
    p.name = mem_strdup(rows_text(rows, 1));
    l->pair = mem_grow(l->pair, &l->pair_room, l->pairs + 1, sizeof *l->pair);
    l->pair[l->pairs++] = p;
    return true;
}

void lab_forget_pairs(struct lab *l)
{
    for (size_t i = 0; i < l->pairs; i++)
        free(l->pair[i].name);
    l->pairs = 0;
}

int64_t lab_load_pairs(struct lab *l)
{
    lab_forget_pairs(l);
    /* Files of before pairs do not have the table; a file's owner adds it. */
    if (!db_number(l->ledger, 0, "SELECT count(*) FROM sqlite_schema WHERE name = 'pair'"))
        return 0;
    struct rows *rows =
        db_ask(l->ledger, "SELECT id, name, black, white, spent_black, spent_white FROM pair ORDER BY id");
    while (rows_next(rows))
        if (!read_pair(l, rows)) {
            int64_t row = rows_int(rows, 0);
            rows_end(rows);
            return row ? row : -1;
        }
    return 0;
}
