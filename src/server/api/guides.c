/* Proofs in memory; see guides.h. */
#include "server/api/guides.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* What nobody holds is let go of beyond this. */
enum { KEPT = 8, BYTES_MOST = 256 << 20 };

struct kept {
    struct guides_entry entry; /* first: an entry is what holders have of it */
    struct kept *next;         /* used last, first */
    char *bytes;               /* of the certificate */
    size_t len;
    int holders;
};

struct guides {
    pthread_mutex_t lock;
    struct kept *kept;
};

struct guides *guides_new(void)
{
    struct guides *g = mem_zero(1, sizeof *g);
    pthread_mutex_init(&g->lock, NULL);
    return g;
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

/* Lets go of what is too much; the lock is held. */
static void tidy(struct guides *g)
{
    size_t bytes = 0;
    int count = 0;
    for (struct kept **at = &g->kept; *at;) {
        struct kept *k = *at;
        bytes += guide_bytes(k->entry.guide) + k->len;
        count++;
        if (k->holders == 0 && (count > KEPT || bytes > BYTES_MOST)) {
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

/* Checks it, with nothing held. */
static struct kept *check(const char *bytes, size_t len, const struct deadline *until,
                          enum check_verdict *verdict, struct err *e)
{
    FILE *f = len ? fmemopen((char *)(uintptr_t)bytes, len, "rb") : NULL;
    struct cert_reader *r = f ? cert_reader_on(f, e) : NULL;
    struct kept *k = NULL;
    *verdict = CHECK_UNREADABLE;
    if (!f)
        err_set(e, "there is nothing in it");
    if (r) {
        struct check_result result;
        struct guide *guide;
        *verdict = guide_open(r, until, &guide, &result);
        if (*verdict == CHECK_ACCEPTED) {
            k = mem_zero(1, sizeof *k);
            k->entry = (struct guides_entry){guide,       result.turns, result.depth, result.reachable,
                                             result.open, result.opens};
            result.open = NULL;
        } else if (*verdict == CHECK_STOPPED) {
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
    if (f)
        fclose(f);
    return k;
}

struct guides_entry *guides_hold(struct guides *g, const char *bytes, size_t len,
                                 const struct deadline *until, enum check_verdict *verdict, struct err *e)
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
    return x;
}
