/* What was proved, and what was wrong, in words; see check.h. */
#include "connect/proof/check.h"

static void add_game(const struct cert_claim *c, struct buf *out)
{
    const struct rules *r = &c->position->rules;
    char text[RULES_TEXT];
    if (c->infinite)
        buf_format(out, "Connect(∞,∞,%d,%d,%d%s)", r->k, r->p, r->q, r->exact ? ",exact" : "");
    else
        buf_text(out, rules_format(r, text));
}

static int add_stones(const struct position *p, enum side side, const char *before, struct buf *out)
{
    int n = 0;
    char text[SQUARE_TEXT];
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == cell_of(side))
            buf_format(out, "%s %s", n++ ? "" : before, square_format(s, text));
    return n;
}

static void add_position(const struct position *p, struct buf *out)
{
    if (p->stones == 0) {
        buf_text(out, "the empty board");
        return;
    }
    int black = add_stones(p, BLACK, "black", out);
    add_stones(p, WHITE, black ? " and white" : "white", out);
}

/* Always said: positions that differ in nothing else can have different winners. */
static void add_turn(const struct position *p, struct buf *out)
{
    buf_format(out, "to move with %d stone%s to place", p->left, p->left == 1 ? "" : "s");
}

static void add_open(const struct check_result *r, struct buf *out)
{
    char text[SQUARE_TEXT];
    buf_format(out, ", against every turn but %zu:", r->opens);
    for (size_t i = 0; i < r->opens; i++)
        for (int j = 0; j < r->open_stones; j++)
            buf_format(out, "%s %s", i > 0 && j == 0 ? "," : "", square_format(check_open(r, i)[j], text));
}

void check_claim_text(const struct cert_claim *c, const struct check_result *result, struct buf *out)
{
    const struct position *p = c->position;
    bool attacks = p->to_move == c->attacker;
    buf_text(out, side_name(c->attacker));
    if (attacks) {
        buf_text(out, ", ");
        add_turn(p, out);
        buf_char(out, ',');
    }
    buf_text(out, " wins ");
    add_game(c, out);
    buf_text(out, " from ");
    add_position(p, out);
    if (!attacks) {
        buf_format(out, ", %s ", side_name(p->to_move));
        add_turn(p, out);
    }
    if (!cert_reachable(c))
        buf_text(out, " (set up, not reachable in this game)");
    if (c->partial && result && result->opens)
        add_open(result, out);
    else if (c->partial && !result)
        buf_text(out, ", against every turn but those left open");
}

void check_fault_text(const struct check_result *r, struct buf *out)
{
    char text[SQUARE_TEXT];
    buf_format(out, "turn %llu", (unsigned long long)r->turns);
    for (int i = 0; i < r->line_length; i++)
        buf_format(out, "%s %s",
                   i == 0                         ? ", after"
                   : r->side[i] != r->side[i - 1] ? ";"
                                                  : "",
                   r->line[i] ? square_format(r->line[i], text) : "pass");
    buf_format(out, ": %s", r->why.text);
}
