/* Fuzzes the reader of summaries of recorded games: whatever the bytes are, they are refused, or answer. */
#include <stdlib.h>

#include "store/explorer/summary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct summary *s;
    struct err e;
    if (!summary_read(data, size, &s, &e))
        return 0;
    struct position *p = position_new(summary_rules(s));
    for (int i = 0; i < 4; i++) {
        struct explorer_report r;
        summary_ask(s, p, 3, &r);
        square next = r.turns ? r.turn[0].squares.s[0] : square_first();
        if (r.turns > r.turns_all || r.games)
            abort();
        explorer_report_free(&r);
        if (position_legal_square(p, next))
            position_place(p, next);
    }
    position_free(p);
    summary_free(s);
    return 0;
}
