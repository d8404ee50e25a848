/* Options of commands, read by their tables; see option.h. */
#include "cli/option.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "cli/manual.h"

/* Keys of rows without a letter: above all letters and numbers of commands, below those of argp. */
enum { KEY_FIRST = 0x10000 };

struct reading {
    const struct argp *own; /* the command's */
    const struct option_row *row;
    int n;
    void *input;
};

static bool is_option(const struct option_row *r)
{
    return r->to.kind < OPTION_TO_CHILD;
}

static bool is_end(const struct option_row *r)
{
    return !r->name && !r->key && !r->doc && r->to.kind == OPTION_TO_PARSER;
}

static int key_of(const struct reading *x, int i)
{
    const struct option_row *r = &x->row[i];
    return r->key || r->to.kind == OPTION_TO_PARSER ? r->key : KEY_FIRST + i;
}

static void take(const struct option_row *r, char *arg, struct argp_state *state, void *to)
{
    const struct option_value *v = &r->to;
    char name[40];
    if (r->name)
        snprintf(name, sizeof name, "--%s", r->name);
    else
        snprintf(name, sizeof name, "-%c", r->key);
    switch (v->kind) {
    case OPTION_TO_FLAG:
        *(bool *)to = true;
        break;
    case OPTION_TO_TEXT:
        *(const char **)to = arg;
        break;
    case OPTION_TO_INT:
        *(int *)to = (int)cli_number(state, name, arg, v->least, v->most);
        break;
    case OPTION_TO_LONG:
        *(long *)to = cli_number(state, name, arg, v->least, v->most);
        break;
    case OPTION_TO_SIZE:
        *(size_t *)to = (size_t)cli_number(state, name, arg, v->least, v->most);
        break;
    case OPTION_TO_COUNT:
        *(uint64_t *)to = (uint64_t)cli_number(state, name, arg, v->least, v->most);
        break;
    case OPTION_TO_SECONDS:
        *(double *)to = cli_seconds(state, name, arg, v->low);
        break;
    case OPTION_TO_REAL:
        *(double *)to = cli_real(state, name, arg, v->low, v->high);
        break;
    case OPTION_TO_FLOAT:
        *(float *)to = (float)cli_real(state, name, arg, v->low, v->high);
        break;
    case OPTION_TO_MEMORY:
        *(size_t *)to = cli_memory(state, name, arg);
        break;
    case OPTION_TO_READER:
        v->reader(to, arg, state);
        break;
    default:
        break;
    }
}

/* Arguments one by one: false if no row wants this one. */
static bool take_argument(const struct reading *x, char *arg, struct argp_state *state)
{
    bool wanted = false;
    for (int i = 0; i < x->n; i++) {
        const struct option_value *v = &x->row[i].to;
        void *to = (char *)x->input + v->at;
        const char **text = to;
        struct buf *words = to;
        if (v->kind == OPTION_TO_ARGUMENT && !*text) {
            *text = arg;
            return true;
        }
        if (v->kind == OPTION_TO_WORDS) {
            buf_format(words, "%s%s", words->len ? " " : "", arg);
            return true;
        }
        wanted = wanted || v->kind == OPTION_TO_ARGUMENT;
    }
    if (wanted)
        argp_failure(state, EXIT_USAGE, 0, "'%s' is too much", arg);
    return false;
}

static void ask_for_missing(const struct reading *x, struct argp_state *state)
{
    for (int i = 0; i < x->n; i++) {
        const struct option_row *r = &x->row[i];
        void *to = (char *)x->input + r->to.at;
        if (r->to.kind == OPTION_TO_ARGUMENT && r->doc && !*(const char **)to)
            argp_failure(state, EXIT_USAGE, 0, "%s", r->doc);
    }
}

static error_t parse_own(const struct reading *x, int key, char *arg, struct argp_state *state)
{
    state->input = x->input; /* argp sets it again before every call */
    return x->own->parser ? x->own->parser(key, arg, state) : ARGP_ERR_UNKNOWN;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct reading *x = state->input;
    int children = 0;
    if (key == ARGP_KEY_ARG && take_argument(x, arg, state))
        return 0;
    if (key == ARGP_KEY_END)
        ask_for_missing(x, state);
    for (int i = 0; i < x->n; i++) {
        const struct option_row *r = &x->row[i];
        void *to = (char *)x->input + r->to.at;
        if (r->to.kind == OPTION_TO_CHILD && key == ARGP_KEY_INIT) {
            state->child_inputs[children++] = to;
        } else if (r->to.kind == OPTION_TO_ARGUMENTS && key == ARGP_KEY_ARGS) {
            r->to.arguments(to, state);
            return 0;
        } else if (is_option(r) && r->to.kind != OPTION_TO_PARSER && key == key_of(x, i)) {
            take(r, arg, state, to);
            return 0;
        }
    }
    return parse_own(x, key, arg, state);
}

/* The rows as argp wants them; how many are options. */
static size_t rows_for_argp(const struct reading *x, struct argp_option *option, struct argp_child *child)
{
    const struct argp_option *first = option;
    for (int i = 0; i < x->n; i++) {
        const struct option_row *r = &x->row[i];
        if (r->to.kind == OPTION_TO_CHILD)
            (child++)->argp = r->to.child;
        else if (is_option(r))
            *option++ = (struct argp_option){r->name, key_of(x, i), r->arg, r->flags, r->doc, r->group};
    }
    return (size_t)(option - first);
}

void cli_parse(const struct argp *argp, const struct option_row *options, int argc, char **argv, void *input)
{
    struct reading x = {argp, options, 0, input};
    while (!is_end(&options[x.n]))
        x.n++;
    struct argp_option *rows = mem_zero((size_t)x.n + 1, sizeof *rows);
    struct argp_child *children = mem_zero((size_t)x.n + 1, sizeof *children);
    struct argp whole = *argp;
    /* Of an empty list glibc's help makes something that it never frees. */
    whole.options = rows_for_argp(&x, rows, children) ? rows : NULL;
    whole.parser = parse;
    whole.children = children;
    argp_err_exit_status = EXIT_USAGE;
    if (manual_answers(&whole, argc, argv))
        exit(EXIT_FINE);
    if (argp_parse(&whole, argc, argv, 0, NULL, &x) != 0)
        exit(EXIT_USAGE);
    free(rows);
    free(children);
}
