/* The server: the page, its JSON interface and live analysis over HTTP (docs/api.md).
 *
 * It keeps games and studies in one SQLite file and runs the engine in a bounded pool. Whoever may talk to it
 * is settled before anything is read (gate.h). */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "server/transport/limits.h"

struct server;

struct server_options {
    const char *address;      /* to listen on, several with commas between; NULL: localhost, IPv4 and IPv6 */
    int port;                 /* 0: any that is free */
    const char *token;        /* who does not know it is refused; NULL: none is asked for */
    const char *name;         /* one more host name that requests may give; NULL: none */
    const char *data;         /* the file of saved trees; NULL: in memory, gone at the end */
    const char *proofs;       /* folders of certificates to show, with colons between; NULL: none */
    const char *own_proofs;   /* the folder of those that are made or sent; NULL: none are kept */
    const char *openings;     /* files of opening databases to ask besides, with colons between; NULL: none */
    bool no_openings;         /* nothing is answered from what is proved */
    const char *labs;         /* the folder of labs; NULL: there are none */
    const char *tournaments;  /* the folder of tournaments; NULL: there are none */
    int64_t data_bytes;       /* that the file may have; 0: the default */
    int threads;              /* analyses at once; 0: as many as there are processors */
    size_t hash_bytes;        /* of all engines together; 0: the default */
    bool read_only;           /* nothing is saved or deleted */
    double rate;              /* requests a second of one client; 0: any */
    const char *proxy_header; /* in which a proxy on this machine names the client; NULL: none does */
    const char *log;          /* the file of the log, "-" for standard error; NULL: none */
    const struct transport_limits *limits; /* NULL: the usual ones */
    const _Atomic double *clock;           /* see transport.h; NULL: the usual one */
};

/* Starts to listen; returns when the first request can come. The caller stops it. */
bool server_start(const struct server_options *o, struct server **out, struct err *e);

/* Stops all searches, lets requests under way end, closes the file. */
void server_stop(struct server *s);

int server_port(const struct server *s);

#endif
