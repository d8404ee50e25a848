/* Maker-Breaker games the plain way; see brute_mb.h. */
#include "support/brute_mb.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct brute_mb {
    const struct mb_game *game;
    int8_t *value; /* with Black to move, by the position in base 3: 1 drawn, 0 won by Black, -1 not known */
};

struct brute_mb *brute_mb_new(const struct mb_game *g)
{
    assert(g->board->squares <= BRUTE_MB_SQUARES);
    size_t positions = 1;
    for (int i = 0; i < g->board->squares; i++)
        positions *= 3;
    struct brute_mb *s = mem_alloc(sizeof *s);
    *s = (struct brute_mb){g, mem_alloc(positions)};
    memset(s->value, -1, positions);
    return s;
}

void brute_mb_free(struct brute_mb *s)
{
    if (s) {
        free(s->value);
        free(s);
    }
}

static int8_t *value_of(const struct brute_mb *s, mb_set black, mb_set white)
{
    size_t index = 0;
    for (int i = s->game->board->squares; i-- > 0;)
        index = index * 3 + (black & mb_bit(i) ? 1 : 0) + (white & mb_bit(i) ? 2 : 0);
    return &s->value[index];
}

/* Definition 1.3: Black owns a line. */
static bool owns(const struct mb_board *b, mb_set black)
{
    for (int l = 0; l < b->lines; l++)
        if (!(b->line[l] & ~black))
            return true;
    return false;
}

/* Definition 2.3, with Black to move: more than b black stones on a line without a white one. */
static bool exceeds(const struct mb_game *g, mb_set black, mb_set white)
{
    for (int l = 0; l < g->board->lines; l++)
        if (!(g->board->line[l] & white) && mb_count(g->board->line[l] & black) > g->b)
            return true;
    return false;
}

/* White's stones, in ascending order from square `from` on. */
static bool answers(struct brute_mb *s, mb_set black, mb_set white, int stones, int from)
{
    if (brute_mb_draws(s, black, white))
        return true;
    for (int i = from; i < s->game->board->squares && stones > 0; i++)
        if (!((black | white) & mb_bit(i)) && answers(s, black, white | mb_bit(i), stones - 1, i + 1))
            return true;
    return false;
}

bool brute_mb_answers(struct brute_mb *s, mb_set black, mb_set white, int stones)
{
    if (s->game->b < 0 && owns(s->game->board, black))
        return false;
    return answers(s, black, white, stones, 0);
}

/* Are all turns of Black's answered that begin with `turn` and go on from square `from` on? */
static bool all_answered(struct brute_mb *s, mb_set black, mb_set white, mb_set turn, int from)
{
    const struct mb_game *g = s->game;
    if (turn && !brute_mb_answers(s, black | turn, white, mb_count(turn)))
        return false;
    for (int i = from; i < g->board->squares && (g->b >= 0 || mb_count(turn) < g->p); i++)
        if (!((black | white | g->board->exclusive) & mb_bit(i)) &&
            !all_answered(s, black, white, turn | mb_bit(i), i + 1))
            return false;
    return true;
}

bool brute_mb_draws(struct brute_mb *s, mb_set black, mb_set white)
{
    const struct mb_game *g = s->game;
    int8_t *value = value_of(s, black, white);
    if (*value < 0) {
        bool won = g->b < 0 ? owns(g->board, black) : exceeds(g, black, white);
        *value = !won && all_answered(s, black, white, 0, 0);
    }
    return *value;
}

bool brute_mb_claims(struct brute_mb *s, const char *certificate)
{
    bool true_all = true;
    const char *line = strchr(strstr(certificate, "\nstart") + 1, '\n') + 1;
    for (; strncmp(line, "end", 3) != 0; line = strchr(line, '\n') + 1) {
        char *rest;
        mb_set black = strtoull(line, &rest, 16), empty = strtoull(rest, NULL, 16);
        mb_set white = mb_all(s->game->board) & ~(black | empty);
        true_all = true_all && brute_mb_draws(s, black, white);
        for (const char *colon = line; (colon = strpbrk(colon, ":\n")) != NULL && *colon == ':'; colon++) {
            const char *turn = colon;
            while (turn[-1] == ' ')
                turn--;
            while (isxdigit((unsigned char)turn[-1]))
                turn--;
            mb_set stones = strtoull(turn, NULL, 16), reply = strtoull(colon + 1, NULL, 16);
            true_all = true_all && brute_mb_draws(s, black | stones, white | reply);
        }
    }
    return true_all;
}

/* ---- Random games ---- */

/* Up to `count` squares. */
static mb_set some_of(struct rng *r, mb_set of, int count)
{
    mb_set out = 0;
    for (; of && count > 0; count--) {
        mb_set rest = of;
        for (int skip = (int)rng_below(r, (uint32_t)mb_count(of)); skip > 0; skip--)
            rest &= rest - 1;
        out |= mb_bit(mb_first(rest));
        of &= ~mb_bit(mb_first(rest));
    }
    return out;
}

/* A line: an earlier one with squares more, fewer or the same, or any that White needs to care for but that
 * are not lost at once. */
static mb_set random_line(struct rng *r, const struct mb_game *g)
{
    const struct mb_board *b = g->board;
    mb_set all = mb_all(b) & ~b->exclusive;
    mb_set earlier = b->lines ? b->line[rng_below(r, (uint32_t)b->lines)] : 0;
    switch (rng_below(r, 40)) {
    case 0:
        return some_of(r, mb_all(b), 1);
    case 1:
        return earlier;
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
        return earlier | some_of(r, mb_all(b), 1);
    case 8:
    case 9:
        return earlier & ~some_of(r, earlier, 1);
    case 10:
    case 11:
    case 12:
        return (earlier & ~some_of(r, earlier, 1)) | some_of(r, all, 1);
    default:
        return some_of(r, all, (g->b >= 0 ? g->b : g->p + 1) + (int)rng_below(r, 4));
    }
}

/* MBBoardX needs an exclusive square on every line: its own if there are enough, or any. */
static mb_set with_exclusive(struct rng *r, const struct mb_board *b, mb_set line, bool apart)
{
    mb_set taken = 0;
    for (int l = 0; l < b->lines; l++)
        taken |= b->line[l];
    if (apart)
        return (line & ~b->exclusive) | some_of(r, b->exclusive & ~taken, 1);
    return line & b->exclusive ? line : line | some_of(r, b->exclusive, 1 + (int)rng_below(r, 2));
}

/* Adds what the lines become when two squares are exchanged. So this is a symmetry, or would be one if not
 * one of the two were exclusive. */
static void mirror(struct rng *r, struct mb_board *b)
{
    mb_set two = some_of(r, mb_all(b), 2);
    for (int l = b->lines; l-- > 0;) {
        mb_set line = b->line[l] ^ two;
        if (mb_count(line & two) == 1 && (!b->exclusive || line & b->exclusive))
            mb_add_line(b, line);
    }
}

void brute_mb_random(struct rng *r, bool bound, int squares, struct mb_board *board, struct mb_game *game)
{
    assert(squares >= 1 && squares <= BRUTE_MB_SQUARES);
    int lines = (int)rng_below(r, 12);
    /* Black rarely wins with a large bound, or a small board. */
    *game = bound ? (struct mb_game){board, 0, (int)rng_below(r, 1 + rng_below(r, 3))}
                  : (struct mb_game){board, 1 + (int)rng_below(r, 3), -1};
    mb_begin(board, "random");
    int count = (int)rng_below(r, (uint32_t)squares + 1), other = (int)rng_below(r, (uint32_t)squares + 1);
    while (board->squares < (count > other ? count : other)) {
        char name[16];
        snprintf(name, sizeof name, "s%d", board->squares);
        mb_add_square(board, name);
    }
    bool apart = bound && rng_below(r, 3) == 0;
    if (bound)
        board->exclusive = some_of(r, mb_all(board), apart ? board->squares / 2 : 1 + (int)rng_below(r, 4));
    for (; lines > 0; lines--) {
        mb_set line = random_line(r, game);
        if (bound)
            line = with_exclusive(r, board, line, apart);
        if (line && (!bound || line & board->exclusive))
            mb_add_line(board, line);
    }
    if (rng_below(r, 4) == 0)
        mirror(r, board);
}
