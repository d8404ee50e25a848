/* Writing an agent is easy: the one below, with an option, is all it takes. docs/agents.md explains it. */
#include "support/boards.h"

#include "play/agent/agent.h"

/* ---- The agent ---- */

/* magnet: as near as possible to the stones of the opponent, or with pull=own to its own. */
enum { OPTION_PULL };
static const struct bot_option magnet_options[] = {
    {"pull", OPTION_CHOICE, "other", 0, 0, "other|own", "whose stones pull"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

struct magnet {
    struct bot bot; /* comes first */
    bool own;
};

static bool magnet_init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    (void)game;
    (void)e;
    ((struct magnet *)a)->own = v[OPTION_PULL].choice == 1;
    return true;
}

static int magnet_score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    const struct position *p = t->position;
    enum cell pull = cell_of(((struct magnet *)a)->own ? p->to_move : side_other(p->to_move));
    int n = agent_empties(p, out);
    for (int i = 0; i < n; i++)
        for (square s = square_first(); s; s = square_next(&p->rules, s)) {
            int dx = square_col(s) - square_col(out[i].at), dy = square_row(s) - square_row(out[i].at);
            out[i].score += p->cell[s] == pull ? 1.0 / (dx * dx + dy * dy) : 0;
        }
    return n;
}

static const struct bot_kind magnet = {
    .name = "magnet",
    .about = "as near as possible to the other side's stones",
    .options = magnet_options,
    .size = sizeof(struct magnet),
    .init = magnet_init,
    .score = magnet_score,
};

/* ---- What it can do ---- */

/* The shared search over an agent of this kind. */
static struct bot *searched(const struct bot_kind *kind, const char *options, const struct rules *r)
{
    struct game *g = connect_take(position_new(r));
    struct bot *b = agent_search(bot_make(kind, NULL, g, 1, NULL), options, g, 1, NULL);
    game_free(g);
    return b;
}

static void it_plays(void **state)
{
    (void)state;
    struct position *p = test_board("7,7,4,2,1", ". . . . . . .\n"
                                                 ". o . . . . .\n"
                                                 ". . . . . . .\n"
                                                 ". . . . . . .\n"
                                                 ". . . . x . x\n"
                                                 ". . . . . . .\n"
                                                 ". . . . . . .\n");
    assert_true(position_settle(p, WHITE, 1, NULL));
    struct threats *t = threats_new(p);
    struct bot *a = agent_make(&magnet, NULL, &p->rules, 1, NULL);
    assert_int_equal(agent_choose(a, t, NULL).s[0], test_square(p, "f3"));
    bot_free(a);
    a = agent_make(&magnet, "pull=own", &p->rules, 1, NULL);
    square s = agent_choose(a, t, NULL).s[0];
    assert_true(s == test_square(p, "a6") || s == test_square(p, "b5") || s == test_square(p, "b7") ||
                s == test_square(p, "c6"));
    bot_free(a);
    threats_free(t);
    position_free(p);
}

/* It can be searched like the others. The search sees that three in a row must be stopped now. */
static void it_can_be_searched(void **state)
{
    (void)state;
    struct position *p = test_board("7,7,4,1,1", ". . . . . . .\n"
                                                 ". o . . . . .\n"
                                                 ". . . . . . .\n"
                                                 "o x x x . . .\n"
                                                 ". . . . . . .\n"
                                                 ". . . . . . .\n"
                                                 ". . . . . . .\n");
    assert_true(position_settle(p, WHITE, 1, NULL));
    struct threats *t = threats_new(p);
    struct bot *a = searched(&magnet, "depth=2,width=4", &p->rules);
    assert_int_equal(agent_choose(a, t, NULL).s[0], test_square(p, "e4"));
    bot_free(a);
    threats_free(t);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays),
        cmocka_unit_test(it_can_be_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
