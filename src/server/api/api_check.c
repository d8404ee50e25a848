/* Certificates, accepted or rejected: /check. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/proof/check.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/state.h"
#include "json/base64.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/proof.h"

#define USUAL_SECONDS 60.0
enum { OPEN_MOST = 1000 }; /* turns that a partial claim leaves open, and that are told */

struct check_ask {
    struct deferred deferred;
    struct buf bytes;
    double seconds;
};

static json_t *answer_json(const struct cert_claim *c, const struct check_result *f, double seconds)
{
    /* The watcher stops: then nothing is known. */
    static const char *const words[] = {[CHECK_ACCEPTED] = "accepted",
                                        [CHECK_REJECTED] = "rejected",
                                        [CHECK_UNREADABLE] = "unreadable",
                                        [CHECK_STOPPED] = "unknown"};
    bool accepted = f->verdict == CHECK_ACCEPTED, unreachable = accepted && !f->reachable;
    struct buf text = BUF_EMPTY;
    check_claim_text(c, accepted && f->opens <= OPEN_MOST ? f : NULL, &text);
    json_t *j = proof_check_json(f);
    json_object_update_new(j, json_pack("{s:s, s:s, s:s, s:b, s:o, s:f}", "verdict",
                                        unreachable ? words[CHECK_REJECTED] : words[f->verdict], "claim",
                                        buf_str(&text), "attacker", game_side(c->attacker), "infinite",
                                        c->infinite, "rules", game_rules_json(&c->position->rules), "seconds",
                                        seconds));
    buf_free(&text);
    if (f->verdict == CHECK_REJECTED)
        check_fault_text(f, &text);
    else if (f->verdict == CHECK_UNREADABLE || f->verdict == CHECK_STOPPED)
        buf_text(&text, f->why.text);
    else if (unreachable)
        buf_text(&text, "the proof holds, but the game cannot reach its position");
    if (text.len)
        json_object_set_new(j, "reason", json_string(buf_str(&text)));
    buf_free(&text);
    return j;
}

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    struct check_ask *x = (struct check_ask *)a;
    struct deadline until = deadline_in(x->seconds, 0, CPU_THREAD, &a->stop);
    struct check_watch watch = {.without_zones = true, .until = &until, .bytes_most = LIMIT_CHECK_MEMORY};
    struct check_result f;
    struct err e;
    double start = clock_now();
    (void)d;
    struct cert_reader *reader = cert_reader_bytes(x->bytes.text, x->bytes.len, &e);
    if (reader) {
        check_run(reader, &watch, &f);
        reply_json(r, 200, answer_json(cert_reader_claim(reader), &f, clock_now() - start));
        check_result_free(&f);
        cert_reader_free(reader);
    } else {
        reply_fail(r, PROBLEM_BAD_REQUEST, "this is no certificate: %s", e.text);
    }
}

static void check_free_call(struct deferred *a)
{
    struct check_ask *x = (struct check_ask *)a;
    buf_free(&x->bytes);
    free(x);
}

void api_check(struct server *s, struct request *q, struct reply *r)
{
    struct check_ask *x = mem_zero(1, sizeof *x);
    const char *base64 = NULL;
    struct err e;
    x->deferred.work = work;
    x->deferred.free = check_free_call;
    x->seconds = USUAL_SECONDS;
    bool ok = field_text(q->json, "base64", &base64, &e) &&
              field_number(q->json, "seconds", 0.001, LIMIT_MOVE_SECONDS, &x->seconds, &e) &&
              (base64 || err_set(&e, "'base64' is missing")) && base64_decode(base64, &x->bytes, &e);
    if (ok) {
        deferred_start(s, &x->deferred, q, r);
    } else {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        check_free_call(&x->deferred);
    }
}
