/* Fuzzes the reader of games to learn from: whatever the text is, it is refused with a reason, or its games
 * are those that are written and read again. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "net/tune/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rules r = {9, 9, 5, 2, 1, false};
    struct tune_games *g = tune_games_new(&r), *again = tune_games_new(&r);
    struct err e = {""};
    char *text = mem_strndup((const char *)data, size);
    if (tune_games_read(g, text, strlen(text), &e)) {
        struct buf b = BUF_EMPTY;
        tune_games_write(g, &b);
        if (!tune_games_read(again, buf_str(&b), b.len, &e) || again->n != g->n)
            abort();
        buf_free(&b);
    } else if (e.text[0] == '\0') {
        abort();
    }
    free(text);
    tune_games_free(again);
    tune_games_free(g);
    return 0;
}
