/* The configuration of a broker; see broker.h. */
#include "lab/grid/broker.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

bool grid_loopback(const char *address)
{
    return strcmp(address, "localhost") == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "127.", 4) == 0;
}

/* ---- users ---- */

static bool add(struct grid_broker *b, enum grid_role role, const char *name, struct err *e)
{
    struct grid_user u;
    if (!grid_name_is_fine(name, GRID_NAME - 1))
        return err_set(e, "'%s' is no name of a %s: up to %d letters, digits, - or _", name,
                       grid_role_name[role], GRID_NAME - 1);
    for (size_t i = 0; i < b->users; i++)
        if (b->user[i].role == role && strcmp(b->user[i].name, name) == 0)
            return err_set(e, "there is one %s '%s' already", grid_role_name[role], name);
    if (b->users == GRID_USERS_MOST)
        return err_set(e, "more than %d users", GRID_USERS_MOST);
    if (!grid_user_keep(b->folder, role, name, &u, e))
        return false;
    b->user = mem_grow(b->user, &b->room, b->users + 1, sizeof *b->user);
    b->user[b->users++] = u;
    return true;
}

bool grid_broker_add(struct grid_broker *b, enum grid_role role, const char *names, struct err *e)
{
    char *copy = mem_strdup(names), *at = copy;
    bool ok = true;
    while (ok && at) {
        char *name = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
        ok = add(b, role, name, e);
    }
    free(copy);
    return ok;
}

void grid_broker_free(struct grid_broker *b)
{
    free(b->user);
    b->user = NULL;
    b->users = b->room = 0;
}

/* ---- the text ---- */

/* Texts in quotes; the only ones that are not ours are paths. */
static void quoted(struct buf *out, const char *text)
{
    buf_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buf_char(out, '\\');
        buf_char(out, *text);
    }
    buf_char(out, '"');
}

static void subjects(struct buf *out, const char *what, const char *const *subject, int n)
{
    buf_format(out, "%s: {allow: [", what);
    for (int i = 0; i < n; i++) {
        buf_text(out, i ? ", " : "");
        quoted(out, subject[i]);
    }
    buf_text(out, "]}");
}

static void permissions(const struct grid_user *u, struct buf *out)
{
    char to[GRID_SUBJECT], from[GRID_SUBJECT], here[GRID_SUBJECT];
    grid_subject_here(here, u->role, u->name);
    if (u->role == GRID_WORKER) {
        grid_subject_to(to, u->name, "*");
        grid_subject_from(from, u->name, "*");
        subjects(out, "publish", (const char *const[]){from, here}, 2);
        buf_text(out, ", ");
        subjects(out, "subscribe", (const char *const[]){to, GRID_WHO}, 2);
    } else {
        grid_subject_to(to, "*", u->name);
        grid_subject_from(from, "*", u->name);
        subjects(out, "publish", (const char *const[]){to, here, GRID_WHO}, 3);
        buf_text(out, ", ");
        subjects(out, "subscribe", (const char *const[]){from, GRID_HERE_ALL}, 2);
    }
}

void grid_broker_text(const struct grid_broker *b, struct buf *out)
{
    buf_text(out, "# Written by hexad lab serve-nats, anew at every start.\nhost: ");
    quoted(out, b->address);
    buf_format(out, "\nport: %d\n", b->port);
    if (b->cert) {
        buf_text(out, "tls {\n  cert_file: ");
        quoted(out, b->cert);
        buf_text(out, "\n  key_file: ");
        quoted(out, b->key);
        buf_text(out, "\n}\n");
    }
    buf_text(out, "authorization {\n  users: [\n");
    for (size_t i = 0; i < b->users; i++) {
        char login[GRID_LOGIN];
        grid_user_login(&b->user[i], login);
        buf_format(out, "    {user: \"%s\", password: \"%s\", permissions: {", login, b->user[i].secret);
        permissions(&b->user[i], out);
        buf_text(out, "}}\n");
    }
    buf_text(out, "  ]\n}\n");
}

bool grid_broker_write(const struct grid_broker *b, char **path, struct err *e)
{
    struct buf text = BUF_EMPTY, name = BUF_EMPTY;
    buf_format(&name, "%s/nats.conf", b->folder);
    grid_broker_text(b, &text);
    bool ok = grid_write_secret(buf_str(&name), text.text, text.len, e);
    buf_free(&text);
    *path = buf_take(&name);
    if (!ok) {
        free(*path);
        *path = NULL;
    }
    return ok;
}
