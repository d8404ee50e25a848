/* What every game owes to the seam (game/game.h): the same checks for each kind of the table. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "game/count.h"
#include "game/planes.h"
#include "play/games/games.h"

static const char *const games[] = {"connect6", "tictactoe", "7,5,4,2,1",     "gomoku-exact",
                                    "go",       "go9",       "go:5,komi=0.5", "go:13,handicap=4,ko=simple",
                                    "four",     "four:5x4"};
enum { GAMES = sizeof games / sizeof *games };

static game_move moves[GAME_MOVES_MOST];

static game_move some(struct game *g, struct rng *rng)
{
    int n = g->kind->moves(g, moves);
    assert_true(n > 0);
    return moves[rng_below(rng, (uint32_t)n)];
}

static void rules_are_texts_that_read_back(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct game_rules r = test_any(games[i]), again, of;
        assert_true(games_parse(r.text, &again, NULL));
        assert_true(game_rules_equal(&r, &again));
        struct game *g = game_new(&r);
        g->kind->rules(g, &of);
        assert_true(game_rules_equal(&r, &of));
        game_free(g);
    }
    struct game_rules none;
    static const char *const bad[] = {"go:30", "four:9x6", "go99", "go:19,komi=", "goban", "chess", "3,3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(games_parse(bad[i], &none, NULL));
}

/* Plays at random; whatever is undone is as it was, and a copy is the same game. */
static void play_undo_and_copy_agree(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 11);
    for (int i = 0; i < GAMES; i++) {
        struct game_rules r = test_any(games[i]);
        struct game *g = game_new(&r);
        uint64_t key[400];
        int n = 0;
        for (; n < 150 && game_state(g) == OUTCOME_OPEN; n++) {
            key[n] = g->kind->key(g);
            game_move m = some(g, &rng);
            assert_null(g->kind->refusal(g, m));
            enum side mover = game_to_move(g), who;
            int left = g->kind->left(g);
            assert_true(left >= 1);
            game_play(g, m);
            assert_int_equal(game_plies(g), n + 1);
            assert_int_equal(g->kind->ply(g, n, &who), m);
            assert_int_equal(who, mover);
            if (game_state(g) == OUTCOME_OPEN)
                assert_int_equal(game_to_move(g), left > 1 ? mover : side_other(mover));
        }
        struct game *c = game_copy(g);
        assert_true(c->kind->key(c) == g->kind->key(g));
        assert_int_equal(game_state(c), game_state(g));
        if (game_state(g) != OUTCOME_OPEN) {
            struct buf b = BUF_EMPTY;
            g->kind->ending(g, &b);
            assert_true(b.len > 0);
            buf_free(&b);
            assert_int_equal(g->kind->moves(g, moves), 0);
        }
        while (n-- > 0) {
            game_undo(g);
            game_undo(c);
            assert_true(g->kind->key(g) == key[n]);
            assert_true(c->kind->key(c) == key[n]);
        }
        game_free(c);
        game_free(g);
    }
}

static void moves_are_the_legal_ones_and_have_names(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 12);
    for (int i = 0; i < GAMES; i++) {
        struct game_rules r = test_any(games[i]);
        struct game *g = game_new(&r);
        for (int k = 0; k < 12 && game_state(g) == OUTCOME_OPEN; k++)
            game_play(g, some(g, &rng));
        if (game_state(g) == OUTCOME_OPEN) {
            int n = g->kind->moves(g, moves), legal = 0;
            for (int m = 0; m <= UINT16_MAX; m++)
                legal += game_legal(g, (game_move)m);
            assert_int_equal(legal, n);
            for (int k = 0; k < n; k++)
                for (int d = GAME_PEOPLE; d <= GAME_GTP; d++) {
                    char text[GAME_MOVE_TEXT];
                    game_move again;
                    g->kind->format(g, (enum game_dialect)d, moves[k], text);
                    assert_true(g->kind->read_move(g, (enum game_dialect)d, text, &again, NULL));
                    assert_int_equal(again, moves[k]);
                }
        }
        struct err e;
        assert_false(game_play_text(g, GAME_PEOPLE, "nonsense", &e));
        game_free(g);
    }
}

/* A game seen through a symmetry has the same end, and the same planes turned. */
static void symmetries_are_games_as_well(void **state)
{
    (void)state;
    struct rng rng;
    for (int i = 0; i < GAMES; i++) {
        struct game_rules r = test_any(games[i]);
        struct game *g = game_new(&r);
        int symmetries = g->kind->symmetries(g);
        for (int s = 0; s < symmetries; s++) {
            struct game *a = game_new(&r), *b = game_new(&r);
            rng_seed(&rng, 13);
            for (int k = 0; k < 80 && game_state(a) == OUTCOME_OPEN; k++) {
                game_move m = some(a, &rng), t = a->kind->turned(a, s, m);
                assert_true(game_legal(b, t));
                game_play(a, m);
                game_play(b, t);
            }
            assert_int_equal(game_state(a), game_state(b));
            assert_int_equal(a->kind->moves(a, moves), b->kind->moves(b, moves));
            game_free(a);
            game_free(b);
        }
        game_free(g);
    }
}

/* The point that a move stands on. */
static int point_of(const struct game_planes *d, const struct game *g, int points, game_move m)
{
    int p = 0;
    while (p < points && d->move(g, p) != m)
        p++;
    assert_true(p < points);
    return p;
}

static void planes_turn_with_the_board(void **state)
{
    (void)state;
    struct rng rng;
    for (int i = 0; i < GAMES; i++) {
        struct game_rules r = test_any(games[i]);
        const struct game_planes *d = r.kind->planes;
        if (!d)
            continue;
        struct game *a = game_new(&r), *b = game_new(&r);
        int s = a->kind->symmetries(a) - (a->kind->symmetries(a) > 2 ? 3 : 1), columns, rows;
        rng_seed(&rng, 14);
        a->kind->size(a, &columns, &rows);
        for (int k = 0; k < 60 && game_state(a) == OUTCOME_OPEN; k++) {
            game_move m = some(a, &rng);
            game_play(b, a->kind->turned(a, s, m));
            game_play(a, m);
        }
        int points = columns * rows;
        size_t n = (size_t)(d->planes * points);
        uint8_t *pa = calloc(n, 1), *pb = calloc(n, 1);
        void *maker = d->maker(a);
        d->fill(maker, a, (int[2]){3, 3}, pa);
        d->fill(maker, b, (int[2]){3, 3}, pb);
        assert_int_equal(d->head(a), d->head(b));
        d->done(maker);
        for (int p = 0; p < points; p++) {
            int q = point_of(d, a, points, a->kind->turned(a, s, d->move(a, p)));
            for (int k = 0; k < d->planes; k++)
                assert_int_equal(pa[k * points + p], pb[k * points + q]);
        }
        free(pa);
        free(pb);
        game_free(a);
        game_free(b);
    }
}

struct read_back {
    uint64_t key;
    int plies, games;
};

static bool take(void *context, size_t number, struct game *g, const struct game_info *info,
                 const struct err *bad)
{
    struct read_back *r = context;
    if (!g)
        fail_msg("game %zu: %s", number, bad->text);
    assert_string_equal(info->name[BLACK], "one");
    r->key = g->kind->key(g);
    r->plies = game_plies(g);
    r->games++;
    return true;
}

static void records_read_back(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 15);
    for (int i = 0; i < GAMES; i++) {
        struct game_rules r = test_any(games[i]);
        struct game *g = game_new(&r);
        for (int k = 0; k < 40 && game_state(g) == OUTCOME_OPEN; k++)
            game_play(g, some(g, &rng));
        struct buf text = BUF_EMPTY;
        struct game_info info = {.name = {"one", "two"}, .result = "B+R", .comment = "the end"};
        game_write(g, &info, &text);
        game_write(g, &info, &text);
        struct read_back back = {0, 0, 0};
        struct err e;
        if (!g->kind->read(buf_str(&text), text.len, &(struct game_reading){.rules = &r}, take, &back, &e))
            fail_msg("%s: %s", games[i], e.text);
        assert_int_equal(back.games, 2);
        assert_int_equal(back.plies, game_plies(g));
        assert_true(back.key == g->kind->key(g));
        buf_free(&text);
        game_free(g);
    }
}

/* The usual player of each game ends a game with another of them, by legal moves alone. */
static void players_play(void **state)
{
    (void)state;
    static const char *const short_games[] = {"tictactoe", "5,5,4,2,1", "go:5", "go9", "four"};
    for (size_t i = 0; i < sizeof short_games / sizeof *short_games; i++) {
        struct game_rules r = test_any(short_games[i]);
        struct game *g = game_new(&r);
        struct err e;
        struct bot *b[2] = {games_player("random", g, 1, &e), games_player("random", g, 2, &e)};
        assert_null(games_player("nobody", g, 1, &e));
        assert_non_null(strstr(e.text, "nobody"));
        assert_null(games_player("random:x=1", g, 1, &e));
        while (game_state(g) == OUTCOME_OPEN && game_plies(g) < 2000) {
            struct squares turn = bot_choose(b[game_to_move(g)], g, NULL);
            for (int k = 0; k < turn.n; k++) {
                assert_true(game_legal(g, turn.s[k]));
                game_play(g, turn.s[k]);
            }
        }
        bot_free(b[0]);
        bot_free(b[1]);
        game_free(g);
    }
}

static void ways_to_play_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int depth;
        uint64_t count;
    } known[] = {
        {"tictactoe", 3, 504},
        {"tictactoe", 9, 127872}, /* games of nine moves that are not over before the last */
        {"go:1", 1, 1},
        {"go:1", 3, 0},
        {"go:2", 8, 2184}, /* these two also by a program of thirty lines in another language */
        {"go:3", 5, 33384},
        {"go9", 2, 82 * 82 - 81},
        {"four", 6, 117649},
        {"four", 7, 823536}, /* one column alone cannot be played seven times */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct game_rules r = test_any(known[i].game);
        struct game *g = game_new(&r);
        struct game_count c = game_count(g, known[i].depth, &(struct limits){0}, NULL, NULL);
        if (c.count != known[i].count)
            fail_msg("%s %d: %llu", known[i].game, known[i].depth, (unsigned long long)c.count);
        assert_false(c.stopped);
        c = game_count(g, 9, &(struct limits){.nodes = 100}, NULL, NULL);
        assert_true(c.stopped || c.nodes <= 100);
        game_free(g);
    }
}

/* Plain alpha-beta, by nothing but the seam: 1 if the side to move wins, 0 for a draw. */
static int value_of(struct game *g, int alpha, int beta)
{
    game_move list[64];
    int n = g->kind->moves(g, list);
    if (n == 0)
        return game_state(g) == OUTCOME_DRAW ? 0 : -1;
    for (int i = 0; i < n && alpha < beta; i++) {
        game_play(g, list[i]);
        int v = -value_of(g, -beta, -alpha);
        game_undo(g);
        alpha = v > alpha ? v : alpha;
    }
    return alpha;
}

/* Values that others have found. */
static void values_are_the_known_ones(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int value;
    } known[] = {{"four:4x4", 0}, {"tictactoe", 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct game_rules r = test_any(known[i].game);
        struct game *g = game_new(&r);
        assert_int_equal(value_of(g, -1, 1), known[i].value);
        game_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_texts_that_read_back),
        cmocka_unit_test(play_undo_and_copy_agree),
        cmocka_unit_test(moves_are_the_legal_ones_and_have_names),
        cmocka_unit_test(symmetries_are_games_as_well),
        cmocka_unit_test(planes_turn_with_the_board),
        cmocka_unit_test(records_read_back),
        cmocka_unit_test(players_play),
        cmocka_unit_test(ways_to_play_are_counted),
        cmocka_unit_test(values_are_the_known_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
