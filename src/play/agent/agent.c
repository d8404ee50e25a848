/* Making agents from specifications, and asking them; see agent.h. */
#include "play/agent/agent.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "game/options.h"
#include "play/agent/kinds.h"
#include "play/clock.h"

enum { SPEC_MOST = 4000 }; /* longer ones are refused: they nest, and so would the parser */

/* ---- Making ---- */

struct agent *agent_make(const struct agent_kind *kind, const char *options, const struct rules *r,
                         uint64_t seed, struct err *e)
{
    assert(rules_check(r, NULL) && kind->size >= sizeof(struct agent));
    struct option_values values;
    struct agent *a = NULL;
    if (options_parse(kind->name, kind->options, options, &values, e)) {
        a = mem_zero(1, kind->size);
        a->kind = kind;
        a->rules = *r;
        a->seed = seed;
        if (kind->init && !kind->init(a, values.v, e)) {
            agent_free(a);
            a = NULL;
        }
    }
    options_free(&values);
    return a;
}

void agent_free(struct agent *a)
{
    if (a) {
        if (a->kind->done)
            a->kind->done(a);
        free(a);
    }
}

static const struct agent_kind *find_kind(const char *name, size_t n, struct err *e)
{
    struct buf names = BUF_EMPTY;
    for (const struct agent_kind *const *k = agent_kinds; *k; k++) {
        if (strlen((*k)->name) == n && strncmp((*k)->name, name, n) == 0) {
            buf_free(&names);
            return *k;
        }
        buf_format(&names, " %s", (*k)->name);
    }
    err_set(e, "no agent '%.*s'; there are%s", n > 60 ? 60 : (int)n, name, buf_str(&names));
    buf_free(&names);
    return NULL;
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

/* An agent without search: the first n characters. */
static struct agent *new_plain(const char *spec, size_t n, const struct rules *r, uint64_t seed,
                               struct err *e)
{
    char *text = mem_strndup(spec, n);
    size_t name = strcspn(text, ":");
    const struct agent_kind *kind = find_kind(text, name, e);
    struct agent *a = NULL;
    if (kind && text[name] == ':' && text[name + 1] == '\0')
        err_set(e, "%s: options are missing after the colon", kind->name);
    else if (kind)
        a = agent_make(kind, text[name] ? text + name + 1 : NULL, r, seed, e);
    free(text);
    return a;
}

struct agent *agent_new(const char *spec, const struct rules *r, uint64_t seed, struct err *e)
{
    size_t len = strlen(spec);
    if (len > SPEC_MOST) {
        err_set(e, "an agent of %zu characters is too long", len);
        return NULL;
    }
    const char *search = find_search(spec);
    if (!search)
        return new_plain(spec, len, r, seed, e);
    char *inner = mem_strndup(spec, (size_t)(search - spec));
    struct agent *scorer = agent_new(inner, r, seed, e);
    free(inner);
    const char *options = strchr(search, ':');
    return scorer ? agent_search(scorer, options ? options + 1 : NULL, seed, e) : NULL;
}

/* ---- Asking ---- */

/* The same question gets the same answer: what was asked before leaves no trace in the random numbers. */
static void start_random(struct agent *a, const struct threats *t)
{
    rng_seed(&a->rng, a->seed ^ position_key(t->position));
}

bool agent_scores(const struct agent *a)
{
    return a->kind->score != NULL;
}

int agent_score(struct agent *a, struct threats *t, struct scored *out)
{
    assert(agent_scores(a) && t->position->outcome == OUTCOME_OPEN &&
           rules_equal(&a->rules, &t->position->rules));
    start_random(a, t);
    int n = a->kind->score(a, t, out);
    assert(n > 0 && n <= t->position->empty);
    return n;
}

square agent_best(struct agent *a, const struct scored *s, int n)
{
    assert(n > 0);
    int best = 0;
    uint32_t equal = 1;
    for (int i = 1; i < n; i++)
        if (s[i].score > s[best].score) {
            best = i;
            equal = 1;
        } else if (!(s[i].score < s[best].score) && rng_below(&a->rng, ++equal) == 0) {
            best = i; /* each of the equals so far is the choice with the same probability */
        }
    return s[best].at;
}

/* Takes a square out of the list; returns how many are left. */
static int take_out(struct scored *s, int n, square at)
{
    for (int i = 0; i < n; i++)
        if (s[i].at == at) {
            s[i] = s[n - 1];
            return n - 1;
        }
    return n;
}

void agent_extend(struct agent *a, struct agent *scorer, struct threats *t, struct squares *turn)
{
    struct position *p = t->position;
    struct scored *scores = mem_alloc((size_t)p->empty * sizeof *scores);
    struct deadline until = a->clock.until, start = deadline_now(&until);
    int length = position_turn_length(p), n = 0;
    for (int i = 0; i < length && p->outcome == OUTCOME_OPEN; i++) {
        /* Each stone may take its share of the time. */
        scorer->clock.until = deadline_between(&start, &until, (double)(i + 1) / length);
        if (n == 0 || !deadline_over(&until))
            n = agent_score(scorer, t, scores);
        square s = agent_best(a, scores, n);
        n = take_out(scores, n, s);
        threats_place(t, s);
        turn->s[turn->n++] = s;
    }
    scorer->clock.until = until;
    free(scores);
}

static void choose_greedily(struct agent *a, struct threats *t, struct squares *out)
{
    agent_extend(a, a, t, out);
    for (int i = 0; i < out->n; i++)
        threats_undo(t);
}

/* Is it a turn: legal stones to its end, or to the end of the game? */
static bool is_turn(struct threats *t, const struct squares *turn)
{
    int length = position_turn_length(t->position), n = 0;
    bool ok = turn->n >= 1 && turn->n <= length;
    while (ok && n < turn->n && (ok = position_legal_square(t->position, turn->s[n])))
        threats_place(t, turn->s[n++]);
    ok = ok && (turn->n == length || t->position->outcome != OUTCOME_OPEN);
    while (n--)
        threats_undo(t);
    return ok;
}

static void choose(struct agent *a, struct threats *t, struct squares *out)
{
    assert(t->position->outcome == OUTCOME_OPEN && rules_equal(&a->rules, &t->position->rules));
    out->n = 0;
    a->work = (struct agent_work){.nodes = 0};
    start_random(a, t);
    const struct deadline *before = threats_limit(t, &a->clock.until);
    if (a->kind->choose)
        a->kind->choose(a, t, out);
    else
        choose_greedily(a, t, out);
    threats_limit(t, before);
    bool right = is_turn(t, out);
    assert(right);
    (void)right;
    a->clock = (struct agent_clock){.nodes = 0};
}

struct squares agent_choose(struct agent *a, struct threats *t, const struct budget *b)
{
    struct squares out = {.n = 0};
    if (b) {
        double seconds = b->seconds;
        if (b->game > 0) {
            struct game_clock c = {.turn = b->seconds, .game = b->game};
            struct clock_plan plan = clock_plan(&c, t->position);
            seconds = a->kind->plans ? plan.most : plan.usual;
        }
        a->clock = (struct agent_clock){.until = deadline_in(seconds, b->cpu, CPU_THREAD, b->stop),
                                        .nodes = b->nodes,
                                        .turn = b->seconds,
                                        .game = b->game};
    }
    choose(a, t, &out);
    return out;
}

void agent_delegate(struct agent *a, struct agent *other, struct threats *t, struct squares *out)
{
    other->clock = a->clock;
    choose(other, t, out);
    a->work = other->work;
}

/* ---- For those who write agents ---- */

bool agent_expired(const struct agent *a)
{
    return deadline_over(&a->clock.until);
}

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
