/* Writes SGF; see sgf.h. */
#include "game/point.h"
#include "game/sgf.h"

enum { LINE_MOST = 76 }; /* a line break comes before a node that would begin past this */

struct writer {
    const struct record *record;
    struct buf *out;
    size_t line_start;
};

static void put_text(struct writer *w, const char *id, const char *text)
{
    buf_format(w->out, "%s[", id);
    sgf_escape(text, false, w->out);
    buf_char(w->out, ']');
}

static void put_square(struct writer *w, square s)
{
    char text[SQUARE_TEXT];
    buf_text(w->out, s == SQUARE_PASS ? "" : point_format(w->record, s, text));
}

static void put_head(struct writer *w, const struct record *r)
{
    buf_format(w->out, "FF[4]GM[%d]CA[UTF-8]AP[Hexad:" HEXAD_VERSION "]SZ[%d", r->game->number, r->columns);
    if (r->rows != r->columns)
        buf_format(w->out, ":%d", r->rows);
    buf_char(w->out, ']');
    struct buf rules = BUF_EMPTY;
    r->game->rules_text(r, &rules);
    if (rules.len)
        put_text(w, "RU", buf_str(&rules));
    buf_free(&rules);
    for (size_t i = 0; i < r->infos; i++)
        put_text(w, r->info[i].key, r->info[i].value);
}

static void put_setup(struct writer *w, const struct notes *n)
{
    static const char *const ids[] = {[CELL_EMPTY] = "AE", [CELL_BLACK] = "AB", [CELL_WHITE] = "AW"};
    static const enum cell order[] = {CELL_BLACK, CELL_WHITE, CELL_EMPTY};
    for (int k = 0; k < 3; k++) {
        bool first = true;
        for (size_t i = 0; i < n->setups; i++) {
            if (n->setup[i].what != order[k])
                continue;
            buf_text(w->out, first ? ids[order[k]] : "");
            first = false;
            buf_char(w->out, '[');
            put_square(w, n->setup[i].at);
            buf_char(w->out, ']');
        }
    }
    if (n->to_move != CELL_EMPTY)
        buf_text(w->out, n->to_move == CELL_BLACK ? "PL[B]" : "PL[W]");
    if (n->left)
        buf_format(w->out, "LS[%d]", n->left);
}

static void put_marks(struct writer *w, const struct notes *n)
{
    for (size_t i = 0; i < n->marks; i++) {
        const struct mark *m = &n->mark[i];
        if (!i || m->kind != n->mark[i - 1].kind)
            buf_text(w->out, record_marks[m->kind].id);
        buf_char(w->out, '[');
        put_square(w, m->at);
        if (m->text || m->to)
            buf_char(w->out, ':');
        if (m->to)
            put_square(w, m->to);
        if (m->text)
            sgf_escape(m->text, true, w->out);
        buf_char(w->out, ']');
    }
}

static void put_notes(struct writer *w, const struct notes *n)
{
    put_setup(w, n);
    if (n->name)
        put_text(w, "N", n->name);
    put_marks(w, n);
    for (size_t i = 0; i < n->properties; i++) {
        buf_text(w->out, n->property[i].id);
        for (size_t v = 0; v < n->property[i].values; v++)
            buf_format(w->out, "[%s]", n->property[i].value[v]);
    }
    if (n->comment)
        put_text(w, "C", n->comment);
}

static void put_node(struct writer *w, const struct tree_node *n)
{
    if (w->out->len - w->line_start >= LINE_MOST) {
        buf_char(w->out, '\n');
        w->line_start = w->out->len;
    }
    buf_char(w->out, ';');
    if (n->at) {
        buf_text(w->out, n->side == BLACK ? "B[" : "W[");
        put_square(w, n->at);
        buf_char(w->out, ']');
    }
    if (n->notes)
        put_notes(w, n->notes);
}

/* Does a parenthesis of its own stand around the line that begins with this node? */
static bool is_branch(const struct tree_node *n)
{
    return n->parent && n->parent->child != n->parent->last;
}

void sgf_write(const struct record *r, struct buf *out)
{
    struct writer w = {r, out, out->len};
    buf_text(out, "(;");
    put_head(&w, r);
    if (r->root->notes)
        put_notes(&w, r->root->notes);
    const struct tree_node *n = r->root;
    for (;;) {
        if (n->child) {
            n = n->child;
        } else {
            for (; n->parent && !n->next; n = n->parent)
                buf_text(out, is_branch(n) ? ")" : "");
            if (!n->parent)
                break;
            buf_char(out, ')');
            n = n->next;
        }
        if (is_branch(n) || n->parent == r->root) {
            buf_char(out, '\n');
            w.line_start = out->len;
        }
        buf_text(out, is_branch(n) ? "(" : "");
        put_node(&w, n);
    }
    buf_text(out, ")\n");
}
