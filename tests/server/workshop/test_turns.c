/* A turn that a person names is the turn that the person sees, in positions of every symmetry: what is pruned or suggested through
 * a workshop is pruned and suggested where the view and the terminal show it, and nowhere else. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect/board/symmetry.h"
#include "lab/inner.h"
#include "server/workshop/workshop.h"
#include "support/folder.h"
#include "support/labs.h"
#include "support/scatter.h"

enum { JOBS = 8, PLACES = 4, SUGGESTED = 6, PRUNED = 12 };

static const char *const games[] = {"9,9,5,2,1", "6,6,4,1,1",  "8,5,4,2,1",
                                    "5,8,4,1,1", "12,1,4,2,1", "1,12,4,1,1"};

static struct folder folder;
static struct workshop *shop;
static char file[80];
static int pruned_turns, suggested_turns;

/* Stones whose picture the symmetry leaves as it is; twice the same side now and then, so that all colours come up. */
static struct position *symmetric(const struct rules *r, int symmetry, struct rng *rng)
{
    struct position *p = position_new(r);
    for (int orbits = (int)rng_below(rng, 3); orbits >= 0; orbits--) {
        square s = square_at((int)rng_below(rng, (uint32_t)r->m), (int)rng_below(rng, (uint32_t)r->n));
        enum cell side = rng_below(rng, 2) ? CELL_WHITE : CELL_BLACK;
        for (; p->cell[s] == CELL_EMPTY; s = symmetry_square(r, symmetry, s))
            position_setup(p, s, side);
    }
    if (!position_settle(p, rng_below(rng, 2) ? BLACK : WHITE, r->p, NULL) || p->outcome != OUTCOME_OPEN ||
        lab_end(p, NULL) != LAB_END_NONE) {
        position_free(p);
        return symmetric(r, symmetry, rng);
    }
    return p;
}

static void make(const struct position *p, enum side attacker, bool usual)
{
    json_t *options =
        usual ? NULL
              : json_pack("{s:i, s:i, s:i, s:i, s:i, s:i}", "verify-order", 1, "solve-order", 1,
                          "verify-nodes", 1, "solve-nodes", 1, "expand-nodes", 100, "verify-most", 0);
    enum problem f;
    struct err e;
    bool noted;
    if (!workshop_make(shop, "it", &p->rules, options, &f, &e) ||
        !workshop_add(shop, "it", "it", p, attacker, &noted, &f, &e))
        fail_msg("%s: %s", scatter_text(p), e.text);
    json_decref(options);
    labs_run(file, runner_threads(1, 8 << 20), JOBS);
}

/* ---- what a person sees ---- */

/* A place: the edges that lead there, and the stones as the page and the terminal write them. */
struct place {
    json_t *path;
    struct buf stones;
};

static void place_free(struct place *p)
{
    json_decref(p->path);
    buf_free(&p->stones);
}

/* The view of a place; its turns are `*turns`, in it. */
static json_t *look(const struct place *at, json_t **turns)
{
    json_t *sight = json_pack("{s:s, s:O, s:[{s:O, s:i}]}", "root", "it", "at", at->path, "open", "path",
                              at->path, "most", 200);
    enum problem f;
    struct err e;
    json_t *v = workshop_view(shop, "it", sight, &f, &e);
    if (!v)
        fail_msg("%s", e.text);
    json_decref(sight);
    *turns = json_object_get(json_array_get(json_object_get(v, "open"), 0), "turns");
    return v;
}

static void turn_text(const json_t *turn, char out[100])
{
    const json_t *list = json_object_get(turn, "turn");
    size_t n = 0;
    out[0] = '\0';
    for (size_t i = 0; i < json_array_size(list); i++)
        n += (size_t)snprintf(out + n, 100 - n, "%s%s", i ? " " : "",
                              json_string_value(json_array_get(list, i)));
    if (strcmp(json_string_value(json_object_get(turn, "kind")), "part") == 0)
        snprintf(out + n, 100 - n, "%s-", n ? " " : "");
}

static struct place below(const struct place *at, const json_t *turn)
{
    struct place to = {json_copy(at->path), BUF_EMPTY};
    char text[100];
    turn_text(turn, text);
    json_array_append(to.path, json_object_get(turn, "edge"));
    buf_format(&to.stones, "%s%s%s", buf_str(&at->stones), at->stones.len ? " / " : "", text);
    return to;
}

static bool ask(const char *what, const char *stones, struct err *e)
{
    json_t *body = json_pack("{s:s, s:s}", "root", "it", "stones", stones);
    char *text = json_dumps(body, 0);
    enum problem f;
    bool noted, ok = workshop_ask(shop, "it", what, text, &noted, &f, e);
    assert_false(ok && noted);
    free(text);
    json_decref(body);
    return ok;
}

/* The terminal goes there by the same stones, and sees the same turns. */
static void compare_terminal(const struct place *at, const json_t *turns)
{
    struct lab *l = labs_open(file);
    struct err e;
    uint32_t node;
    int symmetry;
    if (!lab_walk(l, lab_root_find(l, "it"), buf_str(&at->stones), &node, &symmetry, &e))
        fail_msg("'%s': %s", buf_str(&at->stones), e.text);
    for (size_t i = 0; i < json_array_size(turns); i++) {
        const json_t *turn = json_array_get(turns, i), *list = json_object_get(turn, "turn");
        uint32_t edge = (uint32_t)json_integer_value(json_object_get(turn, "edge"));
        struct squares s = lab_seen_turn(l, edge, symmetry);
        assert_int_equal(lab_graph(l)->edge[edge].parent, node);
        assert_int_equal(json_array_size(list), s.n);
        for (int k = 0; k < s.n; k++) {
            char text[SQUARE_TEXT];
            assert_string_equal(json_string_value(json_array_get(list, (size_t)k)),
                                square_format(s.s[k], text));
        }
    }
    lab_close(l);
}

/* ---- what a person does ---- */

/* What is pruned among the turns: their edges, in order. */
static json_t *pruned_among(const json_t *turns)
{
    json_t *list = json_object();
    for (size_t i = 0; i < json_array_size(turns); i++) {
        const json_t *turn = json_array_get(turns, i);
        char edge[20];
        snprintf(edge, sizeof edge, "%lld", json_integer_value(json_object_get(turn, "edge")));
        if (json_is_true(json_object_get(turn, "pruned")))
            json_object_set_new(list, edge, json_true());
    }
    return list;
}

static void prune_and_look(const struct place *at, const json_t *turn, bool pruned, const json_t *before)
{
    struct place to = below(at, turn);
    struct err e;
    json_t *turns, *want = json_copy((json_t *)before);
    char edge[20];
    if (!ask(pruned ? "prune" : "unprune", buf_str(&to.stones), &e))
        fail_msg("%s: %s", buf_str(&to.stones), e.text);
    json_t *v = look(at, &turns), *now = pruned_among(turns);
    snprintf(edge, sizeof edge, "%lld", json_integer_value(json_object_get(turn, "edge")));
    if (pruned)
        json_object_set_new(want, edge, json_true());
    else
        json_object_del(want, edge);
    if (!json_equal(now, want))
        fail_msg("%s '%s': %s, not %s", pruned ? "prune" : "unprune", buf_str(&to.stones), json_dumps(now, 0),
                 json_dumps(want, 0));
    pruned_turns++;
    json_decref(now);
    json_decref(want);
    json_decref(v);
    place_free(&to);
}

static bool is_there(const json_t *turns, const struct squares *s)
{
    for (size_t i = 0; i < json_array_size(turns); i++) {
        const json_t *list = json_object_get(json_array_get(turns, i), "turn");
        int same = 0;
        for (size_t k = 0; k < json_array_size(list); k++)
            for (int m = 0; m < s->n; m++) {
                char text[SQUARE_TEXT];
                same += strcmp(json_string_value(json_array_get(list, k)), square_format(s->s[m], text)) == 0;
            }
        if (same == s->n && json_array_size(list) == (size_t)s->n)
            return !json_is_true(json_object_get(json_array_get(turns, i), "pruned"));
    }
    return false;
}

/* A turn of stones that are empty on the board as it is seen. */
static void suggest_and_look(const struct place *at, const struct rules *r, struct rng *rng)
{
    json_t *turns, *v = look(at, &turns), *seen = json_object_get(v, "position");
    struct position *p = position_new(r);
    struct squares turn = {.n = 0};
    struct buf stones = BUF_EMPTY;
    struct err e;
    for (int side = 0; side < 2; side++) {
        const json_t *list = json_object_get(seen, side ? "white" : "black");
        for (size_t i = 0; i < json_array_size(list); i++)
            position_setup(p, test_square(p, json_string_value(json_array_get(list, i))),
                           side ? CELL_WHITE : CELL_BLACK);
    }
    int left = (int)json_integer_value(json_object_get(seen, "left"));
    json_decref(v);
    while (turn.n < left && p->empty > 0) {
        square s = square_at((int)rng_below(rng, (uint32_t)r->m), (int)rng_below(rng, (uint32_t)r->n));
        if (p->cell[s] != CELL_EMPTY)
            continue;
        position_setup(p, s, CELL_BLACK);
        turn.s[turn.n++] = s;
    }
    position_free(p);
    buf_text(&stones, buf_str(&at->stones));
    for (int i = 0; i < turn.n; i++) {
        char text[SQUARE_TEXT];
        buf_format(&stones, " %s", square_format(turn.s[i], text));
    }
    if (!ask("suggest", buf_str(&stones), &e)) {
        assert_non_null(strstr(e.text, "ends the game"));
        buf_free(&stones);
        return;
    }
    v = look(at, &turns);
    if (!is_there(turns, &turn))
        fail_msg("'%s' was suggested and is not there: %s", buf_str(&stones), json_dumps(turns, 0));
    suggested_turns++;
    buf_free(&stones);
    json_decref(v);
}

/* Everything at a place, then at some below it. */
static void try_place(const struct place *at, const struct rules *r, int deep, struct rng *rng)
{
    json_t *turns, *v = look(at, &turns), *before = pruned_among(turns);
    bool attack =
        strcmp(json_string_value(json_object_get(json_object_get(v, "here"), "kind")), "defend") != 0;
    size_t n = json_array_size(turns);
    compare_terminal(at, turns);
    for (size_t i = 0; i < n && i < PRUNED; i++) {
        const json_t *turn = json_array_get(turns, n <= PRUNED ? i : rng_below(rng, (uint32_t)n));
        char edge[20];
        snprintf(edge, sizeof edge, "%lld", json_integer_value(json_object_get(turn, "edge")));
        if (json_object_get(before, edge))
            continue; /* a part that was given up */
        prune_and_look(at, turn, true, before);
        prune_and_look(at, turn, false, before);
    }
    for (int i = 0; i < SUGGESTED && attack; i++)
        suggest_and_look(at, r, rng);
    json_decref(v);
    v = look(at, &turns); /* a turn that was equal to a suggested one is that one now */
    n = json_array_size(turns);
    for (size_t i = 0, gone = 0; i < n && gone < PLACES && deep > 0; i++) {
        const json_t *turn = json_array_get(turns, i);
        if (json_is_true(json_object_get(turn, "leaf")))
            continue;
        struct place to = below(at, turn);
        try_place(&to, r, deep - 1, rng);
        place_free(&to);
        gone++;
    }
    json_decref(before);
    json_decref(v);
}

static void turns_are_where_people_see_them(void **state)
{
    (void)state;
    enum problem f;
    struct err e;
    int rounds = test_rounds(2);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        for (int round = 0; round < rounds * symmetry_count(&r); round++) {
            struct rng rng;
            rng_seed(&rng, 100 * g + (uint64_t)round);
            struct position *p = symmetric(&r, round % symmetry_count(&r), &rng);
            make(p, rng_below(&rng, 2) ? BLACK : WHITE, false);
            struct place root = {json_array(), BUF_EMPTY};
            try_place(&root, &r, 2, &rng);
            place_free(&root);
            position_free(p);
            if (!workshop_delete(shop, "it", &f, &e))
                fail_msg("%s", e.text);
        }
    }
    print_message("%d turns pruned or taken up again, %d suggested\n", pruned_turns, suggested_turns);
    assert_true(pruned_turns > 100 && suggested_turns > 50);
}

/* The empty board, on which the defender has four turns that are one by symmetry: each is pruned by its own name. */
static void the_empty_board(void **state)
{
    (void)state;
    struct rules r = test_rules("9,9,5,2,1");
    struct position *p = position_new(&r);
    enum problem f;
    struct err e;
    make(p, WHITE, true);
    struct place root = {json_array(), BUF_EMPTY};
    static const char *const names[] = {"d4", "e3", "f6", "g5"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        json_t *turns, *v = look(&root, &turns), *before = pruned_among(turns);
        const json_t *turn = NULL;
        for (size_t k = 0; k < json_array_size(turns) && !turn; k++) {
            char text[100];
            turn_text(json_array_get(turns, k), text);
            turn = strcmp(text, names[i]) == 0 ? json_array_get(turns, k) : NULL;
        }
        assert_non_null(turn);
        prune_and_look(&root, turn, true, before);
        json_decref(before);
        json_decref(v);
    }
    place_free(&root);
    position_free(p);
    assert_true(workshop_delete(shop, "it", &f, &e));
}

static int start(void **state)
{
    (void)state;
    folder = folder_quick();
    snprintf(file, sizeof file, "%s/it.lab", folder.path);
    shop = workshop_new(&(struct workshop_options){.folder = folder.path, .threads = 1});
    return 0;
}

static int stop(void **state)
{
    (void)state;
    workshop_stop(shop);
    workshop_free(shop);
    folder_remove(&folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_empty_board),
        cmocka_unit_test(turns_are_where_people_see_them),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
