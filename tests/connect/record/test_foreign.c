/* Formats of other programs that are only read: Piskvork's games and RenLib's trees. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/record/record.h"

static struct record *read_it(const char *bytes, size_t len)
{
    struct record *r = NULL;
    struct err e;
    if (!record_read(bytes, len, NULL, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

static void refused(const char *bytes, size_t len, const char *part)
{
    struct record *r;
    struct err e;
    assert_false(record_read(bytes, len, NULL, &r, &e));
    if (!strstr(e.text, part))
        fail_msg("'%s' is not in '%s'", part, e.text);
}

static void refused_text(const char *text, const char *part)
{
    refused(text, strlen(text), part);
}

static const char game[] = "Piskvorky 20x20, 11:11, 1\r\n8,9,0\r\n9,9,2687\r\n9,10,12\r\n"
                           "C:\\brains\\pbrain-one.exe\r\npbrain-two.exe\r\n1, 2, 3\r\n";

static void piskvork(void **state)
{
    struct rules five = test_rules("20,20,5,1,1");
    char text[SQUARE_TEXT];
    square *stones;
    (void)state;
    struct record *r = read_it(game, strlen(game));
    assert_true(rules_equal(record_rules(r), &five));
    assert_int_equal(record_main_line(r, &stones), 3);
    assert_string_equal(square_format(stones[0], text), "h12"); /* the ninth row from the top of twenty */
    assert_string_equal(square_format(stones[2], text), "i11");
    assert_string_equal(record_info(r, "PB"), "pbrain-one");
    assert_string_equal(record_info(r, "PW"), "pbrain-two");
    free(stones);
    record_free(r);
    refused_text("Piskvorky \n1,1,0\n", "line 1");
    refused_text("Piskvorky 15x15, 1:1, 0\n1,1,0\n1,1,0\n", "line 3");
    refused_text("Piskvorky 15x15, 1:1, 0\n16,1,0\n", "off the board");
    refused_text("Piskvorky 999x15, 1:1, 0\n", "line 1");
    for (size_t cut = 0; cut < sizeof game; cut++) { /* every beginning of it is read or refused, cleanly */
        struct err e;
        if (record_read(game, cut, NULL, &r, &e))
            record_free(r);
    }
}

/* h8 with a comment; below it i9 (a leaf) and its sibling i8, and below that j7. */
static const unsigned char tree[] = {0xff, 'R', 'e', 'n', 'L',  'i',  'b',  0xff, 3,    4,    0,    0,   0,
                                     0,    0,   0,   0,   0,    0,    0,    0x00, 0x00, 0x78, 0x08, 'T', 'o',
                                     'p',  8,   'a', 0,   0x69, 0xc0, 0x79, 0x00, 0x8a, 0x41, 0x00, 0x00};

static void renlib(void **state)
{
    struct rules five = test_rules("15,15,5,1,1");
    const char *bytes = (const char *)tree;
    char text[SQUARE_TEXT];
    (void)state;
    struct record *r = read_it(bytes, sizeof tree);
    assert_true(rules_equal(record_rules(r), &five));
    const struct tree_node *h8 = r->root->child;
    assert_string_equal(square_format(h8->at, text), "h8");
    assert_string_equal(h8->notes->comment, "Top\na");
    assert_string_equal(square_format(h8->child->at, text), "i9");
    assert_null(h8->child->child);
    assert_string_equal(square_format(h8->child->next->at, text), "i8");
    assert_string_equal(square_format(h8->child->next->child->at, text), "j7");
    assert_int_equal(h8->child->next->child->side, BLACK);
    assert_null(h8->next);
    record_free(r);
    refused(bytes, 19, "in the middle");
    refused(bytes, 27, "node 2");
    unsigned char bad[sizeof tree];
    memcpy(bad, tree, sizeof tree);
    bad[22] = 0x70; /* column 0 */
    refused((const char *)bad, sizeof bad, "is no square");
    memcpy(bad, tree, sizeof tree);
    bad[30] = 0x78; /* on a stone */
    refused((const char *)bad, sizeof bad, "node 3");
    for (size_t cut = 0; cut < sizeof tree; cut++) {
        struct err e;
        if (record_read(bytes, cut, NULL, &r, &e))
            record_free(r);
    }
}

#define HEAD(MINOR) \
    0xff, 'R', 'e', 'n', 'L', 'i', 'b', 0xff, 3, MINOR, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255

/* What RenLib's own files have beside stones and comments. */
static void renlib_of_every_age(void **state)
{
    (void)state;
    char text[SQUARE_TEXT];
    /* Two first stones; i9 has a text on the board, which stands in the second byte of the extension, and g7 is nothing but a text. */
    static const unsigned char texts[] = {HEAD(4), 0x00, 0x00, 0x78, 0x80, 0x69, 0x81, 0x00, 0x01, 'A',
                                          0,       0x6a, 0x40, 0x87, 0xc3, 0x00, 0x01, 'x',  'y',  0,
                                          0,       0x88, 0x40, 0x79, 0x48, 'e',  'n',  'd',  0};
    struct record *r = read_it((const char *)texts, sizeof texts);
    const struct tree_node *h8 = r->root->child;
    assert_string_equal(square_format(h8->at, text), "h8");
    assert_int_equal(h8->notes->marks, 2);
    assert_string_equal(h8->notes->mark[0].text, "A");
    assert_string_equal(square_format(h8->notes->mark[0].at, text), "i9");
    assert_string_equal(h8->notes->mark[1].text, "xy");
    assert_string_equal(square_format(h8->notes->mark[1].at, text), "g7");
    assert_string_equal(square_format(h8->child->child->at, text), "j9");
    assert_string_equal(square_format(h8->child->next->at, text), "h7");
    assert_null(h8->child->next->next);
    assert_string_equal(square_format(h8->next->at, text), "i8");
    assert_string_equal(h8->next->notes->comment, "end");
    record_free(r);
    /* A pass: the next stone is Black's again. */
    static const unsigned char pass[] = {HEAD(0), 0x00, 0x00, 0x78, 0x00, 0x00, 0x00, 0x79, 0x40};
    r = read_it((const char *)pass, sizeof pass);
    assert_int_equal(r->root->child->child->child->side, BLACK);
    record_free(r);
    /* No header, and a comment whose last character has the eighth bit. */
    static const unsigned char old[] = {0x78, 0x00, 0x79, 0x60, 'B', '}', 8, 'r', 'a' | 0x80, 0};
    r = read_it((const char *)old, sizeof old);
    assert_string_equal(r->root->child->child->notes->comment, "Bå\nra");
    record_free(r);
    refused((const char *)old, sizeof old - 2, "in the middle");
    static const unsigned char late[] = {HEAD(5), 0x00, 0x00, 0x78, 0x40};
    refused((const char *)late, sizeof late, "version 3.5");
    for (size_t cut = 0; cut < sizeof texts; cut++) {
        struct err e;
        if (record_read((const char *)texts, cut, NULL, &r, &e))
            record_free(r);
    }
}

static void only_read(void **state)
{
    struct rules five = test_rules("15,15,5,1,1");
    struct record *r = record_new(&five);
    struct buf b = BUF_EMPTY;
    struct err e;
    enum record_format f;
    (void)state;
    assert_false(record_write(r, RECORD_RENLIB, &b, &e));
    assert_non_null(strstr(e.text, "only read"));
    assert_true(record_format_by_name("games/x.LIB", &f) && f == RECORD_RENLIB);
    assert_true(record_format_by_name("x.psq", &f) && f == RECORD_PSQ);
    assert_true(record_look(game, strlen(game), &f, &e) && f == RECORD_PSQ);
    assert_true(record_look((const char *)tree, sizeof tree, &f, &e) && f == RECORD_RENLIB);
    buf_free(&b);
    record_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piskvork),
        cmocka_unit_test(renlib),
        cmocka_unit_test(renlib_of_every_age),
        cmocka_unit_test(only_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
