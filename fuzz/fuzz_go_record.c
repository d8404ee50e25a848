/* Reads anything as records of Go. What is played must be legal, what is wrong must have a name, and what is written
 * of a game, or of a whole tree, must read back the same. The last byte says which ko rule counts and whether trees are
 * whole. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/sgf.h"
#include "go/game.h"
#include "go/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void claim(bool truth, const char *what)
{
    if (truth)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static bool play(struct go_record *r, struct go *g)
{
    struct err e = {""};
    bool ok = go_record_start(r, g, &e);
    for (int i = 0; ok && i < r->moves; i++)
        ok = go_record_play(r, g, i, &e);
    claim(ok || (e.text[0] && r->fault != GO_FINE), "a bad game without a reason");
    return ok;
}

/* Written and read again. */
static void check_written(const struct go *g)
{
    struct buf text = BUF_EMPTY;
    struct go_record *r = go_record_new();
    struct go_rules rules = go_default;
    rules.ko = g->rules.ko;
    struct go *again = go_new(&rules);
    struct record *tree = go_tree(g);
    sgf_write(tree, &text);
    record_free(tree);
    claim(go_record_read(r, buf_str(&text), text.len, NULL), "what was written does not read");
    claim(play(r, again), "what was written cannot be played");
    claim(go_key(again) == go_key(g) && again->moves == g->moves && again->rules.komi == g->rules.komi,
          "what was written is another game");
    buf_free(&text);
    go_free(again);
    go_record_free(r);
}

/* The whole tree, written and read again. */
static void check_tree(const struct record *tree)
{
    struct buf text = BUF_EMPTY;
    struct go_record *r = go_record_new();
    struct err e;
    r->whole = true;
    sgf_write(tree, &text);
    claim(go_record_read(r, buf_str(&text), text.len, &e) || r->tree,
          "a tree that was written does not read");
    claim(record_equal(tree, r->tree), "a tree reads back differently");
    buf_free(&text);
    go_record_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct go_record *r = go_record_new();
    struct go_rules rules = go_default;
    if (size && data[size - 1] % 2)
        rules.ko = GO_SIMPLE_KO;
    struct go *g = go_new(&rules);
    struct err e = {""};
    r->whole = size && data[size - 1] / 2 % 2;
    bool ok = go_record_read(r, (const char *)data, size, &e);
    for (int games = 0; games < 20; games++) {
        claim(ok == (r->fault == GO_FINE) && ok == !e.text[0], "a fault without a reason, or the other way");
        int score;
        if (r->whole && r->tree)
            check_tree(r->tree);
        if (ok && play(r, g)) {
            check_written(g);
            go_record_count(r, g, &score);
        }
        if (!go_record_more(r))
            break;
        e.text[0] = '\0';
        ok = go_record_next(r, &e);
    }
    go_free(g);
    go_record_free(r);
    return 0;
}
