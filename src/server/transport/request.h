/* A request as it came, and an answer as it goes: no Connect6 in here, and no sockets. */
#ifndef SERVER_TRANSPORT_REQUEST_H
#define SERVER_TRANSPORT_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct transport_header {
    const char *name, *value; /* without spaces around it */
};

struct transport_request {
    const char *method; /* "GET" */
    const char *target; /* as it came, without the query; for logs */
    const char *path;   /* the same decoded; begins with a slash */
    const char *query;  /* behind the ?, not decoded; NULL: none */
    const struct transport_header *header;
    int headers;
    const char *body; /* "" and 0: none */
    size_t body_len;
    bool upgrade;       /* it asks for a WebSocket */
    const char *client; /* the address of whoever asks, */
    uint64_t client_id; /* and a number that only his requests have */
    bool suspect;       /* he showed too many wrong secrets lately */
};

/* The value of a header, NULL if there is none; the first, if there are several. */
const char *transport_header(const struct transport_request *q, const char *name);
/* How many headers of this name there are. */
int transport_headers(const struct transport_request *q, const char *name);
/* Is the word in the header's list of words, whatever the case? */
bool transport_header_lists(const struct transport_request *q, const char *name, const char *word);

/* Decodes %41 (and + as a space, if `plus`) in place. False: a % without its digits, or a zero byte. */
bool transport_decode(char *text, bool plus);

struct transport_answer {
    int status;
    const char *type;   /* of the body; NULL: there is none */
    struct buf header;  /* more lines, each with its \r\n */
    const char *always; /* instead of the lines that every answer has; NULL: those */
    struct buf body;
    const void *fixed; /* instead of `body`: bytes that are never freed; NULL: none */
    size_t fixed_len;
    bool guess; /* of a refusal: the request showed a wrong secret */
};

#define TRANSPORT_ANSWER_EMPTY                              \
    {                                                       \
        0, NULL, BUF_EMPTY, NULL, BUF_EMPTY, NULL, 0, false \
    }

void transport_answer_free(struct transport_answer *a);

#endif
