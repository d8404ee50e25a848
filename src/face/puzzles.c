/* Puzzles of the public face: the built-in collection, and verdicts on turns; see hexad_players.h. */
#include <hexad_players.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/puzzle/collection.h"
#include "connect/puzzle/judge.h"
#include "face/face.h"

struct hexad_puzzles {
    struct collection at;
};

hexad_puzzles *hexad_puzzles_new(void)
{
    hexad_puzzles *p = mem_zero(1, sizeof *p);
    p->at = collection_builtin();
    return p;
}

void hexad_puzzles_free(hexad_puzzles *puzzles)
{
    free(puzzles);
}

hexad_status hexad_puzzles_next(hexad_puzzles *puzzles, hexad_puzzle *out, hexad_game **game,
                                hexad_error *error)
{
    struct puzzle z;
    struct err e;
    if (!puzzles || !out || !game)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    *game = NULL;
    if (!collection_next(&puzzles->at, &z))
        return face_fine(error);
    struct position *p = puzzle_position(&z, &e);
    if (p) {
        _Static_assert(sizeof z.id <= sizeof out->id, "a name fits");
        *out = (hexad_puzzle){.defence = z.kind == PUZZLE_DEFENCE, .turns = z.turns, .rating = z.rating};
        memcpy(out->id, z.id, sizeof z.id);
        face_squares(z.error.s, z.error.n, &out->error);
        *game = face_game(p, error);
    }
    puzzle_done(&z);
    return p ? HEXAD_OK : face_fail_as(error, HEXAD_BAD_DATA, &e);
}

static const hexad_judgement judgements[] = {
    [JUDGE_WINS] = HEXAD_PUZZLE_WINS,   [JUDGE_LONGER] = HEXAD_PUZZLE_LONGER,
    [JUDGE_HOLDS] = HEXAD_PUZZLE_HOLDS, [JUDGE_FAILS] = HEXAD_PUZZLE_FAILS,
    [JUDGE_OPEN] = HEXAD_PUZZLE_OPEN,   [JUDGE_UNKNOWN] = HEXAD_PUZZLE_OPEN,
};

/* The position, if a puzzle can be in it. */
static const struct position *asked(const hexad_game *game, int turns, const hexad_limits *limits,
                                    hexad_error *error)
{
    const struct position *p = face_position(game, error);
    if (!p)
        return NULL;
    if (!hunt_able(&p->rules))
        face_fail(error, HEXAD_BAD_ARGUMENT, HUNT_ABLE_TEXT);
    else if (p->outcome != OUTCOME_OPEN)
        face_fail(error, HEXAD_ILLEGAL, "the game is over");
    else if (p->left != p->rules.p)
        face_fail(error, HEXAD_ILLEGAL, "a turn has begun: puzzles are about whole turns");
    else if (turns < 1 || turns > HUNT_DEPTH)
        face_fail(error, HEXAD_BAD_ARGUMENT, "%d turns: from 1 to %d, please", turns, HUNT_DEPTH);
    else if (face_check_limits(limits, error) == HEXAD_OK)
        return p;
    return NULL;
}

hexad_status hexad_puzzle_judge(const hexad_game *game, bool defence, int turns, const hexad_squares *turn,
                                const hexad_limits *limits, hexad_judgement *out, hexad_squares *answer,
                                hexad_error *error)
{
    hexad_error own;
    struct squares s = {.n = 0};
    struct err e;
    struct judgement said;
    if (!turn || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    const struct position *p = asked(game, turns, limits, &own);
    if (!p)
        return face_fail(error, own.status, "%s", own.text);
    if (turn->count < 1 || turn->count > p->rules.p)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "%d stones are no turn", turn->count);
    for (int i = 0; i < turn->count; i++)
        if (!face_move(game, turn->at[i], &s.s[s.n++]))
            return face_fail(error, HEXAD_BAD_ARGUMENT, "stone %d of the turn is not on the board", i + 1);
    struct face_work *w = face_work_new(limits);
    struct deadline until = face_work_until(w);
    struct judge *j = judge_new(&p->rules);
    bool ok = judge_turn(j, p, defence ? PUZZLE_DEFENCE : PUZZLE_WIN, &s, turns, &until, &said, &e);
    judge_free(j);
    free(w);
    if (!ok)
        return face_fail_as(error, HEXAD_ILLEGAL, &e);
    *out = judgements[said.verdict];
    if (answer)
        face_squares(said.defence.s, said.defence.n, answer);
    return face_fine(error);
}
