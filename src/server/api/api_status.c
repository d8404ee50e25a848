/* How busy the server is, and whom it refused: /status. */
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "server/api/api.h"
#include "server/api/state.h"

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

static json_t *kind_json(const struct pool_counts *n, enum job_kind k)
{
    return json_pack("{s:i, s:i, s:I, s:I, s:I}", "running", n->running[k], "waiting", n->waiting[k], "done",
                     (json_int_t)n->done[k], "cut", (json_int_t)n->cut[k], "refused",
                     (json_int_t)n->refused[k]);
}

/* What the pool has to do. */
static json_t *jobs_json(struct server *s)
{
    struct pool_counts n = pool_counts(s->pool);
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "moves", kind_json(&n, JOB_MOVE), "analyses",
                     kind_json(&n, JOB_ANALYSIS), "reviews", kind_json(&n, JOB_REVIEW), "proofs",
                     kind_json(&n, JOB_PROOF), "labs", kind_json(&n, JOB_LAB));
}

static json_t *live_json(struct server *s)
{
    struct feed_counts n = feed_counts(s->feed);
    struct workshop_counts labs = workshop_counts(s->workshop);
    return json_pack("{s:i, s:i, s:i, s:i, s:i}", "analyses", n.studies, "reviews", n.reviews, "proofs",
                     n.proofs, "labs", labs.runs, "lab_views", labs.followers);
}

/* The data file; null if it cannot be looked at now. */
static json_t *data_json(struct server *s)
{
    struct store_size n;
    struct err e;
    if (store_size(s->store, &n, &e) != STORE_FINE)
        return json_null();
    return json_pack("{s:I, s:I, s:I, s:I}", "bytes", (json_int_t)n.bytes, "free", (json_int_t)n.free, "most",
                     (json_int_t)n.most, "trees", (json_int_t)n.trees);
}

void api_status(struct server *s, struct request *q, struct reply *r)
{
    struct transport_counts n = transport_counts(s->transport);
    (void)q;
    json_t *j = json_pack("{s:f, s:I, s:I, s:I, s:I, s:I, s:i}", "seconds", clock_now() - s->started,
                          "connections", (json_int_t)n.connections, "sockets", (json_int_t)n.sockets,
                          "clients", (json_int_t)n.clients, "requests", (json_int_t)n.requests, "working",
                          (json_int_t)n.working, "waiting", workers_waiting(s->workers));
    json_object_update_new(j, json_pack("{s:o, s:o, s:o, s:o}", "jobs", jobs_json(s), "live", live_json(s),
                                        "data", data_json(s), "refused", refused_json(&n)));
    json_object_update_new(j, json_pack("{s:I, s:I, s:I}", "arriving_bytes", (json_int_t)n.bodies_bytes,
                                        "leaving_bytes", (json_int_t)n.answers_bytes, "memory_bytes",
                                        memory_bytes()));
    reply_json(r, 200, j);
}
