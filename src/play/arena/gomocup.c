/* The Gomocup protocol: programs for games with turns of one stone.
 *
 * Squares are "column,row" from 0, rows from the top. A game goes on by TURN; any other position is given by
 * BOARD. The programs know five in a row; other k they must know by themselves. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game/notation.h"
#include "play/arena/outside.h"

/* Messages for people, which may come at any time. */
static bool is_chatter(const char *line)
{
    return !*line || is_word(line, "MESSAGE") || is_word(line, "DEBUG") || is_word(line, "SUGGEST");
}

/* The next line that is meant for us. */
static bool next_line(struct outside *o, const char *what, double deadline, const char **out, struct fault *f)
{
    enum talk_status s;
    do {
        s = outside_line(o, deadline, out);
        if (s == TALK_FINE)
            *out = skip_blanks(*out);
    } while (s == TALK_FINE && is_chatter(*out));
    return s == TALK_FINE || outside_fault(o, s, what, f);
}

static bool expect_ok(struct outside *o, const char *what, double deadline, struct fault *f)
{
    const char *line;
    char shown[SHOWN];
    if (!next_line(o, what, deadline, &line, f))
        return false;
    return is_word(line, "OK") ||
           fault_set(f, FAULT_NONSENSE, "%s: answers '%s', not OK", what, outside_shown(line, shown));
}

static bool say_init(struct outside *o, const char *command, double deadline, struct fault *f)
{
    return outside_say(o, deadline, f, "%s", command);
}

static bool tell_time(struct outside *o, const struct turn_clock *c, double deadline, struct fault *f)
{
    double turn = c->turn > 0 ? c->turn : c->game > 0 ? c->game : c->hang;
    return outside_say(o, deadline, f, "INFO timeout_turn %.0f", floor(turn * 1000)) &&
           outside_say(o, deadline, f, "INFO timeout_match %.0f", floor(c->game * 1000)) &&
           outside_say(o, deadline, f, "INFO game_type 1") &&
           outside_say(o, deadline, f, "INFO rule %d", o->rules.exact);
}

/* An empty board. */
static bool begin(struct outside *o, double deadline, struct fault *f)
{
    o->known = 0;
    o->begun = true;
    const struct rules *r = &o->rules;
    if (!o->fresh)
        return outside_say(o, deadline, f, "RESTART") && expect_ok(o, "RESTART", deadline, f);
    if (r->m == r->n)
        return outside_say(o, deadline, f, "START %d", r->m) && expect_ok(o, "START", deadline, f);
    return outside_say(o, deadline, f, "RECTSTART %d,%d", r->m, r->n) &&
           expect_ok(o, "RECTSTART", deadline, f);
}

static bool gomocup_open(struct outside *o, const struct turn_clock *c, double deadline, struct fault *f)
{
    return begin(o, deadline, f) && (!o->fresh || outside_init(o, deadline, f, say_init)) &&
           tell_time(o, c, deadline, f);
}

static const char *word_of(const struct outside *o, square s, char out[SQUARE_TEXT])
{
    return notation_format(NOTATION_GOMOCUP, o->rules.n, s, out);
}

static bool send_board(struct outside *o, enum side side, double deadline, struct fault *f)
{
    struct buf b = BUF_EMPTY;
    buf_text(&b, "BOARD\n");
    char text[SQUARE_TEXT];
    for (size_t i = 0; i < o->count; i++)
        buf_format(&b, "%s,%d\n", word_of(o, o->stones[i].at, text), o->stones[i].side == side ? 1 : 2);
    buf_text(&b, "DONE");
    bool ok = outside_say(o, deadline, f, "%s", buf_str(&b));
    buf_free(&b);
    return ok;
}

/* Puts the question, in the shortest way that the program can know the position by. Says how in `*what`. */
static bool put_question(struct outside *o, enum side side, double deadline, const char **what,
                         struct fault *f)
{
    size_t news = o->count - o->known;
    bool follows = o->known > 0 || o->count <= 1;
    if (o->count == 0) {
        *what = "BEGIN";
        return outside_say(o, deadline, f, "BEGIN");
    }
    square last = o->stones[o->count - 1].at;
    char text[SQUARE_TEXT];
    *what = "TURN";
    if (follows && news == 1 && o->stones[o->count - 1].side != side)
        return outside_say(o, deadline, f, "TURN %s", word_of(o, last, text));
    *what = "BOARD";
    return send_board(o, side, deadline, f);
}

static bool gomocup_choose(struct outside *o, struct game *g, const struct turn_clock *c, double deadline,
                           struct squares *out, struct fault *f)
{
    /* Taken back or replaced: from an empty board again. */
    if (!o->begun && !begin(o, deadline, f))
        return false;
    if (c->game > 0 && !outside_say(o, deadline, f, "INFO time_left %.0f", floor(c->game * 1000)))
        return false;
    const char *what, *line;
    char shown[SHOWN];
    if (!put_question(o, game_to_move(g), deadline, &what, f) || !next_line(o, what, deadline, &line, f))
        return false;
    o->known = o->count;
    square at = SQUARE_NONE;
    switch (notation_parse(NOTATION_GOMOCUP, o->rules.m, o->rules.n, line, &at)) {
    case NOTATION_SQUARE:
        return outside_place(g, at, out, f);
    case NOTATION_OFF_BOARD:
        return fault_set(f, FAULT_ILLEGAL, "%s: '%s' is not on the board", what, outside_shown(line, shown));
    case NOTATION_NO_SQUARE:
        break;
    }
    return fault_set(f, FAULT_NONSENSE, "%s: '%s' is no square", what, outside_shown(line, shown));
}

const struct protocol gomocup_protocol = {gomocup_open, gomocup_choose, "END"};
