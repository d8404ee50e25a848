/* Certificates in folders: found, kept under a name, deleted; nothing outside of the folders. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "store/shelf.h"
#include "support/folder.h"

static void put(const char *folder, const char *file, const char *text)
{
    char path[120];
    struct err e;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    assert_true(file_write(path, text, strlen(text), &e));
}

static void names_are_names(void **state)
{
    (void)state;
    static const char *const fine[] = {"a", "connect-6-2-3", "P1.old_2"};
    static const char *const wrong[] = {"", ".", "..", "../a", "a/b", "-a", "_a", ".a", "a b", "a\n", "ä"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        assert_true(shelf_name_is_fine(fine[i]));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(shelf_name_is_fine(wrong[i]));
    char longest[SHELF_NAME + 1];
    memset(longest, 'a', sizeof longest);
    longest[SHELF_NAME - 1] = '\0';
    assert_true(shelf_name_is_fine(longest));
    longest[SHELF_NAME - 1] = 'a';
    longest[SHELF_NAME] = '\0';
    assert_false(shelf_name_is_fine(longest));
}

static void the_first_folder_has_the_name(void **state)
{
    (void)state;
    struct folder own = folder_new(), other = folder_new();
    char folders[100];
    struct err e;
    size_t count, len;
    char *bytes;
    snprintf(folders, sizeof folders, "/nowhere:%s", other.path);
    put(own.path, "both.cert", "mine");
    put(other.path, "both.cert", "theirs");
    put(other.path, "alone.cert", "a");
    put(other.path, "no certificate.cert", "b");
    put(other.path, "text.txt", "c");
    struct shelf *s = shelf_new(own.path, folders);
    struct shelf_entry *list = shelf_list(s, &count);
    assert_int_equal(count, 2);
    assert_string_equal(list[0].name, "alone");
    assert_false(list[0].own);
    assert_string_equal(list[1].name, "both");
    assert_true(list[1].own && list[1].bytes == 4);
    free(list);
    assert_int_equal(shelf_read(s, "both", &bytes, &len, &e), STORE_FINE);
    assert_true(len == 4 && memcmp(bytes, "mine", 4) == 0);
    free(bytes);
    assert_int_equal(shelf_read(s, "../both", &bytes, &len, &e), STORE_NONE);
    assert_int_equal(shelf_read(s, "none", &bytes, &len, &e), STORE_NONE);
    assert_int_equal(shelf_delete(s, "alone", &e), STORE_NONE); /* not ours */
    assert_int_equal(shelf_delete(s, "both", &e), STORE_FINE);
    assert_int_equal(shelf_read(s, "both", &bytes, &len, &e), STORE_FINE);
    assert_int_equal(len, 6);
    free(bytes);
    shelf_free(s);
    folder_remove(&own);
    folder_remove(&other);
}

static void a_taken_name_gets_a_number(void **state)
{
    (void)state;
    struct folder own = folder_new();
    struct shelf *s = shelf_new(own.path, NULL), *nothing = shelf_new(NULL, own.path);
    char name[SHELF_NAME];
    struct err e;
    assert_int_equal(shelf_add(s, "found", "one", 3, name, &e), STORE_FINE);
    assert_string_equal(name, "found");
    assert_int_equal(shelf_add(s, "found", "two", 3, name, &e), STORE_FINE);
    assert_string_equal(name, "found-2");
    assert_int_equal(shelf_add(s, "found", "two", 3, name, &e), STORE_FINE); /* once is enough */
    assert_string_equal(name, "found-2");
    assert_int_equal(shelf_add(nothing, "found", "three", 5, name, &e), STORE_FAILED);
    shelf_free(s);
    shelf_free(nothing);
    folder_remove(&own);
}

/* What was being written when the server was killed is gone when it starts again, in the folder that is its own. */
static void half_written_files_are_removed(void **state)
{
    (void)state;
    struct folder own = folder_new(), other = folder_new();
    static const char *const names[] = {"c.cert.part", "a.cert", "part.cert", "b.part"};
    for (int i = 0; i < 4; i++) {
        put(own.path, names[i], "x");
        put(other.path, names[i], "x");
    }
    shelf_free(shelf_new(own.path, other.path));
    for (int i = 0; i < 4; i++) {
        char path[120];
        snprintf(path, sizeof path, "%s/%s", own.path, names[i]);
        assert_int_equal(access(path, F_OK) == 0, i > 0);
        snprintf(path, sizeof path, "%s/%s", other.path, names[i]);
        assert_int_equal(access(path, F_OK), 0);
    }
    folder_remove(&own);
    folder_remove(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_names),
        cmocka_unit_test(the_first_folder_has_the_name),
        cmocka_unit_test(a_taken_name_gets_a_number),
        cmocka_unit_test(half_written_files_are_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
