/* Allocation that never returns NULL: out of memory ends the program, in the way that it chose by a hook.
 * Large tables, whose sizes people choose, are the exception. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

void *mem_alloc(size_t size);
void *mem_zero(size_t count, size_t size);
void *mem_resize(void *old, size_t count, size_t size);
char *mem_strdup(const char *text);
char *mem_strndup(const char *text, size_t len);

/* Grows `*capacity` (in elements of `size` bytes) to hold at least `need`, doubling; returns the array. */
void *mem_grow(void *array, size_t *capacity, size_t need, size_t size);

/* Ends the program, by its hook if it set one, otherwise with a message and abort: there is no room for so
 * many bytes. */
void mem_fail(size_t size) __attribute__((noreturn));
typedef void mem_hook(size_t size);
void mem_on_lack(mem_hook *hook);

/* The bytes that can still be had here at the most: by the machine, its limits for groups of processes
 * (Linux), and those of this process. */
size_t mem_room(void);

/* Can so many bytes be had, as far as one can tell before they are used? */
bool mem_check(size_t size, struct err *e);

/* A large table, all zero, in large pages where the system has them; takes memory only where it is used. To
 * be given back with the same size. NULL with a message if there is no room for it. */
void *mem_table(size_t size, struct err *e);
void mem_table_free(void *table, size_t size);

#endif
