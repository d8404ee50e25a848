/* The program: finds the command and runs it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cli/cli.h"

static void print_help(FILE *out)
{
    fputs("Usage: hexad COMMAND [OPTION...] [ARGUMENT...]\n"
          "Plays, analyses, solves and studies Connect(m,n,k,p,q) games, Connect6 first.\n\n",
          out);
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

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        puts("hexad " HEXAD_VERSION);
        return EXIT_FINE;
    }
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
    struct buf title = BUF_EMPTY;
    buf_format(&title, "hexad %s", c->name);
    argv[1] = title.text;
    /* `hexad help show` is `hexad show --help`. */
    static char help_option[] = "--help";
    char *help_argv[] = {title.text, help_option, NULL};
    int status = help ? c->run(2, help_argv) : c->run(argc - 1, argv + 1);
    if (fflush(stdout) != 0 && status == EXIT_FINE) {
        perror("hexad: standard output");
        status = EXIT_NO;
    }
    buf_free(&title);
    return status;
}
