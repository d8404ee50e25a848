/* Records of games in and out: /import and /export. */
#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "record/text.h"
#include "server/api.h"
#include "server/fields.h"
#include "server/formats.h"
#include "server/limits.h"
#include "server/tree_json.h"

/* Bytes of a file as JSON can carry them: a file that is not UTF-8 comes as base64. */
static bool decode_base64(const char *text, struct buf *out, struct err *e)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
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

/* The name of a file without its folder and ending. */
static void base_name(const char *name, struct buf *out)
{
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name, *dot = strrchr(base, '.');
    text_clean(base, dot && dot > base ? (size_t)(dot - base) : strlen(base), true, out);
}

/* What to call a game: its name, its players, its event, the file. */
static void put_title(const struct record *r, const char *name, size_t number, size_t games, struct buf *out)
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

/* Which format the text is in, as the reader tells them apart. */
static enum record_format look(const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && (text_is_space(text[i]) || (unsigned char)text[i] >= 0x80))
        i++;
    char c = i < len ? text[i] : '\0';
    return c == '(' || c == ';' ? RECORD_SGF : c == '{' ? RECORD_CONTEST : RECORD_PLAIN;
}

static bool put_game(const struct record *r, const char *name, size_t number, size_t games, struct buf *out,
                     struct err *e)
{
    if (!tree_fits(r, e))
        return err_prefix(e, "game %zu", number);
    buf_text(out, number > 1 ? ",{\"title\":" : "{\"title\":");
    put_title(r, name, number, games, out);
    buf_text(out, ",\"tree\":");
    tree_write(r, out);
    buf_char(out, '}');
    return true;
}

static bool import(const char *text, size_t len, const char *name, struct buf *out, bool *large,
                   struct err *e)
{
    struct record **games;
    size_t count;
    struct record_budget budget = {LIMIT_GAMES, LIMIT_IMPORT_NODES, LIMIT_IMPORT_POINTS, false};
    bool ok = record_read_within(text, len, &budget, &games, &count, e);
    *large = budget.exceeded;
    if (!ok)
        return false;
    buf_text(out, "{\"games\":[");
    for (size_t i = 0; ok && i < count; i++)
        ok = put_game(games[i], name, i + 1, count, out, e);
    *large = !ok;
    buf_format(out, "],\"format\":\"%s\"}", record_format_name(look(text, len)));
    record_free_all(games, count);
    return ok;
}

void api_import(struct server *s, struct request *q, struct reply *r)
{
    const char *text = NULL, *base64 = NULL, *name = NULL, *format = NULL;
    struct buf bytes = BUF_EMPTY, out = BUF_EMPTY;
    struct err e;
    enum record_format wanted;
    bool large = false;
    (void)s;
    bool ok = field_text(q->json, "text", &text, &e) && field_text(q->json, "base64", &base64, &e) &&
              field_text(q->json, "name", &name, &e) && field_text(q->json, "format", &format, &e) &&
              (!format || record_format_parse(format, &wanted, &e)) &&
              (!text == !base64 ? err_set(&e, "either 'text' or 'base64' must be there") : true) &&
              (!base64 || decode_base64(base64, &bytes, &e));
    if (ok && text)
        buf_text(&bytes, text);
    ok = ok && (!format || look(buf_str(&bytes), bytes.len) == wanted ||
                err_set(&e, "this is not %s", record_format_name(wanted)));
    ok = ok && import(buf_str(&bytes), bytes.len, name, &out, &large, &e);
    if (ok)
        reply_text(r, 200, &out);
    else
        reply_fail(r, large ? FAULT_TOO_LARGE : FAULT_BAD_REQUEST, "%s", e.text);
    buf_free(&bytes);
    buf_free(&out);
}

void api_export(struct server *s, struct request *q, struct reply *r)
{
    const char *name = "sgf";
    enum record_format f;
    struct record *record = NULL;
    struct buf text = BUF_EMPTY, out = BUF_EMPTY;
    struct err e;
    bool large = false;
    (void)s;
    const json_t *tree = field_need(q->json, "tree", &e);
    if (!tree || !field_text(q->json, "format", &name, &e) || !record_format_parse(name, &f, &e) ||
        !tree_read(tree, &record, &large, &e) || !record_write(record, f, &text, &e)) {
        reply_fail(r, large ? FAULT_TOO_LARGE : FAULT_BAD_REQUEST, "%s", e.text);
    } else {
        buf_text(&out, "{\"text\":");
        tree_put_text(&out, buf_str(&text));
        buf_format(&out, ",\"extension\":\"%s\",\"mime\":\"%s\"}", format_extension(f), format_mime(f));
        reply_text(r, 200, &out);
    }
    record_free(record);
    buf_free(&text);
    buf_free(&out);
}
