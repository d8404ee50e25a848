/* Contest records, the form that the computer game contests in China ask for:
 *
 *     {[C6][Black][White][result][date place][event];B(J,10);W(I,11)W(K,11);…}
 *
 * One line of play, the description in front, columns A … from the left, rows 1 … from the bottom. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/text.h"
#include "connect/record/readers.h"
#include "game/build.h"
#include "game/notation.h"
#include "game/notes.h"
#include "game/sgf_lex.h"

enum { FIELDS = 7 }; /* the seventh is there when date and place are apart */

/* The words of contests for results, and SGF's: one for one, so that either file gets its own and nothing is
 * lost. */
static const struct {
    const char *contest, *sgf;
} results[] = {{"先手胜", "B+"}, {"后手胜", "W+"}, {"平局", "Draw"}, {"和棋", "0"}};

static const char *translate_result(const char *text, bool to_contest)
{
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strcmp(text, to_contest ? results[i].sgf : results[i].contest) == 0)
            return to_contest ? results[i].contest : results[i].sgf;
    return text;
}

/* Where the date ends and the place begins in "2017.07.29 14:00 重庆". */
static size_t date_length(const char *text)
{
    return strspn(text, "0123456789.-/: ");
}

static char *trimmed(const char *text, size_t len)
{
    while (len && text_is_space(text[len - 1]))
        len--;
    for (; len && text_is_space(*text); text++)
        len--;
    return mem_strndup(text, len);
}

/* Skips blanks and whatever stands between stones; Chinese keyboards have wide forms of it. */
static void skip_between(struct source *s)
{
    static const char *const wide[] = {"，", "；", "、", "\xe3\x80\x80"};
    for (;;) {
        const char *before = s->at;
        while (s->at < s->end && (text_is_space(*s->at) || *s->at == ';' || *s->at == ','))
            source_step(s);
        for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
            if (strncmp(s->at, wide[i], strlen(wide[i])) == 0)
                s->at += strlen(wide[i]);
        if (s->at == before)
            return;
    }
}

/* Takes one of two characters, the second a wide form; blanks before it do not count. */
static bool take(struct source *s, char c, const char *wide)
{
    size_t n = strlen(wide);
    if (source_peek(s) == c)
        s->at++;
    else if (n && strncmp(s->at, wide, n) == 0)
        s->at += n;
    else
        return false;
    return true;
}

/* Reads a value in brackets at '[', escapes as in SGF. The caller frees `*out`. */
static bool read_field(struct source *s, char **out, struct err *e)
{
    int line = s->line;
    const char *start = ++s->at;
    while (s->at < s->end && *s->at != ']') {
        if (*s->at == '\\' && s->at + 1 < s->end)
            s->at++;
        source_step(s);
    }
    if (s->at == s->end)
        return err_set(e, "line %d: a field that is not closed by a ]", line);
    struct buf b = BUF_EMPTY;
    sgf_unescape(start, (size_t)(s->at - start), true, &b);
    s->at++;
    *out = buf_take(&b);
    return true;
}

static bool read_game(const char *field, const struct record_options *o, struct rules *out, struct err *e)
{
    if (o && o->forced)
        *out = *o->forced;
    else if (!field)
        *out = o && o->fallback ? *o->fallback : rules_names[0].rules;
    else if (strcasecmp(field, "C6") == 0)
        *out = rules_names[0].rules;
    else
        return rules_parse(field, out, e);
    return true;
}

static void set_description(struct record *r, char *const *field, int count)
{
    bool apart = count == FIELDS;
    static const char *const keys[] = {NULL, "PB", "PW"};
    for (int i = 1; i < 3 && i < count; i++)
        record_set_info(r, keys[i], field[i]);
    if (count > 3)
        record_set_info(r, "RE", translate_result(field[3], false));
    if (count > 4) {
        size_t len = apart ? strlen(field[4]) : date_length(field[4]);
        char *date = apart ? mem_strdup(field[4]) : trimmed(field[4], len);
        record_set_info(r, "DT", date);
        record_set_info(r, "PC", apart ? field[5] : field[4] + len);
        free(date);
    }
    if (count > 5)
        record_set_info(r, "EV", field[apart ? 6 : 5]);
}

static bool read_head(struct source *s, const struct record_options *o, struct build *b, struct err *e)
{
    char *field[FIELDS] = {NULL};
    skip_between(s);
    int count = 0, line = s->line;
    bool ok = true;
    for (; ok && *s->at == '['; skip_between(s)) {
        char *text = NULL;
        ok = read_field(s, &text, e);
        if (ok && count < FIELDS)
            field[count++] = text;
        else
            free(text);
    }
    struct rules rules;
    ok = ok && (read_game(field[0], o, &rules, e) || err_prefix(e, "line %d", line));
    if (ok) {
        build_start(b, record_new(&rules), s->budget);
        b->at->line = line;
        set_description(b->record, field, count);
    }
    for (int i = 0; i < count; i++)
        free(field[i]);
    return ok;
}

/* The square of "(J,10)": columns as in square.h. */
static bool read_square(struct source *s, const struct rules *r, square *out, struct err *e)
{
    char text[SQUARE_TEXT];
    size_t n = 0;
    bool ok = take(s, '(', "（");
    source_peek(s);
    for (; ok && n < 2 && isalpha((unsigned char)s->at[0]); s->at++)
        text[n++] = *s->at;
    ok = ok && n && take(s, ',', "，");
    source_peek(s);
    for (int digits = 0; ok && digits < 4 && isdigit((unsigned char)s->at[0]); s->at++, digits++)
        text[n++] = *s->at;
    text[n] = '\0';
    ok = ok && take(s, ')', "）");
    if (!ok)
        return err_set(e, "a stone is written B(J,10)");
    return square_parse(r, text, NULL, out, e);
}

/* A stone with its colour (or without: then it is of the side to move), and the marks that some programs add
 * to it. */
static bool read_stone(struct source *s, struct build *b, int number, struct err *e)
{
    const char *start = s->at;
    int line = s->line;
    enum side side = build_position(b)->to_move;
    if (tolower((unsigned char)*s->at) == 'b' || tolower((unsigned char)*s->at) == 'w')
        side = tolower((unsigned char)*s->at++) == 'b' ? BLACK : WHITE;
    square at;
    if (!read_square(s, record_rules(b->record), &at, e) || !build_stone(b, side, at, line, e)) {
        char shown[TEXT_QUOTE];
        size_t len = s->at > start ? (size_t)(s->at - start) : strcspn(start, ";\r\n");
        return err_prefix(e, "line %d, stone %d: %s", line, number, text_quote(start, len, shown));
    }
    while (strncmp(s->at, "MARK[", 5) == 0) {
        char *text = NULL;
        s->at += 4;
        if (!read_field(s, &text, e))
            return false;
        struct buf value = BUF_EMPTY;
        sgf_escape(text, false, &value);
        notes_add_property(b->at, "MARK", buf_str(&value), value.len);
        buf_free(&value);
        free(text);
    }
    return true;
}

bool contest_read(struct source *s, const struct record_options *o, struct record **out, struct err *e)
{
    s->at++; /* the brace */
    struct build b = {0};
    bool ok = read_head(s, o, &b, e);
    int number = 0;
    /* Some programs leave out the closing brace. */
    for (skip_between(s); ok && s->at < s->end && *s->at != '}'; skip_between(s))
        ok = read_stone(s, &b, ++number, e);
    if (ok && s->at < s->end)
        s->at++;
    if (ok)
        *out = build_take(&b);
    build_free(&b);
    return ok;
}

static void put_field(const char *text, struct buf *out)
{
    buf_char(out, '[');
    sgf_escape(text ? text : "", false, out);
    buf_char(out, ']');
}

/* Date and place share a field, if they can be told apart in it again. */
static void put_date_place(const struct record *r, struct buf *out)
{
    const char *date = record_info(r, "DT"), *place = record_info(r, "PC");
    struct buf both = BUF_EMPTY;
    buf_format(&both, "%s%s%s", date ? date : "", date && place ? " " : "", place ? place : "");
    size_t len = date_length(buf_str(&both));
    char *again = trimmed(buf_str(&both), len);
    bool apart =
        strcmp(again, date ? date : "") != 0 || strcmp(buf_str(&both) + len, place ? place : "") != 0;
    free(again);
    put_field(apart ? date : buf_str(&both), out);
    if (apart)
        put_field(place, out);
    buf_free(&both);
}

/* A turn begins with a semicolon; its further stones follow without one. */
static void put_stone(const struct rules *rules, const struct tree_node *n, enum side side, square at,
                      bool first, struct buf *out)
{
    char text[SQUARE_TEXT];
    notation_format(NOTATION_RECORD, rules->n, at, text);
    buf_format(out, "%s%c(%s)", first ? ";" : "", side == BLACK ? 'B' : 'W', text);
    const struct property *mark = node_property(n, "MARK");
    for (size_t i = 0; mark && i < mark->values; i++)
        buf_format(out, "MARK[%s]", mark->value[i]);
}

bool contest_write(const struct record *r, struct buf *out, struct err *e)
{
    for (const struct tree_node *n = r->root; n; n = n->child)
        if (node_is_setup(n))
            return err_set(e, "a contest record holds no set-up stones");
    char game[RULES_TEXT];
    bool c6 = rules_equal(record_rules(r), &rules_names[0].rules);
    buf_format(out, "{[%s]", c6 ? "C6" : rules_format(record_rules(r), game));
    put_field(record_info(r, "PB"), out);
    put_field(record_info(r, "PW"), out);
    const char *result = record_info(r, "RE");
    put_field(result ? translate_result(result, true) : NULL, out);
    put_date_place(r, out);
    put_field(record_info(r, "EV"), out);
    bool any = false;
    enum side last = BLACK;
    for (const struct tree_node *n = r->root; n; n = n->child) {
        enum side side = (enum side)n->side;
        square at = n->at;
        if (at || build_left_over(r, n, &side, &at)) {
            put_stone(record_rules(r), n, side, at, !any || side != last, out);
            any = true;
            last = side;
        }
    }
    buf_text(out, "}\n");
    return true;
}
