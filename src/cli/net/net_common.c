/* What the verbs of `hexad net` share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/net/net_verbs.h"
#include "connect/game/connect.h"
#include "connect/game/planes.h"
#include "game/planes.h"
#include "go/game.h"
#include "go/planes.h"
#include "net/builtin.h"
#include "net/learn/amx.h"
#include "net/learn/connect.h"
#include "net/learn/dnnl.h"
#include "net/learn/go.h"

bool net_is_go(const char *game)
{
    return strncmp(game, "go", 2) == 0 && strncmp(game, "gomoku", 6) != 0;
}

bool net_game_name(const char *text, char out[NET_GAME], int *planes, int *width, int *height, struct err *e)
{
    struct go_rules go;
    if (net_is_go(text)) {
        if (!go_rules_parse(text, &go, e))
            return false;
        snprintf(out, NET_GAME, "go%d", go.size); /* komi and ko are no matter to it */
        *planes = GO_PLANES;
        *width = *height = go.size;
        return true;
    }
    struct rules r;
    char numbers[RULES_TEXT];
    if (!rules_parse(text, &r, e))
        return false;
    snprintf(out, NET_GAME, "%s", rules_numbers(&r, numbers));
    *planes = CONNECT_PLANES;
    *width = r.m;
    *height = r.n;
    return true;
}

static struct data *load_connect(const char *game, const struct files_arg *files, int test_in, struct err *e)
{
    struct rules r;
    if (!rules_parse(game, &r, e))
        return NULL;
    struct tune_games *g = tune_games_new(&r);
    bool ok = true;
    for (int i = 0; ok && i < files->n; i++)
        ok = tune_games_load(g, files->path[i], e);
    if (!ok) {
        tune_games_free(g);
        return NULL;
    }
    return data_new(&data_connect, data_connect_source(g), r.m, r.n, test_in);
}

static struct data *load_go(const char *game, const struct net_filter *filter, const struct files_arg *files,
                            int test_in, struct err *e)
{
    struct go_rules r;
    if (!go_rules_parse(game, &r, e))
        return NULL;
    struct data_go_source *s = data_go_source(
        &(struct data_go_filter){.size = r.size, .rank = filter->rank, .no_handicap = filter->even});
    bool ok = true;
    for (int i = 0; ok && i < files->n; i++)
        ok = data_go_add(s, files->path[i], e);
    if (!ok) {
        data_go_source_free(s);
        return NULL;
    }
    const struct data_go_count *c = data_go_count(s);
    fprintf(stderr, "%zu games of %zu files; left out %zu by the filter", c->games, c->files, c->other);
    for (int f = GO_FINE + 1; f < GO_FAULTS; f++)
        if (c->faults[f])
            fprintf(stderr, ", %zu cut or left out for %s", c->faults[f], go_fault_name((enum go_fault)f));
    fputc('\n', stderr);
    return data_new(&data_go, s, r.size, r.size, test_in);
}

struct data *net_load_data(const char *game, const struct net_filter *filter, const struct files_arg *files,
                           int test_in, struct err *e)
{
    struct data *d =
        net_is_go(game) ? load_go(game, filter, files, test_in, e) : load_connect(game, files, test_in, e);
    if (d && d->learns + d->tests == 0) {
        err_set(e, "no positions to learn from in these games");
        data_free(d);
        return NULL;
    }
    return d;
}

bool net_load(const char *path, const char *game, struct net_file *out, struct err *e)
{
    return net_open(path, (net_is_go(game) ? &go_game_planes : &connect_game_planes)->builtin, out, e);
}

const struct net_kernels *net_find_kernels(const char *name, struct err *e)
{
    if (strcmp(name, "plain") == 0)
        return &net_kernels_plain;
    if (strcmp(name, "amx") == 0)
        return amx_kernels(e);
    const struct net_kernels *k = dnnl_kernels(e);
    if (k || strcmp(name, "onednn") == 0)
        return k;
    fprintf(stderr, "hexad net: without oneDNN, which would be some ten times faster: %s\n", e->text);
    return &net_kernels_plain;
}

void net_kernels_read(void *name, char *text, struct argp_state *state)
{
    static const char *const names[] = {"auto", "onednn", "amx", "plain"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            *(const char **)name = names[i];
            return;
        }
    argp_error(state, "--kernels is '%s', must be auto, onednn, amx or plain", text);
}

void net_rank_read(void *rank, char *text, struct argp_state *state)
{
    int *to = rank;
    *to = go_rank_plane(go_rank_parse(text));
    if (*to == 0)
        argp_error(state, "--rank is '%s', must be 1d to 9d", text);
}

void net_need_files(const struct files_arg *files, struct argp_state *state)
{
    if (files->n == 0)
        argp_failure(state, EXIT_USAGE, 0, "which games? (and see --help)");
}

json_t *net_score_json(const struct loss_score *s)
{
    json_t *top = json_array();
    for (int i = 0; i < LOSS_RANKS; i++)
        json_array_append_new(top, json_real(s->top[i]));
    return json_pack("{s:I, s:f, s:o, s:I, s:f, s:f}", "positions", (json_int_t)s->policies, "policy_loss",
                     s->policy, "top", top, "values", (json_int_t)s->values, "value_loss", s->value,
                     "value_right", s->value_right);
}

void net_score_text(const struct loss_score *s, struct buf *out)
{
    buf_format(out, "policy %.4f, first %.2f%%, in five %.1f%%, in ten %.1f%%", s->policy, 100 * s->top[0],
               100 * s->top[4], 100 * s->top[9]);
    if (s->values)
        buf_format(out, "; value %.4f, right %.2f%%", s->value, 100 * s->value_right);
}
