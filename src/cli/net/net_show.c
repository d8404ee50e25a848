/* `hexad net show`: what a net or a training is, layer by layer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/describe.h"
#include "cli/net/net_verbs.h"
#include "connect/game/connect.h"
#include "net/builtin.h"
#include "net/learn/checkpoint.h"
#include "net/learn/curve.h"

struct args {
    const char *path, *curve;
    bool json;
};

static const struct option_row options[] = {
    ARGUMENT(struct args, path, NULL),
    {"curve", 'c', "FILE", 0, "of a training: draw its learning curve, SVG", 0, TO_TEXT(struct args, curve)},
    OPTION_JSON(struct args, json, 0),
    OPTION_END,
};

/* What there is to show; of the last ones any may be missing. */
struct shown {
    struct net *net;
    const char *builtin; /* the game by whose name it is inside the program */
    struct net_file file;
    struct checkpoint check;
    const char *game;
};

static const char *const op_names[] = {"convolution", "depthwise", "pooling", "value"};
static const char *const bias_names[] = {"none", "channel", "point"};
static const char *const tying_names[] = {"none", "isotropic", "p4m"};

static json_t *layers_json(const struct net *n)
{
    json_t *list = json_array();
    for (int i = 0; i < n->layers; i++) {
        const struct net_layer *l = &n->layer[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:i, s:i, s:i, s:s, s:b, s:i, s:i, s:I}", "op",
                                        op_names[l->op], "in", l->in, "out", l->out, "size", l->size, "bias",
                                        bias_names[l->bias], "relu", l->relu, "from", l->from, "skip",
                                        l->skip, "weights", (json_int_t)(l->weights + l->biases)));
    }
    return list;
}

static json_t *curve_json(const struct train_state *s)
{
    json_t *list = json_array();
    for (size_t i = 0; i < s->marks; i++) {
        const struct train_mark *m = &s->curve[i];
        json_array_append_new(
            list,
            json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "samples", (json_int_t)m->samples,
                      "learn_policy_loss", m->learn_policy, "learn_first", m->learn_first, "test_policy_loss",
                      m->test_policy, "test_first", m->test_first, "test_ten", m->test_ten, "test_value_loss",
                      m->test_value, "test_value_right", m->test_value_right, "seconds", m->seconds));
    }
    return list;
}

static json_t *shown_json(const struct shown *s)
{
    const struct net *n = s->net;
    json_t *j = json_pack("{s:s, s:i, s:i, s:i, s:b, s:s, s:I, s:I, s:f, s:o}", "net", n->name, "planes",
                          n->planes, "width", n->width, "height", n->height, "any_board", n->any_board,
                          "tying", tying_names[n->tying], "weights", (json_int_t)n->weights, "parameters",
                          (json_int_t)n->parameters, "flops", net_flops(n, n->width * n->height), "layers",
                          layers_json(n));
    if (s->game)
        json_object_set_new(j, "game", json_string(s->game));
    if (s->builtin)
        json_object_set_new(j, "builtin", json_string(s->builtin));
    if (s->check.state)
        json_object_update_new(
            j, json_pack("{s:I, s:I, s:f, s:o}", "samples",
                         (json_int_t)(s->check.state->steps * (uint64_t)s->check.options.batch), "of",
                         (json_int_t)s->check.options.samples, "seconds", s->check.state->seconds, "curve",
                         curve_json(s->check.state)));
    return j;
}

static void print_text(const struct shown *s)
{
    const struct net *n = s->net;
    if (s->builtin)
        printf("Inside the program for %s: ", s->builtin);
    printf("%s%s%s: %d planes of %dx%d%s, tied: %s; %zu parameters for %zu weights, %.1f million operations "
           "a position\n",
           n->name, s->game ? " for " : "", s->game ? s->game : "", n->planes, n->width, n->height,
           n->any_board ? " or any board" : "", tying_names[n->tying], n->parameters, n->weights,
           net_flops(n, n->width * n->height) / 1e6);
    for (int i = 0; i < n->layers; i++) {
        const struct net_layer *l = &n->layer[i];
        char from[12] = "planes";
        if (l->from != NET_PLANES)
            snprintf(from, sizeof from, "%d", l->from);
        printf("%3d  %-11s %dx%d  %3d -> %3d  from %-6s", i, op_names[l->op], l->size, l->size, l->in, l->out,
               from);
        if (l->skip != NET_NONE)
            printf("  + %d", l->skip);
        printf("%s%s\n", l->bias == NET_BIAS_POINT ? "  biases by point" : "", l->relu ? "  ReLU" : "");
    }
    if (!s->check.state)
        return;
    printf("%" PRIu64 " of %" PRIu64 " positions, %.0f s of processor time\n",
           s->check.state->steps * (uint64_t)s->check.options.batch, s->check.options.samples,
           s->check.state->seconds);
    printf("  positions  learned: loss first   test: loss first  ten   value right\n");
    for (size_t i = 0; i < s->check.state->marks; i++) {
        const struct train_mark *m = &s->check.state->curve[i];
        printf("%11" PRIu64 "       %.4f %5.1f       %.4f %5.1f %5.1f  %.4f %5.1f\n", m->samples,
               m->learn_policy, 100 * m->learn_first, m->test_policy, 100 * m->test_first, 100 * m->test_ten,
               m->test_value, 100 * m->test_value_right);
    }
}

/* A net's file, a training's, or the name of an architecture, which is shown for Connect6. */
static bool load(const char *path, struct shown *s, struct err *e)
{
    const struct rules *usual = &rules_names[0].rules;
    char *bytes;
    size_t len;
    struct err other;
    s->net = net_new(path, connect_game_planes.planes, usual->m, usual->n, &other);
    if (s->net)
        return true;
    if (!file_read(path, &bytes, &len, e))
        return false;
    bool training = len > 14 && memcmp(bytes, "hexad training", 14) == 0;
    bool ok = training ? checkpoint_read(bytes, len, &s->check, e) : net_file_read(bytes, len, &s->file, e);
    free(bytes);
    s->net = training ? s->check.net : s->file.net;
    s->game = training ? s->check.game : s->file.game;
    return ok || err_prefix(e, "%s", path);
}

static bool show(const struct args *a, struct shown *s, struct err *e)
{
    if (!load(a->path, s, e))
        return false;
    if (a->curve) {
        struct buf b = BUF_EMPTY;
        if (!s->check.state)
            return err_set(e, "%s is no training, and has no curve", a->path);
        curve_svg(s->check.state, s->net->name, &b);
        bool ok = file_write(a->curve, b.text, b.len, e);
        buf_free(&b);
        if (!ok)
            return false;
    }
    if (a->json)
        describe_print_json(shown_json(s));
    else
        print_text(s);
    return true;
}

static void done(struct shown *s)
{
    if (!s->game)
        net_free(s->net);
    net_file_done(&s->file);
    checkpoint_done(&s->check);
}

/* Those inside the program; as JSON a list. */
static bool show_builtin(const struct args *a, struct err *e)
{
    const char *game;
    if (a->curve)
        return err_set(e, "--curve is for trainings: which? (FILE.train)");
    json_t *list = json_array();
    for (int i = 0; (game = net_builtin_game(i)); i++) {
        struct shown s = {.builtin = game};
        if (!net_builtin(game, &s.file, e)) {
            json_decref(list);
            return false;
        }
        s.net = s.file.net;
        s.game = s.file.game;
        if (a->json)
            json_array_append_new(list, shown_json(&s));
        else
            print_text(&s);
        done(&s);
    }
    if (a->json)
        describe_print_json(list);
    else
        json_decref(list);
    return true;
}

int net_show(int argc, char **argv)
{
    static const struct argp argp = {NULL,
                                     NULL,
                                     "[FILE|NAME]",
                                     "Shows what a net or a training is, layer by layer: of a file, by the "
                                     "name of an architecture, or those inside the program.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {0};
    struct shown s = {.net = NULL};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    bool ok = a.path ? show(&a, &s, &e) : show_builtin(&a, &e);
    done(&s);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
