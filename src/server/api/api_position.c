/* What a position is and what threatens in it: /position and /threats. */
#include "server/api/api.h"
#include "json/game.h"
#include "json/searches.h"

enum { THREATS_MOST = 1000 }; /* defences and segments of a side that are told */

/* The position that is asked about, to be freed; NULL after saying what is wrong. */
static struct position *asked(const struct request *q, struct reply *r)
{
    struct position *p;
    struct err e;
    if (game_of_request(q->json, false, &p, &e))
        return p;
    reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    return NULL;
}

void api_position(struct server *s, struct request *q, struct reply *r)
{
    (void)s;
    struct position *p = asked(q, r);
    if (!p)
        return;
    reply_json(r, 200, game_position_json(p));
    position_free(p);
}

void api_threats(struct server *s, struct request *q, struct reply *r)
{
    (void)s;
    struct position *p = asked(q, r);
    if (!p)
        return;
    struct threats *t = threats_new(p);
    threats_limit(t, &q->until);
    json_t *all = threats_json(t, THREATS_MOST, &q->until);
    if (deadline_over(&q->until)) {
        json_decref(all);
        reply_fail(r, PROBLEM_STOPPED, "it took too long, or nobody waits for it any more");
    } else {
        reply_json(r, 200, all);
    }
    threats_free(t);
    position_free(p);
}
