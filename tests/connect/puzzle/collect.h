/* The built-in collection, for tests. */
#ifndef TESTS_PUZZLE_COLLECT_H
#define TESTS_PUZZLE_COLLECT_H

#include "connect/puzzle/collection.h"
#include "support/boards.h"

/* Every puzzle of the built-in collection whose number is `from`, `from` + `step` …; the caller frees them. */
static inline struct puzzles collect_builtin(size_t from, size_t step)
{
    struct puzzles l = PUZZLES_EMPTY;
    struct collection c = collection_builtin();
    struct puzzle p;
    for (size_t i = 0; collection_next(&c, &p); i++)
        if (i % step == from % step)
            puzzles_add(&l, &p);
        else
            puzzle_done(&p);
    assert_int_equal(c.left, 0);
    return l;
}

#endif
