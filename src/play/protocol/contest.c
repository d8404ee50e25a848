/* The protocol of Connect6 contests; see contest.h. */
#include "play/protocol/contest.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/mem.h"
#include "connect/board/diagram.h"
#include "game/notation.h"
#include "play/protocol/line.h"

enum { SIDE_MOST = 26 };

struct contest {
    struct contest_options options;
    struct seat *seat;
    FILE *out;
};

struct contest *contest_new(const struct contest_options *o, FILE *out)
{
    struct contest *c = mem_zero(1, sizeof *c);
    c->options = *o;
    c->seat = seat_new(&o->seat);
    c->out = out;
    return c;
}

void contest_free(struct contest *c)
{
    if (c) {
        seat_free(c->seat);
        free(c);
    }
}

__attribute__((format(printf, 2, 3))) static void say(struct contest *c, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vfprintf(c->out, fmt, args);
    va_end(args);
    fputc('\n', c->out);
    fflush(c->out);
}

/* ---- Squares ---- */

static enum notation notation_of(const struct contest *c)
{
    return c->options.top ? NOTATION_CONTEST_TOP : NOTATION_CONTEST;
}

static void put_square(const struct contest *c, square s, struct buf *out)
{
    char text[SQUARE_TEXT];
    buf_text(out, notation_format(notation_of(c), seat_position(c->seat)->rules.n, s, text));
}

/* Reads the stones of a turn of at most `most`; in a turn of one, what fills it up is passed over. */
static bool read_stones(const struct contest *c, const struct words *w, int most, struct squares *out,
                        struct err *e)
{
    const struct rules *r = &seat_position(c->seat)->rules;
    char letters[4 * RULES_MAX_TURN + 3] = "";
    size_t n = 0;
    for (int i = 1; i < w->n; i++)
        for (const char *at = w->word[i]; *at; at++)
            if (n < sizeof letters - 1)
                letters[n++] = (char)toupper((unsigned char)*at);
    out->n = 0;
    if (n == 0 || n % 2)
        return err_set(e, "a turn is two letters for each stone");
    for (size_t i = 0; i < n; i += 2) {
        if (i && out->n == 1 && (memcmp(letters + i, "@@", 2) == 0 || memcmp(letters + i, letters, 2) == 0))
            continue;
        const char *at = letters + i;
        square s;
        if (notation_read(notation_of(c), r->m, r->n, &at, at + 2, &s) != NOTATION_SQUARE)
            return err_set(e, "'%.2s' is no square", letters + i);
        if (out->n == most)
            return err_set(e, "more than %d stones", most);
        out->s[out->n++] = s;
    }
    return true;
}

/* Places stones of a side; all or none. */
static bool place(struct contest *c, enum side side, const struct squares *stones, struct err *e)
{
    for (int i = 0; i < stones->n; i++) {
        if (i && seat_position(c->seat)->outcome != OUTCOME_OPEN)
            return true; /* won by an earlier one: the rest fills the turn up */
        if (!seat_stone(c->seat, side, stones->s[i], e)) {
            struct buf b = BUF_EMPTY;
            put_square(c, stones->s[i], &b);
            err_prefix(e, "%s", buf_str(&b));
            buf_free(&b);
            while (i--)
                seat_undo(c->seat, NULL);
            return false;
        }
    }
    return true;
}

/* ---- Our turns ---- */

/* The squares next to the ends of the row that the turn completes, SQUARE_NONE if there are none. */
static void beyond_row(const struct position *p, const struct squares *turn, square out[2])
{
    struct position *q = position_copy(p);
    square row[RULES_MAX_SIDE];
    for (int i = 0; i < turn->n && q->outcome == OUTCOME_OPEN; i++)
        position_place(q, turn->s[i]);
    int n = position_win_row(q, row), step = n > 1 ? row[1] - row[0] : 0;
    out[0] = (square)(n > 1 && row[0] > step ? row[0] - step : SQUARE_NONE);
    out[1] = (square)(n > 1 ? row[n - 1] + step : SQUARE_NONE);
    position_free(q);
}

/* A turn that wins early is filled up to its length: referees may want all of it. In an exact game not so that the row
 * gets longer. */
static void fill_up(const struct position *p, struct squares *turn)
{
    int length = position_turn_length(p);
    square beyond[2] = {SQUARE_NONE, SQUARE_NONE};
    if (p->rules.exact && turn->n < length)
        beyond_row(p, turn, beyond);
    for (square s = square_first(); s && turn->n < length; s = square_next(&p->rules, s)) {
        bool taken = p->cell[s] != CELL_EMPTY || s == beyond[0] || s == beyond[1];
        for (int i = 0; i < turn->n; i++)
            taken = taken || turn->s[i] == s;
        if (!taken)
            turn->s[turn->n++] = s;
    }
}

static void put_turn(const struct contest *c, const struct squares *turn, struct buf *out)
{
    bool single = turn->n == 1 && seat_position(c->seat)->rules.p > 1;
    for (int i = 0; i < turn->n; i++)
        put_square(c, turn->s[i], out);
    if (single && c->options.single == CONTEST_AT)
        buf_text(out, "@@");
    else if (single && c->options.single == CONTEST_TWICE)
        put_square(c, turn->s[0], out);
}

static bool answer(struct contest *c, struct err *e)
{
    const struct position *p = seat_position(c->seat);
    struct squares turn;
    if (p->outcome != OUTCOME_OPEN)
        return err_set(e, "the game is over");
    if (!seat_think(c->seat, NULL, NULL, NULL, &turn, NULL, e))
        return false;
    struct squares shown = turn;
    fill_up(p, &shown);
    struct buf b = BUF_EMPTY;
    put_turn(c, &shown, &b);
    bool ok = place(c, p->to_move, &turn, e);
    say(c, "move %s", buf_str(&b));
    buf_free(&b);
    seat_ponder(c->seat);
    return ok;
}

/* ---- Commands ---- */

static bool name(struct contest *c, const struct words *w, struct err *e)
{
    (void)w;
    (void)e;
    say(c, "name Hexad-" HEXAD_VERSION);
    return true;
}

static bool new_game(struct contest *c, const struct words *w, struct err *e)
{
    bool black = w->n > 1 && strcasecmp(w->word[1], "black") == 0;
    if (w->n > 1 && !black && strcasecmp(w->word[1], "white") != 0)
        return err_set(e, "new black or new white");
    seat_clear(c->seat, NULL);
    return !black || c->options.waits || answer(c, e);
}

/* The other side's whole turn, to be answered. */
static bool move(struct contest *c, const struct words *w, struct err *e)
{
    const struct position *p = seat_position(c->seat);
    int length = position_turn_length(p);
    enum side side = p->to_move;
    struct squares turn;
    if (p->outcome != OUTCOME_OPEN)
        return err_set(e, "the game is over");
    if (!read_stones(c, w, length, &turn, e) || !place(c, side, &turn, e))
        return false;
    p = seat_position(c->seat);
    if (p->outcome == OUTCOME_OPEN && p->to_move == side) {
        for (int i = 0; i < turn.n; i++)
            seat_undo(c->seat, NULL);
        return err_set(e, "%d of %d stones", turn.n, length);
    }
    if (p->outcome != OUTCOME_OPEN) {
        say(c, "game over");
        return true;
    }
    return answer(c, e);
}

static bool next(struct contest *c, const struct words *w, struct err *e)
{
    (void)w;
    return answer(c, e);
}

static bool black(struct contest *c, const struct words *w, struct err *e)
{
    struct squares stones;
    return read_stones(c, w, RULES_MAX_TURN, &stones, e) && place(c, BLACK, &stones, e);
}

static bool white(struct contest *c, const struct words *w, struct err *e)
{
    struct squares stones;
    return read_stones(c, w, RULES_MAX_TURN, &stones, e) && place(c, WHITE, &stones, e);
}

/* A limit of ours, so that a referee can set it: seconds, processor time, nodes or depth of a turn. */
static bool limit(struct contest *c, const struct words *w, struct err *e)
{
    struct engine_limits *l = &seat_options(c->seat)->limits;
    double value;
    if (w->n != 2 || !word_number(w->word[1], 0, 1e15, &value))
        return err_set(e, "%s takes one number", w->word[0]);
    if (strcasecmp(w->word[0], "time") == 0)
        l->work.seconds = value;
    else if (strcasecmp(w->word[0], "cpu") == 0)
        l->work.cpu = value;
    else if (strcasecmp(w->word[0], "nodes") == 0)
        l->work.nodes = (uint64_t)value;
    else
        l->depth = value < 1000 ? (int)value : 1000;
    return true;
}

static bool print(struct contest *c, const struct words *w, struct err *e)
{
    (void)w;
    (void)e;
    struct buf b = BUF_EMPTY;
    diagram_draw(seat_position(c->seat), DIAGRAM_PLAIN, &b);
    say(c, "%s", buf_str(&b));
    buf_free(&b);
    return true;
}

static bool help(struct contest *c, const struct words *w, struct err *e);

static const struct {
    const char *name, *about;
    bool (*run)(struct contest *c, const struct words *w, struct err *e);
} commands[] = {
    {"name", "the program's name", name},
    {"name?", "the same", name},
    {"new", "new black: a new game, Hexad begins; new white: it waits for the first turn", new_game},
    {"move", "move XXYY: the other side's turn, to be answered", move},
    {"next", "Hexad plays for the side to move", next},
    {"black", "black XXYY: puts black stones on the board", black},
    {"white", "white XXYY: puts white stones on the board", white},
    {"time", "time S: seconds for a turn", limit},
    {"cpu", "cpu S: seconds of processor time for a turn", limit},
    {"nodes", "nodes N: stones placed in search for a turn", limit},
    {"depth", "depth N: turns looked ahead", limit},
    {"print", "shows the board", print},
    {"help", "lists all this; quit and exit end it", help},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static bool help(struct contest *c, const struct words *w, struct err *e)
{
    (void)w;
    (void)e;
    for (int i = 0; i < COMMANDS; i++)
        say(c, "  %-6s %s", commands[i].name, commands[i].about);
    return true;
}

bool contest_line(struct contest *c, char *line)
{
    struct words w;
    struct err e;
    line_cut(line, "", &w);
    if (w.n == 0)
        return true;
    if (strcasecmp(w.word[0], "quit") == 0 || strcasecmp(w.word[0], "exit") == 0)
        return false;
    seat_heard(c->seat);
    for (int i = 0; i < COMMANDS; i++)
        if (strcasecmp(commands[i].name, w.word[0]) == 0) {
            if (!commands[i].run(c, &w, &e))
                say(c, "error: %.40s: %s", w.word[0], e.text);
            return true;
        }
    say(c, "error: no command '%.40s'; there is help", w.word[0]);
    return true;
}
