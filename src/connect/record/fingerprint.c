/* The fingerprint and the outcome of a game; see fingerprint.h. */
#include "connect/record/fingerprint.h"

#include <string.h>

#include "base/rng.h"
#include "connect/record/walk.h"

static void mix_bytes(uint64_t h[2], const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    for (size_t i = 0; i < n; i++) {
        h[0] = rng_mix(h[0] + b[i] + 1);
        h[1] = rng_mix(h[1] ^ (uint64_t)b[i] << 32) + h[0];
    }
}

void record_fingerprint(const struct record *r, uint64_t h[2])
{
    char game[RULES_TEXT];
    rules_format(record_rules(r), game);
    h[0] = 1;
    h[1] = 2;
    mix_bytes(h, game, strlen(game));
    for (size_t i = 0; i < r->infos; i++) {
        mix_bytes(h, r->info[i].key, strlen(r->info[i].key) + 1);
        mix_bytes(h, r->info[i].value, strlen(r->info[i].value) + 1);
    }
    for (const struct tree_node *n = r->root; n; n = n->child) {
        uint8_t stone[3] = {(uint8_t)(n->at >> 8), (uint8_t)n->at, n->side};
        mix_bytes(h, stone, sizeof stone);
    }
}

enum outcome record_outcome(const struct record *r)
{
    struct position *p;
    enum outcome result = record_result(r);
    if (result == OUTCOME_OPEN && record_position(r, node_line_end(r->root), &p, NULL)) {
        result = p->outcome;
        position_free(p);
    }
    return result;
}
