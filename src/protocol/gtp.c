/* GTP: reading commands, finding them, framing answers, and the commands about the program itself; see gtp.h.
 */
#include "protocol/gtp.h"

#include <ctype.h>
#include <stdarg.h>
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

bool gtp_wrong(struct buf *out, const char *fmt, ...)
{
    char text[400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    buf_text(out, text);
    return false;
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

/* An answer ends with an empty line, so it must not hold one; and it begins with "=" or "?" and the number.
 */
static void answer(struct gtp *g, bool fine, const struct buf *text)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "%c%s", fine ? '=' : '?', g->id);
    char last = '\n';
    for (const char *at = buf_str(text); *at; at++) {
        if (at == buf_str(text))
            buf_char(&b, ' ');
        if (*at != '\n' || last != '\n')
            buf_char(&b, *at);
        last = *at;
    }
    while (b.len && b.text[b.len - 1] == '\n')
        b.text[--b.len] = '\0';
    buf_text(&b, "\n\n");
    gtp_say(g, buf_str(&b));
    buf_free(&b);
}

/* Takes a number off the front of the words. */
static void take_id(struct gtp *g, struct words *w)
{
    g->id[0] = '\0';
    const char *word = w->word[0];
    size_t n = strspn(word, "0123456789");
    if (word[n] || n >= sizeof g->id)
        return;
    memcpy(g->id, word, n + 1);
    w->n--;
    memmove(w->word, w->word + 1, (size_t)w->n * sizeof *w->word);
}

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
    take_id(g, &w);
    bool fine = run(g, &w, &out, &streams);
    if (!streams)
        answer(g, fine, &out);
    buf_free(&out);
    return g->on;
}
