/* The tree of a proof as text and as a record; see proof_tree.h. */
#include "cli/proof_tree.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"
#include "cli/proof_stats.h"
#include "record/walk.h"

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

static void mark_zones(struct node *n, const struct check_zones *z)
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

/* Does what happens here lie below what is kept? Once something is skipped, all below it is. */
static bool below(struct proof_record *t, const struct check_event *e, bool deeper)
{
    bool open = e->kind == CHECK_TURN || e->kind == CHECK_DEFENCE;
    if (t->skipped) {
        t->skipped += open ? 1 : -1;
        return true;
    }
    if (open && (deeper || t->nodes >= t->most)) {
        t->skipped = 1;
        t->cut = true;
        return true;
    }
    return false;
}

bool proof_record_event(void *user, const struct check_event *e)
{
    struct proof_record *t = user;
    /* A defence is kept with the turn that answers it, so that no line ends with a defence. */
    if (below(t, e, t->depth >= t->levels))
        return true;
    switch (e->kind) {
    case CHECK_TURN:
        t->depth++;
        step_down(t, e);
        break;
    case CHECK_TURN_DONE:
        t->depth--;
        step_up(t, e);
        break;
    case CHECK_DEFENCE:
        step_down(t, e);
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

void proof_record_start(struct proof_record *t, const struct cert_claim *claim, int levels, uint64_t most)
{
    *t = (struct proof_record){.levels = levels, .most = most, .attacker = claim->attacker};
    t->record = record_of_position(claim->position);
    t->at = t->record->root;
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
}
