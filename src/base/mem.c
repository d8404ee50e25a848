/* Checked allocation; see mem.h. */
#include "base/mem.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

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

/* The first number of a file, SIZE_MAX if there is none. */
static size_t number_in(const char *path)
{
    unsigned long long v;
    FILE *f = fopen(path, "r");
    bool ok = f && fscanf(f, "%llu", &v) == 1;
    if (f)
        fclose(f);
    return ok ? (size_t)v : SIZE_MAX;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t mem_room(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = SIZE_MAX;
    long pages = sysconf(_SC_PHYS_PAGES);
    if (pages > 0)
        room = smaller(room, (size_t)pages * page);
    room = smaller(room, number_in("/sys/fs/cgroup/memory.max"));
    room = smaller(room, number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        size_t used = number_in("/proc/self/statm"); /* pages of the whole process */
        used = used == SIZE_MAX ? 0 : used * page;
        room = smaller(room, limit.rlim_cur > used ? (size_t)limit.rlim_cur - used : 0);
    }
    return room;
}

bool mem_check(size_t size, struct err *e)
{
    size_t room = mem_room();
    return size <= room ||
           err_set(e, "%zu MiB of memory are wanted, but there are %zu at the most", size >> 20, room >> 20);
}

void *mem_table(size_t size, struct err *e)
{
    if (!mem_check(size, e))
        return NULL;
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        err_set(e, "%zu MiB of memory cannot be had", size >> 20);
        return NULL;
    }
    madvise(p, size, MADV_HUGEPAGE); /* a wish: without it a page at a time becomes ours, at some cost */
    return p;
}

void mem_table_free(void *table, size_t size)
{
    if (table)
        munmap(table, size);
}
