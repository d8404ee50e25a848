/* Records of Go as trees; see tree.h. */
#include "go/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/sgf.h"
#include "go/game.h"

static bool is_go(struct sgf_reader *rd, struct err *e)
{
    const struct sgf_value *gm = sgf_first(&rd->node, "GM");
    char *text = sgf_text(&rd->node, "GM");
    bool other = gm && strcmp(text, "1") != 0;
    free(text);
    return !other ||
           (err_set(e, "the record of another game; Go has 1") || sgf_where(rd, SGF_GAME, "GM", gm, e));
}

static bool read_size(struct sgf_reader *rd, struct go_rules *r, struct err *e)
{
    int columns = r->size, rows = r->size;
    if (!sgf_size(rd, &columns, &rows, e))
        return false;
    r->size = columns;
    return (columns == rows && columns >= 1 && columns <= GO_MAX_SIZE) ||
           (err_set(e, "Go has square boards up to %d here", GO_MAX_SIZE) ||
            sgf_where(rd, SGF_SIZE, "SZ", sgf_first(&rd->node, "SZ"), e));
}

static bool read_komi(struct sgf_reader *rd, struct go_rules *r, struct err *e)
{
    char *text = sgf_text(&rd->node, "KM");
    bool ok = !*text || go_komi_parse(text, &r->komi, NULL);
    free(text);
    return ok || (err_set(e, "not a komi") || sgf_where(rd, SGF_VALUE, "KM", sgf_first(&rd->node, "KM"), e));
}

static bool read_handicap(struct sgf_reader *rd, int *out, struct err *e)
{
    char *text = sgf_text(&rd->node, "HA"), *end;
    long n = strtol(text, &end, 10);
    bool ok = !*end && n >= 0 && n <= GO_POINTS;
    free(text);
    *out = ok ? (int)n : 0;
    return ok || (err_set(e, "not a number of handicap stones") ||
                  sgf_where(rd, SGF_VALUE, "HA", sgf_first(&rd->node, "HA"), e));
}

static struct record *start(struct sgf_reader *rd, struct err *e)
{
    struct go_tree_rules rules = {go_default, 0};
    rules.rules.komi = 0; /* unless it says */
    if (!is_go(rd, e) || !read_size(rd, &rules.rules, e) || !read_komi(rd, &rules.rules, e) ||
        !read_handicap(rd, &rules.handicap, e))
        return NULL;
    struct record *r = record_make(&go_records, &rules, rules.rules.size, rules.rules.size);
    char *note = sgf_text(&rd->node, "RU");
    record_set_rules_note(r, note);
    free(note);
    return r;
}

static bool rules_equal(const void *a, const void *b)
{
    const struct go_tree_rules *x = a, *y = b;
    return go_rules_equal(&x->rules, &y->rules) && x->handicap == y->handicap;
}

static void rules_text(const struct record *r, struct buf *out)
{
    buf_text(out, r->rules_note ? r->rules_note : "");
}

static const char *const kept[] = {"KM", "HA", NULL};

/* Moves are not checked while they are read: records have illegal ones, and set-ups anywhere. What is played is
 * (record.h). */
const struct record_game go_records = {
    .number = 1,
    .rules_size = sizeof(struct go_tree_rules),
    .rules_equal = rules_equal,
    .rules_text = rules_text,
    .passes = true,
    .kept = kept,
    .start = start,
};

static void put_setup(const struct go *g, struct record *r)
{
    go_point at[GO_POINTS];
    uint8_t who[GO_POINTS];
    struct setup_stone stone[GO_POINTS];
    char number[16];
    int n = go_setup_stones(g, at, who), black = 0;
    for (int i = 0; i < n; i++) {
        stone[i] = (struct setup_stone){go_square(g->size, at[i]), (uint8_t)cell_of(who[i])};
        black += who[i] == BLACK;
    }
    enum side first = g->moves ? (enum side)g->move[0].turn : g->to_move;
    if (n || first == WHITE)
        node_set_setup(r->root, stone, (size_t)n, cell_of(first), 0);
    snprintf(number, sizeof number, "%g", g->rules.komi / 2.0);
    node_add_property(r->root, "KM", number);
    snprintf(number, sizeof number, "%d", n);
    if (n >= 2 && black == n)
        node_add_property(r->root, "HA", number);
}

struct record *go_tree(const struct go *g)
{
    struct go_tree_rules rules = {g->rules, g->rules.handicap};
    rules.rules.handicap = 0;
    struct record *r = record_make(&go_records, &rules, g->size, g->size);
    record_set_rules_note(r, "Tromp-Taylor");
    put_setup(g, r);
    struct tree_node *at = r->root;
    for (int i = 0; i < g->moves; i++)
        at = node_add(at, g->move[i].side, go_square(g->size, g->move[i].at));
    return r;
}
