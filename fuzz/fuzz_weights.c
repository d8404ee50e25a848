/* Fuzzes the reader of weights: whatever the bytes are, they are refused, or are weights that can be written
 * again and played with. The checksum is put right first: no mutation would get past it. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/eval/cells.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A value and a policy after every stone of a short game: no sum may overflow. */
static void play(const struct weights *w)
{
    struct rules r = {7, 6, w->k, w->p, 1, false};
    struct position *p = position_new(&r);
    struct threats *t = threats_new(p);
    struct cells *c = cells_with(t, w);
    struct eval_score list[7 * 6];
    for (int i = 0; i < 9 && p->outcome == OUTCOME_OPEN; i++) {
        square s = square_at(i * 3 % 7, i * 5 % 6);
        enum side side = p->to_move;
        threats_place(t, s);
        cells_placed(c, s, side);
        if (p->outcome != OUTCOME_OPEN)
            break;
        int v = cells_value(c);
        if (v > EVAL_MOST || v < -EVAL_MOST || cells_policy(c, list) < 1)
            abort();
    }
    cells_free(c);
    threats_free(t);
    position_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct weights *w;
    struct err e;
    if (size < 8)
        return 0;
    char *bytes = mem_alloc(size);
    memcpy(bytes, data, size);
    uint64_t sum = weights_checksum(bytes, size - 8);
    for (int i = 0; i < 8; i++)
        bytes[size - 8 + (size_t)i] = (char)(sum >> 8 * i & 0xff);
    if (weights_read(bytes, size, &w, &e)) {
        struct buf again = BUF_EMPTY;
        weights_write(w, &again);
        if (again.len != size || memcmp(again.text, bytes, size) != 0)
            abort();
        buf_free(&again);
        play(w);
        weights_free(w);
    }
    free(bytes);
    return 0;
}
