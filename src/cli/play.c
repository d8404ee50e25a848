/* A game at the terminal; see play.h. */
#include "cli/play.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "cli/describe.h"
#include "record/record.h"

struct play {
    struct play_setup setup;
    struct position *position;
    struct threats *tracker;
    struct spec spec[2];
    struct player *player[2]; /* NULL: a person */
    struct agent *hints;      /* made when first asked */
    enum outcome given;       /* somebody resigned: who has won by that */
    bool stuck;               /* a player failed; `go` asks it again */
    bool shown, told;         /* the board as it stands has been drawn; the end has been told */
};

static void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vprintf(fmt, args);
    va_end(args);
    putchar('\n');
}

static bool is_person(const struct play *p, enum side side)
{
    return !p->player[side];
}

static bool is_over(const struct play *p)
{
    return p->position->outcome != OUTCOME_OPEN || p->given != OUTCOME_OPEN;
}

static void show(struct play *p)
{
    struct buf b = BUF_EMPTY;
    diagram_draw(p->position, p->setup.style, &b);
    fputs(buf_str(&b), stdout);
    buf_free(&b);
    p->shown = true;
}

static void say_squares(const char *who, const char *verb, const square *s, int n)
{
    struct buf b = BUF_EMPTY;
    describe_squares(s, n, &b);
    say("%s %s %s", who, verb, buf_str(&b));
    buf_free(&b);
}

/* ---- Players ---- */

static struct turn_clock clock_of(const struct play *p)
{
    return (struct turn_clock){p->setup.seconds, 0, p->setup.seconds > 0 ? 1 : 0, 600, p->setup.cpu};
}

static bool make_players(struct play *p, const struct rules *r, struct err *e)
{
    for (int side = BLACK; side <= WHITE; side++) {
        if (strcmp(p->setup.player[side], "person") == 0)
            continue;
        if (!spec_parse(p->setup.player[side], &p->spec[side], e) || !spec_check(&p->spec[side], r, e))
            return false;
        struct player_setup setup = {&p->spec[side], *r, NULL};
        p->player[side] = player_new(&setup);
    }
    return true;
}

static void drop_players(struct play *p)
{
    for (int side = BLACK; side <= WHITE; side++) {
        player_free(p->player[side]);
        p->player[side] = NULL;
        spec_free(&p->spec[side]);
    }
    agent_free(p->hints);
    p->hints = NULL;
}

static void set_position(struct play *p, struct position *position)
{
    if (p->tracker)
        threats_free(p->tracker);
    position_free(p->position);
    p->position = position;
    p->tracker = threats_new(position);
    p->given = OUTCOME_OPEN;
    p->shown = p->stuck = false;
}

static bool start_players(struct play *p, struct fault *f)
{
    for (int side = BLACK; side <= WHITE; side++) {
        struct turn_clock clock = clock_of(p);
        if (p->player[side] &&
            !player_ready(p->player[side], rng_mix(p->setup.seed * 2 + (uint64_t)side), &clock, f))
            return false;
    }
    return true;
}

struct play *play_new(const struct play_setup *s, struct position *position, struct err *e)
{
    struct play *p = mem_zero(1, sizeof *p);
    struct fault f;
    p->setup = *s;
    if (!make_players(p, &position->rules, e) || (!start_players(p, &f) && !err_set(e, "%s", f.why.text))) {
        play_free(p);
        return NULL;
    }
    set_position(p, position);
    return p;
}

void play_free(struct play *p)
{
    if (!p)
        return;
    drop_players(p);
    if (p->tracker)
        threats_free(p->tracker);
    position_free(p->position);
    free(p);
}

/* ---- Saving ---- */

static const char *player_name(const struct play *p, enum side side)
{
    return is_person(p, side) ? "person" : p->spec[side].name;
}

static bool save(const struct play *p, const char *path, struct err *e)
{
    enum record_format format;
    if (!record_format_by_name(path, &format))
        format = RECORD_SGF;
    struct record *r = record_of_position(p->position);
    record_set_info(r, "PB", player_name(p, BLACK));
    record_set_info(r, "PW", player_name(p, WHITE));
    static const char *const by_row[] = {NULL, "B+", "W+", "Draw"}, *const by_hand[] = {NULL, "B+R", "W+R",
                                                                                        NULL};
    record_set_info(r, "RE", p->given != OUTCOME_OPEN ? by_hand[p->given] : by_row[p->position->outcome]);
    bool ok = record_save(r, path, format, e);
    record_free(r);
    return ok;
}

static void save_if_wanted(const struct play *p)
{
    struct err e;
    if (p->setup.save && !save(p, p->setup.save, &e))
        say("Not saved: %s", e.text);
}

/* ---- Playing on ---- */

static void say_end(const struct play *p)
{
    struct buf b = BUF_EMPTY;
    if (p->given != OUTCOME_OPEN)
        buf_format(&b, "%s has won: %s resigned", p->given == OUTCOME_BLACK ? "Black" : "White",
                   p->given == OUTCOME_BLACK ? "White" : "Black");
    else
        describe_state(p->position, &b);
    say("Game over: %s. (new, undo, save FILE or quit)", buf_str(&b));
    buf_free(&b);
}

/* The turn of a player; false if it failed or gave up. */
static bool play_turn(struct play *p)
{
    enum side side = p->position->to_move;
    struct turn_clock clock = clock_of(p);
    struct squares turn;
    struct fault f;
    if (p->setup.prompt) {
        printf("%s is thinking ...\r", player_name(p, side));
        fflush(stdout);
    }
    if (player_choose(p->player[side], p->tracker, &clock, &turn, &f)) {
        for (int i = 0; i < turn.n; i++)
            threats_place(p->tracker, turn.s[i]);
        show(p);
        say_squares(side_name(side), "plays", turn.s, turn.n);
        return true;
    }
    if (f.kind == FAULT_RESIGNED) {
        p->given = outcome_win(side_other(side));
        return true;
    }
    say("%s cannot go on: %s. (`go` asks again, or undo, save FILE, quit)", player_name(p, side), f.why.text);
    p->stuck = true;
    /* The program was ended; a new one gets the whole position when it is asked. */
    if (!player_ready(p->player[side], p->setup.seed, &clock, &f))
        say("It does not start again: %s", f.why.text);
    return false;
}

void play_on(struct play *p)
{
    /* While a player thinks, only somebody who waits for it wants to look at the board. */
    if (!p->shown && (p->setup.prompt || is_over(p) || is_person(p, p->position->to_move) || p->stuck))
        show(p);
    while (!is_over(p) && !is_person(p, p->position->to_move) && !p->stuck)
        if (play_turn(p))
            save_if_wanted(p);
    if (is_over(p) && !p->told)
        say_end(p);
    p->told = is_over(p);
    fflush(stdout);
}

void play_prompt(const struct play *p, struct buf *out)
{
    if (!is_over(p) && !p->stuck)
        buf_format(out, "%s, %d stone%s", side_name(p->position->to_move), position_turn_length(p->position),
                   position_turn_length(p->position) == 1 ? "" : "s");
    buf_text(out, "> ");
}

/* ---- Commands ---- */

static void do_help(struct play *p, const char *arg);

static void do_board(struct play *p, const char *arg)
{
    (void)arg;
    p->shown = false;
}

static void do_go(struct play *p, const char *arg)
{
    (void)arg;
    p->stuck = false;
}

static void do_resign(struct play *p, const char *arg)
{
    (void)arg;
    if (is_over(p)) {
        say("The game is over already.");
        return;
    }
    p->given = outcome_win(side_other(p->position->to_move));
    save_if_wanted(p);
}

/* Would taking back all but the first `plies` steps leave a person at the beginning of a turn? */
static bool is_stop(const struct play *p, int plies)
{
    const struct ply *ply = p->position->ply;
    enum side side = (enum side)ply[plies].side;
    return is_person(p, side) && (plies == 0 || (enum side)ply[plies - 1].side != side);
}

static void do_undo(struct play *p, const char *arg)
{
    (void)arg;
    int plies = p->position->plies - 1;
    if (p->given != OUTCOME_OPEN) {
        p->given = OUTCOME_OPEN;
        p->shown = false;
        return;
    }
    while (plies >= 0 && !is_stop(p, plies))
        plies--;
    if (plies < 0) {
        say("Nothing to take back.");
        return;
    }
    while (p->position->plies > plies)
        threats_undo(p->tracker);
    p->shown = p->stuck = false;
}

/* Goes over to another position, perhaps of another game. The players stay, as far as they can play it. */
static void change_to(struct play *p, struct position *position)
{
    struct err e;
    struct fault f;
    if (!rules_equal(&position->rules, &p->position->rules)) {
        drop_players(p);
        if (!make_players(p, &position->rules, &e))
            say("%s (a person plays for it)", e.text);
    }
    set_position(p, position);
    if (!start_players(p, &f)) {
        say("%s", f.why.text);
        p->stuck = true;
    }
}

static void do_new(struct play *p, const char *arg)
{
    struct err e;
    struct rules r = p->position->rules;
    if (*arg && !rules_parse(arg, &r, &e)) {
        say("%s", e.text);
        return;
    }
    p->setup.seed++;
    change_to(p, position_new(&r));
}

static void do_hint(struct play *p, const char *arg)
{
    (void)arg;
    struct err e;
    if (is_over(p)) {
        say("The game is over.");
        return;
    }
    if (!p->hints)
        p->hints = agent_new(p->setup.hints, &p->position->rules, p->setup.seed, &e);
    if (!p->hints) {
        say("No hints: %s", e.text);
        return;
    }
    struct budget b = {.seconds = p->setup.seconds, .cpu = p->setup.cpu};
    struct squares turn = agent_choose(p->hints, p->tracker, &b);
    say_squares(p->setup.hints, "would play", turn.s, turn.n);
}

static void do_save(struct play *p, const char *arg)
{
    struct err e;
    if (!*arg)
        say("Save to which file?");
    else if (!save(p, arg, &e))
        say("Not saved: %s", e.text);
    else
        say("Saved to %s", arg);
}

static void do_load(struct play *p, const char *arg)
{
    struct err e;
    struct record *r = NULL;
    struct position *position = NULL;
    struct record_options o = {NULL, &p->position->rules};
    if (!*arg) {
        say("Load which file?");
        return;
    }
    bool ok = record_load(arg, &o, &r, &e) && record_position(r, node_line_end(r->root), &position, &e);
    record_free(r);
    if (ok)
        change_to(p, position);
    else
        say("Not loaded: %s", e.text);
}

static const struct {
    const char *name, *form, *about;
    void (*run)(struct play *p, const char *arg);
} commands_of_play[] = {
    {"help", "help", "this list", do_help},
    {"board", "board", "draw the board again", do_board},
    {"undo", "undo", "take back your last turn, and the answer to it", do_undo},
    {"hint", "hint", "what an agent would play", do_hint},
    {"save", "save FILE", "write the game to FILE (.sgf, .c6 or .txt)", do_save},
    {"load", "load FILE", "go on from the end of the game in FILE", do_load},
    {"new", "new [GAME]", "a new game, perhaps of another kind: new gomoku", do_new},
    {"resign", "resign", "give up", do_resign},
    {"go", "go", "ask a player again that has failed", do_go},
    {"quit", "quit", "leave", NULL},
};
enum { COMMANDS = sizeof commands_of_play / sizeof *commands_of_play };

static void do_help(struct play *p, const char *arg)
{
    (void)arg;
    const struct rules *r = &p->position->rules;
    say("Type the squares of your stones, one after the other or together: j10 k11.");
    say("%d in a row win, across, up or slanted; Black begins with %d, then each places %d.", r->k, r->q,
        r->p);
    for (int i = 0; i < COMMANDS; i++)
        say("  %-12s %s", commands_of_play[i].form, commands_of_play[i].about);
}

/* Stones: all of them are played, or none. */
static void play_stones(struct play *p, const char *text)
{
    struct err e;
    if (is_over(p)) {
        say("The game is over: new, undo or quit?");
        return;
    }
    if (!is_person(p, p->position->to_move)) {
        say("%s is to move; `go` asks it.", player_name(p, p->position->to_move));
        return;
    }
    int before = p->position->plies;
    enum side side = p->position->to_move;
    for (const char *at = text + strspn(text, " ,"); *at; at += strspn(at, " ,")) {
        square s;
        bool ok = square_parse(&p->position->rules, at, &at, &s, &e);
        if (ok && (p->position->to_move != side || is_over(p)))
            ok = err_set(&e, "more stones than the turn has");
        if (!ok || !position_legal(p->position, s, &e)) {
            while (p->position->plies > before)
                threats_undo(p->tracker);
            say("%s. (help tells what to type)", e.text);
            return;
        }
        threats_place(p->tracker, s);
    }
    p->shown = false;
    if (p->position->to_move != side || is_over(p))
        save_if_wanted(p);
}

bool play_line(struct play *p, const char *line)
{
    char *text = mem_strdup(line + strspn(line, " \t"));
    size_t len = strlen(text);
    while (len && isspace((unsigned char)text[len - 1]))
        text[--len] = '\0';
    size_t word = strcspn(text, " \t");
    bool on = true, known = false;
    for (int i = 0; i < COMMANDS && !known; i++) {
        known = strlen(commands_of_play[i].name) == word &&
                strncasecmp(commands_of_play[i].name, text, word) == 0;
        if (known && commands_of_play[i].run)
            commands_of_play[i].run(p, text + word + strspn(text + word, " \t"));
        else if (known)
            on = false;
    }
    if (!known && *text)
        play_stones(p, text);
    free(text);
    fflush(stdout);
    p->told = p->told && is_over(p);
    return on;
}
