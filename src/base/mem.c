/* Checked allocation; see mem.h. */
#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *checked(void *p, size_t count, size_t size)
{
    if (!p && count && size) {
        fprintf(stderr, "hexad: out of memory (%zu x %zu bytes)\n", count, size);
        exit(3);
    }
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
