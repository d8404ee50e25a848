/* Fuzzes the readers of nets and trainings: whatever the bytes are, they are refused, or are a net that can be written
 * again and run. The checksum is put right first: no mutation would get past it. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "net/infer.h"
#include "net/learn/checkpoint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(const struct net_file *f)
{
    const struct net *n = f->net;
    size_t points = (size_t)(n->width * n->height);
    if (points > 100 || n->weights > 100000)
        return;
    struct net_infer *i = net_infer_new(n, f->parameter, n->width, n->height, NET_INFER_BEST);
    uint8_t *planes = mem_zero(points * (size_t)n->planes, 1);
    float *policy = mem_zero(points, sizeof *policy);
    for (size_t k = 0; k < points * (size_t)n->planes; k += 3)
        planes[k] = 1;
    net_infer_run(i, planes, 1, policy);
    net_infer_free(i);
    free(planes);
    free(policy);
}

static void read_net(const struct buf *b)
{
    struct net_file f, again;
    struct err e;
    if (!net_file_read(b->text, b->len, &f, &e))
        return;
    struct buf back = BUF_EMPTY;
    net_file_write(&f, NET_F32, &back);
    if (!net_file_read(back.text, back.len, &again, &e) ||
        memcmp(f.parameter, again.parameter, f.net->parameters * sizeof *f.parameter) != 0)
        abort();
    run(&f);
    buf_free(&back);
    net_file_done(&f);
    net_file_done(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf b = BUF_EMPTY;
    struct checkpoint c;
    struct err e;
    if (size <= 8)
        return 0;
    buf_bytes(&b, data, size - 8);
    net_checksum_write(&b);
    read_net(&b);
    if (checkpoint_read(b.text, b.len, &c, &e))
        checkpoint_done(&c);
    buf_free(&b);
    return 0;
}
