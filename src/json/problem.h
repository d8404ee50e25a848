/* What can be wrong with a request, as programs read it: a word, and an HTTP status. */
#ifndef JSON_PROBLEM_H
#define JSON_PROBLEM_H

#include <jansson.h>

/* What went wrong, by the word that programs read; the status of each is in problem.c. */
enum problem {
    PROBLEM_BAD_JSON,
    PROBLEM_BAD_REQUEST,
    PROBLEM_UNAUTHORISED,
    PROBLEM_FORBIDDEN,
    PROBLEM_NOT_FOUND,
    PROBLEM_BAD_METHOD,
    PROBLEM_TIMEOUT,
    PROBLEM_CONFLICT,
    PROBLEM_TOO_LARGE,
    PROBLEM_UPGRADE,
    PROBLEM_RATE,
    PROBLEM_READ_ONLY,
    PROBLEM_BUSY,
    PROBLEM_STOPPED,
    PROBLEM_INTERNAL,
    PROBLEM_FULL,
    PROBLEMS,
};

struct problem_form {
    int status;
    const char *code;
};
extern const struct problem_form problem_forms[PROBLEMS];

/* {"code","message"} */
json_t *problem_json(enum problem f, const char *message);

#endif
