/* Proofs in memory; see guides.h. */
#include "server/api/guides.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "json/limits.h"

enum { KEPT = 8 }; /* what nobody holds is let go of beyond this */

struct kept {
    struct guides_entry entry; /* first: an entry is what holders have of it */
    struct kept *next;         /* used last, first */
    char *bytes;               /* of the certificate */
    size_t len;
    int holders;
};

struct guides {
    pthread_mutex_t lock;
    size_t bytes_most;
    struct kept *kept;
};

struct guides *guides_new(size_t bytes_most)
{
    struct guides *g = mem_zero(1, sizeof *g);
    g->bytes_most = bytes_most ? bytes_most : LIMIT_GUIDES_MEMORY;
    pthread_mutex_init(&g->lock, NULL);
    return g;
}

size_t guides_bytes_most(const struct guides *g)
{
    return g->bytes_most;
}

static void kept_free(struct kept *k)
{
    guide_free(k->entry.guide);
    free(k->entry.open);
    free(k->bytes);
    free(k);
}

void guides_free(struct guides *g)
{
    if (!g)
        return;
    for (struct kept *k = g->kept, *next; k; k = next) {
        next = k->next;
        kept_free(k);
    }
    pthread_mutex_destroy(&g->lock);
    free(g);
}

static size_t bytes_of(const struct kept *k)
{
    const struct guides_entry *x = &k->entry;
    return guide_bytes(x->guide) + x->opens * (size_t)x->open_stones * sizeof *x->open + k->len;
}

/* Lets go of what is too much; the lock is held. */
static void tidy(struct guides *g)
{
    size_t bytes = 0;
    int count = 0;
    for (struct kept **at = &g->kept; *at;) {
        struct kept *k = *at;
        bytes += bytes_of(k);
        count++;
        if (k->holders == 0 && (count > KEPT || bytes > g->bytes_most)) {
            *at = k->next;
            kept_free(k);
        } else {
            at = &k->next;
        }
    }
}

static struct kept *find(struct guides *g, const char *bytes, size_t len)
{
    struct kept *k = g->kept;
    while (k && (k->len != len || memcmp(k->bytes, bytes, len) != 0))
        k = k->next;
    return k;
}

/* To the front, with one more holder. */
static struct guides_entry *hold(struct guides *g, struct kept *k)
{
    struct kept **at = &g->kept;
    while (*at && *at != k)
        at = &(*at)->next;
    if (*at)
        *at = k->next;
    k->next = g->kept;
    g->kept = k;
    k->holders++;
    return &k->entry;
}

void guides_release(struct guides *g, struct guides_entry *x)
{
    pthread_mutex_lock(&g->lock);
    ((struct kept *)x)->holders--;
    tidy(g);
    pthread_mutex_unlock(&g->lock);
}

static struct kept *kept_new(struct guide *guide, struct check_result *r)
{
    struct kept *k = mem_zero(1, sizeof *k);
    size_t opens = r->opens < GUIDES_OPEN ? r->opens : GUIDES_OPEN;
    k->entry = (struct guides_entry){.guide = guide,
                                     .turns = r->turns,
                                     .depth = r->depth,
                                     .reachable = r->reachable,
                                     .opens = opens,
                                     .open_stones = r->open_stones};
    if (opens)
        k->entry.open = mem_resize(r->open, opens * (size_t)r->open_stones, sizeof *r->open);
    if (opens)
        r->open = NULL;
    return k;
}

/* Checks it, with nothing held. */
static struct kept *check(const char *bytes, size_t len, const struct deadline *until,
                          struct guides_verdict *verdict, struct err *e)
{
    static const struct guide_memory most = {LIMIT_CHECK_MEMORY, LIMIT_GUIDE_MEMORY};
    struct cert_reader *r = cert_reader_bytes(bytes, len, e);
    struct kept *k = NULL;
    *verdict = (struct guides_verdict){CHECK_UNREADABLE, false};
    if (r) {
        struct check_result result;
        struct guide *guide;
        verdict->check = guide_open_within(r, until, &most, &guide, &result);
        verdict->too_large = result.too_large;
        if (verdict->check == CHECK_ACCEPTED) {
            k = kept_new(guide, &result);
        } else if (verdict->check == CHECK_STOPPED) {
            *e = result.why;
        } else {
            struct buf why = BUF_EMPTY;
            check_fault_text(&result, &why);
            err_set(e, "%s", buf_str(&why));
            buf_free(&why);
        }
        check_result_free(&result);
    }
    cert_reader_free(r);
    return k;
}

struct guides_entry *guides_hold(struct guides *g, const char *bytes, size_t len,
                                 const struct deadline *until, struct guides_verdict *verdict, struct err *e)
{
    pthread_mutex_lock(&g->lock);
    struct kept *there = find(g, bytes, len);
    struct guides_entry *x = there ? hold(g, there) : NULL;
    pthread_mutex_unlock(&g->lock);
    if (x)
        return x;
    struct kept *k = check(bytes, len, until, verdict, e);
    if (!k)
        return NULL;
    k->bytes = mem_strndup(bytes, len);
    k->len = len;
    pthread_mutex_lock(&g->lock);
    there = find(g, bytes, len); /* somebody else may have been as fast */
    x = hold(g, there ? there : k);
    tidy(g);
    pthread_mutex_unlock(&g->lock);
    if (there)
        kept_free(k);
    return x; /* NOLINT: of k only if nobody else was as fast */
}
