/* How busy the server is, and whom it refused: /status. */
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "server/api.h"
#include "server/state.h"

/* Memory of the process, in bytes; 0 where the system does not tell. */
static json_int_t memory_bytes(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%*s %ld", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return (json_int_t)pages * sysconf(_SC_PAGESIZE);
}

static json_t *refused_json(const struct transport_counts *n)
{
    json_t *j = json_object();
#define PUT(name, meaning) json_object_set_new(j, #name, json_integer(n->refused[REFUSED_##name]));
    TRANSPORT_REFUSALS(PUT)
#undef PUT
    return j;
}

/* What the pool has to do. */
static json_t *jobs_json(struct server *s)
{
    struct feed_counts live = feed_counts(s->feed);
    return json_pack("{s:i, s:i, s:i, s:i, s:i}", "running", pool_running(s->pool), "moves_waiting",
                     pool_waiting(s->pool, true), "analyses_waiting", pool_waiting(s->pool, false),
                     "analyses", live.studies, "reviews", live.reviews);
}

void api_status(struct server *s, struct request *q, struct reply *r)
{
    struct transport_counts n = transport_counts(s->transport);
    (void)q;
    json_t *j =
        json_pack("{s:f, s:I, s:I, s:I, s:I, s:I, s:i, s:o}", "seconds", clock_now() - s->started,
                  "connections", (json_int_t)n.connections, "sockets", (json_int_t)n.sockets, "clients",
                  (json_int_t)n.clients, "requests", (json_int_t)n.requests, "working", (json_int_t)n.working,
                  "waiting", workers_waiting(s->workers), "jobs", jobs_json(s));
    json_object_update_new(j, json_pack("{s:o, s:I, s:I, s:I}", "refused", refused_json(&n), "arriving_bytes",
                                        (json_int_t)n.bodies_bytes, "leaving_bytes",
                                        (json_int_t)n.answers_bytes, "memory_bytes", memory_bytes()));
    reply_json(r, 200, j);
}
