/* Known openings; see openings.h.
 *
 * Counted from games between players who were both rated 1900 or more: the turns that they play most, without
 * those after which their side won clearly fewer games than half, or that the engine itself thinks worse than
 * 0.42. */
#include "play/openings.h"

#include <assert.h>
#include <string.h>

#include "base/rng.h"

struct known {
    const char *black, *white, *turn; /* squares of 19x19 */
    int games;                        /* in which it was played: how often we do */
};

static const struct known table[] = {
    {"j10", "", "i9 i11", 924},
    {"j10", "", "h10 k9", 633},
    {"j10", "", "i9 j11", 554},
    {"j10", "", "h9 i11", 150},
    {"j10", "", "h9 j11", 132},
    {"j10", "", "h10 i9", 118},
    {"j10", "", "h10 j9", 101},
    {"j10", "i9 i11", "h10 i8", 217},
    {"j10", "i9 i11", "g9 i10", 199},
    {"j10", "i9 i11", "g9 h11", 130},
    {"j10", "h10 k9", "h9 j8", 110},
    {"j10", "h10 k9", "g9 k7", 106},
    {"j10", "h10 k9", "i9 k11", 72},
    {"j10", "i9 j11", "h9 i12", 105},
    {"j10", "i9 j11", "h12 i11", 96},
    {"j10", "i9 j11", "h9 i8", 33},
    {"j10", "i9 j11", "h11 k9", 16},
    {"j10", "i10 j9", "h11 i9", 97},
    {"j10", "i10 j9", "h11 i11", 34},
    {"j10", "i10 j9", "h11 h12", 18},
    {"j10", "h9 i11", "g9 h11", 39},
    {"j10", "h9 i11", "j11 j12", 34},
    {"j10", "h9 i11", "j12 k11", 16},
    {"j10", "h9 j11", "h11 i10", 33},
    {"j10", "h9 j11", "l12 l13", 16},
    {"j10", "h10 i9", "j8 j9", 34},
    {"j10", "h10 i9", "g11 h9", 17},
    {"j10", "h10 j8", "h8 i9", 24},
    {"j10", "h8 j12", "h12 i11", 19},
    {"h9 j8 j10", "i9 k9", "i10 j7", 83},
    {"g9 g11 j10", "i9 i11", "g10 i8", 32},
    {"g9 g11 j10", "i9 i11", "f10 g8", 26},
    {"g9 h11 j10", "i9 i11", "g10 k8", 65},
    {"g9 i12 j10", "i9 i11", "i7 j8", 15},
    {"h9 h10 j10", "i9 k9", "h11 i10", 12},
    {"h9 j8 j10", "h10 k9", "j9 k8", 18},
    {"h9 j8 j10", "h10 k9", "j12 k13", 18},
    {"g9 i13 j10", "i9 j12", "i7 j8", 27},
    {"g9 j8 j10", "h10 k9", "j9 k8", 13},
    {"h8 i9 j10", "h10 k9", "g7 k11", 22},
    {"h8 h10 j10", "i11 j8", "i9 i10", 13},
    {"h9 i12 j10", "i9 j11", "g10 g11", 12},
    {"h10 i9 j10", "i11 j9", "h8 j8", 36},
    {"i9 j10 k11", "i10 k9", "j8 l12", 21},
    {"g9 h11 j10", "i9 j11", "i12 k10", 15},
    {"h9 i11 j10", "i10 j11", "k9 k12", 28},
    {"h9 i12 j10", "i10 j11", "g12 h11", 29},
    {"h10 i9 j10", "h9 i11", "h8 j8", 14},
    {"h10 i9 j10", "i11 j12", "k11 l10", 29},
    {"i9 j10 k11", "h10 j8", "h8 h9", 16},
};
enum { KNOWN = sizeof table / sizeof *table, STONES_MOST = 8, FOUND_MOST = 64, SYMMETRIES = 8, ROOM = 15 };

/* Squares as steps from the centre, so that the table serves every board that is large enough. */
struct step {
    int x, y;
};

static int read_steps(const char *text, struct step *out)
{
    static const struct rules board = {19, 19, 6, 2, 1, false};
    int n = 0;
    while (*text) {
        square s = SQUARE_NONE;
        bool ok = square_parse(&board, text, &text, &s, NULL);
        assert(ok && n < STONES_MOST);
        (void)ok;
        out[n++] = (struct step){square_col(s) - 9, square_row(s) - 9};
        text += strspn(text, " ");
    }
    return n;
}

static square centre(const struct rules *r)
{
    return square_at((r->m - 1) / 2, (r->n - 1) / 2);
}

/* As the symmetries of a square board (connect/board/symmetry.h): swap, then mirror. */
static square turned(const struct rules *r, int symmetry, struct step s)
{
    int x = symmetry & 4 ? s.y : s.x, y = symmetry & 4 ? s.x : s.y;
    square c = centre(r);
    return square_at(square_col(c) + (symmetry & 1 ? -x : x), square_row(c) + (symmetry & 2 ? -y : y));
}

static bool all_are(const struct position *p, int symmetry, const char *squares, enum cell what)
{
    struct step step[STONES_MOST];
    int n = read_steps(squares, step);
    for (int i = 0; i < n; i++)
        if (p->cell[turned(&p->rules, symmetry, step[i])] != what)
            return false;
    return true;
}

static int count(const char *squares)
{
    struct step step[STONES_MOST];
    return read_steps(squares, step);
}

/* A turn of the table that fits, and how the board is turned for it. */
struct found {
    const struct known *known;
    int symmetry;
};

/* Each turn of the table comes at most once for each way in which the position is the table's. */
static int find(const struct position *p, struct found *out)
{
    int n = 0;
    for (const struct known *k = table; k < table + KNOWN; k++) {
        if (count(k->black) + count(k->white) != p->stones)
            continue;
        for (int s = 0; s < SYMMETRIES; s++)
            if (n < FOUND_MOST && all_are(p, s, k->black, CELL_BLACK) && all_are(p, s, k->white, CELL_WHITE))
                out[n++] = (struct found){k, s};
    }
    return n;
}

/* One of them, those played more often with a larger chance. */
static const struct found *draw(const struct found *f, int n, struct rng *rng)
{
    uint32_t games = 0;
    for (int i = 0; i < n; i++)
        games += (uint32_t)f[i].known->games;
    int64_t at = (int64_t)rng_below(rng, games);
    while ((at -= f->known->games) >= 0)
        f++;
    return f;
}

/* At the beginning of a turn, as the number of stones says? */
static bool in_step(const struct position *p)
{
    enum side side;
    int left;
    rules_turn_at(&p->rules, p->stones, &side, &left);
    return p->to_move == side && p->left == left && (p->stones == 0 || left == p->rules.p);
}

bool openings_turn(const struct position *p, uint64_t seed, struct squares *out)
{
    const struct rules *r = &p->rules;
    out->n = 0;
    if (p->outcome != OUTCOME_OPEN || !in_step(p))
        return false;
    if (p->stones == 0 && r->q == 1) {
        out->s[out->n++] = centre(r);
        return true;
    }
    if (r->k != 6 || r->p != 2 || r->q != 1 || r->exact || r->m < ROOM || r->n < ROOM)
        return false;
    struct found found[FOUND_MOST];
    int n = find(p, found);
    if (n == 0)
        return false;
    struct rng rng;
    rng_seed(&rng, seed ^ position_key(p));
    const struct found *f = draw(found, n, &rng);
    struct step step[STONES_MOST];
    int stones = read_steps(f->known->turn, step);
    for (int i = 0; i < stones; i++)
        out->s[out->n++] = turned(r, f->symmetry, step[i]);
    return true;
}
