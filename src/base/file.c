/* Whole files in and out; see file.h. */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

bool file_read(const char *path, char **text, size_t *len, struct err *e)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    FILE *f = standard ? stdin : fopen(path, "rb");
    if (!f)
        return err_set(e, "%s: %s", name, strerror(errno));
    struct buf b = BUF_EMPTY;
    static const size_t step = 1 << 16;
    char *chunk = malloc(step);
    bool ok = chunk || err_set(e, "%s: out of memory", name);
    while (ok) {
        size_t got = fread(chunk, 1, step, f);
        buf_bytes(&b, chunk, got);
        if (got < step) {
            if (ferror(f))
                ok = err_set(e, "%s: %s", name, strerror(errno));
            break;
        }
        if (b.len > FILE_MOST)
            ok = err_set(e, "%s: larger than %d MiB", name, FILE_MOST >> 20);
    }
    free(chunk);
    if (!standard)
        fclose(f);
    if (!ok) {
        buf_free(&b);
        return false;
    }
    *len = b.len;
    *text = buf_take(&b);
    return true;
}

static bool write_all(FILE *f, const char *text, size_t len)
{
    return (len == 0 || fwrite(text, 1, len, f) == len) && fflush(f) == 0;
}

bool file_write(const char *path, const char *text, size_t len, struct err *e)
{
    if (strcmp(path, "-") == 0)
        return write_all(stdout, text, len) || err_set(e, "standard output: %s", strerror(errno));
    struct stat st;
    /* A device or a pipe cannot be replaced by a rename. */
    bool special = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    struct buf part = BUF_EMPTY;
    buf_format(&part, special ? "%s" : "%s.part", path);
    FILE *f = fopen(buf_str(&part), "wb");
    bool ok = f || err_set(e, "%s: %s", path, strerror(errno));
    if (f) {
        ok = write_all(f, text, len) && (special || fsync(fileno(f)) == 0);
        ok = (fclose(f) == 0) && ok;
        if (ok && !special)
            ok = rename(buf_str(&part), path) == 0;
        if (!ok) {
            err_set(e, "%s: %s", path, strerror(errno));
            if (!special)
                unlink(buf_str(&part));
        }
    }
    buf_free(&part);
    return ok;
}
