/* `hexad lab suggest`, `prune`, `pause` and `priority`: what a person wants, also while the lab runs. */
#include <stdlib.h>

#include "base/buf.h"
#include "cli/cli.h"
#include "cli/lab/lab_verbs.h"

struct args {
    const char *path, *root;
    struct buf words;
    bool undo;
};

#define ASKED LAB_FILE(struct args, path), ARGUMENT_WORDS(struct args, words), LAB_ROOT(struct args, root)
static const struct option_row root_options[] = {ASKED, OPTION_END};
static const struct option_row undo_options[] = {
    ASKED,
    {"undo", 'u', NULL, 0, "take it up again", 0, TO_FLAG(struct args, undo)},
    OPTION_END,
};

/* `undo` is what --undo asks for; NULL: there is no such option. */
static int ask_stones(int argc, char **argv, const struct argp *argp, const char *kind, const char *undo)
{
    struct args a = {.root = ""};
    cli_parse(argp, undo ? undo_options : root_options, argc, argv, &a);
    json_t *body = json_pack("{s:s, s:s}", "root", a.root, "stones", buf_str(&a.words));
    int status = lab_request(argv[0], a.path, a.undo ? undo : kind, body);
    buf_free(&a.words);
    return status;
}

#define STONES_DOC                                                                                     \
    "STONES lead from the root to the turn, which is their last: k11 l12 / j9 i9 (`/` is for reading " \
    "only). `-` "                                                                                      \
    "gives up the rest of a turn."

int lab_verb_suggest(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        NULL,
        "FILE.lab STONES",
        "Suggests a turn of the attacker: it is tried first. Works at any time.\v" STONES_DOC,
        NULL,
        NULL,
        NULL};
    return ask_stones(argc, argv, &argp, "suggest", NULL);
}

int lab_verb_prune(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        NULL,
        "FILE.lab STONES",
        "Lets a turn alone: nothing below it is searched. A turn of the defender still has "
        "to be answered for a proof. Works at any time.\v" STONES_DOC,
        NULL,
        NULL,
        NULL};
    return ask_stones(argc, argv, &argp, "prune", "unprune");
}

int lab_verb_pause(int argc, char **argv)
{
    static const struct argp argp = {NULL,
                                     NULL,
                                     "FILE.lab [ROOT]",
                                     "Lets a root rest, all of them if none is named. Works at any time.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.root = ""};
    cli_parse(&argp, undo_options, argc, argv, &a);
    json_t *body = json_pack("{s:s}", "root", a.words.len ? buf_str(&a.words) : a.root);
    int status = lab_request(argv[0], a.path, a.undo ? "resume" : "pause", body);
    buf_free(&a.words);
    return status;
}

int lab_verb_priority(int argc, char **argv)
{
    static const struct argp argp = {NULL,
                                     NULL,
                                     "FILE.lab NUMBER",
                                     "The root with the highest number is searched first; those with the "
                                     "same in the order in which they were "
                                     "added. Works at any time.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.root = ""};
    struct err e;
    char *end;
    cli_parse(&argp, root_options, argc, argv, &a);
    long n = strtol(buf_str(&a.words), &end, 10);
    bool ok = a.words.len && *end == '\0' && n >= -1000000 && n <= 1000000;
    if (!ok)
        err_set(&e, "the number is '%.40s', must be -1000000 to 1000000", buf_str(&a.words));
    int status = ok ? lab_request(argv[0], a.path, "priority",
                                  json_pack("{s:s, s:I}", "root", a.root, "priority", (json_int_t)n))
                    : cli_fail(argv[0], &e);
    buf_free(&a.words);
    return status;
}
