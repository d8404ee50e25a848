/* `hexad puzzle make`: puzzles from games of the engine against itself, from records, or from solved trees. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/describe.h"
#include "cli/files_arg.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/puzzle/puzzle.h"
#include "lab/puzzles/making.h"
#include "play/level.h"
#include "json/puzzle.h"

enum { KEY_LEVELS = 256, KEY_SINGLES };

enum { SAVE_SECONDS = 10, THREADS_MOST = 64 };

struct args {
    struct game_arg game;
    struct limits limit;
    struct make_options make;
    const char *out;
    bool json;
    struct files_arg files;
};

static const struct option_row options[] = {
    OPTION_GAME(struct args, game),
    OPTION_LIMIT(struct args, limit),
    ARGUMENTS_FILES(struct args, files),
    {"output", 'o', "FILE", 0, "write the puzzles to FILE, as JSON lines; what is there is gone on with", 0,
     TO_TEXT(struct args, out)},
    OPTION_SEED(struct args, make.seed, "of the games (1)", 0),
    {"levels", KEY_LEVELS, "A-B", 0, "levels of the players, drawn for each game (3-8)", 0, OWN},
    {"games", 0, "N", 0, "play N games altogether", 0, TO_LONG(struct args, make.games, 1, 1L << 40)},
    {"puzzles", 0, "N", 0, "stop when there are N puzzles", 0,
     TO_LONG(struct args, make.puzzles, 1, PUZZLES_MOST)},
    {"most", 0, "N", 0, "turns of a win at the most (8)", 1,
     TO_INT(struct args, make.find.most, 1, HUNT_DEPTH)},
    {"quota", 0, "N", 0, "at most N puzzles of each length", 1,
     TO_LONG(struct args, make.quota, 1, PUZZLES_MOST)},
    OPTION_NODES(struct args, make.find.nodes, 0,
                 "of the search for the shortest win of a position (4000000)", 1),
    {"places", 0, "N", 0, "of each proof or lab, look at N places, drawn by the seed (2000)", 1,
     TO_LONG(struct args, make.places, 1, 1L << 30)},
    {"singles", KEY_SINGLES, "N", OPTION_ARG_OPTIONAL,
     "also wins in which N turns (1) make fewer threats than the other side has stones; in Go-Moku: wins "
     "with N "
     "threes, up to 6",
     1, OWN},
    {"defences", 0, NULL, 0, "also defence puzzles, which take much longer to make", 1,
     TO_FLAG(struct args, make.find.defences)},
    OPTION_THREADS(struct args, make.threads, 't', THREADS_MOST,
                   "games at once (as many as there are processors); the puzzles are the same", 2),
    OPTION_JSON(struct args, json, 2),
    OPTION_END,
};

void puzzle_read_levels(struct argp_state *state, const char *text, int level[2])
{
    char *end;
    long from = strtol(text, &end, 10), to = from;
    if (end != text && *end == '-')
        to = strtol(end + 1, &end, 10);
    if (end == text || *end || from < LEVEL_LEAST || to > LEVEL_MOST || from > to)
        argp_error(state, "--levels is '%s', must be two levels as in 3-8, %d to %d", text, LEVEL_LEAST,
                   LEVEL_MOST);
    level[0] = (int)from;
    level[1] = (int)to;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case KEY_LEVELS:
        puzzle_read_levels(state, arg, a->make.level);
        return 0;
    case KEY_SINGLES:
        a->make.find.singles = arg ? (int)cli_number(state, "--singles", arg, 1, HUNT_WIDEST) : 1;
        return 0;
    case ARGP_KEY_END:
        if (!a->out)
            argp_failure(state, EXIT_USAGE, 0, "where to? -o FILE (and see --help)");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- showing ---- */

static void show(struct live *l, const struct making *m, double start)
{
    struct buf b = BUF_EMPTY;
    double seconds = clock_now() - start;
    buf_format(&b, "%zu puzzles from %ld games and %ld positions, %.0f s\n", m->puzzles.n, m->counts.games,
               m->counts.positions, seconds);
    live_draw(l, buf_str(&b));
    buf_free(&b);
}

static double hourly(const struct making *m)
{
    return m->counts.cpu > 0 ? (double)m->puzzles.n * 3600 / m->counts.cpu : 0;
}

static void conclude(const struct making *m, bool json)
{
    const struct make_counts *c = &m->counts;
    if (json) {
        json_t *reasons = json_object();
        for (int i = 1; i < REASONS; i++)
            json_object_set_new(reasons, puzzle_reason_text((enum puzzle_reason)i),
                                json_integer(c->rejected[i]));
        describe_print_json(json_pack("{s:I, s:I, s:I, s:f, s:f, s:b, s:o}", "puzzles",
                                      (json_int_t)m->puzzles.n, "games", (json_int_t)c->games, "positions",
                                      (json_int_t)c->positions, "cpu", c->cpu, "hourly", hourly(m),
                                      "interrupted", m->stopped, "rejected", reasons));
        return;
    }
    printf("%zu puzzles from %ld games and %ld positions%s; %.0f an hour and core\n", m->puzzles.n, c->games,
           c->positions, m->stopped ? ", then stopped" : "", hourly(m));
    for (int i = 1; i < REASONS; i++)
        if (c->rejected[i])
            printf("%8ld  %5.1f%%  %s\n", c->rejected[i], 100 * (double)c->rejected[i] / (double)c->positions,
                   puzzle_reason_text((enum puzzle_reason)i));
}

/* ---- the work ---- */

static bool work(struct args *a, struct making *m, struct err *e)
{
    struct live live = live_new();
    double start = clock_now(), saved = start, cpu = clock_cpu(CPU_PROCESS), before = m->counts.cpu;
    bool fine = true;
    while (fine && making_batch(m)) {
        m->counts.cpu = before + clock_cpu(CPU_PROCESS) - cpu;
        show(&live, m, start);
        if (clock_now() - saved > SAVE_SECONDS) {
            fine = making_save(m, a->out, e);
            saved = clock_now();
        }
    }
    m->counts.cpu = before + clock_cpu(CPU_PROCESS) - cpu;
    live_clear(&live);
    return fine && making_save(m, a->out, e);
}

static bool check_args(const struct args *a, struct err *e)
{
    const struct rules *r = &a->make.rules;
    if (!hunt_able(r))
        return err_set(e, HUNT_ABLE_TEXT);
    if (!a->files.n && a->make.games == 0 && a->make.puzzles == 0 && a->limit.seconds == 0 &&
        a->limit.cpu == 0)
        return err_set(e, "how much? --games, --puzzles, --seconds or --cpu");
    return true;
}

static bool add_file(struct making *m, const char *path, struct err *e)
{
    struct cli_bad_games bad = {"hexad puzzle make", path, 0};
    return making_add_records(m, path, cli_bad_game, &bad, e);
}

int puzzle_make(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        parse,
        "[FILE...]",
        "Makes puzzles: positions in which the side to move has a forced win that it had not a turn before. "
        "They come from games of the engine against itself, or from FILEs: records with all their "
        "variations, certificates, labs.\vThe shortest win is found by trying every forcing turn, proved by "
        "a certificate, and "
        "written with its key, themes and a first rating. The same seed makes the same puzzles. Ctrl-C or a "
        "limit ends it and keeps what there is; the same command goes on from there (FILE.state remembers "
        "how far it came).",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init(),
                     .make = {.seed = 1, .level = {3, 8}, .places = 2000, .find = {.most = 8}}};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    a.make.rules = a.game.rules;
    if (!a.make.threads) {
        long n = sysconf(_SC_NPROCESSORS_ONLN);
        a.make.threads = n < 1 ? 1 : n > THREADS_MOST ? THREADS_MOST : (int)n;
    }
    if (!check_args(&a, &e))
        return cli_fail(argv[0], &e);
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.limit.stop = &watch.stop;
    a.make.find.until = limits_from_now(&a.limit, CPU_PROCESS);
    struct making *m = making_new(&a.make);
    bool fine = true;
    for (int i = 0; fine && i < a.files.n; i++)
        fine = add_file(m, a.files.path[i], &e);
    fine = fine && making_load(m, a.out, &e) && work(&a, m, &e);
    interrupt_done(&watch);
    if (fine)
        conclude(m, a.json);
    making_free(m);
    return fine ? EXIT_FINE : cli_fail(argv[0], &e);
}
