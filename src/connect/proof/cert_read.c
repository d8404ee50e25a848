/* Reading certificates: every byte is suspect; see cert.h. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/proof/cert.h"
#include "connect/proof/cert_bytes.h"
#include "connect/proof/cert_repeat.h"

struct cert_reader {
    FILE *f;                 /* NULL: it is in memory, */
    const uint8_t *at, *end; /* from here to there */
    struct cert_claim claim;
    struct position *position;
    int length;  /* of a turn without CERT_CODE_LENGTH */
    square last; /* the stone read last */
    uint64_t turns, bytes;
    bool shared;               /* version 3 */
    int peeked;                /* a byte that was looked at already, or EOF */
    struct cert_repeat repeat; /* of version 3 */
    enum cert_item over;       /* CERT_END or CERT_BAD once that has come, else CERT_TURN */
    struct err why;            /* of CERT_BAD */
};

static bool bad(struct cert_reader *r, struct err *e, const char *what)
{
    return err_set(e, "byte %llu: %s", (unsigned long long)r->bytes, what);
}

/* EOF: there is none, or it cannot be read. */
static int next_byte(struct cert_reader *r)
{
    int peeked = r->peeked;
    r->peeked = EOF;
    if (peeked != EOF)
        return peeked;
    if (!r->f)
        return r->at < r->end ? *r->at++ : EOF;
    errno = 0;
    return getc_unlocked(r->f);
}

static bool get_byte(struct cert_reader *r, int *out, struct err *e)
{
    int c = next_byte(r);
    if (c == EOF && r->f && ferror(r->f))
        return bad(r, e, strerror(errno ? errno : EIO));
    if (c == EOF)
        return bad(r, e, "the file ends too early");
    r->bytes++;
    *out = c;
    return true;
}

static bool get_number(struct cert_reader *r, uint64_t most, uint64_t *out, struct err *e)
{
    uint64_t v = 0;
    for (int shift = 0;; shift += 7) {
        int c = 0;
        if (!get_byte(r, &c, e))
            return false;
        if (shift > 56 || (c == 0 && shift > 0))
            return bad(r, e, "a number that is written too long");
        v |= (uint64_t)(c & 127) << shift;
        if (c < 128)
            break;
    }
    if (v > most)
        return bad(r, e, "a number that is too large for its place");
    *out = v;
    return true;
}

static bool get_int(struct cert_reader *r, int most, int *out, struct err *e)
{
    uint64_t v = 0;
    if (!get_number(r, (uint64_t)most, &v, e))
        return false;
    *out = (int)v;
    return true;
}

/* The version goes to `version`. */
static bool get_magic(struct cert_reader *r, int *version, struct err *e)
{
    int c;
    for (int i = 0; i < CERT_MAGIC_SIZE; i++)
        if (!get_byte(r, &c, NULL) || c != CERT_MAGIC[i])
            return err_set(e, "not a certificate: it does not begin with %s", CERT_MAGIC);
    if (!get_byte(r, &c, e))
        return false;
    *version = c;
    r->shared = c == CERT_VERSION_SHARED;
    return (c >= CERT_VERSION && c <= CERT_VERSION_SHARED) ||
           err_set(e, "a certificate of version %d, this program reads versions 1 to 3", c);
}

static bool get_rules(struct cert_reader *r, struct rules *out, struct err *e)
{
    int *number[] = {&out->m, &out->n, &out->k, &out->p, &out->q};
    for (int i = 0; i < 5; i++)
        if (!get_int(r, 255, number[i], e))
            return false;
    return rules_check(out, e);
}

static bool get_stones(struct cert_reader *r, enum cell what, struct err *e)
{
    struct position *p = r->position;
    int squares = p->rules.m * p->rules.n, count, index = -1, step;
    if (!get_int(r, squares, &count, e))
        return false;
    while (count-- > 0) {
        if (!get_int(r, squares, &step, e))
            return false;
        index += step;
        if (step == 0 || index >= squares)
            return bad(r, e, "a stone off the board or out of order");
        square s = square_at(index % p->rules.m, index / p->rules.m);
        if (p->cell[s] != CELL_EMPTY)
            return bad(r, e, "a black and a white stone on the same square");
        position_setup(p, s, what);
    }
    return true;
}

static bool get_claim(struct cert_reader *r, struct err *e)
{
    struct rules rules = {0, 0, 0, 0, 0, false};
    int version = 0, flags, left;
    if (!get_magic(r, &version, e) || !get_rules(r, &rules, e) ||
        !get_int(r, version == CERT_VERSION ? CERT_FLAGS : CERT_FLAGS | CERT_FLAG_EXACT, &flags, e) ||
        !get_int(r, rules.p > rules.q ? rules.p : rules.q, &left, e))
        return false;
    enum side to_move = flags & CERT_FLAG_WHITE_MOVES ? WHITE : BLACK;
    r->claim.attacker = flags & CERT_FLAG_WHITE_ATTACKS ? WHITE : BLACK;
    rules.exact = flags & CERT_FLAG_EXACT;
    r->claim.infinite = flags & CERT_FLAG_INFINITE;
    r->claim.partial = flags & CERT_FLAG_PARTIAL;
    if (left == 0)
        return bad(r, e, "the side to move has no stones to place");
    if (r->claim.partial && to_move == r->claim.attacker)
        return bad(r, e, "a partial claim with the attacker to move");
    r->position = position_new(&rules);
    r->claim.position = r->position;
    if (!get_stones(r, CELL_BLACK, e) || !get_stones(r, CELL_WHITE, e) ||
        !position_settle(r->position, to_move, left, e))
        return false;
    if (r->position->outcome != OUTCOME_OPEN)
        return bad(r, e, "a position in which the game is over");
    r->length = to_move == r->claim.attacker ? left : rules.p;
    r->last = cert_start_square(&rules);
    return true;
}

static struct cert_reader *begin(struct cert_reader *r, struct err *e)
{
    r->over = CERT_TURN;
    r->peeked = EOF;
    if (get_claim(r, e))
        return r;
    cert_reader_free(r);
    return NULL;
}

struct cert_reader *cert_reader_on(FILE *f, struct err *e)
{
    struct cert_reader *r = mem_zero(1, sizeof *r);
    r->f = f;
    return begin(r, e);
}

struct cert_reader *cert_reader_bytes(const void *bytes, size_t n, struct err *e)
{
    if (n == 0) {
        err_set(e, "not a certificate: it is empty");
        return NULL;
    }
    struct cert_reader *r = mem_zero(1, sizeof *r);
    r->at = bytes;
    r->end = r->at + n;
    return begin(r, e);
}

struct cert_reader *cert_reader_open(const char *path, struct err *e)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *f = standard ? stdin : fopen(path, "rb");
    if (!f) {
        err_set(e, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct cert_reader *r = cert_reader_on(f, e);
    if (!r)
        err_prefix(e, "%s", standard ? "standard input" : path);
    return r;
}

void cert_reader_free(struct cert_reader *r)
{
    if (!r)
        return;
    if (r->f && r->f != stdin)
        fclose(r->f);
    position_free(r->position);
    cert_repeat_free(&r->repeat);
    free(r);
}

const struct cert_claim *cert_reader_claim(const struct cert_reader *r)
{
    return &r->claim;
}

bool cert_reader_shared(const struct cert_reader *r)
{
    return r->shared;
}

size_t cert_reader_kept(const struct cert_reader *r)
{
    const struct cert_repeat *s = &r->repeat;
    return s->room * sizeof *s->kept + s->square_room * sizeof *s->pool +
           s->definition_room * sizeof *s->definition + s->frame_room * sizeof *s->frame;
}

uint64_t cert_reader_turns(const struct cert_reader *r)
{
    return r->turns;
}

/* A stone whose first byte is `code`. */
static bool get_stone(struct cert_reader *r, int code, square *out, struct err *e)
{
    const struct rules *rules = &r->position->rules;
    int col, row;
    if (code < CERT_NEAR_CODES) {
        col = square_col(r->last) + code % CERT_SPAN - CERT_REACH;
        row = square_row(r->last) + code / CERT_SPAN - CERT_REACH;
    } else if (code == CERT_CODE_FAR) {
        if (!get_byte(r, &col, e) || !get_byte(r, &row, e))
            return false;
    } else {
        return bad(r, e, "not a stone");
    }
    if (!square_on_board(rules, col, row))
        return bad(r, e, "a stone off the board");
    *out = r->last = square_at(col, row);
    return true;
}

static bool get_turn(struct cert_reader *r, int code, struct squares *turn, struct err *e)
{
    turn->n = r->length;
    if (code == CERT_CODE_LENGTH) {
        if (!get_byte(r, &turn->n, e))
            return false;
        if (turn->n < 1 || turn->n > RULES_MAX_TURN)
            return bad(r, e, "a turn of an impossible length");
        if (!get_byte(r, &code, e))
            return false;
    }
    for (int i = 0; i < turn->n; i++)
        if ((i > 0 && !get_byte(r, &code, e)) || !get_stone(r, code, &turn->s[i], e))
            return false;
    r->length = r->position->rules.p;
    return true;
}

static bool get_footer(struct cert_reader *r, struct err *e)
{
    uint64_t count = 0;
    if (!get_number(r, UINT64_MAX, &count, e))
        return false;
    if (count != r->turns)
        return err_set(e, "it has %llu turns but says %llu", (unsigned long long)r->turns,
                       (unsigned long long)count);
    if (next_byte(r) != EOF)
        return bad(r, e, "more bytes after the end");
    return !r->f || !ferror(r->f) || bad(r, e, strerror(errno ? errno : EIO));
}

/* Items that may have been read before one that is repeated: a file of a few bytes could ask for years. */
static uint64_t items_most(const struct cert_reader *r)
{
    return CERT_REPEATED_MOST + CERT_REPEATED_EACH * r->bytes;
}

/* A mark of version 3, or a reference. */
static bool get_mark(struct cert_reader *r, int code, struct err *e)
{
    struct cert_repeat *s = &r->repeat;
    if (code == CERT_CODE_BEGIN)
        return cert_repeat_begin(s) || bad(r, e, "a definition that does not begin with an item");
    if (code == CERT_CODE_FINISH)
        return cert_repeat_end(s) || bad(r, e, "the end of no definition, or of an empty one");
    uint64_t distance = (uint64_t)(code - CERT_CODE_NEAR) + 1;
    if (code == CERT_CODE_REFERENCE && !get_number(r, UINT64_MAX, &distance, e))
        return false;
    r->length = r->position->rules.p;
    return cert_repeat_refer(s, distance) ||
           bad(r, e, "a reference to a definition that is not there or not finished");
}

static bool is_mark(const struct cert_reader *r, int code)
{
    return r->shared && code >= CERT_CODE_BEGIN && code < CERT_CODE_NEAR + CERT_NEAR_MOST;
}

/* Goes past marks up to the next item: `code` is its first byte, unless it is one that is repeated. */
static bool settle(struct cert_reader *r, const struct cert_kept **kept, int *code, struct err *e)
{
    for (;;) {
        *kept = cert_repeat_next(&r->repeat);
        if (*kept)
            return r->turns <= items_most(r) || bad(r, e, "too many repetitions for its length");
        if (!get_byte(r, code, e))
            return false;
        if (!is_mark(r, *code))
            return true;
        if (!get_mark(r, *code, e))
            return false;
    }
}

static enum cert_item take_kept(struct cert_reader *r, const struct cert_kept *k, struct squares *turn)
{
    turn->n = k->stones;
    memcpy(turn->s, r->repeat.pool + k->at, k->stones * sizeof *turn->s);
    cert_repeat_take(&r->repeat);
    return k->stones ? CERT_TURN : CERT_UNSOLVED;
}

static enum cert_item read_item(struct cert_reader *r, struct squares *turn, struct err *e)
{
    const struct cert_kept *kept;
    int code;
    if (!settle(r, &kept, &code, e))
        return CERT_BAD;
    if (kept) {
        r->turns++;
        return take_kept(r, kept, turn);
    }
    if (code == CERT_CODE_END) {
        if (r->repeat.opens)
            bad(r, e, "it ends within a definition");
        return !r->repeat.opens && get_footer(r, e) ? CERT_END : CERT_BAD;
    }
    turn->n = 0;
    if (code != CERT_CODE_UNSOLVED && !get_turn(r, code, turn, e))
        return CERT_BAD;
    r->turns++;
    cert_repeat_keep(&r->repeat, turn);
    return code == CERT_CODE_UNSOLVED ? CERT_UNSOLVED : CERT_TURN;
}

enum cert_item cert_read(struct cert_reader *r, struct squares *turn, struct err *e)
{
    if (r->over == CERT_TURN) {
        enum cert_item item = read_item(r, turn, &r->why);
        if (item == CERT_TURN || item == CERT_UNSOLVED)
            return item;
        r->over = item;
    }
    if (r->over == CERT_BAD)
        err_set(e, "%s", r->why.text);
    return r->over;
}

/* ---- definitions ---- */

uint32_t cert_reader_begins(struct cert_reader *r)
{
    const struct cert_kept *kept = NULL;
    int code;
    if (!r->shared || r->over != CERT_TURN)
        return CERT_NO_DEFINITION;
    if (!settle(r, &kept, &code, &r->why)) {
        r->over = CERT_BAD;
        return CERT_NO_DEFINITION;
    }
    if (kept)
        return kept->begins;
    r->peeked = code; /* it is read once more */
    r->bytes--;
    return r->repeat.fresh ? r->repeat.open[r->repeat.opens - 1] : CERT_NO_DEFINITION;
}

uint64_t cert_reader_items(struct cert_reader *r, uint32_t definition)
{
    struct cert_repeat *s = &r->repeat;
    while (s->definition[definition].end == 0 && !cert_repeat_next(s) && !s->fresh) {
        int code = next_byte(r);
        if (code != CERT_CODE_FINISH) {
            r->peeked = code;
            break;
        }
        r->bytes++;
        cert_repeat_end(s);
    }
    return s->definition[definition].end ? s->definition[definition].items : 0;
}

bool cert_reader_skip(struct cert_reader *r, uint32_t definition)
{
    uint64_t items = r->repeat.definition[definition].items;
    if (items - 1 > items_most(r) - r->turns)
        return false;
    r->turns += items;
    cert_repeat_skip(&r->repeat, definition);
    return true;
}
