/* Writing certificates; see cert.h. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "connect/proof/cert.h"
#include "connect/proof/cert_bytes.h"

struct cert_writer {
    FILE *f;           /* where it goes, or NULL: */
    struct buf *to;    /* to the end of these bytes, */
    size_t before;     /* so many of which were there */
    struct buf whole;  /* these, if it is to appear whole or not at all on a stream */
    char *path, *part; /* where it will be, where it is meanwhile; NULL if it is written in place */
    bool ours;         /* f is ours to close */
    struct rules rules;
    int length;  /* of a turn that needs no CERT_CODE_LENGTH */
    square last; /* the stone written last */
    uint64_t turns, bytes;
    bool shared; /* version 3 */
    uint64_t definitions;
    int error; /* errno of the first failed write, 0 if none */
};

static void put_byte(struct cert_writer *w, int byte)
{
    if (w->to)
        buf_char(w->to, (char)byte);
    else if (putc(byte, w->f) == EOF && !w->error)
        w->error = errno ? errno : EIO;
    w->bytes++;
}

static void put_number(struct cert_writer *w, uint64_t v)
{
    for (; v >= 128; v >>= 7)
        put_byte(w, (int)(v & 127) | 128);
    put_byte(w, (int)v);
}

static void put_stones(struct cert_writer *w, const struct position *p, enum cell what)
{
    int count = 0, index = 0, last = -1;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        count += p->cell[s] == what;
    put_number(w, (uint64_t)count);
    for (square s = square_first(); s; s = square_next(&p->rules, s), index++)
        if (p->cell[s] == what) {
            put_number(w, (uint64_t)(index - last));
            last = index;
        }
}

static void put_claim(struct cert_writer *w, const struct cert_claim *c)
{
    const struct position *p = c->position;
    assert(p->outcome == OUTCOME_OPEN && !(c->partial && p->to_move == c->attacker));
    for (int i = 0; i < CERT_MAGIC_SIZE; i++)
        put_byte(w, CERT_MAGIC[i]);
    put_byte(w, w->shared ? CERT_VERSION_SHARED : p->rules.exact ? CERT_VERSION_EXACT : CERT_VERSION);
    const int rules[] = {p->rules.m, p->rules.n, p->rules.k, p->rules.p, p->rules.q};
    for (int i = 0; i < 5; i++)
        put_number(w, (uint64_t)rules[i]);
    put_number(w, (c->attacker == WHITE ? CERT_FLAG_WHITE_ATTACKS : 0u) |
                      (p->to_move == WHITE ? CERT_FLAG_WHITE_MOVES : 0u) |
                      (c->infinite ? CERT_FLAG_INFINITE : 0u) | (c->partial ? CERT_FLAG_PARTIAL : 0u) |
                      (p->rules.exact ? CERT_FLAG_EXACT : 0u));
    put_number(w, (uint64_t)p->left);
    put_stones(w, p, CELL_BLACK);
    put_stones(w, p, CELL_WHITE);
}

static struct cert_writer *begin(struct cert_writer *w, const struct cert_claim *claim)
{
    const struct position *p = claim->position;
    w->rules = p->rules;
    w->length = p->to_move == claim->attacker ? p->left : p->rules.p;
    w->last = cert_start_square(&w->rules);
    put_claim(w, claim);
    return w;
}

struct cert_writer *cert_writer_on(FILE *f, const struct cert_claim *claim)
{
    struct cert_writer *w = mem_zero(1, sizeof *w);
    w->f = f;
    return begin(w, claim);
}

struct cert_writer *cert_writer_to(struct buf *out, const struct cert_claim *claim)
{
    struct cert_writer *w = mem_zero(1, sizeof *w);
    w->to = out;
    w->before = out->len;
    return begin(w, claim);
}

struct cert_writer *cert_writer_shared(struct buf *out, const struct cert_claim *claim)
{
    struct cert_writer *w = mem_zero(1, sizeof *w);
    w->to = out;
    w->before = out->len;
    w->shared = true;
    return begin(w, claim);
}

/* What was written on a stream cannot be taken back: kept until it is whole. */
static struct cert_writer *writer_whole(FILE *f, const struct cert_claim *claim)
{
    struct cert_writer *w = mem_zero(1, sizeof *w);
    w->f = f;
    w->to = &w->whole;
    return begin(w, claim);
}

struct cert_writer *cert_writer_open(const char *path, const struct cert_claim *claim, struct err *e)
{
    if (strcmp(path, "-") == 0)
        return writer_whole(stdout, claim);
    struct stat st;
    /* A device or a pipe cannot be replaced by a rename. */
    bool special = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    char *part = NULL;
    if (!special) {
        size_t size = strlen(path) + sizeof ".part";
        part = mem_alloc(size);
        snprintf(part, size, "%s.part", path);
    }
    FILE *f = fopen(special ? path : part, "wb");
    if (!f) {
        err_set(e, "%s: %s", path, strerror(errno));
        free(part);
        return NULL;
    }
    struct cert_writer *w = cert_writer_on(f, claim);
    w->ours = true;
    w->path = mem_strdup(path);
    w->part = part;
    return w;
}

static void put_stone(struct cert_writer *w, square s)
{
    int dx = square_col(s) - square_col(w->last), dy = square_row(s) - square_row(w->last);
    if (abs(dx) <= CERT_REACH && abs(dy) <= CERT_REACH) {
        put_byte(w, (dy + CERT_REACH) * CERT_SPAN + dx + CERT_REACH);
    } else {
        put_byte(w, CERT_CODE_FAR);
        put_byte(w, square_col(s));
        put_byte(w, square_row(s));
    }
    w->last = s;
}

void cert_write_turn(struct cert_writer *w, const square *stones, int n)
{
    assert(n >= 1 && n <= RULES_MAX_TURN);
    if (n != w->length) {
        put_byte(w, CERT_CODE_LENGTH);
        put_byte(w, n);
    }
    for (int i = 0; i < n; i++) {
        assert(square_on_board(&w->rules, square_col(stones[i]), square_row(stones[i])));
        put_stone(w, stones[i]);
    }
    w->length = w->rules.p;
    w->turns++;
}

void cert_write_unsolved(struct cert_writer *w)
{
    put_byte(w, CERT_CODE_UNSOLVED);
    w->turns++;
}

void cert_write_begin(struct cert_writer *w)
{
    assert(w->shared);
    put_byte(w, CERT_CODE_BEGIN);
    w->definitions++;
}

void cert_write_end(struct cert_writer *w)
{
    put_byte(w, CERT_CODE_FINISH);
}

void cert_write_reference(struct cert_writer *w, uint64_t number, uint64_t items)
{
    assert(number < w->definitions && items > 0);
    uint64_t distance = w->definitions - number;
    if (distance <= CERT_NEAR_MOST) {
        put_byte(w, CERT_CODE_NEAR + (int)distance - 1);
    } else {
        put_byte(w, CERT_CODE_REFERENCE);
        put_number(w, distance);
    }
    w->length = w->rules.p;
    w->turns += items;
}

uint64_t cert_writer_turns(const struct cert_writer *w)
{
    return w->turns;
}

uint64_t cert_writer_bytes(const struct cert_writer *w)
{
    return w->bytes;
}

static void note_error(struct cert_writer *w, bool ok)
{
    if (!ok && !w->error)
        w->error = errno ? errno : EIO;
}

static void release(struct cert_writer *w)
{
    if (w->part && w->error)
        unlink(w->part);
    buf_free(&w->whole);
    free(w->path);
    free(w->part);
    free(w);
}

bool cert_writer_close(struct cert_writer *w, struct err *e)
{
    put_byte(w, CERT_CODE_END);
    put_number(w, w->turns);
    if (w->to == &w->whole)
        note_error(w, fwrite(w->whole.text, 1, w->whole.len, w->f) == w->whole.len);
    if (w->f)
        note_error(w, fflush(w->f) == 0);
    if (w->part && !w->error)
        note_error(w, fsync(fileno(w->f)) == 0);
    if (w->ours)
        note_error(w, fclose(w->f) == 0);
    if (w->part && !w->error)
        note_error(w, rename(w->part, w->path) == 0);
    bool ok =
        !w->error || err_set(e, "%s: %s", w->path ? w->path : "writing the certificate", strerror(w->error));
    release(w);
    return ok;
}

void cert_writer_abandon(struct cert_writer *w)
{
    if (!w)
        return;
    if (w->ours)
        fclose(w->f);
    if (w->to && w->to->text)
        w->to->text[w->to->len = w->before] = '\0';
    w->error = ECANCELED; /* so that the part goes */
    release(w);
}
