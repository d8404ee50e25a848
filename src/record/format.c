/* Records in and out by format; see record.h. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/mem.h"
#include "record/readers.h"
#include "record/text.h"

static const struct {
    const char *name, *ending;
} formats[] = {
    [RECORD_SGF] = {"sgf", ".sgf"},
    [RECORD_CONTEST] = {"contest", ".c6"},
    [RECORD_PLAIN] = {"plain", ".txt"},
};
enum { FORMATS = sizeof formats / sizeof *formats };

const char *record_format_name(enum record_format f)
{
    return formats[f].name;
}

bool record_format_parse(const char *name, enum record_format *out, struct err *e)
{
    for (int i = 0; i < FORMATS; i++)
        if (strcasecmp(name, formats[i].name) == 0) {
            *out = (enum record_format)i;
            return true;
        }
    return err_set(e, "'%.40s' is not a format of records: sgf, contest or plain", name);
}

bool record_format_by_name(const char *path, enum record_format *out)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    for (int i = 0; dot && i < FORMATS; i++)
        if (strcasecmp(dot, formats[i].ending) == 0) {
            bool contest = i == RECORD_PLAIN && strncmp(base, "C6-", 3) == 0;
            *out = contest ? RECORD_CONTEST : (enum record_format)i;
            return true;
        }
    return false;
}

/* What the first character is that counts: '(' or ';' begins SGF, '{' a contest record, anything else a list.
 */
static bool read_one(struct source *s, const struct record_options *o, struct record **out, struct err *e)
{
    if (*s->at == '(' || *s->at == ';')
        return sgf_read(s, o, out, e);
    if (*s->at == '{')
        return contest_read(s, o, out, e);
    return plain_read(s, o, false, out, e);
}

/* Moves behind the game that begins here: to the bracket that closes it. Values of SGF may hold brackets, and
 * these are none. False if there is no such bracket. */
static bool pass_over(struct source *s)
{
    const char *pair = *s->at == '(' ? "()" : *s->at == '{' ? "{}" : NULL;
    int depth = 0;
    bool value = false;
    while (pair && s->at < s->end) {
        char c = *s->at;
        if (value && c == '\\' && s->at + 1 < s->end)
            source_step(s);
        else if (c == '[' || c == ']')
            value = c == '[';
        else if (!value)
            depth += (c == pair[0]) - (c == pair[1]);
        source_step(s);
        if (depth == 0)
            return true;
    }
    return false;
}

static bool after_end(const struct source *s, struct err *e)
{
    char shown[TEXT_QUOTE];
    text_quote(s->at, strcspn(s->at, "\r\n"), shown);
    return err_set(e, "line %d: '%s' after the end of the game", s->line, shown);
}

/* Reads up to `most` games, and within the budget if there is one. Without `bad` a bad one ends it. */
static bool read_games(const char *text, size_t len, const struct record_options *o,
                       struct record_budget *budget, size_t most, record_bad *bad, void *context,
                       struct record ***out, size_t *count, struct err *e)
{
    char charset[CHARSET_NAME], *clean;
    size_t clean_len, room = 0, n = 0, good = 0;
    sgf_charset(text, len, charset);
    if (!text_decode(text, len, charset[0] ? charset : NULL, &clean, &clean_len, e))
        return false;
    struct source s = {clean, clean + clean_len, 1, budget};
    struct record **games = NULL;
    struct err why, first = {""}; /* of the bad ones */
    bool on = true;
    source_peek(&s);
    do {
        struct record *r = NULL;
        struct source begin = s;
        bool ok;
        if (budget && n == budget->games) {
            budget->exceeded = true;
            ok = err_set(&why, "more than %zu games", n);
        } else if (n && *s.at != '(' && *s.at != '{') {
            ok = after_end(&s, &why);
        } else {
            ok = read_one(&s, o, &r, &why) || (n && err_prefix(&why, "game %zu", n + 1));
        }
        if (!ok) {
            s = begin;
            on = bad && pass_over(&s);
            if (!first.text[0])
                first = why;
            else if (bad)
                bad(context, &why);
        }
        games = mem_grow(games, &room, n + 1, sizeof *games);
        games[n++] = r;
        good += ok;
    } while (on && n < most && source_peek(&s));
    free(clean);
    if (good == 0 || (!bad && good < n)) {
        record_free_all(games, n);
        return err_set(e, "%s", first.text);
    }
    if (first.text[0]) /* held back: it would have been the message of the failure */
        bad(context, &first);
    *out = games;
    *count = n;
    return true;
}

bool record_read_all(const char *text, size_t len, const struct record_options *o, struct record ***out,
                     size_t *count, struct err *e)
{
    return read_games(text, len, o, NULL, (size_t)-1, NULL, NULL, out, count, e);
}

bool record_read_good(const char *text, size_t len, const struct record_options *o, record_bad *bad,
                      void *context, struct record ***out, size_t *count, struct err *e)
{
    return read_games(text, len, o, NULL, (size_t)-1, bad, context, out, count, e);
}

bool record_read_within(const char *text, size_t len, struct record_budget *b, struct record ***out,
                        size_t *count, struct err *e)
{
    return read_games(text, len, NULL, b, (size_t)-1, NULL, NULL, out, count, e);
}

bool record_read(const char *text, size_t len, const struct record_options *o, struct record **out,
                 struct err *e)
{
    struct record **games;
    size_t count;
    if (!read_games(text, len, o, NULL, 1, NULL, NULL, &games, &count, e))
        return false;
    *out = games[0];
    free(games);
    return true;
}

void record_free_all(struct record **records, size_t count)
{
    for (size_t i = 0; i < count; i++)
        record_free(records[i]);
    free(records);
}

bool record_from_stones(const struct rules *r, int count, const char *const *stones, struct record **out,
                        struct err *e)
{
    struct buf all = BUF_EMPTY, clean = BUF_EMPTY;
    for (int i = 0; i < count; i++) {
        buf_text(&all, i ? " " : "");
        buf_text(&all, stones[i]);
    }
    text_clean(buf_str(&all), all.len, true, &clean);
    struct source s = {buf_str(&clean), buf_str(&clean) + clean.len, 1, NULL};
    struct record_options o = {.forced = r};
    bool ok = plain_read(&s, &o, true, out, e);
    buf_free(&all);
    buf_free(&clean);
    return ok;
}

bool record_write(const struct record *r, enum record_format f, struct buf *out, struct err *e)
{
    if (f == RECORD_CONTEST)
        return contest_write(r, out, e);
    if (f == RECORD_PLAIN)
        return plain_write(r, out, e);
    sgf_write(r, out);
    return true;
}

bool record_load(const char *path, const struct record_options *o, struct record **out, struct err *e)
{
    char *text;
    size_t len;
    if (!file_read(path, &text, &len, e))
        return false;
    bool ok =
        record_read(text, len, o, out, e) || err_prefix(e, "%s", strcmp(path, "-") ? path : "standard input");
    free(text);
    return ok;
}

bool record_save(const struct record *r, const char *path, enum record_format f, struct err *e)
{
    struct buf b = BUF_EMPTY;
    bool ok =
        (record_write(r, f, &b, e) || err_prefix(e, "%s", path)) && file_write(path, buf_str(&b), b.len, e);
    buf_free(&b);
    return ok;
}
