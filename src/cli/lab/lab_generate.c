/* `hexad lab generate`: the engine's best turns of many positions, proved by the lab, into the opening database. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "cli/data.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/lab/lab_verbs.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "connect/board/symmetry.h"
#include "lab/generate.h"
#include "store/explorer/known.h"
#include "json/proof.h"

enum { ASKED_MOST = 1000 }; /* turns of a collection's position */

struct args {
    struct game_arg game;
    struct limits limit;
    const char *path, *positions, *collection, *games, *openings;
    char *usual; /* the opening database, if none was given */
    struct generate_job job;
    long least;
    int threads, deep;
    size_t memory;
    bool json;
    struct live live;
    double told;
    /* while it goes on */
    struct lab *lab;
    struct explorer *explorer;
    struct generate_result result;
    size_t proofs, listed; /* taken into the database, and what they list there */
};

/* ---- what is told ---- */

static void on_tell(void *ctx, const struct lab *l, const struct lab_state *s)
{
    struct args *a = ctx;
    double now = clock_now();
    if (!a->live.on || now - a->told < 0.25)
        return;
    a->told = now;
    struct buf b = BUF_EMPTY;
    buf_format(&b, "%lld jobs, %.1f s of processor time, %u nodes in the tree, %zu proofs taken in",
               (long long)(a->result.jobs + s->jobs), a->result.cpu + s->cpu, lab_graph(l)->nodes, a->proofs);
    live_draw(&a->live, buf_str(&b));
    buf_free(&b);
}

static void on_said(void *ctx, const char *text)
{
    struct args *a = ctx;
    live_clear(&a->live);
    fprintf(stderr, "%s\n", text);
}

static struct runner new_runner(void *ctx)
{
    const struct args *a = ctx;
    return runner_threads(a->threads, a->memory);
}

/* A proof of the lab's goes into the database. One that it refuses is about a position that no game comes to: told, and left. */
static bool on_proved(void *ctx, struct lab *l, const struct lab_root *r, struct err *e)
{
    struct args *a = ctx;
    struct buf bytes = BUF_EMPTY;
    struct known_added added = {0};
    struct deadline until = {0};
    bool ok = lab_compose(l, r->node, symmetry_inverse(r->symmetry), &bytes, e);
    if (ok) {
        struct err why;
        enum explorer_answer answer =
            explorer_prove(a->explorer, r->name, buf_str(&bytes), bytes.len, &until, &added, &why);
        ok = answer == EXPLORER_FINE || answer == EXPLORER_REFUSED || err_set(e, "%s", why.text);
        a->proofs += answer == EXPLORER_FINE && !added.known;
        a->listed += added.positions;
        if (answer == EXPLORER_REFUSED)
            fprintf(stderr, "%s: %s\n", r->name, why.text);
    }
    buf_free(&bytes);
    return ok;
}

/* ---- positions ---- */

static bool generate(struct args *a, const struct position *p, struct err *e)
{
    return p->outcome != OUTCOME_OPEN || a->result.stopped ||
           generate_roots(a->lab, p, &a->job, &a->result, e);
}

/* Stones in order, a position a line; `#` begins a comment. */
static bool from_list(struct args *a, struct err *e)
{
    char *text, *rest;
    size_t len;
    bool ok = file_read(a->positions, &text, &len, e);
    if (!ok)
        return false;
    int line = 0;
    for (char *at = text; ok && at && !a->result.stopped; at = rest) {
        rest = strchr(at, '\n');
        if (rest)
            *rest++ = '\0';
        line++;
        at[strcspn(at, "#\r")] = '\0';
        if (at[strspn(at, " \t")] == '\0')
            continue;
        struct game_arg g = a->game;
        struct position *p;
        g.n = 1;
        g.text = &at;
        ok = game_arg_position(&g, &p, e);
        if (!ok) {
            err_prefix(e, "%s, line %d", a->positions, line);
        } else {
            ok = generate(a, p, e);
            position_free(p);
        }
    }
    free(text);
    return ok;
}

/* A collection's positions with enough games, as deep as was asked, each once. */
static bool from_games(struct args *a, struct explorer *x, int64_t collection, struct position *p, int deep,
                       struct err *e)
{
    struct explorer_report r;
    if (a->result.stopped || explorer_ask(x, collection, p, ASKED_MOST, 0, 0, &r, e) != EXPLORER_FINE)
        return a->result.stopped;
    bool ok = explorer_games(&r.counts) < (uint64_t)a->least || generate(a, p, e);
    for (size_t i = 0; i < r.turns && ok && deep > 0; i++) {
        if (explorer_games(&r.turn[i].counts) < (uint64_t)a->least)
            continue;
        int plies = p->plies;
        if (!position_play_turn(p, &r.turn[i].squares, NULL))
            continue;
        ok = p->outcome != OUTCOME_OPEN || from_games(a, x, collection, p, deep - 1, e);
        while (p->plies > plies)
            position_undo(p);
    }
    explorer_report_free(&r);
    return ok;
}

static bool collection_of(const struct args *a, struct explorer *x, int64_t *id, struct err *e)
{
    struct explorer_collection *list;
    size_t n;
    if (explorer_list(x, &list, &n, e) != EXPLORER_FINE)
        return false;
    bool found = false;
    for (size_t i = 0; i < n && !found; i++)
        if ((found = strcmp(list[i].name, a->collection) == 0))
            *id = list[i].id;
    explorer_list_free(list, n);
    return found || err_set(e, "%s has no collection '%.60s'", a->games, a->collection);
}

static bool from_collection(struct args *a, struct err *e)
{
    struct explorer *x;
    int64_t id = 0;
    if (!explorer_open(a->games, false, 0, &x, e))
        return false;
    struct position *p = position_new(lab_rules(a->lab));
    bool ok = collection_of(a, x, &id, e) && from_games(a, x, id, p, a->deep, e);
    position_free(p);
    explorer_close(x);
    return ok;
}

static bool from_game(struct args *a, struct err *e)
{
    struct position *p;
    if (!game_arg_position(&a->game, &p, e))
        return false;
    bool ok = generate(a, p, e);
    position_free(p);
    return ok;
}

/* Whatever was given; nothing: what is in the file goes on. */
static bool all_positions(struct args *a, struct err *e)
{
    return (!a->positions || from_list(a, e)) && (!a->collection || from_collection(a, e)) &&
           (a->game.n == 0 || from_game(a, e));
}

/* ---- the command ---- */

static json_t *proved_json(const struct args *a)
{
    const struct lab_root *root;
    size_t n = lab_roots(a->lab, &root);
    json_t *all = json_array();
    for (size_t i = 0; i < n; i++) {
        const struct graph_node *x = &lab_graph(a->lab)->node[root[i].node];
        json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "name", root[i].name, "stones", root[i].game,
                                             "state", lab_state_text(x)));
    }
    return all;
}

static void print_end(const struct args *a)
{
    const struct generate_result *r = &a->result;
    size_t open = r->roots - r->proved - r->disproved;
    if (a->json) {
        json_t *j =
            json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:I, s:I, s:b, s:o}", "positions",
                      (json_int_t)r->positions, "searched", (json_int_t)r->searched, "roots",
                      (json_int_t)r->roots, "proved", (json_int_t)r->proved, "disproved",
                      (json_int_t)r->disproved, "open", (json_int_t)open, "given_up", (json_int_t)r->spent,
                      "jobs", (json_int_t)r->jobs, "cpu", r->cpu, "proofs", (json_int_t)a->proofs, "listed",
                      (json_int_t)a->listed, "stopped", r->stopped, "turns", proved_json(a));
        json_dumpf(j, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(j);
        return;
    }
    printf("%zu positions, %zu of them searched now; %zu turns to prove: %zu proved, %zu disproved, %zu open "
           "(%zu given up); "
           "%lld jobs, %.1f s of processor time%s\n"
           "%zu proofs into %s, %zu positions of them listed\n",
           r->positions, r->searched, r->roots, r->proved, r->disproved, open, r->spent, (long long)r->jobs,
           r->cpu, r->stopped ? ", stopped" : "", a->proofs, a->openings, a->listed);
}

/* The lab, made if need be, and the opening database. */
static bool open_files(struct args *a, struct err *e)
{
    const char *set = getenv("HEXAD_OPENINGS");
    struct lab_options options;
    if (!a->openings && set && *set && strcmp(set, "off") != 0)
        a->openings = set;
    if (!a->openings)
        a->openings = a->usual = data_usual(".games", true);
    if (!a->openings)
        return err_set(e, "neither HOME nor XDG_DATA_HOME says where the database is: give --openings");
    lab_options_usual(&options);
    return (access(a->path, F_OK) == 0 || lab_create(a->path, &a->game.rules, &options, e)) &&
           (a->lab = lab_open(a->path, true, e)) && explorer_open(a->openings, true, 0, &a->explorer, e);
}

static bool run(struct args *a, struct err *e)
{
    struct interrupt_watch watch;
    if (!open_files(a, e))
        return false;
    interrupt_watch(&watch);
    a->job.limits = (struct limits){.seconds = a->limit.seconds, .cpu = a->limit.cpu, .stop = &watch.stop};
    bool ok = all_positions(a, e) && generate_run(a->lab, &a->job, &a->result, e);
    interrupt_done(&watch);
    live_clear(&a->live);
    if (ok)
        print_end(a);
    return ok;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    if (key == ARGP_KEY_ARG && !a->path) {
        a->path = arg;
        return 0;
    }
    if (key != ARGP_KEY_END)
        return ARGP_ERR_UNKNOWN;
    if (!a->path)
        argp_failure(state, EXIT_USAGE, 0, "a file is needed");
    if ((a->collection != NULL) != (a->games != NULL))
        argp_failure(state, EXIT_USAGE, 0, "--collection and --games go together");
    return 0;
}

int lab_verb_generate(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        ARGUMENTS_GAME(struct args, game),
        {"positions", 'P', "LIST", 0,
         "positions from a file: stones in order, a position a line, # begins a comment", 0,
         TO_TEXT(struct args, positions)},
        {"games", 'G', "FILE", 0, "positions from games: the file that has the collection", 0,
         TO_TEXT(struct args, games)},
        {"collection", 'c', "NAME", 0, "and which one of it", 0, TO_TEXT(struct args, collection)},
        {"least", 'l', "N", 0, "of the collection: positions of so many games or more (20)", 0,
         TO_LONG(struct args, least, 1, 1000000000)},
        {"deep", 'd', "N", 0, "of the collection: after at most so many turns (3)", 0,
         TO_INT(struct args, deep, 0, 60)},
        {"turns", 'k', "K", 0, "so many of the engine's best turns of each position (4)", 0,
         TO_INT(struct args, job.turns, 1, REPORT_LINES_MOST)},
        OPTION_NODES(struct args, job.nodes, 'n', "the engine's nodes for them (200000)", 0),
        {"begin", 'b', "S", 0,
         "processor seconds for each turn at first (5), then four times as many in all, and so on", 0,
         TO_SECONDS(struct args, job.begin, 0.01)},
        {"most", 'm', "S", 0, "processor seconds for each turn at most (320)", 0,
         TO_SECONDS(struct args, job.most, 0.01)},
        {"openings", 'f', "FILE", 0,
         "the opening database that proofs go into (HEXAD_OPENINGS, or the page's: "
         "~/.local/share/hexad/hexad.db.games)",
         0, TO_TEXT(struct args, openings)},
        OPTION_LIMIT(struct args, limit),
        OPTION_THREADS(struct args, threads, 'T', 256, "work with so many threads (1)", 0),
        OPTION_HASH(struct args, memory, "memory for the prover of each thread (512)"),
        {"json", 'j', NULL, 0, "print JSON at the end", 0, TO_FLAG(struct args, json)},
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     parse,
                                     "FILE.lab [GAME]",
                                     "For the position of GAME, or those of a list or of a collection of "
                                     "games: the engine's best turns become roots of the lab, "
                                     "each to be proved a win of whoever played it, with a budget that grows "
                                     "from attempt to attempt. What is proved goes into the "
                                     "opening database at once. All is in FILE.lab, which is made if it is "
                                     "not there; without positions it goes on with what is in it. "
                                     "It can be stopped at any time.\v" GAME_ARG_DOC,
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.game = game_arg_init(), .least = 20, .threads = 1, .deep = 3, .live = live_new()};
    struct err e;
    a.job = (struct generate_job){.turns = 4,
                                  .nodes = 200000,
                                  .begin = 5,
                                  .growth = 4,
                                  .most = 320,
                                  .runner = new_runner,
                                  .proved = on_proved,
                                  .said = on_said,
                                  .tell = on_tell,
                                  .ctx = &a};
    cli_parse(&argp, options, argc, argv, &a);
    bool ok = run(&a, &e);
    if (a.explorer)
        explorer_close_sealed(a.explorer);
    lab_close(a.lab);
    free(a.usual);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
