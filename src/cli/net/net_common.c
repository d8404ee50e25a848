/* What the verbs of `hexad net` share. */
#include <stdio.h>
#include <string.h>

#include "cli/net/net_verbs.h"
#include "go/record.h"
#include "net/builtin.h"
#include "net/learn/amx.h"
#include "net/learn/dnnl.h"

struct data *net_load_data(const char *game, const struct data_filter *filter, const struct files_arg *files,
                           int test_in, struct err *e)
{
    struct buf told = BUF_EMPTY;
    struct data *d = data_load(game, filter, files->n, files->path, test_in, &told, e);
    fputs(buf_str(&told), stderr);
    buf_free(&told);
    return d;
}

bool net_load(const char *path, const char *game, struct net_file *out, struct err *e)
{
    struct game_rules r;
    const struct data_game *of = data_game_of(game, &r, e);
    return of && net_open(path, of->kind->planes->builtin, out, e);
}

bool net_fits(const struct net *n, const struct data *d, struct err *e)
{
    const struct game_planes *planes = d->game->kind->planes;
    return game_planes_serve(planes, n->planes) ||
           err_set(e, "the net wants %d planes, there are %d", n->planes, planes->planes);
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
    return json_pack("{s:I, s:f, s:o, s:I, s:f, s:f, s:I, s:f, s:I, s:f}", "positions",
                     (json_int_t)s->policies, "policy_loss", s->policy, "top", top, "values",
                     (json_int_t)s->values, "value_loss", s->value, "value_right", s->value_right, "owners",
                     (json_int_t)s->owners, "owner_right", s->owner_right, "scores", (json_int_t)s->scores,
                     "score_off", NET_SCORE_UNIT * s->score);
}

void net_score_text(const struct loss_score *s, struct buf *out)
{
    buf_format(out, "policy %.4f, first %.2f%%, in five %.1f%%, in ten %.1f%%", s->policy, 100 * s->top[0],
               100 * s->top[4], 100 * s->top[9]);
    if (s->values)
        buf_format(out, "; value %.4f, right %.2f%%", s->value, 100 * s->value_right);
    if (s->owners)
        buf_format(out, "; of %llu the points' owners %.2f%%", (unsigned long long)s->owners,
                   100 * s->owner_right);
    if (s->scores)
        buf_format(out, ", of %llu the score off by %.1f", (unsigned long long)s->scores,
                   NET_SCORE_UNIT * s->score);
}
