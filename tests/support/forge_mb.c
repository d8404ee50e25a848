/* Certificates honest and forged; see forge_mb.h. */
#include "support/forge_mb.h"

#include <stdlib.h>

#include "base/mem.h"

enum { SETS = 1 << BRUTE_MB_SQUARES };

struct place {
    mb_set black, white;
};

struct forger {
    const struct mb_game *game;
    struct brute_mb *brute;
    struct rng *rng;
    struct place *place;
    size_t places, room;
    uint8_t image[MB_SQUARES]; /* the false symmetry */
    struct buf *out;
    bool failed;
};

static mb_set empty_squares(const struct forger *f, struct place p)
{
    return mb_all(f->game->board) & ~(p.black | p.white);
}

static struct place after(struct place p, mb_set turn, mb_set reply)
{
    return (struct place){(p.black | turn) & ~reply, p.white | reply};
}

/* The position seen through the false symmetry; what is the image of nothing is White's. */
static struct place moved(const struct forger *f, struct place p)
{
    mb_set all = mb_all(f->game->board), black = mb_image(f->image, p.black);
    return (struct place){black, (mb_image(f->image, p.white) | (all & ~mb_image(f->image, all))) & ~black};
}

/* ---- What an answer may lead to ---- */

static bool drawn(const struct forger *f, struct place p)
{
    return brute_mb_draws(f->brute, p.black, p.white);
}

static bool drawn_when_moved(const struct forger *f, struct place p)
{
    return drawn(f, moved(f, p));
}

/* A drawn position that is this one with a black stone less or a white one more. */
static bool neighbour(const struct forger *f, struct place p, struct place *out)
{
    for (int i = 0; i < f->game->board->squares; i++) {
        mb_set s = mb_bit(i);
        struct place without = {p.black & ~s, p.white}, with = {p.black & ~s, p.white | s};
        *out = p.black & s && drawn(f, without) ? without : with;
        if (drawn(f, *out))
            return true;
    }
    return false;
}

static bool drawn_nearly(const struct forger *f, struct place p)
{
    struct place near;
    return neighbour(f, p, &near);
}

/* Black wins, but not with the next turn. */
static bool open(const struct forger *f, struct place p)
{
    const struct mb_game *g = f->game;
    for (int l = 0; l < g->board->lines; l++) {
        mb_set line = g->board->line[l];
        int most = g->b >= 0 ? g->b : mb_count(line) - g->p - 1;
        if (!(line & p.white) && mb_count(line & p.black) > most)
            return false;
    }
    return true;
}

static bool any(const struct forger *f, struct place p)
{
    (void)f;
    (void)p;
    return true;
}

/* An answer of at most `stones` stones on these squares that leads to such a position, any of them. */
static bool find(struct forger *f, struct place p, mb_set turn, mb_set on, int stones,
                 bool (*such)(const struct forger *f, struct place p), mb_set *reply)
{
    uint32_t count = 0;
    for (mb_set r = 0; r <= mb_all(f->game->board); r++)
        if (!(r & ~on) && mb_count(r) <= stones && such(f, after(p, turn, r)) &&
            rng_below(f->rng, ++count) == 0)
            *reply = r;
    return count > 0;
}

/* ---- Writing ---- */

static void write_next(struct forger *f, struct place p)
{
    size_t n = 0;
    while (n < f->places && (f->place[n].black != p.black || f->place[n].white != p.white))
        n++;
    if (n == f->places) {
        f->place = mem_grow(f->place, &f->room, n + 1, sizeof *f->place);
        f->place[f->places++] = p;
    }
    buf_format(f->out, ">%zu", n);
}

static void write_answer(struct forger *f, mb_set turn, mb_set reply)
{
    char t[MB_SET_TEXT], r[MB_SET_TEXT];
    buf_format(f->out, " %s:%s", mb_set_text(turn, t), mb_set_text(reply, r));
}

/* An answer where there is none. */
static mb_set write_forged(struct forger *f, enum forge_mb kind, struct place p, mb_set turn)
{
    mb_set on = empty_squares(f, p) & ~turn, reply = 0;
    int stones = mb_count(turn);
    bool found = false;
    struct place next;
    if (kind == FORGE_STONE)
        found = find(f, p, turn, on, stones + 1, drawn, &reply);
    else if (kind == FORGE_TAKEN)
        found = find(f, p, turn, on | p.black | turn, stones, drawn, &reply);
    else if (kind == FORGE_SYMMETRY)
        found = find(f, p, turn, on, stones, drawn_when_moved, &reply);
    else if (kind == FORGE_COVER)
        found = find(f, p, turn, on, stones, drawn_nearly, &reply);
    else if (kind == FORGE_PAIRING)
        found = find(f, p, turn, on, stones, open, &reply) || find(f, p, turn, on, stones, any, &reply);
    next = after(p, turn, reply);
    f->failed = f->failed || !found;
    write_answer(f, turn, reply);
    if (kind == FORGE_SYMMETRY)
        next = moved(f, next);
    if (kind != FORGE_PAIRING && found && (kind != FORGE_COVER || neighbour(f, next, &next)))
        write_next(f, next);
    if (kind == FORGE_SYMMETRY)
        buf_text(f->out, "/1");
    return reply;
}

/* Returns White's answer; 0 if the turn is left out. */
static mb_set write_turn(struct forger *f, enum forge_mb kind, struct place p, mb_set turn)
{
    mb_set on = empty_squares(f, p) & ~turn, reply;
    int stones = mb_count(turn);
    /* The forgery may also come later. */
    if (find(f, p, turn, on, stones, drawn, &reply) ||
        (rng_below(f->rng, 3) == 0 && find(f, p, turn, on, stones, open, &reply))) {
        write_answer(f, turn, reply);
        write_next(f, after(p, turn, reply));
        return reply;
    }
    return kind == FORGE_OMIT ? 0 : write_forged(f, kind, p, turn);
}

static void write_place(struct forger *f, enum forge_mb kind, struct place p)
{
    const struct mb_game *g = f->game;
    char black[MB_SET_TEXT], empty[MB_SET_TEXT];
    bool wanted[SETS] = {false};
    mb_set playable = 0;
    for (int l = 0; l < g->board->lines; l++)
        if (!(g->board->line[l] & p.white))
            playable |= g->board->line[l] & ~(p.black | g->board->exclusive);
    for (mb_set s = playable; s; s &= s - 1)
        wanted[mb_bit(mb_first(s))] = true;
    buf_format(f->out, "%s %s", mb_set_text(p.black, black), mb_set_text(empty_squares(f, p), empty));
    /* Turns that grow from a turn are larger numbers. */
    for (mb_set turn = 1; turn <= playable && !f->failed; turn++)
        if (wanted[turn]) {
            mb_set reply = write_turn(f, kind, p, turn);
            for (mb_set s = reply & playable; s && (g->b >= 0 || mb_count(turn) < g->p); s &= s - 1)
                wanted[turn | mb_bit(mb_first(s))] = true;
        }
    buf_char(f->out, '\n');
}

/* The position that the certificate begins with. */
static void write_start(struct forger *f, enum forge_mb kind)
{
    struct place p = {0, 0};
    if (kind == FORGE_START && (rng_below(f->rng, 4) == 0 || !neighbour(f, p, &p)))
        buf_char(f->out, '-');
    else
        write_next(f, p);
}

/* Does the exchange of two squares take lines to lines? */
static bool keeps_lines(const struct mb_board *b, mb_set two)
{
    for (int l = 0; l < b->lines; l++) {
        bool found = mb_count(b->line[l] & two) != 1;
        for (int i = 0; i < b->lines && !found; i++)
            found = b->line[i] == (b->line[l] ^ two);
        if (!found)
            return false;
    }
    return true;
}

/* Exchanges two squares, or takes two to the same: a pair that looks well, if one is soon found. */
static void make_symmetry(struct forger *f)
{
    const struct mb_board *board = f->game->board;
    int a = 0, b = 0;
    for (int i = 0; i < 20 && board->squares > 1 && (a == b || !keeps_lines(board, mb_bit(a) | mb_bit(b)));
         i++) {
        a = (int)rng_below(f->rng, (uint32_t)board->squares);
        b = (int)rng_below(f->rng, (uint32_t)board->squares);
    }
    for (int s = 0; s < MB_SQUARES; s++)
        f->image[s] = (uint8_t)s;
    f->image[a] = (uint8_t)b;
    if (rng_below(f->rng, 2))
        f->image[b] = (uint8_t)a;
}

static void write_symmetries(const struct forger *f, bool both)
{
    buf_format(f->out, "symmetries %d\n", both ? 2 : 1);
    for (int g = 0; g < (both ? 2 : 1); g++) {
        for (int s = 0; s < f->game->board->squares; s++)
            buf_format(f->out, s ? " %d" : "%d", g ? f->image[s] : s);
        buf_char(f->out, '\n');
    }
}

bool forge_mb(const struct mb_game *g, struct brute_mb *brute, enum forge_mb kind, struct rng *r,
              struct buf *out)
{
    struct buf start = BUF_EMPTY, body = BUF_EMPTY;
    struct forger f = {.game = g, .brute = brute, .rng = r, .out = &start};
    if (brute_mb_draws(brute, 0, 0) != (kind == FORGE_NOTHING))
        return false;
    make_symmetry(&f);
    write_start(&f, kind);
    f.out = &body;
    for (size_t i = 0; i < f.places && !f.failed; i++)
        write_place(&f, kind, f.place[i]);
    if (!f.failed) {
        f.out = out;
        buf_format(out,
                   g->b >= 0 ? "hexad mb-certificate 2\ngame b %d\n" : "hexad mb-certificate 2\ngame p %d\n",
                   g->b >= 0 ? g->b : g->p);
        mb_write(g->board, out);
        buf_text(out, "end\n");
        write_symmetries(&f, kind == FORGE_SYMMETRY);
        buf_format(out, "positions %zu\nstart %s\n%send\n", f.places, buf_str(&start), buf_str(&body));
    }
    buf_free(&start);
    buf_free(&body);
    free(f.place);
    return !f.failed;
}
