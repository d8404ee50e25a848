/* Certificates in folders; see shelf.h. */
#include "store/shelf.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "json/limits.h"

#define ENDING ".cert"

struct shelf {
    pthread_mutex_t lock; /* of changes */
    char *own;            /* NULL: nothing is kept */
    char **folder;        /* all of them, the own one first */
    size_t folders, room;
};

static void add_folder(struct shelf *s, const char *path, size_t len)
{
    s->folder = mem_grow(s->folder, &s->room, s->folders + 1, sizeof *s->folder);
    s->folder[s->folders++] = mem_strndup(path, len);
}

/* What was being written (file_write) when the server was killed. */
static void remove_parts(const char *folder)
{
    static const char end[] = ENDING ".part";
    DIR *d = opendir(folder);
    for (struct dirent *f; d && (f = readdir(d));) {
        size_t len = strlen(f->d_name);
        struct buf path = BUF_EMPTY;
        buf_format(&path, "%s/%s", folder, f->d_name);
        if (len >= sizeof end - 1 && strcmp(f->d_name + len - (sizeof end - 1), end) == 0)
            unlink(buf_str(&path));
        buf_free(&path);
    }
    if (d)
        closedir(d);
}

struct shelf *shelf_new(const char *own, const char *folders)
{
    struct shelf *s = mem_zero(1, sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    if (own && *own) {
        s->own = mem_strdup(own);
        remove_parts(own);
        add_folder(s, own, strlen(own));
    }
    for (const char *at = folders ? folders : ""; *at;) {
        size_t len = strcspn(at, ":");
        if (len)
            add_folder(s, at, len);
        at += len + (at[len] == ':');
    }
    return s;
}

void shelf_free(struct shelf *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->folders; i++)
        free(s->folder[i]);
    free(s->folder);
    free(s->own);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

bool shelf_name_is_fine(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t len = strspn(name, letters);
    return len > 0 && len < SHELF_NAME && !name[len] && !strchr("._-", name[0]);
}

static void put_path(struct buf *b, const char *folder, const char *name)
{
    buf_format(b, "%s/%s%s", folder, name, ENDING);
}

/* ---- reading ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct shelf_entry *)a)->name, ((const struct shelf_entry *)b)->name);
}

/* Appends the certificates of a folder that are not in the list yet. */
static void list_folder(const char *folder, bool own, struct shelf_entry **list, size_t *count, size_t *room)
{
    DIR *d = opendir(folder);
    size_t before = *count;
    for (struct dirent *f; d && (f = readdir(d));) {
        struct shelf_entry x = {.own = own};
        size_t len = strlen(f->d_name), end = sizeof ENDING - 1;
        if (len <= end || len - end >= sizeof x.name || strcmp(f->d_name + len - end, ENDING) != 0)
            continue;
        memcpy(x.name, f->d_name, len - end);
        struct buf path = BUF_EMPTY;
        struct stat st;
        put_path(&path, folder, x.name);
        bool fine = shelf_name_is_fine(x.name) && stat(buf_str(&path), &st) == 0 && S_ISREG(st.st_mode);
        buf_free(&path);
        for (size_t i = 0; fine && i < before; i++)
            fine = strcmp((*list)[i].name, x.name) != 0;
        if (!fine)
            continue;
        x.bytes = (size_t)st.st_size;
        *list = mem_grow(*list, room, *count + 1, sizeof **list);
        (*list)[(*count)++] = x;
    }
    if (d)
        closedir(d);
}

struct shelf_entry *shelf_list(struct shelf *s, size_t *count)
{
    struct shelf_entry *list = NULL;
    size_t room = 0;
    *count = 0;
    for (size_t i = 0; i < s->folders; i++)
        list_folder(s->folder[i], s->own && i == 0, &list, count, &room);
    if (*count)
        qsort(list, *count, sizeof *list, by_name);
    return list;
}

static bool read_head(const char *path, char **bytes, size_t *len)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    *bytes = mem_alloc(SHELF_HEAD);
    *len = fread(*bytes, 1, SHELF_HEAD, f);
    bool ok = !ferror(f);
    fclose(f);
    if (!ok)
        free(*bytes);
    return ok;
}

static enum store_answer read_some(struct shelf *s, const char *name, bool head, char **bytes, size_t *len,
                                   struct err *e)
{
    for (size_t i = 0; shelf_name_is_fine(name) && i < s->folders; i++) {
        struct buf path = BUF_EMPTY;
        put_path(&path, s->folder[i], name);
        bool there = access(buf_str(&path), F_OK) == 0,
             ok = there &&
                  (head ? read_head(buf_str(&path), bytes, len) : file_read(buf_str(&path), bytes, len, e));
        buf_free(&path);
        if (ok)
            return STORE_FINE;
        if (there) {
            err_set(e, "the file of this proof cannot be read");
            return STORE_FAILED;
        }
    }
    err_set(e, "there is no proof of this name");
    return STORE_NONE;
}

enum store_answer shelf_read(struct shelf *s, const char *name, char **bytes, size_t *len, struct err *e)
{
    return read_some(s, name, false, bytes, len, e);
}

enum store_answer shelf_read_head(struct shelf *s, const char *name, char **bytes, size_t *len, struct err *e)
{
    return read_some(s, name, true, bytes, len, e);
}

/* The bytes of the certificate of this name, −1 if there is none. */
static int64_t size_of(const struct shelf *s, const char *name)
{
    int64_t size = -1;
    for (size_t i = 0; i < s->folders && size < 0; i++) {
        struct buf path = BUF_EMPTY;
        struct stat st;
        put_path(&path, s->folder[i], name);
        if (stat(buf_str(&path), &st) == 0)
            size = st.st_size;
        buf_free(&path);
    }
    return size;
}

/* ---- changes ---- */

/* Has the own folder room for one more of this size? */
static bool has_room(struct shelf *s, size_t len, struct err *e)
{
    size_t count, own = 0, bytes = len;
    struct shelf_entry *list = shelf_list(s, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].own) {
            own++;
            bytes += list[i].bytes;
        }
    free(list);
    return (own < LIMIT_PROOFS && bytes <= LIMIT_PROOFS_BYTES) ||
           err_set(e, "there are too many proofs: some must be deleted first");
}

/* Writes it under a name that is free. */
static enum store_answer write_new(struct shelf *s, const char *name, const char *bytes, size_t len,
                                   struct err *e)
{
    struct buf path = BUF_EMPTY;
    put_path(&path, s->own, name);
    (void)mkdir(s->own, 0700); /* if it cannot be made, the file cannot be either */
    bool ok = has_room(s, len, e);
    enum store_answer answer = ok ? STORE_FINE : STORE_FULL;
    if (ok && !file_write(buf_str(&path), bytes, len, e)) {
        answer = errno == ENOSPC || errno == EDQUOT ? STORE_FULL : STORE_FAILED;
        err_set(e, "the proof cannot be written");
    }
    buf_free(&path);
    return answer;
}

static enum store_answer add(struct shelf *s, const char *wish, const char *bytes, size_t len,
                             char name[SHELF_NAME], struct err *e)
{
    for (int number = 1;; number++) {
        char *there = NULL;
        size_t size;
        struct err none;
        if (number == 1)
            snprintf(name, SHELF_NAME, "%s", wish);
        else
            snprintf(name, SHELF_NAME, "%.*s-%d", SHELF_NAME - 14, wish, number);
        int64_t known = size_of(s, name);
        bool same = known == (int64_t)len && shelf_read(s, name, &there, &size, &none) == STORE_FINE &&
                    size == len && memcmp(there, bytes, len) == 0;
        free(there);
        if (same)
            return STORE_FINE;
        if (known < 0)
            return write_new(s, name, bytes, len, e);
        if (number > LIMIT_PROOFS) {
            err_set(e, "there are too many proofs of this name");
            return STORE_FULL;
        }
    }
}

enum store_answer shelf_add(struct shelf *s, const char *wish, const char *bytes, size_t len,
                            char name[SHELF_NAME], struct err *e)
{
    if (!s->own) {
        err_set(e, "this server keeps no proofs");
        return STORE_FAILED;
    }
    pthread_mutex_lock(&s->lock);
    enum store_answer a = add(s, wish, bytes, len, name, e);
    pthread_mutex_unlock(&s->lock);
    return a;
}

enum store_answer shelf_delete(struct shelf *s, const char *name, struct err *e)
{
    struct buf path = BUF_EMPTY;
    enum store_answer a = STORE_NONE;
    if (s->own && shelf_name_is_fine(name)) {
        put_path(&path, s->own, name);
        pthread_mutex_lock(&s->lock);
        a = unlink(buf_str(&path)) == 0 ? STORE_FINE : errno == ENOENT ? STORE_NONE : STORE_FAILED;
        pthread_mutex_unlock(&s->lock);
    }
    if (a != STORE_FINE)
        err_set(e, a == STORE_NONE ? "there is no proof of this name that may be deleted"
                                   : "the proof cannot be deleted");
    buf_free(&path);
    return a;
}
