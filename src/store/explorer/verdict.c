/* What the engine found of positions, whatever collection they are in; see explorer.h. */
#include "connect/board/key.h"
#include "store/explorer/inner.h"

static int64_t key_of(const struct position *p)
{
    struct key_views at;
    int symmetry;
    key_start(&at, p);
    return key_number(&at, p->to_move, p->left, &symmetry);
}

/* Proved results are worth more than others, then deeper ones. */
enum explorer_answer explorer_note(struct explorer *x, const struct position *p,
                                   const struct explorer_verdict *v, struct err *e)
{
    struct explorer_db *d = explorer_begin(x, e);
    if (!d)
        return EXPLORER_FAILED;
    db_do(
        d->db,
        "INSERT INTO verdict (position, chance, mate, depth) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE "
        "SET "
        "chance = ?2, mate = ?3, depth = ?4 WHERE (?3 <> 0) > (mate <> 0) OR ((?3 <> 0) = (mate <> 0) AND ?4 "
        ">= depth)",
        db_int(key_of(p)), db_real(v->chance), db_int(v->mate), db_int(v->depth));
    return explorer_end(d, EXPLORER_FINE, e);
}

static void look_up(struct explorer_db *d, const struct position *p, struct explorer_verdict *out)
{
    struct rows *r =
        db_ask(d->db, "SELECT chance, mate, depth FROM verdict WHERE position = ?1", db_int(key_of(p)));
    if (rows_next(r))
        *out = (struct explorer_verdict){rows_real(r, 0), (int)rows_int(r, 1), (int)rows_int(r, 2)};
    rows_end(r);
}

enum explorer_answer explorer_judge(struct explorer *x, const struct position *p, struct explorer_report *r,
                                    struct err *e)
{
    struct explorer_db *d = explorer_hold(x);
    struct position *next = position_copy(p);
    look_up(d, p, &r->verdict);
    for (size_t i = 0; i < r->turns; i++) {
        const struct squares *turn = &r->turn[i].squares;
        int n = 0;
        for (; n < turn->n && position_legal_square(next, turn->s[n]); n++)
            position_place(next, turn->s[n]);
        if (next->outcome == OUTCOME_OPEN)
            look_up(d, next, &r->turn[i].verdict);
        for (; n > 0; n--)
            position_undo(next);
    }
    position_free(next);
    return explorer_end(d, EXPLORER_FINE, e);
}
