/* Writes RenLib libraries (.lib), as renlib.c describes and reads them: version 3.4, the empty board first.
 *
 * A label is the text on the board of the node that plays on its square; one on any other square gets a leaf of its own
 * (NO_MOVE), before the node's children. No recursion: a library may be deep. */
#include <string.h>

#include "connect/record/readers.h"
#include "connect/record/renlib.h"

struct writer {
    const struct record *record;
    struct walk *walk;
    struct buf *out;
};

/* The last label of the node's on this square; NULL: none. The last, because a reader gets those of leaves first: what was
 * read is written as it was. */
static const struct mark *label_at(const struct tree_node *n, square at)
{
    for (size_t i = n->notes ? n->notes->marks : 0; i-- > 0;)
        if (n->notes->mark[i].kind == MARK_LABEL && n->notes->mark[i].at == at)
            return &n->notes->mark[i];
    return NULL;
}

/* The first child on this square; NULL: none. */
static const struct tree_node *child_at(const struct tree_node *n, square at)
{
    const struct tree_node *c = n->child;
    while (c && c->at != at)
        c = c->next;
    return c;
}

/* The label that goes with this node, if it is the first on its square. */
static const struct mark *own_label(const struct tree_node *n)
{
    const struct tree_node *up = n->parent;
    return up && n->at != SQUARE_NONE && child_at(up, n->at) == n ? label_at(up, n->at) : NULL;
}

/* Does this label need a leaf of its own? */
static bool is_free(const struct tree_node *n, const struct mark *m)
{
    return m->kind == MARK_LABEL && (label_at(n, m->at) != m || !child_at(n, m->at));
}

static size_t free_labels(const struct tree_node *n)
{
    size_t count = 0;
    for (size_t i = 0; n->notes && i < n->notes->marks; i++)
        count += is_free(n, &n->notes->mark[i]);
    return count;
}

/* A text with the zero behind it, of an even length. */
static void put_text(struct buf *out, const char *text)
{
    size_t len = strlen(text);
    for (size_t i = 0; i < len; i++)
        buf_char(out, (char)(text[i] == '\n' ? RENLIB_LINE : text[i]));
    buf_char(out, '\0');
    if (len % 2 == 0)
        buf_char(out, '\0');
}

static void put_node(struct buf *out, unsigned where, unsigned flags, const char *comment, const char *label)
{
    flags |= (comment ? RENLIB_COMMENT : 0u) | (label ? RENLIB_EXTENSION : 0u);
    buf_char(out, (char)where);
    buf_char(out, (char)flags);
    if (label) {
        buf_char(out, '\0');
        buf_char(out, RENLIB_BOARD_TEXT);
    }
    if (comment)
        put_text(out, comment);
    if (label)
        put_text(out, label);
}

static unsigned place(square at)
{
    return (unsigned)((RENLIB_SIDE - 1 - square_row(at)) << 4 | (square_col(at) + 1));
}

/* Is the set-up of this node, below the one that the walk is at, nothing but a pass? */
static bool is_pass(const struct writer *w, const struct tree_node *n)
{
    const struct notes *o = n->notes;
    return !o->setups && o->left <= 1 && o->to_move != CELL_EMPTY &&
           o->to_move != cell_of(w->walk->position->to_move);
}

/* The node, to which the walk has not yet gone. */
static bool put(struct writer *w, const struct tree_node *n, struct err *e)
{
    bool root = !n->parent, setup = node_is_setup(n), pass = setup && !root && is_pass(w, n);
    size_t labels = free_labels(n);
    if (setup && !pass)
        return err_set(e, "a set-up cannot be kept in RenLib's form");
    unsigned flags = (n->child || labels ? 0u : RENLIB_LEAF) | (n->next ? RENLIB_SIBLING : 0u) |
                     (root || pass || n->at != SQUARE_NONE ? 0u : RENLIB_NO_MOVE);
    const struct mark *own = own_label(n);
    put_node(w->out, n->at == SQUARE_NONE ? 0 : place(n->at), flags, n->notes ? n->notes->comment : NULL,
             own ? own->text : NULL);
    for (size_t i = 0; labels; i++) {
        const struct mark *m = &n->notes->mark[i];
        if (is_free(n, m))
            put_node(w->out, place(m->at),
                     RENLIB_NO_MOVE | RENLIB_LEAF | (--labels || n->child ? RENLIB_SIBLING : 0u), NULL,
                     m->text);
    }
    return true;
}

/* All nodes in the order of the file, the walk in step: at the parent when a node is written. */
static bool put_tree(struct writer *w, struct err *e)
{
    const struct tree_node *n = w->record->root;
    if (!put(w, n, e))
        return false;
    while (n) {
        if (n->child) {
            n = n->child;
        } else {
            for (; n->parent && !n->next; n = n->parent)
                walk_up(w->walk);
            if (!n->parent)
                break;
            walk_up(w->walk);
            n = n->next;
        }
        if (!put(w, n, e) || !walk_down(w->walk, n, e))
            return false;
    }
    return true;
}

bool renlib_write(const struct record *r, struct buf *out, struct err *e)
{
    const struct rules *rules = record_rules(r);
    if (rules->m != RENLIB_SIDE || rules->n != RENLIB_SIDE || rules->k != 5 || rules->p != 1 || rules->q != 1)
        return err_set(e, "RenLib's form is for five in a row on 15x15, a stone a turn");
    struct writer w = {.record = r, .out = out};
    size_t before = out->len;
    if (!walk_new(r, &w.walk, e))
        return false;
    buf_text(out, RENLIB_WORD);
    buf_bytes(out, "\3\4\0\0\0\0\0\0\0\0\0\0", RENLIB_HEADER - strlen(RENLIB_WORD));
    bool ok = put_tree(&w, e);
    if (!ok)
        out->len = before;
    walk_free(w.walk);
    return ok;
}
