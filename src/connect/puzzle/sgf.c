/* Puzzles in SGF; see sgf.h. */
#include "connect/puzzle/sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect/record/record.h"

#define SGF_PUZZLE "HXP"

static const char *const kinds[] = {[PUZZLE_WIN] = "win", [PUZZLE_DEFENCE] = "defence"};

/* ---- writing ---- */

static struct tree_node *add_line(struct position *at, struct tree_node *n, const square *s, int count)
{
    for (int i = 0; i < count && at->outcome == OUTCOME_OPEN && position_legal_square(at, s[i]); i++) {
        n = node_add(n, at->to_move, s[i]);
        position_place(at, s[i]);
    }
    return n;
}

bool puzzle_sgf_write(const struct puzzle *p, struct buf *out, struct err *e)
{
    struct record *r = record_of_position(p->before);
    struct position *at = position_copy(p->before);
    char text[160];
    struct tree_node *n = add_line(at, node_line_end(r->root), p->error.s, p->error.n);
    snprintf(text, sizeof text, "%s %s %d %d", kinds[p->kind], puzzle_classes[p->class], p->rating,
             p->deviation);
    node_add_property(n, SGF_PUZZLE, text);
    if (p->kind == PUZZLE_WIN)
        snprintf(text, sizeof text, "%s to move wins in %d.", side_name(at->to_move), p->turns);
    else
        snprintf(text, sizeof text, "%s to move: find the turn that does not lose.", side_name(at->to_move));
    node_set_comment(n, text);
    if (p->kind == PUZZLE_WIN) /* the line of a defence puzzle is what the other side threatens */
        add_line(at, n, p->line, p->line_n);
    record_set_info(r, "GN", p->id);
    record_set_info(r, "SO", p->source);
    bool fine = record_write(r, RECORD_SGF, out, e);
    position_free(at);
    record_free(r);
    return fine;
}

/* ---- reading ---- */

/* The node of the main line at which the solver is to move. */
static const struct tree_node *puzzle_node(const struct record *r)
{
    const struct tree_node *set = NULL, *last = r->root;
    for (const struct tree_node *n = r->root; n; n = n->child) {
        if (node_property(n, SGF_PUZZLE))
            return n;
        if (node_is_setup(n))
            set = n;
        last = n;
    }
    return set ? set : last;
}

static bool read_property(const struct tree_node *n, struct puzzle *p, struct err *e)
{
    const struct property *x = node_property(n, SGF_PUZZLE);
    char kind[16] = "win", class[16] = "double";
    int rating = RATING_FIRST, deviation = DEVIATION_FIRST;
    if (!x)
        return true;
    if (x->values < 1 || sscanf(x->value[0], "%15s %15s %d %d", kind, class, &rating, &deviation) < 2)
        return err_set(e, SGF_PUZZLE " is not a kind and a class of puzzle");
    bool defence = strcmp(kind, kinds[PUZZLE_DEFENCE]) == 0;
    int c = 0;
    while (c <= HUNT_WIDEST && strcmp(class, puzzle_classes[c]) != 0)
        c++;
    if ((!defence && strcmp(kind, kinds[PUZZLE_WIN]) != 0) || c > HUNT_WIDEST)
        return err_set(e, SGF_PUZZLE " is not a kind and a class of puzzle");
    p->kind = defence ? PUZZLE_DEFENCE : PUZZLE_WIN;
    p->class = (enum hunt_class)c;
    p->rating = rating < 0 ? 0 : rating > 8000 ? 8000 : rating;
    p->deviation = deviation < 0 ? 0 : deviation > 1000 ? 1000 : deviation;
    return true;
}

/* Takes the last turn back: that was the error. */
static void split_error(struct puzzle *p)
{
    struct position *b = p->before;
    int n = b->plies;
    while (n > 0 && b->ply[n - 1].side != (uint8_t)b->to_move && b->plies - n < RULES_MAX_TURN)
        n--;
    for (int i = n; i < b->plies; i++)
        p->error.s[p->error.n++] = b->ply[i].at;
    while (b->plies > n)
        position_undo(b);
}

/* As much of it as there is room for, characters whole. */
static void set_source(struct puzzle *p, const char *text)
{
    size_t n = strlen(text);
    if (n > PUZZLE_SOURCE)
        for (n = PUZZLE_SOURCE; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80;)
            n--;
    memcpy(p->source, text, n);
    p->source[n] = '\0';
}

static bool read_one(const struct record *r, struct puzzle *p, struct err *e)
{
    const struct tree_node *n = puzzle_node(r);
    const char *name = record_info(r, "GN"), *source = record_info(r, "SO");
    *p = (struct puzzle){.rating = RATING_FIRST, .deviation = DEVIATION_FIRST};
    if (!hunt_able(record_rules(r)))
        return err_set(e, HUNT_ABLE_TEXT);
    if (!read_property(n, p, e) || !record_position(r, n, &p->before, e))
        return false;
    split_error(p);
    struct position *at = puzzle_position(p, e);
    if (!at) {
        puzzle_done(p);
        return false;
    }
    position_free(at);
    if (name && puzzle_id_good(name))
        snprintf(p->id, sizeof p->id, "%s", name);
    else
        puzzle_name(p);
    set_source(p, source ? source : "");
    return true;
}

bool puzzle_sgf_read(const char *text, size_t len, struct puzzles *out, struct err *e)
{
    struct record **record;
    size_t count;
    if (!record_read_all(text, len, NULL, &record, &count, e))
        return false;
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++) {
        struct puzzle p;
        fine = read_one(record[i], &p, e) || err_prefix(e, "game %zu", i + 1);
        if (fine)
            puzzles_add(out, &p);
    }
    record_free_all(record, count);
    return fine;
}
