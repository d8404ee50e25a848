/* Records in and out by format; see record.h. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "connect/record/readers.h"
#include "game/sgf.h"

static bool read_list(struct source *s, const struct record_options *o, struct record **out, struct err *e)
{
    return plain_read(s, o, false, out, e);
}

static bool read_sgf(struct source *s, const struct record_options *o, struct record **out, struct err *e)
{
    return sgf_read(s, &(struct sgf_how){.game = &connect_records, .options = o}, out, e);
}

static bool write_sgf(const struct record *r, struct buf *out, struct err *e)
{
    (void)e;
    sgf_write(r, out);
    return true;
}

const struct record_form record_forms[] = {
    [RECORD_SGF] = {"sgf", ".sgf", "application/x-go-sgf", "SGF: the whole tree with comments and marks",
                    "(;", NULL, read_sgf, write_sgf},
    [RECORD_CONTEST] = {"contest", ".c6", "text/plain",
                        "contest record: the main line with the players and the result", "{", NULL,
                        contest_read, contest_write},
    [RECORD_PLAIN] = {"plain", ".txt", "text/plain", "list of stones: the main line alone", "", NULL,
                      read_list, plain_write},
    [RECORD_PSQ] = {"psq", ".psq", "text/plain", "Piskvork's game of five in a row (only read)", "", PSQ_WORD,
                    psq_read, NULL},
    [RECORD_RENLIB] = {"renlib", ".lib", "application/octet-stream",
                       "RenLib's tree of five in a row on 15x15, with comments and labels", "", RENLIB_WORD,
                       renlib_read, renlib_write},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};
enum { FORMATS = sizeof record_forms / sizeof *record_forms - 1 };

bool record_format_parse(const char *name, enum record_format *out, struct err *e)
{
    for (int i = 0; i < FORMATS; i++)
        if (strcasecmp(name, record_forms[i].name) == 0) {
            *out = (enum record_format)i;
            return true;
        }
    return err_set(e, "'%.40s' is not a format of records: sgf, contest, plain, psq or renlib", name);
}

bool record_format_by_name(const char *path, enum record_format *out)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    for (int i = 0; dot && i < FORMATS; i++)
        if (strcasecmp(dot, record_forms[i].extension) == 0) {
            bool contest = i == RECORD_PLAIN && strncmp(base, "C6-", 3) == 0;
            *out = contest ? RECORD_CONTEST : (enum record_format)i;
            return true;
        }
    return false;
}

static bool begins_with(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - at) >= n && memcmp(at, word, n) == 0;
}

/* By the word that it begins with, or by the first character that counts. */
static enum record_format format_at(const struct source *s)
{
    int i = 0;
    if (renlib_is(s->at, (size_t)(s->end - s->at)))
        return RECORD_RENLIB;
    for (int j = 0; j < FORMATS; j++)
        if (record_forms[j].word && begins_with(s->at, s->end, record_forms[j].word))
            return (enum record_format)j;
    while (*record_forms[i].begins && !(*s->at && strchr(record_forms[i].begins, *s->at)))
        i++;
    return (enum record_format)i;
}

static bool after_end(const struct source *s, struct err *e)
{
    char shown[TEXT_QUOTE];
    text_quote(s->at, strcspn(s->at, "\r\n"), shown);
    return err_set(e, "line %d: '%s' after the end of the game", s->line, shown);
}

/* The text in UTF-8, which the caller frees, and its beginning. Libraries of RenLib are bytes, no text. */
static bool decode(const char *text, size_t len, char **clean, struct source *s, struct err *e)
{
    if (!renlib_is(text, len))
        return source_open(s, text, len, clean, e);
    *clean = mem_alloc(len + 1);
    memcpy(*clean, text, len);
    (*clean)[len] = '\0';
    s->at = *clean;
    s->end = *clean + len;
    return true;
}

bool record_look(const char *text, size_t len, enum record_format *out, struct err *e)
{
    char *clean;
    struct source s = {NULL, NULL, 1, NULL};
    if (!decode(text, len, &clean, &s, e))
        return false;
    *out = format_at(&s);
    free(clean);
    return true;
}

/* Reads the game that is number `n` from 0. */
static bool read_game(struct source *s, const struct record_options *o, size_t n, struct record **out,
                      struct err *e)
{
    if (o->budget && n == o->budget->games) {
        o->budget->exceeded = true;
        return err_set(e, "more than %zu games", n);
    }
    if (n && *s->at != '(' && *s->at != '{')
        return after_end(s, e);
    return record_forms[format_at(s)].read(s, o, out, e) || (n && err_prefix(e, "game %zu", n + 1));
}

/* Then no other game is tried either. */
static bool is_late(const struct record_budget *b)
{
    return b && b->until && deadline_over(b->until);
}

bool record_read_all(const char *text, size_t len, const struct record_options *o, struct record ***out,
                     size_t *count, struct err *e)
{
    static const struct record_options none;
    o = o ? o : &none;
    *out = NULL;
    *count = 0;
    char *clean;
    size_t room = 0, n = 0, bad_room = 0, bad = 0;
    struct source s = {NULL, NULL, 1, o->budget};
    if (!decode(text, len, &clean, &s, e))
        return false;
    struct record **games = NULL;
    struct err *why = NULL; /* of the bad ones */
    bool on = true;
    do {
        struct source begin = s;
        games = mem_grow(games, &room, n + 1, sizeof *games);
        why = mem_grow(why, &bad_room, bad + 1, sizeof *why);
        games[n] = NULL;
        if (!read_game(&s, o, n, &games[n], &why[bad])) {
            bad++;
            s = begin;
            on = o->bad && !is_late(o->budget) && source_pass_over(&s);
        }
        n++;
    } while (on && n != o->most && source_peek(&s));
    free(clean);
    bool ok = bad == 0 || (o->bad && bad < n) || err_set(e, "%s", why[0].text);
    for (size_t i = 0; ok && i < bad; i++)
        o->bad(o->context, &why[i]);
    free(why);
    if (!ok) {
        record_free_all(games, n);
        return false;
    }
    *out = games;
    *count = n;
    return true;
}

bool record_read(const char *text, size_t len, const struct record_options *o, struct record **out,
                 struct err *e)
{
    struct record **games;
    size_t count;
    struct record_options first = o ? *o : (struct record_options){.most = 0};
    first.most = 1;
    if (!record_read_all(text, len, &first, &games, &count, e))
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
    if (!record_forms[f].write)
        return err_set(e, "%s files are only read", record_forms[f].name);
    return record_forms[f].write(r, out, e);
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
