/* Users of a broker; see user.h. */
#include "lab/grid/user.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"

bool grid_random_bytes(void *out, size_t n)
{
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, out, n);
    if (fd >= 0)
        close(fd);
    return got == (ssize_t)n;
}

void grid_user_login(const struct grid_user *u, char out[GRID_LOGIN])
{
    snprintf(out, GRID_LOGIN, "%s.%s", grid_role_name[u->role], u->name);
}

bool grid_user_parse(const char *text, size_t len, struct grid_user *out, struct err *e)
{
    while (len && (text[len - 1] == '\n' || text[len - 1] == '\r'))
        len--;
    for (int role = 0; role < 2; role++) {
        size_t n = strlen(grid_role_name[role]);
        const char *colon = len ? memchr(text, ':', len) : NULL;
        if (!colon || len <= n || strncmp(text, grid_role_name[role], n) != 0 || text[n] != '.')
            continue;
        size_t name = (size_t)(colon - text) - n - 1, secret = len - (size_t)(colon - text) - 1;
        if (name >= sizeof out->name || secret != sizeof out->secret - 1)
            break;
        out->role = (enum grid_role)role;
        memcpy(out->name, text + n + 1, name);
        out->name[name] = '\0';
        memcpy(out->secret, colon + 1, secret);
        out->secret[secret] = '\0';
        if (!grid_name_is_fine(out->name, sizeof out->name - 1) ||
            strspn(out->secret, "0123456789abcdef") != secret)
            break;
        return true;
    }
    return err_set(e, "no user of a broker: one line, worker.NAME:SECRET or coordinator.NAME:SECRET");
}

bool grid_user_read(const char *path, struct grid_user *out, struct err *e)
{
    char *text;
    size_t len;
    if (!file_read(path, &text, &len, e))
        return false;
    bool ok = grid_user_parse(text, len, out, e) || err_prefix(e, "%s", path);
    free(text);
    return ok;
}

char *grid_user_path(const char *folder, enum grid_role role, const char *name)
{
    struct buf path = BUF_EMPTY;
    buf_format(&path, "%s/%s.%s.user", folder, grid_role_name[role], name);
    return buf_take(&path);
}

bool grid_write_secret(const char *path, const char *text, size_t len, struct err *e)
{
    struct buf part = BUF_EMPTY;
    buf_format(&part, "%s.part", path); /* what file_write begins with; one that was left may be anybody's */
    (void)unlink(buf_str(&part));
    buf_free(&part);
    mode_t before = umask(077);
    bool ok = file_write(path, text, len, e);
    umask(before);
    return ok;
}

static bool make(const char *path, struct grid_user *u, struct err *e)
{
    unsigned char bytes[(GRID_SECRET - 1) / 2];
    char text[GRID_LOGIN + GRID_SECRET + 2], login[GRID_LOGIN];
    if (!grid_random_bytes(bytes, sizeof bytes))
        return err_set(e, "the system has no random numbers for a secret");
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(u->secret + 2 * i, 3, "%02x", bytes[i]);
    grid_user_login(u, login);
    int n = snprintf(text, sizeof text, "%s:%s\n", login, u->secret);
    return grid_write_secret(path, text, (size_t)n, e);
}

bool grid_user_keep(const char *folder, enum grid_role role, const char *name, struct grid_user *out,
                    struct err *e)
{
    char *path = grid_user_path(folder, role, name);
    bool ok;
    *out = (struct grid_user){.role = role};
    snprintf(out->name, sizeof out->name, "%s", name);
    if (access(path, F_OK) == 0) {
        struct grid_user kept;
        ok = grid_user_read(path, &kept, e);
        if (ok && (kept.role != role || strcmp(kept.name, name) != 0))
            ok = err_set(e, "%s is another's", path);
        if (ok)
            *out = kept;
    } else {
        ok = make(path, out, e);
    }
    free(path);
    return ok;
}
