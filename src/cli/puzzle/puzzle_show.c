/* `hexad puzzle show`: a puzzle on the board, and its solution if asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/describe.h"
#include "cli/puzzle/puzzle.h"
#include "connect/puzzle/judge.h"
#include "json/puzzle.h"

enum { TREE_NODES = 2000 };
#define TREE_SECONDS 20.0

struct args {
    const char *id, *file;
    bool solution, json;
};

static const struct option_row options[] = {
    ARGUMENT(struct args, id, "which puzzle? (and see --help)"),
    ARGUMENT(struct args, file, NULL),
    {"solution", 's', NULL, 0, "show the key, the solution and the tree of defences as well", 0,
     TO_FLAG(struct args, solution)},
    OPTION_JSON(struct args, json, 1),
    OPTION_END,
};

static void print_tree(const struct solution *s, int indent, struct buf *b)
{
    buf_format(b, "%*s", indent, "");
    describe_squares(s->turn.s, s->turn.n, b);
    buf_text(b, s->wins ? ", and nothing helps\n" : s->cut ? " …\n" : "\n");
    for (int i = 0; i < s->answers; i++) {
        buf_format(b, "%*s", indent + 2, "");
        describe_squares(s->answer[i].turn.s, s->answer[i].turn.n, b);
        buf_text(b, ":\n");
        print_tree(s->answer[i].next, indent + 4, b);
    }
}

static void print_solution(const struct puzzle *p, const struct position *at, struct buf *b)
{
    buf_text(b, "\nkey: ");
    describe_squares(p->key.s, p->key.n, b);
    buf_text(b, p->kind == PUZZLE_WIN ? "\nmain line: " : "\nthe threat: ");
    describe_squares(p->line, p->line_n, b);
    buf_char(b, '\n');
    if (p->kind != PUZZLE_WIN)
        return;
    struct judge *j = judge_new(&at->rules);
    struct deadline until = deadline_in(TREE_SECONDS, 0, CPU_THREAD, NULL);
    struct solution *s = judge_solution(j, at, p->turns, TREE_NODES, &until);
    if (s)
        print_tree(s, 0, b);
    solution_free(s);
    judge_free(j);
}

static void print(const struct puzzle *p, const struct position *at, bool solution)
{
    struct buf b = BUF_EMPTY;
    diagram_draw(at, describe_style(), &b);
    buf_format(&b, "\n%s, rating %d: %s to move ", p->id, p->rating, side_name(at->to_move));
    if (p->kind == PUZZLE_WIN)
        buf_format(&b, "wins in %d.", p->turns);
    else
        buf_text(&b, "must find the turn that does not lose.");
    if (p->error.n) {
        buf_format(&b, " %s erred with ", side_name(side_other(at->to_move)));
        describe_squares(p->error.s, p->error.n, &b);
        buf_char(&b, '.');
    }
    buf_char(&b, '\n');
    if (solution)
        print_solution(p, at, &b);
    fputs(buf_str(&b), stdout);
    buf_free(&b);
}

int puzzle_show(int argc, char **argv)
{
    static const struct argp argp = {
        NULL, NULL, "ID [FILE]", "Shows the puzzle ID of FILE, or of the built-in collection.",
        NULL, NULL, NULL};
    struct args a = {0};
    struct puzzles l = PUZZLES_EMPTY;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    bool fine = puzzle_load(a.file, &l, &e);
    const struct puzzle *p = NULL;
    for (size_t i = 0; i < l.n && fine && !p; i++)
        if (strcmp(l.at[i].id, a.id) == 0)
            p = &l.at[i];
    if (fine && !p)
        fine = err_set(&e, "there is no puzzle '%.40s'", a.id);
    struct position *at = fine ? puzzle_position(p, &e) : NULL;
    fine = fine && at;
    if (fine && a.json)
        describe_print_json(puzzle_json(p));
    else if (fine)
        print(p, at, a.solution);
    position_free(at);
    puzzles_free(&l);
    return fine ? EXIT_FINE : cli_fail(argv[0], &e);
}
