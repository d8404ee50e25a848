/* Nets for other programs: a protobuf whose parts fill it exactly, with every weight of the net in it. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "net/learn/onnx.h"

struct message {
    const uint8_t *at, *end;
};

static uint64_t varint(struct message *m)
{
    uint64_t x = 0;
    for (int shift = 0;; shift += 7) {
        assert_true(m->at < m->end && shift < 64);
        x |= (uint64_t)(*m->at & 127) << shift;
        if (!(*m->at++ & 128))
            return x;
    }
}

/* The next field: its number, and its bytes if it has any, its value otherwise. False at the end. */
static bool next(struct message *m, int *field, struct message *inside, uint64_t *value)
{
    if (m->at == m->end)
        return false;
    uint64_t key = varint(m);
    *field = (int)(key >> 3);
    *inside = (struct message){NULL, NULL};
    *value = 0;
    if ((key & 7) == 2) {
        uint64_t len = varint(m);
        assert_true(len <= (uint64_t)(m->end - m->at));
        *inside = (struct message){m->at, m->at + len};
        m->at += len;
    } else {
        assert_int_equal(key & 7, 0);
        *value = varint(m);
    }
    return true;
}

static bool is(const struct message *m, const char *text)
{
    return (size_t)(m->end - m->at) == strlen(text) && memcmp(m->at, text, strlen(text)) == 0;
}

/* Floats of an initializer (TensorProto: data_type is 2, float_data 4, raw_data 9). */
static size_t floats(struct message tensor)
{
    int field;
    struct message inside;
    uint64_t value, type = 0;
    size_t bytes = 0;
    while (next(&tensor, &field, &inside, &value)) {
        type = field == 2 ? value : type;
        if (field == 4 || field == 9)
            bytes += (size_t)(inside.end - inside.at);
    }
    return type == 1 ? bytes / sizeof(float) : 0;
}

/* ValueInfoProto: its name is 1. */
static bool named(struct message info, const char *name)
{
    int field;
    struct message inside;
    uint64_t value;
    while (next(&info, &field, &inside, &value))
        if (field == 1 && is(&inside, name))
            return true;
    return false;
}

static void check_graph(struct message graph, const struct net *n, bool valued)
{
    int field, nodes = 0, inputs = 0, policies = 0, values = 0, owners = 0;
    size_t numbers = 0;
    struct message inside;
    uint64_t value;
    while (next(&graph, &field, &inside, &value)) {
        nodes += field == 1;
        numbers += field == 5 ? floats(inside) : 0;
        inputs += field == 11 && named(inside, "planes");
        policies += field == 12 && named(inside, "policy");
        values += field == 12 && named(inside, "value");
        owners += field == 12 && (named(inside, "owner") || named(inside, "score"));
    }
    assert_true(nodes > 3);
    assert_int_equal(inputs, 1);
    assert_int_equal(policies, 1);
    assert_int_equal(values, valued);
    assert_int_equal(owners, n->owner == NET_NONE ? 0 : 2);
    assert_true(numbers >= n->weights); /* and what constants there are */
    assert_true(numbers <= n->weights + 1000);
}

static void models_are_whole(void **state)
{
    (void)state;
    static const char *const names[] = {"1x8", "m3x16", "3x16-sym", "r2x16v24", "r2x16v24o"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct err e;
        struct net_file f = {net_new(names[i], 5, 9, 9, &e), NULL, "9,9,5,2,1"};
        if (!f.net)
            fail_msg("%s", e.text);
        f.parameter = mem_zero(f.net->parameters, sizeof *f.parameter);
        struct buf b = BUF_EMPTY;
        onnx_write(&f, &b);
        struct message m = {(const uint8_t *)b.text, (const uint8_t *)b.text + b.len}, inside;
        int field, graphs = 0;
        uint64_t value, version = 0;
        while (next(&m, &field, &inside, &value)) {
            version = field == 1 ? value : version;
            if (field == 7) {
                graphs++;
                check_graph(inside, f.net, f.net->value != NET_NONE);
            }
        }
        assert_int_equal(graphs, 1);
        assert_int_equal(version, 8);
        buf_free(&b);
        net_file_done(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
