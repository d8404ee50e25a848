/* The Gomocup protocol; see gomocup.h. */
#include "play/protocol/gomocup.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "game/notation.h"
#include "play/protocol/gomocup_swap.h"
#include "play/protocol/gomocup_told.h"
#include "play/protocol/line.h"

enum { LEAST_SIDE = 5, OWN = 1, OTHER = 2 };
static const double UNLIMITED = 2147483647, FAST_SECONDS = 0.03, TURN_USUAL = 30;
static const double MEMORY_BESIDE = 40e6,
                    MEMORY_SHARE = 0.9; /* of max_memory: for the program, then for tables */

struct field {
    square at;
    uint8_t whose; /* OWN or OTHER */
};

struct gomocup {
    struct seat *seat;
    FILE *out;
    bool started; /* there is a board */
    int refused;  /* a rule that we do not play, and that the games to come are to have; 0: none */

    bool listing, thinks; /* between BOARD (or YXBOARD, which is not to be answered) and DONE */
    bool swaps;           /* the list is SWAP2BOARD's: stones of both sides in turn */
    bool spoilt;          /* a line of the list was wrong */
    struct field *field;
    size_t fields, room;

    double timeout_turn, timeout_match, time_left; /* milliseconds as told; negative: not told */
    size_t hash_wanted;

    bool follows, details; /* tell every depth as it ends; and in lines for programs */
    uint64_t openings;     /* made for swap2 so far */
};

struct gomocup *gomocup_new(const struct seat_options *o, FILE *out)
{
    struct gomocup *g = mem_zero(1, sizeof *g);
    g->seat = seat_new(o);
    g->out = out;
    g->timeout_turn = g->timeout_match = g->time_left = -1;
    g->hash_wanted = o->chooser.engine.hash_bytes;
    return g;
}

void gomocup_free(struct gomocup *g)
{
    if (g) {
        seat_free(g->seat);
        free(g->field);
        free(g);
    }
}

__attribute__((format(printf, 2, 3))) static void say(struct gomocup *g, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vfprintf(g->out, fmt, args);
    va_end(args);
    fputc('\n', g->out);
    fflush(g->out);
}

/* Says that the game is not played here, if so. */
static bool refuse_rule(struct gomocup *g)
{
    if (g->refused)
        say(g, "ERROR rule %d is not played by Hexad: 0 (five or more) and 1 (exactly five) are", g->refused);
    return g->refused != 0;
}

/* ---- Squares ---- */

static const char *word_of(const struct gomocup *g, square s, char out[SQUARE_TEXT])
{
    return notation_format(NOTATION_GOMOCUP, seat_position(g->seat)->rules.n, s, out);
}

/* The square of two words that a comma was between. */
static bool square_of(const struct gomocup *g, const char *x, const char *y, square *out)
{
    char text[2 * SQUARE_TEXT];
    const struct rules *r = &seat_position(g->seat)->rules;
    snprintf(text, sizeof text, "%.4s,%.4s", x, y);
    return notation_parse(NOTATION_GOMOCUP, r->m, r->n, text, out) == NOTATION_SQUARE;
}

/* Reads numbers from words on, `n` of them. */
static bool read_numbers(const struct words *w, int from, int n, long *out)
{
    if (w->n != from + n)
        return false;
    for (int i = 0; i < n; i++)
        if (!word_whole(w->word[from + i], 0, RULES_MAX_SIDE, &out[i]))
            return false;
    return true;
}

static bool read_square(const struct gomocup *g, const struct words *w, square *out)
{
    return w->n == 3 && square_of(g, w->word[1], w->word[2], out);
}

/* ---- Our turns ---- */

static struct game_clock clock_of(const struct gomocup *g)
{
    struct game_clock c = {.lag = seat_options(g->seat)->lag};
    bool told = g->timeout_turn >= 0;
    bool match = g->timeout_match > 0 && g->timeout_match < UNLIMITED;
    if (told && g->timeout_turn < UNLIMITED)
        c.turn = g->timeout_turn > 0 ? g->timeout_turn / 1000 : FAST_SECONDS;
    else if (!told && !match)
        c.turn = TURN_USUAL;
    if (match && g->time_left >= 0 && g->time_left < UNLIMITED)
        c.game = g->time_left > 0 ? g->time_left / 1000 : -1;
    else if (match)
        c.game = g->timeout_match / 1000;
    return c;
}

static void refuse(struct gomocup *g, square s, const struct err *e)
{
    char text[SQUARE_TEXT];
    say(g, "ERROR %s: %s", word_of(g, s, text), e->text);
}

/* What a search says, as far as somebody wants to hear it. */
static void tell(struct gomocup *g, const struct report *r)
{
    struct buf b = BUF_EMPTY;
    const struct rules *rules = &seat_position(g->seat)->rules;
    if (g->details)
        gomocup_lines(rules, r, &b);
    gomocup_message(rules, r, &b);
    fputs(buf_str(&b), g->out);
    fflush(g->out);
    buf_free(&b);
}

/* A search under way, of which the depths that it has finished are told. */
struct following {
    struct gomocup *g;
    int depth;
};

static void follow(void *context, const struct report *r)
{
    struct following *f = context;
    if (r->depth > f->depth && r->n > 0)
        tell(f->g, r);
    f->depth = r->depth;
}

/* Thinks, and tells what it thought. False if it said what is wrong instead. */
static bool think(struct gomocup *g, int lines, struct squares *turn, struct report *out)
{
    const struct position *p = seat_position(g->seat);
    struct engine_limits *l = &seat_options(g->seat)->limits;
    struct game_clock c = clock_of(g);
    struct following f = {.g = g};
    struct err e;
    if (refuse_rule(g))
        return false;
    if (p->outcome != OUTCOME_OPEN) {
        say(g, "ERROR the game is over");
        return false;
    }
    /* Limits of the command line count where the other side does not set any. */
    bool own = g->timeout_turn < 0 && (l->work.seconds > 0 || l->work.cpu > 0 || l->work.nodes || l->depth);
    l->lines = lines;
    bool ok = seat_think(g->seat, own ? NULL : &c, g->follows ? follow : NULL, &f, turn, out, &e);
    l->lines = 0;
    if (!ok)
        say(g, "ERROR %s", e.text);
    else if (out->n > 0 && (out->nodes > 0 || out->line[0].mate != 0)) /* a known opening is no thought */
        tell(g, out);
    return ok;
}

/* Places our stone and says it. */
static void play(struct gomocup *g, square s)
{
    struct err e;
    char text[SQUARE_TEXT];
    if (!seat_stone(g->seat, seat_position(g->seat)->to_move, s, &e)) {
        say(g, "ERROR %s", e.text);
        return;
    }
    say(g, "%s", word_of(g, s, text));
    seat_ponder(g->seat);
}

static void answer(struct gomocup *g, int lines)
{
    struct squares turn;
    struct report *r = mem_zero(1, sizeof *r);
    if (think(g, lines, &turn, r))
        play(g, turn.s[0]);
    free(r);
}

/* ---- Commands ---- */

static void begin_board(struct gomocup *g, long m, long n)
{
    if (refuse_rule(g))
        return;
    struct rules r = seat_position(g->seat)->rules;
    r.m = (int)m;
    r.n = (int)n;
    if (m < LEAST_SIDE || n < LEAST_SIDE || !rules_check(&r, NULL)) {
        say(g, "ERROR boards are from %dx%d to %dx%d", LEAST_SIDE, LEAST_SIDE, RULES_MAX_SIDE,
            RULES_MAX_SIDE);
        return;
    }
    seat_clear(g->seat, &r);
    g->started = true;
    say(g, "OK");
}

static void start(struct gomocup *g, const struct words *w)
{
    long v[2] = {0, 0};
    if (read_numbers(w, 1, 1, v))
        v[1] = v[0];
    else
        v[0] = 0;
    begin_board(g, v[0], v[1]);
}

static void rect_start(struct gomocup *g, const struct words *w)
{
    long v[2] = {0, 0};
    if (!read_numbers(w, 1, 2, v))
        v[0] = 0;
    begin_board(g, v[0], v[1]);
}

static void restart(struct gomocup *g, const struct words *w)
{
    (void)w;
    seat_clear(g->seat, NULL);
    say(g, "OK");
}

static void begin(struct gomocup *g, const struct words *w)
{
    (void)w;
    answer(g, 1);
}

static void turn(struct gomocup *g, const struct words *w)
{
    square s;
    struct err e;
    if (!read_square(g, w, &s))
        say(g, "ERROR no square of the board");
    else if (!seat_stone(g->seat, seat_position(g->seat)->to_move, s, &e))
        refuse(g, s, &e);
    else
        answer(g, 1);
}

static void take_back(struct gomocup *g, const struct words *w)
{
    square s;
    struct err e;
    if (!read_square(g, w, &s))
        say(g, "ERROR no square of the board");
    else if (!seat_remove(g->seat, s, &e))
        refuse(g, s, &e);
    else
        say(g, "OK");
}

static void board(struct gomocup *g, const struct words *w)
{
    g->listing = true;
    g->thinks = strcasecmp(w->word[0], "BOARD") == 0;
    g->swaps = strcasecmp(w->word[0], "SWAP2BOARD") == 0;
    g->spoilt = false;
    g->fields = 0;
}

static void about(struct gomocup *g, const struct words *w)
{
    (void)w;
    say(g, "name=\"Hexad\", version=\"" HEXAD_VERSION "\", author=\"the Hexad project\", country=\"-\"");
}

static void show_info(struct gomocup *g, const struct words *w)
{
    (void)w;
    g->follows = true;
    say(g, "MESSAGE Hexad " HEXAD_VERSION);
    say(g, "MESSAGE INFO MAX_THREAD_NUM %d", ENGINE_THREADS_MOST);
}

static void best_of(struct gomocup *g, const struct words *w)
{
    long lines;
    if (w->n != 2 || !word_whole(w->word[1], 1, REPORT_LINES_MOST, &lines))
        say(g, "ERROR YXNBEST takes a number from 1 to %d", REPORT_LINES_MOST);
    else
        answer(g, (int)lines);
}

/* The tables get what is left of the memory after the program itself. */
static void set_memory(struct gomocup *g, double bytes)
{
    struct chooser_options c = seat_options(g->seat)->chooser;
    double most = fmax((bytes - MEMORY_BESIDE) * MEMORY_SHARE, 1 << 20);
    size_t usual = g->hash_wanted ? g->hash_wanted : (size_t)64 << 20;
    size_t wanted = bytes > 0 && most < (double)usual ? (size_t)most : usual;
    if (wanted != c.engine.hash_bytes) {
        c.engine.hash_bytes = wanted;
        seat_renew(g->seat, &c);
    }
}

/* The same stones under other rules, in the order in which they came. */
static void set_rules(struct gomocup *g, const struct rules *r)
{
    if (rules_equal(r, &seat_position(g->seat)->rules))
        return;
    struct position *old = position_copy(seat_position(g->seat));
    struct ply *ply = mem_alloc((size_t)old->plies * sizeof *ply);
    int plies = old->plies;
    memcpy(ply, old->ply, (size_t)plies * sizeof *ply);
    while (old->plies)
        position_undo(old);
    seat_clear(g->seat, r);
    for (square s = square_first(); s; s = square_next(r, s))
        if (old->cell[s] != CELL_EMPTY)
            seat_stone(g->seat, old->cell[s] == CELL_BLACK ? BLACK : WHITE, s, NULL);
    for (int i = 0; i < plies; i++)
        seat_stone(g->seat, (enum side)ply[i].side, ply[i].at, NULL);
    free(ply);
    position_free(old);
}

/* The sum of 1 (exactly five), 2 (a game without an end after the first row, which is the manager's business), 4
 * (Renju) and 8 (Caro). */
static void set_rule(struct gomocup *g, double value)
{
    enum { EXACT = 1, ON_AND_ON = 2, MOST = 1000 };
    int rule = value >= 0 && value <= MOST ? (int)value : MOST;
    g->refused = rule & ~(EXACT | ON_AND_ON) ? rule : 0;
    if (refuse_rule(g))
        return;
    struct rules r = seat_position(g->seat)->rules;
    r.exact = rule & EXACT;
    set_rules(g, &r);
}

/* What is not known here is none of our business and gets no answer, as the protocol has it. */
static void info(struct gomocup *g, const struct words *w)
{
    double value;
    if (w->n < 3 || !word_number(w->word[2], -1e18, 1e18, &value))
        return;
    const char *key = w->word[1];
    if (strcasecmp(key, "timeout_turn") == 0)
        g->timeout_turn = fmax(value, 0);
    else if (strcasecmp(key, "timeout_match") == 0)
        g->timeout_match = fmax(value, 0);
    else if (strcasecmp(key, "time_left") == 0)
        g->time_left = fmax(value, 0);
    else if (strcasecmp(key, "max_memory") == 0)
        set_memory(g, value);
    else if (strcasecmp(key, "rule") == 0)
        set_rule(g, value);
    else if (strcasecmp(key, "show_detail") == 0)
        g->details = value == 2 || value == 3;
}

static const struct {
    const char *name;
    bool needs_board;
    void (*run)(struct gomocup *g, const struct words *w);
} commands[] = {
    {"START", false, start},     {"RECTSTART", false, rect_start},
    {"RESTART", true, restart},  {"BEGIN", true, begin},
    {"TURN", true, turn},        {"TAKEBACK", true, take_back},
    {"BOARD", true, board},      {"YXBOARD", true, board},
    {"ABOUT", false, about},     {"INFO", false, info},
    {"SWAP2BOARD", true, board}, {"YXSHOWINFO", false, show_info},
    {"YXNBEST", true, best_of},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* ---- BOARD ---- */

/* The listed stones all at once: where an overline stands on the board, some order of its stones has a row in between. */
static bool set_up_whole(struct gomocup *g, enum side me, struct err *e)
{
    struct position *p = position_new(&seat_position(g->seat)->rules);
    bool ok = true;
    for (size_t i = 0; i < g->fields && ok; i++) {
        square s = g->field[i].at;
        char text[SQUARE_TEXT];
        ok = p->cell[s] == CELL_EMPTY || err_set(e, "%s: it is occupied", word_of(g, s, text));
        if (ok)
            position_setup(p, s, cell_of(g->field[i].whose == OWN ? me : side_other(me)));
    }
    ok = ok && position_settle(p, me, p->rules.p, e);
    if (ok)
        seat_take(g->seat, p);
    else
        position_free(p);
    return ok;
}

/* Puts the listed stones on an empty board. We are to move, and Black if both have as many. */
static bool set_up(struct gomocup *g, struct err *e)
{
    size_t own = 0;
    for (size_t i = 0; i < g->fields; i++)
        own += g->field[i].whose == OWN;
    enum side me = 2 * own == g->fields ? BLACK : WHITE;
    char text[SQUARE_TEXT];
    seat_clear(g->seat, NULL);
    for (size_t i = 0; i < g->fields; i++)
        if (seat_position(g->seat)->outcome != OUTCOME_OPEN)
            return set_up_whole(g, me, e);
        else if (!seat_stone(g->seat, g->field[i].whose == OWN ? me : side_other(me), g->field[i].at, e))
            return err_prefix(e, "%s", word_of(g, g->field[i].at, text));
    return seat_side(g->seat, me, e);
}

/* The first stones of swap2. Placing two more and leaving the choice to the other side is never better than the better colour
 * now: who then chooses takes what is better for him. */
static void swap(struct gomocup *g)
{
    struct err e;
    struct squares turn;
    square s[SWAP_STONES];
    char text[SWAP_STONES][SQUARE_TEXT];
    bool ok = true;
    seat_clear(g->seat, NULL);
    if (refuse_rule(g))
        return;
    if (g->fields == 0) {
        if (swap_opening(g->seat, g->openings++, clock_of(g).turn, s, &e))
            say(g, "%s %s %s", word_of(g, s[0], text[0]), word_of(g, s[1], text[1]),
                word_of(g, s[2], text[2]));
        else
            say(g, "ERROR %s", e.text);
        return;
    }
    for (size_t i = 0; ok && i < g->fields; i++)
        ok = seat_stone(g->seat, i % 2 ? WHITE : BLACK, g->field[i].at, &e);
    if (!ok || (g->fields != SWAP_STONES && g->fields != SWAP_MORE)) {
        say(g, "ERROR %s", ok ? "SWAP2BOARD lists no stone, 3 or 5" : e.text);
        return;
    }
    struct report *r = mem_zero(1, sizeof *r);
    if (think(g, 1, &turn, r)) {
        if (r->n > 0 && r->line[0].chance < 0.5)
            say(g, "SWAP");
        else
            play(g, turn.s[0]);
    }
    free(r);
}

static void end_list(struct gomocup *g)
{
    struct err e;
    g->listing = false;
    if (g->spoilt && g->swaps)
        say(g, "ERROR a line of SWAP2BOARD is not column,row");
    else if (g->swaps)
        swap(g);
    else if (g->spoilt)
        say(g, "ERROR a line of BOARD is not column,row,1 or 2");
    else if (!set_up(g, &e))
        say(g, "ERROR %s", e.text);
    else if (g->thinks)
        answer(g, 1);
}

static void list_line(struct gomocup *g, const struct words *w)
{
    const struct rules *r = &seat_position(g->seat)->rules;
    long whose = OWN;
    square s;
    int words = g->swaps ? 2 : 3;
    if (strcasecmp(w->word[0], "DONE") == 0) {
        end_list(g);
        return;
    }
    size_t most = (size_t)r->m * (size_t)r->n;
    if (w->n != words || !square_of(g, w->word[0], w->word[1], &s) ||
        (!g->swaps && !word_whole(w->word[2], OWN, OTHER, &whose)) || g->fields >= most) {
        g->spoilt = true;
        return;
    }
    g->field = mem_grow(g->field, &g->room, g->fields + 1, sizeof *g->field);
    g->field[g->fields++] = (struct field){s, (uint8_t)whose};
}

bool gomocup_line(struct gomocup *g, char *line)
{
    struct words w;
    line_cut(line, ",", &w);
    if (w.n == 0)
        return true;
    if (strcasecmp(w.word[0], "END") == 0)
        return false;
    seat_heard(g->seat);
    if (g->listing) {
        list_line(g, &w);
        return true;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcasecmp(commands[i].name, w.word[0]) == 0) {
            if (commands[i].needs_board && !g->started)
                say(g, "ERROR START comes first");
            else
                commands[i].run(g, &w);
            return true;
        }
    say(g, "UNKNOWN command");
    return true;
}
