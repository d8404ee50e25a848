/* Boards for tests; see boards.h. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "connect/board/diagram.h"
#include "play/games/games.h"
#include "support/sanitized.h"

struct game_rules test_any(const char *text)
{
    struct game_rules r;
    struct err e;
    if (!games_parse(text, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

struct rules test_rules(const char *text)
{
    struct rules r;
    struct err e;
    if (!rules_parse(text, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

struct position *test_board(const char *game, const char *drawing)
{
    struct rules r = test_rules(game);
    struct position *p = position_new(&r);
    struct err e;
    if (!diagram_read(p, drawing, &e))
        fail_msg("%s", e.text);
    return p;
}

square test_square(const struct position *p, const char *name)
{
    square s = SQUARE_NONE;
    struct err e;
    if (!square_parse(&p->rules, name, NULL, &s, &e))
        fail_msg("%s", e.text);
    return s;
}

struct position *test_game(const char *game, const char *stones)
{
    struct rules r = test_rules(game);
    struct position *p = position_new(&r);
    for (const char *at = stones + strspn(stones, " "); *at; at += strspn(at, " ")) {
        square s = SQUARE_NONE;
        struct err e;
        if (!square_parse(&r, at, &at, &s, &e) || !position_play(p, s, &e))
            fail_msg("%s", e.text);
    }
    return p;
}

square test_random_stone(const struct position *p, struct rng *r)
{
    if (p->outcome != OUTCOME_OPEN)
        return SQUARE_NONE;
    uint32_t skip = rng_below(r, (uint32_t)p->empty);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY && skip-- == 0)
            return s;
    return SQUARE_NONE;
}

int test_rounds(int usual)
{
    if (getenv("HEXAD_NIGHTLY"))
        usual *= 10;
    return TEST_SANITIZED && usual >= 10 ? usual / 10 : usual;
}
