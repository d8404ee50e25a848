/* Following a line through a proof; see guide.h.
 *
 * Stones of the defender that a proof does not answer stay on the board without changing anything: by the
 * meaning of zones (docs/certificates.md, "Why it is sound") the proof goes on as if only the part of the turn
 * that it does answer had been played. So the place in the tree follows `as`, the board what was played. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/proof/check_board.h"
#include "connect/proof/guide_inner.h"

static bool has(const struct squares *set, square s)
{
    for (int i = 0; i < set->n; i++)
        if (set->s[i] == s)
            return true;
    return false;
}

static bool within(const struct squares *a, const struct squares *b)
{
    for (int i = 0; i < a->n; i++)
        if (!has(b, a->s[i]))
            return false;
    return true;
}

void guide_start(const struct guide *g, struct guide_line *out)
{
    *out = (struct guide_line){.position = position_copy(g->position), .at = GUIDE_START};
    if (g->position->to_move != g->claim.attacker)
        return;
    out->at = 0;
    out->first = guide_node_turn(g, 0);
    guide_place(out->position, &out->first);
    out->ended = out->position->outcome != OUTCOME_OPEN;
}

void guide_line_free(struct guide_line *l)
{
    position_free(l->position);
    free(l->step);
    *l = (struct guide_line){.position = NULL};
}

/* Are the stones of the turn beyond those of the proof's defence all outside its zone? */
static bool others_irrelevant(const struct guide_defence *d, const struct squares *turn,
                              const struct guide_zone *z)
{
    bool ok = !z->everywhere;
    for (int i = 0; ok && i < z->n; i++)
        ok = has(&d->squares, z->square[i]) || !has(turn, z->square[i]);
    return ok;
}

/* The defence of the proof that covers the turn; `*found` tells whether there is one. False: the time is
 * over. */
static bool find_cover(const struct guide *g, const struct guide_line *l, const struct squares *turn,
                       const struct deadline *until, struct guide_defence *out, bool *found)
{
    uint32_t cursor = 0;
    *found = false;
    while (!*found && guide_next(g, l->at, &cursor, out)) {
        struct guide_zone z;
        if (!within(&out->squares, turn) || (out->unsolved && out->squares.n < turn->n))
            continue;
        *found = out->squares.n == turn->n;
        if (*found)
            break;
        if (!guide_zone(g, l, out, until, &z))
            return false;
        *found = others_irrelevant(out, turn, &z);
        free(z.square);
    }
    return true;
}

/* The empty squares of a row that the attacker, to move, completes. It is one with the fewest of them: on the way to a longer one a
 * stone could complete another row, and the game would be over with stones left. */
static bool complete_row(const struct position *p, struct squares *out)
{
    struct check_board *b = check_board_new(p);
    struct check_segments *segments = mem_alloc(sizeof *segments);
    if (p->outcome == OUTCOME_OPEN)
        check_board_active(b, p->to_move, p->left, segments);
    else
        segments->n = 0;
    const struct check_segment *least = segments->at;
    for (int i = 1; i < segments->n; i++)
        if (segments->at[i].empty < least->empty)
            least = &segments->at[i];
    bool found = segments->n > 0;
    if (found)
        out->n = check_board_empties(b, *least, out->s);
    free(segments);
    check_board_free(b);
    return found;
}

static void take_back(struct position *p, int plies)
{
    while (p->plies > plies)
        position_undo(p);
}

/* What the proof says to the defence, which has been placed. False: the time is over. */
static bool answer(const struct guide *g, struct guide_line *l, const struct deadline *until,
                   struct guide_step *step)
{
    struct guide_defence cover;
    bool found;
    if (!find_cover(g, l, &step->defence, until, &cover, &found))
        return false;
    if (found) {
        step->why = cover.unsolved ? GUIDE_OPEN : GUIDE_COVERED;
        step->as = cover.squares;
        step->answer = cover.answer;
        l->at = cover.at;
    } else {
        /* The proof covers every turn that stops all threats. */
        step->why = complete_row(l->position, &step->answer) ? GUIDE_ROW : GUIDE_OPEN;
    }
    return true;
}

bool guide_play(const struct guide *g, struct guide_line *l, const struct squares *defence,
                const struct deadline *until, struct err *e)
{
    struct guide_step step = {.defence = *defence};
    int plies = l->position->plies;
    if (l->ended)
        return err_set(e, "the line has ended: nothing can follow");
    if (!position_play_part(l->position, defence, e))
        return false;
    if (!answer(g, l, until, &step)) {
        take_back(l->position, plies);
        return err_set(e, "the time was over");
    }
    guide_place(l->position, &step.answer);
    l->ended = step.why != GUIDE_COVERED || l->position->outcome != OUTCOME_OPEN;
    l->step = mem_grow(l->step, &l->room, l->steps + 1, sizeof *l->step);
    l->step[l->steps++] = step;
    return true;
}

/* Reads the stones of one turn of the defender. */
static bool read_defence(const struct position *p, const char **text, struct squares *out, struct err *e)
{
    int length = position_turn_length(p);
    for (out->n = 0; out->n < length; out->n++) {
        *text += strspn(*text, " ,;");
        if (**text == '-') {
            *text += 1;
            return true;
        }
        int missing = length - out->n;
        if (!**text)
            return err_set(e, "the last turn is not whole: %d more stone%s, or - to give them up", missing,
                           missing > 1 ? "s" : "");
        if (!square_parse(&p->rules, *text, text, &out->s[out->n], e))
            return false;
    }
    return true;
}

bool guide_follow(const struct guide *g, const char *text, struct guide_line *l, struct err *e)
{
    const struct deadline never = {0};
    for (text += strspn(text, " ,;"); *text; text += strspn(text, " ,;")) {
        struct squares defence;
        if (l->ended)
            return err_set(e, "%s has won already: nothing can follow", side_name(guide_claim(g)->attacker));
        if (!read_defence(l->position, &text, &defence, e) || !guide_play(g, l, &defence, &never, e))
            return false;
        if (l->step[l->steps - 1].why == GUIDE_OPEN)
            return err_set(e, "the proof leaves this defence open");
    }
    return true;
}
