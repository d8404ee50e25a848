/* Trees through the public face: walking the variations of a record, and changing them. */
#include "face/using.h"

static const char tree[] = "(;SZ[19]C[start];B[jj](;W[ki];W[ii]C[good])(;W[aa]C[odd]))";

static hexad_record *record_of(const char *text)
{
    hexad_record *r = hexad_record_read(text, strlen(text), NULL, NULL);
    assert_non_null(r);
    return r;
}

static void assert_stone(const hexad_node *n, const char *at, hexad_colour colour)
{
    hexad_square s;
    hexad_colour c;
    char text[HEXAD_TEXT];
    assert_true(hexad_node_stone(n, &s, &c));
    assert_string_equal(hexad_square_text(s, text), at);
    assert_int_equal(c, colour);
}

static void variations_are_walked(void **state)
{
    (void)state;
    hexad_record *r = record_of(tree);
    const hexad_node *root = hexad_record_root(r, 0, NULL), *first = hexad_node_child(root);
    assert_false(hexad_node_stone(root, NULL, NULL));
    assert_null(hexad_node_parent(root));
    assert_string_equal(hexad_node_comment(root), "start");
    assert_stone(first, "j10", HEXAD_BLACK);
    const hexad_node *main = hexad_node_child(first), *other = hexad_node_next(main);
    assert_stone(other, "a19", HEXAD_WHITE);
    assert_string_equal(hexad_node_comment(other), "odd");
    assert_null(hexad_node_next(other));
    assert_string_equal(hexad_node_comment(hexad_node_child(main)), "good");
    assert_ptr_equal(hexad_node_parent(other), first);
    hexad_game *g = hexad_record_game_at(r, 0, other, NULL);
    hexad_state s;
    assert_ok(hexad_game_state(g, &s, &error));
    assert_int_equal(s.played, 2);
    assert_int_equal(hexad_game_cell(g, (hexad_square){0, 18}), HEXAD_WHITE);
    hexad_game_free(g);
    hexad_record_free(r);
    assert_null(hexad_node_child(NULL));
    assert_string_equal(hexad_node_comment(NULL), "");
}

static void set_ups_are_told(void **state)
{
    (void)state;
    hexad_record *r = record_of("(;SZ[19]AB[jj][aa]AW[ki];W[ii])");
    const hexad_node *root = hexad_record_root(r, 0, NULL);
    assert_true(hexad_node_set_up(root));
    assert_false(hexad_node_set_up(hexad_node_child(root)));
    hexad_record_free(r);
}

static void variations_are_changed(void **state)
{
    (void)state;
    hexad_record *r = record_of(tree);
    const hexad_node *root = hexad_record_root(r, 0, NULL), *at;
    at = hexad_record_add(r, 0, root, "j10 k11 i11", NULL);
    assert_string_equal(hexad_node_comment(at), "good"); /* it was there */
    assert_int_equal(hexad_record_variations(r, 0), 1);
    at = hexad_record_add(r, 0, root, "j10 a19 b18 j9", NULL);
    assert_stone(at, "j9", HEXAD_BLACK);
    assert_int_equal(hexad_record_variations(r, 0), 3);
    assert_null_for(hexad_record_add(r, 0, at, "c3 c3", &error), HEXAD_ILLEGAL, "stone 2: c3 is occupied");
    assert_int_equal(hexad_record_variations(r, 0), 3);
    assert_ok(hexad_record_make_main(r, 0, at, &error));
    assert_ok(hexad_record_set_comment(r, 0, at, "new ]", &error));
    hexad_game *g = hexad_record_game(r, 0, NULL);
    hexad_state s;
    assert_ok(hexad_game_state(g, &s, &error));
    assert_int_equal(s.played, 4);
    hexad_game_free(g);
    char *text = hexad_record_write(r, 0, "sgf", NULL, NULL);
    assert_non_null(strstr(text, "C[new \\]]"));
    hexad_free(text);
    assert_ok(hexad_record_set_comment(r, 0, at, NULL, &error));
    assert_string_equal(hexad_node_comment(at), "");
    assert_ok(hexad_record_remove(r, 0, hexad_node_parent(hexad_node_parent(at)), &error)); /* a19 */
    assert_int_equal(hexad_record_variations(r, 0), 0);
    assert_fails(hexad_record_remove(r, 0, root, &error), HEXAD_BAD_ARGUMENT, "the root");
    hexad_record_free(r);
}

static void nodes_of_other_games_are_refused(void **state)
{
    (void)state;
    hexad_record *r = record_of(tree), *other = record_of(tree);
    const hexad_node *theirs = hexad_record_root(other, 0, NULL);
    assert_null_for(hexad_record_game_at(r, 0, theirs, &error), HEXAD_BAD_ARGUMENT, "not of this game");
    assert_null_for(hexad_record_add(r, 0, theirs, "a1", &error), HEXAD_BAD_ARGUMENT, "not of this game");
    assert_fails(hexad_record_remove(r, 0, theirs, &error), HEXAD_BAD_ARGUMENT, "not of this game");
    assert_fails(hexad_record_make_main(r, 0, NULL, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_fails(hexad_record_set_comment(r, 1, theirs, "", &error), HEXAD_BAD_ARGUMENT, "game 1 of 1");
    assert_null_for(hexad_record_root(NULL, 0, &error), HEXAD_BAD_ARGUMENT, "NULL");
    hexad_record_free(r);
    hexad_record_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variations_are_walked),
        cmocka_unit_test(set_ups_are_told),
        cmocka_unit_test(variations_are_changed),
        cmocka_unit_test(nodes_of_other_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
