/* The file of weights and their C text; see weights.h. All numbers little-endian:
 *
 *     8 bytes      "HEXADW1\n"
 *     6 x 4 bytes  k, p, classes, WEIGHTS_LANES, WEIGHTS_HIDDEN, the bytes that follow without the checksum
 *     2 bytes each own rows, other rows, bias
 *     for each of the p heads: policy, skip, first, out of 2 bytes each, first_bias and out_bias of 4
 *     8 bytes      checksum of everything before
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "connect/eval/cells_class.h"
#include "connect/eval/weights.h"

enum {
    MAGIC = 8,
    HEADER_NUMBERS = 6,
    HEADER = MAGIC + HEADER_NUMBERS * 4,
    CHECKSUM = 8,
    HEAD_NUMBERS = (2 + WEIGHTS_HIDDEN) * WEIGHTS_LANES + WEIGHTS_HIDDEN, /* of 2 bytes */
    HEAD_BYTES = 2 * HEAD_NUMBERS + 4 * (WEIGHTS_HIDDEN + 1),
};
static const char magic[MAGIC + 1] = "HEXADW1\n";

static size_t body_bytes(int classes, int p)
{
    return (2 * (size_t)classes + 1) * WEIGHTS_LANES * 2 + (size_t)p * HEAD_BYTES;
}

static bool check_numbers(const char *what, const int16_t *v, int n, int most, struct err *e)
{
    for (int i = 0; i < n; i++)
        if (v[i] > most || v[i] < -most)
            return err_set(e, "%s: %d is past %d", what, v[i], most);
    return true;
}

static bool check_head(const struct weights_head *h, struct err *e)
{
    for (int j = 0; j < WEIGHTS_HIDDEN; j++) {
        long sum = 0;
        for (int i = 0; i < WEIGHTS_LANES; i++)
            sum += labs((long)h->first[j][i]);
        if (sum > WEIGHTS_UNIT_SUM)
            return err_set(e, "unit %d: its numbers add up to %ld, past %d", j, sum, WEIGHTS_UNIT_SUM);
        if (h->first_bias[j] > WEIGHTS_BIAS_MOST || h->first_bias[j] < -WEIGHTS_BIAS_MOST)
            return err_set(e, "unit %d: its bias %ld is past %d", j, (long)h->first_bias[j],
                           WEIGHTS_BIAS_MOST);
    }
    if (h->out_bias > WEIGHTS_BIAS_MOST || h->out_bias < -WEIGHTS_BIAS_MOST)
        return err_set(e, "the bias of the value, %ld, is past %d", (long)h->out_bias, WEIGHTS_BIAS_MOST);
    return true;
}

bool weights_check(const struct weights *w, struct err *e)
{
    bool ok = check_numbers("bias", w->bias, WEIGHTS_LANES, WEIGHTS_ROW_MOST, e);
    for (int c = 0; ok && c < w->classes; c++)
        ok = check_numbers("own rows", w->own[c], WEIGHTS_LANES, WEIGHTS_ROW_MOST, e) &&
             check_numbers("other rows", w->other[c], WEIGHTS_LANES, WEIGHTS_ROW_MOST, e);
    for (int h = 0; ok && h < w->p; h++)
        ok = check_head(&w->head[h], e) || err_prefix(e, "head %d", h + 1);
    return ok;
}

uint64_t weights_checksum(const char *bytes, size_t len)
{
    uint64_t sum = len;
    for (size_t i = 0; i < len; i++)
        sum = rng_mix(sum + (unsigned char)bytes[i]);
    return sum;
}

static void put(struct buf *b, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buf_char(b, (char)(v >> 8 * i & 0xff));
}

static void put_shorts(struct buf *b, const int16_t *v, int n)
{
    for (int i = 0; i < n; i++)
        put(b, (uint16_t)v[i], 2);
}

void weights_write(const struct weights *w, struct buf *out)
{
    size_t start = out->len;
    const uint32_t header[HEADER_NUMBERS] = {(uint32_t)w->k,       (uint32_t)w->p,
                                             (uint32_t)w->classes, WEIGHTS_LANES,
                                             WEIGHTS_HIDDEN,       (uint32_t)body_bytes(w->classes, w->p)};
    buf_bytes(out, magic, MAGIC);
    for (int i = 0; i < HEADER_NUMBERS; i++)
        put(out, header[i], 4);
    for (int c = 0; c < w->classes; c++)
        put_shorts(out, w->own[c], WEIGHTS_LANES);
    for (int c = 0; c < w->classes; c++)
        put_shorts(out, w->other[c], WEIGHTS_LANES);
    put_shorts(out, w->bias, WEIGHTS_LANES);
    for (int i = 0; i < w->p; i++) {
        const struct weights_head *h = &w->head[i];
        put_shorts(out, h->policy, WEIGHTS_LANES);
        put_shorts(out, h->skip, WEIGHTS_LANES);
        for (int j = 0; j < WEIGHTS_HIDDEN; j++)
            put_shorts(out, h->first[j], WEIGHTS_LANES);
        put_shorts(out, h->out, WEIGHTS_HIDDEN);
        for (int j = 0; j < WEIGHTS_HIDDEN; j++)
            put(out, (uint32_t)h->first_bias[j], 4);
        put(out, (uint32_t)h->out_bias, 4);
    }
    put(out, weights_checksum(out->text + start, out->len - start), CHECKSUM);
}

static uint64_t get(const char **at, int bytes)
{
    uint64_t v = 0;
    for (int i = 0; i < bytes; i++)
        v |= (uint64_t)(unsigned char)(*at)[i] << 8 * i;
    *at += bytes;
    return v;
}

static void get_shorts(const char **at, int16_t *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = (int16_t)(uint16_t)get(at, 2);
}

static void get_body(const char *at, struct weights *w)
{
    for (int c = 0; c < 2 * w->classes; c++)
        get_shorts(&at, w->owned[c], WEIGHTS_LANES);
    get_shorts(&at, w->bias, WEIGHTS_LANES);
    for (int i = 0; i < w->p; i++) {
        struct weights_head *h = &w->head[i];
        get_shorts(&at, h->policy, WEIGHTS_LANES);
        get_shorts(&at, h->skip, WEIGHTS_LANES);
        for (int j = 0; j < WEIGHTS_HIDDEN; j++)
            get_shorts(&at, h->first[j], WEIGHTS_LANES);
        get_shorts(&at, h->out, WEIGHTS_HIDDEN);
        for (int j = 0; j < WEIGHTS_HIDDEN; j++)
            h->first_bias[j] = (int32_t)(uint32_t)get(&at, 4);
        h->out_bias = (int32_t)(uint32_t)get(&at, 4);
    }
}

/* Everything about a file but its numbers; `k` and `p` are set if it is right. */
static bool check_frame(const char *bytes, size_t len, int *k, int *p, struct err *e)
{
    uint32_t header[HEADER_NUMBERS];
    if (len < HEADER + CHECKSUM || memcmp(bytes, magic, MAGIC) != 0)
        return err_set(e, "not a file of weights");
    const char *at = bytes + MAGIC;
    for (int i = 0; i < HEADER_NUMBERS; i++)
        header[i] = (uint32_t)get(&at, 4);
    if (header[0] < 2 || header[0] > CELLS_K_MOST || header[1] < 1 || header[1] > WEIGHTS_HEADS_MOST)
        return err_set(e, "weights for k=%lu, p=%lu; known are k from 2 to %d, p up to %d",
                       (unsigned long)header[0], (unsigned long)header[1], CELLS_K_MOST, WEIGHTS_HEADS_MOST);
    *k = (int)header[0];
    *p = (int)header[1];
    int classes = cells_classes_count(*k);
    if (header[2] != (uint32_t)classes || header[3] != WEIGHTS_LANES || header[4] != WEIGHTS_HIDDEN)
        return err_set(e, "weights of %lu classes, %lu lanes, %lu units; this program has %d, %d, %d",
                       (unsigned long)header[2], (unsigned long)header[3], (unsigned long)header[4], classes,
                       WEIGHTS_LANES, WEIGHTS_HIDDEN);
    size_t body = body_bytes(classes, *p);
    if (header[5] != body || len != HEADER + body + CHECKSUM)
        return err_set(e, "weights of %zu bytes should have %zu", len, HEADER + body + CHECKSUM);
    at = bytes + HEADER + body;
    if (get(&at, CHECKSUM) != weights_checksum(bytes, HEADER + body))
        return err_set(e, "the checksum of the weights is wrong");
    return true;
}

bool weights_read(const char *bytes, size_t len, struct weights **out, struct err *e)
{
    int k = 0, p = 0;
    if (!check_frame(bytes, len, &k, &p, e))
        return false;
    struct weights *w = weights_new(k, p);
    get_body(bytes + HEADER, w);
    if (!weights_check(w, e)) {
        weights_free(w);
        return false;
    }
    *out = w;
    return true;
}

/* Numbers in braces, on lines of their own. */
static void embed_shorts(struct buf *b, const int16_t *v, int n)
{
    buf_char(b, '{');
    for (int i = 0; i < n; i++)
        buf_format(b, "%s%d", i ? "," : "", v[i]);
    buf_text(b, "},\n");
}

static void embed_rows(struct buf *b, const struct weights *w, const char *name,
                       const int16_t (*row)[WEIGHTS_LANES])
{
    buf_format(b, "static const _Alignas(64) int16_t %s_%d_%d[%d][%d] = {\n", name, w->k, w->p, w->classes,
               WEIGHTS_LANES);
    for (int c = 0; c < w->classes; c++)
        embed_shorts(b, row[c], WEIGHTS_LANES);
    buf_text(b, "};\n");
}

static void embed_head(struct buf *b, const struct weights_head *h)
{
    buf_text(b, "{\n");
    embed_shorts(b, h->policy, WEIGHTS_LANES);
    embed_shorts(b, h->skip, WEIGHTS_LANES);
    buf_text(b, "{\n");
    for (int j = 0; j < WEIGHTS_HIDDEN; j++)
        embed_shorts(b, h->first[j], WEIGHTS_LANES);
    buf_text(b, "},\n");
    embed_shorts(b, h->out, WEIGHTS_HIDDEN);
    buf_char(b, '{');
    for (int j = 0; j < WEIGHTS_HIDDEN; j++)
        buf_format(b, "%s%ld", j ? "," : "", (long)h->first_bias[j]);
    buf_format(b, "},\n%ld},\n", (long)h->out_bias);
}

void weights_embed(const struct weights *w, struct buf *out)
{
    buf_format(out, "/* Weights for k=%d, p=%d. Written by `hexad tune --embed`; not for hands. */\n", w->k,
               w->p);
    embed_rows(out, w, "own", w->own);
    embed_rows(out, w, "other", w->other);
    buf_format(out, "static const struct weights weights_%d_%d = {%d, %d, %d, own_%d_%d, other_%d_%d,\n",
               w->k, w->p, w->k, w->p, w->classes, w->k, w->p, w->k, w->p);
    embed_shorts(out, w->bias, WEIGHTS_LANES);
    buf_text(out, "{\n");
    for (int h = 0; h < w->p; h++)
        embed_head(out, &w->head[h]);
    buf_text(out, "},\nNULL};\n");
}

struct weights *weights_load(const char *path, const struct rules *r, struct err *e)
{
    struct weights *w = NULL;
    char *bytes;
    size_t len;
    if (!file_read(path, &bytes, &len, e))
        return NULL;
    bool ok = weights_read(bytes, len, &w, e) || err_prefix(e, "%s", path);
    free(bytes);
    if (ok && !weights_fit(w, r)) {
        err_set(e, "%s: weights for k=%d, p=%d", path, w->k, w->p);
        weights_free(w);
        return NULL;
    }
    return ok ? w : NULL;
}
