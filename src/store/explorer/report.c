/* Reports; see report.h. */
#include "store/explorer/report.h"
#include "connect/board/key.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void report_add(struct report_rows *rows, int64_t child, const void *turn, size_t len,
                const struct explorer_counts *c)
{
    struct report_row *first = rows->row;
    if (rows->count && first->child == child) {
        first->counts.black += c->black;
        first->counts.draw += c->draw;
        first->counts.white += c->white;
        first->counts.open += c->open;
        return;
    }
    if (len > KEY_TURN_MOST)
        return;
    rows->row = mem_grow(rows->row, &rows->room, rows->count + 1, sizeof *rows->row);
    struct report_row *row = &rows->row[rows->count++];
    *row = (struct report_row){.child = child, .counts = *c, .len = (uint16_t)len};
    if (len > sizeof row->turn)
        row->more = mem_alloc(len);
    if (len)
        memcpy(row->more ? row->more : row->turn, turn, len);
}

/* The most games first, then by the turn, so that the order is always the same. */
static int compare(const void *a, const void *b)
{
    const struct report_row *x = a, *y = b;
    uint64_t n = explorer_games(&x->counts), m = explorer_games(&y->counts);
    if (n != m)
        return n < m ? 1 : -1;
    return x->child < y->child ? -1 : x->child > y->child;
}

void report_turns(struct report_rows *rows, const struct rules *r, int symmetry, size_t most,
                  struct explorer_report *out)
{
    if (rows->count)
        qsort(rows->row, rows->count, sizeof *rows->row, compare);
    out->turns_all = rows->count;
    out->turn = mem_alloc((rows->count < most ? rows->count : most) * sizeof *out->turn + 1);
    for (size_t i = 0; i < rows->count; i++) {
        struct report_row *row = &rows->row[i];
        struct explorer_turn t = {.counts = row->counts};
        if (out->turns < most && row->len &&
            key_unpack(r, symmetry, row->more ? row->more : row->turn, row->len, &t.squares))
            out->turn[out->turns++] = t;
        free(row->more);
    }
    rows->count = 0;
}

void explorer_games_free(struct explorer_game *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(list[i].black);
        free(list[i].white);
        free(list[i].date);
        free(list[i].event);
    }
    free(list);
}

void explorer_report_free(struct explorer_report *r)
{
    explorer_games_free(r->game, r->games);
    free(r->turn);
    *r = (struct explorer_report){0};
}
