/* Certificates into the opening database; see known.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "connect/board/key.h"
#include "connect/proof/guide.h"
#include "store/explorer/inner.h"
#include "store/explorer/known.h"
#include "store/explorer/known_key.h"

/* The defences of a part of a proof are listed if it has this many turns: smaller parts are checked again when somebody
 * asks, which takes some milliseconds. */
enum { LISTED_LEAST = 5000 };

/* A certificate going in. */
struct proving {
    struct db *db;
    const struct guide *guide;
    uint8_t *depth; /* by turn of the proof: how many of the attacker's are on the longest line from it on */
    enum side attacker;
    int64_t proof;
    const struct deadline *until;
    struct guide_line line; /* the way to the place that is listed */
    size_t positions;
    struct err *e;
};

static struct db_value bytes_of(const struct buf *b)
{
    return db_bytes(buf_str(b), b->len);
}

/* How many turns of the attacker's there are at most from each on: after the last of the proof one more completes a row, unless it
 * did so itself. What lies below a turn stands behind it, so from the end. */
static uint8_t *find_depths(const struct guide *g)
{
    uint32_t n = guide_turns(g);
    uint8_t *depth = mem_zero(n ? n : 1, 1);
    for (uint32_t i = n; i-- > 0;) {
        int most = 1;
        struct guide_defence d;
        for (uint32_t cursor = 0; guide_next(g, i, &cursor, &d);)
            most = depth[d.at] > most ? depth[d.at] : most;
        depth[i] = (uint8_t)(most < UINT8_MAX ? most + 1 : most);
    }
    return depth;
}

/* Lists a position: `at` and `turns` are its part of the certificate, `turn` what is to be played. The shorter proof of a
 * position is kept. */
static void list_position(struct proving *a, const struct position *p, uint32_t at, uint32_t turns, int depth,
                          const struct squares *turn)
{
    struct buf key = BUF_EMPTY, squares = BUF_EMPTY;
    int symmetry;
    known_key(p, a->attacker, &key, &symmetry);
    key_pack(&p->rules, symmetry, turn->s, turn->n, &squares);
    if (p->to_move == a->attacker && known_ends(p, turn))
        depth = 1;
    db_do(a->db,
          "INSERT INTO proved (key, proof, at, turns, depth, turn, symmetry, beside) VALUES (?1, ?2, ?3, ?4, "
          "?5, "
          "?6, ?7, ?8) ON CONFLICT DO UPDATE SET proof = ?2, at = ?3, turns = ?4, depth = ?5, turn = ?6, "
          "symmetry = ?7 WHERE ?4 < turns",
          bytes_of(&key), db_int(a->proof), db_int(at), db_int(turns), db_int(depth), bytes_of(&squares),
          db_int(symmetry), db_int(p->to_move == a->attacker ? 0 : known_key_beside(p, a->attacker, 0)));
    buf_free(&key);
    buf_free(&squares);
    a->positions++;
}

/* Lists a part of a turn that stands for every turn with its other stones outside a zone. */
static bool list_part(struct proving *a, const struct position *p, const struct guide_defence *d)
{
    struct guide_zone z;
    if (!guide_zone(a->guide, &a->line, d, a->until, &z))
        return err_set(a->e, "the time was over");
    struct buf key = BUF_EMPTY, part = BUF_EMPTY, zone = BUF_EMPTY, turn = BUF_EMPTY;
    int symmetry;
    known_key(p, a->attacker, &key, &symmetry);
    key_pack(&p->rules, symmetry, d->squares.s, d->squares.n, &part);
    key_pack(&p->rules, symmetry, z.square, z.n, &zone);
    key_pack(&p->rules, symmetry, d->answer.s, d->answer.n, &turn);
    if (!z.everywhere)
        db_do(a->db,
              "INSERT OR REPLACE INTO covered (key, part, proof, at, turns, depth, turn, symmetry, zone) "
              "VALUES "
              "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
              bytes_of(&key), bytes_of(&part), db_int(a->proof), db_int(d->at), db_int(d->turns),
              db_int(a->depth[d->at]), bytes_of(&turn), db_int(symmetry), bytes_of(&zone));
    buf_free(&key);
    buf_free(&part);
    buf_free(&zone);
    buf_free(&turn);
    free(z.square);
    return true;
}

static void place(struct position *p, const struct squares *s)
{
    for (int i = 0; i < s->n; i++)
        position_place(p, s->s[i]);
}

static void take_back(struct position *p, int plies)
{
    while (p->plies > plies)
        position_undo(p);
}

static void line_add(struct guide_line *l, const struct guide_defence *d)
{
    l->step = mem_grow(l->step, &l->room, l->steps + 1, sizeof *l->step);
    l->step[l->steps++] = (struct guide_step){.as = d->squares, .answer = d->answer};
}

/* The position with the loser to move after the turn at `at` (GUIDE_START: that of the claim), and, if enough lies
 * below it, those after its defences. */
static bool list_defend(struct proving *a, struct position *p, uint32_t at)
{
    const struct guide *g = a->guide;
    bool start = at == GUIDE_START, ok = true;
    uint32_t first = start ? 0 : at + 1, turns = start ? guide_turns(g) : guide_size(g, at) - 1;
    struct guide_defence d, best = {0};
    int depth = 1, plies = p->plies;
    for (uint32_t cursor = 0; guide_next(g, at, &cursor, &d);) {
        depth = a->depth[d.at] > depth ? a->depth[d.at] : depth;
        if (!d.unplaced && d.turns > best.turns)
            best = d;
    }
    if (deadline_over(a->until))
        return err_set(a->e, "the time was over");
    list_position(a, p, first, turns, depth, &best.squares);
    if (turns < LISTED_LEAST && !start)
        return true;
    for (uint32_t cursor = 0; ok && db_ok(a->db) && guide_next(g, at, &cursor, &d);) {
        if (d.unplaced) {
            ok = list_part(a, p, &d);
            continue;
        }
        place(p, &d.squares);
        list_position(a, p, d.at, d.turns, a->depth[d.at], &d.answer);
        place(p, &d.answer);
        line_add(&a->line, &d);
        if (p->outcome == OUTCOME_OPEN && d.turns > 1)
            ok = list_defend(a, p, d.at);
        a->line.steps--;
        take_back(p, plies);
    }
    return ok;
}

static bool list_all(struct proving *a)
{
    const struct cert_claim *c = guide_claim(a->guide);
    struct position *p = position_copy(c->position);
    bool ok = true;
    if (p->to_move == c->attacker) {
        guide_start(a->guide, &a->line);
        list_position(a, p, 0, guide_turns(a->guide), a->depth[0], &a->line.first);
        place(p, &a->line.first);
        if (p->outcome == OUTCOME_OPEN)
            ok = list_defend(a, p, 0);
    } else {
        ok = list_defend(a, p, GUIDE_START);
    }
    position_free(p);
    return ok;
}

static void add_proof(struct proving *a, const char *name, const void *bytes, size_t len, const uint8_t *sum)
{
    struct buf claim = BUF_EMPTY;
    check_claim_text(guide_claim(a->guide), NULL, &claim);
    db_do(a->db, "INSERT INTO proof (sha256, name, claim, turns, bytes) VALUES (?1, ?2, ?3, ?4, ?5)",
          db_bytes(sum, SHA256_BYTES), db_text(name), db_text(buf_str(&claim)), db_int(guide_turns(a->guide)),
          db_bytes(bytes, len));
    a->proof = db_last(a->db);
    buf_free(&claim);
}

static enum explorer_answer write_all(struct explorer *x, struct proving *a, const char *name,
                                      const void *bytes, size_t len, const uint8_t *sum)
{
    struct explorer_db *d = explorer_begin(x, a->e);
    if (!d)
        return EXPLORER_FAILED;
    a->db = d->db;
    add_proof(a, name, bytes, len, sum);
    bool ok = list_all(a);
    free(a->line.step);
    position_free(a->line.position);
    return explorer_end(d, ok ? EXPLORER_FINE : EXPLORER_FAILED, a->e);
}

/* Is the certificate with this sum there? */
static enum explorer_answer is_there(struct explorer *x, const uint8_t *sum, bool *there, struct err *e)
{
    struct explorer_db *d = explorer_hold(x);
    *there = db_number(d->db, 0, "SELECT 1 FROM proof WHERE sha256 = ?1", db_bytes(sum, SHA256_BYTES));
    return explorer_end(d, EXPLORER_FINE, e);
}

/* Has it a claim that counts, and does the checker accept it? */
static enum explorer_answer check(const void *bytes, size_t len, const struct deadline *until,
                                  struct guide **out, struct err *e)
{
    struct cert_reader *r = cert_reader_bytes(bytes, len, e);
    enum explorer_answer a = EXPLORER_REFUSED;
    if (r && cert_reader_claim(r)->partial) {
        err_set(e, "it leaves turns open, so it proves no position");
    } else if (r && !cert_reachable(cert_reader_claim(r))) {
        err_set(e, "it is about a position that no game comes to");
    } else if (r) {
        struct check_result result;
        enum check_verdict v = guide_open(r, until, out, &result);
        if (v == CHECK_ACCEPTED) {
            a = EXPLORER_FINE;
        } else if (v == CHECK_STOPPED) {
            *e = result.why;
            a = EXPLORER_FAILED;
        } else {
            struct buf why = BUF_EMPTY;
            check_fault_text(&result, &why);
            err_set(e, "rejected: %s", buf_str(&why));
            buf_free(&why);
        }
        check_result_free(&result);
    }
    cert_reader_free(r);
    return a;
}

enum explorer_answer explorer_prove(struct explorer *x, const char *name, const void *bytes, size_t len,
                                    const struct deadline *until, struct known_added *out, struct err *e)
{
    uint8_t sum[SHA256_BYTES];
    *out = (struct known_added){0};
    sha256(bytes, len, sum);
    enum explorer_answer answer = is_there(x, sum, &out->known, e);
    if (answer != EXPLORER_FINE || out->known)
        return answer;
    struct guide *g = NULL;
    answer = check(bytes, len, until, &g, e);
    if (answer != EXPLORER_FINE)
        return answer;
    struct proving a = {.guide = g, .attacker = guide_claim(g)->attacker, .until = until, .e = e};
    a.depth = find_depths(g);
    answer = write_all(x, &a, name, bytes, len, sum);
    out->turns = guide_turns(g);
    out->positions = answer == EXPLORER_FINE ? a.positions : 0;
    free(a.depth);
    guide_free(g);
    return answer;
}
