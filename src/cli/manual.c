/* Manual pages and completion from the tables of options; see manual.h. */
#include "cli/manual.h"

#include <ctype.h>
#include <hexad.h>
#include <stdio.h>
#include <string.h>

bool manual_word(const char *word)
{
    return strcmp(word, "--manual") == 0 || strcmp(word, "--complete") == 0;
}

/* ---- The language of man ---- */

/* A text as it is: backslashes and hyphens escaped, a newline a new paragraph. */
static void put_text(const char *text, size_t len)
{
    bool start = true;
    for (size_t i = 0; i < len; i++) {
        if (start && (text[i] == '.' || text[i] == '\''))
            fputs("\\&", stdout);
        if (text[i] == '\\')
            fputs("\\e", stdout);
        else if (text[i] == '-')
            fputs("\\-", stdout);
        else if (text[i] == '\n')
            fputs("\n.PP\n", stdout);
        else
            putchar(text[i]);
        start = text[i] == '\n';
    }
}

static void put_line(const char *text)
{
    put_text(text, strlen(text));
    putchar('\n');
}

/* "hexad book learn" is the page hexad-book-learn. */
static void put_page_name(const char *command)
{
    for (; *command; command++)
        fputs(*command == ' ' ? "\\-" : (char[]){*command, '\0'}, stdout);
}

static void begin(const char *command, const char *about)
{
    fputs(".TH ", stdout);
    for (const char *c = command; *c; c++)
        putchar(*c == ' ' ? '-' : toupper((unsigned char)*c));
    printf(" 1 \"\" \"hexad %s\" \"Hexad\"\n.SH NAME\n", hexad_version());
    put_page_name(command);
    fputs(" \\- ", stdout);
    put_line(about);
    printf(".SH SYNOPSIS\n.B %s\n", command);
}

static void end(const char *command)
{
    fputs(".SH EXIT STATUS\n0: fine; 1: the answer to the command's question is no, or what it tried failed; "
          "2: bad usage or bad input.\n",
          stdout);
    const char *last = strrchr(command, ' ');
    if (!last)
        return;
    fputs(".SH SEE ALSO\n.BR ", stdout);
    for (const char *c = command; c < last; c++)
        fputs(*c == ' ' ? "\\-" : (char[]){*c, '\0'}, stdout);
    fputs(" (1)\n", stdout);
}

/* ---- Options ---- */

static bool shown(const struct argp_option *o)
{
    return !(o->flags & OPTION_HIDDEN) && (o->name || o->key);
}

static bool is_last(const struct argp_option *o)
{
    return !o->name && !o->key && !o->doc && !o->group;
}

static void put_option(const struct argp_option *o)
{
    bool letter = o->key > 0 && o->key < 128 && isprint(o->key);
    fputs(".TP\n", stdout);
    if (letter)
        printf("\\fB\\-%c\\fR", o->key);
    if (o->name) {
        fputs(letter ? ", \\fB\\-\\-" : "\\fB\\-\\-", stdout);
        put_text(o->name, strlen(o->name));
        fputs("\\fR", stdout);
    }
    if (o->arg) {
        bool optional = o->flags & OPTION_ARG_OPTIONAL;
        fputs(optional ? "[=\\fI" : o->name ? "=\\fI" : " \\fI", stdout);
        put_text(o->arg, strlen(o->arg));
        fputs(optional ? "\\fR]" : "\\fR", stdout);
    }
    putchar('\n');
    put_line(o->doc ? o->doc : "");
}

/* Calls `put` for the options of a parser and its children. */
static void each_option(const struct argp *argp, void (*put)(const struct argp_option *o))
{
    for (const struct argp_option *o = argp->options; o && !is_last(o); o++)
        if (shown(o))
            put(o);
    for (const struct argp_child *c = argp->children; c && c->argp; c++)
        each_option(c->argp, put);
}

static void put_word(const struct argp_option *o)
{
    if (o->name)
        printf("--%s%s\t%s\n", o->name, o->arg && !(o->flags & OPTION_ARG_OPTIONAL) ? "=" : "",
               o->doc ? o->doc : "");
}

/* ---- Whole answers ---- */

static void page_of_options(const struct argp *argp, const char *command, const char *about)
{
    const char *doc = argp->doc ? argp->doc : "", *after = strchr(doc, '\v');
    begin(command, about);
    fputs("[\\fIOPTION\\fR...] ", stdout);
    put_line(argp->args_doc ? argp->args_doc : "");
    fputs(".SH DESCRIPTION\n", stdout);
    put_text(doc, after ? (size_t)(after - doc) : strlen(doc));
    if (after) {
        fputs("\n.PP\n", stdout);
        put_line(after + 1);
    } else {
        putchar('\n');
    }
    fputs(".SH OPTIONS\n", stdout);
    each_option(argp, put_option);
    static const struct argp_option help = {"help", '?', NULL, 0, "say all this in short", 0};
    put_option(&help);
    end(command);
}

static void page_of_list(const struct command *list, const char *text, const char *command, const char *about)
{
    begin(command, about);
    fputs("\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n.SH DESCRIPTION\n", stdout);
    put_line(text);
    fputs(".SH COMMANDS\n", stdout);
    for (const struct command *c = list; c->name; c++) {
        fputs(".TP\n.BR ", stdout);
        put_page_name(command);
        printf("\\-%s (1)\n", c->name);
        put_line(c->about);
    }
    end(command);
}

bool manual_answers(const struct argp *argp, int argc, char **argv)
{
    if (argc != 3 || !manual_word(argv[1]))
        return false;
    if (strcmp(argv[1], "--manual") == 0) {
        page_of_options(argp, argv[0], argv[2]);
    } else {
        each_option(argp, put_word);
        puts("--help\tsay what it does and with which options");
    }
    return true;
}

bool manual_answers_list(const struct command *list, const char *text, int argc, char **argv)
{
    if (argc != 3 || !manual_word(argv[1]))
        return false;
    if (strcmp(argv[1], "--manual") == 0)
        page_of_list(list, text, argv[0], argv[2]);
    else
        for (const struct command *c = list; c->name; c++)
            printf("%s\t%s\n", c->name, c->about);
    return true;
}
