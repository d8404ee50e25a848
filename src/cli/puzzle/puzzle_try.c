/* `hexad puzzle try`: the engine's levels as solvers, to see whether ratings mean something. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/describe.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/puzzle/puzzle.h"
#include "connect/puzzle/grade.h"
#include "connect/puzzle/judge.h"
#include "play/chooser.h"

enum { KEY_LEVELS = 256, BANDS = 6, HASH_BYTES = 4 << 20 };

struct args {
    struct limits limit;
    const char *file;
    struct puzzle_of of;
    bool json;
    long step;
    int level[2];
    uint64_t seed;
};

static const struct option_row options[] = {
    ARGUMENT(struct args, file, NULL),
    OPTION_LIMIT(struct args, limit),
    OPTION_PUZZLE_OF(struct args, of),
    {"step", 0, "N", 0, "try one puzzle in N (1)", 0, TO_LONG(struct args, step, 1, 1000000)},
    {"levels", KEY_LEVELS, "A-B", 0, "the levels that try (1-8)", 0, OWN},
    OPTION_SEED(struct args, seed, "of what the levels do by chance (1)", 0),
    {"json", 'j', NULL, 0, "print JSON, with every attempt", 1, TO_FLAG(struct args, json)},
    OPTION_END,
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case KEY_LEVELS:
        puzzle_read_levels(state, arg, a->level);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* A level plays the puzzle through against the strongest defences: every turn of it must win by proof. */
static bool solves(struct chooser *c, struct judge *j, const struct puzzle *z, const struct deadline *until)
{
    struct err e;
    struct position *p = puzzle_position(z, &e);
    bool right = p != NULL, over = false;
    for (int left = z->turns; right && !over && left > -2 && !deadline_over(until); left--) {
        struct chooser_job job = {.limits = {.work.stop = until->stop}};
        struct squares turn = chooser_turn(c, p, &job, NULL);
        struct judgement v;
        right = judge_turn(j, p, z->kind, &turn, left > 1 ? left : 1, until, &v, &e) &&
                (v.verdict == JUDGE_WINS || v.verdict == JUDGE_LONGER || v.verdict == JUDGE_HOLDS);
        over = v.over || z->kind == PUZZLE_DEFENCE || v.defence.n == 0;
        for (int i = 0; i < turn.n && right && p->outcome == OUTCOME_OPEN; i++)
            position_place(p, turn.s[i]);
        for (int i = 0; i < v.defence.n && right && !over && p->outcome == OUTCOME_OPEN; i++)
            position_place(p, v.defence.s[i]);
        over = over || p->outcome != OUTCOME_OPEN;
    }
    position_free(p);
    return right && over;
}

/* What came out, by level and by band of ratings. */
struct tried {
    long n[BANDS], solved[LEVEL_FULL + 1][BANDS];
    int edge[BANDS + 1]; /* ratings at which the bands begin */
    json_t *list;
    bool stopped;
};

/* What its rating is made from; for the fit. */
static json_t *features_json(struct finder_seat *seat, const struct puzzle *z)
{
    struct puzzle p = *z;
    double value[GRADES] = {0};
    json_t *j = json_object();
    struct finder *f = seat_finder(seat, &z->before->rules);
    if (finder_examine(f, &p) == PUZZLE_FINE)
        grade_values(&p, finder_features(f), value);
    for (int i = 0; i < GRADES; i++)
        json_object_set_new(j, grade_names[i], json_real(value[i]));
    return j;
}

static void try_all(const struct args *a, const struct puzzle *const *l, size_t n,
                    const struct deadline *until, struct tried *out)
{
    struct live live = live_new();
    struct finder_seat seat = {.options = {.most = HUNT_DEPTH, .singles = HUNT_WIDEST, .until = *until}};
    for (size_t i = 0; i < n && !out->stopped; i++) {
        const struct puzzle *z = l[i];
        const struct rules *r = &z->before->rules;
        struct judge *j = judge_new(r);
        int band = (int)(i * BANDS / n);
        bool solved[LEVEL_FULL + 1] = {false};
        char text[80];
        snprintf(text, sizeof text, "%zu of %zu puzzles\n", i, n);
        live_draw(&live, text);
        for (int v = a->level[0]; v <= a->level[1] && !out->stopped; v++) {
            struct chooser_options o = {.engine = {.hash_bytes = HASH_BYTES},
                                        .level = level_of(v),
                                        .seed = rng_mix(a->seed + rng_mix(i + 1))};
            struct err e;
            struct chooser *c = chooser_new(r, &o, &e);
            solved[v] = c && solves(c, j, z, until);
            chooser_free(c);
            out->stopped = deadline_over(until);
        }
        judge_free(j);
        if (out->stopped)
            break;
        json_t *by = json_array();
        out->n[band]++;
        for (int v = a->level[0]; v <= a->level[1]; v++) {
            out->solved[v][band] += solved[v];
            json_array_append_new(by, json_boolean(solved[v]));
        }
        json_array_append_new(out->list, json_pack("{s:s, s:i, s:i, s:o, s:o}", "id", z->id, "rating",
                                                   z->rating, "turns", z->turns, "solved", by, "features",
                                                   features_json(&seat, z)));
    }
    live_clear(&live);
    finder_free(seat.finder);
}

static void print_table(const struct args *a, const struct tried *t)
{
    printf("level ");
    for (int b = 0; b < BANDS; b++)
        printf(" %5d-%-4d", t->edge[b], t->edge[b + 1]);
    printf("\n");
    for (int v = a->level[0]; v <= a->level[1]; v++) {
        printf("%5d ", v);
        for (int b = 0; b < BANDS; b++)
            printf(" %9.0f%%", t->n[b] ? 100 * (double)t->solved[v][b] / (double)t->n[b] : 0);
        printf("\n");
    }
    printf("tried ");
    for (int b = 0; b < BANDS; b++)
        printf(" %10ld", t->n[b]);
    printf("\n");
}

static int by_rating(const void *x, const void *y)
{
    const struct puzzle *a = *(const struct puzzle *const *)x, *b = *(const struct puzzle *const *)y;
    return a->rating != b->rating ? a->rating - b->rating : strcmp(a->id, b->id);
}

static void run(const struct args *a, const struct puzzles *l, const struct deadline *until)
{
    const struct puzzle **some = calloc(l->n + 1, sizeof *some);
    size_t n = 0, seen = 0;
    for (size_t i = 0; i < l->n && some; i++)
        if (puzzle_is_of(&l->at[i], &a->of) && seen++ % (size_t)a->step == 0)
            some[n++] = &l->at[i];
    struct tried t = {.list = json_array()};
    if (n) {
        qsort(some, n, sizeof *some, by_rating);
        for (int b = 0; b < BANDS; b++)
            t.edge[b] =
                some[((size_t)b * n + BANDS - 1) / BANDS < n ? ((size_t)b * n + BANDS - 1) / BANDS : n - 1]
                    ->rating;
        t.edge[BANDS] = some[n - 1]->rating;
        try_all(a, some, n, until, &t);
    }
    if (a->json)
        describe_print_json(json_pack("{s:i, s:i, s:b, s:O}", "from", a->level[0], "to", a->level[1],
                                      "interrupted", t.stopped, "puzzles", t.list));
    else
        print_table(a, &t);
    json_decref(t.list);
    free(some);
}

int puzzle_try(int argc, char **argv)
{
    static const struct argp argp = {NULL,
                                     parse,
                                     "[FILE]",
                                     "Lets the engine's levels solve the puzzles of FILE, or of the built-in "
                                     "collection, and prints the share that "
                                     "each solved, by rating. A puzzle is solved if every turn wins by proof "
                                     "against the strongest defence.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.step = 1, .level = {1, 8}, .seed = 1};
    struct puzzles l = PUZZLES_EMPTY;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    bool fine = puzzle_load(a.file, &l, &e);
    if (fine) {
        struct interrupt_watch watch;
        interrupt_watch(&watch);
        a.limit.stop = &watch.stop;
        struct deadline until = limits_from_now(&a.limit, CPU_PROCESS);
        run(&a, &l, &until);
        interrupt_done(&watch);
    }
    puzzles_free(&l);
    return fine ? EXIT_FINE : cli_fail(argv[0], &e);
}
