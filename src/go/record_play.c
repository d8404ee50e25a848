/* Records played on a board; see record.h. */
#include <assert.h>

#include "go/record.h"

bool go_record_start(struct go_record *r, struct go *g, struct err *e)
{
    struct go_rules rules = r->rules;
    rules.ko = g->rules.ko;
    go_clear(g, &rules);
    for (int i = 0; i < r->setups; i++)
        if (!go_setup(g, r->setup[i].at, r->setup[i].side, e)) {
            r->fault = GO_FAULT_SETUP;
            return err_prefix(e, "line %d", r->setup[i].line);
        }
    go_turn(g, r->first);
    return true;
}

bool go_record_play(struct go_record *r, struct go *g, int i, struct err *e)
{
    static const enum go_fault why[] = {
        [GO_LEGAL] = GO_FINE,
        [GO_NO_POINT] = GO_FAULT_POINT,
        [GO_OCCUPIED] = GO_FAULT_OCCUPIED,
        [GO_SUICIDE] = GO_FAULT_SUICIDE,
        [GO_KO] = GO_FAULT_KO,
        [GO_REPEATS] = GO_FAULT_SUPERKO,
        [GO_ENDED] = GO_FINE,
    };
    assert(i >= 0 && i < r->moves);
    const struct go_record_stone *m = &r->move[i];
    enum go_verdict v = go_judge_on(g, m->side, m->at);
    if (v == GO_LEGAL) {
        go_play_as(g, m->side, m->at);
        return true;
    }
    r->fault = why[v];
    char name[GO_POINT_TEXT];
    return err_set(e, "line %d, move %d: %s %s: %s", m->line, i + 1, side_name(m->side),
                   go_point_format(g->size, m->at, name), go_verdict_text(v));
}

bool go_record_replay(struct go_record *r, struct go *g, int most, struct err *e)
{
    bool ok = go_record_start(r, g, e);
    for (int i = 0; ok && i < r->moves && i < most; i++)
        ok = go_record_play(r, g, i, e);
    return ok;
}
