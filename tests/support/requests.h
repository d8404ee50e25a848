/* Well-formed requests of every route, made from the table of routes (server/api/routes.h) and the types of its fields (server/api/api.h):
 * plausible ones, ones at a limit and one past it, ones that a rule of the game forbids, and now and then a field that is
 * missing or of another type. A new route needs nothing here as long as its fields are known; tests/server/api/test_requests.c
 * says what is missing otherwise. */
#ifndef SUPPORT_REQUESTS_H
#define SUPPORT_REQUESTS_H

#include <jansson.h>

#include "base/buf.h"
#include "connect/board/position.h"
#include "server/api/routes.h"
#include "support/choices.h"

enum { REQUESTS_EDGES = 32, REQUESTS_IDS = 8 };

/* The labs that requests are about, each with a root after these stones; the last has no name. */
extern const struct requests_lab {
    const char *name, *rules, *stones;
    const char *root;
    int jobs; /* that were done in it, -1: all; 0: it is a new one; requests make those without a root */
} requests_labs[];

/* Who makes them: where the choices come from, what the request at hand is about, and what the answers so far have told. */
struct requests {
    struct choices *c;
    const char *path;               /* of the route */
    bool sound;                     /* nothing in it is to be wrong, as far as that is known here */
    const struct requests_lab *lab; /* NULL: it is about none, or one without a root */
    struct rules rules;             /* of what is asked about */
    bool deletes;                   /* it does: not everything, or soon nothing would be left to ask about */
    bool fixed;                     /* they are those of a lab */
    struct position *position;      /* of the request's game; NULL: there is none, or it is wrong */
    double seconds;                 /* that the request asks for, or its route has by itself */

    json_t *puzzle;                /* the last */
    json_t *walk;                  /* {"name", "line", "defences"} of the last one */
    bool walking;                  /* this request goes on with it */
    uint32_t edge[REQUESTS_EDGES]; /* of labs */
    int64_t id[REQUESTS_IDS];      /* of trees, collections, games */
    uint32_t edges, ids;           /* told so far */
    char duel[20], key[2][40];     /* of the last game between people, and its keys */
};

void requests_init(struct requests *q);
void requests_done(struct requests *q);

struct made_request {
    char *path;     /* behind /api/v1, with its query; percent-encoded */
    char *body;     /* NULL: none */
    double seconds; /* of searching that it asks for */
};

/* The caller frees it. */
void requests_make(struct requests *q, const struct route *x, struct made_request *out);
void made_request_free(struct made_request *m);

/* A message for the live socket. The caller frees it. `*kind` is its number in requests_kinds. */
char *requests_message(struct requests *q, int *kind);
extern const char *const requests_kinds[]; /* the last is NULL */

/* Looks into an answer for what further requests may be about. */
void requests_learn(struct requests *q, const struct route *x, const json_t *answer);

/* Is there a field of the route that nobody knows a value for? Appends its name. */
bool requests_unknown(const struct route *x, struct buf *missing);

/* ---- values (request_values.c, request_games.c) ---- */

/* The value of a field; NULL: nobody knows one. */
json_t *requests_value(struct requests *q, const char *name, size_t len);
/* One of the words, which have | between them; of a sound request, one of those before the #. */
json_t *requests_word(struct requests *q, const char *words);

json_t *requests_rules(struct requests *q);
json_t *requests_game(struct requests *q);
json_t *requests_turn(struct requests *q);
json_t *requests_line(struct requests *q);
json_t *requests_stones(struct requests *q);
json_t *requests_region(struct requests *q);
json_t *requests_tree(struct requests *q);
json_t *requests_text(struct requests *q);
json_t *requests_base64(struct requests *q);

#endif
