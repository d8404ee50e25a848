/* Orders and results of a worker; see inbox.h. */
#include "lab/grid/inbox.h"

#include <stdio.h>
#include <string.h>

#include "lab/grid/link.h"

static void remove_order(struct inbox *d, int i)
{
    memmove(d->order + i, d->order + i + 1, (size_t)(--d->orders - i) * sizeof *d->order);
}

static void remove_result(struct inbox *d, int i)
{
    buf_free(&d->result[i].bytes);
    memmove(d->result + i, d->result + i + 1, (size_t)(--d->results - i) * sizeof *d->result);
}

void inbox_free(struct inbox *d)
{
    while (d->orders) {
        buf_free(&d->order[d->orders - 1].line);
        remove_order(d, d->orders - 1);
    }
    while (d->results)
        remove_result(d, d->results - 1);
}

/* ---- orders ---- */

bool inbox_add(struct inbox *d, const struct grid_held *of, const char *line, size_t len)
{
    int each = 0;
    for (int i = 0; i < d->orders; i++) {
        if (grid_held_same(&d->order[i].of, of))
            return true;
        each += strcmp(d->order[i].of.coordinator, of->coordinator) == 0;
    }
    if (d->orders == INBOX_ORDERS || each == INBOX_ORDERS_EACH)
        return false;
    struct inbox_order *o = &d->order[d->orders++];
    *o = (struct inbox_order){.of = *of, .line = BUF_EMPTY};
    buf_bytes(&o->line, line, len);
    return true;
}

bool inbox_next(struct inbox *d, struct inbox_order *out)
{
    if (!d->orders)
        return false;
    *out = d->order[0];
    remove_order(d, 0);
    return true;
}

/* ---- results ---- */

static size_t bytes(const struct inbox *d)
{
    size_t n = 0;
    for (int i = 0; i < d->results; i++)
        n += d->result[i].bytes.len;
    return n;
}

/* Forgets the oldest result of this coordinator, if it has too many. */
static void forget_own(struct inbox *d, const char *coordinator)
{
    int first = -1, n = 0;
    for (int i = d->results - 1; i >= 0; i--)
        if (strcmp(d->result[i].of.coordinator, coordinator) == 0) {
            first = i;
            n++;
        }
    if (n >= INBOX_RESULTS_EACH)
        remove_result(d, first);
}

void inbox_keep(struct inbox *d, const struct grid_held *of, struct buf *all, size_t line, double now)
{
    forget_own(d, of->coordinator);
    while (d->results && (d->results == INBOX_RESULTS || bytes(d) + all->len > INBOX_BYTES))
        remove_result(d, 0);
    struct inbox_result *r = &d->result[d->results++];
    char try[17];
    grid_random(try);
    *r = (struct inbox_result){.of = *of, .bytes = *all, .line = line, .made = now};
    snprintf(r->try, sizeof r->try, "%s", try);
    *all = (struct buf)BUF_EMPTY;
}

struct inbox_result *inbox_result(struct inbox *d, const struct grid_held *of)
{
    for (int i = 0; i < d->results; i++)
        if (grid_held_same(&d->result[i].of, of))
            return &d->result[i];
    return NULL;
}

const struct inbox_result *inbox_offer(struct inbox *d, double now)
{
    for (int i = 0; i < d->results; i++) {
        struct inbox_result *r = &d->result[i];
        if (now - r->made > INBOX_KEEP) {
            remove_result(d, i--);
        } else if (r->wait == 0 || now - r->offered >= r->wait) {
            r->offered = now;
            r->wait = r->wait == 0                     ? INBOX_OFFER
                      : r->wait * 2 < INBOX_OFFER_MOST ? r->wait * 2
                                                       : INBOX_OFFER_MOST;
            return r;
        }
    }
    return NULL;
}

void inbox_offer_again(struct inbox *d, const char *coordinator)
{
    for (int i = 0; i < d->results; i++)
        if (!coordinator || strcmp(d->result[i].of.coordinator, coordinator) == 0)
            d->result[i].wait = 0;
}

void inbox_drop(struct inbox *d, const struct grid_held *of)
{
    for (int i = 0; i < d->orders; i++)
        if (grid_held_same(&d->order[i].of, of)) {
            buf_free(&d->order[i].line);
            remove_order(d, i--);
        }
    for (int i = 0; i < d->results; i++)
        if (grid_held_same(&d->result[i].of, of))
            remove_result(d, i--);
}

int inbox_list(const struct inbox *d, struct grid_held *out, int n, int most)
{
    for (int i = 0; i < d->orders && n < most; i++)
        out[n++] = d->order[i].of;
    for (int i = 0; i < d->results && n < most; i++)
        out[n++] = d->result[i].of;
    return n;
}
