/* Certificates of puzzles; see prove.h. */
#include "connect/puzzle/prove.h"

#include <stdio.h>
#include <stdlib.h>

#include "connect/proof/cert.h"
#include "connect/proof/check.h"
#include "connect/proof/verifier.h"

/* A certificate being written. */
struct proving {
    struct hunt *hunt;
    enum hunt_class class;
    int n;
    struct cert_writer *cert;
};

static bool next_turn(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    struct proving *x = ctx;
    (void)order;
    if (hunt_within(x->hunt, b->position, x->class, x->n - depth, turn) != HUNT_WIN)
        return false;
    cert_write_turn(x->cert, turn->s, turn->n);
    return true;
}

/* Writes it; the bytes are the caller's. */
static bool write_cert(struct proving *x, const struct position *p, char **text, size_t *len, struct err *e)
{
    FILE *f = open_memstream(text, len);
    if (!f)
        return err_set(e, "the certificate: no memory");
    struct cert_claim claim = {p, p->to_move, false, false};
    struct battle *b = battle_new(p, p->to_move);
    struct strategy s = {.ctx = x, .turn = next_turn};
    struct verifier *v = verifier_new(b, &s);
    x->cert = cert_writer_on(f, &claim);
    bool fine = verifier_run(v, RULES_MAX_K, NULL) >= 0 || err_set(e, "no win in %d could be verified", x->n);
    if (fine)
        fine = cert_writer_close(x->cert, e);
    else
        cert_writer_abandon(x->cert);
    verifier_free(v);
    battle_free(b);
    fclose(f);
    return fine;
}

static bool check_cert(const char *text, size_t len, struct prove_result *out, struct err *e)
{
    struct check_watch watch = {.without_zones = true};
    struct check_result c;
    bool fine = check_bytes(text, len, &watch, &c) == CHECK_ACCEPTED;
    *out = (struct prove_result){c.depth, c.turns};
    if (!fine)
        err_set(e, "the checker rejects the certificate: %s", c.why.text);
    check_result_free(&c);
    return fine;
}

bool prove_win(struct hunt *h, const struct position *p, enum hunt_class c, int n, struct prove_result *out,
               struct err *e)
{
    struct proving x = {h, c, n, NULL};
    char *text = NULL;
    size_t len = 0;
    bool fine = write_cert(&x, p, &text, &len, e) && check_cert(text, len, out, e);
    free(text);
    return fine;
}
