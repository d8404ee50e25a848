/* SHA-256 against the examples of its standard, and lengths around its blocks. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "base/sha256.h"

static const char *sum(const void *bytes, size_t len)
{
    static char text[SHA256_TEXT];
    uint8_t out[SHA256_BYTES];
    sha256(bytes, len, out);
    return sha256_text(out, text);
}

static void examples_of_the_standard(void **state)
{
    (void)state;
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_string_equal(sum("", 0), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_string_equal(sum("abc", 3), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_string_equal(sum(two, strlen(two)),
                        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    static char million[1000000];
    memset(million, 'a', sizeof million);
    assert_string_equal(sum(million, sizeof million),
                        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Every length around the ends of blocks has a sum of its own, and one changed bit changes it. */
static void lengths_and_bits_count(void **state)
{
    (void)state;
    char bytes[200] = "", before[SHA256_TEXT] = "";
    for (size_t len = 50; len <= 130; len++) {
        char text[SHA256_TEXT];
        snprintf(text, sizeof text, "%s", sum(bytes, len));
        assert_string_not_equal(text, before);
        bytes[len - 1] ^= 1;
        assert_string_not_equal(sum(bytes, len), text);
        bytes[len - 1] ^= 1;
        assert_string_equal(sum(bytes, len), text);
        memcpy(before, text, sizeof before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_standard),
        cmocka_unit_test(lengths_and_bits_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
