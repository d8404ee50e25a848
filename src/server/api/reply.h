/* A request as the routes see it, and what they answer: no HTTP in here, so that tests and the fuzzer can ask
 * without a socket. */
#ifndef SERVER_API_REPLY_H
#define SERVER_API_REPLY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "json/problem.h"

struct exchange;

struct request {
    const char *method, *path; /* the path behind /api/v1, decoded; "" is /api/v1 itself */
    const char *query;         /* behind the ?, NULL: none */
    const char *body;          /* NULL: none */
    size_t body_len;
    struct exchange *exchange; /* for answers that come later; NULL: none can */
    uint64_t client;           /* whose jobs its searches are (base/queue.h) */
    struct deadline until;     /* of an answer that is given at once, in the thread that gives it */
    json_t *json;              /* the body, an object; filled in by routes_answer for routes that take one */
    int64_t id;                /* the number in the path of routes that have one */
    char name[101];            /* the name in the path of routes that have one */
};

struct reply {
    int status;
    struct buf text; /* JSON; nothing with status 204 */
    char more[80];   /* a header line to add, with its end; "": none */
    bool later;      /* somebody else answers, later */
};

#define REPLY_EMPTY             \
    {                           \
        0, BUF_EMPTY, "", false \
    }

/* 0.2207 is told as 0.2207, not as the number nearest to it that a computer has. */
#define REPLY_DIGITS JSON_REAL_PRECISION(15)

void reply_free(struct reply *r);

/* Answers with JSON and lets go of it. */
void reply_json(struct reply *r, int status, json_t *j);

/* Answers with a text that is JSON already, which is taken out of `text`. */
void reply_text(struct reply *r, int status, struct buf *text);

/* Answers {"error":{"code","message"}}, whatever was there before. Returns false. */
bool reply_fail(struct reply *r, enum problem f, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif
