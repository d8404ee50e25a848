/* GTP for Go: reading commands, finding them, and those about the program itself; see go_gtp.h. */
#include "protocol/go_gtp.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "protocol/go_gtp_state.h"

bool go_gtp_take(struct go_gtp *g, struct go *board, struct err *e)
{
    struct game *game = go_take(board);
    struct bot *bot = g->options.make(g->options.player, game, g->options.seed, e);
    if (!bot) {
        game_free(game);
        return false;
    }
    bot_free(g->bot);
    game_free(g->game);
    g->bot = bot;
    g->game = game;
    g->board = board;
    g->handicap = board->moves == 0 ? board->stones[BLACK] : 0;
    return true;
}

bool go_gtp_restart(struct go_gtp *g, const struct go_rules *r, struct err *e)
{
    if (!go_rules_check(r, e) || !go_gtp_take(g, go_new(r), e))
        return false;
    gtp_clock_restart(&g->clock);
    return true;
}

struct go_gtp *go_gtp_new(const struct go_gtp_options *o, FILE *out, struct err *e)
{
    struct go_gtp *g = mem_zero(1, sizeof *g);
    g->options = *o;
    g->out = out;
    g->on = true;
    if (go_gtp_restart(g, &o->rules, e))
        return g;
    go_gtp_free(g);
    return NULL;
}

void go_gtp_free(struct go_gtp *g)
{
    if (!g)
        return;
    bot_free(g->bot);
    game_free(g->game);
    free(g);
}

bool go_gtp_vertex(const struct go_gtp *g, const char *word, go_point *out, struct buf *text)
{
    struct err e;
    return go_point_parse(g->board->size, word, out, &e) || gtp_wrong(text, "invalid coordinate: %s", e.text);
}

/* ---- The program itself ---- */

static bool protocol_version(struct go_gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    (void)w;
    buf_text(out, "2");
    return true;
}

static bool name(struct go_gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    (void)w;
    buf_text(out, "Hexad");
    return true;
}

static bool version(struct go_gtp *g, const struct words *w, struct buf *out)
{
    (void)w;
    buf_format(out, "%s (%s)", HEXAD_VERSION, g->options.player);
    return true;
}

static bool quit(struct go_gtp *g, const struct words *w, struct buf *out)
{
    (void)w;
    (void)out;
    g->on = false;
    return true;
}

static bool known_command(struct go_gtp *g, const struct words *w, struct buf *out);
static bool list_commands(struct go_gtp *g, const struct words *w, struct buf *out);

static const struct go_gtp_command own_commands[] = {
    {"protocol_version", 0, 0, protocol_version},
    {"name", 0, 0, name},
    {"version", 0, 0, version},
    {"known_command", 1, 1, known_command},
    {"list_commands", 0, 0, list_commands},
    {"help", 0, 0, list_commands},
    {"quit", 0, 0, quit},
    {NULL, 0, 0, NULL},
};

static const struct go_gtp_command *const tables[] = {own_commands, go_gtp_play_commands,
                                                      go_gtp_view_commands};
enum { TABLES = sizeof tables / sizeof *tables };

static const struct go_gtp_command *find(const char *word)
{
    for (int i = 0; i < TABLES; i++)
        for (const struct go_gtp_command *c = tables[i]; c->name; c++)
            if (strcmp(c->name, word) == 0)
                return c;
    return NULL;
}

static bool known_command(struct go_gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    buf_text(out, find(w->word[1]) ? "true" : "false");
    return true;
}

static bool list_commands(struct go_gtp *g, const struct words *w, struct buf *out)
{
    (void)g;
    (void)w;
    for (int i = 0; i < TABLES; i++)
        for (const struct go_gtp_command *c = tables[i]; c->name; c++)
            buf_format(out, "%s%s", out->len ? "\n" : "", c->name);
    return true;
}

/* ---- Lines ---- */

static bool run(struct go_gtp *g, const struct words *w, struct buf *out)
{
    if (w->n == 0)
        return gtp_wrong(out, "a number and no command");
    const struct go_gtp_command *c = find(w->word[0]);
    if (!c)
        return gtp_wrong(out, "unknown command");
    int n = w->n - 1;
    if (n < c->least || n > c->most)
        return gtp_wrong(out, "%s takes %d%s words after it, not %d", c->name, c->least,
                         c->most > c->least ? " or more" : "", n);
    return c->run(g, w, out);
}

bool go_gtp_line(struct go_gtp *g, char *line)
{
    struct words w;
    struct buf out = BUF_EMPTY;
    line[strcspn(line, "#")] = '\0';
    line_cut(line, "", &w);
    if (w.n == 0)
        return true;
    gtp_take_id(&w, g->id);
    bool fine = run(g, &w, &out);
    gtp_answer(g->out, g->id, fine, &out);
    buf_free(&out);
    return g->on;
}
