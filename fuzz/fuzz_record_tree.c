/* Builds a tree by the functions that edit trees, as the bytes say, and has it written and read back the
 * same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect/record/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct script {
    const uint8_t *at, *end;
};

static int next(struct script *s, int below)
{
    return s->at < s->end ? *s->at++ % below : 0;
}

/* Some of the next bytes as a text, whatever they are. */
static const char *next_text(struct script *s, char out[32])
{
    int n = next(s, 31);
    for (int i = 0; i < n; i++)
        out[i] = s->at < s->end && *s->at ? (char)*s->at++ : 'x';
    out[n] = '\0';
    return out;
}

static square next_square(struct script *s, const struct rules *r)
{
    int col = next(s, r->m);
    return square_at(col, next(s, r->n));
}

/* Adds a stone or a set-up below `at` if it is legal there; returns the node, or `at`. */
static struct tree_node *add_node(struct script *s, struct record *r, struct tree_node *at, bool setup)
{
    struct position *p = NULL;
    if (!record_position(r, at, &p, NULL))
        abort(); /* only legal nodes were added */
    struct tree_node *n = node_add(at, p->to_move, setup ? SQUARE_NONE : next_square(s, record_rules(r)));
    position_free(p);
    if (setup) {
        struct setup_stone stones[8];
        int count = next(s, 8);
        for (int i = 0; i < count; i++)
            stones[i] = (struct setup_stone){next_square(s, record_rules(r)), (uint8_t)next(s, 3)};
        enum cell to_move = (enum cell)next(s, 3);
        node_set_setup(n, stones, (size_t)count, to_move, next(s, record_rules(r)->p + 1));
    }
    if (!record_position(r, n, &p, NULL)) {
        node_delete(n);
        return at;
    }
    position_free(p);
    return n;
}

static void add_mark(struct script *s, const struct rules *r, struct tree_node *n)
{
    char text[32];
    enum mark_kind kind = (enum mark_kind)next(s, MARK_KINDS);
    square at = next_square(s, r), to = record_marks[kind].two ? next_square(s, r) : SQUARE_NONE;
    node_add_mark(n, kind, at, to, record_marks[kind].text ? next_text(s, text) : NULL);
}

static struct tree_node *edit(struct script *s, struct record *r, struct tree_node *at)
{
    static const char *const values[] = {"", "\\]", "a\\\\", "\r\n", "[:"};
    char text[32], id[3] = "XA";
    switch (next(s, 12)) {
    case 0:
    case 1:
    case 2:
        return add_node(s, r, at, false);
    case 3:
        return add_node(s, r, at, true);
    case 4:
        return at->parent ? at->parent : at;
    case 5:
        node_set_comment(at, next_text(s, text));
        break;
    case 6:
        node_set_name(at, next_text(s, text));
        break;
    case 7:
        add_mark(s, record_rules(r), at);
        break;
    case 8:
        id[1] = (char)('A' + next(s, 26));
        node_add_property(at, id, values[next(s, 5)]);
        break;
    case 9:
        record_set_info(r, record_info_keys[next(s, 20)], next_text(s, text));
        break;
    case 10:
        if (at->parent)
            node_promote(at);
        break;
    default:
        record_set_rules_note(r, next_text(s, text));
    }
    return at;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct script s = {data, data + size};
    struct rules rules;
    rules.exact = next(&s, 2);
    rules.m = 1 + next(&s, RULES_MAX_SIDE);
    rules.n = 1 + next(&s, RULES_MAX_SIDE);
    rules.k = 1 + next(&s, RULES_MAX_K);
    rules.p = 1 + next(&s, RULES_MAX_TURN);
    rules.q = 1 + next(&s, RULES_MAX_TURN);
    struct record *r = record_new(&rules), *again = NULL;
    struct tree_node *at = r->root;
    while (s.at < s.end)
        at = edit(&s, r, at);
    struct buf text = BUF_EMPTY;
    struct err e = {"reads back differently"};
    record_write(r, RECORD_SGF, &text, NULL);
    if (!record_read(buf_str(&text), text.len, NULL, &again, &e) || !record_equal(r, again)) {
        fprintf(stderr, "%s:\n%s\n", e.text, buf_str(&text));
        abort();
    }
    buf_free(&text);
    record_free(again);
    record_free(r);
    return 0;
}
