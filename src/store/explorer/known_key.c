/* Keys of positions; see known_key.h. */
#include "store/explorer/known_key.h"

#include "base/rng.h"
#include "connect/board/key.h"
#include "connect/board/symmetry.h"

enum { HEAD = 11 }; /* bytes before the squares */

void known_key_game(const struct rules *r, uint8_t out[KNOWN_KEY_GAME])
{
    const int head[KNOWN_KEY_GAME] = {r->m, r->n, r->k, r->p, r->q, r->exact};
    for (int i = 0; i < KNOWN_KEY_GAME; i++)
        out[i] = (uint8_t)head[i];
}

void known_key(const struct position *p, enum side attacker, struct buf *out, int *symmetry)
{
    const struct rules *r = &p->rules;
    uint8_t packed[POSITION_PACKED_MOST], game[KNOWN_KEY_GAME];
    square all[RULES_MAX_SIDE * RULES_MAX_SIDE], colour[RULES_MAX_SIDE * RULES_MAX_SIDE];
    int stones = position_stones(p, all);
    *symmetry = position_canonical(p, packed);
    known_key_game(r, game);
    buf_bytes(out, (const char *)game, sizeof game);
    buf_char(out, attacker == WHITE);
    buf_char(out, p->to_move == WHITE);
    buf_char(out, (char)p->left);
    for (enum cell c = CELL_BLACK; c <= CELL_WHITE; c++) {
        int n = 0;
        for (int i = 0; i < stones; i++)
            if (p->cell[all[i]] == c)
                colour[n++] = all[i];
        if (c == CELL_BLACK) {
            buf_char(out, (char)(n >> 8));
            buf_char(out, (char)(n & 255));
        }
        key_pack(r, *symmetry, colour, n, out);
    }
}

static bool read_head(const uint8_t *b, size_t len, struct rules *r, size_t *black)
{
    if (len < HEAD || len % 2 != HEAD % 2 || b[5] > 1 || b[6] > 1 || b[7] > 1 || b[8] < 1 ||
        b[8] > RULES_MAX_TURN)
        return false;
    *r = (struct rules){b[0], b[1], b[2], b[3], b[4], b[5]};
    *black = (size_t)b[9] << 8 | b[10];
    return rules_check(r, NULL) && *black <= (len - HEAD) / 2;
}

struct position *known_key_position(const void *bytes, size_t len, int symmetry, enum side *attacker)
{
    const uint8_t *b = bytes;
    struct rules r;
    size_t black;
    if (!read_head(b, len, &r, &black) || symmetry < 0 || symmetry >= symmetry_count(&r))
        return NULL;
    struct position *p = position_new(&r);
    int back = symmetry_inverse(symmetry);
    bool ok = true;
    for (size_t i = HEAD, n = 0; ok && i < len; i += 2, n++) {
        square s;
        ok = key_square(&r, b + i, &s);
        s = ok ? symmetry_square(&r, back, s) : SQUARE_NONE;
        ok = ok && p->cell[s] == CELL_EMPTY;
        if (ok)
            position_setup(p, s, n < black ? CELL_BLACK : CELL_WHITE);
    }
    if (!ok || !position_settle(p, b[7] ? WHITE : BLACK, b[8], NULL) || p->outcome != OUTCOME_OPEN) {
        position_free(p);
        return NULL;
    }
    *attacker = b[6] ? WHITE : BLACK;
    return p;
}

int64_t known_key_beside(const struct position *p, enum side attacker, int more)
{
    const struct rules *r = &p->rules;
    struct key_views hers_alone;
    uint64_t attackers = (uint64_t)more;
    int symmetry;
    enum cell hers = cell_of(attacker == BLACK ? WHITE : BLACK);
    square stone[RULES_MAX_SIDE * RULES_MAX_SIDE];
    key_start_empty(&hers_alone, r);
    for (int at = position_stones(p, stone) - 1; at >= 0; at--)
        if (p->cell[stone[at]] == hers)
            key_stone(&hers_alone, stone[at], WHITE);
        else
            attackers++;
    uint64_t best = key_least(&hers_alone, 0, &symmetry);
    best = rng_mix(best ^ rng_mix(attackers << 1 | attacker) ^
                   rng_mix((uint64_t)r->m << 40 | (uint64_t)r->n << 32 | (uint64_t)r->k << 24 |
                           (uint64_t)r->p << 16 | (uint64_t)r->q << 8 | (uint64_t)r->exact));
    return best ? (int64_t)best : 1;
}

bool known_key_turn(const struct position *p, const struct position *q, struct squares *turn)
{
    const struct rules *r = &p->rules;
    enum cell mine = cell_of(p->to_move);
    if (!rules_equal(r, &q->rules) || q->stones != p->stones + p->left || q->to_move == p->to_move)
        return false;
    for (int i = 0; i < symmetry_count(r); i++) {
        bool same = true;
        turn->n = 0;
        for (square s = square_first(); s && same; s = square_next(r, s)) {
            uint8_t there = q->cell[symmetry_square(r, i, s)];
            if (there == p->cell[s])
                continue;
            same = p->cell[s] == CELL_EMPTY && there == mine && turn->n < p->left;
            if (same)
                turn->s[turn->n++] = s;
        }
        if (same && turn->n == p->left)
            return true;
    }
    return false;
}

bool known_ends(const struct position *p, const struct squares *turn)
{
    struct position *q = position_copy(p);
    for (int i = 0; i < turn->n && position_legal_square(q, turn->s[i]); i++)
        position_place(q, turn->s[i]);
    bool ends = q->outcome != OUTCOME_OPEN;
    position_free(q);
    return ends;
}
