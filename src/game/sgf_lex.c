/* SGF's syntax; see sgf_lex.h. */
#include "game/sgf_lex.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

void sgf_node_done(struct sgf_node *n)
{
    free(n->property);
    free(n->value);
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_name_char(char c)
{
    return is_capital(c) || is_small(c) || (c >= '0' && c <= '9');
}

static bool lex_name(struct source *lx, char id[PROPERTY_ID], struct err *e)
{
    const char *start = lx->at;
    bool capitals = false;
    for (; lx->at < lx->end && is_name_char(*lx->at); lx->at++)
        capitals = capitals || is_capital(*lx->at);
    size_t len = 0;
    for (const char *c = start; c < lx->at; c++) {
        /* A digit before any letter that counts would not be a name again when written. */
        if ((capitals && is_small(*c)) || (!len && !is_capital(*c) && !is_small(*c)))
            continue;
        if (len + 1 == PROPERTY_ID)
            return err_set(e, "line %d: a property's name of more than %d letters", lx->line,
                           PROPERTY_ID - 1);
        id[len++] = (char)(is_small(*c) ? *c - 'a' + 'A' : *c);
    }
    id[len] = '\0';
    return true;
}

static bool lex_value(struct source *lx, struct sgf_node *n, const char *id, struct err *e)
{
    struct sgf_value v = {++lx->at, 0, lx->line};
    for (char c; lx->at < lx->end && (c = *lx->at) != ']';) {
        if (c != '\\' && c != '\n' && c != '\r') { /* most of it */
            lx->at++;
            continue;
        }
        if (c == '\\' && lx->at + 1 < lx->end)
            lx->at++;
        source_step(lx);
    }
    if (lx->at == lx->end)
        return err_set(e, "line %d: the value of %s is not closed by a ]", v.line, id);
    v.len = (size_t)(lx->at - v.text);
    lx->at++;
    if (n->values == n->room)
        n->value = mem_grow(n->value, &n->room, n->values + 1, sizeof *n->value);
    n->value[n->values++] = v;
    return true;
}

bool sgf_lex_node(struct source *lx, struct sgf_node *n, struct err *e)
{
    n->properties = n->values = 0;
    n->line = lx->line;
    for (char c = source_peek(lx); is_capital(c) || is_small(c); c = source_peek(lx)) {
        if (n->properties == SGF_PROPERTIES)
            return err_set(e, "line %d: more than %d properties in a node", lx->line, SGF_PROPERTIES);
        if (n->properties == n->property_room)
            n->property = mem_grow(n->property, &n->property_room, n->properties + 1, sizeof *n->property);
        struct sgf_property *p = &n->property[n->properties++];
        p->first = n->values;
        p->count = 0;
        if (!lex_name(lx, p->id, e))
            return false;
        while (source_peek(lx) == '[') {
            if (!lex_value(lx, n, p->id, e))
                return false;
            p->count++;
        }
        if (!p->count)
            return err_set(e, "line %d: no value follows %s", lx->line, p->id);
    }
    return true;
}

void sgf_unescape(const char *text, size_t len, bool one_line, struct buf *out)
{
    struct buf plain = BUF_EMPTY;
    if (!memchr(text, '\\', len)) {
        text_clean(text, len, one_line, out);
        return;
    }
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '\\' && i + 1 < len) {
            size_t soft = text_line_end(text + i + 1, len - i - 1);
            i += soft ? soft : 1;
            if (soft)
                continue;
        }
        buf_char(&plain, text[i]);
    }
    text_clean(buf_str(&plain), plain.len, one_line, out);
    buf_free(&plain);
}

size_t sgf_colon(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == ':')
            return i;
        if (text[i] == '\\')
            i++;
    }
    return len;
}

void sgf_escape(const char *text, bool composed, struct buf *out)
{
    for (; *text; text++) {
        if (*text == ']' || *text == '\\' || (composed && *text == ':'))
            buf_char(out, '\\');
        buf_char(out, *text);
    }
}

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

char *sgf_text(const struct sgf_node *n, const char *id)
{
    struct buf b = BUF_EMPTY;
    const struct sgf_value *v = sgf_first(n, id);
    if (v)
        sgf_unescape(v->text, v->len, true, &b);
    while (b.len && text_is_space(b.text[b.len - 1]))
        b.text[--b.len] = '\0';
    const char *text = buf_str(&b);
    char *trimmed = mem_strdup(text + strspn(text, " "));
    buf_free(&b);
    return trimmed;
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
    struct sgf_node n = {0};
    sgf_lex_node(&lx, &n, NULL);
    const struct sgf_property *p = sgf_find(&n, "CA", NULL);
    const struct sgf_value *v = p && p->count ? &n.value[p->first] : NULL;
    if (v && v->len < CHARSET_NAME) {
        memcpy(out, v->text, v->len);
        out[v->len] = '\0';
    }
    sgf_node_done(&n);
}
