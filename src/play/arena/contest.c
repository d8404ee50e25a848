/* The protocol of Connect6 contests: `new black` or `new white`, `move XXYY`, `next`, `quit`.
 *
 * A square is two letters, column and row, A … S on 19x19; where row A is depends on the program (row=). A
 * program answers "move XXYY"; whatever else it says is talk. A turn of one stone is written in several ways
 * (single=) and read in all of them. Positions other than those that `move` leads to are set up with `black
 * XXYY`, `white XXYY` and asked about with `next`, which programs of the Cloudict kind know (place=). */
#include <ctype.h>
#include <string.h>

#include "game/notation.h"
#include "play/arena/outside.h"

static const char *word_of(const struct outside *o, square s, char out[SQUARE_TEXT])
{
    return notation_format(o->spec->top ? NOTATION_CONTEST_TOP : NOTATION_CONTEST, o->rules.n, s, out);
}

/* The letters of up to p stones; a single one where a turn has more as single= says. */
static void put_stones(const struct outside *o, const struct stone *s, size_t n, struct buf *out)
{
    char text[SQUARE_TEXT];
    for (size_t i = 0; i < n; i++)
        buf_text(out, word_of(o, s[i].at, text));
    if (n == 1 && o->rules.p > 1 && o->spec->single == SINGLE_AT)
        buf_text(out, "@@");
    else if (n == 1 && o->rules.p > 1 && o->spec->single == SINGLE_TWICE)
        buf_text(out, word_of(o, s->at, text));
}

/* The square of two letters; false if they are none of the board. */
static bool read_square(const struct outside *o, const char *text, square *out)
{
    return notation_read(o->spec->top ? NOTATION_CONTEST_TOP : NOTATION_CONTEST, o->rules.m, o->rules.n,
                         &text, text + 2, out) == NOTATION_SQUARE;
}

/* Plays the stones of "XXYY". */
static bool take_stones(struct outside *o, const char *text, struct game *g, struct squares *out,
                        struct fault *f)
{
    char shown[SHOWN];
    int length = g->kind->left(g);
    size_t len = strcspn(text, " \t");
    if (len == 0 || len % 2 || *skip_blanks(text + len))
        return fault_set(f, FAULT_NONSENSE, "'move %s' is no turn", outside_shown(text, shown));
    for (size_t i = 0; i < len; i += 2) {
        /* Fillers of a turn of one stone: @@, or the stone again. */
        if (i && length == 1 && (strncmp(text + i, "@@", 2) == 0 || strncmp(text + i, text, 2) == 0))
            continue;
        square s;
        if (!read_square(o, text + i, &s))
            return fault_set(f, FAULT_NONSENSE, "'move %s': no square at letter %zu",
                             outside_shown(text, shown), i + 1);
        if (out->n == length)
            return fault_set(f, FAULT_ILLEGAL, "'move %s' has more than %d stones",
                             outside_shown(text, shown), length);
        if (!outside_place(g, s, out, f))
            return false;
        if (game_state(g) != OUTCOME_OPEN)
            return true;
    }
    return out->n == length || fault_set(f, FAULT_ILLEGAL, "'move %s' has %d of %d stones",
                                         outside_shown(text, shown), out->n, length);
}

/* Waits for "move XXYY" and plays it. */
static bool take_answer(struct outside *o, const char *what, struct game *g, double deadline,
                        struct squares *out, struct fault *f)
{
    const char *line;
    enum talk_status s;
    do {
        s = outside_line(o, deadline, &line);
        if (s == TALK_FINE)
            line = skip_blanks(line);
        if (s == TALK_FINE && is_word(line, "resign"))
            return fault_set(f, FAULT_RESIGNED, "resigned");
    } while (s == TALK_FINE && !is_word(line, "move"));
    if (s != TALK_FINE)
        return outside_fault(o, s, what, f);
    return take_stones(o, skip_blanks(line + strlen("move")), g, out, f);
}

static bool say_init(struct outside *o, const char *command, double deadline, struct fault *f)
{
    return outside_say(o, deadline, f, "%s", command);
}

/* Games are opened when the first turn is asked for: `new black` is itself a request for one. Some programs
 * set their board up at `name?`; the answer is of no use to us. */
static bool contest_open(struct outside *o, const struct turn_clock *c, double deadline, struct fault *f)
{
    (void)c;
    o->begun = false;
    o->known = 0;
    return !o->fresh || (outside_say(o, deadline, f, "name?") && outside_init(o, deadline, f, say_init));
}

/* Stones of one side in a row from `at`, at most as many as a turn may have. */
static size_t turn_at(const struct outside *o, size_t at)
{
    size_t n = 1, most = (size_t)(at == 0 ? o->rules.q : o->rules.p);
    while (n < most && at + n < o->count && o->stones[at + n].side == o->stones[at].side)
        n++;
    return n;
}

/* Sets the whole position up. `new white` opens the game in either case, as `new black` would play at
 * once. */
static bool set_up(struct outside *o, double deadline, struct fault *f)
{
    if (!o->spec->place)
        return fault_set(f, FAULT_START, "place=no: cannot begin from this position");
    if (!outside_say(o, deadline, f, "new white"))
        return false;
    bool ok = true;
    for (size_t i = 0, n; ok && i < o->count; i += n) {
        n = turn_at(o, i);
        struct buf b = BUF_EMPTY;
        put_stones(o, o->stones + i, n, &b);
        ok =
            outside_say(o, deadline, f, "%s %s", o->stones[i].side == BLACK ? "black" : "white", buf_str(&b));
        buf_free(&b);
    }
    return ok && outside_say(o, deadline, f, "next");
}

/* Tells the other side's turn, which asks for the answer to it. */
static bool tell_turn(struct outside *o, size_t n, double deadline, struct fault *f)
{
    struct buf b = BUF_EMPTY;
    put_stones(o, o->stones + o->count - n, n, &b);
    bool ok = outside_say(o, deadline, f, "move %s", buf_str(&b));
    buf_free(&b);
    return ok;
}

static bool contest_choose(struct outside *o, struct game *g, const struct turn_clock *c, double deadline,
                           struct squares *out, struct fault *f)
{
    (void)c;
    enum side me = game_to_move(g);
    size_t news = o->count - o->known;
    /* Is all that is new one turn of the other side? */
    bool one_turn = news > 0 && turn_at(o, o->known) == news && o->stones[o->known].side != me;
    const char *what = "move";
    bool ok;
    if (o->count == 0) {
        what = "new black";
        ok = outside_say(o, deadline, f, "new black") &&
             (!o->spec->next_first || outside_say(o, deadline, f, "next"));
    } else if (one_turn && o->begun) {
        ok = tell_turn(o, news, deadline, f);
    } else if (one_turn && me == WHITE) {
        ok = outside_say(o, deadline, f, "new white") && tell_turn(o, news, deadline, f);
    } else {
        what = "next";
        ok = set_up(o, deadline, f);
    }
    o->begun = true;
    o->known = o->count;
    return ok && take_answer(o, what, g, deadline, out, f);
}

const struct protocol contest_protocol = {contest_open, contest_choose, "quit"};
