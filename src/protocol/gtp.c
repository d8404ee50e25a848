/* GTP: reading commands, finding them, framing answers, and the commands about the program itself; see
 * gtp.h. */
#include "protocol/gtp.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "protocol/gtp_state.h"

struct gtp *gtp_new(const struct gtp_options *o, FILE *out)
{
    struct gtp *g = mem_zero(1, sizeof *g);
    g->seat = seat_new(&o->seat);
    g->files = o->files;
    g->out = out;
    g->on = true;
    return g;
}

void gtp_free(struct gtp *g)
{
    if (g) {
        seat_free(g->seat);
        free(g);
    }
}

void gtp_say(struct gtp *g, const char *text)
{
    fputs(text, g->out);
    fflush(g->out);
}

/* ---- The program itself ---- */

static bool protocol_version(struct gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    (void)w;
    buf_text(out, "2");
    return true;
}

static bool name(struct gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    (void)w;
    buf_text(out, "Hexad");
    return true;
}

static bool version(struct gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    (void)w;
    buf_text(out, HEXAD_VERSION);
    return true;
}

static bool quit(struct gtp *g, const struct words *w, struct buf *out)
{
    (void)w;
    (void)out;
    g->on = false;
    return true;
}

static bool known_command(struct gtp *g, const struct words *w, struct buf *out);
static bool list_commands(struct gtp *g, const struct words *w, struct buf *out);

static const struct gtp_command own_commands[] = {
    {"protocol_version", 0, 0, protocol_version, false},
    {"name", 0, 0, name, false},
    {"version", 0, 0, version, false},
    {"known_command", 1, 1, known_command, false},
    {"list_commands", 0, 0, list_commands, false},
    {"quit", 0, 0, quit, false},
    {NULL, 0, 0, NULL, false},
};

static const struct gtp_command *const tables[] = {own_commands, gtp_game_commands, gtp_view_commands,
                                                   gtp_analyze_commands};
enum { TABLES = sizeof tables / sizeof *tables };

static const struct gtp_command *find(const char *word)
{
    for (int i = 0; i < TABLES; i++)
        for (const struct gtp_command *c = tables[i]; c->name; c++)
            if (strcmp(c->name, word) == 0)
                return c;
    return NULL;
}

static bool known_command(struct gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    buf_text(out, find(w->word[1]) ? "true" : "false");
    return true;
}

static bool list_commands(struct gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    (void)w;
    for (int i = 0; i < TABLES; i++)
        for (const struct gtp_command *c = tables[i]; c->name; c++)
            buf_format(out, "%s%s", out->len ? "\n" : "", c->name);
    return true;
}

/* ---- Lines ---- */

static bool run(struct gtp *g, const struct words *w, struct buf *out, bool *streams)
{
    *streams = false;
    if (w->n == 0)
        return gtp_wrong(out, "a number and no command");
    const struct gtp_command *c = find(w->word[0]);
    if (!c)
        return gtp_wrong(out, "unknown command");
    int n = w->n - 1;
    if (n < c->least || n > c->most)
        return gtp_wrong(out, "%s takes %d%s words after it, not %d", c->name, c->least,
                         c->most > c->least ? " or more" : "", n);
    bool fine = c->run(g, w, out);
    *streams = fine && c->streams;
    return fine;
}

bool gtp_line(struct gtp *g, char *line)
{
    struct words w;
    struct buf out = BUF_EMPTY;
    bool streams;
    seat_heard(g->seat);
    /* Any line, even an empty one, ends an analysis. */
    if (g->streaming) {
        g->streaming = false;
        gtp_say(g, "\n");
    }
    line[strcspn(line, "#")] = '\0';
    line_cut(line, "", &w);
    if (w.n == 0)
        return true;
    gtp_take_id(&w, g->id);
    bool fine = run(g, &w, &out, &streams);
    if (!streams)
        gtp_answer(g->out, g->id, fine, &out);
    buf_free(&out);
    return g->on;
}
