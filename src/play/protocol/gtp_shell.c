/* GTP's shell: reading commands, finding them, and those that are the same for every game; see gtp_shell.h. */
#include "play/protocol/gtp_shell.h"

#include <string.h>

struct gtp_shell gtp_shell_init(const struct gtp_game *game, FILE *out)
{
    return (struct gtp_shell){.game = game, .out = out, .on = true};
}

void gtp_shell_say(struct gtp_shell *shell, const char *text)
{
    fputs(text, shell->out);
    fflush(shell->out);
}

void gtp_shell_begin(struct gtp_shell *shell)
{
    fprintf(shell->out, "=%s\n", shell->id);
    fflush(shell->out);
    shell->answered = true;
}

/* ---- The program itself ---- */

static bool protocol_version(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    (void)shell;
    (void)w;
    buf_text(out, "2");
    return true;
}

static bool name(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    (void)shell;
    (void)w;
    buf_text(out, "Hexad");
    return true;
}

static bool version(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    (void)w;
    buf_text(out, HEXAD_VERSION);
    if (shell->player)
        buf_format(out, " (%s)", shell->player);
    return true;
}

static bool quit(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    (void)w;
    (void)out;
    shell->on = false;
    return true;
}

static const struct gtp_command *find(const struct gtp_shell *shell, const char *word)
{
    for (const struct gtp_command *const *table = shell->game->tables; *table; table++)
        for (const struct gtp_command *c = *table; c->name; c++)
            if (strcmp(c->name, word) == 0)
                return c;
    return NULL;
}

static bool known_command(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    buf_text(out, find(shell, w->word[1]) ? "true" : "false");
    return true;
}

bool gtp_list_commands(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    (void)w;
    for (const struct gtp_command *const *table = shell->game->tables; *table; table++)
        for (const struct gtp_command *c = *table; c->name; c++)
            buf_format(out, "%s%s", out->len ? "\n" : "", c->name);
    return true;
}

const struct gtp_command gtp_shell_commands[] = {
    {"protocol_version", 0, 0, protocol_version},
    {"name", 0, 0, name},
    {"version", 0, 0, version},
    {"known_command", 1, 1, known_command},
    {"list_commands", 0, 0, gtp_list_commands},
    {"quit", 0, 0, quit},
    {NULL, 0, 0, NULL},
};

/* ---- The game, by its functions ---- */

/* gogui-play_sequence B A1 W B2 …: all or none. */
bool gtp_play_sequence(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    enum side side;
    if (w->n % 2 == 0)
        return gtp_wrong(out, "a colour without a vertex");
    for (int i = 1; i < w->n; i += 2)
        if (!gtp_side(w, i, &side, out) || !shell->game->play(shell, side, w->word[i + 1], out)) {
            for (; i > 1; i -= 2)
                shell->game->undo(shell);
            return false;
        }
    return true;
}

bool gtp_genmove(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    enum side side;
    return gtp_side(w, 1, &side, out) && shell->game->generate(shell, side, true, out);
}

bool gtp_reg_genmove(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    enum side side;
    return gtp_side(w, 1, &side, out) && shell->game->generate(shell, side, false, out);
}

bool gtp_time_settings(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return gtp_clock_set(&shell->clock, w, out);
}

bool gtp_time_left(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    return gtp_clock_left(&shell->clock, w, out);
}

/* ---- Lines ---- */

static bool run(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    if (w->n == 0)
        return gtp_wrong(out, "a number and no command");
    const struct gtp_command *c = find(shell, w->word[0]);
    if (!c)
        return gtp_wrong(out, "unknown command");
    int n = w->n - 1;
    if (n < c->least || n > c->most)
        return gtp_wrong(out, "%s takes %d%s words after it, not %d", c->name, c->least,
                         c->most > c->least ? " or more" : "", n);
    return c->run(shell, w, out);
}

bool gtp_shell_line(struct gtp_shell *shell, char *line)
{
    struct words w;
    struct buf out = BUF_EMPTY;
    line[strcspn(line, "#")] = '\0';
    line_cut(line, "", &w);
    if (w.n == 0)
        return true;
    gtp_take_id(&w, shell->id);
    shell->answered = false;
    bool fine = run(shell, &w, &out);
    if (!shell->answered)
        gtp_answer(shell->out, shell->id, fine, &out);
    buf_free(&out);
    return shell->on;
}
