/* The rules: attack, defend and W of docs/certificates.md, step by step; see check_state.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/proof/check_sets.h"
#include "connect/proof/check_state.h"

/* What the search for critical defences may cost, for every turn read. Proofs with p ≤ 6 stay far below it;
 * without it a file of a few bytes with a large p could ask for years. */
static const uint64_t work_per_turn = 1 << 17;
/* Bytes of defences remembered at all nodes of the line together. */
static const size_t sets_most = (size_t)1 << 28;
/* Critical defences waiting at all nodes of the line together. */
static const size_t waiting_most = 4 * (size_t)CHECK_HITS_MOST;

/* What takes time, in steps of base/clock.h: an item of the file, a stone on the board with its neighbours to each side, a segment. */
enum { STEPS_READ = 200, STEPS_STONE = 20, STEPS_SEGMENT = 20 };

/* A defend node while its defences are gone through. */
struct defend_node {
    struct check_zones *zones; /* NULL: nobody asks for them */
    int length;                /* L: stones of the defender's turn */
    bool root;
    struct check_sets covered;
};

static const char *name(square s, char text[SQUARE_TEXT])
{
    return square_format(s, text);
}

/* Places a stone of the side to move, and for a claim about the infinite board looks that every segment
 * through it is on this one. */
static bool place(struct check *c, square s)
{
    check_board_place(c->board, s);
    char text[SQUARE_TEXT];
    if (!check_go_on(c, STEPS_STONE * c->rules.k))
        return false;
    if (c->claim->infinite && check_board_margin(c->board, s) < c->rules.k - 1)
        return check_reject(c, "infinite board: %s has fewer than %d squares to an edge", name(s, text),
                            c->rules.k - 1);
    return true;
}

static void take_back(struct check *c, int plies)
{
    for (; plies > 0; plies--)
        check_board_undo(c->board);
}

/* ---- attack ---- */

/* Takes the next turn from the file and looks whether it may be played. */
static bool read_turn(struct check *c, struct squares *turn, bool *unsolved)
{
    struct check_result *r = c->result;
    enum cert_item item = cert_read(c->reader, turn, &r->why);
    r->turns = cert_reader_turns(c->reader);
    c->work += work_per_turn;
    if (!check_go_on(c, STEPS_READ))
        return false;
    switch (item) {
    case CERT_TURN:
        return true;
    case CERT_UNSOLVED:
        if (!unsolved)
            return check_reject(
                c, "an unsolved mark is allowed only after a defence of a partial claim's position");
        *unsolved = true;
        return true;
    case CERT_END:
        return check_reject(c, "a turn of the attacker is missing: the certificate ends");
    case CERT_BAD:
        r->verdict = CHECK_UNREADABLE;
        return false;
    }
    return false;
}

/* Places M; its length must be right. */
static bool place_turn(struct check *c, const struct squares *turn)
{
    const struct position *p = c->board->p;
    int length = position_turn_length(p);
    for (int i = 0; i < turn->n; i++) {
        char text[SQUARE_TEXT];
        if (i == length)
            return check_reject(c, "the attacker's turn has %d stones, must have %d", turn->n, length);
        if (p->outcome != OUTCOME_OPEN)
            return check_reject(c, "the attacker's turn goes on after the end of the game");
        if (p->cell[turn->s[i]] != CELL_EMPTY)
            return check_reject(c, "the attacker plays on %s, which is occupied", name(turn->s[i], text));
        if (!place(c, turn->s[i]))
            return false;
    }
    if (turn->n < length && p->outcome == OUTCOME_OPEN)
        return check_reject(c, "the attacker's turn has %d stones, must have %d", turn->n, length);
    return true;
}

/* Adds to the zones, if they are wanted, the empty squares of every segment active for the defender, from zone i on if it has at
 * most i + length of them. False if the defender could complete one within `length` stones. */
static bool add_counter_rows(struct check *c, struct check_zones *z, int length)
{
    check_board_active(c->board, c->defender, (z ? z->r : 0) + length, c->segments);
    for (int i = 0; i < c->segments->n; i++) {
        struct check_segment g = c->segments->at[i];
        square empty[RULES_MAX_K];
        int n = check_board_empties(c->board, g, empty);
        char first[SQUARE_TEXT];
        assert(n == g.empty && n > 0);
        if (n <= length)
            return check_reject(c, "the defender can complete the row that begins at %s",
                                name(g.start, first));
        for (int j = 0; j < n && z; j++)
            check_zones_add(z, empty[j], n - length);
    }
    return check_go_on(c, c->rules.m * c->rules.n + c->segments->n * STEPS_SEGMENT);
}

/* What the attacker's turn, now on the board, leads to. */
static bool after_turn(struct check *c, struct check_zones *z)
{
    const struct position *p = c->board->p;
    if (p->outcome == outcome_win(c->attacker))
        return !z || add_counter_rows(c, z, 0);
    if (p->outcome == OUTCOME_DRAW)
        return check_reject(c, "the board is full: a draw");
    return check_defend(c, z, false);
}

static void note_depth(struct check *c, int depth)
{
    if (depth > c->deepest)
        c->deepest = depth;
    if (depth > c->result->depth)
        c->result->depth = depth;
}

static bool attack(struct check *c, struct check_zones *z, bool *unsolved)
{
    const struct position *p = c->board->p;
    struct squares turn;
    if (!read_turn(c, &turn, unsolved))
        return false;
    if (unsolved && *unsolved) {
        if (z)
            z->all = 1;
        return true;
    }
    if (!place_turn(c, &turn))
        return false;
    note_depth(c, ++c->depth);
    int n = turn.n;
    if (!check_tell(c, (struct check_event){.kind = CHECK_TURN, .stones = n}) || !after_turn(c, z))
        return false;
    for (int i = 0; i < n && z; i++)
        check_zones_add(z, p->ply[p->plies - 1 - i].at, 1);
    if (!check_tell(c, (struct check_event){.kind = CHECK_TURN_DONE, .stones = n, .zones = z}))
        return false;
    c->depth--;
    take_back(c, n);
    return true;
}

/* Would the definition that is to be repeated here go as it went before? Then it has been gone through. */
static bool recall(struct check *c, struct check_zones *z, uint32_t definition)
{
    int more;
    const struct check_reading *x = check_memo_find(&c->memo, definition, c->board, c->attacker, &more);
    if (!x || c->nested + x->height > CHECK_NESTED_MOST || !cert_reader_skip(c->reader, definition))
        return false;
    c->result->turns = cert_reader_turns(c->reader);
    c->result->whole += x->whole;
    note_depth(c, c->depth + x->height);
    if (z)
        check_memo_zones(x, c->board, more, z);
    return true;
}

/* Goes through the definition, and keeps in mind how it went. */
static bool attack_and_remember(struct check *c, struct check_zones *z, bool *unsolved, uint32_t definition)
{
    struct check_result *r = c->result;
    struct check_zones *own = z ? z : check_zones_get(c);
    uint64_t before = cert_reader_turns(c->reader), whole = r->whole, parts = r->semi_null + r->null;
    int deepest = c->deepest;
    c->deepest = 0;
    bool ok = attack(c, own, unsolved);
    uint64_t items = ok ? cert_reader_items(c->reader, definition) : 0;
    if (items >= CHECK_MEMO_ITEMS && items == cert_reader_turns(c->reader) - before &&
        parts == r->semi_null + r->null)
        check_memo_add(&c->memo, definition, c->board, c->attacker, own, c->deepest - c->depth,
                       r->whole - whole);
    if (c->deepest < deepest)
        c->deepest = deepest;
    if (!z)
        check_zones_put(c, own);
    return ok && check_go_on(c, STEPS_READ);
}

bool check_attack(struct check *c, struct check_zones *z, bool *unsolved)
{
    uint32_t definition = c->remembers ? cert_reader_begins(c->reader) : CERT_NO_DEFINITION;
    uint64_t items = definition == CERT_NO_DEFINITION ? 0 : cert_reader_items(c->reader, definition);
    if (definition == CERT_NO_DEFINITION || (items > 0 && items < CHECK_MEMO_ITEMS))
        return attack(c, z, unsolved);
    if (items && !c->asking && recall(c, z, definition))
        return check_go_on(c, STEPS_READ);
    return attack_and_remember(c, z, unsolved, definition);
}

/* ---- defend ---- */

static void count_defence(struct check_result *r, int stones, int unplaced)
{
    if (unplaced == 0)
        r->whole++;
    else if (stones > 0)
        r->semi_null++;
    else
        r->null++;
}

/* The defender's stones of this turn, in order. */
static struct squares placed_set(const struct check *c, int stones)
{
    const struct position *p = c->board->p;
    struct squares set = {stones, {0}};
    for (int i = 0; i < stones; i++) {
        square s = p->ply[p->plies - stones + i].at;
        int at = i;
        for (; at > 0 && set.s[at - 1] > s; at--)
            set.s[at] = set.s[at - 1];
        set.s[at] = s;
    }
    return set;
}

static bool keep_open(struct check *c, int stones)
{
    struct check_result *r = c->result;
    if (r->opens == CHECK_OPEN_MOST)
        return check_reject(c, "too large to check: more than %d unsolved defences", CHECK_OPEN_MOST);
    struct squares set = placed_set(c, stones);
    r->open_stones = stones;
    r->open = mem_grow(r->open, &r->open_room, (r->opens + 1) * (size_t)stones, sizeof *r->open);
    memcpy(r->open + r->opens++ * (size_t)stones, set.s, (size_t)stones * sizeof *set.s);
    return true;
}

/* The attacker's answer to the stones of D, which stand on the board, with d of the turn unplaced. The zones
 * of that position go into `answer`. */
static bool answer_defence(struct check *c, struct defend_node *n, int stones, int d,
                           struct check_zones *answer)
{
    bool unsolved = false, may = n->root && c->claim->partial;
    count_defence(c->result, stones, d);
    if (d > 0)
        position_pass(c->board->p);
    struct check_event e = {.kind = CHECK_DEFENCE, .stones = stones, .unplaced = d};
    if (!check_tell(c, e) || !check_attack(c, answer, may ? &unsolved : NULL))
        return false;
    e.kind = CHECK_DEFENCE_DONE;
    e.unsolved = unsolved;
    e.zones = answer;
    if (!check_tell(c, e))
        return false;
    if (d > 0)
        check_board_undo(c->board);
    return !unsolved || d > 0 || keep_open(c, stones);
}

static bool defence_with(struct check *c, struct defend_node *n, int stones, square s);

/* W(P, D+s) for all s of the zone Cd. */
static bool extend_defence(struct check *c, struct defend_node *n, int stones, const square *zone, int size)
{
    for (int i = 0; i < size; i++)
        if (!defence_with(c, n, stones, zone[i]))
            return false;
    return true;
}

/* The same where Cd is every empty square. */
static bool extend_everywhere(struct check *c, struct defend_node *n, int stones)
{
    for (square s = square_first(); s; s = square_next(&c->rules, s))
        if (c->board->p->cell[s] == CELL_EMPTY && !defence_with(c, n, stones, s))
            return false;
    return true;
}

/* W(P, D): D's stones stand on the board. */
static bool defence(struct check *c, struct defend_node *n, int stones)
{
    int d = n->length - stones, size = 0;
    if (++c->nested > CHECK_NESTED_MOST)
        return check_reject(c, "too large to check: nested deeper than %d", CHECK_NESTED_MOST);
    c->asking += d > 0;
    struct check_zones *answer = n->zones || d > 0 ? check_zones_get(c) : NULL;
    bool ok = answer_defence(c, n, stones, d, answer), everywhere = d > 0 && check_zones_all(answer, d);
    c->asking -= d > 0;
    square *zone = NULL;
    if (ok && n->zones)
        check_zones_merge(n->zones, answer, d);
    if (ok && d > 0 && !everywhere)
        size = check_zones_list(answer, d, &zone);
    if (answer)
        check_zones_put(c, answer); /* now, so that those in use are no more than the attacker's turns */
    if (ok && d > 0) {
        if (c->claim->infinite && (everywhere || d > rules_delta(&c->rules) - 1))
            ok = check_reject(c, "infinite board: with %d stones unplaced every empty square matters", d);
        else
            ok = everywhere ? extend_everywhere(c, n, stones) : extend_defence(c, n, stones, zone, size);
    }
    free(zone);
    c->nested--;
    return ok;
}

/* W(P, D+s), unless D+s is covered. Critical defences need not be noted as covered: they are not supersets
 * of each other, so none is another one with squares added. */
static bool defence_with(struct check *c, struct defend_node *n, int stones, square s)
{
    if (!place(c, s))
        return false;
    struct squares set = placed_set(c, stones + 1);
    size_t before = check_sets_bytes(&n->covered);
    bool fresh = check_sets_add(&n->covered, &set);
    c->sets_bytes += check_sets_bytes(&n->covered) - before;
    if (c->sets_bytes > sets_most)
        return check_reject(c, "too large to check: too many defences side by side");
    if (fresh && !defence(c, n, stones + 1))
        return false;
    check_board_undo(c->board);
    return true;
}

/* The attacker's threats: their squares go into all zones, and the defences that stop them all into `out`. */
static bool critical_defences(struct check *c, struct check_zones *z, int length, struct squares **out,
                              size_t *count)
{
    check_hits_clear(c->hits);
    check_board_active(c->board, c->attacker, c->rules.p, c->segments);
    for (int i = 0; i < c->segments->n; i++) {
        square empty[RULES_MAX_K];
        int n = check_board_empties(c->board, c->segments->at[i], empty);
        check_hits_add(c->hits, empty, n);
        for (int j = 0; j < n && z; j++)
            check_zones_add(z, empty[j], 1);
    }
    if (z && c->remembers)
        check_board_stopped(c->board, c->attacker, check_zones_stop, z);
    bool found = check_hits_minimal(c->hits, length, &c->work, &c->pulse, out, count);
    if (!check_go_on(c, c->segments->n * STEPS_SEGMENT) || !found || c->waiting + *count > waiting_most) {
        free(*out);
        return c->result->verdict == CHECK_STOPPED
                   ? false
                   : check_reject(c, "too large to check: too many ways to stop the threats");
    }
    c->waiting += *count;
    return true;
}

/* Goes through the critical defences of a node. */
static bool all_defences(struct check *c, struct defend_node *n, const struct squares *critical, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (int j = 0; j < critical[i].n; j++)
            if (!place(c, critical[i].s[j]))
                return false;
        if (!defence(c, n, critical[i].n))
            return false;
        take_back(c, critical[i].n);
    }
    return true;
}

bool check_defend(struct check *c, struct check_zones *z, bool root)
{
    const struct position *p = c->board->p;
    struct defend_node n = {z, p->left, root, CHECK_SETS_EMPTY};
    if (p->empty <= n.length)
        return check_reject(c, "the defender fills the board");
    if (c->claim->infinite && n.length >= c->rules.k)
        return check_reject(c, "infinite board: the defender has room for a row of %d", c->rules.k);
    struct squares *critical;
    size_t count;
    if (!add_counter_rows(c, z, n.length) || !critical_defences(c, z, n.length, &critical, &count))
        return false;
    bool ok = all_defences(c, &n, critical, count);
    free(critical);
    c->waiting -= count;
    c->sets_bytes -= check_sets_bytes(&n.covered);
    check_sets_free(&n.covered);
    return ok;
}
