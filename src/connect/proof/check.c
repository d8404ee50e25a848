/* What happens to a whole certificate: the start, the end, and what is kept on the way; see check.h. */
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/proof/check_state.h"

/* What the search for critical defences may cost at first; every turn read adds to it (check_rules.c). */
static const uint64_t work_at_first = 1 << 24;
/* Bytes of readings that are kept for repetitions, which are no part of what is needed. */
static const size_t memo_most = (size_t)1 << 27;

bool(check_reject)(struct check *c, const char *fmt, ...)
{
    struct check_result *r = c->result;
    const struct position *p = c->board->p;
    va_list args;
    va_start(args, fmt);
    vsnprintf(r->why.text, sizeof r->why.text, fmt, args);
    va_end(args);
    r->verdict = CHECK_REJECTED;
    r->line_length = p->plies;
    r->line = mem_alloc((size_t)p->plies * sizeof *r->line);
    r->side = mem_alloc((size_t)p->plies);
    for (int i = 0; i < p->plies; i++) {
        r->line[i] = p->ply[i].at;
        r->side[i] = p->ply[i].side;
    }
    return false;
}

bool check_tell(struct check *c, struct check_event e)
{
    if (!c->watch || !c->watch->event)
        return true;
    e.position = c->board->p;
    if (c->watch->event(c->watch->user, &e))
        return true;
    c->result->verdict = CHECK_STOPPED;
    return false;
}

static size_t bytes_of(const struct check *c)
{
    return c->sets_bytes + c->zones_bytes + c->waiting * sizeof(struct squares) +
           c->result->open_room * sizeof(square) + c->memo.bytes + cert_reader_kept(c->reader);
}

bool check_go_on(struct check *c, int steps)
{
    struct check_result *r = c->result;
    if (pulse_over(&c->pulse, steps))
        err_set(&r->why, "the time was over");
    else if (c->watch && c->watch->bytes_most && bytes_of(c) > c->watch->bytes_most)
        r->too_large =
            !err_set(&r->why, "it takes more than %zu bytes of memory to check", c->watch->bytes_most);
    else
        return true;
    r->verdict = CHECK_STOPPED;
    return false;
}

struct check_zones *check_zones_get(struct check *c)
{
    struct check_zones *z = c->spares ? c->spare[--c->spares] : NULL;
    if (!z) {
        c->zones_bytes += check_zones_bytes(&c->rules);
        z = check_zones_new(&c->rules);
    }
    check_zones_keep(z, c->asking ? INT_MAX : CHECK_MEMO_ZONES);
    return z;
}

void check_zones_put(struct check *c, struct check_zones *z)
{
    check_zones_clear(z);
    c->spare = mem_grow(c->spare, &c->spare_room, c->spares + 1, sizeof *c->spare);
    c->spare[c->spares++] = z;
}

static bool check_position(struct check *c)
{
    const struct position *p = c->claim->position;
    char text[SQUARE_TEXT];
    for (square s = square_first(); c->claim->infinite && s; s = square_next(&c->rules, s))
        if (p->cell[s] != CELL_EMPTY && check_board_margin(c->board, s) < c->rules.k - 1)
            return check_reject(c, "infinite board: %s of the position has fewer than %d squares to an edge",
                                square_format(s, text), c->rules.k - 1);
    return true;
}

static bool check_end(struct check *c)
{
    struct squares turn;
    struct check_result *r = c->result;
    enum cert_item item = cert_read(c->reader, &turn, &r->why);
    r->turns = cert_reader_turns(c->reader);
    if (item == CERT_BAD)
        r->verdict = CHECK_UNREADABLE;
    else if (item != CERT_END)
        check_reject(c, "the proof is complete, but the certificate goes on");
    return item == CERT_END;
}

enum check_verdict check_run(struct cert_reader *reader, const struct check_watch *watch,
                             struct check_result *out)
{
    const struct cert_claim *claim = cert_reader_claim(reader);
    *out = (struct check_result){.verdict = CHECK_ACCEPTED, .reachable = cert_reachable(claim)};
    struct check c = {.reader = reader, .claim = claim, .watch = watch, .result = out};
    c.rules = claim->position->rules;
    c.attacker = claim->attacker;
    c.defender = side_other(claim->attacker);
    c.board = check_board_new(claim->position);
    c.hits = check_hits_new();
    c.segments = mem_alloc(sizeof *c.segments);
    c.work = work_at_first;
    c.pulse.until = watch ? watch->until : NULL;
    c.memo.most =
        watch && watch->bytes_most / 4 < memo_most && watch->bytes_most ? watch->bytes_most / 4 : memo_most;
    c.remembers = cert_reader_shared(reader) && check_memo_allowed(&c.rules) &&
                  (!watch || !watch->event || watch->brief);
    c.asking = !(watch && watch->without_zones);
    struct check_zones *z = c.asking ? check_zones_get(&c) : NULL;
    bool ok =
        check_position(&c) &&
        (claim->position->to_move == c.attacker ? check_attack(&c, z, NULL) : check_defend(&c, z, true)) &&
        check_end(&c);
    assert(ok == (out->verdict == CHECK_ACCEPTED));
    if (ok)
        out->zones = z;
    else
        check_zones_free(z);
    while (c.spares)
        check_zones_free(c.spare[--c.spares]);
    free(c.spare);
    check_memo_free(&c.memo);
    free(c.segments);
    check_hits_free(c.hits);
    check_board_free(c.board);
    return out->verdict;
}

enum check_verdict check_bytes(const void *bytes, size_t n, const struct check_watch *watch,
                               struct check_result *out)
{
    *out = (struct check_result){.verdict = CHECK_UNREADABLE};
    struct cert_reader *r = cert_reader_bytes(bytes, n, &out->why);
    if (r)
        check_run(r, watch, out);
    cert_reader_free(r);
    return out->verdict;
}

void check_result_free(struct check_result *r)
{
    free(r->open);
    free(r->line);
    free(r->side);
    check_zones_free(r->zones);
    *r = (struct check_result){.verdict = CHECK_ACCEPTED};
}
