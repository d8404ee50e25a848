/* Clients by their addresses; see clients.h. */
#include "server/transport/clients.h"

#include <stdlib.h>

#include "base/mem.h"

enum { SLOTS = 4096, BURST_SECONDS = 5, BURST_LEAST = 40 }; /* a page is a handful of requests at once */

struct clients {
    double rate, burst, guesses, guess_seconds;
    int count;
    struct client *slot[SLOTS];
};

struct clients *clients_new(double rate, double guesses, double guess_seconds)
{
    struct clients *t = mem_zero(1, sizeof *t);
    t->rate = rate;
    t->guesses = guesses;
    t->guess_seconds = guess_seconds;
    t->burst = rate * BURST_SECONDS > BURST_LEAST ? rate * BURST_SECONDS : BURST_LEAST;
    return t;
}

void clients_free(struct clients *t)
{
    for (int i = 0; t && i < SLOTS; i++)
        for (struct client *c = t->slot[i], *next; c; c = next) {
            next = c->next;
            free(c);
        }
    free(t);
}

struct client *clients_find(struct clients *t, const struct address *a, double now)
{
    struct address key = address_client(a);
    struct client **slot = &t->slot[address_hash(&key) % SLOTS], *c = *slot;
    while (c && !address_equal(&c->address, &key))
        c = c->next;
    if (!c) {
        c = mem_zero(1, sizeof *c);
        c->address = key;
        c->tokens = t->burst;
        c->filled = now;
        c->next = *slot;
        *slot = c;
        t->count++;
    }
    c->held++;
    return c;
}

void clients_drop(struct client *c)
{
    if (c)
        c->held--;
}

static void fill(const struct clients *t, struct client *c, double now)
{
    c->tokens += (now - c->filled) * t->rate;
    c->guessed -= (now - c->filled) / t->guess_seconds;
    c->filled = now;
    if (c->tokens > t->burst)
        c->tokens = t->burst;
    if (c->guessed < 0)
        c->guessed = 0;
}

bool clients_take(struct clients *t, struct client *c, double now, double *wait)
{
    if (t->rate <= 0)
        return true;
    fill(t, c, now);
    if (c->tokens < 1) {
        *wait = (1 - c->tokens) / t->rate;
        return false;
    }
    c->tokens -= 1;
    return true;
}

bool clients_may_guess(struct clients *t, struct client *c, double now)
{
    fill(t, c, now);
    return c->guessed + 1 <= t->guesses;
}

bool clients_guess(struct clients *t, struct client *c, double now, double *wait)
{
    bool may = clients_may_guess(t, c, now);
    if (t->rate > 0)
        c->tokens += 1;
    if (!may) {
        *wait = (c->guessed + 1 - t->guesses) * t->guess_seconds;
        return false;
    }
    c->guessed += 1;
    return true;
}

double clients_spend(struct clients *t, struct client *c, double now)
{
    if (t->rate <= 0)
        return 0;
    fill(t, c, now);
    c->tokens -= 1;
    return c->tokens < 0 ? -c->tokens / t->rate : 0;
}

void clients_sweep(struct clients *t, double now)
{
    for (int i = 0; i < SLOTS; i++)
        for (struct client **at = &t->slot[i]; *at;) {
            struct client *c = *at;
            fill(t, c, now);
            if (c->held == 0 && c->guessed <= 0 && (t->rate <= 0 || c->tokens >= t->burst)) {
                *at = c->next;
                free(c);
                t->count--;
            } else {
                at = &c->next;
            }
        }
}

struct client *clients_largest(struct clients *t)
{
    struct client *most = NULL;
    for (int i = 0; i < SLOTS; i++)
        for (struct client *c = t->slot[i]; c; c = c->next)
            if (c->connections > 0 && (!most || c->connections > most->connections))
                most = c;
    return most;
}

int clients_count(const struct clients *t)
{
    return t->count;
}
