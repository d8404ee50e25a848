/* `hexad lab stats`: what was done for a lab. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/lab/lab_verbs.h"

struct args {
    const char *path;
    bool json;
};

static void print(const json_t *o)
{
    const char *name;
    const json_t *x;
    size_t i;
    printf("%lld nodes (%lld proved, %lld disproved, %lld parts of turns), %lld edges\n",
           json_integer_value(json_object_get(o, "nodes")), json_integer_value(json_object_get(o, "proved")),
           json_integer_value(json_object_get(o, "disproved")),
           json_integer_value(json_object_get(o, "parts")), json_integer_value(json_object_get(o, "edges")));
    json_object_foreach((json_t *)json_object_get(o, "jobs"), name, x)
        printf("%-8s %lld jobs, %lld won, %lld nodes, %.1f s of processor time\n", name,
               json_integer_value(json_object_get(x, "jobs")), json_integer_value(json_object_get(x, "won")),
               json_integer_value(json_object_get(x, "nodes")), json_real_value(json_object_get(x, "cpu")));
    printf("%lld jobs dropped, %lld bytes of certificates\n",
           json_integer_value(json_object_get(o, "dropped")),
           json_integer_value(json_object_get(o, "certificate_bytes")));
    json_array_foreach(json_object_get(o, "workers"), i, x)
    {
        const char *why = json_string_value(json_object_get(x, "quarantined"));
        printf("%s: %lld jobs, %.1f s%s%s\n", json_string_value(json_object_get(x, "worker")),
               json_integer_value(json_object_get(x, "jobs")), json_real_value(json_object_get(x, "cpu")),
               why ? ", quarantined: " : "", why ? why : "");
    }
    char *options = json_dumps(json_object_get(o, "options"), JSON_REAL_PRECISION(6));
    printf("options: %s\n", options);
    free(options);
}

int lab_verb_stats(int argc, char **argv)
{
    static const struct option_row options[] = {
        LAB_FILE(struct args, path),
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        NULL,
        "FILE.lab",
        "Tells what was done: nodes of the tree, jobs by kind and by worker, nodes and "
        "processor time, also while the lab runs.",
        NULL,
        NULL,
        NULL};
    struct args a = {NULL, false};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    struct lab *l = lab_open(a.path, false, &e);
    if (!l)
        return cli_fail(argv[0], &e);
    json_t *o = lab_stats_json(l, &e);
    lab_close(l);
    if (!o)
        return cli_fail(argv[0], &e);
    if (a.json) {
        describe_print_json(o);
    } else {
        print(o);
        json_decref(o);
    }
    return EXIT_FINE;
}
