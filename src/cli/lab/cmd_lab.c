/* `hexad lab`: proofs by many jobs, kept in one file. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/lab/lab_verbs.h"
#include "cli/verbs.h"

static const struct command verbs[] = {
    {"new", "make the file of a lab", lab_verb_new},
    {"add", "add a position that is to be proved", lab_verb_add},
    {"run", "search with the threads of this machine, or the workers of a broker", lab_verb_run},
    {"generate", "prove the engine's best turns of many positions, into the opening database",
     lab_verb_generate},
    {"work", "work for the labs of a broker", lab_verb_work},
    {"status", "who works at a broker on what", lab_verb_status},
    {"serve-nats", "start a broker", lab_verb_serve_nats},
    {"show", "show the tree: numbers, turns, what is proved", lab_verb_show},
    {"suggest", "suggest a turn of the attacker", lab_verb_suggest},
    {"prune", "let a turn alone, or take it up again", lab_verb_prune},
    {"pause", "let a root rest, or go on with it", lab_verb_pause},
    {"priority", "say which root goes first", lab_verb_priority},
    {"export", "write the proof of a root as a certificate or a record", lab_verb_export},
    {"check", "check every certificate of a file", lab_verb_check},
    {"simulate", "how a search would go with many workers", lab_verb_simulate},
    {"stats", "tell what was done: jobs, nodes, processor time", lab_verb_stats},
    {NULL, NULL, NULL},
};

int command_lab(int argc, char **argv)
{
    return verbs_run(verbs, "Proofs by many jobs: a tree of positions in a file, searched best first.", argc,
                     argv);
}

const char *lab_state_text(const struct graph_node *n)
{
    return n->state == GRAPH_PROVED ? "proved" : n->state == GRAPH_DISPROVED ? "disproved" : "open";
}

void lab_print_pairs(const struct lab *l)
{
    const struct lab_pair *pair;
    size_t n = lab_pairs(l, &pair);
    for (size_t i = 0; i < n; i++) {
        struct buf b = BUF_EMPTY;
        lab_pair_text(l, &pair[i], &b);
        puts(buf_str(&b));
        buf_free(&b);
    }
}

int lab_request(const char *command, const char *path, const char *kind, json_t *body)
{
    struct err e, refused = {""};
    char *text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    bool ok = lab_ask(path, kind, text, &e);
    free(text);
    if (!ok)
        return cli_fail(command, &e);
    struct err busy;
    struct lab *l = lab_open(path, true, &busy);
    if (!l) {
        printf("noted; whoever runs %s takes it up\n", path);
        return EXIT_FINE;
    }
    ok = lab_take_up(l, &refused, &e);
    lab_close(l);
    if (!ok)
        return cli_fail(command, &e);
    return refused.text[0] ? cli_fail(command, &refused) : EXIT_FINE;
}
