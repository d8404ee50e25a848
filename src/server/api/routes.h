/* The routes of the interface, declared once: what GET /api/v1 lists, docs/api.md describes and the tests
 * cover. */
#ifndef SERVER_API_ROUTES_H
#define SERVER_API_ROUTES_H

#include "server/api/reply.h"

struct server;

struct route {
    const char *method;
    const char *path; /* behind /api/v1; a part ID is a number, NAME a name */
    void (*answer)(struct server *s, struct request *q, struct reply *r); /* NULL: a WebSocket (feed.h) */
    const char *about;                                                    /* one line */
    const char *fields; /* that its body may have; NULL: it takes none */
    bool saves;         /* it changes what is kept */
};

/* The last entry's method is NULL. */
extern const struct route routes[];

#define ROUTES_ROOT "/api/v1"
#define ROUTES_LIVE "/live"

/* Bytes that the body of such a request may have; 0: it takes none, SIZE_MAX: as many as the transport takes. */
size_t routes_body_most(const struct route *x);

/* Does this request change what is kept? Then it may have to wait for the disk. */
bool routes_saves(const char *method, const char *path);

/* Answers a request: finds the route, reads the JSON of its body, or says what is wrong with it. */
void routes_answer(struct server *s, struct request *q, struct reply *r);

#endif
