/* The players that a client may name; see players.h. */
#include "server/api/players.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "play/agent/kinds.h"
#include "play/games/games.h"

enum { SPEC_MOST = 200 };

/* An option that names a file, from `o` on; NULL if there is none. */
static const struct bot_option *path_option(const struct bot_option *o)
{
    for (; o && o->name; o++)
        if (o->type == OPTION_PATH)
            return o;
    return NULL;
}

/* Is there nothing to play with unless a file is named? */
static bool needs_file(const struct bot_kind *k)
{
    for (const struct bot_option *o = path_option(k->options); o; o = path_option(o + 1))
        if (!o->initial)
            return true;
    return false;
}

static bool is_engine(const struct bot_kind *k)
{
    return strcmp(k->name, PLAYERS_ENGINE) == 0;
}

/* With the shared search on top of it. */
static json_t *searching_json(const struct bot_kind *k)
{
    struct buf spec = BUF_EMPTY, about = BUF_EMPTY;
    buf_format(&spec, "%s+%s", k->name, agent_search_kind.name);
    buf_format(&about, "%s; %s", k->about, agent_search_kind.about);
    json_t *j =
        json_pack("{s:s, s:s, s:s}", "spec", buf_str(&spec), "about", buf_str(&about), "kind", "agent");
    buf_free(&spec);
    buf_free(&about);
    return j;
}

static json_t *player_json(const char *spec, const char *about, const char *kind)
{
    return json_pack("{s:s, s:s, s:s}", "spec", spec, "about", about, "kind", kind);
}

json_t *players_games_json(void)
{
    json_t *list = json_array();
    for (const struct game_entry *t = games_table + 1; t->kind; t++) {
        json_t *players = json_array();
        for (const struct bot_kind *const *k = t->players; *k; k++)
            if (!needs_file(*k))
                json_array_append_new(players, player_json((*k)->name, (*k)->about, "player"));
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:o}", "kind", t->kind->name, "about",
                                              t->kind->about, "rules", t->kind->usage, "usual", t->usual,
                                              "players", players));
    }
    return list;
}

json_t *players_json(void)
{
    json_t *list = json_array();
    json_array_append_new(list, player_json(PLAYERS_ENGINE, "the engine, at any level", "engine"));
    for (const struct bot_kind *const *k = agent_kinds; *k; k++) {
        if (needs_file(*k) || is_engine(*k))
            continue;
        json_array_append_new(list, player_json((*k)->name, (*k)->about, "agent"));
        if ((*k)->score)
            json_array_append_new(list, searching_json(*k));
    }
    return list;
}

/* Is the name a word of the specification? */
static bool has_word(const char *spec, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = spec; (at = strstr(at, name)) != NULL; at++)
        if ((at == spec || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[n]))
            return true;
    return false;
}

/* Would this kind read a file, as the specification has it? */
static bool reads_file(const char *spec, const struct bot_kind *k)
{
    for (const struct bot_option *o = path_option(k->options); o; o = path_option(o + 1))
        if (has_word(spec, o->name))
            return true;
    return needs_file(k);
}

bool players_allow(const char *spec, struct err *e)
{
    return players_allow_of(agent_kinds, spec, e);
}

/* What a client may set of a tree search: how it plays, not what it takes. */
static bool takes_much(const char *spec)
{
    return has_word(spec, "threads") || has_word(spec, "memory") || has_word(spec, "playouts");
}

bool players_allow_of(const struct bot_kind *const *kinds, const char *spec, struct err *e)
{
    char quote[TEXT_QUOTE];
    text_quote(spec, strlen(spec), quote);
    if (strlen(spec) > SPEC_MOST)
        return err_set(e, "'player' is longer than %d characters", SPEC_MOST);
    for (const struct bot_kind *const *k = kinds; *k; k++)
        if (has_word(spec, (*k)->name) && (reads_file(spec, *k) || is_engine(*k)))
            return err_set(e, "'player' is '%s': %s", quote,
                           is_engine(*k) ? "the engine's options are 'level', 'seconds' and 'seed'"
                                         : "players that read files are not for the network");
    if (takes_much(spec))
        return err_set(e, "'player' is '%s': threads, memory and playouts are the server's to set", quote);
    return true;
}
