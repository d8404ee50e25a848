/* Checked allocation; see mem.h. */
#include "base/mem.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Of the whole program, as memory is. */
static _Atomic(mem_hook *) on_lack;

void mem_on_lack(mem_hook *hook)
{
    atomic_store(&on_lack, hook);
}

void mem_fail(size_t size)
{
    mem_hook *hook = atomic_load(&on_lack);
    if (hook)
        hook(size);
    fprintf(stderr, "hexad: out of memory (%zu bytes)\n", size);
    abort();
}

static void *checked(void *p, size_t count, size_t size)
{
    if (!p && count && size)
        mem_fail(count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return p;
}

void *mem_alloc(size_t size)
{
    return checked(malloc(size ? size : 1), 1, size);
}

void *mem_zero(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1), count, size);
}

void *mem_resize(void *old, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return checked(NULL, count, size);
    return checked(realloc(old, count && size ? count * size : 1), count, size);
}

char *mem_strndup(const char *text, size_t len)
{
    char *copy = mem_alloc(len + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

char *mem_strdup(const char *text)
{
    return mem_strndup(text, strlen(text));
}

void *mem_grow(void *array, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return array;
    size_t room = *capacity ? *capacity : 8;
    while (room < need)
        room = room > SIZE_MAX / 2 ? need : room * 2;
    *capacity = room;
    return mem_resize(array, room, size);
}

bool mem_check(size_t size, struct err *e)
{
    void *p = size ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : NULL;
    if (p == MAP_FAILED)
        return err_set(e, "%zu MiB of memory cannot be had", size >> 20);
    mem_table_free(p, size);
    return true;
}

void *mem_table(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return checked(NULL, 1, size);
    madvise(p, size, MADV_HUGEPAGE); /* a wish: without it a page at a time becomes ours, at some cost */
    return p;
}

void mem_table_free(void *table, size_t size)
{
    if (table)
        munmap(table, size);
}
