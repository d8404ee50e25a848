/* Fuzzes what reads Maker-Breaker boards and their certificates. A first byte 'c' means a certificate;
 * anything else is the text of a board, which is written, read again and solved with few positions. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/theory/mb_check.h"
#include "connect/theory/mb_solve.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void solve(const struct mb_board *b)
{
    struct mb_game g = {b, 1 + b->squares % 3, -1};
    struct mb_limits limits = {.positions = 200, .plain = b->squares > 16};
    if (!mb_game_check(&g, NULL))
        g = (struct mb_game){b, 0, b->lines % 3};
    /* Any number of stones means all subsets of the squares. */
    if (!mb_game_check(&g, NULL) || (g.b >= 0 && b->squares - mb_count(b->exclusive) > 8) || b->squares > 40)
        return;
    struct mb_solver *s = mb_solver_new(&g, &limits);
    mb_solve(s, 0, 0);
    mb_solver_free(s);
}

static void read_board(const char *text)
{
    struct mb_board *b = mem_zero(2, sizeof *b);
    struct err e;
    if (mb_read(text, b, &e)) {
        struct buf out = BUF_EMPTY;
        mb_write(b, &out);
        if (!mb_read(buf_str(&out), b + 1, &e) || b[1].squares != b->squares || b[1].lines != b->lines ||
            b[1].exclusive != b->exclusive)
            abort();
        buf_free(&out);
        solve(b);
    }
    mb_builtin(text, b, &e);
    free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = mem_strndup((const char *)data, size);
    if (text[0] == 'c') {
        struct mb_checked *c = mem_zero(1, sizeof *c);
        struct err e;
        mb_check(text + 1, c, &e);
        free(c);
    } else {
        read_board(text);
    }
    free(text);
    return 0;
}
