/* Certificates of version 3 by chance; see shared.h. */
#include "support/shared.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "connect/proof/compact.h"

enum { DEFINITIONS_MOST = 4000, OPEN_MOST = 6, TRIED = 40 };

struct run {
    size_t from, length; /* 0: not ended */
};

struct sharing {
    const struct squares *turn;
    size_t turns;
    struct rng *rng;
    struct run *run;
    size_t runs;
    size_t open[OPEN_MOST], opens;
};

static bool same_turn(const struct squares *a, const struct squares *b)
{
    return a->n == b->n && memcmp(a->s, b->s, (size_t)a->n * sizeof *a->s) == 0;
}

/* A definition that the next turns repeat, the newest of some; `runs` if there is none. */
static size_t find(const struct sharing *s, size_t at)
{
    for (size_t i = s->runs, tried = 0; i-- > 0 && tried < TRIED; tried++) {
        const struct run *x = &s->run[i];
        size_t j = 0;
        if (x->length == 0 || at + x->length > s->turns)
            continue;
        while (j < x->length && same_turn(&s->turn[x->from + j], &s->turn[at + j]))
            j++;
        if (j == x->length)
            return i;
    }
    return s->runs;
}

static void end_some(struct sharing *s, struct cert_writer *w, size_t at, bool all)
{
    while (s->opens && (all || rng_below(s->rng, 4) == 0)) {
        struct run *x = &s->run[s->open[--s->opens]];
        x->length = at - x->from;
        cert_write_end(w);
    }
}

/* Writes what comes at `at`; returns what comes after it. */
static size_t step(struct sharing *s, struct cert_writer *w, size_t at)
{
    size_t known = find(s, at);
    if (known < s->runs && rng_below(s->rng, 8)) {
        cert_write_reference(w, known, s->run[known].length);
        return at + s->run[known].length;
    }
    if (s->opens < OPEN_MOST && s->runs < DEFINITIONS_MOST && rng_below(s->rng, 2)) {
        s->open[s->opens++] = s->runs;
        s->run[s->runs++] = (struct run){at, 0};
        cert_write_begin(w);
    }
    if (s->turn[at].n)
        cert_write_turn(w, s->turn[at].s, s->turn[at].n);
    else
        cert_write_unsolved(w);
    return at + 1;
}

char *shared_certificate(const struct cert_claim *claim, const struct squares *turn, size_t turns,
                         struct rng *r, size_t *size)
{
    struct buf out = BUF_EMPTY;
    struct sharing s = {turn, turns, r, mem_alloc(DEFINITIONS_MOST * sizeof *s.run), 0, {0}, 0};
    struct cert_writer *w = cert_writer_shared(&out, claim);
    for (size_t at = 0; at < turns;) {
        at = step(&s, w, at);
        end_some(&s, w, at, at == turns);
    }
    cert_writer_close(w, NULL);
    free(s.run);
    *size = out.len;
    return out.text;
}

char *shared_change(const char *bytes, size_t header, size_t *size, struct rng *r)
{
    size_t n = *size;
    char *out = mem_alloc(n + 8);
    memcpy(out, bytes, n);
    size_t first = header < n && rng_below(r, 8) ? header : 7,
           at = first + rng_below(r, (uint32_t)(n - first));
    size_t other = first + rng_below(r, (uint32_t)(n - first)), few = 1 + rng_below(r, 3);
    switch (rng_below(r, 6)) {
    case 0: /* one less */
        memmove(out + at, out + at + 1, n - at - 1);
        n--;
        break;
    case 1: /* one more, a mark or a repetition */
        memmove(out + at + 1, out + at, n - at);
        out[at] = (char)(228 + rng_below(r, 8));
        n++;
        break;
    case 2: /* any other */
        out[at] = (char)rng_below(r, 256);
        break;
    case 3: /* one from elsewhere */
        out[at] = out[other];
        break;
    case 4: /* another definition, or a stone beside it */
        out[at] = (char)(out[at] + (rng_below(r, 2) ? 1 : -1));
        break;
    default: /* cut off, something behind it, or swapped */
        if (few == 1)
            n = at > 0 ? at : 1;
        else if (few == 2)
            out[n++] = (char)rng_below(r, 256);
        out[at < n ? at : 0] = out[other < n ? other : 0];
        break;
    }
    *size = n;
    return out;
}

char *shared_expand(const char *bytes, size_t size, size_t *out)
{
    struct buf to = BUF_EMPTY;
    struct err e;
    struct cert_reader *r = cert_reader_bytes(bytes, size, &e);
    struct cert_writer *w = r ? cert_writer_to(&to, cert_reader_claim(r)) : NULL;
    bool ok = w && expand(r, w, &e);
    if (ok)
        cert_writer_close(w, NULL);
    else
        cert_writer_abandon(w);
    cert_reader_free(r);
    if (!ok)
        buf_free(&to);
    *out = to.len;
    return to.text;
}
