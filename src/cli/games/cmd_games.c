/* `hexad games FILES`: lists the games of record files and checks them against the rules and their own
 * results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/files_arg.h"
#include "cli/game_arg.h"
#include "connect/game/connect.h"
#include "json/game.h"

enum { FAULTS_MOST = 32 };

struct args {
    struct game_arg game;
    bool quiet, json;
    struct files_arg files;
};

/* What was seen in all files. */
struct totals {
    size_t games, moves, bad, unreadable;
    size_t stands[4];               /* by enum outcome, of games whose board tells it */
    size_t checked[3];              /* by enum game_check */
    const char *fault[FAULTS_MOST]; /* kinds of bad games, and how many of each */
    size_t faults[FAULTS_MOST];
};

struct listing {
    const struct args *args;
    const char *who, *path;
    json_t *list; /* NULL: lines */
    struct totals t;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key != ARGP_KEY_NO_ARGS)
        return ARGP_ERR_UNKNOWN;
    argp_failure(state, EXIT_USAGE, 0, "which files?");
    return 0;
}

static void count_fault(struct totals *t, const char *fault)
{
    t->bad++;
    for (int i = 0; fault && i < FAULTS_MOST; i++) {
        if (!t->fault[i])
            t->fault[i] = fault;
        if (strcmp(t->fault[i], fault) == 0) {
            t->faults[i]++;
            return;
        }
    }
}

static bool is_text(const char *text)
{
    return text && *text;
}

static const char *or_not(const char *text)
{
    return is_text(text) ? text : "?";
}

static void print_game(const struct listing *l, size_t number, const struct game *g,
                       const struct game_info *i)
{
    struct game_rules r;
    bool ranks = is_text(i->rank[BLACK]) || is_text(i->rank[WHITE]);
    g->kind->rules(g, &r);
    printf("%s %zu: %s, ", l->path, number, r.text);
    for (int side = BLACK; side <= WHITE; side++)
        printf("%s%s%s%s", or_not(i->name[side]), ranks ? " " : "", ranks ? or_not(i->rank[side]) : "",
               side == BLACK ? " - " : ", ");
    printf("%d %ss, ", game_plies(g), game_unit(g->kind));
    if (i->board)
        printf("%s, ", i->board);
    printf("result: %s", or_not(i->result));
    if (i->check != GAME_UNCHECKED && i->counted)
        printf(", counted %s", i->counted);
    puts(i->check == GAME_CONTRADICTS ? " CONTRADICTION" : "");
}

/* What only games of the Connect family have; their result is in words. */
static void put_family(json_t *j, const struct position *p, const struct game_info *i)
{
    json_object_update_new(j, json_pack("{s:o, s:i, s:s, s:b}", "rules", game_rules_json(&p->rules), "stones",
                                        p->stones, "result", game_outcome(i->said), "contradiction",
                                        i->check == GAME_CONTRADICTS));
}

static json_t *json_of(const struct listing *l, size_t number, const struct game *g,
                       const struct game_info *i)
{
    static const char *const checks[] = {"unknown", "agrees", "contradicts"};
    struct game_rules r;
    g->kind->rules(g, &r);
    json_t *j = json_pack("{s:s, s:I, s:s, s:s?, s:s?, s:s?, s:s?, s:i, s:s?, s:s?, s:s?, s:s}", "file",
                          l->path, "number", (json_int_t)number, "game", r.text, "black", i->name[BLACK],
                          "black_rank", i->rank[BLACK], "white", i->name[WHITE], "white_rank", i->rank[WHITE],
                          "moves", game_plies(g), "board", i->board, "result", i->result, "counted",
                          i->counted, "check", checks[i->check]);
    if (connect_threats(g))
        put_family(j, connect_threats(g)->position, i);
    return j;
}

/* One game: is what the record says of its result what the board says? */
static bool look_at(void *context, size_t number, struct game *g, const struct game_info *info,
                    const struct err *bad)
{
    struct listing *l = context;
    if (!g) {
        fprintf(stderr, "%s: %s: %s\n", l->who, l->path, bad->text);
        count_fault(&l->t, info ? info->fault : NULL);
        return true;
    }
    l->t.games++;
    l->t.moves += (size_t)game_plies(g);
    l->t.stands[game_state(g)] += info->board != NULL;
    l->t.checked[info->check]++;
    if (l->list)
        json_array_append_new(l->list, json_of(l, number, g, info));
    else if (!l->args->quiet || info->check == GAME_CONTRADICTS)
        print_game(l, number, g, info);
    return true;
}

static void look_into(struct listing *l, const char *path)
{
    const struct game_arg *g = &l->args->game;
    struct game_reading how = {.rules = g->rules_given ? &g->game : NULL, .fallback = true};
    size_t bad = l->t.bad;
    char *text;
    size_t len;
    struct err e;
    l->path = path;
    bool ok = file_read(path, &text, &len, &e);
    if (ok) {
        ok = g->game.kind->read(text, len, &how, look_at, l, &e) || l->t.bad > bad ||
             err_prefix(&e, "%s", path);
        free(text);
    }
    if (ok)
        return;
    cli_fail(l->who, &e);
    l->t.unreadable++;
}

/* A file, or the records below a folder. */
static void look_below(struct listing *l, const char *path)
{
    struct paths files = {NULL, 0, 0};
    struct err e;
    if (!folder_gather(path, ".sgf", &files, &e)) {
        cli_fail(l->who, &e);
        l->t.unreadable++;
    }
    for (size_t i = 0; i < files.n; i++)
        look_into(l, files.path[i]);
    paths_free(&files);
}

static void print_totals(const struct totals *t, const struct game_kind *kind)
{
    size_t told = 0;
    for (int o = 0; o < 4; o++)
        told += t->stands[o];
    printf("%zu games, %zu %ss: ", t->games, t->moves, game_unit(kind));
    if (told)
        printf("%zu rows of Black, %zu of White, %zu drawn, %zu unfinished; ", t->stands[OUTCOME_BLACK],
               t->stands[OUTCOME_WHITE], t->stands[OUTCOME_DRAW], t->stands[OUTCOME_OPEN]);
    printf("%zu results agree with the board, %zu contradict it, %zu have none; %zu bad games",
           t->checked[GAME_AGREES], t->checked[GAME_CONTRADICTS], t->checked[GAME_UNCHECKED], t->bad);
    for (int i = 0; i < FAULTS_MOST && t->fault[i]; i++)
        printf("%s%zu %s", i ? ", " : ": ", t->faults[i], t->fault[i]);
    putchar('\n');
}

int command_games(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        ARGUMENTS_FILES(struct args, files),
        {"quiet", 'q', NULL, 0, "print only contradictions and the totals", 0, TO_FLAG(struct args, quiet)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "FILE...",
        "Lists the games of record files, replays each by the rules, and compares the result it gives with "
        "the row on the "
        "board; for --game go, the count of the territory that the record marks.\vFILE may be a folder: all "
        ".sgf files below it. A bad game is told with its place, and the "
        "others are read. Exit status 1: a game is bad, "
        "or "
        "contradicts its result. 2: a file cannot be read.",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_any()};
    cli_parse(&argp, options, argc, argv, &a);
    struct listing l = {.args = &a, .who = argv[0], .list = a.json ? json_array() : NULL};
    for (int i = 0; i < a.files.n; i++)
        look_below(&l, a.files.path[i]);
    if (l.list)
        describe_print_json(l.list);
    else
        print_totals(&l.t, a.game.game.kind);
    return l.t.unreadable ? EXIT_USAGE : l.t.bad || l.t.checked[GAME_CONTRADICTS] ? EXIT_NO : EXIT_FINE;
}
