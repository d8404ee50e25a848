/* The verbs of `hexad lab`, each in a file of its name. */
#ifndef CLI_LAB_LAB_VERBS_H
#define CLI_LAB_LAB_VERBS_H

#include <jansson.h>

#include "lab/lab.h"

/* Rows of the verbs' options: FILE.lab, and which root. */
#define LAB_FILE(T, field) ARGUMENT(T, field, "a file is needed")
#define LAB_ROOT(T, field)                                                                            \
    {                                                                                                 \
        "root", 'r', "NAME", 0, "of this root; not needed if there is one only", 0, TO_TEXT(T, field) \
    }

int lab_verb_new(int argc, char **argv);
int lab_verb_add(int argc, char **argv);
int lab_verb_generate(int argc, char **argv);
int lab_verb_run(int argc, char **argv);
int lab_verb_simulate(int argc, char **argv);
int lab_verb_work(int argc, char **argv);
int lab_verb_status(int argc, char **argv);
int lab_verb_serve_nats(int argc, char **argv);
int lab_verb_show(int argc, char **argv);
int lab_verb_suggest(int argc, char **argv);
int lab_verb_prune(int argc, char **argv);
int lab_verb_pause(int argc, char **argv);
int lab_verb_priority(int argc, char **argv);
int lab_verb_export(int argc, char **argv);
int lab_verb_check(int argc, char **argv);
int lab_verb_stats(int argc, char **argv);

/* Asks for something: done at once if nobody runs the file, otherwise noted for whoever does. Says what came
 * of it, and returns an exit status. */
/* A line for every root that asks who wins. */
void lab_print_pairs(const struct lab *l);
int lab_request(const char *command, const char *path, const char *kind, json_t *body);

/* "open", "proved", "disproved" */
const char *lab_state_text(const struct graph_node *n);

#endif
