/* Games between people: /duels. */
#include "server/api/api.h"
#include "server/api/state.h"

/* Asks the room, and answers what it says. */
static void ask(struct server *s, enum duels_what what, struct request *q, int status, struct reply *r)
{
    enum problem f;
    struct err e;
    if (!s->duels) {
        reply_fail(r, PROBLEM_NOT_FOUND, "there are no games between people on this server%s",
                   s->read_only ? ": it was started with --read-only" : ": their file cannot be opened");
        return;
    }
    json_t *j = duels_ask(s->duels, what, q->name, q->client, q->json, &f, &e);
    if (j)
        reply_json(r, status, j);
    else
        reply_fail(r, f, "%s", e.text);
}

void api_duels_post(struct server *s, struct request *q, struct reply *r)
{
    ask(s, DUELS_MAKE, q, 201, r);
}

void api_duels_list(struct server *s, struct request *q, struct reply *r)
{
    ask(s, DUELS_LIST, q, 200, r);
}

void api_duel_get(struct server *s, struct request *q, struct reply *r)
{
    ask(s, DUELS_LOOK, q, 200, r);
}

void api_duel_join(struct server *s, struct request *q, struct reply *r)
{
    ask(s, DUELS_JOIN, q, 200, r);
}

void api_duel_act(struct server *s, struct request *q, struct reply *r)
{
    ask(s, DUELS_ACT, q, 200, r);
}
