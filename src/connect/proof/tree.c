/* The tree of a proof as text and as a record; see tree.h. */
#include "connect/proof/tree.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"
#include "connect/proof/stats.h"
#include "connect/record/walk.h"

/* Plies of the event, without the pass that lies on top. */
static const struct ply *event_plies(const struct check_event *e)
{
    return e->position->ply + e->position->plies - e->stones - (e->unplaced > 0);
}

/* ---- text ---- */

static void add_stones(const struct check_event *e, struct buf *out)
{
    char text[SQUARE_TEXT];
    for (int i = 0; i < e->stones; i++)
        buf_format(out, " %s", square_format(event_plies(e)[i].at, text));
}

/* One line, indented by its depth; false if no more may be printed. */
static bool print_line(struct proof_text *t, const struct check_event *e, enum side side)
{
    if (t->lines == t->most) {
        t->cut = true;
        return false;
    }
    t->lines++;
    struct buf b = BUF_EMPTY;
    bool turn = e->kind == CHECK_TURN;
    buf_format(&b, "%*s%s", 2 * t->above, "", side_name(side));
    add_stones(e, &b);
    if (e->unplaced)
        buf_text(&b, e->stones ? " and no more" : " nothing");
    if (turn && e->position->outcome != OUTCOME_OPEN)
        buf_text(&b, ", a row");
    fprintf(t->out, "%s\n", buf_str(&b));
    buf_free(&b);
    return true;
}

bool proof_text_event(void *user, const struct check_event *e)
{
    struct proof_text *t = user;
    bool turn = e->kind == CHECK_TURN, go_on = true;
    if (!turn && e->kind != CHECK_DEFENCE) {
        t->above--;
        t->depth -= e->kind == CHECK_TURN_DONE;
        return true;
    }
    /* A defence is printed with the turn that answers it. */
    if (t->depth < t->levels)
        go_on = print_line(t, e, turn ? t->attacker : side_other(t->attacker));
    else
        t->cut = true;
    t->above++;
    t->depth += turn;
    return go_on;
}

/* ---- record ---- */

static void mark_zones(struct tree_node *n, const struct check_zones *z)
{
    for (int i = 0; i < z->n; i++) {
        square s = z->at[i];
        int first = z->first[s];
        char text[12];
        snprintf(text, sizeof text, "%d", first);
        if (check_zones_all(z, first))
            continue; /* in no zone but those that are everything */
        if (first == 1)
            node_add_mark(n, MARK_TRIANGLE, s, SQUARE_NONE, NULL);
        else if (first == 2)
            node_add_mark(n, MARK_SQUARE, s, SQUARE_NONE, NULL);
        else
            node_add_mark(n, MARK_LABEL, s, SQUARE_NONE, text);
    }
}

static void zones_text(const struct check_zones *z, struct buf *out)
{
    for (int i = 1; i <= z->r; i++) {
        int size = proof_zone_size(z, i);
        buf_format(out, "%sZ%d: ", i == 1 ? "" : ", ", i);
        if (size == PROOF_EVERYWHERE)
            buf_text(out, "every empty square");
        else
            buf_format(out, "%d squares", size);
    }
}

static void add_node(struct proof_record *t, enum side side, square at)
{
    t->at = node_add(t->at, side, at);
    t->nodes++;
}

/* Steps down with the stones of a turn or a defence; a pass is a set-up that says whose turn it is. */
static void step_down(struct proof_record *t, const struct check_event *e)
{
    const struct ply *ply = event_plies(e);
    for (int i = 0; i < e->stones; i++)
        add_node(t, (enum side)ply[i].side, ply[i].at);
    if (e->unplaced == 0)
        return;
    add_node(t, BLACK, SQUARE_NONE);
    node_set_setup(t->at, NULL, 0, cell_of(t->attacker), e->position->left);
    node_set_name(t->at, e->stones ? "semi-null move" : "null move");
}

static void step_up(struct proof_record *t, const struct check_event *e)
{
    for (int n = e->stones + (e->unplaced > 0); n > 0; n--)
        t->at = t->at->parent;
}

/* Is what happens here left out? Once something is, all below it is. */
static bool left_out(struct proof_record *t, const struct check_event *e)
{
    bool defence = e->kind == CHECK_DEFENCE, opens = defence || e->kind == CHECK_TURN;
    /* A turn goes with the defence before it; the first of all has none. */
    bool begins = defence || (e->kind == CHECK_TURN && t->turn == 0);
    uint32_t size = begins ? guide_size(t->guide, t->turn++) : 0;
    if (t->skipped) {
        t->skipped += opens ? 1 : -1;
        return true;
    }
    if (defence && (size < t->least || t->nodes >= t->most)) {
        t->skipped = 1;
        t->cut = true;
        return true;
    }
    return false;
}

bool proof_record_event(void *user, const struct check_event *e)
{
    struct proof_record *t = user;
    if (left_out(t, e))
        return true;
    switch (e->kind) {
    case CHECK_TURN:
    case CHECK_DEFENCE:
        step_down(t, e);
        break;
    case CHECK_TURN_DONE:
        step_up(t, e);
        break;
    case CHECK_DEFENCE_DONE:
        if (e->unsolved)
            node_set_comment(t->at, "unsolved");
        else
            mark_zones(t->at, e->zones);
        step_up(t, e);
        break;
    }
    return true;
}

static int larger_first(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x > y ? -1 : x < y;
}

/* The least size of which all larger ones fit: a defence and its answer are about two turns of nodes. */
static uint32_t least_that_fits(const struct guide *g, uint64_t most)
{
    uint32_t n = guide_turns(g), *size = mem_alloc((size_t)n * sizeof *size);
    uint64_t each = 2 * (uint64_t)guide_claim(g)->position->rules.p + 1, room = most / each + 1;
    for (uint32_t i = 0; i < n; i++)
        size[i] = guide_size(g, i);
    qsort(size, n, sizeof *size, larger_first);
    uint32_t least = room < n ? size[room] : 1;
    free(size);
    return least;
}

void proof_record_start(struct proof_record *t, const struct guide *g, uint64_t most)
{
    const struct cert_claim *claim = guide_claim(g);
    *t = (struct proof_record){
        .guide = g, .least = least_that_fits(g, most), .most = most, .attacker = claim->attacker};
    t->record = record_of_position(claim->position);
    t->at = t->record->root;
}

/* How many nodes lie below this one, itself included. */
static size_t weight(const struct tree_node *root)
{
    size_t n = 0;
    for (const struct tree_node *x = root; x; x = node_next(x, root))
        n++;
    return n;
}

struct weighed {
    struct tree_node *node;
    size_t weight;
};

static int lighter_first(const void *a, const void *b)
{
    size_t x = ((const struct weighed *)a)->weight, y = ((const struct weighed *)b)->weight;
    return x < y ? -1 : x > y;
}

/* The variations with the most behind them first. */
static void sort_children(struct tree_node *parent)
{
    struct weighed *list = NULL;
    size_t n = 0, room = 0;
    for (struct tree_node *c = parent->child; c; c = c->next) {
        list = mem_grow(list, &room, n + 1, sizeof *list);
        list[n++] = (struct weighed){c, weight(c)};
    }
    if (n > 1)
        qsort(list, n, sizeof *list, lighter_first);
    for (size_t i = 0; n > 1 && i < n; i++)
        node_make_first(list[i].node);
    free(list);
}

void proof_record_finish(struct proof_record *t, const struct cert_claim *claim,
                         const struct check_result *result)
{
    struct buf b = BUF_EMPTY;
    check_claim_text(claim, result, &b);
    record_set_info(t->record, "GN", buf_str(&b));
    buf_format(&b, ".\n%llu turns of proof, at most %d on a line", (unsigned long long)result->turns,
               result->depth);
    if (t->cut)
        buf_text(&b, "; not all of them are here");
    buf_text(&b,
             ".\nThe marks are the zones of the positions: triangles Z1, squares Z2, numbers further ones.");
    if (!claim->partial) { /* with defences left open the position itself has none */
        buf_text(&b, "\n");
        zones_text(result->zones, &b);
        mark_zones(t->record->root, result->zones);
    }
    node_set_comment(t->record->root, buf_str(&b));
    buf_free(&b);
    for (struct tree_node *n = t->record->root; n; n = node_next(n, t->record->root))
        sort_children(n);
}
