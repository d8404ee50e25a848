/* Where data are; see data.h. */
#include "cli/data.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

/* Makes the folders above a file. What goes wrong shows when the file is opened. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
}

char *data_usual(const char *ending, bool make)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct passwd *user = home && *home ? NULL : getpwuid(getuid());
    struct buf b = BUF_EMPTY;
    if (user)
        home = user->pw_dir;
    if (data && data[0] == '/')
        buf_format(&b, "%s/hexad/hexad.db%s", data, ending);
    else if (home && home[0] == '/')
        buf_format(&b, "%s/.local/share/hexad/hexad.db%s", home, ending);
    else
        return NULL;
    char *path = buf_take(&b);
    if (make)
        make_folders(path);
    return path;
}

char *data_beside(const char *path)
{
    char exe[4096];
    ssize_t len = readlink("/proc/self/exe", exe, sizeof exe - 1);
    struct buf b = BUF_EMPTY;
    exe[len > 0 ? len : 0] = '\0';
    char *slash = strrchr(exe, '/');
    if (slash)
        buf_format(&b, "%.*s/%s", (int)(slash - exe), exe, path);
    return b.len ? buf_take(&b) : mem_strdup("");
}

char *data_installed_openings(void)
{
    static const char *const places[] = {"../share/hexad/openings.db", "openings.db"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *path = data_beside(places[i]);
        if (access(path, R_OK) == 0)
            return path;
        free(path);
    }
    return NULL;
}

/* Adds a file; one that is not there is nothing, unless it was named. */
static bool add(struct known *k, const char *path, bool named, struct err *e)
{
    struct explorer *x;
    if (!path || (!named && access(path, R_OK) != 0))
        return true;
    if (explorer_open(path, false, 0, &x, e))
        known_add(k, x, true);
    else if (named)
        return false;
    return true;
}

bool data_known(const char *file, struct known **out, struct err *e)
{
    const char *set = getenv("HEXAD_OPENINGS");
    if (!file && set && *set)
        file = set;
    struct known *k = *out = known_new();
    if (file && strcmp(file, "off") == 0)
        return true;
    char *installed = data_installed_openings(), *own = file ? NULL : data_usual(".games", false);
    bool ok = add(k, installed, false, e) && add(k, file ? file : own, file != NULL, e);
    free(installed);
    free(own);
    if (ok)
        return true;
    known_free(k);
    *out = NULL;
    return false;
}
