/* `hexad net measure`: how often a net finds the moves of games, and the winner. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/describe.h"
#include "cli/net/net_verbs.h"
#include "net/learn/train.h"

struct args {
    const char *net, *kernels, *plot;
    long most;
    int threads;
    struct data_filter filter;
    bool all, hide, hide_ranks, tables, json;
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
    {"tables", 0, NULL, 0, "by phase of the game, by strength of the player, and what its chances are worth",
     0, TO_FLAG(struct args, tables)},
    {"plot", 0, "FILE", 0, "draw how often the move is among the first n, and results by chances, SVG", 0,
     TO_TEXT(struct args, plot)},
    OPTION_THREADS(struct args, threads, 't', TRAIN_SHARDS, "up to 4 (1)", 0),
    OPTION_NET_KERNELS(struct args, kernels),
    OPTION_JSON(struct args, json, 0),
    OPTION_END,
};

/* What was measured. */
struct measured {
    const struct net_file *net;
    const struct data *data;
    struct loss_score all;
    struct table *table;
};

/* The name of a phase, "20 to 39"; of a level; false for those without positions. */
static bool phase_name(const struct measured *m, int i, char out[DATA_LEVEL])
{
    int first, last;
    table_phase(i, &first, &last);
    if (last == INT_MAX)
        snprintf(out, DATA_LEVEL, "%d or more", first);
    else
        snprintf(out, DATA_LEVEL, "%d to %d", first, last);
    return m->table->phase[i].policies + m->table->phase[i].values > 0;
}

static bool level_name(const struct measured *m, int i, char out[DATA_LEVEL])
{
    snprintf(out, DATA_LEVEL, "not known");
    if (i > 0)
        m->data->game->level(i, out);
    return m->table->level[i].policies + m->table->level[i].values > 0;
}

static json_t *row_json(const char *name, const struct loss_sum *sum)
{
    struct loss_score s = loss_score(sum);
    return json_pack("{s:s, s:I, s:f, s:f, s:f, s:I, s:f, s:f}", "name", name, "positions",
                     (json_int_t)s.policies, "policy_loss", s.policy, "first", s.top[0], "in_ten",
                     s.top[LOSS_RANKS - 1], "values", (json_int_t)s.values, "value_loss", s.value,
                     "value_right", s.value_right);
}

static json_t *tables_json(const struct measured *m)
{
    json_t *phases = json_array(), *levels = json_array(), *chances = json_array();
    char name[DATA_LEVEL];
    for (int i = 0; i < TABLE_PHASES; i++)
        if (phase_name(m, i, name))
            json_array_append_new(phases, row_json(name, &m->table->phase[i]));
    for (int i = 0; i < TABLE_LEVELS; i++)
        if (level_name(m, i, name))
            json_array_append_new(levels, row_json(name, &m->table->level[i]));
    for (int i = 0; i < TABLE_TENTHS; i++) {
        const struct table_tenth *t = &m->table->tenth[i];
        double n = t->n ? (double)t->n : 1;
        json_array_append_new(chances, json_pack("{s:I, s:f, s:f}", "positions", (json_int_t)t->n, "told",
                                                 t->said / n, "won", t->won / n));
    }
    return json_pack("{s:o, s:o, s:o}", "phases", phases, "levels", levels, "chances", chances);
}

static void row_text(const char *name, const struct loss_sum *sum)
{
    struct loss_score s = loss_score(sum);
    printf("%16s %10llu %9.4f %8.2f%% %8.1f%%", name, (unsigned long long)s.policies, s.policy,
           100 * s.top[0], 100 * s.top[LOSS_RANKS - 1]);
    if (s.values)
        printf(" %10.4f %8.2f%%", s.value, 100 * s.value_right);
    putchar('\n');
}

static void tables_text(const struct measured *m)
{
    static const char head[] = "%16s  positions      loss    first   in ten value loss    right\n";
    char name[DATA_LEVEL];
    printf(head, "moves before");
    for (int i = 0; i < TABLE_PHASES; i++)
        if (phase_name(m, i, name))
            row_text(name, &m->table->phase[i]);
    printf(head, "who moves");
    for (int i = 0; i < TABLE_LEVELS; i++)
        if (level_name(m, i, name))
            row_text(name, &m->table->level[i]);
    if (m->all.values == 0)
        return;
    printf("%16s  positions     told      won      off\n", "chance");
    for (int i = 0; i < TABLE_TENTHS; i++) {
        const struct table_tenth *t = &m->table->tenth[i];
        double n = t->n ? (double)t->n : 1;
        printf("%10d to %2d%% %10llu %7.1f%% %7.1f%% %+8.1f\n", 10 * i, 10 * i + 10, (unsigned long long)t->n,
               100 * t->said / n, 100 * t->won / n, 100 * table_off(t));
    }
}

static void conclude(const struct args *a, const struct measured *m)
{
    const struct loss_score *s = &m->all;
    const char *net = m->net->net->name;
    size_t games = m->data->games[DATA_TEST];
    if (a->json) {
        json_t *j = net_score_json(s);
        json_object_update_new(j, json_pack("{s:s, s:s, s:I, s:I}", "net", net, "game", m->net->game, "games",
                                            (json_int_t)games, "twins", (json_int_t)m->data->twins));
        json_object_update_new(j, tables_json(m));
        describe_print_json(j);
        return;
    }
    struct buf b = BUF_EMPTY;
    net_score_text(s, &b);
    printf("%s on %zu games, %llu positions: %s\n", net, games, (unsigned long long)s->policies, buf_str(&b));
    printf("right among the first");
    for (int i = 0; i < LOSS_RANKS; i++)
        printf(" %d: %.1f%%%s", i + 1, 100 * s->top[i], i + 1 < LOSS_RANKS ? "," : "\n");
    buf_free(&b);
    if (a->tables)
        tables_text(m);
}

static bool plot(const char *path, const struct measured *m, struct err *e)
{
    struct buf b = BUF_EMPTY;
    table_svg(m->table, &m->all, m->net->net->name, &b);
    bool ok = file_write(path, b.text, b.len, e);
    buf_free(&b);
    return ok;
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
    ok = ok && net_fits(f.net, d, &e);
    if (ok) {
        struct measured m = {.net = &f, .data = d, .table = mem_zero(1, sizeof *m.table)};
        m.all = train_measure(f.net, k, d, f.parameter, (uint64_t)a.most, a.hide, a.hide_ranks, a.threads,
                              m.table);
        conclude(&a, &m);
        ok = !a.plot || plot(a.plot, &m, &e);
        free(m.table);
    }
    data_free(d);
    net_file_done(&f);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
