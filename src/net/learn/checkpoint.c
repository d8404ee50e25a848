/* Trainings in files; see checkpoint.h. */
#include "net/learn/checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"

static const char magic[] = "hexad training 1\n";
static const double most = 1e15;

/* The numbers of the head: name, member, type of it, limits. */
#define NUMBERS(N)                                        \
    N("samples", options.samples, uint64_t, 1, most)      \
    N("batch", options.batch, int, TRAIN_SHARDS, 1 << 20) \
    N("rate", options.rate, float, 0, 1000)               \
    N("constant", options.constant, bool, 0, 1)           \
    N("momentum", options.momentum, float, 0, 1)          \
    N("clip", options.clip, float, 0, 1e9)                \
    N("decay", options.decay, float, 0, 1)                \
    N("average", options.average, float, 0, 1)            \
    N("value", options.value, float, 0, 1000)             \
    N("hide", options.hide, float, 0, 1)                  \
    N("test", options.test, int, 0, 1 << 30)              \
    N("every", options.every, uint64_t, 1, most)          \
    N("seed", options.seed, uint64_t, 0, most)            \
    N("learns", learns, uint64_t, 1, most)

#define STATE_NUMBERS(N)                                     \
    N("steps", steps, uint64_t, 0, most)                     \
    N("seconds", seconds, double, 0, 1e12)                   \
    N("policies", learned.policies, uint64_t, 0, most)       \
    N("values", learned.values, uint64_t, 0, most)           \
    N("decided", learned.decided, uint64_t, 0, most)         \
    N("policy_loss", learned.policy, double, 0, most)        \
    N("value_loss", learned.value, double, 0, most)          \
    N("value_weight", learned.value_weight, double, 0, most) \
    N("first", learned.rank[0], uint64_t, 0, most)           \
    N("value_right", learned.value_right, uint64_t, 0, most)

/* Options that trainings begun before there was such a thing do not say: name, member, type of it, what it was then, limits. */
#define LATER_NUMBERS(N)                        \
    N("hide_ranks", hide_ranks, float, 0, 0, 1) \
    N("score", score, float, 0, 0, 1000)        \
    N("owner", owner, float, 0, 0, 1000)        \
    N("few", few, float, 1, 0, 1)               \
    N("halvings", halvings, int, 0, 0, TRAIN_HALVINGS_MOST)

enum { MARK_NUMBERS = 12 };

static void mark_numbers(struct train_mark *m, double *x[MARK_NUMBERS - 1])
{
    double *all[] = {&m->learn_policy,     &m->learn_value,      &m->learn_first, &m->test_policy,
                     &m->test_value,       &m->test_first,       &m->test_ten,    &m->seconds,
                     &m->test_value_right, &m->test_owner_right, &m->test_score};
    memcpy(x, all, sizeof all);
}

bool checkpoint_save(const char *path, const struct checkpoint *c, struct err *e)
{
    struct buf b = BUF_EMPTY;
    const struct train_state *s = c->state;
    net_head_write(magic, c->game, c->net, &b);
#define WRITE(name, member, type, low, high) buf_format(&b, name " %.17g\n", (double)c->member);
    NUMBERS(WRITE)
#undef WRITE
#define WRITE(name, member, type, low, high) buf_format(&b, name " %.17g\n", (double)s->member);
    STATE_NUMBERS(WRITE)
#undef WRITE
#define WRITE(name, member, type, usual, low, high) \
    buf_format(&b, name " %.17g\n", (double)c->options.member);
    LATER_NUMBERS(WRITE)
#undef WRITE
    buf_format(&b, "marks %zu\n", s->marks);
    for (size_t i = 0; i < s->marks; i++) {
        double *x[MARK_NUMBERS - 1];
        mark_numbers(&s->curve[i], x);
        buf_format(&b, "mark%zu %" PRIu64, i, s->curve[i].samples);
        for (int k = 0; k < MARK_NUMBERS - 1; k++)
            buf_format(&b, " %.9g", *x[k]);
        buf_char(&b, '\n');
    }
    buf_char(&b, '\n');
    net_numbers_write(s->parameter, s->parameters, NET_F32, &b);
    net_numbers_write(s->velocity, s->parameters, NET_F32, &b);
    net_numbers_write(s->average, s->parameters, NET_F32, &b);
    net_checksum_write(&b);
    bool ok = file_write(path, b.text, b.len, e);
    buf_free(&b);
    return ok;
}

static bool read_numbers(const struct net_head *h, struct checkpoint *c, struct err *e)
{
    double v;
#define READ(name, member, type, low, high)          \
    if (!net_head_number(h, name, low, high, &v, e)) \
        return false;                                \
    c->member = (type)v;
    NUMBERS(READ)
#undef READ
#define READ(name, member, type, low, high)          \
    if (!net_head_number(h, name, low, high, &v, e)) \
        return false;                                \
    c->state->member = (type)v;
    STATE_NUMBERS(READ)
#undef READ
    char text[64];
#define READ(name, member, type, usual, low, high)                                                \
    v = usual;                                                                                    \
    if (net_head_text(h, name, text, sizeof text) && !net_head_number(h, name, low, high, &v, e)) \
        return false;                                                                             \
    c->options.member = (type)v;
    LATER_NUMBERS(READ)
#undef READ
    if (c->options.batch % TRAIN_SHARDS)
        return err_set(e, "'batch' must be a multiple of %d", TRAIN_SHARDS);
    return true;
}

static bool read_curve(const struct net_head *h, struct train_state *s, struct err *e)
{
    double marks;
    if (!net_head_number(h, "marks", 0, 1e5, &marks, e))
        return false;
    for (size_t i = 0; i < (size_t)marks; i++) {
        char name[32], text[400], *at = text;
        struct train_mark m;
        double *x[MARK_NUMBERS - 1];
        snprintf(name, sizeof name, "mark%zu", i);
        if (!net_head_text(h, name, text, sizeof text))
            return err_set(e, "no '%s' in the head", name);
        mark_numbers(&m, x);
        m.samples = strtoull(at, &at, 10);
        for (int k = 0; k < MARK_NUMBERS - 1; k++)
            *x[k] = strtod(at, &at);
        s->curve = mem_grow(s->curve, &s->room, s->marks + 1, sizeof *s->curve);
        s->curve[s->marks++] = m;
    }
    return true;
}

static bool read_rest(const struct net_head *h, struct checkpoint *c, struct err *e)
{
    size_t n = c->net->parameters, bytes = n * sizeof(float);
    c->state = train_state_new(c->net, 0);
    if (!read_numbers(h, c, e) || !read_curve(h, c->state, e))
        return false;
    if (h->rest_len != 3 * bytes)
        return err_set(e, "%zu bytes of vectors, must be %zu", h->rest_len, 3 * bytes);
    return (net_numbers_read(h->rest, n, NET_F32, c->state->parameter) &&
            net_numbers_read(h->rest + bytes, n, NET_F32, c->state->velocity) &&
            net_numbers_read(h->rest + 2 * bytes, n, NET_F32, c->state->average)) ||
           err_set(e, "a parameter is no number");
}

bool checkpoint_read(const char *bytes, size_t len, struct checkpoint *out, struct err *e)
{
    struct net_head head;
    *out = (struct checkpoint){.net = NULL};
    out->net = net_head_open(bytes, len, magic, &head, out->game, e);
    if (out->net && read_rest(&head, out, e))
        return true;
    checkpoint_done(out);
    return false;
}

bool checkpoint_load(const char *path, struct checkpoint *out, struct err *e)
{
    char *bytes;
    size_t len;
    *out = (struct checkpoint){.net = NULL};
    if (!file_read(path, &bytes, &len, e))
        return false;
    bool ok = checkpoint_read(bytes, len, out, e) || err_prefix(e, "%s", path);
    free(bytes);
    return ok;
}

void checkpoint_done(struct checkpoint *c)
{
    net_free(c->net);
    train_state_free(c->state);
    *c = (struct checkpoint){.net = NULL};
}
