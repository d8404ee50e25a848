/* A game at the terminal; see play.h. */
#include "cli/play/play.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "cli/play/play_file.h"
#include "connect/game/connect.h"
#include "play/games/games.h"

struct play {
    struct play_setup setup;
    struct game *game;
    struct spec spec[2];
    struct player *player[2]; /* NULL: a person */
    struct bot *hints;        /* made when first asked */
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
    return game_state(p->game) != OUTCOME_OPEN || p->given != OUTCOME_OPEN;
}

static void show(struct play *p)
{
    struct buf b = BUF_EMPTY;
    p->game->kind->draw(p->game, p->setup.style, &b);
    fputs(buf_str(&b), stdout);
    buf_free(&b);
    p->shown = true;
}

static void say_moves(const struct play *p, const char *who, const char *verb, const struct squares *turn)
{
    struct buf b = BUF_EMPTY;
    for (int i = 0; i < turn->n; i++) {
        char text[GAME_MOVE_TEXT];
        buf_format(&b, "%s%s", i ? " " : "", p->game->kind->format(p->game, GAME_PEOPLE, turn->s[i], text));
    }
    say("%s %s %s", who, verb, buf_str(&b));
    buf_free(&b);
}

/* The position of a game of the Connect family, NULL of others. */
static const struct position *position_of(const struct play *p)
{
    const struct threats *t = connect_threats(p->game);
    return t ? t->position : NULL;
}

/* ---- Players ---- */

static struct turn_clock clock_of(const struct play *p)
{
    return (struct turn_clock){p->setup.seconds, 0, p->setup.seconds > 0 ? 1 : 0, 600, p->setup.cpu};
}

static bool make_players(struct play *p, const struct game_rules *r, struct err *e)
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
    bot_free(p->hints);
    p->hints = NULL;
}

static void set_game(struct play *p, struct game *g)
{
    game_free(p->game);
    p->game = g;
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

struct play *play_new(const struct play_setup *s, struct game *g, struct err *e)
{
    struct play *p = mem_zero(1, sizeof *p);
    struct game_rules r;
    struct fault f;
    p->setup = *s;
    g->kind->rules(g, &r);
    if (!make_players(p, &r, e) || (!start_players(p, &f) && !err_set(e, "%s", f.why.text))) {
        play_free(p);
        return NULL;
    }
    set_game(p, g);
    return p;
}

void play_free(struct play *p)
{
    if (!p)
        return;
    drop_players(p);
    game_free(p->game);
    free(p);
}

/* ---- Saving ---- */

static const char *player_name(const struct play *p, enum side side)
{
    return is_person(p, side) ? "person" : p->spec[side].name;
}

static bool save(const struct play *p, const char *path, struct err *e)
{
    const char *const name[2] = {player_name(p, BLACK), player_name(p, WHITE)};
    return play_save(p->game, name, p->given, path, e);
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
        game_describe(p->game, &b);
    say("Game over: %s. (new, undo, save FILE or quit)", buf_str(&b));
    buf_free(&b);
}

/* The turn of a player; false if it failed or gave up. */
static bool play_turn(struct play *p)
{
    enum side side = game_to_move(p->game);
    struct turn_clock clock = clock_of(p);
    struct squares turn;
    struct fault f;
    if (p->setup.prompt) {
        printf("%s is thinking ...\r", player_name(p, side));
        fflush(stdout);
    }
    if (player_choose(p->player[side], p->game, &clock, &turn, &f)) {
        for (int i = 0; i < turn.n; i++)
            game_play(p->game, turn.s[i]);
        show(p);
        say_moves(p, side_name(side), "plays", &turn);
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
    if (!p->shown && (p->setup.prompt || is_over(p) || is_person(p, game_to_move(p->game)) || p->stuck))
        show(p);
    while (!is_over(p) && !is_person(p, game_to_move(p->game)) && !p->stuck)
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
        buf_format(out, "%s, %d %s%s", side_name(game_to_move(p->game)), p->game->kind->left(p->game),
                   game_unit(p->game->kind), p->game->kind->left(p->game) == 1 ? "" : "s");
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
    p->given = outcome_win(side_other(game_to_move(p->game)));
    save_if_wanted(p);
}

/* Would taking back all but the first `plies` steps leave a person at the beginning of a turn? */
static bool is_stop(const struct play *p, int plies)
{
    enum side side, before = BLACK;
    p->game->kind->ply(p->game, plies, &side);
    if (plies > 0)
        p->game->kind->ply(p->game, plies - 1, &before);
    return is_person(p, side) && (plies == 0 || before != side);
}

static void do_undo(struct play *p, const char *arg)
{
    (void)arg;
    int plies = game_plies(p->game) - 1;
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
    while (game_plies(p->game) > plies)
        game_undo(p->game);
    p->shown = p->stuck = false;
}

/* Goes over to another game, perhaps of another kind. The players stay, as far as they can play it. */
static void change_to(struct play *p, struct game *g)
{
    struct err e;
    struct fault f;
    struct game_rules now, then;
    p->game->kind->rules(p->game, &now);
    g->kind->rules(g, &then);
    if (!game_rules_equal(&now, &then)) {
        drop_players(p);
        if (!make_players(p, &then, &e))
            say("%s (a person plays for it)", e.text);
    }
    set_game(p, g);
    if (!start_players(p, &f)) {
        say("%s", f.why.text);
        p->stuck = true;
    }
}

static void do_new(struct play *p, const char *arg)
{
    struct err e;
    struct game_rules r;
    p->game->kind->rules(p->game, &r);
    if (*arg && !games_parse(arg, &r, &e)) {
        say("%s", e.text);
        return;
    }
    p->setup.seed++;
    change_to(p, game_new(&r));
}

static void do_hint(struct play *p, const char *arg)
{
    (void)arg;
    struct err e;
    if (is_over(p)) {
        say("The game is over.");
        return;
    }
    const char *who = p->setup.hints ? p->setup.hints : games_find(p->game->kind)->usual;
    if (!p->hints)
        p->hints = games_player(who, p->game, p->setup.seed, &e);
    if (!p->hints) {
        say("No hints: %s", e.text);
        return;
    }
    struct limits l = {.seconds = p->setup.seconds, .cpu = p->setup.cpu};
    struct squares turn = bot_choose(p->hints, p->game, &l);
    say_moves(p, who, "would play", &turn);
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
    struct game *g = NULL;
    struct game_rules r;
    p->game->kind->rules(p->game, &r);
    if (!*arg) {
        say("Load which file?");
        return;
    }
    if (game_load(arg, r.kind, &(struct game_reading){.rules = &r, .fallback = true}, &g, &e))
        change_to(p, g);
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
    {"new", "new [GAME]", "a new game, perhaps of another kind: new gomoku, new go9", do_new},
    {"resign", "resign", "give up", do_resign},
    {"go", "go", "ask a player again that has failed", do_go},
    {"quit", "quit", "leave", NULL},
};
enum { COMMANDS = sizeof commands_of_play / sizeof *commands_of_play };

static void do_help(struct play *p, const char *arg)
{
    (void)arg;
    if (position_of(p)) {
        const struct rules *r = &position_of(p)->rules;
        say("Type the squares of your stones, one after the other or together: j10 k11.");
        say("%d in a row win%s, across, up or slanted; Black begins with %d, then each places %d.", r->k,
            r->exact ? ", but not more" : "", r->q, r->p);
    } else {
        struct game_rules r;
        p->game->kind->rules(p->game, &r);
        say("Type your move, as on the board's edge: D4, or pass. %s: %s.", r.text, p->game->kind->about);
    }
    for (int i = 0; i < COMMANDS; i++)
        say("  %-12s %s", commands_of_play[i].form, commands_of_play[i].about);
}

/* The next move of a line, which is moved past; of the Connect family as squares may be written. */
static bool next_move(const struct play *p, const char **at, game_move *out, struct err *e)
{
    if (position_of(p))
        return square_parse(&position_of(p)->rules, *at, at, out, e);
    size_t n = strcspn(*at, " ,");
    char *word = mem_strndup(*at, n);
    bool ok = p->game->kind->read_move(p->game, GAME_PEOPLE, word, out, e);
    free(word);
    *at += n;
    return ok;
}

/* Moves: all of them are played, or none. */
static void play_moves(struct play *p, const char *text)
{
    struct err e;
    if (is_over(p)) {
        say("The game is over: new, undo or quit?");
        return;
    }
    enum side side = game_to_move(p->game);
    if (!is_person(p, side)) {
        say("%s is to move; `go` asks it.", player_name(p, side));
        return;
    }
    int before = game_plies(p->game);
    for (const char *at = text + strspn(text, " ,"); *at; at += strspn(at, " ,")) {
        game_move m;
        bool ok = next_move(p, &at, &m, &e);
        if (ok && (game_to_move(p->game) != side || is_over(p)))
            ok = err_set(&e, "more %ss than the turn has", game_unit(p->game->kind));
        if (!ok || !game_allows(p->game, GAME_PEOPLE, m, &e)) {
            while (game_plies(p->game) > before)
                game_undo(p->game);
            say("%s. (help tells what to type)", e.text);
            return;
        }
        game_play(p->game, m);
    }
    p->shown = false;
    if (game_to_move(p->game) != side || is_over(p))
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
        play_moves(p, text);
    free(text);
    fflush(stdout);
    p->told = p->told && is_over(p);
    return on;
}
