/* The built-in collection as it is told; see puzzles_told.h. */
#include "json/puzzles_told.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/puzzle/collection.h"
#include "json/puzzle.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct puzzle_entry *list;
static int *by_id; /* numbers of the list, in the order of names */
static size_t count;

static int compare(const void *a, const void *b)
{
    return strcmp(list[*(const int *)a].puzzle.id, list[*(const int *)b].puzzle.id);
}

static void read_builtin(void)
{
    struct collection c = collection_builtin();
    size_t room = 0;
    struct puzzle p;
    while (collection_next(&c, &p)) {
        json_t *j = puzzle_json(&p);
        list = mem_grow(list, &room, count + 1, sizeof *list);
        struct puzzle_entry *x = &list[count++];
        *x = (struct puzzle_entry){.puzzle = p, .rules = p.before->rules};
        x->text = json_dumps(j, JSON_COMPACT);
        x->len = strlen(x->text);
        json_decref(j);
        puzzle_done(&x->puzzle);
        x->puzzle.before = NULL;
    }
    by_id = mem_alloc(count * sizeof *by_id);
    for (size_t i = 0; i < count; i++)
        by_id[i] = (int)i;
    qsort(by_id, count, sizeof *by_id, compare);
}

const struct puzzle_entry *puzzles_told(size_t *n)
{
    pthread_once(&once, read_builtin);
    *n = count;
    return list;
}

int puzzles_told_find(const char *id)
{
    size_t low = 0, high;
    (void)puzzles_told(&high);
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(id, list[by_id[middle]].puzzle.id);
        if (order == 0)
            return by_id[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}
