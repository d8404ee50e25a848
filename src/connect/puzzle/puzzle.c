/* Puzzles and their themes; see puzzle.h. */
#include "connect/puzzle/puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"

const char *const puzzle_classes[HUNT_WIDEST + 1] = {"double",  "single",  "single2", "single3",
                                                     "single4", "single5", "single6"};

const struct puzzle_theme_name puzzle_themes[THEMES] = {
#define PUZZLE_THEME_ENTRY(NAME, word, about) {word, about},
    PUZZLE_THEMES(PUZZLE_THEME_ENTRY)
#undef PUZZLE_THEME_ENTRY
};

void puzzle_done(struct puzzle *p)
{
    position_free(p->before);
    p->before = NULL;
}

struct position *puzzle_position(const struct puzzle *p, struct err *e)
{
    struct position *at = position_copy(p->before);
    bool fine = true;
    if (at->outcome != OUTCOME_OPEN)
        fine = err_set(e, "the game is over before the puzzle begins");
    else if (p->error.n > 0)
        fine = position_play_turn(at, &p->error, e) || err_prefix(e, "the error");
    if (fine && at->outcome != OUTCOME_OPEN)
        fine = err_set(e, "the game is over after the error: there is nothing to solve");
    else if (fine && at->left != at->rules.p)
        fine = err_set(e, "%s is in the middle of a turn: a puzzle begins with a whole one",
                       side_name(at->to_move));
    if (!fine) {
        position_free(at);
        at = NULL;
    }
    return at;
}

const char *puzzle_length_theme(const struct puzzle *p, char out[16])
{
    if (p->kind == PUZZLE_DEFENCE)
        snprintf(out, 16, "defence");
    else
        snprintf(out, 16, "win in %d", p->turns % 100);
    return out;
}

bool puzzle_has_theme(const struct puzzle *p, const char *word)
{
    char length[16];
    if (strcmp(puzzle_length_theme(p, length), word) == 0)
        return true;
    for (int i = 0; i < THEMES; i++)
        if (p->themes >> i & 1 && strcmp(puzzle_themes[i].word, word) == 0)
            return true;
    return false;
}

bool puzzle_theme_known(const char *word)
{
    for (int i = 0; i < THEMES; i++)
        if (strcmp(puzzle_themes[i].word, word) == 0)
            return true;
    for (int n = 1; n <= HUNT_DEPTH; n++) {
        struct puzzle p = {.kind = PUZZLE_WIN, .turns = n};
        char length[16];
        if (strcmp(puzzle_length_theme(&p, length), word) == 0)
            return true;
    }
    return strcmp(word, "defence") == 0;
}

bool puzzle_id_good(const char *id)
{
    size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return n >= 1 && n <= PUZZLE_ID && !id[n];
}

void puzzle_name(struct puzzle *p)
{
    uint8_t bytes[POSITION_PACKED_MOST];
    const struct rules *r = &p->before->rules;
    uint64_t hash = rng_mix((uint64_t)p->kind + 1);
    struct position *at = position_copy(p->before);
    for (int i = 0; i < p->error.n; i++)
        position_place(at, p->error.s[i]);
    position_pack(at, 0, bytes);
    const int number[] = {r->m, r->n, r->k, r->p, r->q};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        hash = rng_mix(hash ^ (uint64_t)number[i]) + i;
    for (size_t i = 0; i < position_packed_size(r); i++)
        hash = rng_mix(hash ^ bytes[i]) + i;
    snprintf(p->id, sizeof p->id, "k%08x", (unsigned)(hash >> 32));
    position_free(at);
}

void puzzles_add(struct puzzles *l, const struct puzzle *p)
{
    l->at = mem_grow(l->at, &l->room, l->n + 1, sizeof *l->at);
    l->at[l->n++] = *p;
}

void puzzles_free(struct puzzles *l)
{
    for (size_t i = 0; i < l->n; i++)
        puzzle_done(&l->at[i]);
    free(l->at);
    *l = (struct puzzles)PUZZLES_EMPTY;
}
