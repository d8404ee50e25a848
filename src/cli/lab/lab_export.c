/* `hexad lab export` and `hexad lab check`: proofs out of the file, and whether they are any good. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/lab/lab_verbs.h"
#include "cli/prove/rewrite.h"
#include "connect/board/symmetry.h"
#include "connect/record/record.h"

struct args {
    const char *path, *root, *cert, *sgf;
    long most;
    bool compact;
    struct buf stones;
};

static const struct lab_root *root_of(const struct lab *l, const char *name, struct err *e)
{
    const struct lab_root *root;
    size_t n = lab_roots(l, &root);
    if (!name && n == 1)
        return root;
    const struct lab_root *r = name ? lab_root_find(l, name) : NULL;
    if (!r)
        err_set(e, name ? "there is no root '%.60s'" : "which root? --root names it%.0s", name ? name : "");
    return r;
}

static bool export_cert(const struct args *a, struct lab *l, uint32_t node, int symmetry, struct err *e)
{
    struct buf bytes = BUF_EMPTY;
    bool ok = lab_compose(l, node, symmetry_inverse(symmetry), &bytes, e) &&
              file_write(a->cert, bytes.text, bytes.len, e) && rewrite_after(a->compact, a->cert, e);
    buf_free(&bytes);
    return ok;
}

static bool export_sgf(const struct args *a, struct lab *l, uint32_t node, int symmetry, struct err *e)
{
    bool whole;
    struct record *r = lab_record(l, node, symmetry, (size_t)a->most, &whole);
    bool ok = record_save(r, a->sgf, RECORD_SGF, e);
    if (ok && !whole && strcmp(a->sgf, "-") != 0)
        printf("%s: the first part of the tree; --most allows more\n", a->sgf);
    record_free(r);
    return ok;
}

/* Exit status 1 if it is not proved. */
static int export_all(const struct args *a, struct lab *l, const char *command)
{
    struct err e;
    uint32_t node;
    int symmetry;
    const struct lab_root *r = root_of(l, a->root, &e);
    if (!r || !lab_walk(l, r, buf_str(&a->stones), &node, &symmetry, &e))
        return cli_fail(command, &e);
    if (lab_graph(l)->node[node].state != GRAPH_PROVED) {
        err_set(&e, "it is not proved");
        cli_fail(command, &e);
        return EXIT_NO;
    }
    bool ok = (!a->cert || export_cert(a, l, node, symmetry, &e)) &&
              (!a->sgf || export_sgf(a, l, node, symmetry, &e));
    return ok ? EXIT_FINE : cli_fail(command, &e);
}

int lab_verb_export(int argc, char **argv)
{
    static const struct option_row options[] = {
        LAB_FILE(struct args, path),
        ARGUMENT_WORDS(struct args, stones),
        LAB_ROOT(struct args, root),
        {"cert", 'c', "OUT", 0, "write one certificate of the whole proof, for hexad check", 0,
         TO_TEXT(struct args, cert)},
        OPTION_COMPACT(struct args, compact),
        {"sgf", 's', "OUT", 0, "write the tree as a record, the defences with the largest proofs first", 0,
         TO_TEXT(struct args, sgf)},
        {"most", 'm', "N", 0, "stones of the record (10000); it is as deep as they allow", 0,
         TO_LONG(struct args, most, 1, 10000000)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        NULL,
        "FILE.lab [STONES]",
        "Writes the proof of a root, or of the position that STONES lead to, composed from "
        "all that is in the file and accepted by the checker. Exits with 1 if it is not "
        "proved.",
        NULL,
        NULL,
        NULL};
    struct args a = {.most = 10000};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (!rewrite_can(a.compact, a.cert, &e))
        return cli_fail(argv[0], &e);
    if (!a.cert && !a.sgf) {
        err_set(&e, "--cert or --sgf says where to");
        return cli_fail(argv[0], &e);
    }
    struct lab *l = lab_open(a.path, false, &e);
    int status = l ? export_all(&a, l, argv[0]) : cli_fail(argv[0], &e);
    lab_close(l);
    buf_free(&a.stones);
    return status;
}

static void say(void *ctx, const char *text)
{
    (void)ctx;
    printf("%s\n", text);
}

int lab_verb_check(int argc, char **argv)
{
    static const struct option_row options[] = {LAB_FILE(struct args, path), OPTION_END};
    static const struct argp argp = {
        NULL,
        NULL,
        "FILE.lab",
        "Proves or refutes every state of the file: every certificate is checked with the checker, and "
        "nothing "
        "counts as proved, disproved or open that is not. Exits with 1 if something is wrong.",
        NULL,
        NULL,
        NULL};
    struct args a = {.path = NULL};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    struct lab *l = lab_open(a.path, false, &e);
    if (!l)
        return cli_fail(argv[0], &e);
    size_t faults = lab_check(l, say, NULL);
    if (faults == 0)
        printf("all certificates are accepted, and every state follows from them\n");
    lab_close(l);
    return faults ? EXIT_NO : EXIT_FINE;
}
