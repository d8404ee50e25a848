/* Allocation that never returns NULL: out of memory ends the program with a message. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t size);
void *mem_zero(size_t count, size_t size);
void *mem_resize(void *old, size_t count, size_t size);
char *mem_strdup(const char *text);
char *mem_strndup(const char *text, size_t len);

/* Grows `*capacity` (in elements of `size` bytes) to hold at least `need`, doubling; returns the array. */
void *mem_grow(void *array, size_t *capacity, size_t need, size_t size);

/* A large table, all zero, in large pages where the system has them; takes memory only where it is used. To
 * be given back with the same size. */
void *mem_table(size_t size);
void mem_table_free(void *table, size_t size);

#endif
