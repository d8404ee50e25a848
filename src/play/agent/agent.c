/* Making agents from specifications, and asking them; see agent.h. */
#include "play/agent/agent.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "play/agent/kinds.h"

enum { SPEC_MOST = 4000 }; /* longer ones are refused: they nest, and so would the parser */

/* ---- Making ---- */

const struct rules *agent_rules(const struct game *g)
{
    return &connect_threats(g)->position->rules;
}

/* Where the last "+search" outside brackets is, that ends the text or has options after it; NULL if none. */
static const char *find_search(const char *spec)
{
    static const char word[] = "+search";
    const char *found = NULL;
    for (const char *at = options_find(spec, '+'); *at; at = options_find(at + 1, '+')) {
        char after = strncmp(at, word, strlen(word)) == 0 ? at[strlen(word)] : '?';
        if (after == '\0' || after == ':')
            found = at;
    }
    return found;
}

struct bot *agent_player(const char *spec, const struct game *g, uint64_t seed, struct err *e)
{
    size_t len = strlen(spec);
    if (len > SPEC_MOST) {
        err_set(e, "an agent of %zu characters is too long", len);
        return NULL;
    }
    const char *search = find_search(spec);
    if (!search)
        return bot_new(agent_kinds, spec, g, seed, e);
    char *inner = mem_strndup(spec, (size_t)(search - spec));
    struct bot *scorer = agent_player(inner, g, seed, e);
    free(inner);
    const char *options = strchr(search, ':');
    return scorer ? agent_search(scorer, options ? options + 1 : NULL, g, seed, e) : NULL;
}

struct bot *agent_new(const char *spec, const struct rules *r, uint64_t seed, struct err *e)
{
    struct game *g = connect_take(position_new(r));
    struct bot *b = agent_player(spec, g, seed, e);
    game_free(g);
    return b;
}

struct bot *agent_make(const struct bot_kind *kind, const char *options, const struct rules *r, uint64_t seed,
                       struct err *e)
{
    struct game *g = connect_take(position_new(r));
    struct bot *b = bot_make(kind, options, g, seed, e);
    game_free(g);
    return b;
}

/* ---- Asking ---- */

int agent_score(struct bot *b, struct threats *t, struct scored *out)
{
    struct connect g = connect_over(t);
    return bot_score(b, &g.head, out);
}

struct squares agent_choose(struct bot *b, struct threats *t, const struct limits *limits)
{
    struct connect g = connect_over(t);
    return bot_choose(b, &g.head, limits);
}

/* ---- For those who write agents ---- */

int agent_count_threats(struct threats *t, enum side owner)
{
    const struct rules *r = &t->position->rules;
    int n = t->threat[owner].n;
    if (n > DIRECTIONS * r->k * r->p)
        return r->p + 1; /* a stone stops the 4k windows through it at the most */
    return r->p <= 4 || n <= 12 ? threats_number(t, owner) : -1;
}

int agent_empties(const struct position *p, struct scored *out)
{
    int n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY)
            out[n++] = (struct scored){s, 0};
    return n;
}

square agent_centre(const struct position *p)
{
    square best = SQUARE_NONE;
    int nearest = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        int dx = 2 * square_col(s) - p->rules.m + 1, dy = 2 * square_row(s) - p->rules.n + 1;
        int distance = dx * dx + dy * dy;
        if (p->cell[s] == CELL_EMPTY && (!best || distance < nearest)) {
            best = s;
            nearest = distance;
        }
    }
    return best;
}
