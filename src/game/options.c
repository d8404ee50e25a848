/* Options of agents; see options.h. */
#include "game/options.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static int count(const struct bot_option *table)
{
    int n = 0;
    while (table && table[n].name)
        n++;
    assert(n <= OPTIONS_MOST);
    return n;
}

const char *options_find(const char *text, char stop)
{
    int depth = 0;
    for (; *text; text++) {
        if (*text == stop && depth == 0)
            break;
        depth += *text == '(';
        depth -= *text == ')' && depth > 0;
    }
    return text;
}

/* Which of the words "a|b|c" is it, from 0; -1 if none. */
static int find_word(const char *words, const char *word)
{
    size_t len = strlen(word);
    for (int i = 0;; i++) {
        size_t n = strcspn(words, "|");
        if (n == len && strncmp(words, word, n) == 0)
            return i;
        if (words[n] == '\0')
            return -1;
        words += n + 1;
    }
}

static bool read_value(const char *who, const struct bot_option *o, const char *text, struct bot_value *v,
                       struct err *e)
{
    v->text = text;
    if (o->type == OPTION_TEXT || o->type == OPTION_PATH)
        return true;
    if (o->type == OPTION_CHOICE) {
        v->choice = find_word(o->words, text);
        return v->choice >= 0 ||
               err_set(e, "%s: %s is '%.60s', must be one of %s", who, o->name, text, o->words);
    }
    char *end;
    v->number = strtod(text, &end);
    bool whole = o->type == OPTION_WHOLE;
    if (end == text || *end || !(v->number >= o->least && v->number <= o->most) ||
        (whole && v->number != floor(v->number)))
        return err_set(e, "%s: %s is '%.60s', must be a %s from %g to %g", who, o->name, text,
                       whole ? "whole number" : "number", o->least, o->most);
    return true;
}

/* Reads one "name=value" of n characters; the value may stand in brackets. */
static bool read_option(const char *who, const struct bot_option *table, const char *text, size_t n,
                        struct option_values *out, struct err *e)
{
    const char *equals = memchr(text, '=', n);
    if (!equals)
        return err_set(e, "%s: '%.*s' is no option, which is name=value", who, n > 60 ? 60 : (int)n, text);
    size_t name = (size_t)(equals - text);
    for (int i = 0; i < out->n; i++) {
        if (strlen(table[i].name) != name || strncmp(table[i].name, text, name) != 0)
            continue;
        if (out->text[i])
            return err_set(e, "%s: %s is given twice", who, table[i].name);
        const char *value = equals + 1;
        size_t len = n - name - 1;
        if (len >= 2 && value[0] == '(' && value[len - 1] == ')') {
            value++;
            len -= 2;
        }
        out->text[i] = mem_strndup(value, len);
        return true;
    }
    err_set(e, "%s: no option '%.*s'", who, name > 60 ? 60 : (int)name, text);
    struct buf names = BUF_EMPTY;
    for (int i = 0; i < out->n; i++)
        buf_format(&names, "%s %s", i ? "," : "; it has", table[i].name);
    struct err first = *e;
    err_set(e, "%s%s", first.text, out->n ? buf_str(&names) : "; it has none");
    buf_free(&names);
    return false;
}

bool options_parse(const char *who, const struct bot_option *table, const char *text,
                   struct option_values *out, struct err *e)
{
    *out = (struct option_values){.n = count(table)};
    for (const char *at = text ? text : ""; *at;) {
        const char *end = options_find(at, ',');
        if (!read_option(who, table, at, (size_t)(end - at), out, e))
            return false;
        if (*end && !end[1])
            return err_set(e, "%s: an option is missing after the last comma", who);
        at = *end ? end + 1 : end;
    }
    for (int i = 0; i < out->n; i++) {
        if (!out->text[i] && !table[i].initial)
            return err_set(e, "%s: %s must be given (%s)", who, table[i].name, table[i].help);
        if (!out->text[i])
            out->text[i] = mem_strdup(table[i].initial);
        if (!read_value(who, &table[i], out->text[i], &out->v[i], e))
            return false;
    }
    return true;
}

void options_free(struct option_values *v)
{
    for (int i = 0; i < v->n; i++)
        free(v->text[i]);
    v->n = 0;
}

void options_describe(const struct bot_option *table, struct buf *out)
{
    for (int i = 0, n = count(table); i < n; i++) {
        const struct bot_option *o = &table[i];
        struct buf left = BUF_EMPTY;
        buf_format(&left, "%s=%s", o->name, o->initial ? o->initial : "…");
        /* "…" takes three bytes and one column. */
        buf_format(out, "      %-*s %s", o->initial ? 20 : 22, buf_str(&left), o->help);
        if (o->type == OPTION_CHOICE)
            buf_format(out, " (%s)", o->words);
        else if (o->type != OPTION_TEXT && o->type != OPTION_PATH)
            buf_format(out, " (%g … %g)", o->least, o->most);
        buf_char(out, '\n');
        buf_free(&left);
    }
}
