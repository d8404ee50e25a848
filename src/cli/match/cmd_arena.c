/* `hexad arena`: matches between players, ours and others', with honest statistics. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "cli/verbs.h"
#include "play/arena/child.h"
#include "play/arena/report.h"
#include "play/games/games.h"

enum {
    KEY_OPENINGS = 256,
    KEY_TURN,
    KEY_GAME_TIME,
    KEY_MARGIN,
    KEY_HANG,
    KEY_SPRT,
    KEY_SEED,
    KEY_SGF,
    KEY_REFEREE,
    KEY_RESUME
};
enum { KEY_LIST = KEY_RESUME + 1, KEY_ADJUDICATE, KEY_GAUNTLET, KEY_CPU };

struct args {
    struct game_arg game;
    struct match_setup setup;
    const char *openings, *out, *resume, *referee;
    int concurrency;
    bool json, list, described; /* described: something was said about what the match is */
    int n;
    char **player;
};

static uint64_t seed(struct argp_state *state, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (end == text || *end || errno || *text == '-')
        argp_error(state, "--seed is '%s', must be a whole number", text);
    return v;
}

/* "elo0=0,elo1=10,alpha=0.05,beta=0.05", any of them; a number without a name is the next in this order. */
static void parse_sprt(struct argp_state *state, char *arg, struct match_setup *s)
{
    static char elo0[] = "elo0", elo1[] = "elo1", alpha[] = "alpha", beta[] = "beta";
    char *const names[] = {elo0, elo1, alpha, beta, NULL};
    double *const fields[] = {&s->sprt.elo0, &s->sprt.elo1, &s->sprt.alpha, &s->sprt.beta};
    enum { FIELDS = sizeof fields / sizeof *fields };
    int next = 0;
    s->test = true;
    while (*arg) {
        char *value, *end = NULL, *word = arg;
        int which = getsubopt(&arg, names, &value);
        if (which < 0 && next < FIELDS) {
            which = next;
            value = word;
        }
        double v = value ? strtod(value, &end) : 0;
        if (which < 0 || !value || end == value || *end || !isfinite(v))
            argp_error(
                state,
                "--sprt takes ELO0,ELO1,ALPHA,BETA, or elo0=,elo1=,alpha=,beta=, with numbers; '%s' is none "
                "of that",
                value);
        else
            *fields[which] = v;
        next = which + 1;
    }
}

static error_t parse_match(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    struct match_setup *s = &a->setup;
    switch (key) {
    case 'n': {
        long games = cli_number(state, "--games", arg, 2, SETUP_MOST_GAMES);
        if (games % 2)
            argp_error(state, "--games is %ld, must be even: every opening is played with both colours",
                       games);
        s->rounds = games / 2;
        break;
    }
    case KEY_OPENINGS:
        a->openings = arg;
        break;
    case KEY_TURN:
        s->time.turn = cli_seconds(state, "--seconds", arg, 0);
        break;
    case KEY_CPU:
        s->time.cpu = cli_seconds(state, "--cpu", arg, 0);
        break;
    case KEY_GAME_TIME:
        s->time.game = cli_seconds(state, "--time-game", arg, 0);
        break;
    case KEY_MARGIN:
        s->time.margin = cli_seconds(state, "--margin", arg, 0);
        break;
    case KEY_HANG:
        s->time.hang = cli_seconds(state, "--hang", arg, 0);
        break;
    case KEY_GAUNTLET:
        s->gauntlet = true;
        break;
    case KEY_ADJUDICATE:
        s->adjudicate = true;
        break;
    case KEY_SPRT:
        parse_sprt(state, arg, s);
        break;
    case KEY_SEED:
        s->seed = seed(state, arg);
        break;
    case KEY_SGF:
        free(s->sgf);
        s->sgf = mem_strdup(arg);
        break;
    case KEY_REFEREE:
        a->referee = arg;
        break;
    case 'o':
        a->out = arg;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    a->described = true;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case ARGP_KEY_ARGS:
        a->n = state->argc - state->next;
        a->player = state->argv + state->next;
        state->next = state->argc;
        return 0;
    case ARGP_KEY_END:
        if (a->resume && (a->described || a->n || a->game.rules_given))
            argp_error(state, "--resume knows what the match is: only --concurrency and --json go with it");
        if (!a->resume && !a->list && a->n < 2)
            argp_error(state, "which players? --players lists what there is");
        return 0;
    default:
        return parse_match(key, arg, state);
    }
}

static const struct option_row options[] = {
    OPTION_GAME(struct args, game),
    OPTION_HEAD("The match:", 1),
    {"games", 'n', "N", 0, "games of each two players, an even number (100)", 1, OWN},
    {"openings", KEY_OPENINGS, "FILE", 0,
     "begin from these: stones in order, one opening to a line; each is played twice, with colours swapped",
     1, OWN},
    {"gauntlet", KEY_GAUNTLET, NULL, 0,
     "the first player against each other, not everybody against everybody", 1, OWN},
    {"seed", KEY_SEED, "N", 0, "of all chance in the match (0)", 1, OWN},
    {"sprt", KEY_SPRT, "TEST", 0,
     "stop when the first player is shown to be elo0 or elo1 stronger: "
     "elo0=0,elo1=10,alpha=0.05,beta=0.05, or 0,10",
     1, OWN},
    {"adjudicate", KEY_ADJUDICATE, NULL, 0, "end games where the numbers of threats prove who wins", 1, OWN},
    {"referee", KEY_REFEREE, "PLAYER", 0,
     "a GTP program that says what games are worth that end by counting (gtp:cmd=gnugo --mode gtp)", 1, OWN},
    OPTION_HEAD("Time, in seconds:", 2),
    {"seconds", KEY_TURN, "S", 0, "for a turn (no limit)", 2, OWN},
    {"time-turn", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 2, OWN},
    {"cpu", KEY_CPU, "S", 0, "of processor time, for a turn of our own agents (no limit)", 2, OWN},
    {"time-game", KEY_GAME_TIME, "S", 0, "for all turns of a player in a game (no limit)", 2, OWN},
    {"margin", KEY_MARGIN, "S", 0, "how late an answer may come (0.5)", 2, OWN},
    {"hang", KEY_HANG, "S", 0, "without limits: after how long a silent program has lost (60)", 2, OWN},
    OPTION_HEAD("Running it:", 3),
    {"concurrency", 'c', "N", 0, "games at a time (1)", 3, TO_INT(struct args, concurrency, 1, 1024)},
    {"out", 'o', "DIR", 0, "keep the match in DIR: its journal, and its games as SGF in DIR/games", 3, OWN},
    {"sgf", KEY_SGF, "DIR", 0, "write the games as SGF files into DIR", 3, OWN},
    {"resume", 0, "DIR", 0, "go on with the match in DIR", 3, TO_TEXT(struct args, resume)},
    {"json", 'j', NULL, 0, "print the results as JSON", 3, TO_FLAG(struct args, json)},
    {"players", 0, NULL, 0, "list the players there are and their options", 3, TO_FLAG(struct args, list)},
    OPTION_END,
};

/* ---- Running it ---- */

static char *join(const char *dir, const char *name)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "%s/%s", dir, name);
    return buf_take(&b);
}

static bool try_program(const struct match_setup *s, const struct spec *spec, struct err *e)
{
    struct player_setup setup = {spec, s->rules, NULL};
    struct player *p = player_new(&setup);
    struct fault f;
    bool ok = player_ready(p, s->seed, &s->time, &f) || err_set(e, "%.80s: %.200s", spec->name, f.why.text);
    player_free(p);
    return ok;
}

/* Starts every program from outside once, so that a slip in a command is told now and not by a thousand lost
 * games. */
static bool try_programs(const struct match_setup *s, struct err *e)
{
    bool ok = !s->referee_text || try_program(s, &s->referee, e);
    for (int i = 0; ok && i < s->players; i++)
        ok = s->player[i].kind == SPEC_AGENT || try_program(s, &s->player[i], e);
    return ok;
}

static struct match *open_match(struct args *a, struct err *e)
{
    struct match_setup *s = &a->setup;
    char *journal = NULL;
    struct match *m = NULL;
    bool ok = true;
    if (a->resume) {
        journal = join(a->resume, "match.jsonl");
        m = match_resume(journal, s, e);
        free(journal);
        return m;
    }
    s->rules = a->game.game;
    for (int i = 0; ok && i < a->n; i++)
        ok = setup_add_player(s, a->player[i], e);
    ok = ok && (!a->referee || setup_set_referee(s, a->referee, e));
    ok = ok && (!a->openings || openings_load(a->openings, &s->rules, &s->openings, e));
    if (ok && a->out) {
        journal = join(a->out, "match.jsonl");
        if (!s->sgf)
            s->sgf = join(a->out, "games");
    }
    ok = ok && setup_check(s, e) && try_programs(s, e);
    if (ok && a->out && mkdir(a->out, 0777) != 0 && errno != EEXIST)
        ok = err_set(e, "%s: %s", a->out, strerror(errno));
    if (ok)
        m = match_new(s, journal, e);
    free(journal);
    return m;
}

static void draw(struct live *live, const struct match_setup *s, struct match *m, double since, long before)
{
    struct standing now = match_standing(m);
    struct buf b = BUF_EMPTY;
    report_live(s, &now, &b);
    double rate = (double)(now.played - before) / (clock_now() - since);
    buf_format(&b, "%ld of %ld games, %ld under way", now.played, now.planned, now.under_way);
    if (rate > 0) {
        long left = (long)((double)(now.planned - now.played) / rate);
        buf_format(&b, ", %.2f a second, %ld:%02ld:%02ld left at most", rate, left / 3600, left / 60 % 60,
                   left % 60);
    }
    live_draw(live, buf_str(&b));
    buf_free(&b);
    standing_free(&now);
}

/* Plays until the match is over or somebody interrupts. */
static void run(const struct args *a, struct match *m)
{
    interrupt_hold();
    struct live live = live_new();
    struct standing first = match_standing(m);
    double since = clock_now(), drawn = 0;
    match_start(m, a->concurrency);
    while (!match_wait(m, 0.1) && !interrupt_came(NULL))
        if (live.on && clock_now() > drawn + 0.5) {
            draw(&live, &a->setup, m, since, first.played);
            drawn = clock_now();
        }
    match_stop(m);
    live_clear(&live);
    standing_free(&first);
}

static int report(const struct args *a, struct match *m)
{
    struct standing now = match_standing(m);
    struct err e;
    if (a->json) {
        describe_print_json(report_json(&a->setup, &now));
    } else {
        struct buf b = BUF_EMPTY;
        report_text(&a->setup, &now, &b);
        fputs(buf_str(&b), stdout);
        buf_free(&b);
    }
    int status = EXIT_FINE;
    const char *dir = a->resume ? a->resume : a->out;
    if (match_failed(m, &e)) {
        cli_fail("hexad arena", &e);
        status = EXIT_NO;
    } else if (now.stopped) {
        fflush(stdout);
        fprintf(stderr, "hexad arena: interrupted after %ld of %ld games%s%s\n", now.played, now.planned,
                dir ? "; to go on: hexad arena --resume " : "", dir ? dir : "");
        status = EXIT_NO;
    }
    standing_free(&now);
    return status;
}

static int list_players(const struct game_kind *kind)
{
    struct buf b = BUF_EMPTY;
    buf_text(&b, kind == games_table[0].kind ? "Agents of our own:\n" : "Players of our own:\n");
    games_list_players(kind, &b);
    buf_text(&b, "\nPrograms from outside (docs/arena.md tells more):\n");
    spec_list(&b);
    fputs(buf_str(&b), stdout);
    buf_free(&b);
    return EXIT_FINE;
}

int command_arena(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        parse,
        "PLAYER PLAYER...\n--resume DIR",
        "Plays matches between players and says who is stronger, and how sure that is. `hexad arena "
        "openings` makes "
        "openings for them.\v"
        "A PLAYER is an agent (sequences, threats:c=4, sequences+search:depth=4) or a program from outside "
        "(gtp:cmd=./bot, gomocup:cmd=..., contest:cmd=...,row=top); NAME=PLAYER gives it a name. Without "
        "openings "
        "players that leave nothing to chance repeat their games. Ctrl-C ends "
        "the match "
        "and keeps the games that are over. Exits with 1 if it was interrupted.",
        NULL,
        NULL,
        NULL};
    static const struct command verbs[] = {{"openings", "make openings for matches", arena_openings},
                                           {NULL, NULL, NULL}};
    int verb = verbs_beside(verbs, argc, argv);
    if (verb >= 0)
        return verb;
    struct args a = {.game = game_arg_any(), .concurrency = 1};
    setup_init(&a.setup);
    cli_parse(&argp, options, argc, argv, &a);
    if (a.list)
        return list_players(a.game.game.kind);
    struct err e;
    int status;
    child_adopt();
    struct match *m = open_match(&a, &e);
    if (m) {
        run(&a, m);
        status = report(&a, m);
        match_free(m);
    } else {
        status = cli_fail("hexad arena", &e);
    }
    setup_free(&a.setup);
    return status;
}
