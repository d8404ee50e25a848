/* Wins of order 1: every turn makes at least p threats, the last more or a row (SPEC 3: VCDT for p = 2).
 *
 * Depth first, deepened turn by turn, so that the shortest win is found: short wins have small zones. First
 * with macro moves (SPEC 4.3): the defender gets the squares of all its defences at once, so there is one
 * line instead of a tree; only if that fails, defence by defence. */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "proof/prover.h"

enum { EVER = UINT8_MAX }; /* no win, however deep */

/* How a search goes about it. */
struct way {
    bool macro;
    int depth; /* turns left */
    int ply;   /* turns made */
};

static bool search(struct prover *s, struct way w);

/* Is this turn possible here, and does it leave the attacker with p threats and the defender without a row?
 * Leaves it placed if so, and returns its plies, else 0. */
static int try_turn(struct prover *s, const struct squares *turn)
{
    struct battle *b = s->battle;
    if (turn->n == 0 || turn->n != position_turn_length(b->position))
        return 0;
    for (int i = 0; i < turn->n; i++)
        if (b->position->cell[turn->s[i]] != CELL_EMPTY)
            return 0;
    int plies = battle_turn(b, turn->s, turn->n, false);
    if (b->position->outcome == OUTCOME_OPEN &&
        threats_number(b->threats, b->attacker) >= b->position->rules.p &&
        !threats_can_win(b->threats, b->defender, b->position->left))
        return plies;
    battle_back(b, plies);
    return 0;
}

/* The defender is to move against p or more threats: does every defence lose? */
static bool defences_lose(struct prover *s, struct way w)
{
    struct battle *b = s->battle;
    if (threats_number(b->threats, b->attacker) > b->position->rules.p)
        return true;
    if (w.depth == 0) {
        s->shallow = true;
        return false;
    }
    struct square_sets defences = SQUARE_SETS_EMPTY;
    threats_defences(b->threats, b->attacker, b->position->left, PROVER_DEFENCES, &defences);
    bool all = !defences.cut;
    s->partial |= defences.cut;
    for (size_t i = 0; i < defences.count && all; i += w.macro ? defences.count : 1) {
        int plies =
            w.macro ? battle_macro(b, &defences) : battle_turn(b, defences.set[i].s, defences.set[i].n, true);
        all = b->position->outcome == OUTCOME_OPEN && search(s, w);
        battle_back(b, plies);
    }
    square_sets_free(&defences);
    return all;
}

static bool wins_with(struct prover *s, const struct squares *turn, struct way w)
{
    int plies = try_turn(s, turn);
    if (!plies)
        return false;
    w.depth--;
    w.ply++;
    bool won = defences_lose(s, w);
    battle_back(s->battle, plies);
    return won;
}

static bool remember_win(struct prover *s, const struct squares *turn, struct way w)
{
    struct entry *e = table_make(s->table, true);
    table_set_turn(s->table, e, turn, 1);
    e->macro = w.macro;
    if (w.ply < PROVER_DEPTH)
        s->killer[w.ply] = *turn;
    return true;
}

static bool same_turn(const struct squares *a, const struct squares *b)
{
    return a->n == b->n && memcmp(a->s, b->s, (size_t)a->n * sizeof *a->s) == 0;
}

/* Tries the turns of the list, the killer having been tried. */
static bool try_list(struct prover *s, const struct turn_list *l, const struct squares *killer, struct way w)
{
    for (size_t i = 0; i < l->count && !s->stopped; i++) {
        struct squares turn;
        turn_list_get(l, i, &turn);
        if (w.depth == 1 && l->item[i].threats <= s->battle->position->rules.p) {
            s->shallow = true;
            return false; /* sorted: no later one wins at once either */
        }
        if (!same_turn(&turn, killer) && wins_with(s, &turn, w))
            return remember_win(s, &turn, w);
    }
    return false;
}

static bool search(struct prover *s, struct way w)
{
    struct battle *b = s->battle;
    struct squares killer = {.n = 0};
    if (prover_tick(s) || s->vcdt_left == 0)
        return false;
    s->vcdt_left--;
    if (threats_can_win(b->threats, b->attacker, b->position->left))
        return true;
    const struct entry *e = table_find(s->table);
    if (e && e->won >= 0 && (e->macro || !w.macro))
        return true;
    int none = !e ? 0 : w.macro ? e->no_line : e->no_tree;
    if (w.depth == 0 || none >= w.depth) {
        s->shallow |= none != EVER;
        return false;
    }
    if (w.ply < PROVER_DEPTH)
        killer = s->killer[w.ply];
    if (wins_with(s, &killer, w))
        return remember_win(s, &killer, w);
    struct turn_list l = TURN_LIST_EMPTY;
    bool before = s->shallow;
    s->shallow = !s->wide; /* otherwise nobody asks */
    /* The last turn has to win at once. To know that there is no other, all are needed. */
    bool whole = turns_threatening(b, b->position->rules.p + (w.depth == 1 && !s->wide), s->wide, &l);
    s->partial |= s->wide && !whole;
    bool won = try_list(s, &l, &killer, w);
    turn_list_free(&l);
    if (!won && !s->stopped && s->vcdt_left) {
        struct entry *f = table_make(s->table, false);
        if (f)
            *(w.macro ? &f->no_line : &f->no_tree) = (uint8_t)(s->shallow ? w.depth : EVER);
    }
    s->shallow = before || (s->shallow && !won);
    return won;
}

/* ---- lines that won before ---- */

/* Does the line from its i-th turn on win here, too? Remembers the win if so. */
static bool follow(struct prover *s, const struct win_line *line, int i)
{
    struct battle *b = s->battle;
    if (prover_tick(s))
        return false;
    if (threats_can_win(b->threats, b->attacker, b->position->left))
        return true;
    int plies = i < line->n ? try_turn(s, &line->turn[i]) : 0;
    if (!plies)
        return false;
    bool won = threats_number(b->threats, b->attacker) > b->position->rules.p;
    if (!won) {
        struct square_sets defences = SQUARE_SETS_EMPTY;
        threats_defences(b->threats, b->attacker, b->position->left, PROVER_DEFENCES, &defences);
        plies += battle_macro(b, &defences);
        won = !defences.cut && b->position->outcome == OUTCOME_OPEN && follow(s, line, i + 1);
        square_sets_free(&defences);
    }
    battle_back(b, plies);
    return won && remember_win(s, &line->turn[i], (struct way){true, 0, PROVER_DEPTH});
}

/* Moves line i to the front. (Shorter lines first makes proofs a fifth smaller, but takes twice as long.) */
static void to_front(struct prover *s, int i)
{
    struct win_line *line = s->line[i];
    memmove(s->line + 1, s->line, (size_t)i * sizeof(struct win_line *));
    s->line[0] = line;
}

bool vcdt_follow(struct prover *s, const struct win_line *line)
{
    return follow(s, line, 0);
}

bool vcdt_known_line(struct prover *s)
{
    for (int i = 0; i < s->lines && !s->stopped; i++)
        if (follow(s, s->line[i], 0)) {
            to_front(s, i);
            return true;
        }
    return false;
}

/* A win was found: keeps its line if it is one, in place of the one that was of no use for longest. */
static void keep_line(struct prover *s)
{
    if (s->lines < PROVER_LINES)
        s->line[s->lines++] = mem_zero(1, sizeof(struct win_line));
    struct win_line *line = s->line[s->lines - 1];
    line->n = replay_line(s->battle, s->table, line->turn, PROVER_LINE);
    to_front(s, s->lines - 1);
}

bool vcdt_win(struct prover *s)
{
    for (int macro = 1; macro >= 0; macro--) {
        s->vcdt_left = s->vcdt_nodes;
        s->shallow = true;
        for (int depth = 1; depth <= s->vcdt_depth && s->vcdt_left && s->shallow && !s->stopped; depth++) {
            s->shallow = false;
            if (search(s, (struct way){macro, depth, 0})) {
                if (macro)
                    keep_line(s);
                return true;
            }
        }
    }
    s->partial |= s->shallow || s->vcdt_left == 0;
    return false;
}
