/* Fuzzes what the opening database reads from its rows: keys of positions and turns. Whatever the bytes are, they are refused, or
 * give the same key again. */
#include <stdlib.h>
#include <string.h>

#include "connect/board/key.h"
#include "store/explorer/known_key.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum side attacker;
    struct squares turn;
    if (size < 1)
        return 0;
    struct position *p = known_key_position(data + 1, size - 1, data[0] & 7, &attacker);
    if (!p)
        return 0;
    (void)key_unpack(&p->rules, 0, data + 1, size - 1 < 64 ? size - 1 : 64, &turn);
    for (int i = 0; i < turn.n; i++)
        if (!square_on_board(&p->rules, square_col(turn.s[i]), square_row(turn.s[i])))
            abort();
    struct buf a = BUF_EMPTY, b = BUF_EMPTY;
    int symmetry;
    enum side again;
    known_key(p, attacker, &a, &symmetry);
    struct position *q = known_key_position(a.text, a.len, symmetry, &again);
    if (!q || again != attacker || !position_equal(p, q))
        abort();
    known_key(q, again, &b, &symmetry);
    if (a.len != b.len || memcmp(a.text, b.text, a.len) != 0)
        abort();
    (void)known_key_beside(p, attacker, p->left);
    position_free(q);
    position_free(p);
    buf_free(&a);
    buf_free(&b);
    return 0;
}
