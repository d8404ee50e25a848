/* Whatever an outside program says, in any of the protocols: the player must answer with a legal turn or a
 * fault, and leave the position as it was.
 *
 * The first byte chooses protocol and options, the rest are the program's words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect/game/connect.h"
#include "play/arena/player.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct babbler {
    struct talk talk;
    const uint8_t *data;
    size_t size;
    char line[TALK_LINE_MOST + 1];
};

static enum talk_status babble_send(struct talk *t, const char *text, size_t len, double deadline)
{
    (void)t;
    (void)deadline;
    return len && text[len - 1] == '\n' ? TALK_FINE : TALK_ENDED;
}

static enum talk_status babble_line(struct talk *t, double deadline, const char **out)
{
    (void)deadline;
    struct babbler *b = (struct babbler *)t;
    size_t n = 0;
    if (!b->size)
        return TALK_ENDED;
    for (; b->size && *b->data != '\n'; b->data++, b->size--)
        if (n < TALK_LINE_MOST)
            b->line[n++] = *b->data ? (char)*b->data : '?';
    b->line[n] = '\0';
    if (b->size) {
        b->data++;
        b->size--;
    }
    *out = b->line;
    return TALK_FINE;
}

static void babble_obituary(struct talk *t, struct err *e)
{
    (void)t;
    err_set(e, "is gone");
}

static void babble_free(struct talk *t)
{
    (void)t;
}

static const struct talk_ops babble_ops = {babble_send, babble_line, babble_obituary, babble_free};

static void claim(bool truth, const char *what)
{
    if (truth)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static const struct {
    const char *player;
    struct rules rules;
} kinds[] = {
    {"gtp:cmd=x", {19, 19, 6, 2, 1, false}},
    {"gtp:cmd=x,init=a;b", {5, 5, 4, 2, 1, false}},
    {"gtp:cmd=x", {25, 25, 8, 3, 2, false}},
    {"gomocup:cmd=x", {15, 15, 5, 1, 1, false}},
    {"gomocup:cmd=x,init=a", {20, 7, 5, 1, 1, false}},
    {"contest:cmd=x", {19, 19, 6, 2, 1, false}},
    {"contest:cmd=x,row=top,single=twice,first=next", {26, 9, 5, 3, 2, false}},
    {"contest:cmd=x,single=short", {4, 4, 4, 2, 1, false}},
};
enum { KINDS = sizeof kinds / sizeof *kinds, MOST_TURNS = 200 };

/* The other side takes the lowest empty squares. */
static void other_plays(struct threats *t)
{
    enum side side = t->position->to_move;
    for (square s = square_first(); s && t->position->outcome == OUTCOME_OPEN && t->position->to_move == side;
         s = square_next(&t->position->rules, s))
        if (position_legal_square(t->position, s))
            threats_place(t, s);
}

/* One turn of the program; false if it has failed. */
static bool program_plays(struct player *p, struct game *g)
{
    struct threats *t = connect_threats(g);
    const struct turn_clock clock = {.turn = 1, .game = 2, .hang = 1};
    struct position *before = position_copy(t->position);
    struct squares turn;
    struct fault f;
    bool ok = player_choose(p, g, &clock, &turn, &f);
    claim(position_equal(before, t->position) && before->plies == t->position->plies,
          "the position was changed");
    claim(ok == (f.kind == FAULT_NONE) && ok == !f.why.text[0],
          "a fault without a reason, or a reason without a fault");
    int length = position_turn_length(before);
    for (int i = 0; ok && i < turn.n; i++) {
        claim(position_legal_square(t->position, turn.s[i]), "an illegal stone");
        threats_place(t, turn.s[i]);
    }
    claim(!ok || turn.n == length || t->position->outcome != OUTCOME_OPEN, "not a whole turn");
    position_free(before);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct spec spec;
    size_t kind = data[0] % KINDS;
    bool first = data[0] / KINDS % 2, opening = data[0] / KINDS / 2 % 2;
    struct babbler b = {{&babble_ops}, data + 1, size - 1, ""};
    claim(spec_parse(kinds[kind].player, &spec, NULL), "the player's own name");
    struct player_setup setup = {&spec, connect_game_rules(&kinds[kind].rules), NULL};
    struct player *p = player_over(&setup, &b.talk);
    struct game *g = game_new(&setup.rules);
    struct threats *t = connect_threats(g);
    struct position *position = t->position;
    const struct turn_clock clock = {.game = 90, .hang = 1};
    struct fault f;
    for (int game = 0; game < 2; game++) {
        bool on = player_ready(p, 0, &clock, &f);
        claim(on == (f.kind == FAULT_NONE), "readiness and fault disagree");
        if (on && opening)
            for (int i = 0; i < 2; i++)
                other_plays(t);
        if (on && !first && position->outcome == OUTCOME_OPEN)
            other_plays(t);
        for (int turns = 0; on && turns < MOST_TURNS && position->outcome == OUTCOME_OPEN; turns++) {
            on = program_plays(p, g);
            if (on && position->outcome == OUTCOME_OPEN)
                other_plays(t);
        }
        while (position->plies)
            threats_undo(t);
    }
    player_free(p);
    game_free(g);
    spec_free(&spec);
    return 0;
}
