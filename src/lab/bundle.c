/* See bundle.h. */
#include "lab/bundle.h"

#include <stdint.h>

void bundle_add(struct buf *b, const char *cert, size_t len)
{
    for (int i = 0; i < 4; i++)
        buf_char(b, (char)(uint8_t)(len >> 8 * i));
    buf_bytes(b, cert, len);
}

bool bundle_next(const char *bytes, size_t len, size_t *at, const char **cert, size_t *cert_len)
{
    if (len - *at < 4)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < 4; i++)
        n |= (size_t)(uint8_t)bytes[*at + i] << 8 * i;
    if (n > len - *at - 4)
        return false;
    *cert = bytes + *at + 4;
    *cert_len = n;
    *at += 4 + n;
    return true;
}
