/* Which game an SGF file is of; see docs/formats.md for the order in which the signs are taken. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "connect/record/sgf.h"
#include "connect/record/text.h"

const struct sgf_property *sgf_find(const struct sgf_node *n, const char *id,
                                    const struct sgf_property *after)
{
    for (size_t i = after ? (size_t)(after - n->property) + 1 : 0; i < n->properties; i++)
        if (strcmp(n->property[i].id, id) == 0)
            return &n->property[i];
    return NULL;
}

const struct sgf_value *sgf_first(const struct sgf_node *n, const char *id)
{
    const struct sgf_property *p = sgf_find(n, id, NULL);
    return p ? &n->value[p->first] : NULL;
}

/* The value as one line without blanks around it. The caller frees it. */
static char *value_text(const struct sgf_value *v)
{
    struct buf b = BUF_EMPTY;
    sgf_unescape(v->text, v->len, true, &b);
    while (b.len && text_is_space(b.text[b.len - 1]))
        b.text[--b.len] = '\0';
    const char *text = buf_str(&b);
    char *trimmed = mem_strdup(text + strspn(text, " "));
    buf_free(&b);
    return trimmed;
}

/* Reads a number and moves past it; numbers far out of any range stay so. */
static bool read_number(const char **at, int *out)
{
    char *end;
    errno = 0;
    long v = strtol(*at, &end, 10);
    if (end == *at)
        return false;
    *out = v > 1000000 ? 1000000 : v < -1000000 ? -1000000 : (int)v;
    *at = end;
    return true;
}

/* SGF numbers its games; of these only Go (whose editors people use for other games) and Gomoku will do.
 * Numbers that are given to no game are let pass. */
static bool check_game_number(const struct sgf_reader *rd, bool *go, bool *gomoku, struct err *e)
{
    enum { GO = 1, GOMOKU = 4, LAST_KNOWN = 40 };
    const struct sgf_value *v = sgf_first(rd->node, "GM");
    *go = *gomoku = false;
    if (!v)
        return true;
    char *text = value_text(v);
    const char *at = text;
    int number = 0;
    bool known = read_number(&at, &number) && number >= 1 && number <= LAST_KNOWN;
    free(text);
    *go = known && number == GO;
    *gomoku = known && number == GOMOKU;
    if (!known || number == GO || number == GOMOKU)
        return true;
    err_set(e, "the record of another game; Gomoku and its kin have 4");
    return sgf_where(rd, "GM", v, e);
}

/* SZ[19], SZ[15:19]; "15x19" is met as well. */
static bool read_size(const struct sgf_reader *rd, const struct sgf_value *v, int *m, int *n, struct err *e)
{
    char *text = value_text(v);
    const char *at = text;
    bool ok = read_number(&at, m);
    *n = *m;
    if (ok && *at && strchr(":xX*", *at)) {
        at++;
        ok = read_number(&at, n);
    }
    ok = ok && !*at;
    free(text);
    if (!ok) {
        err_set(e, "not a board's size such as 19 or 15:19");
        return sgf_where(rd, "SZ", v, e);
    }
    struct rules r = rules_names[0].rules;
    r.m = *m;
    r.n = *n;
    return rules_check(&r, e) || sgf_where(rd, "SZ", v, e);
}

/* What RU names: a game by its five numbers (with more text behind them), one by its name, or nothing that we
 * know. */
enum named { NAMED_NOTHING, NAMED_KIND, NAMED_ALL };

static bool read_named(const struct sgf_reader *rd, const struct sgf_value *v, struct rules *out,
                       enum named *named, struct buf *note, struct err *e)
{
    char *text = value_text(v);
    bool ok = true;
    *named = NAMED_NOTHING;
    if (strncasecmp(text, "connect(", 8) == 0) {
        size_t len = strcspn(text, ")");
        len += text[len] == ')';
        buf_text(note, text + len);
        text[len] = '\0';
        *named = NAMED_ALL;
        ok = rules_parse(text, out, e) || sgf_where(rd, "RU", v, e);
    } else if (rules_parse(text, out, NULL)) {
        *named = strchr(text, ',') ? NAMED_ALL : NAMED_KIND;
    } else {
        buf_text(note, text);
    }
    free(text);
    return ok;
}

/* Takes up to `most` colours of single stones from the node; returns false at a value that holds several
 * stones. */
static bool colours_of(const struct sgf_node *n, char *colours, size_t *count, size_t most)
{
    for (size_t i = 0; i < n->properties; i++) {
        const struct sgf_property *p = &n->property[i];
        if (strcmp(p->id, "B") != 0 && strcmp(p->id, "W") != 0)
            continue;
        for (size_t v = p->first; v < p->first + p->count && *count < most; v++) {
            const struct sgf_value *value = &n->value[v];
            const char *digit = NULL;
            for (size_t c = 0; c < value->len; c++) {
                if (value->text[c] >= '0' && value->text[c] <= '9')
                    digit = value->text + c;
                else if (digit)
                    return false;
            }
            colours[(*count)++] = p->id[0];
        }
    }
    return true;
}

/* Do the first three stones alternate in colour, as only games of one stone a turn do? Reads ahead for it. */
static bool stones_alternate(const struct sgf_reader *rd)
{
    enum { STONES = 3, NODES = 64 };
    char colours[STONES];
    size_t count = 0;
    if (!colours_of(rd->node, colours, &count, STONES))
        return false;
    struct source lx = rd->lx;
    struct sgf_node *n = mem_zero(1, sizeof *n);
    bool single = true;
    for (int i = 0; i < NODES && single && count < STONES; i++) {
        char c = source_peek(&lx);
        if (c != '(' && c != ';')
            break;
        lx.at++;
        single = sgf_lex_node(&lx, n, NULL) && colours_of(n, colours, &count, STONES);
    }
    free(n->value);
    free(n);
    return single && count == STONES && colours[0] != colours[1] && colours[1] != colours[2];
}

bool sgf_rules(const struct sgf_reader *rd, struct rules *out, struct buf *note, struct err *e)
{
    const struct rules *forced = rd->options ? rd->options->forced : NULL;
    const struct rules *fallback = rd->options ? rd->options->fallback : NULL;
    if (forced) {
        *out = *forced;
        return true;
    }
    bool go, gomoku;
    if (!check_game_number(rd, &go, &gomoku, e))
        return false;
    const struct sgf_value *ru = sgf_first(rd->node, "RU"), *sz = sgf_first(rd->node, "SZ");
    enum named named = NAMED_NOTHING;
    if (ru && !read_named(rd, ru, out, &named, note, e))
        return false;
    if (named == NAMED_NOTHING && go && !fallback && stones_alternate(rd)) {
        err_set(e, "a record of Go (--game go); if another game was played, say which");
        return sgf_where(rd, "GM", sgf_first(rd->node, "GM"), e);
    }
    if (named == NAMED_NOTHING) {
        static const struct rules five = {15, 15, 5, 1, 1, false};
        *out = fallback ? *fallback : gomoku && stones_alternate(rd) ? five : rules_names[0].rules;
    }
    int m = 0, n = 0;
    if (!sz)
        return true;
    if (!read_size(rd, sz, &m, &n, e))
        return false;
    if (named == NAMED_ALL && (m != out->m || n != out->n)) {
        err_set(e, "RU says a board of %d:%d", out->m, out->n);
        return sgf_where(rd, "SZ", sz, e);
    }
    out->m = m;
    out->n = n;
    return true;
}

void sgf_charset(const char *bytes, size_t len, char out[CHARSET_NAME])
{
    out[0] = '\0';
    struct source lx = {bytes, bytes + len, 1, NULL};
    if (source_peek(&lx) == '(')
        lx.at++;
    if (source_peek(&lx) != ';')
        return;
    lx.at++;
    /* A text before CA may break off the reading, if its character set has brackets in second bytes: it is no
     * loss then, as it can only be told by looking anyway. */
    struct sgf_node *n = mem_zero(1, sizeof *n);
    sgf_lex_node(&lx, n, NULL);
    const struct sgf_property *p = sgf_find(n, "CA", NULL);
    const struct sgf_value *v = p && p->count ? &n->value[p->first] : NULL;
    if (v && v->len < CHARSET_NAME) {
        memcpy(out, v->text, v->len);
        out[v->len] = '\0';
    }
    free(n->value);
    free(n);
}
