/* Bytes of a connection become requests.
 *
 * The header is collected whole and then read by llhttp, so that every limit is known before anything is
 * made of it; what is dangerous between servers that read differently (lone line feeds, folded lines, doubled
 * lengths, spaces before colons) is refused, not repaired. No sockets in here: a fuzzer feeds it. */
#ifndef SERVER_TRANSPORT_INTAKE_H
#define SERVER_TRANSPORT_INTAKE_H

#include <llhttp.h>

#include "server/transport/limits.h"
#include "server/transport/request.h"

enum intake_event {
    INTAKE_MORE,  /* all bytes are used, the request goes on */
    INTAKE_HEAD,  /* the header is there: `request` has all but the body */
    INTAKE_WHOLE, /* the request is there */
    INTAKE_BAD,   /* it is none, or too large: `status` and `fault` say why */
};

struct intake {
    const struct transport_limits *limits;
    struct transport_request request;
    bool keep;    /* the connection may stay open afterwards */
    bool expects; /* the client waits for "100 Continue" before it sends the body */
    int status;   /* of the refusal */
    const char *fault;

    struct buf head, body;
    enum { INTAKE_IN_HEAD, INTAKE_AT_BODY, INTAKE_IN_BODY, INTAKE_DONE } stage;
    size_t line;     /* bytes of the line so far */
    int empty_lines; /* that came in front */
    bool whole, chunked;
    llhttp_t parser;
    struct transport_header *header;
    size_t header_room;
    char *path;
};

void intake_init(struct intake *in, const struct transport_limits *limits);
void intake_done(struct intake *in);

/* Takes bytes, as many as `*used` says. After INTAKE_HEAD it is called again with the rest, be there any or
 * not. After INTAKE_WHOLE and INTAKE_BAD it is called no more. */
enum intake_event intake_feed(struct intake *in, const char *bytes, size_t len, size_t *used);

/* Has anything of a request come? */
bool intake_begun(const struct intake *in);
/* Memory that it holds. */
size_t intake_held(const struct intake *in);

#endif
