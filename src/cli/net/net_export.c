/* `hexad net export`: a net as ONNX, or with other numbers. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/net/net_verbs.h"
#include "net/learn/onnx.h"

struct args {
    const char *path, *out;
    enum net_numbers numbers; /* NET_NUMBERS: ONNX */
    bool text;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'f':
        a->text = strncmp(arg, "c:", 2) == 0;
        a->numbers = net_numbers_find(a->text ? arg + 2 : arg);
        if (a->numbers == NET_NUMBERS && (a->text || strcmp(arg, "onnx") != 0))
            argp_error(state, "--format is '%s', must be onnx, f32, f16, q8, or c: with one of these", arg);
        return 0;
    case ARGP_KEY_ARG:
        if (a->path)
            argp_failure(state, EXIT_USAGE, 0, "one net only");
        a->path = arg;
        return 0;
    case ARGP_KEY_END:
        if (!a->path || !a->out)
            argp_failure(state, EXIT_USAGE, 0, "which net, and where to? NET -o FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct option_row options[] = {
    {"output", 'o', "FILE", 0, "write to FILE", 0, TO_TEXT(struct args, out)},
    {"format", 'f', "NAME", 0,
     "onnx (the usual); f32, f16, q8: a net of this program, with such numbers (q8: eight bits each); "
     "c:q8: the same as C text, to be built in",
     0, OWN},
    OPTION_END,
};

/* Bytes as C text. */
static void as_text(struct buf *b)
{
    struct buf text = BUF_EMPTY;
    for (size_t i = 0; i < b->len; i++)
        buf_format(&text, "%d,%s", (unsigned char)b->text[i], i % 24 == 23 || i + 1 == b->len ? "\n" : "");
    buf_free(b);
    *b = text;
}

int net_export(int argc, char **argv)
{
    static const struct argp argp = {NULL, parse, "NET", "Writes a net for other programs: ONNX, opset 13.",
                                     NULL, NULL,  NULL};
    struct args a = {.numbers = NET_NUMBERS};
    struct net_file f;
    struct buf b = BUF_EMPTY;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    bool ok = net_load(a.path, "connect6", &f, &e);
    if (ok) {
        if (a.numbers == NET_NUMBERS)
            onnx_write(&f, &b);
        else
            net_file_write(&f, a.numbers, &b);
        if (a.text)
            as_text(&b);
        ok = file_write(a.out, b.text, b.len, &e);
    }
    buf_free(&b);
    net_file_done(&f);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
