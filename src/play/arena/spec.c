/* Players by name; see spec.h. */
#include "play/arena/spec.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "game/options.h"
#include "play/games/games.h"

/* The order of all tables below; the contest's own options come last. */
enum { CMD, RESTART, INIT, START, LOG, ROW, SINGLE, PLACE, FIRST };

#define COMMON                                                                                              \
    {"cmd", OPTION_TEXT, NULL, 0, 0, NULL, "what to run, as the shell understands it"},                     \
        {"restart", OPTION_CHOICE, "no", 0, 0, "no|yes", "a new process for every game"},                   \
        {"init", OPTION_TEXT, "", 0, 0, NULL, "commands to send when the program has started: A;B;C"},      \
        {"start", OPTION_NUMBER, "10", 0.01, 3600, NULL, "seconds to get ready for a game"},                \
    {                                                                                                       \
        "log", OPTION_TEXT, "", 0, 0, NULL, "append the conversation and the program's errors to this file" \
    }

static const struct bot_option common_options[] = {COMMON, {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL}};
static const struct bot_option contest_options[] = {
    COMMON,
    {"row", OPTION_CHOICE, "bottom", 0, 0, "bottom|top", "where row A is"},
    {"single", OPTION_CHOICE, "at", 0, 0, "at|short|twice", "a turn of one stone is JJ@@, JJ or JJJJ"},
    {"place", OPTION_CHOICE, "yes", 0, 0, "no|yes",
     "it knows black XXYY, white XXYY and next, so that it can begin from an opening"},
    {"first", OPTION_CHOICE, "new", 0, 0, "new|next", "it plays at `new black` itself, or waits for `next`"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

static const struct {
    const char *name, *about;
    const struct bot_option *options;
} kinds[SPEC_KINDS] = {
    [SPEC_GTP] = {"gtp", "a program that speaks GTP 2, one stone to a play or genmove", common_options},
    [SPEC_GOMOCUP] = {"gomocup", "a program that speaks the Gomocup protocol (games with p = q = 1)",
                      common_options},
    [SPEC_CONTEST] = {"contest",
                      "a program that speaks the Connect6 contest protocol: new, move XXYY, next, quit",
                      contest_options},
};

void spec_list(struct buf *out)
{
    for (int i = SPEC_GTP; i < SPEC_KINDS; i++) {
        buf_format(out, "  %-12s %s\n", kinds[i].name, kinds[i].about);
        options_describe(kinds[i].options, out);
    }
}

static bool read_options(struct spec *s, const char *text, struct err *e)
{
    struct option_values o;
    bool ok = options_parse(kinds[s->kind].name, kinds[s->kind].options, text, &o, e);
    if (ok) {
        s->cmd = mem_strdup(o.v[CMD].text);
        s->init = mem_strdup(o.v[INIT].text);
        s->log = mem_strdup(o.v[LOG].text);
        s->start = o.v[START].number;
        s->restart = o.v[RESTART].choice == 1;
    }
    if (ok && s->kind == SPEC_CONTEST) {
        s->top = o.v[ROW].choice == 1;
        s->single = (enum single_form)o.v[SINGLE].choice;
        s->place = o.v[PLACE].choice == 1;
        s->next_first = o.v[FIRST].choice == 1;
    }
    options_free(&o);
    return ok && (*s->cmd || err_set(e, "%s: cmd is empty", kinds[s->kind].name));
}

/* A name in front: what stands before an '=' that comes before anything else a player may contain. */
static size_t label_length(const char *text)
{
    size_t n = strcspn(text, "=:+(,\"' ");
    return n && text[n] == '=' ? n : 0;
}

static enum spec_kind find_kind(const char *text, const char **options)
{
    for (int i = SPEC_GTP; i < SPEC_KINDS; i++) {
        size_t n = strlen(kinds[i].name);
        if (strncmp(text, kinds[i].name, n) == 0 && (text[n] == ':' || !text[n])) {
            *options = text + n + (text[n] == ':');
            return (enum spec_kind)i;
        }
    }
    return SPEC_AGENT;
}

bool spec_parse(const char *text, struct spec *out, struct err *e)
{
    memset(out, 0, sizeof *out);
    size_t label = label_length(text);
    const char *player = text + label + (label > 0), *options = "";
    if (!*player)
        return err_set(e, "'%.80s' names no player", text);
    out->kind = find_kind(player, &options);
    if (out->kind == SPEC_AGENT)
        out->agent = mem_strdup(player);
    else if (!read_options(out, options, e)) {
        spec_free(out);
        return false;
    }
    out->name = label ? mem_strndup(text, label) : mem_strdup(text);
    return true;
}

void spec_free(struct spec *s)
{
    free(s->name);
    free(s->agent);
    free(s->cmd);
    free(s->init);
    free(s->log);
    memset(s, 0, sizeof *s);
}

/* A protocol of the Connect family alone. */
static bool check_family(const struct spec *s, const struct game_rules *r, struct err *e)
{
    if (r->kind != &connect_game)
        return err_set(e, "%.80s: the %s protocol is for the Connect family", s->name, kinds[s->kind].name);
    struct rules c = connect_rules(r);
    if (s->kind == SPEC_GOMOCUP)
        return (c.p == 1 && c.q == 1) ||
               err_set(e, "%.80s: the Gomocup protocol has turns of one stone only (p = q = 1)", s->name);
    return (c.m <= 26 && c.n <= 26) ||
           err_set(e, "%.80s: the contest protocol has letters for boards up to 26x26 only", s->name);
}

bool spec_check(const struct spec *s, const struct game_rules *r, struct err *e)
{
    if (s->kind == SPEC_GOMOCUP || s->kind == SPEC_CONTEST)
        return check_family(s, r, e);
    struct game *g = game_new(r);
    int columns, rows;
    g->kind->size(g, &columns, &rows);
    bool ok;
    if (s->kind == SPEC_GTP) {
        ok = (columns == rows && columns <= 25) ||
             err_set(e, "%.80s: GTP has square boards up to 25x25 only", s->name);
    } else {
        struct bot *b = games_player(s->agent, g, 0, e);
        ok = b != NULL;
        bot_free(b);
    }
    game_free(g);
    return ok;
}
