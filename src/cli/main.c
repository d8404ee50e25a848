/* The program: finds the command and runs it. */
#include <hexad.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/manual.h"

static const char about[] = "Plays, analyses, solves and studies Connect(m,n,k,p,q) games, Connect6 first.";

static void print_help(FILE *out)
{
    fprintf(out, "Usage: hexad COMMAND [OPTION...] [ARGUMENT...]\n%s\n\n", about);
    for (const struct command *c = commands; c->name; c++)
        fprintf(out, "  %-10s %s\n", c->name, c->about);
    fputs("\n`hexad COMMAND --help` tells more about each.\n", out);
}

static const struct command *find(const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static void out_of_memory(size_t bytes)
{
    fprintf(stderr, "hexad: out of memory (%zu bytes)\n", bytes);
    exit(EXIT_MEMORY);
}

int main(int argc, char **argv)
{
    static char program[] = "hexad", help_option[] = "--help",
                purpose[] = "play, analyse, solve and study Connect6 and its family of games";
    hexad_on_out_of_memory(out_of_memory);
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("hexad %s\n", hexad_version());
        return EXIT_FINE;
    }
    char *asked[] = {program, argv[1], purpose, NULL};
    if (argc == 2 && manual_answers_list(commands, about, 3, asked))
        return EXIT_FINE;
    bool help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (help && argc == 2) {
        print_help(stdout);
        return EXIT_FINE;
    }
    if (help)
        name = argv[2];
    const struct command *c = find(name);
    if (!c) {
        fprintf(stderr, "hexad: no command '%s'; `hexad --help` lists them\n", name);
        return EXIT_USAGE;
    }
    argv[0] = program;
    /* `hexad help show` is `hexad show --help`. */
    char *help_argv[] = {program, argv[1], help_option, NULL};
    int status = help ? cli_run(c, 3, help_argv) : cli_run(c, argc, argv);
    if (fflush(stdout) != 0 && status == EXIT_FINE) {
        perror("hexad: standard output");
        status = EXIT_NO;
    }
    return status;
}
