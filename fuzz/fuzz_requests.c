/* Well-formed requests of every route and messages of every kind (tests/support/requests.h), over real connections to a server that
 * has everything: an input is a few of them, chosen by its bytes. Answers are JSON, none is an error of the server's own, none costs
 * more of the processor than it may, and nothing goes on for those who went away. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/asker.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TOGETHER = 6, FRESH = 200 };

static void print_counts(void)
{
    asker_print(stdout);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    /* The server's threads take and give memory as they like, which looks like a leak each time, and everything would be done twice.
     * Leaks are looked for where the same requests are a test. */
    static char *with[64];
    for (int i = 0; i < *argc && i < 62; i++)
        with[i] = (*argv)[i];
    with[(*argc)++] = "-detect_leaks=0";
    *argv = with;
    setenv("CMOCKA_TEST_ABORT", "1", 1); /* where something fails in the support of tests, it is seen where */
    return atexit(print_counts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct asker *a;
    static int runs, count;
    struct choices c = choices_of(data, size);
    struct err e;
    if (a && ++runs % FRESH == 0) {
        asker_free(a);
        a = NULL;
    }
    if (!a)
        a = asker_new();
    while (routes[count].method)
        count++;
    for (uint32_t n = 1 + choose(&c, TOGETHER); n > 0; n--) {
        const struct route *x = &routes[choose(&c, (uint32_t)count)];
        if (strncmp(x->path, "/puzzles/", 9) == 0 &&
            choose(&c, 4)) /* they take a thousand times as long as others */
            x = &routes[choose(&c, (uint32_t)count)];
        if (!asker_ask(a, &c, x, &e)) {
            fprintf(stderr, "%s\n", e.text);
            abort();
        }
    }
    asker_rest(a);
    return 0;
}
