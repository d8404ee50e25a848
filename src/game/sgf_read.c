/* The tree of an SGF file: nodes in sequence, variations in parentheses. See sgf.h for the other parts. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "game/sgf.h"

enum { OPEN_MOST = 500000 }; /* parentheses that nothing closes must not take more memory than nodes would */

bool sgf_size(struct sgf_reader *rd, int *columns, int *rows, struct err *e)
{
    enum { BEYOND = 1000000 }; /* any board */
    const struct sgf_value *v = sgf_first(&rd->node, "SZ");
    if (!v)
        return true;
    char *text = sgf_text(&rd->node, "SZ"), *end, *at = text;
    long size[2];
    size[0] = size[1] = strtol(at, &end, 10);
    bool ok = end != at;
    if (ok && *end && strchr(":xX*", *end)) {
        at = end + 1;
        size[1] = strtol(at, &end, 10);
        ok = end != at;
    }
    ok = ok && !*end;
    free(text);
    for (int i = 0; i < 2; i++)
        size[i] = size[i] < -BEYOND ? -BEYOND : size[i] > BEYOND ? BEYOND : size[i];
    *columns = (int)size[0];
    *rows = (int)size[1];
    return ok ||
           (err_set(e, "not a board's size such as 19 or 15:19") || sgf_where(rd, SGF_VALUE, "SZ", v, e));
}

/* An open parenthesis. */
struct open {
    struct tree_node *node; /* what the line inside it hangs on; NULL: it is the game's own, or the root's */
    bool branched;          /* a line inside it has ended: only other lines may follow */
};

struct opens {
    struct open *open;
    size_t depth, room;
    bool ended; /* a line has: that was the main line */
};

static bool read_node(struct sgf_reader *rd, const struct opens *o, struct err *e)
{
    if (o->depth && o->open[o->depth - 1].branched)
        return err_set(e, "line %d: a node after the variations of the one before", rd->lx.line);
    if (!sgf_lex_node(&rd->lx, &rd->node, e))
        return false;
    return (rd->how.lean && o->ended) || sgf_add_node(rd, e);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void push_open(struct opens *o, struct tree_node *n)
{
    o->open = mem_grow(o->open, &o->room, o->depth + 1, sizeof *o->open);
    o->open[o->depth++] = (struct open){n, false};
}

static bool open_line(struct sgf_reader *rd, struct opens *o, struct err *e)
{
    if (o->depth == OPEN_MOST)
        return err_set(e, "line %d: more than %d '(' inside each other", rd->lx.line, OPEN_MOST);
    push_open(o, rd->started ? rd->build.at : NULL);
    /* Files without the first semicolon are met. */
    return !is_letter(source_peek(&rd->lx)) || read_node(rd, o, e);
}

static bool close_line(struct sgf_reader *rd, struct opens *o, size_t outside, struct err *e)
{
    if (o->depth == outside)
        return err_set(e, "line %d: ')' without a '('", rd->lx.line);
    if (!rd->started)
        return err_set(e, "line %d: a game without a node", rd->lx.line);
    struct tree_node *back = o->open[--o->depth].node;
    build_back(&rd->build, back ? back : rd->build.record->root);
    if (o->depth)
        o->open[o->depth - 1].branched = true;
    o->ended = true;
    return true;
}

/* Reads from the first '(' to its ')'; or from a ';' to the end of the file, as NCTU6 writes a line of
 * play. */
static bool read_tree(struct sgf_reader *rd, struct opens *o, struct err *e)
{
    bool bare = source_peek(&rd->lx) == ';';
    size_t outside = bare ? 1 : 0; /* a parenthesis that is not in the file */
    if (bare)
        push_open(o, NULL);
    do {
        char c = source_peek(&rd->lx);
        if (c == '\0' && bare && o->depth == outside)
            return true;
        if (c == '\0')
            return err_set(e, "line %d: the file ends with %zu '(' open", rd->lx.line, o->depth - outside);
        if (!strchr("(;)", c)) {
            char shown[TEXT_QUOTE];
            return err_set(e, "line %d: '%s' where '(', ')' or ';' should be", rd->lx.line,
                           text_quote(rd->lx.at, (size_t)(rd->lx.end - rd->lx.at), shown));
        }
        rd->lx.at++;
        bool ok = c == '('   ? open_line(rd, o, e)
                  : c == ';' ? read_node(rd, o, e)
                             : close_line(rd, o, outside, e);
        if (!ok)
            return false;
    } while (o->depth);
    return true;
}

bool sgf_read(struct source *s, const struct sgf_how *how, struct record **out, struct err *e)
{
    struct sgf_reader rd = {.lx = *s, .how = *how};
    struct opens opens = {NULL, 0, 0, false};
    bool ok = read_tree(&rd, &opens, e);
    if (ok)
        *out = build_take(&rd.build);
    if (how->fault)
        *how->fault = ok ? SGF_FINE : rd.fault ? rd.fault : SGF_SYNTAX;
    build_free(&rd.build);
    free(opens.open);
    free(rd.setup);
    sgf_node_done(&rd.node);
    *s = rd.lx;
    return ok;
}
