/* RenLib libraries (.lib): trees of five in a row on 15x15, in bytes, as RenLib 3 writes them (renlib_write.c writes them, too).
 *
 *     ff "RenLib" ff, the version in two bytes, ten more (the oldest files have none of this and begin with h8); then a node after the other,
 *     children before siblings: square (column 1 … 15 in the low four bits, row from the top in the high ones; 0: the empty board, or a
 *     pass), flags, and with EXTENSION two bytes more, of which the second has BOARD_TEXT
 *
 * A node whose next sibling comes later has SIBLING; after a LEAF the next node is the sibling that was owed last. Behind a node stand its comment and its
 * text on the board, each of an even length. Texts end with a zero; the comments of the oldest files are seven bits wide, and their last
 * character has the eighth. A text on the board is a label of the node's square in the position before it; a node with NO_MOVE is nothing else. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "connect/record/readers.h"
#include "connect/record/renlib.h"
#include "game/build.h"

struct library {
    struct source *source;
    struct build build;
    struct tree_node **owed; /* parents of siblings that are still to come */
    size_t count, room;
};

static bool short_file(struct err *e)
{
    return err_set(e, "the file ends in the middle of a node");
}

static bool take_two(struct source *s, unsigned char out[2], struct err *e)
{
    if (s->end - s->at < 2)
        return short_file(e);
    out[0] = (unsigned char)s->at[0];
    out[1] = (unsigned char)s->at[1];
    s->at += 2;
    return true;
}

/* The letter in UTF-8 that the oldest files write as this character (ISO 646-SE). */
static const char *old_letter(char c)
{
    static const char written[] = "[\\]{|}";
    static const char *const meant[] = {"Ä", "Ö", "Å", "ä", "ö", "å"};
    const char *found = c ? strchr(written, c) : NULL;
    return found ? meant[found - written] : NULL;
}

static void put_letter(struct buf *b, char c, bool old)
{
    const char *letter = old ? old_letter(c) : NULL;
    if (c == RENLIB_LINE)
        buf_char(b, '\n');
    else if (letter)
        buf_text(b, letter);
    else if (c != '\r')
        buf_char(b, c);
}

/* A text up to its end, in UTF-8; a comment's two parts on lines of their own. The caller frees it. */
static bool take_text(struct source *s, bool old, char **out, struct err *e)
{
    struct buf b = BUF_EMPTY;
    unsigned char two[2] = {0, 0};
    bool over = false;
    while (!over) {
        if (!take_two(s, two, e)) {
            buf_free(&b);
            return false;
        }
        for (int i = 0; i < 2 && !over; i++) {
            over = old ? two[i] & 0x80 : !two[i];
            if (old || !over)
                put_letter(&b, (char)(old ? two[i] & 0x7f : two[i]), old);
        }
    }
    size_t len;
    struct err bad;
    *out = NULL;
    if (b.len && !text_decode(buf_str(&b), b.len, NULL, out, &len, &bad))
        *out = NULL; /* of no script that we know */
    buf_free(&b);
    return true;
}

/* What the bytes of a node say. */
struct library_node {
    unsigned char where, flags, more[2];
    char *comment, *label; /* NULL: none */
};

static bool take_node(struct source *s, struct library_node *n, struct err *e)
{
    unsigned char two[2] = {0, 0};
    if (!take_two(s, two, e))
        return false;
    n->where = two[0];
    n->flags = two[1];
    return (!(n->flags & RENLIB_EXTENSION) || take_two(s, n->more, e)) &&
           (!(n->flags & (RENLIB_COMMENT | RENLIB_OLD_COMMENT)) ||
            take_text(s, n->flags & RENLIB_OLD_COMMENT, &n->comment, e)) &&
           (!(n->more[1] & RENLIB_BOARD_TEXT) || take_text(s, false, &n->label, e));
}

/* The node below `at`; the first one may be the empty board itself. */
static bool add_node(struct library *l, const struct library_node *n, bool first, struct err *e)
{
    struct build *b = &l->build;
    const struct rules *r = record_rules(b->record);
    int col = (n->where & 15) - 1, row = RENLIB_SIDE - 1 - (n->where >> 4);
    if (n->where && (col < 0 || !square_on_board(r, col, row)))
        return err_set(e, "%02x is no square", n->where);
    if (n->where && n->label) {
        if (!build_count_points(b, 1, e))
            return false;
        node_add_mark(b->at, MARK_LABEL, square_at(col, row), SQUARE_NONE, n->label);
    }
    if (!n->where && first)
        return true;
    if (n->flags & RENLIB_NO_MOVE)
        return (n->where && (n->flags & RENLIB_LEAF) && !n->comment) || build_empty(b, 0, e);
    if (n->where)
        return build_stone(b, build_position(b)->to_move, square_at(col, row), 0, e);
    enum cell next = build_position(b)->to_move == BLACK ? CELL_WHITE : CELL_BLACK;
    return build_setup(b, false, NULL, 0, next, r->p, 0, e); /* a pass */
}

static bool read_node(struct library *l, size_t number, bool *more, struct err *e)
{
    struct build *b = &l->build;
    struct tree_node *parent = b->at;
    struct library_node n = {.where = 0};
    bool root, ok = take_node(l->source, &n, e) && add_node(l, &n, number == 1, e);
    if (ok && n.comment)
        node_set_comment(b->at, n.comment);
    free(n.comment);
    free(n.label);
    if (!ok)
        return false;
    /* The root has no siblings, whatever a file says. */
    root = number == 1 && !n.where;
    if ((n.flags & RENLIB_SIBLING) && !root) {
        l->owed = mem_grow(l->owed, &l->room, l->count + 1, sizeof(struct tree_node *));
        l->owed[l->count++] = parent;
    }
    if (n.flags & RENLIB_LEAF) {
        *more = l->count > 0;
        if (*more)
            build_back(b, l->owed[--l->count]);
    }
    return true;
}

/* Past the header, if there is one. */
static bool take_header(struct source *s, struct err *e)
{
    size_t left = (size_t)(s->end - s->at), word = strlen(RENLIB_WORD);
    if (left >= 2 && s->at[0] == RENLIB_CENTRE)
        return true;
    if (left < RENLIB_HEADER)
        return short_file(e);
    int major = (unsigned char)s->at[word], minor = (unsigned char)s->at[word + 1];
    if (major * 100 + minor > RENLIB_VERSION_MOST)
        return err_set(e, "version %d.%d of RenLib's format: known up to %d.%d", major, minor,
                       RENLIB_VERSION_MOST / 100, RENLIB_VERSION_MOST % 100);
    s->at += RENLIB_HEADER;
    return true;
}

bool renlib_is(const char *bytes, size_t len)
{
    size_t word = strlen(RENLIB_WORD);
    if (len >= word && memcmp(bytes, RENLIB_WORD, word) == 0)
        return true;
    /* h8 and flags that are no character of a text. */
    return len >= 4 && len % 2 == 0 && bytes[0] == RENLIB_CENTRE && (unsigned char)bytes[1] < ' ' &&
           (!bytes[1] || !strchr("\t\n\v\f\r", bytes[1]));
}

bool renlib_read(struct source *s, const struct record_options *o, struct record **out, struct err *e)
{
    struct library l = {.source = s};
    struct rules rules = {RENLIB_SIDE, RENLIB_SIDE, 5, 1, 1, false};
    bool more = true, ok = take_header(s, e);
    if (o && o->forced)
        rules = *o->forced;
    if (ok)
        build_start(&l.build, record_new(&rules), s->budget);
    for (size_t number = 1; ok && more && s->at < s->end; number++)
        ok = read_node(&l, number, &more, e) || err_prefix(e, "node %zu", number);
    if (ok) {
        *out = build_take(&l.build);
        s->at = s->end;
    }
    build_free(&l.build);
    free(l.owed);
    return ok;
}
