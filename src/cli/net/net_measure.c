/* `hexad net measure`: how often a net finds the moves of games, and the winner. */
#include <stdio.h>
#include <string.h>

#include "cli/describe.h"
#include "cli/net/net_verbs.h"
#include "net/learn/train.h"

struct args {
    const char *net, *kernels;
    long most;
    int threads;
    struct data_filter filter;
    bool all, hide, hide_ranks, json;
    struct files_arg files;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    if (key != ARGP_KEY_END)
        return ARGP_ERR_UNKNOWN;
    net_need_files(&a->files, state);
    return 0;
}

static const struct option_row options[] = {
    ARGUMENTS_FILES(struct args, files),
    {"net", 0, "FILE", 0,
     "a net of hexad net train (builtin: that of the program for Connect6, builtin:go that for Go)", 0,
     TO_TEXT(struct args, net)},
    {"all", 0, NULL, 0, "all games, not only those that a training keeps for the test", 0,
     TO_FLAG(struct args, all)},
    OPTION_NET_FILTER(struct args, filter),
    {"most", 0, "N", 0, "at most so many positions, spread evenly", 0,
     TO_LONG(struct args, most, 1, 1000000000)},
    {"hide", 0, NULL, 0, "hide the last moves: what does it see in the board alone?", 0,
     TO_FLAG(struct args, hide)},
    {"hide-ranks", 0, NULL, 0, "hide the players' ranks or ratings", 0, TO_FLAG(struct args, hide_ranks)},
    OPTION_THREADS(struct args, threads, 't', TRAIN_SHARDS, "up to 4 (1)", 0),
    OPTION_NET_KERNELS(struct args, kernels),
    OPTION_JSON(struct args, json, 0),
    OPTION_END,
};

static void conclude(const struct args *a, const struct net_file *f, const struct data *d,
                     const struct loss_score *s)
{
    if (a->json) {
        json_t *j = net_score_json(s);
        json_object_update_new(j, json_pack("{s:s, s:s, s:I, s:I}", "net", f->net->name, "game", f->game,
                                            "games", (json_int_t)d->games[DATA_TEST], "twins",
                                            (json_int_t)d->twins));
        describe_print_json(j);
        return;
    }
    struct buf b = BUF_EMPTY;
    net_score_text(s, &b);
    printf("%s on %zu games, %llu positions: %s\n", f->net->name, d->games[DATA_TEST],
           (unsigned long long)s->policies, buf_str(&b));
    printf("right among the first");
    for (int i = 0; i < LOSS_RANKS; i++)
        printf(" %d: %.1f%%%s", i + 1, 100 * s->top[i], i + 1 < LOSS_RANKS ? "," : "\n");
    buf_free(&b);
}

int net_measure(int argc, char **argv)
{
    static const struct argp argp = {NULL,
                                     parse,
                                     "FILE...",
                                     "Measures a net on games: how often the move that was played is its "
                                     "first choice, or among its first ten, and how "
                                     "often the side it thinks better won.\vOf the games only those count "
                                     "that `hexad net train` would keep for the test, "
                                     "unless --all is given.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.net = "builtin", .kernels = "auto", .threads = 1};
    struct net_file f;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    bool ok = net_load(a.net, "connect6", &f, &e);
    const struct net_kernels *k = ok ? net_find_kernels(a.kernels, &e) : NULL;
    struct data *d = k ? net_load_data(f.game, &a.filter, &a.files, a.all ? 1 : NET_TEST_IN, &e) : NULL;
    ok = d != NULL;
    if (ok && d->tests == 0)
        ok = err_set(&e, "none of these games is for the test (see --all)");
    if (ok) {
        struct loss_score s =
            train_measure(f.net, k, d, f.parameter, (uint64_t)a.most, a.hide, a.hide_ranks, a.threads);
        conclude(&a, &f, d, &s);
    }
    data_free(d);
    net_file_done(&f);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
