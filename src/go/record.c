/* Games of Go from SGF; see record.h. What the texts of a root mean is in record_text.c. */
#include "go/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/sgf.h"

const char *go_fault_name(enum go_fault f)
{
    static const char *const name[GO_FAULTS] = {
        [GO_FINE] = "fine",          [GO_FAULT_SYNTAX] = "syntax",     [GO_FAULT_GAME] = "another game",
        [GO_FAULT_SIZE] = "size",    [GO_FAULT_VALUE] = "value",       [GO_FAULT_POINT] = "point",
        [GO_FAULT_SETUP] = "set-up", [GO_FAULT_OCCUPIED] = "occupied", [GO_FAULT_SUICIDE] = "suicide",
        [GO_FAULT_KO] = "ko",        [GO_FAULT_SUPERKO] = "superko",
    };
    return name[f];
}

struct go_record *go_record_new(void)
{
    return mem_zero(1, sizeof(struct go_record));
}

static void clear(struct go_record *r)
{
    record_free(r->tree);
    r->tree = NULL;
    r->rules = go_default;
    r->rules.komi = 0;
    r->handicap = r->setups = r->moves = 0;
    r->first = BLACK;
    r->rank[0] = r->rank[1] = 0;
    r->result = (struct go_result){OUTCOME_OPEN, GO_BY_UNKNOWN, 0};
    r->counted = false;
    r->fault = GO_FINE;
    r->ruleset = r->name[BLACK] = r->name[WHITE] = "";
}

void go_record_free(struct go_record *r)
{
    if (!r)
        return;
    clear(r);
    free(r->clean);
    free(r->setup);
    free(r->move);
    free(r);
}

static void add(struct go_record_stone **list, int *n, size_t *room, struct go_record_stone s)
{
    *list = mem_grow(*list, room, (size_t)*n + 1, sizeof **list);
    (*list)[(*n)++] = s;
}

/* "" if the root does not say; without the blanks in front. */
static const char *said(const struct go_record *r, const char *key)
{
    const char *text = record_info(r->tree, key);
    return text ? text + strspn(text, " ") : "";
}

static void take_root(struct go_record *r)
{
    const struct go_tree_rules *rules = go_tree_rules(r->tree);
    r->rules = rules->rules;
    r->handicap = rules->handicap;
    r->result = go_result_parse(said(r, "RE"));
    r->rank[BLACK] = go_rank_parse(said(r, "BR"));
    r->rank[WHITE] = go_rank_parse(said(r, "WR"));
    r->ruleset = r->tree->rules_note ? r->tree->rules_note : "";
    r->name[BLACK] = said(r, "PB");
    r->name[WHITE] = said(r, "PW");
}

static bool take_setup(struct go_record *r, const struct tree_node *n, struct err *e)
{
    const struct notes *notes = n->notes;
    if (r->moves && notes->setups) {
        r->fault = GO_FAULT_SETUP;
        return err_set(e, "line %d: stones set up after the first move", n->line);
    }
    for (size_t i = 0; i < notes->setups; i++)
        add(&r->setup, &r->setups, &r->setup_room,
            (struct go_record_stone){go_from_square(r->rules.size, notes->setup[i].at), notes->setup[i].what,
                                     n->line});
    if (!r->moves && notes->to_move != CELL_EMPTY)
        r->first = notes->to_move == CELL_WHITE ? WHITE : BLACK;
    return true;
}

/* Territory of an earlier node is no count of the end. */
static void take_territory(struct go_record *r, const struct tree_node *last)
{
    for (size_t i = 0; last->notes && i < last->notes->marks; i++) {
        const struct mark *m = &last->notes->mark[i];
        if (m->kind != MARK_BLACK_AREA && m->kind != MARK_WHITE_AREA)
            continue;
        if (!r->counted)
            memset(r->territory, CELL_EMPTY, sizeof r->territory);
        r->counted = true;
        r->territory[go_from_square(r->rules.size, m->at)] =
            m->kind == MARK_BLACK_AREA ? CELL_BLACK : CELL_WHITE;
    }
}

/* The main line of the tree. */
static bool take_line(struct go_record *r, struct err *e)
{
    take_root(r);
    for (const struct tree_node *n = r->tree->root; n; n = n->child) {
        if (node_is_setup(n) && !take_setup(r, n, e))
            return false;
        if (n->at && !r->moves)
            r->first = (enum side)n->side;
        if (n->at)
            add(&r->move, &r->moves, &r->move_room,
                (struct go_record_stone){go_from_square(r->rules.size, n->at), n->side, n->line});
        if (!n->child)
            take_territory(r, n);
    }
    return true;
}

bool go_record_more(struct go_record *r)
{
    return source_peek(&r->source) != '\0';
}

bool go_record_next(struct go_record *r, struct err *e)
{
    static const enum go_fault faults[] = {
        [SGF_FINE] = GO_FINE,        [SGF_SYNTAX] = GO_FAULT_SYNTAX, [SGF_GAME] = GO_FAULT_GAME,
        [SGF_SIZE] = GO_FAULT_SIZE,  [SGF_VALUE] = GO_FAULT_VALUE,   [SGF_POINT] = GO_FAULT_POINT,
        [SGF_MOVE] = GO_FAULT_SETUP,
    };
    enum sgf_fault why = SGF_FINE;
    struct sgf_how how = {.game = &go_records, .lean = !r->whole, .fault = &why};
    clear(r);
    source_peek(&r->source);
    struct source begin = r->source;
    if (sgf_read(&r->source, &how, &r->tree, e))
        return take_line(r, e);
    r->fault = faults[why];
    r->source = begin;
    if (!source_pass_over(&r->source)) /* nobody knows where the next one begins */
        r->source.at = r->source.end;
    return false;
}

bool go_record_read(struct go_record *r, const char *text, size_t len, struct err *e)
{
    clear(r);
    free(r->clean);
    r->clean = NULL;
    r->source = (struct source){.line = 1};
    if (source_open(&r->source, text, len, &r->clean, e))
        return go_record_next(r, e);
    r->fault = GO_FAULT_SYNTAX;
    return false;
}
