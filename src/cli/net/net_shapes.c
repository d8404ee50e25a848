/* `hexad net shapes`: what the shapes of Go's playouts are worth, from games. */
#include <stdio.h>

#include "base/file.h"
#include "cli/describe.h"
#include "cli/net/net_verbs.h"
#include "net/learn/go_shapes.h"

enum { SIZE = 19 };

struct args {
    const char *out;
    struct data_filter filter;
    bool json;
    struct files_arg files;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    if (key != ARGP_KEY_END)
        return ARGP_ERR_UNKNOWN;
    net_need_files(&a->files, state);
    if (!a->out)
        argp_failure(state, EXIT_USAGE, 0, "where to? -o FILE");
    return 0;
}

static const struct option_row options[] = {
    ARGUMENTS_FILES(struct args, files),
    {"output", 'o', "FILE", 0, "write the weights to FILE, as the C text that is built in", 0,
     TO_TEXT(struct args, out)},
    OPTION_NET_FILTER(struct args, filter),
    OPTION_JSON(struct args, json, 0),
    OPTION_END,
};

static void tell(const struct args *a, size_t games, const struct go_shapes_score *s)
{
    if (a->json)
        describe_print_json(json_pack(
            "{s:I, s:I, s:I, s:f, s:{s:f, s:f}, s:{s:f, s:f}}", "games", (json_int_t)games, "positions",
            (json_int_t)s->positions, "beside", (json_int_t)s->beside, "diagonal", s->diagonal, "near",
            "before", s->near.before, "now", s->near.now, "far", "before", s->far.before, "now", s->far.now));
    else
        printf(
            "%zu games, %zu positions, %zu answers beside the last move: loss %.4f, %.4f before; elsewhere "
            "%.4f, %.4f before; diagonal places are worth %.2f\n",
            games, s->positions, s->beside, s->near.now, s->near.before, s->far.now, s->far.before,
            s->diagonal);
}

int net_shapes(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        parse,
        "FILE...",
        "Learns from games of Go on 19x19 what shapes of 3x3 points are worth in playouts.\vFiles are SGF, "
        "or "
        "folders of them. The weights inside the program are src/go/shapes.inc, made so.",
        NULL,
        NULL,
        NULL};
    struct args a = {0};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    struct data_go_filter filter = {
        .size = SIZE, .rank = a.filter.rank, .no_handicap = a.filter.even, .without = a.filter.without};
    struct data_go_source *s = data_go_source(&filter);
    bool ok = true;
    for (int i = 0; ok && i < a.files.n; i++)
        ok = data_go_add(s, a.files.path[i], &e);
    if (ok && data_go_count(s)->games == 0)
        ok = err_set(&e, "no games of Go on %dx%d", SIZE, SIZE);
    if (ok) {
        struct go_shapes *x = go_shapes_new(s);
        struct go_shapes_score score;
        struct buf text = BUF_EMPTY;
        go_shapes_learn(x, &score);
        go_shapes_write(x, &text);
        ok = file_write(a.out, text.text, text.len, &e);
        if (ok)
            tell(&a, data_go_count(s)->games, &score);
        buf_free(&text);
        go_shapes_free(x);
    }
    data_go_source_free(s);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
