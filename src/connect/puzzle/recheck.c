/* Puzzles checked again; see recheck.h. */
#include "connect/puzzle/recheck.h"

#include "connect/puzzle/find_inner.h"

bool finder_recheck(struct finder *f, const struct puzzle *p, struct err *e)
{
    struct puzzle q = *p;
    struct finder_options usual = f->options;
    f->options.most = p->turns;
    f->options.singles = (int)p->class;
    enum puzzle_reason why = finder_examine(f, &q);
    f->options = usual;
    if (why == REASON_NO_WIN && p->kind == PUZZLE_WIN)
        return err_set(e, "there is no win in %d", p->turns);
    if (why != PUZZLE_FINE)
        return err_set(e, "%s", puzzle_reason_text(why));
    if (q.turns != p->turns)
        return err_set(e, "the shortest win takes %d turns, not %d", q.turns, p->turns);
    if (q.class != p->class)
        return err_set(e, "the win needs no single threat");
    if (!squares_same(&q.key, &p->key))
        return err_set(e, "the key is another one");
    if (p->firsts && q.firsts != p->firsts)
        return err_set(e, "%d first turns are right, not %d", q.firsts, p->firsts);
    return true;
}
