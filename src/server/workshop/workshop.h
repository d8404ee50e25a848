/* The labs of a server: files NAME.lab in a folder, made, asked and run here, or run by others and looked at.
 *
 * What people want goes into the file (lab.h, "taking part"), whoever runs it. A lab that runs here gives its jobs
 * to the pool. Sockets follow views of labs: when a file changes, whoever changed it, those who look at it are told. */
#ifndef SERVER_WORKSHOP_WORKSHOP_H
#define SERVER_WORKSHOP_WORKSHOP_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "connect/board/position.h"
#include "json/problem.h"

struct feed;
struct pool;
struct workshop;

enum { WORKSHOP_NAME = 81 }; /* bytes of a name: letters, digits, and . _ - not at its beginning */

struct workshop_options {
    const char *folder; /* NULL: there are no labs; made when the first is */
    struct pool *pool;
    int threads;       /* jobs at once, of all labs */
    struct feed *feed; /* whose sockets follow; NULL: none do */
    bool read_only;
    size_t memory; /* of the trees of labs that are open at once; 0: LIMIT_LABS_MEMORY */
};

struct workshop *workshop_new(const struct workshop_options *o);
/* Ends what runs, which is kept; nobody is told anything any more. */
void workshop_stop(struct workshop *w);
/* All sockets must be closed by then. */
void workshop_free(struct workshop *w);

/* What follows is false, or NULL, with what is wrong. */

/* {"labs": [{"name", "bytes", "run", …}]} by name. */
json_t *workshop_list(struct workshop *w);
/* A new file. `options` is an object of the options of docs/lab.md, or NULL. */
bool workshop_make(struct workshop *w, const char *name, const struct rules *r, const json_t *options,
                   enum problem *f, struct err *e);
bool workshop_delete(struct workshop *w, const char *name, enum problem *f, struct err *e);

/* What is in sight of those who look so (view.h): fields "root", "at", "open", "follow" of the object. */
json_t *workshop_view(struct workshop *w, const char *name, const json_t *sight, enum problem *f,
                      struct err *e);

/* Asks for something as `hexad lab` does. `noted`: whoever runs the file will take it up; else it is done. */
bool workshop_ask(struct workshop *w, const char *name, const char *kind, const char *body, bool *noted,
                  enum problem *f, struct err *e);
/* The same for a new root. */
bool workshop_add(struct workshop *w, const char *name, const char *root, const struct position *p,
                  enum side attacker, bool *noted, enum problem *f, struct err *e);
/* Both claims about the position, as roots NAME.black and NAME.white: who wins is to be found out. */
bool workshop_add_both(struct workshop *w, const char *name, const char *root, const struct position *p,
                       bool *noted, enum problem *f, struct err *e);

/* Runs it here, for this client, or ends that. */
bool workshop_run(struct workshop *w, const char *name, uint64_t client, enum problem *f, struct err *e);
bool workshop_pause(struct workshop *w, const char *name, enum problem *f, struct err *e);

/* The map of a root (lab/map.h): every turn of the defender there, and what the lab knows of it. Ends when its time is over. */
json_t *workshop_map(struct workshop *w, const char *name, const char *root, const struct deadline *until,
                     enum problem *f, struct err *e);

/* The proof of a root, or of the position behind these stones: a certificate, or a record of at most so many stones.
 * `whole` tells whether all of it is there. Ends when its time is over. */
struct workshop_wish {
    const char *root, *stones;
    bool sgf;
    size_t most;
};
bool workshop_export(struct workshop *w, const char *name, const struct workshop_wish *wish,
                     const struct deadline *until, struct buf *out, bool *whole, enum problem *f,
                     struct err *e);

/* What there is, for those who watch. */
struct workshop_counts {
    int runs, followers;
};
struct workshop_counts workshop_counts(struct workshop *w);

#endif
