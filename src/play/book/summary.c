/* Reading counts without games; see summary.h. */
#include "play/book/summary.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/key.h"
#include "play/book/summary_bytes.h"

/* A position: its key, and where the rest of it begins. */
struct entry {
    int64_t key;
    size_t at;
};

struct summary {
    struct rules rules;
    uint8_t *bytes;
    size_t len;
    struct entry *entry;
    size_t count;
    uint64_t games;
};

struct cursor {
    const uint8_t *bytes;
    size_t at, len;
    bool bad;
};

static uint64_t take_number(struct cursor *c)
{
    uint64_t n = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        if (c->at >= c->len)
            break;
        uint8_t b = c->bytes[c->at++];
        n |= (uint64_t)(b & 127) << shift;
        if (b < 128)
            return n;
    }
    c->bad = true;
    return 0;
}

static int64_t take_key(struct cursor *c)
{
    uint64_t key = 0;
    for (int i = 0; i < 8; i++) {
        if (c->at >= c->len) {
            c->bad = true;
            return 0;
        }
        key |= (uint64_t)c->bytes[c->at++] << 8 * i;
    }
    return (int64_t)key;
}

static struct summary_counts take_counts(struct cursor *c)
{
    struct summary_counts n;
    n.black = take_number(c);
    n.draw = take_number(c);
    n.white = take_number(c);
    n.open = take_number(c);
    return n;
}

/* A turn's stones as bytes of connect/board/key.h; returns how many, 0 if they are bad. */
static size_t take_turn(struct cursor *c, const struct rules *r, uint8_t out[KEY_TURN_MOST])
{
    uint64_t stones = take_number(c);
    if (stones == 0 || stones > RULES_MAX_TURN)
        c->bad = true;
    for (uint64_t i = 0; !c->bad && i < stones; i++) {
        uint64_t s = take_number(c);
        if (s >= (uint64_t)(r->m * r->n))
            c->bad = true;
        square at = square_at((int)(s % (uint64_t)r->m), (int)(s / (uint64_t)r->m) % r->n);
        out[2 * i] = (uint8_t)(at >> 8);
        out[2 * i + 1] = (uint8_t)at;
    }
    return c->bad ? 0 : (size_t)stones * 2;
}

/* Passes over a position's counts and turns, or tells them. */
static void take_position(struct cursor *c, const struct rules *r, struct summary_counts *counts,
                          summary_turn *tell, void *context)
{
    *counts = take_counts(c);
    uint64_t turns = take_number(c);
    for (uint64_t i = 0; !c->bad && i < turns; i++) {
        uint8_t turn[KEY_TURN_MOST];
        struct summary_counts n = take_counts(c);
        size_t len = take_turn(c, r, turn);
        if (tell && len)
            tell(context, (size_t)i, turn, len, &n);
    }
}

static bool take_rules(struct cursor *c, struct rules *out, struct err *e)
{
    size_t head = sizeof SUMMARY_MAGIC - 1;
    if (c->len < head + 6 || memcmp(c->bytes, SUMMARY_MAGIC, head) != 0)
        return err_set(e, "not a summary of recorded games");
    const uint8_t *b = c->bytes + head;
    *out = (struct rules){.m = b[0], .n = b[1], .k = b[2], .p = b[3], .q = b[4], .exact = b[5] == 1};
    c->at = head + 6;
    return rules_check(out, e);
}

bool summary_read(const void *bytes, size_t len, struct summary **out, struct err *e)
{
    struct cursor c = {bytes, 0, len, false};
    struct summary *s = mem_zero(1, sizeof *s);
    if (!take_rules(&c, &s->rules, e)) {
        free(s);
        return false;
    }
    uint64_t count = take_number(&c);
    size_t room = 0;
    for (uint64_t i = 0; !c.bad && i < count; i++) {
        struct summary_counts n;
        int64_t key = take_key(&c);
        s->entry = mem_grow(s->entry, &room, s->count + 1, sizeof *s->entry);
        s->entry[s->count++] = (struct entry){key, c.at};
        take_position(&c, &s->rules, &n, NULL, NULL);
        uint64_t games = n.black + n.draw + n.white + n.open;
        if (games > s->games)
            s->games = games;
        if (s->count > 1 && s->entry[s->count - 2].key >= key)
            c.bad = true;
    }
    if (c.bad || c.at != len) {
        summary_free(s);
        return err_set(e, "a damaged summary of recorded games");
    }
    s->bytes = mem_alloc(len);
    memcpy(s->bytes, bytes, len);
    s->len = len;
    *out = s;
    return true;
}

void summary_free(struct summary *s)
{
    if (s) {
        free(s->entry);
        free(s->bytes);
        free(s);
    }
}

const struct rules *summary_rules(const struct summary *s)
{
    return &s->rules;
}

uint64_t summary_games(const struct summary *s)
{
    return s->games;
}

static int compare(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

bool summary_look(const struct summary *s, const struct position *p, int *symmetry,
                  struct summary_counts *counts, summary_turn *tell, void *context)
{
    struct key_views at;
    struct entry wanted = {0};
    if (!rules_equal(&p->rules, &s->rules))
        return false;
    key_start(&at, p);
    wanted.key = key_number(&at, p->to_move, p->left, symmetry);
    const struct entry *found =
        s->count ? bsearch(&wanted, s->entry, s->count, sizeof *s->entry, compare) : NULL;
    if (!found)
        return false;
    struct cursor c = {s->bytes, found->at, s->len, false};
    take_position(&c, &s->rules, counts, tell, context);
    return true;
}

static struct summary *builtin;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_builtin(void)
{
    struct err e;
    if (!summary_read(book_recorded, book_recorded_size, &builtin, &e))
        abort(); /* a file that this program was built from */
}

const struct summary *summary_builtin(void)
{
    pthread_once(&once, read_builtin);
    return builtin;
}
