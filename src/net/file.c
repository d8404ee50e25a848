/* Nets in files; see file.h. */
#include "net/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"

static const char magic[] = "hexad net 1\n";
enum { CHECKSUM = 8, LINE = 80 };

/* ---- Numbers ---- */

uint16_t net_half(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000u, size = bits & 0x7fffffffu;
    if (size >= 0x477ff000u) /* would round beyond 65504 */
        return (uint16_t)(sign | 0x7bffu);
    if (size < 0x38800000u) { /* below the smallest normal half */
        float scaled = fabsf(x) * 16777216.0f;
        return (uint16_t)(sign | (uint32_t)lrintf(scaled));
    }
    uint32_t even = size >> 13 & 1;
    return (uint16_t)(sign | ((size + 0xfffu + even - 0x38000000u) >> 13));
}

float net_from_half(uint16_t h)
{
    int exponent = h >> 10 & 31, fraction = h & 1023;
    float size = exponent ? ldexpf((float)(fraction + 1024), exponent - 25) : ldexpf((float)fraction, -24);
    return h & 0x8000 ? -size : size;
}

const char *net_numbers_name(enum net_numbers type)
{
    static const char *const names[NET_NUMBERS] = {"f32", "f16", "q8"};
    return names[type];
}

enum net_numbers net_numbers_find(const char *name)
{
    int type = 0;
    while (type < NET_NUMBERS && strcmp(name, net_numbers_name((enum net_numbers)type)) != 0)
        type++;
    return (enum net_numbers)type;
}

/* Bytes of so many. */
static size_t numbers_size(size_t n, enum net_numbers type)
{
    return type == NET_F32 ? 4 * n : type == NET_F16 ? 2 * n : n + 2 * ((n + NET_BLOCK - 1) / NET_BLOCK);
}

static void put(uint64_t x, size_t bytes, struct buf *out)
{
    for (size_t i = 0; i < bytes; i++)
        buf_char(out, (char)(x >> (8 * i) & 255));
}

static uint64_t get(const char *bytes, size_t n)
{
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++)
        x |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
    return x;
}

/* A block of eights: what 127 stands for, then the numbers. */
static void write_block(const float *x, size_t n, struct buf *out)
{
    float most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(x[i]));
    uint16_t largest = net_half(most);
    float unit = net_from_half(largest) / 127;
    put(largest, 2, out);
    for (size_t i = 0; i < n; i++) {
        float steps = unit > 0 ? fmaxf(-127, fminf(127, x[i] / unit)) : 0;
        put((uint64_t)lrintf(steps), 1, out);
    }
}

void net_numbers_write(const float *x, size_t n, enum net_numbers type, struct buf *out)
{
    if (type == NET_Q8)
        for (size_t i = 0; i < n; i += NET_BLOCK)
            write_block(x + i, n - i < NET_BLOCK ? n - i : NET_BLOCK, out);
    else
        for (size_t i = 0; i < n; i++) {
            uint32_t bits;
            memcpy(&bits, &x[i], sizeof bits);
            put(type == NET_F16 ? net_half(x[i]) : bits, numbers_size(1, type), out);
        }
}

static float read_half(const char *bytes)
{
    uint16_t bits = (uint16_t)get(bytes, 2);
    return (bits >> 10 & 31) == 31 ? NAN : net_from_half(bits);
}

static float read_float(const char *bytes)
{
    uint32_t bits = (uint32_t)get(bytes, 4);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

bool net_numbers_read(const char *bytes, size_t n, enum net_numbers type, float *x)
{
    float unit = 0;
    for (size_t i = 0; i < n; i++) {
        if (type == NET_Q8 && i % NET_BLOCK == 0) {
            unit = read_half(bytes) / 127;
            bytes += 2;
        }
        x[i] = type == NET_Q8    ? unit * (float)(signed char)*bytes
               : type == NET_F16 ? read_half(bytes)
                                 : read_float(bytes);
        if (!isfinite(x[i]))
            return false;
        bytes += type == NET_Q8 ? 1 : numbers_size(1, type);
    }
    return true;
}

static uint64_t checksum(const char *bytes, size_t len)
{
    uint64_t sum = rng_mix(len);
    for (size_t i = 0; i < len; i += 8)
        sum = rng_mix(sum ^ get(bytes + i, len - i < 8 ? len - i : 8)) + i;
    return sum;
}

void net_checksum_write(struct buf *out)
{
    put(checksum(out->text, out->len), CHECKSUM, out);
}

/* ---- Heads ---- */

static bool find_head(const char *bytes, size_t len, const char *first, struct net_head *head, struct err *e)
{
    size_t begin = strlen(first);
    if (len < begin + CHECKSUM || memcmp(bytes, first, begin) != 0)
        return err_set(e, "does not begin with '%.*s'", (int)begin - 1, first);
    if (get(bytes + len - CHECKSUM, CHECKSUM) != checksum(bytes, len - CHECKSUM))
        return err_set(e, "wrong checksum: the file is damaged or not complete");
    for (size_t i = begin; i + 1 < len - CHECKSUM; i++)
        if (bytes[i] == '\n' && bytes[i + 1] == '\n') {
            *head = (struct net_head){.text = bytes + begin,
                                      .len = i + 1 - begin,
                                      .rest = bytes + i + 2,
                                      .rest_len = len - CHECKSUM - (i + 2)};
            return true;
        }
    return err_set(e, "the head has no end");
}

bool net_head_text(const struct net_head *h, const char *name, char *out, size_t room)
{
    size_t n = strlen(name);
    for (const char *line = h->text, *end = h->text + h->len; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t len = stop ? (size_t)(stop - line) : (size_t)(end - line);
        if (len > n && memcmp(line, name, n) == 0 && line[n] == ' ') {
            size_t take = len - n - 1 < room - 1 ? len - n - 1 : room - 1;
            memcpy(out, line + n + 1, take);
            out[take] = '\0';
            return memchr(out, '\0', take) == NULL;
        }
        line += len + 1;
    }
    return false;
}

bool net_head_number(const struct net_head *h, const char *name, double least, double most, double *out,
                     struct err *e)
{
    char text[LINE], *end;
    if (!net_head_text(h, name, text, sizeof text))
        return err_set(e, "no '%s' in the head", name);
    double v = strtod(text, &end);
    if (end == text || *end || !(v >= least && v <= most))
        return err_set(e, "'%s' in the head is '%s', must be a number from %g to %g", name, text, least,
                       most);
    *out = v;
    return true;
}

static struct net *net_of_head(const struct net_head *h, struct err *e)
{
    char name[LINE];
    double planes = 0, width = 0, height = 0, parameters = 0;
    if (!net_head_text(h, "net", name, sizeof name)) {
        err_set(e, "no 'net' in the head");
        return NULL;
    }
    if (!net_head_number(h, "planes", 1, NET_CHANNELS_MOST, &planes, e) ||
        !net_head_number(h, "width", 1, NET_SIDE_MOST, &width, e) ||
        !net_head_number(h, "height", 1, NET_SIDE_MOST, &height, e) ||
        !net_head_number(h, "parameters", 1, NET_FILE_PARAMETERS_MOST, &parameters, e))
        return NULL;
    /* No orbit has more than eight weights: what cannot have so few parameters is not even made. */
    size_t most = 8 * (size_t)parameters < NET_WEIGHTS_MOST ? 8 * (size_t)parameters : NET_WEIGHTS_MOST;
    struct net *n = net_new_within(name, (int)planes, (int)width, (int)height, most, e);
    if (n && (double)n->parameters != parameters) {
        err_set(e, "%s has %zu parameters, not %.0f", name, n->parameters, parameters);
        net_free(n);
        return NULL;
    }
    return n;
}

struct net *net_head_open(const char *bytes, size_t len, const char *first, struct net_head *head,
                          char game[NET_GAME], struct err *e)
{
    if (!find_head(bytes, len, first, head, e))
        return NULL;
    struct net *n = net_of_head(head, e);
    if (n && !net_head_text(head, "game", game, NET_GAME)) {
        err_set(e, "no 'game' in the head");
        net_free(n);
        return NULL;
    }
    return n;
}

void net_head_write(const char *first, const char *game, const struct net *n, struct buf *out)
{
    buf_format(out, "%sgame %s\n", first, game);
    buf_format(out, "net %s\nplanes %d\nwidth %d\nheight %d\nparameters %zu\n", n->name, n->planes, n->width,
               n->height, n->parameters);
}

/* ---- Whole files ---- */

void net_file_write(const struct net_file *f, enum net_numbers type, struct buf *out)
{
    net_head_write(magic, f->game, f->net, out);
    buf_format(out, "numbers %s\n\n", net_numbers_name(type));
    net_numbers_write(f->parameter, f->net->parameters, type, out);
    net_checksum_write(out);
}

static bool read_rest(const struct net_head *h, struct net_file *out, struct err *e)
{
    char numbers[LINE];
    size_t n = out->net->parameters;
    enum net_numbers type =
        net_head_text(h, "numbers", numbers, sizeof numbers) ? net_numbers_find(numbers) : NET_NUMBERS;
    if (type == NET_NUMBERS)
        return err_set(e, "'numbers' in the head must be f32, f16 or q8");
    if (h->rest_len != numbers_size(n, type))
        return err_set(e, "%zu bytes of parameters, must be %zu", h->rest_len, numbers_size(n, type));
    out->parameter = mem_zero(n, sizeof *out->parameter);
    return net_numbers_read(h->rest, n, type, out->parameter) || err_set(e, "a parameter is no number");
}

bool net_file_read(const char *bytes, size_t len, struct net_file *out, struct err *e)
{
    struct net_head head;
    *out = (struct net_file){.net = NULL};
    out->net = net_head_open(bytes, len, magic, &head, out->game, e);
    if (out->net && read_rest(&head, out, e))
        return true;
    net_file_done(out);
    return false;
}

bool net_file_load(const char *path, struct net_file *out, struct err *e)
{
    char *bytes;
    size_t len;
    *out = (struct net_file){.net = NULL};
    if (!file_read(path, &bytes, &len, e))
        return false;
    bool ok = net_file_read(bytes, len, out, e) || err_prefix(e, "%s", path);
    free(bytes);
    return ok;
}

void net_file_done(struct net_file *f)
{
    net_free(f->net);
    free(f->parameter);
    *f = (struct net_file){.net = NULL};
}
