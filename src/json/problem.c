/* Words and statuses of what can be wrong; see problem.h. */
#include "json/problem.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"

const struct problem_form problem_forms[PROBLEMS] = {
    [PROBLEM_BAD_JSON] = {400, "bad_json"},
    [PROBLEM_BAD_REQUEST] = {400, "bad_request"},
    [PROBLEM_UNAUTHORISED] = {401, "unauthorised"},
    [PROBLEM_FORBIDDEN] = {403, "forbidden"},
    [PROBLEM_NOT_FOUND] = {404, "not_found"},
    [PROBLEM_BAD_METHOD] = {405, "bad_method"},
    [PROBLEM_TIMEOUT] = {408, "timeout"},
    [PROBLEM_CONFLICT] = {409, "conflict"},
    [PROBLEM_TOO_LARGE] = {413, "too_large"},
    [PROBLEM_UPGRADE] = {426, "upgrade_required"},
    [PROBLEM_RATE] = {429, "too_many"},
    [PROBLEM_READ_ONLY] = {403, "read_only"},
    [PROBLEM_BUSY] = {503, "busy"},
    [PROBLEM_STOPPED] = {503, "stopped"},
    [PROBLEM_INTERNAL] = {500, "internal"},
    [PROBLEM_FULL] = {507, "full"},
};

json_t *problem_json(enum problem f, const char *message)
{
    /* A message quotes input, and may be cut in the middle of a character: jansson takes nothing but
     * UTF-8. */
    struct buf clean = BUF_EMPTY;
    text_clean(message, strlen(message), true, &clean);
    json_t *j = json_pack("{s:s, s:s}", "code", problem_forms[f].code, "message", buf_str(&clean));
    buf_free(&clean);
    return j;
}
