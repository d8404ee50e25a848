/* What the engine found of positions, whatever collection they are in; see explorer.h. */
#include "store/explorer/inner.h"
#include "store/explorer/place.h"

static int64_t key_of(const struct position *p)
{
    struct place at;
    int symmetry;
    place_start(&at, p);
    return place_key(&at, p->to_move, p->left, &symmetry);
}

/* Proved results are worth more than others, then deeper ones. */
enum explorer_answer explorer_note(struct explorer *x, const struct position *p,
                                   const struct explorer_verdict *v, struct err *e)
{
    struct explorer_db *d;
    enum explorer_answer a = explorer_begin(x, &d, e);
    if (a != EXPLORER_FINE)
        return a;
    sqlite3_stmt *s = explorer_prepare(d,
                                       "INSERT INTO verdict (position, chance, mate, depth) VALUES (?1, ?2, "
                                       "?3, ?4) ON CONFLICT DO UPDATE SET "
                                       "chance = ?2, mate = ?3, depth = ?4 WHERE (?3 <> 0) > (mate <> 0) OR "
                                       "((?3 <> 0) = (mate <> 0) AND ?4 >= "
                                       "depth)",
                                       0, e);
    if (!s)
        return explorer_end(d, EXPLORER_FAILED, e);
    sqlite3_bind_int64(s, 1, key_of(p));
    sqlite3_bind_double(s, 2, v->chance);
    sqlite3_bind_int(s, 3, v->mate);
    sqlite3_bind_int(s, 4, v->depth);
    a = sqlite3_step(s) == SQLITE_DONE ? EXPLORER_FINE : explorer_fail(d, e);
    sqlite3_finalize(s);
    return explorer_end(d, a, e);
}

static bool look_up(struct explorer_db *d, sqlite3_stmt *s, const struct position *p,
                    struct explorer_verdict *out, struct err *e)
{
    sqlite3_bind_int64(s, 1, key_of(p));
    int status = sqlite3_step(s);
    if (status == SQLITE_ROW)
        *out = (struct explorer_verdict){sqlite3_column_double(s, 0), sqlite3_column_int(s, 1),
                                         sqlite3_column_int(s, 2)};
    else if (status != SQLITE_DONE)
        explorer_fail(d, e);
    sqlite3_reset(s);
    return status == SQLITE_ROW || status == SQLITE_DONE;
}

enum explorer_answer explorer_judge(struct explorer *x, const struct position *p, struct explorer_report *r,
                                    struct err *e)
{
    struct explorer_db *d = &x->read;
    struct position *next = position_copy(p);
    pthread_mutex_lock(&d->lock);
    sqlite3_stmt *s =
        explorer_prepare(d, "SELECT chance, mate, depth FROM verdict WHERE position = ?1", 0, e);
    bool ok = s && look_up(d, s, p, &r->verdict, e);
    for (size_t i = 0; ok && i < r->turns; i++) {
        const struct squares *turn = &r->turn[i].squares;
        int n = 0;
        for (; n < turn->n && position_legal_square(next, turn->s[n]); n++)
            position_place(next, turn->s[n]);
        if (next->outcome == OUTCOME_OPEN)
            ok = look_up(d, s, next, &r->turn[i].verdict, e);
        for (; n > 0; n--)
            position_undo(next);
    }
    sqlite3_finalize(s);
    pthread_mutex_unlock(&d->lock);
    position_free(next);
    return ok ? EXPLORER_FINE : EXPLORER_FAILED;
}
