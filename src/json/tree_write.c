/* From game trees to JSON; see tree.h.
 *
 * The text is written straight from the tree: no recursion over its depth, and no second tree in memory. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "json/limits.h"
#include "json/tree.h"

const struct tree_info_name tree_info_names[] = {
    {"PB", "black"},      {"PW", "white"},  {"BR", "black_rank"}, {"WR", "white_rank"}, {"BT", "black_team"},
    {"WT", "white_team"}, {"RE", "result"}, {"DT", "date"},       {"EV", "event"},      {"RO", "round"},
    {"PC", "place"},      {"GN", "game"},   {"GC", "comment"},    {"ON", "opening"},    {"OT", "overtime"},
    {"TM", "time"},       {"SO", "source"}, {"US", "user"},       {"AN", "annotator"},  {"CP", "copyright"},
    {NULL, NULL},
};

const char *const tree_mark_names[MARK_KINDS] = {
    [MARK_TRIANGLE] = "triangle",     [MARK_SQUARE] = "square",
    [MARK_CIRCLE] = "circle",         [MARK_CROSS] = "cross",
    [MARK_SELECTED] = "selected",     [MARK_BLACK_AREA] = "black_area",
    [MARK_WHITE_AREA] = "white_area", [MARK_LABEL] = "label",
    [MARK_ARROW] = "arrow",           [MARK_LINE] = "line",
};

bool tree_eval_parse(const char *text, struct tree_eval *out)
{
    static const double most[4] = {TREE_EVAL_VALUE, 1, TREE_EVAL_TURNS, TREE_EVAL_TURNS};
    char *end;
    double v[4];
    for (int i = 0; i < 4; i++) {
        v[i] = strtod(text, &end);
        double least = i == 1 || i == 3 ? 0 : -most[i];
        if (end == text || !(v[i] >= least && v[i] <= most[i]))
            return false;
        text = end;
    }
    *out = (struct tree_eval){v[0], v[1], (int)v[2], (int)v[3]};
    return *text == '\0';
}

void tree_put_text(struct buf *out, const char *text)
{
    buf_char(out, '"');
    for (const char *at = text; *at;) {
        size_t plain = 0;
        while ((unsigned char)at[plain] >= ' ' && at[plain] != '"' && at[plain] != '\\')
            plain++;
        buf_bytes(out, at, plain);
        at += plain;
        if (!*at)
            break;
        if (*at == '"' || *at == '\\')
            buf_format(out, "\\%c", *at);
        else if (*at == '\n')
            buf_text(out, "\\n");
        else
            buf_format(out, "\\u%04x", (unsigned char)*at);
        at++;
    }
    buf_char(out, '"');
}

static void put_field(struct buf *out, const char *name, const char *text)
{
    if (text) {
        buf_format(out, "\"%s\":", name);
        tree_put_text(out, text);
        buf_char(out, ',');
    }
}

static void put_square(struct buf *out, square s)
{
    char text[SQUARE_TEXT];
    buf_format(out, "\"%s\"", square_format(s, text));
}

static void put_setup_list(struct buf *out, const struct notes *n, const char *name, enum cell what)
{
    bool any = false;
    for (size_t i = 0; i < n->setups; i++)
        if (n->setup[i].what == what) {
            if (!any)
                buf_format(out, "\"%s\":[", name);
            else
                buf_char(out, ',');
            put_square(out, n->setup[i].at);
            any = true;
        }
    if (any)
        buf_text(out, "],");
}

/* Takes the comma behind the last field back. */
static void drop_comma(struct buf *out)
{
    if (out->text[out->len - 1] == ',')
        out->text[--out->len] = '\0';
}

static void put_setup(struct buf *out, const struct notes *n)
{
    buf_text(out, "\"setup\":{");
    put_setup_list(out, n, "black", CELL_BLACK);
    put_setup_list(out, n, "white", CELL_WHITE);
    put_setup_list(out, n, "empty", CELL_EMPTY);
    if (n->to_move != CELL_EMPTY)
        buf_format(out, "\"to_move\":\"%s\",", n->to_move == CELL_BLACK ? "black" : "white");
    if (n->left)
        buf_format(out, "\"left\":%d,", n->left);
    drop_comma(out);
    buf_text(out, "},");
}

static void put_marks(struct buf *out, const struct notes *n, bool labels)
{
    bool any = false;
    for (size_t i = 0; i < n->marks; i++) {
        const struct mark *m = &n->mark[i];
        if ((m->kind == MARK_LABEL) != labels)
            continue;
        buf_text(out, any ? "," : labels ? "\"labels\":[" : "\"marks\":[");
        any = true;
        buf_text(out, "{\"at\":");
        put_square(out, m->at);
        if (labels) {
            buf_text(out, ",\"text\":");
            tree_put_text(out, m->text ? m->text : "");
        } else {
            buf_format(out, ",\"kind\":\"%s\"", tree_mark_names[m->kind]);
        }
        if (m->to != SQUARE_NONE) {
            buf_text(out, ",\"to\":");
            put_square(out, m->to);
        }
        buf_char(out, '}');
    }
    if (any)
        buf_text(out, "],");
}

/* The evaluation among the properties; one that cannot be read is none. */
static void put_eval(struct buf *out, const struct tree_node *n)
{
    struct tree_eval v;
    const struct property *p = node_property(n, TREE_EVAL);
    if (p && tree_eval_parse(p->value[0], &v))
        buf_format(out, "\"eval\":{\"value\":%.10g,\"chance\":%.10g,\"mate\":%d,\"depth\":%d},", v.value,
                   v.chance, v.mate, v.depth);
}

static void put_properties(struct buf *out, const struct notes *n)
{
    bool any = false;
    for (size_t i = 0; i < n->properties; i++) {
        const struct property *p = &n->property[i];
        if (strcmp(p->id, TREE_EVAL) == 0)
            continue;
        buf_format(out, "%s\"%s\":[", any ? "," : "\"properties\":{", p->id);
        any = true;
        for (size_t v = 0; v < p->values; v++) {
            buf_text(out, v ? "," : "");
            tree_put_text(out, p->value[v]);
        }
        buf_char(out, ']');
    }
    if (any)
        buf_text(out, "},");
}

/* A node up to where its children come. */
static void open_node(struct buf *out, const struct tree_node *n)
{
    buf_text(out, "{\"stones\":[");
    if (n->at != SQUARE_NONE)
        put_square(out, n->at);
    buf_text(out, "],");
    if (n->notes) {
        if (node_is_setup(n))
            put_setup(out, n->notes);
        put_field(out, "name", n->notes->name);
        put_field(out, "comment", n->notes->comment);
        put_marks(out, n->notes, false);
        put_marks(out, n->notes, true);
        put_eval(out, n);
        put_properties(out, n->notes);
    }
    buf_text(out, "\"children\":[");
}

static void put_nodes(struct buf *out, const struct tree_node *root)
{
    const struct tree_node *n = root;
    for (;;) {
        open_node(out, n);
        if (n->child) {
            n = n->child;
            continue;
        }
        buf_text(out, "]}");
        while (n != root && !n->next) {
            n = n->parent;
            buf_text(out, "]}");
        }
        if (n == root)
            return;
        buf_char(out, ',');
        n = n->next;
    }
}

static const char *info_name(const char *key)
{
    const struct tree_info_name *i = tree_info_names;
    while (i->key && strcmp(i->key, key) != 0)
        i++;
    assert(i->key);
    return i->name;
}

void tree_put_rules(struct buf *out, const struct rules *r)
{
    buf_format(out, "[%d,%d,%d,%d,%d%s]", r->m, r->n, r->k, r->p, r->q, r->exact ? ",\"exact\"" : "");
}

void tree_write(const struct record *r, struct buf *out)
{
    buf_text(out, "{\"rules\":");
    tree_put_rules(out, record_rules(r));
    buf_char(out, ',');
    put_field(out, "rules_note", r->rules_note);
    buf_text(out, "\"info\":{");
    for (size_t i = 0; i < r->infos; i++)
        put_field(out, info_name(r->info[i].key), r->info[i].value);
    drop_comma(out);
    buf_text(out, "},\"root\":");
    put_nodes(out, r->root);
    buf_char(out, '}');
}

size_t tree_count(const struct record *r, size_t *longest)
{
    size_t nodes = 0, depth = 0;
    const struct tree_node *n = r->root;
    *longest = 0;
    for (;;) {
        if (n->child) {
            n = n->child;
            depth++;
        } else {
            while (n != r->root && !n->next) {
                n = n->parent;
                depth--;
            }
            if (n == r->root)
                return nodes;
            n = n->next;
        }
        nodes++;
        *longest = depth > *longest ? depth : *longest;
    }
}

/* Is the number within the limit? */
static bool within(size_t n, int most, const char *what, struct err *e)
{
    return n <= (size_t)most || err_set(e, "%zu %s, at most %d can be kept", n, what, most);
}

void tree_measure(const struct record *r, struct tree_size *sum)
{
    size_t longest;
    sum->nodes += tree_count(r, &longest);
    sum->longest = longest > sum->longest ? longest : sum->longest;
    for (const struct tree_node *n = r->root; n; n = node_next(n, r->root))
        if (n->notes) {
            sum->marks += n->notes->marks;
            sum->squares += n->notes->setups;
        }
}

bool tree_size_fits(const struct tree_size *s, struct err *e)
{
    return within(s->nodes, LIMIT_TREE_NODES, "nodes", e) &&
           within(s->longest, LIMIT_TREE_DEPTH, "nodes on a line", e) &&
           within(s->marks, LIMIT_TREE_MARKS, "marks and labels", e) &&
           within(s->squares, LIMIT_TREE_SETUP, "squares in set-ups", e);
}

bool tree_fits(const struct record *r, struct err *e)
{
    struct tree_size size = {0, 0, 0, 0};
    tree_measure(r, &size);
    return tree_size_fits(&size, e);
}
