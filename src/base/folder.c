/* Files below a folder; see folder.h. */
#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/mem.h"

enum { DEPTH_MOST = 20 }; /* links may lead round and round */

static void add(struct paths *p, char *path)
{
    p->path = mem_grow(p->path, &p->room, p->n + 1, sizeof *p->path);
    p->path[p->n++] = path;
}

void paths_free(struct paths *p)
{
    for (size_t i = 0; i < p->n; i++)
        free(p->path[i]);
    free(p->path);
    *p = (struct paths){NULL, 0, 0};
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_folder(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 && S_ISDIR(is.st_mode);
}

static bool list(const char *path, struct paths *out, struct err *e)
{
    DIR *d = opendir(path);
    if (!d)
        return err_set(e, "%s: %s", path, strerror(errno));
    for (struct dirent *f; (f = readdir(d));)
        if (f->d_name[0] != '.') {
            struct buf b = BUF_EMPTY;
            buf_format(&b, "%s/%s", path, f->d_name);
            add(out, buf_take(&b));
        }
    closedir(d);
    if (out->n)
        qsort(out->path, out->n, sizeof *out->path, by_name);
    return true;
}

static bool gather(const char *path, const char *ending, int depth, struct paths *out, struct err *e)
{
    struct paths inside = {NULL, 0, 0};
    size_t end = strlen(ending);
    bool ok = list(path, &inside, e);
    for (size_t i = 0; ok && i < inside.n; i++) {
        size_t len = strlen(inside.path[i]);
        if (is_folder(inside.path[i]))
            ok = depth == DEPTH_MOST || gather(inside.path[i], ending, depth + 1, out, e);
        else if (len > end && strcasecmp(inside.path[i] + len - end, ending) == 0)
            add(out, mem_strdup(inside.path[i]));
    }
    paths_free(&inside);
    return ok;
}

bool folder_gather(const char *path, const char *ending, struct paths *out, struct err *e)
{
    if (is_folder(path))
        return gather(path, ending, 0, out, e);
    add(out, mem_strdup(path));
    return true;
}
