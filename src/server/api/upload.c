/* Record files in requests; see upload.h. */
#include "server/api/upload.h"

#include <string.h>

#include "base/text.h"
#include "json/base64.h"
#include "json/fields.h"
#include "json/limits.h"
#include "json/tree.h"

/* The name of a file without its folder and ending. */
static void base_name(const char *name, struct buf *out)
{
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name, *dot = strrchr(base, '.');
    text_clean(base, dot && dot > base ? (size_t)(dot - base) : strlen(base), true, out);
}

void upload_put_title(const struct record *r, const char *name, size_t number, size_t games, struct buf *out)
{
    const char *game = record_info(r, "GN"), *black = record_info(r, "PB"), *white = record_info(r, "PW"),
               *event = record_info(r, "EV");
    struct buf t = BUF_EMPTY;
    if (game)
        buf_text(&t, game);
    else if (black || white)
        buf_format(&t, "%s – %s", black ? black : "?", white ? white : "?");
    else if (event)
        buf_text(&t, event);
    if (!t.len && name)
        base_name(name, &t);
    if (!t.len)
        buf_text(&t, "Game");
    if (!game && !black && !white && games > 1)
        buf_format(&t, " %zu", number);
    /* A title has a length, and a character must not be cut. */
    size_t characters = 0, cut = 0;
    for (; cut < t.len; cut++)
        if ((t.text[cut] & 0xc0) != 0x80 && ++characters > LIMIT_TITLE)
            break;
    t.text[cut] = '\0';
    tree_put_text(out, buf_str(&t));
    buf_free(&t);
}

bool upload_read(const json_t *request, struct buf *out, struct err *e)
{
    const char *text = NULL, *base64 = NULL;
    if (!field_text(request, "text", &text, e) || !field_text(request, "base64", &base64, e))
        return false;
    if (!text == !base64)
        return err_set(e, "either 'text' or 'base64' must be there");
    if (text)
        buf_text(out, text);
    return !base64 || base64_decode(base64, out, e);
}
