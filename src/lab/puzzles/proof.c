/* Puzzles from solved trees: the turns of certificates, and of the proofs that labs hold; see making.h.
 *
 * Where the attacker of a proof has made a turn that leaves the defender a free stone, the defender's answer may
 * have been the error: the proof has a null move there, too. It has tens of thousands of such places, so a part of
 * them is drawn, by the seed. Those behind a null move are no positions of a game and are left out. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/proof/check.h"
#include "lab/graph.h"
#include "lab/lab.h"
#include "lab/puzzles/making.h"

struct drawing {
    struct making *making;
    uint64_t places; /* seen so far */
    uint64_t every;  /* one in so many is taken; 0: they are only counted */
    long left;       /* that may still be taken */
    bool *quiet;     /* by plies: the turn that ends there leaves a free stone */
    size_t room;
};

static void mark(struct drawing *d, int plies, bool quiet)
{
    d->quiet = mem_grow(d->quiet, &d->room, (size_t)plies + 1, sizeof *d->quiet);
    d->quiet[plies] = quiet;
}

static bool is_game(const struct position *p)
{
    for (int i = 0; i < p->plies; i++)
        if (p->ply[i].at == SQUARE_NONE)
            return false;
    return true;
}

/* The attacker has answered a turn of the defender: the place is before its stones. */
static bool draw(void *user, const struct check_event *e)
{
    struct drawing *d = user;
    if (deadline_over(&d->making->options.find.until))
        return false;
    const struct position *p = e->position;
    int before = p->plies - e->stones - p->rules.p; /* the defender's turn */
    if (e->kind == CHECK_DEFENCE && e->unplaced > 0)
        mark(d, p->plies - e->stones - 1, true);
    if (e->kind != CHECK_TURN)
        return true;
    mark(d, p->plies, false);
    if (before < 0 || !d->quiet[before] || !is_game(p))
        return true;
    uint64_t place = d->places++;
    if (d->every && (place + rng_mix(d->making->options.seed)) % d->every == 0 && d->left-- > 0)
        making_add_game(d->making, position_copy(p), p->plies - e->stones);
    return true;
}

static bool walk(struct drawing *d, const struct buf *b, struct err *e)
{
    struct check_watch watch = {.event = draw, .user = d, .without_zones = true};
    struct check_result r;
    mark(d, 0, false);
    enum check_verdict v = check_bytes(b->text, b->len, &watch, &r);
    if (v != CHECK_ACCEPTED && v != CHECK_STOPPED)
        err_set(e, "the proof is not accepted: %s", r.why.text);
    check_result_free(&r);
    return v == CHECK_ACCEPTED || v == CHECK_STOPPED;
}

static bool right_game(const struct making *m, const struct rules *r, struct err *e)
{
    char text[RULES_TEXT];
    return rules_equal(r, &m->options.rules) ||
           err_set(e, "it is about %s; --game says which game the puzzles are of", rules_format(r, text));
}

/* Adds places of a certificate, at most so many. */
static bool add_certificate(struct making *m, const struct buf *b, long most, struct err *e)
{
    struct drawing d = {.making = m};
    struct cert_reader *r = cert_reader_bytes(b->text, b->len, e);
    bool fine = r && right_game(m, &cert_reader_claim(r)->position->rules, e);
    cert_reader_free(r);
    if (!fine || !walk(&d, b, e)) {
        free(d.quiet);
        return false;
    }
    d.every = d.places ? (d.places + (uint64_t)most - 1) / (uint64_t)most : 1;
    d.places = 0;
    d.left = most;
    fine = walk(&d, b, e);
    free(d.quiet);
    return fine;
}

/* The proof of a root, or where there is none yet, those of the positions that are proved. */
static bool add_lab(struct making *m, struct lab *l, long most, struct err *e)
{
    const struct lab_root *root;
    size_t roots = lab_roots(l, &root), whole = 0;
    bool fine = right_game(m, lab_rules(l), e);
    struct err none;
    for (size_t i = 0; i < roots && fine; i++) {
        struct buf b = BUF_EMPTY;
        if (lab_compose(l, root[i].node, symmetry_inverse(root[i].symmetry), &b, &none)) {
            fine = add_certificate(m, &b, most, e);
            whole++;
        }
        buf_free(&b);
    }
    uint32_t nodes = lab_graph(l)->nodes;
    long share = most / (long)(nodes + 1) + 1;
    for (uint32_t i = 0; i < nodes && fine && whole < roots; i++) {
        struct buf b = BUF_EMPTY;
        int64_t id = lab_cert(l, i);
        if (id > 0 && lab_cert_bytes(l, id, &b))
            fine = add_certificate(m, &b, share, e);
        buf_free(&b);
    }
    return fine;
}

bool making_add_proof(struct making *m, const char *path, const char *text, size_t len, struct err *e)
{
    if (len >= 15 && memcmp(text, "SQLite format 3", 15) == 0) {
        struct lab *l = lab_open(path, false, e);
        bool fine = l && add_lab(m, l, m->options.places, e);
        lab_close(l);
        return fine || err_prefix(e, "%s", path);
    }
    struct buf b = BUF_EMPTY;
    buf_bytes(&b, text, len);
    bool fine = add_certificate(m, &b, m->options.places, e);
    buf_free(&b);
    return fine || err_prefix(e, "%s", path);
}

bool making_is_proof(const char *text, size_t len)
{
    return (len >= 7 && memcmp(text, "HEXCERT", 7) == 0) ||
           (len >= 15 && memcmp(text, "SQLite format 3", 15) == 0);
}
