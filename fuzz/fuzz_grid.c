/* Whatever comes from a broker: heads, signs of life, parts of results in any order. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab/grid/assemble.h"
#include "lab/grid/frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What was read is written and read again as the same. */
static void read_sign(const char *text, size_t len)
{
    struct grid_sign s, again;
    struct buf b = BUF_EMPTY;
    if (!grid_sign_read(text, len, &s, NULL))
        return;
    grid_sign_write(&s, &b);
    if (!grid_sign_read(b.text, b.len, &again, NULL) || strcmp(s.name, again.name) != 0)
        abort();
    buf_free(&b);
}

/* Messages with zero bytes between them. */
static void read_parts(const char *text, size_t len)
{
    struct assembly *a = assembly_new();
    char message;
    for (const char *at = text; at < text + len;) {
        size_t n = strnlen(at, len - (size_t)(at - text));
        struct grid_head h;
        const char *body;
        if (grid_head_read(at, n, &h, &body, NULL) && h.parts &&
            assembly_add(a, &h, body, n - (size_t)(body - at), &message) == ASSEMBLY_WHOLE) {
            void *messages[GRID_PARTS_MOST];
            struct buf all = BUF_EMPTY;
            if (assembly_take(a, &all, messages, GRID_PARTS_MOST) != h.parts)
                abort();
            buf_free(&all);
        }
        at += n + 1;
    }
    assembly_free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    read_sign(text, size);
    read_parts(text, size);
    free(text);
    return 0;
}
