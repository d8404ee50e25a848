/* A folder of a test's own, with a file in it that may come to be. */
#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

#include <stdio.h>
#include <stdlib.h>

#include "support/boards.h"

struct folder {
    char path[40], file[60];
};

static inline struct folder folder_new(void)
{
    struct folder f = {.path = "/tmp/hexad-store-XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    snprintf(f.file, sizeof f.file, "%s/hexad.db", f.path);
    return f;
}

/* The same in memory, where the machine has such a place: for hundreds of files that are written to the disk again and again. */
static inline struct folder folder_quick(void)
{
    struct folder f = {.path = "/dev/shm/hexad-XXXXXX"};
    if (!mkdtemp(f.path))
        return folder_new();
    snprintf(f.file, sizeof f.file, "%s/hexad.db", f.path);
    return f;
}

static inline void folder_remove(const struct folder *f)
{
    char command[80];
    snprintf(command, sizeof command, "rm -rf %s", f->path);
    assert_int_equal(system(command), 0);
}

#endif
