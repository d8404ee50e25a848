/* Questions that are being answered; see exchange.h. */
#include "wasm/exchange.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/mem.h"

struct exchange {
    struct exchange *next;
    int id, holders;
    bool answered;
    atomic_bool gone;
    void *own;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct exchange *all;

struct exchange *exchange_new(int id)
{
    struct exchange *x = mem_zero(1, sizeof *x);
    x->id = id;
    x->holders = 1;
    atomic_init(&x->gone, false);
    pthread_mutex_lock(&lock);
    x->next = all;
    all = x;
    pthread_mutex_unlock(&lock);
    return x;
}

struct exchange *exchange_find(int id)
{
    pthread_mutex_lock(&lock);
    struct exchange *x = all;
    while (x && (x->id != id || x->answered))
        x = x->next;
    if (x)
        x->holders++;
    pthread_mutex_unlock(&lock);
    return x;
}

atomic_bool *exchange_gone_flag(struct exchange *x)
{
    return &x->gone;
}

const atomic_bool *exchange_gone(const struct exchange *x)
{
    return &x->gone;
}

void exchange_set(struct exchange *x, void *own)
{
    x->own = own;
}

void *exchange_get(const struct exchange *x)
{
    return x->own;
}

void exchange_hold(struct exchange *x)
{
    pthread_mutex_lock(&lock);
    x->holders++;
    pthread_mutex_unlock(&lock);
}

void exchange_drop(struct exchange *x)
{
    pthread_mutex_lock(&lock);
    bool last = --x->holders == 0;
    if (last) {
        struct exchange **at = &all;
        while (*at != x)
            at = &(*at)->next;
        *at = x->next;
    }
    pthread_mutex_unlock(&lock);
    if (last)
        free(x);
}

void exchange_answer(struct exchange *x, struct transport_answer *a)
{
    pthread_mutex_lock(&lock);
    x->answered = true;
    pthread_mutex_unlock(&lock);
    exchange_told(x->id, a);
    transport_answer_free(a);
    exchange_drop(x);
}
