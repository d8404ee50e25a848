/* `hexad puzzle import`: puzzles from elsewhere are worked out and checked; collections joined and converted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/describe.h"
#include "cli/files_arg.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/puzzle/puzzle.h"
#include "connect/puzzle/collection.h"

struct args {
    struct limits limit;
    const char *out, *embed;
    uint64_t nodes;
    bool trust, json;
    struct files_arg files;
};

static const struct option_row options[] = {
    OPTION_LIMIT(struct args, limit),
    ARGUMENTS_FILES(struct args, files),
    {"output", 'o', "FILE", 0, "write the puzzles to FILE: SGF if its name ends so, else JSON lines", 0,
     TO_TEXT(struct args, out)},
    {"embed", 0, "FILE", 0, "write them to FILE as the C text that is built into the program", 0,
     TO_TEXT(struct args, embed)},
    {"trust", 0, NULL, 0, "convert only: take what the files say, work nothing out", 0,
     TO_FLAG(struct args, trust)},
    OPTION_NODES(struct args, nodes, 0, "of the search for the shortest win of a puzzle (4000000)", 1),
    OPTION_JSON(struct args, json, 1),
    OPTION_END,
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_END:
        if (!a->files.n || (!a->out && !a->embed))
            argp_failure(state, EXIT_USAGE, 0, "which files, and where to? FILE... -o FILE (and see --help)");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int by_rating(const void *x, const void *y)
{
    const struct puzzle *a = x, *b = y;
    return a->rating != b->rating ? a->rating - b->rating : strcmp(a->id, b->id);
}

/* Works a puzzle out; ratings that people made stay. */
static enum puzzle_reason work_out(struct finder *f, struct puzzle *p)
{
    struct puzzle old = *p;
    enum puzzle_reason why = finder_examine(f, p);
    if (old.plays) {
        p->rating = old.rating;
        p->deviation = old.deviation;
        p->plays = old.plays;
    }
    if (!p->id[0])
        puzzle_name(p);
    return why;
}

/* Keeps the puzzles that are some, no two alike; returns how many were refused. */
static size_t sift(const struct args *a, struct puzzles *l, const struct deadline *until)
{
    struct live live = live_new();
    struct finder_seat seat = {
        .options = {.most = HUNT_DEPTH, .nodes = a->nodes, .singles = HUNT_WIDEST, .until = *until}};
    uint64_t *shape = calloc(l->n + 1, sizeof *shape);
    size_t n = 0, refused = 0;
    for (size_t i = 0; i < l->n; i++) {
        struct puzzle *p = &l->at[i];
        char text[80];
        snprintf(text, sizeof text, "%zu of %zu puzzles\n", i, l->n);
        live_draw(&live, text);
        enum puzzle_reason why = a->trust ? PUZZLE_FINE : work_out(seat_finder(&seat, &p->before->rules), p);
        uint64_t s = why == PUZZLE_FINE ? finder_shape(p) : 0;
        for (size_t j = 0; j < n && why == PUZZLE_FINE; j++)
            why = shape[j] == s ? REASON_DUPLICATE : why;
        if (why == PUZZLE_FINE) {
            shape[n] = s;
            l->at[n++] = *p;
            continue;
        }
        live_clear(&live);
        fprintf(stderr, "hexad puzzle import: %s: %s\n", p->id, puzzle_reason_text(why));
        puzzle_done(p);
        refused++;
    }
    live_clear(&live);
    l->n = n;
    free(shape);
    finder_free(seat.finder);
    return refused;
}

/* The bytes as C text. */
static bool embed(const struct puzzles *l, const char *path, struct err *e)
{
    struct buf bytes = BUF_EMPTY, text = BUF_EMPTY;
    bool fine = collection_pack(l, &bytes, e);
    buf_format(&text, "/* %zu puzzles. Written by `hexad puzzle import --embed`; not for hands. */\n", l->n);
    for (size_t i = 0; i < bytes.len; i++)
        buf_format(&text, "%d,%s", (unsigned char)bytes.text[i], i % 32 == 31 ? "\n" : "");
    buf_char(&text, '\n');
    fine = fine && file_write(path, buf_str(&text), text.len, e);
    buf_free(&bytes);
    buf_free(&text);
    return fine;
}

int puzzle_import(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        parse,
        "FILE...",
        "Reads puzzles from FILEs (JSON lines or SGF), works out their shortest wins, keys, themes and "
        "ratings, "
        "proves them, and writes those that are puzzles, in order of rating. Near-duplicates are left out.\v"
        "An SGF game is a puzzle at its last set-up, or at its end if it has none. Exit status 1: some were "
        "refused.",
        NULL,
        NULL,
        NULL};
    struct args a = {0};
    struct puzzles l = PUZZLES_EMPTY;
    struct err e;
    bool fine = true;
    cli_parse(&argp, options, argc, argv, &a);
    for (int i = 0; i < a.files.n && fine; i++)
        fine = puzzle_load(a.files.path[i], &l, &e);
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.limit.stop = &watch.stop;
    struct deadline until = limits_from_now(&a.limit, CPU_PROCESS);
    size_t refused = fine ? sift(&a, &l, &until) : 0;
    interrupt_done(&watch);
    if (fine && l.n)
        qsort(l.at, l.n, sizeof *l.at, by_rating);
    fine = fine && (!a.out || puzzle_save(&l, a.out, &e)) && (!a.embed || embed(&l, a.embed, &e));
    if (fine && a.json)
        describe_print_json(
            json_pack("{s:I, s:I}", "puzzles", (json_int_t)l.n, "refused", (json_int_t)refused));
    else if (fine)
        printf("%zu puzzles, %zu refused\n", l.n, refused);
    puzzles_free(&l);
    return !fine ? cli_fail(argv[0], &e) : refused ? EXIT_NO : EXIT_FINE;
}
