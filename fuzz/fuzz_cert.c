/* Fuzzes the reader of certificates and the checker: whatever the bytes are, they are read, accepted,
 * rejected or refused, and the reason can be told. */
#include <stdlib.h>

#include "connect/proof/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the checker shows to those who look on must fit together. */
static bool look(void *user, const struct check_event *e)
{
    int *depth = user;
    if (e->stones < 0 || e->stones > e->position->plies || e->unplaced < 0)
        abort();
    *depth += e->kind == CHECK_TURN || e->kind == CHECK_DEFENCE ? 1 : -1;
    if (*depth < 0 || (e->zones == NULL) != (e->kind == CHECK_TURN || e->kind == CHECK_DEFENCE))
        abort();
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cert_reader *r = cert_reader_bytes(data, size, NULL);
    if (r) {
        int depth = 0;
        struct check_watch watch = {.event = look, .user = &depth}, plain = {.without_zones = true};
        struct check_result result, same;
        struct buf text = BUF_EMPTY;
        if (check_run(r, &watch, &result) == CHECK_ACCEPTED && depth != 0)
            abort();
        /* Zones or not, repetitions gone through or not. */
        if (check_bytes(data, size, &plain, &same) != result.verdict || same.turns != result.turns ||
            same.whole != result.whole || same.depth != result.depth)
            abort();
        check_result_free(&same);
        check_claim_text(cert_reader_claim(r), &result, &text);
        check_fault_text(&result, &text);
        buf_free(&text);
        check_result_free(&result);
    }
    cert_reader_free(r);
    return 0;
}
