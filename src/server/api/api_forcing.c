/* Wins by threats alone: /forcing. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/state.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/searches.h"

#define USUAL_SECONDS 5.0

struct forcing_ask {
    struct deferred deferred;
    struct position *position;
    enum forcing_kind kind;
    enum side side;
    double seconds;
};

/* The squares on which the defender could have interfered. */
static json_t *zone_json(struct forcing *f, struct threats *t)
{
    const struct rules *r = &t->position->rules;
    uint8_t *zone = mem_zero((size_t)square_limit(r), sizeof *zone);
    json_t *list = json_array();
    forcing_zone(f, t, zone);
    for (square s = square_first(); s; s = square_next(r, s))
        if (zone[s]) {
            char text[SQUARE_TEXT];
            json_array_append_new(list, json_string(square_format(s, text)));
        }
    free(zone);
    return list;
}

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    struct forcing_ask *x = (struct forcing_ask *)a;
    struct forcing_result result;
    double start = clock_now();
    struct forcing *f = tools_forcing(d, &x->position->rules);
    struct threats *t = threats_new(x->position);
    if (x->side != x->position->to_move)
        threats_pass(t); /* as if the mover gave up its turn */
    struct forcing_limits l = {.kind = x->kind,
                               .until = deadline_in(x->seconds, 0, CPU_THREAD, &x->deferred.stop)};
    forcing_search(f, t, &l, &result);
    json_t *j = forcing_json(&result, x->side, clock_now() - start);
    if (result.answer == FORCING_WIN)
        json_object_set_new(j, "zone", zone_json(f, t));
    threats_free(t);
    reply_json(r, 200, j);
}

static void forcing_free_call(struct deferred *a)
{
    struct forcing_ask *x = (struct forcing_ask *)a;
    position_free(x->position);
    free(x);
}

/* The kind that is asked for; that which finds most if none is. */
static bool read_kind(const char *word, const struct rules *r, enum forcing_kind *out, struct err *e)
{
    char quote[TEXT_QUOTE];
    *out = forcing_widest(r);
    if (!word)
        return true;
    for (int k = FORCING_VCDT; k <= FORCING_VCT; k++)
        if (strcmp(word, forcing_kind_word((enum forcing_kind)k)) == 0) {
            *out = (enum forcing_kind)k;
            return k != FORCING_VCT || r->p == 1 ||
                   err_set(e, "'kind' is vct, which is for games with turns of one stone");
        }
    return err_set(e, "'kind' is '%s', must be vcdt, vcst or vct", text_quote(word, strlen(word), quote));
}

static bool read_ask(struct request *q, struct forcing_ask *x, struct err *e)
{
    const char *kind = NULL;
    x->seconds = USUAL_SECONDS;
    if (!field_text(q->json, "kind", &kind, e) ||
        !field_number(q->json, "seconds", 0.001, LIMIT_FORCING_SECONDS, &x->seconds, e))
        return false;
    struct position *p;
    if (!game_of_request(q->json, true, &p, e))
        return false;
    x->position = p;
    x->side = x->position->to_move;
    return read_kind(kind, &p->rules, &x->kind, e) && game_side_field(q->json, "side", &x->side, e);
}

void api_forcing(struct server *s, struct request *q, struct reply *r)
{
    struct forcing_ask *x = mem_zero(1, sizeof *x);
    struct err e;
    x->deferred.work = work;
    x->deferred.free = forcing_free_call;
    if (read_ask(q, x, &e)) {
        deferred_start(s, &x->deferred, q, r);
    } else {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        forcing_free_call(&x->deferred);
    }
}
