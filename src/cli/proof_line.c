/* Following a line through a proof; see proof_line.h. */
#include "cli/proof_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "proof/check_board.h"

/* One reading of the certificate: looks for the answer to the last step of the line. */
struct search {
    const struct proof_line *line;
    size_t target;            /* steps before it: the defences that lead there */
    const struct squares *to; /* the defence to be answered */
    size_t level, on;         /* defences on the checker's line; how many of them are those of ours */
    bool candidate;           /* the one after them may cover it */
    struct squares turn;      /* the attacker's turn read last at this place */
    struct squares as;
    bool found;
};

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

static struct squares event_squares(const struct check_event *e)
{
    struct squares set = {e->stones, {0}};
    int first = e->position->plies - e->stones - (e->unplaced > 0);
    for (int i = 0; i < e->stones; i++)
        set.s[i] = e->position->ply[first + i].at;
    return set;
}

/* Are the stones of the given defence beyond those of the proof's all outside its zone? */
static bool others_irrelevant(const struct search *s, const struct check_event *e)
{
    if (e->unsolved)
        return false;
    for (int i = 0; i < s->to->n; i++) {
        square at = s->to->s[i];
        if (!has(&s->as, at) && (check_zones_all(e->zones, e->unplaced) ||
                                 (e->zones->first[at] && e->zones->first[at] <= e->unplaced)))
            return false;
    }
    return true;
}

static bool defence_begins(struct search *s, const struct check_event *e)
{
    struct squares set = event_squares(e);
    if (s->on == s->level++) {
        if (s->on < s->target) {
            const struct squares *ours = &s->line->step[s->on].as;
            s->on += set.n == ours->n && within(&set, ours);
        } else {
            s->candidate = within(&set, s->to);
            s->as = set;
        }
    }
    return true;
}

static bool defence_ends(struct search *s, const struct check_event *e)
{
    s->found = s->candidate && s->level == s->target + 1 && others_irrelevant(s, e);
    if (s->level == s->target + 1)
        s->candidate = false;
    s->level--;
    if (s->on > s->level)
        s->on = s->level;
    return !s->found;
}

static bool follow_event(void *user, const struct check_event *e)
{
    struct search *s = user;
    switch (e->kind) {
    case CHECK_TURN:
        if (s->candidate && s->level == s->target + 1)
            s->turn = event_squares(e);
        return true;
    case CHECK_TURN_DONE:
        /* The whole node that we are looking at has gone by. */
        return !(s->on == s->target && s->level == s->target && !s->candidate);
    case CHECK_DEFENCE:
        return defence_begins(s, e);
    case CHECK_DEFENCE_DONE:
        return defence_ends(s, e);
    }
    return true;
}

/* Reads the certificate with somebody looking on who may stop it. */
static bool read_with(const char *path, const struct check_watch *watch, struct err *e)
{
    struct cert_reader *r = cert_reader_open(path, e);
    struct check_result result;
    if (!r)
        return false;
    enum check_verdict v = check_run(r, watch, &result);
    bool ok = v == CHECK_ACCEPTED || v == CHECK_STOPPED;
    if (!ok)
        err_set(e, "%s: %s", path, result.why.text);
    check_result_free(&result);
    cert_reader_free(r);
    return ok;
}

static bool first_event(void *user, const struct check_event *e)
{
    *(struct squares *)user = event_squares(e);
    return false;
}

static void play(struct position *p, const struct squares *turn)
{
    for (int i = 0; i < turn->n; i++)
        position_place(p, turn->s[i]);
}

/* The empty squares of a row that the attacker, to move, completes. */
static bool complete_row(const struct position *p, struct squares *out)
{
    struct check_board *b = check_board_new(p);
    struct check_segments *g = mem_alloc(sizeof *g);
    check_board_active(b, p->to_move, p->left, g);
    bool found = g->n > 0;
    if (found)
        out->n = check_board_empties(b, g->at[0], out->s);
    free(g);
    check_board_free(b);
    return found;
}

/* Reads the stones of one turn of the defender and plays them. */
static bool read_defence(struct position *p, const char **text, struct squares *out, struct err *e)
{
    int length = position_turn_length(p);
    out->n = 0;
    while (length-- > 0) {
        square s;
        *text += strspn(*text, " ,;");
        if (**text == '-') {
            *text += 1;
            position_pass(p);
            return true;
        }
        if (!**text)
            return err_set(e, "the last turn is not whole: %d more stone%s, or - to give them up", length + 1,
                           length ? "s" : "");
        if (!square_parse(&p->rules, *text, text, &s, e) || !position_play(p, s, e))
            return false;
        out->s[out->n++] = s;
    }
    return true;
}

static bool answer(const char *path, struct proof_line *l, struct proof_step *step, struct err *e)
{
    struct search s = {.line = l, .target = l->steps, .to = &step->defence};
    struct check_watch watch = {follow_event, &s};
    if (!read_with(path, &watch, e))
        return false;
    step->covered = s.found;
    if (s.found) {
        step->as = s.as;
        step->answer = s.turn;
        return true;
    }
    return complete_row(l->position, &step->answer) || err_set(e, "the proof leaves this defence open");
}

bool proof_line_follow(const char *path, const char *text, struct proof_line *out, struct err *e)
{
    *out = (struct proof_line){.position = NULL};
    struct cert_reader *r = cert_reader_open(path, e);
    if (!r)
        return false;
    enum side attacker = cert_reader_claim(r)->attacker;
    struct position *p = out->position = position_copy(cert_reader_claim(r)->position);
    cert_reader_free(r);
    struct check_watch first = {first_event, &out->first};
    if (p->to_move == attacker && !read_with(path, &first, e))
        return false;
    play(p, &out->first);
    for (text += strspn(text, " ,;"); *text; text += strspn(text, " ,;")) {
        struct proof_step step = {.covered = false};
        if (p->outcome != OUTCOME_OPEN)
            return err_set(e, "%s has won already: nothing can follow", side_name(attacker));
        if (!read_defence(p, &text, &step.defence, e) || !answer(path, out, &step, e))
            return false;
        play(p, &step.answer);
        out->step = mem_grow(out->step, &out->room, out->steps + 1, sizeof *out->step);
        out->step[out->steps++] = step;
    }
    return true;
}

void proof_line_free(struct proof_line *l)
{
    position_free(l->position);
    free(l->step);
    *l = (struct proof_line){.position = NULL};
}
