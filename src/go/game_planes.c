/* Go as nets see it: the planes of the paper behind the table that every game has (game/planes.h). */
#include "game/planes.h"

#include <string.h>

#include "go/game.h"
#include "go/planes.h"

/* Nothing has to be kept; a pointer that is not NULL says so. */
static void *maker(const struct game *g)
{
    return (void *)(uintptr_t)g->kind;
}

static void done(void *m)
{
    (void)m;
}

static void fill(void *m, struct game *g, const int strength[2], uint8_t *out)
{
    struct go *b = go_of(g);
    (void)m;
    go_planes(b, strength[b->to_move], out);
}

static int head(const struct game *g)
{
    return game_to_move(g) == WHITE;
}

static game_move move(const struct game *g, int point)
{
    (void)g;
    return (game_move)point;
}

static bool fits(const struct game *g, const char *trained, struct err *e)
{
    (void)g;
    return strncmp(trained, "go", 2) == 0 || err_set(e, "a net for '%s', not for Go", trained);
}

/* The paper's reduced set (its section 5.1): no rank, no liberties after the move, no sizes of captures, no ladders, one move of
 * the history. */
static const uint8_t reduced[] = {GO_PLANE_BLACK,         GO_PLANE_WHITE,         GO_PLANE_EMPTY,
                                  GO_PLANE_LIBERTIES,     GO_PLANE_LIBERTIES + 1, GO_PLANE_LIBERTIES + 2,
                                  GO_PLANE_LIBERTIES + 3, GO_PLANE_LEGAL,         GO_PLANE_SINCE};

const struct game_planes go_game_planes = {
    .planes = GO_PLANES,
    .history = GO_PLANE_SINCE,
    .histories = GO_HISTORY,
    .rank = GO_PLANE_RANK,
    .ranks = GO_PLANES - GO_PLANE_RANK,
    .colours = true,
    .reduced = sizeof reduced,
    .of_reduced = reduced,
    .strength = 9,
    .hide = true, /* bench/results/net.md: 130-70 */
    .maker = maker,
    .done = done,
    .fill = fill,
    .head = head,
    .move = move,
    .fits = fits,
    .builtin = "go",
};
