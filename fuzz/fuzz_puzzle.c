/* Collections of puzzles: JSON lines, SGF, packed bytes. What is read can be written, and reads the same. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "connect/puzzle/collection.h"
#include "connect/puzzle/sgf.h"
#include "json/puzzle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Written and read again, it is as it was. */
static void again(const struct puzzles *l)
{
    struct buf b = BUF_EMPTY, c = BUF_EMPTY;
    struct puzzles in = PUZZLES_EMPTY;
    struct err e;
    for (size_t i = 0; i < l->n; i++)
        puzzle_write(&l->at[i], &b);
    if (!puzzles_read(buf_str(&b), b.len, &in, &e) || in.n != l->n)
        abort();
    for (size_t i = 0; i < in.n; i++)
        puzzle_write(&in.at[i], &c);
    if (strcmp(buf_str(&b), buf_str(&c)) != 0)
        abort();
    puzzles_free(&in);
    buf_free(&b);
    buf_free(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct puzzles l = PUZZLES_EMPTY;
    struct collection c;
    struct puzzle p;
    struct err e;
    if (size == 0)
        return 0;
    char *text = calloc(size + 1, 1);
    memcpy(text, data, size);
    if (text[0] == 'H' && collection_open(&c, data, size))
        while (l.n < 100 && collection_next(&c, &p))
            puzzles_add(&l, &p);
    else if (text[0] == '(')
        puzzle_sgf_read(text, size, &l, &e);
    else
        puzzles_read(text, size, &l, &e);
    again(&l);
    puzzles_free(&l);
    free(text);
    return 0;
}
