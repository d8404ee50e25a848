/* Base64; see base64.h. */
#include "json/base64.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool base64_decode(const char *text, struct buf *out, struct err *e)
{
    unsigned bits = 0;
    int have = 0;
    for (; *text && *text != '='; text++) {
        const char *digit = strchr(digits, *text);
        if (!digit)
            return err_set(e, "'base64' is no base64");
        bits = bits << 6 | (unsigned)(digit - digits);
        have += 6;
        if (have >= 8) {
            have -= 8;
            buf_char(out, (char)(bits >> have & 255));
        }
    }
    return true;
}

void base64_encode(const char *bytes, size_t len, struct buf *out)
{
    for (size_t i = 0; i < len; i += 3) {
        size_t n = len - i < 3 ? len - i : 3;
        unsigned bits = 0;
        for (size_t j = 0; j < 3; j++)
            bits = bits << 8 | (j < n ? (unsigned char)bytes[i + j] : 0u);
        for (size_t j = 0; j < 4; j++)
            buf_char(out, j <= n ? digits[bits >> (18 - 6 * j) & 63] : '=');
    }
}
