/* Whatever a worker or a coordinator can send: lines of jobs and results, bundles of certificates. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab/bundle.h"
#include "lab/job.h"
#include "lab/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A job that was read is written and read again as the same. */
static void read_job(const char *text, size_t len)
{
    struct lab_job j, again;
    struct err e;
    if (!lab_job_read(text, len, &j, &e))
        return;
    struct buf out = BUF_EMPTY, twice = BUF_EMPTY;
    lab_job_write(&j, &out);
    if (!lab_job_read(out.text, out.len, &again, &e))
        abort();
    lab_job_write(&again, &twice);
    if (strcmp(buf_str(&out), buf_str(&twice)) != 0)
        abort();
    lab_job_free(&again);
    lab_job_free(&j);
    buf_free(&out);
    buf_free(&twice);
}

/* The line up to the first zero byte, the bundle behind it. */
static void read_result(const char *text, size_t len)
{
    const struct rules rules = {.m = 19, .n = 19, .k = 6, .p = 2, .q = 1};
    size_t line = strnlen(text, len);
    const char *bundle = line < len ? text + line + 1 : "";
    size_t rest = line < len ? len - line - 1 : 0, at = 0, one_len;
    struct lab_result r;
    struct err e;
    const char *one;
    if (lab_result_read(text, line, &rules, bundle, rest, &r, &e)) {
        struct buf out = BUF_EMPTY;
        lab_result_write(&r, &out);
        buf_free(&out);
        lab_result_free(&r);
    }
    struct position *p = position_new(&rules);
    struct plan *plan = plan_new(p, BLACK);
    while (bundle_next(bundle, rest, &at, &one, &one_len))
        plan_load(plan, one, one_len, 3, NULL, &e);
    plan_free(plan);
    position_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text || size > 20000) {
        free(text);
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    read_job(text, size);
    read_result(text, size);
    free(text);
    return 0;
}
