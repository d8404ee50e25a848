/* Files of games; see files_arg.h. */
#include "cli/files_arg.h"

#include <stdlib.h>

#include "base/file.h"
#include "cli/cli.h"
#include "connect/record/record.h"

void files_arg_take(void *files_arg, struct argp_state *state)
{
    struct files_arg *f = files_arg;
    f->n = state->argc - state->next;
    f->path = state->argv + state->next;
    state->next = state->argc;
}

bool files_games(const char *command, const char *path, const struct rules *fallback, struct record ***games,
                 size_t *n, size_t *bad)
{
    struct cli_bad_games skipped = {command, path, 0};
    struct record_options o = {.fallback = fallback, .bad = cli_bad_game, .context = &skipped};
    struct err e;
    size_t len;
    char *text;
    bool ok = file_read(path, &text, &len, &e);
    if (ok) {
        ok = record_read_all(text, len, &o, games, n, &e) || err_prefix(&e, "%s", path);
        free(text);
    }
    *bad += skipped.n;
    if (!ok)
        cli_fail(command, &e);
    return ok;
}
