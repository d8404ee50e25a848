/* Proofs of the public face: solving, and certificates in memory or in a file; see hexad.h. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "connect/proof/check.h"
#include "connect/proof/solve.h"
#include "face/face.h"

struct hexad_proof {
    char *file;       /* where it is, or NULL: */
    struct buf bytes; /* it is here */
    struct position *position;
    char *claim, *fault;
};

/* ---- Reading ---- */

static void set_text(char **text, struct buf *b)
{
    free(*text);
    *text = buf_take(b);
}

/* A reader at the beginning of the certificate. */
static struct cert_reader *reader_of(const hexad_proof *p, hexad_status *status, hexad_error *error)
{
    struct err e;
    const char *name = p->file ? p->file : "the certificate";
    FILE *f = p->file ? fopen(p->file, "rb") : NULL;
    if (p->file && !f) {
        *status = face_fail(error, HEXAD_FILE, "%s: %s", name, strerror(errno));
        return NULL;
    }
    struct cert_reader *r = f ? cert_reader_on(f, &e) : cert_reader_bytes(p->bytes.text, p->bytes.len, &e);
    if (!r)
        *status = face_fail(error, HEXAD_BAD_DATA, "%s: %s", name, e.text);
    return r;
}

/* The claim as it is read, or with the result of a check. */
static void take_claim(hexad_proof *p, const struct cert_claim *c, const struct check_result *result)
{
    struct buf b = BUF_EMPTY;
    check_claim_text(c, result, &b);
    set_text(&p->claim, &b);
    position_free(p->position);
    p->position = position_copy(c->position);
}

/* Reads the claim. Frees the handle and gives NULL if there is none. */
static hexad_proof *opened(hexad_proof *p, hexad_error *error)
{
    hexad_status status;
    struct cert_reader *r = reader_of(p, &status, error);
    if (!r) {
        hexad_proof_free(p);
        return NULL;
    }
    struct buf none = BUF_EMPTY;
    take_claim(p, cert_reader_claim(r), NULL);
    set_text(&p->fault, &none);
    cert_reader_free(r);
    face_fine(error);
    return p;
}

hexad_proof *hexad_proof_read(const void *bytes, size_t length, hexad_error *error)
{
    if (!bytes) {
        face_fail(error, HEXAD_BAD_ARGUMENT, "the certificate is NULL");
        return NULL;
    }
    hexad_proof *p = mem_zero(1, sizeof *p);
    buf_bytes(&p->bytes, bytes, length);
    return opened(p, error);
}

hexad_proof *hexad_proof_open(const char *file, hexad_error *error)
{
    if (!file) {
        face_fail(error, HEXAD_BAD_ARGUMENT, "the file's name is NULL");
        return NULL;
    }
    hexad_proof *p = mem_zero(1, sizeof *p);
    p->file = mem_strdup(file);
    return opened(p, error);
}

void hexad_proof_free(hexad_proof *proof)
{
    if (!proof)
        return;
    free(proof->file);
    buf_free(&proof->bytes);
    position_free(proof->position);
    free(proof->claim);
    free(proof->fault);
    free(proof);
}

const void *hexad_proof_bytes(const hexad_proof *proof, size_t *length)
{
    bool here = proof && !proof->file;
    if (length)
        *length = here ? proof->bytes.len : 0;
    return here ? proof->bytes.text : NULL;
}

const char *hexad_proof_claim(const hexad_proof *proof)
{
    return proof ? proof->claim : "";
}

const char *hexad_proof_fault(const hexad_proof *proof)
{
    return proof ? proof->fault : "";
}

hexad_game *hexad_proof_game(const hexad_proof *proof, hexad_error *error)
{
    if (proof)
        return face_game(position_copy(proof->position), error);
    face_fail(error, HEXAD_BAD_ARGUMENT, "the proof is NULL");
    return NULL;
}

/* ---- Checking ---- */

static bool look(void *work, const struct check_event *e)
{
    enum { LOOK_EVERY = 1 << 8 }; /* turns */
    struct face_work *w = work;
    if (e->kind != CHECK_TURN || ++w->nodes % LOOK_EVERY != 0)
        return true;
    face_work_tick(w, w->nodes);
    return true;
}

static hexad_verdict verdict_of(enum check_verdict v, const struct check_result *r)
{
    return v == CHECK_ACCEPTED     ? r->reachable ? HEXAD_ACCEPTED : HEXAD_SET_UP
           : v == CHECK_REJECTED   ? HEXAD_REJECTED
           : v == CHECK_UNREADABLE ? HEXAD_UNREADABLE
                                   : HEXAD_STOPPED;
}

hexad_status hexad_proof_check(hexad_proof *proof, const hexad_limits *limits, hexad_verdict *out,
                               hexad_error *error)
{
    if (!proof || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    hexad_status status = face_check_limits(limits, error);
    if (status != HEXAD_OK)
        return status;
    struct cert_reader *r = reader_of(proof, &status, error);
    if (!r) /* the file has gone, or is another one */
        return status;
    struct face_work *w = face_work_new(limits);
    struct deadline until = face_work_until(w);
    struct check_watch watch = {
        .event = look, .user = w, .brief = true, .without_zones = true, .until = &until};
    struct check_result result;
    enum check_verdict verdict = check_run(r, &watch, &result);
    *out = verdict_of(verdict, &result);
    struct buf fault = BUF_EMPTY;
    take_claim(proof, cert_reader_claim(r), verdict == CHECK_ACCEPTED ? &result : NULL);
    if (*out == HEXAD_REJECTED)
        check_fault_text(&result, &fault);
    else if (verdict != CHECK_ACCEPTED)
        buf_text(&fault, *out == HEXAD_STOPPED ? "stopped" : result.why.text);
    set_text(&proof->fault, &fault);
    check_result_free(&result);
    cert_reader_free(r);
    free(w);
    return face_fine(error);
}

/* ---- Solving ---- */

static void tell(void *work, const struct solve_progress *p)
{
    face_work_tick(work, p->nodes);
}

static void copy_win(const struct solve_result *r, hexad_win *out)
{
    *out = (hexad_win){.answer = r->status == SOLVE_WON ? HEXAD_WIN : HEXAD_UNKNOWN,
                       .nodes = r->nodes,
                       .seconds = r->search_seconds + r->verify_seconds};
    if (r->status != SOLVE_WON)
        return;
    face_squares(r->turn.s, r->turn.n, &out->turn);
    out->depth = r->deepest;
    out->order = r->order;
}

static hexad_status check_question(const hexad_question *q, hexad_error *error)
{
    if (q->order < 0 || q->order > 4)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "order %d: from 1 to 4, please", q->order);
    if (q->attacker != HEXAD_EMPTY && q->attacker != HEXAD_BLACK && q->attacker != HEXAD_WHITE)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "the attacker is neither Black nor White");
    return HEXAD_OK;
}

/* `-` is a file of this name here: standard output is the application's. */
static const char *plain_path(const char *file)
{
    return file && strcmp(file, "-") == 0 ? "./-" : file;
}

hexad_status hexad_game_solve(const hexad_game *game, const hexad_question *question,
                              const hexad_limits *limits, hexad_win *out, hexad_proof **proof,
                              hexad_error *error)
{
    hexad_question q = question ? *question : (hexad_question){.attacker = HEXAD_EMPTY};
    hexad_status status = face_may_search(game, limits, out, error);
    if (status == HEXAD_OK)
        status =
            proof ? check_question(&q, error) : face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    if (status != HEXAD_OK)
        return status;
    struct face_work *w = face_work_new(limits);
    struct buf bytes = BUF_EMPTY;
    struct solve_job job = {.position = game->position,
                            .attacker = q.attacker == HEXAD_EMPTY   ? game->position->to_move
                                        : q.attacker == HEXAD_BLACK ? BLACK
                                                                    : WHITE,
                            .order = q.order ? q.order : 2,
                            .infinite = q.infinite,
                            .limits = face_work_limits(w),
                            .memory = w->limits.memory,
                            .cert = plain_path(q.file),
                            .bytes = q.file ? NULL : &bytes,
                            .progress = tell,
                            .ctx = w};
    struct solve_result r;
    struct err e;
    bool ok = solve_run(&job, &r, &e);
    if (ok)
        copy_win(&r, out);
    free(w);
    if (!ok) {
        buf_free(&bytes);
        return face_fail_as(error, HEXAD_FILE, &e);
    }
    assert(proof);
    *proof = NULL;
    if (r.status == SOLVE_WON) {
        hexad_proof *p = mem_zero(1, sizeof *p);
        p->file = q.file ? mem_strdup(q.file) : NULL;
        p->bytes = bytes;
        *proof = opened(p, error);
        return *proof ? HEXAD_OK : HEXAD_FILE;
    }
    return face_fine(error);
}
