/* What all commands share; see cli.h. */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"
#include "cli/manual.h"

int cli_run(const struct command *c, int argc, char **argv)
{
    struct buf title = BUF_EMPTY, about = BUF_EMPTY;
    buf_format(&title, "%s %s", argv[0], c->name);
    buf_text(&about, c->about);
    char *asked[] = {title.text, argc > 2 ? argv[2] : NULL, about.text, NULL};
    argv[1] = title.text;
    int status = argc == 3 && manual_word(argv[2]) ? c->run(3, asked) : c->run(argc - 1, argv + 1);
    buf_free(&title);
    buf_free(&about);
    return status;
}

int cli_fail(const char *command, const struct err *e)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", command, e->text);
    return EXIT_USAGE;
}

void cli_bad_game(void *context, const struct err *e)
{
    struct cli_bad_games *b = context;
    fflush(stdout);
    fprintf(stderr, "%s: %s: %s\n", b->command, b->path, e->text);
    b->n++;
}

long cli_number(struct argp_state *state, const char *option, const char *text, long least, long most)
{
    char *end;
    errno = 0;
    long v = strtol(text, &end, 10);
    if (end == text || *end || errno || v < least || v > most)
        argp_failure(state, EXIT_USAGE, 0, "%s is '%s', must be a whole number from %ld to %ld", option, text,
                     least, most);
    return v;
}

size_t cli_memory(struct argp_state *state, const char *option, const char *text)
{
    struct err e;
    size_t bytes = (size_t)cli_number(state, option, text, 1, 1 << 20) << 20;
    if (!mem_check(bytes, &e))
        argp_failure(state, EXIT_USAGE, 0, "%s: %s", option, e.text);
    return bytes;
}

double cli_seconds(struct argp_state *state, const char *option, const char *text, double least)
{
    char *end;
    double v = strtod(text, &end);
    if (end == text || *end || !(v >= least && v <= 1e7))
        argp_failure(state, EXIT_USAGE, 0, "%s is '%s', must be seconds from %g to 10000000", option, text,
                     least);
    return v;
}

double cli_real(struct argp_state *state, const char *option, const char *text, double low, double high)
{
    char *end;
    double v = strtod(text, &end);
    if (end == text || *end || !(v >= low && v <= high))
        argp_failure(state, EXIT_USAGE, 0, "%s is '%s', must be a number from %g to %g", option, text, low,
                     high);
    return v;
}
